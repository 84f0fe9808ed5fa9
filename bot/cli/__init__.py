"""The commands of the command line, a module for each topic. `bot.__main__` parses the line and runs them."""
