"""Running it: logs without secrets, a health check that means something, numbers to watch."""
