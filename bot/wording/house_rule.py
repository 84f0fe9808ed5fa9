"""The form in which the wording of a game declares the words of a house rule."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple


class HouseRule(NamedTuple):
    """The words of a house rule. Only its identifier and its plain values are stored; people may type either form."""

    name: str
    """Its name in menus."""
    theme: str
    """The key of its theme in `house_themes.THEMES`."""
    values: Mapping[str, str] = MappingProxyType({})
    """The words for values that are identifiers."""
    nothing: str = ""
    """The word for 0, where 0 means "none" or "never"."""
    unit: str = ""
    """The unit of its numbers, singular and plural ("point|points"), unless its name says it."""
    allowed: str = ""
    """The allowed values in words, if the option has no list of them."""
    tell: Callable[[str], tuple[str, Mapping[str, object]]] | None = None
    """Finds the sentence, by its key, of a value that is neither a number nor among `values`, and its facts."""
