"""Code shared by every game: its shape, events, secrets, windows, chance, options and receipts."""
