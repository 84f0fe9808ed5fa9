"""Pixels and alt text from views; no state and no Discord."""
