"""Use cases behind commands and buttons, a module a topic."""
