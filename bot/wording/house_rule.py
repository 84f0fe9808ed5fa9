"""A house rule in words, as the wording of its game declares it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple


class HouseRule(NamedTuple):
    """The words of a house rule. The identifier and the values stay as they are stored, and can be typed too."""

    name: str
    """Its name in menus."""
    theme: str
    """The key of its theme in `house_themes.THEMES`."""
    values: Mapping[str, str] = MappingProxyType({})
    """Words for values that are names."""
    nothing: str = ""
    """The word for 0, where 0 means "none" or "never"."""
    unit: str = ""
    """The unit of its numbers, singular and plural ("point|points"), unless its name says it."""
    allowed: str = ""
    """The allowed values in words, where the option does not list them."""
    tell: Callable[[str], str] | None = None
    """Gives the words for a value that is neither a number nor among `values`."""
