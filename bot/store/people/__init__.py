"""The rows about a person: preferences, orders, lessons; their export and erasure."""
