"""Messages of a table for everybody: the lobby, the board, the log, receipts, offers and reminders."""
