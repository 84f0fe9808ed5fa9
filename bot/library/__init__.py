"""The documents that people ask for: the rulebooks, the guides, the lessons, and the search in them."""
