"""Backups: writing, reading and keeping them."""
