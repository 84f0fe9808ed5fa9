"""The form in which the wording of a game declares the words of a house rule."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple


class HouseRule(NamedTuple):
    """The words of a house rule. Only its identifier and its plain values are stored; people may type either form."""

    name: str
    """Its name in menus."""
    theme: str
    """The key of its theme in `house_rules.THEMES`."""
    values: Mapping[str, str] = MappingProxyType({})
    """The words for values that are identifiers."""
    nothing: str = ""
    """The word for 0, if 0 means "none" or "never"."""
    unit: str = ""
    """The unit of its numbers, singular and plural ("point|points"); "" if its name in menus already says the unit."""
    allowed: str = ""
    """The allowed values in words, if the option has no list of them."""
    tell: Callable[[str], tuple[str, Mapping[str, object]]] | None = None
    """Returns the key and the facts of the sentence for a value that is neither a number nor among `values`."""
