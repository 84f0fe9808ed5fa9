"""Parts that all games share: the shape of a game, its events, secrets, windows, chance, options and receipts."""
