"""The gateway: the socket by which the bot receives events."""
