"""Secrets, salts, seals and shuffles, and the check of a shuffle."""
