"""The ground floor of the pictures: the picture with its words, and text without markup."""
