"""The rows of tables and nights: the events of a table are added by a commit."""
