"""How pictures look: what a person or a house may choose."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """A choice of look: "dark" or "light" theme, and big pieces for small screens or tired eyes."""

    theme: str = "dark"
    big: bool = False
