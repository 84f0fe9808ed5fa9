"""What is said at a table of bonedoneskis."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {}
