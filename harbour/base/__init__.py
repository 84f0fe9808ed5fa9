"""The ground floor of the harbour: JSON, the clock, errors, and a signal of changes."""
