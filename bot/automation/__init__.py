"""Everything that a table does by itself: deadlines, robots, standing orders, heartbeats, notices."""
