"""The commands of the command line, a module for each topic; `bot.__main__` reads the line and calls them."""
