"""People's preferences and quiet hours."""
