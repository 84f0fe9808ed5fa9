"""The processes that serve tables: their locks, leases and heartbeats, and commands that they have not answered."""
