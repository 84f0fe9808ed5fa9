"""Layouts: messages of containers, sections, texts, pictures and rows, by Discord's rules."""

import io

import discord
import pytest
from discord import ui

from harbour import Harbour, Person
from harbour.base.json_types import Json, JsonValue
from tests.harbour.conftest import Ask, complaints, png

LAYOUT = 1 << 15
BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}


def text(words: str = "x") -> Json:
    return {"type": 10, "content": words}


def row(*controls: Json) -> Json:
    return {"type": 1, "components": list(controls)}


def container(*parts: Json, **more: JsonValue) -> Json:
    return {"type": 17, "components": list(parts), **more}


def section(accessory: JsonValue, *texts: Json) -> Json:
    return {"type": 9, "components": list(texts or [text()]), "accessory": accessory}


def gallery(*addresses: str, **more: JsonValue) -> Json:
    return {"type": 12, "items": [{"media": {"url": address}, **more} for address in addresses]}


def layout(*parts: Json, **more: JsonValue) -> Json:
    return {"flags": LAYOUT, "components": list(parts), **more}


WEB = "https://example.org/a.png"

PASSES: Json = {
    "a text alone": layout(text("x" * 4000)),
    "40 components": layout(container(*(text() for _ in range(39)))),
    "six rows": layout(*(row({**BUTTON, "custom_id": str(n)}) for n in range(6))),
    "everything": layout(
        container(
            section(BUTTON, text(), text(), text()),
            gallery(*[WEB] * 10, description="d" * 1024, spoiler=True),
            {"type": 14, "divider": False, "spacing": 2},
            row({"type": 3, "custom_id": "s", "options": [{"label": "a", "value": "a"}]}),
            accent_color=0xFFFFFF,
            spoiler=True,
        ),
        text("below"),
    ),
}


@pytest.mark.parametrize("body", PASSES.values(), ids=PASSES)
async def test_valid_layouts_are_accepted(harbour: Harbour, ask: Ask, body: Json) -> None:
    status, answer = await ask("POST", f"/channels/{harbour.channel.id}/messages", body)
    assert status == 200 and answer["flags"] == LAYOUT, answer


LEGACY = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
HERE = ("components", "0")
FAILS: dict[str, tuple[Json, tuple[str, ...], str]] = {
    "no flag": ({"components": [text()]}, (*HERE, "type"), "UNION_TYPE_CHOICES"),
    "content beside it": (layout(text(), content="x"), ("content",), LEGACY),
    "empty content beside it": (layout(text(), content=""), ("content",), LEGACY),
    "41 components": (
        layout(container(*(text() for _ in range(40)))),
        ("components",),
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    "41 with buttons and accessories": (
        layout(*(section({**BUTTON, "custom_id": str(n)}) for n in range(13)), row({**BUTTON, "custom_id": "last"})),
        ("components",),
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    "4001 characters": (
        layout(text("x" * 2000), container(text("x" * 2001))),
        ("components",),
        "COMPONENT_MAX_TOTAL_TEXT_EXCEEDED",
    ),
    "an empty text": (layout(text("")), (*HERE, "content"), "BASE_TYPE_BAD_LENGTH"),
    "a bare button": (layout(BUTTON), (*HERE, "type"), "UNION_TYPE_CHOICES"),
    "a container in a container": (
        layout(container(container(text()))),
        (*HERE, "components", "0", "type"),
        "UNION_TYPE_CHOICES",
    ),
    "an empty container": (layout(container()), (*HERE, "components"), "BASE_TYPE_BAD_LENGTH"),
    "a colour": (layout(container(text(), accent_color=1 << 24)), (*HERE, "accent_color"), "NUMBER_TYPE_MAX"),
    "four texts": (
        layout(section(BUTTON, *(text() for _ in range(4)))),
        (*HERE, "components"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "no accessory": (layout(section(None)), (*HERE, "accessory"), "BASE_TYPE_REQUIRED"),
    "a text as accessory": (layout(section(text())), (*HERE, "accessory", "type"), "UNION_TYPE_CHOICES"),
    "11 pictures": (layout(gallery(*[WEB] * 11)), (*HERE, "items"), "BASE_TYPE_BAD_LENGTH"),
    "a picture that is not there": (
        layout(gallery("attachment://rack.png")),
        (*HERE, "items", "0", "media", "url"),
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "spacing": (layout({"type": 14, "spacing": 3}), (*HERE, "spacing"), "BASE_TYPE_CHOICES"),
    "the same custom id": (
        layout(row(BUTTON), section(BUTTON)),
        ("components", "1", "accessory", "custom_id"),
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
}


@pytest.mark.parametrize(("body", "place", "code"), FAILS.values(), ids=FAILS)
async def test_invalid_layouts_are_refused(
    harbour: Harbour, ask: Ask, body: Json, place: tuple[str, ...], code: str
) -> None:
    status, answer = await ask("POST", f"/channels/{harbour.channel.id}/messages", body)
    assert status == 400 and code in complaints(answer, *place), answer


async def test_a_layout_without_parts_is_empty(harbour: Harbour, ask: Ask) -> None:
    status, answer = await ask("POST", f"/channels/{harbour.channel.id}/messages", layout())
    assert (status, answer["code"]) == (400, 50006)


async def test_a_message_becomes_a_layout_and_stays_one(harbour: Harbour, ask: Ask, bear: Person) -> None:
    path = f"/channels/{harbour.channel.id}/messages"
    _, sent = await ask("POST", path, {"content": "before", "components": [row(BUTTON)]})
    path = f"{path}/{sent['id']}"
    status, refused = await ask("PATCH", path, layout(text("after")))
    assert status == 400 and complaints(refused, "content") == [LEGACY], "the content must be taken off"
    status, _ = await ask("PATCH", path, layout(text("after"), content=None))
    (message,) = bear.messages()
    assert (status, message.flags, message.content, message.words) == (200, LAYOUT, "", "after")
    assert message.controls() == []
    status, _ = await ask("PATCH", path, {"components": [container(text("again"))]})
    assert (status, message.words, message.flags) == (200, "again", LAYOUT), "the flag need not be sent again"
    status, refused = await ask("PATCH", path, {"content": "plain", "flags": 0, "components": []})
    assert status == 400 and complaints(refused, "content") == [LEGACY]
    assert complaints(refused, "flags") == ["MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG"]


def board(custom_id: str = "by:7:yes:3") -> ui.LayoutView:
    """A layout with one of everything."""
    button: ui.Button[ui.LayoutView] = ui.Button(label="Take seat", custom_id="by:7:lobby.join:3")
    yes: ui.Button[ui.LayoutView] = ui.Button(label="Yes!", custom_id=custom_id)
    view = ui.LayoutView(timeout=None)
    view.add_item(
        ui.Container(
            ui.TextDisplay("## Bear is up"),
            ui.Separator(),
            ui.Section("Seat 2: free", accessory=button),
            ui.MediaGallery(discord.MediaGalleryItem("attachment://table.png", description="the board in words")),
            ui.ActionRow(yes),
            accent_colour=0x2A9D8F,
        )
    )
    return view


def files() -> list[discord.File]:
    return [
        discord.File(io.BytesIO(png(300)), "table.png"),
    ]
