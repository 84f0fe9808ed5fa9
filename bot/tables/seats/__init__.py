"""Seats that change hands: offers, the queue, stand-ins."""
