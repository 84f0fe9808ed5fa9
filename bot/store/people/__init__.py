"""The rows about a person (preferences, orders, lessons), and their export and erasure."""
