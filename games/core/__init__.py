"""What every game shares: the shape of a game, its events, secrets, windows, chance, options and receipts."""
