"""Checks of the project's own rules: imports, writers, rule ids, links, lengths, wording, generated documents."""
