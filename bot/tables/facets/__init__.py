"""The frozen parts of a table, each of which folds its own events."""
