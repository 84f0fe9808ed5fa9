"""The frozen parts of a table: each folds its own events."""
