"""The form in which the wording of a game declares the words of a house rule."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple


class HouseRule(NamedTuple):
    """The words of a house rule. The store keeps the rule's identifier and plain value. People may type these, or the
    words."""

    name: str
    """The rule's name in menus."""
    theme: str
    """The key of the rule's theme in `house_rules.THEMES`."""
    values: Mapping[str, str] = MappingProxyType({})
    """The words for values that are identifiers."""
    nothing: str = ""
    """The word for 0, if 0 means "none" or "never"."""
    unit: str = ""
    """The unit of the rule's numbers, singular and plural ("point|points"); "" if the rule's name already says it."""
    allowed: str = ""
    """The allowed values in words, if the option has no list of them."""
    tell: Callable[[str], tuple[str, Mapping[str, object]]] | None = None
    """A function that turns a value that is neither a number nor among `values` into the key and facts of a sentence.
    None if the rule has no such values."""
