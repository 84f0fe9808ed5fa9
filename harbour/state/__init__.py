"""The server state: users, guilds, channels, messages, permissions, and the events about them."""
