"""Pages of the crew's books."""
