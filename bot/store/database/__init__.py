"""The connection to a database, its schema, its errors and its notices."""
