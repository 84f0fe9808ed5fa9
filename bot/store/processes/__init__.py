"""The processes that serve the tables: their locks, leases and heartbeats, and the answers that they still owe."""
