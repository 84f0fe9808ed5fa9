"""The ground floor of the harbour: JSON, the clock, errors, and a signal that wakes tasks after a change."""
