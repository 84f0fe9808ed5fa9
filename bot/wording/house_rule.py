"""A house rule in words, as the wording of its game declares it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple


class HouseRule(NamedTuple):
    """The words of a house rule. Its identifier and its values stay what is stored, and can be typed."""

    name: str
    """Its name in menus."""
    theme: str
    """The key of its theme in `house_themes.THEMES`."""
    values: Mapping[str, str] = MappingProxyType({})
    """The words for its values, where these are names."""
    nothing: str = ""
    """The word for 0, if it is not a number like others."""
    unit: str = ""
    """The unit of its numbers for one and for more ("point|points"), if its name does not say it."""
    allowed: str = ""
    """The values that it may have, where the option does not tell."""
    tell: Callable[[str], str] | None = None
    """Gives the words for a value that is neither a number nor among `values`."""
