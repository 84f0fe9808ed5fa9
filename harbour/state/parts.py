"""The components of a message, however deep they lie in its layout."""

from collections.abc import Iterator, Sequence
from typing import Final

from harbour.base.json_types import Json
from harbour.limits.components import BUTTON, SELECT, TEXT_DISPLAY

CONTROLS: Final = (BUTTON, SELECT)


def walk(components: Sequence[Json]) -> Iterator[Json]:
    """All components in order, each before those within it."""
    for component in components:
        yield component
        yield from walk(component.get("components", ()))
        if "accessory" in component:
            yield component["accessory"]


def controls_of(components: Sequence[Json]) -> list[Json]:
    """The buttons and selects, in order."""
    return [component for component in walk(components) if component["type"] in CONTROLS]


def texts_of(components: Sequence[Json]) -> list[Json]:
    """The texts of a layout, in order."""
    return [component for component in walk(components) if component["type"] == TEXT_DISPLAY]
