"""The translators' files: their English source, how they are written, and what is said about each language."""
