"""The events of a table, in their places."""
