"""What is said at a table of duo."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {}
