"""The only package that writes SQL: a reader and a writer, and below them, packages of rows and queries."""
