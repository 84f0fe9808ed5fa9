"""The command line's deeds, one module a kind; `bot.__main__` reads the line and calls them."""
