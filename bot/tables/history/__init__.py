"""The events of a table, with their sequence numbers."""
