"""The file in which a harbour keeps its world: the server state."""
