"""Delivery: brings each message to Discord exactly once, with fallbacks for private ones."""
