"""Everything a table does without being asked: deadlines, robots, standing orders, heartbeats, notices."""
