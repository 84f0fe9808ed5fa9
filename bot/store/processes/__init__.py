"""The processes that serve: their locks, leases and heartbeats, and the answers that they owe."""
