"""Code shared by every game: the shape of a game, events, secrets, windows, chance, options and receipts."""
