"""Checks that spare a reviewer the search: arrows, writers, rule ids, links, lengths, words, generated documents."""
