"""The only package that uses the database: a reader and a writer, and below them, packages of rows and queries."""
