"""Messages of a table for one player: their hand, with the board above it."""
