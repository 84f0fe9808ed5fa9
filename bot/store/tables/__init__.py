"""The rows of tables, their events and commits, and game nights."""
