"""The REST API for the bot: one entry for all requests, and a module of handlers per subject."""
