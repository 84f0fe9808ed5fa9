"""Everything the server knows, and who may see and do what in it."""
