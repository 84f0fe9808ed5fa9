"""The frozen parts of a table. Each folds the events that change it, in its method `after`."""
