"""Limits on layouts: messages that consist of containers, sections, texts, pictures and rows."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from harbour.limits.components import BUTTON, ROW, TEXT_DISPLAY, check_button, check_row, refuse_unknown
from harbour.limits.fields import BodyField

LAYOUT = 1 << 15
"""The flag of a layout. No edit can remove it from a message."""
SECTION, GALLERY, SEPARATOR, CONTAINER = 9, 12, 14, 17
COMPONENTS, TEXT, SECTION_TEXTS, PICTURES, ALT = 40, 4000, 3, 10, 1024
ADDRESS = re.compile(r"(https?|attachment)://\S+")
UPLOADED = "attachment://"


@dataclass(slots=True)
class _LayoutCheck:
    """A check of a layout: what its parts may refer to, and the ids and sizes found in them so far."""

    known_files: frozenset[str]
    known_emojis: frozenset[str]
    custom_ids: set[str] = field(default_factory=set)
    component_ids: set[int] = field(default_factory=set)
    components: int = 0
    characters: int = 0


def check_layout(place: BodyField, files: frozenset[str], known_emojis: frozenset[str]) -> None:
    """Check the components of a layout. `files` are the names of the files that it may show."""
    layout = _LayoutCheck(files, known_emojis)
    for part in place.read_objects(COMPONENTS):
        _check_part(part, layout, _TOP)
    if layout.components > COMPONENTS:
        place.complain(
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", f"The number of components cannot exceed {COMPONENTS}"
        )
    if layout.characters > TEXT:
        place.complain("COMPONENT_MAX_TOTAL_TEXT_EXCEEDED", f"The text of all components cannot exceed {TEXT}")


_Check = Callable[[BodyField, _LayoutCheck], None]


def _check_part(part: BodyField, layout: _LayoutCheck, kinds: Mapping[int, _Check]) -> None:
    kind = part["type"].value
    check = kinds.get(kind) if isinstance(kind, int) else None
    if check is None:
        refuse_unknown(part)
        return
    layout.components += 1
    component_id = part["id"].read_integer(0, (1 << 31) - 1)
    if component_id:
        if component_id in layout.component_ids:
            part["id"].complain("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
        layout.component_ids.add(component_id)
    check(part, layout)


def _check_row(row: BodyField, layout: _LayoutCheck) -> None:
    check_row(row, layout.custom_ids, layout.known_emojis)
    controls = row["components"].value
    layout.components += len(controls) if isinstance(controls, list) else 0


def _check_button(button: BodyField, layout: _LayoutCheck) -> None:
    check_button(button, layout.custom_ids, layout.known_emojis)


def _check_text(text: BodyField, layout: _LayoutCheck) -> None:
    layout.characters += len(text["content"].require().read_text(TEXT, least=1) or "")


def _check_section(section: BodyField, layout: _LayoutCheck) -> None:
    for part in section["components"].require().read_objects(SECTION_TEXTS, least=1):
        _check_part(part, layout, {TEXT_DISPLAY: _check_text})
    if section["accessory"].require().is_present and section["accessory"].check_mapping():
        _check_part(section["accessory"], layout, {BUTTON: _check_button})


def _check_gallery(gallery: BodyField, layout: _LayoutCheck) -> None:
    for item in gallery["items"].require().read_objects(PICTURES, least=1):
        _check_media(item["media"], layout)
        item["description"].read_text(ALT, least=1)
        item["spoiler"].read_boolean()


def _check_media(media: BodyField, layout: _LayoutCheck) -> None:
    if not media.require().is_present or not media.check_mapping():
        return
    url = media["url"].require().read_text(2048)
    if url is None:
        return
    if not ADDRESS.fullmatch(url):
        media["url"].complain("URL_TYPE_INVALID_URL", "Not a well formed URL.")
    elif url.startswith(UPLOADED) and url.removeprefix(UPLOADED) not in layout.known_files:
        media["url"].complain(
            "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", "The referenced attachment was not found"
        )


def _check_separator(separator: BodyField, layout: _LayoutCheck) -> None:
    separator["divider"].read_boolean()
    separator["spacing"].read_choice((1, 2))


def _check_container(container: BodyField, layout: _LayoutCheck) -> None:
    container["accent_color"].read_integer(0, 0xFFFFFF)
    container["spoiler"].read_boolean()
    for part in container["components"].require().read_objects(COMPONENTS, least=1):
        _check_part(part, layout, _INSIDE)


_INSIDE: Mapping[int, _Check] = {
    ROW: _check_row,
    SECTION: _check_section,
    TEXT_DISPLAY: _check_text,
    GALLERY: _check_gallery,
    SEPARATOR: _check_separator,
}
_TOP: Mapping[int, _Check] = {**_INSIDE, CONTAINER: _check_container}
