"""Pictures and words: what they show, how they look, that they hold at the edges."""
