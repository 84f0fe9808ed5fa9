"""The only place that knows the database: a reader and a writer, on top of packages of rows and their queries."""
