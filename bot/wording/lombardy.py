"""What is said at a table of lombardy."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {}
