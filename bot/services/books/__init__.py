"""Use cases of the crew's books."""
