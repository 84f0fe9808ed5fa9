"""The times at which a table does something by itself."""
