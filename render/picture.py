"""A picture: the pixels and the same in words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG and its alt text (at most 1,024 characters), which says everything that the picture says."""

    png: bytes
    alt: str
