"""Translates controls into Discord's JSON, and forms into discord.py's modals.

discord.py's own views keep an object for each component, for callbacks that the bot never uses. Presses arrive as plain
interactions, so they also work after a restart and in another process.
"""

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import discord

from bot.edge.custom_ids import Control
from bot.ports import Button, Form, Menu, Message

FindEmoji = Callable[[str], str | None]
"""Finds the emoji for a piece's code, in Discord's spelling ("<:Jimmy_Rick:123>"); None if there is none. A Unicode
emoji ("🂡") is returned as it is."""
Component = dict[str, Any]
"""A component in Discord's JSON."""
ROW, BUTTON, MENU, SECTION, TEXT, GALLERY, LINE, FRAME = 1, 2, 3, 9, 10, 12, 14, 17
"""Discord's numbers for kinds of components."""


def show(components: list[Component], is_layout: bool = False) -> Any:
    """Make what stands for a view of discord.py: the library writes its components into a message and forgets them."""
    return SimpleNamespace(
        __discord_ui_view__=True,
        timeout=None,
        to_components=lambda: components,
        has_components_v2=lambda: is_layout,
        is_finished=lambda: True,
        is_dispatchable=lambda: False,
    )


def make_view(message: Message, find_emoji: FindEmoji) -> Any:
    """Make the view of a message's controls; None if it has none."""
    rows = [make_row(row, message, find_emoji) for row in message.rows if row]
    return show(rows) if rows else None


def make_row(row: Sequence[Button | Menu], message: Message, find_emoji: FindEmoji) -> Component:
    """Make a row of controls."""
    return {"type": ROW, "components": [make_control(control, message, find_emoji) for control in row]}


def make_control(control: Button | Menu, message: Message, find_emoji: FindEmoji) -> Component:
    """Make a button or menu of a message."""
    custom_id = str(Control(message.table, control.name, message.sequence))
    if isinstance(control, Button):
        emoji = find_emoji(control.emoji) if control.emoji else None
        text = control.label if emoji is None or control.beside is None else control.beside
        style = discord.ButtonStyle[control.style].value
        shown = {"type": BUTTON, "style": style, "disabled": control.disabled, "custom_id": custom_id}
        return _add(shown, label=text[:80], emoji=_read_emoji(emoji))
    options = [
        _add(
            {"label": entry.label[:100], "value": entry.value, "default": entry.chosen},
            description=entry.description[:100],
            emoji=_read_emoji(find_emoji(entry.emoji) if entry.emoji else None),
        )
        for entry in control.items
    ]
    least, most = control.least, min(control.most, len(options))
    shown = {"type": MENU, "custom_id": custom_id, "min_values": least, "max_values": most, "options": options}
    return _add(shown, placeholder=control.placeholder[:150])


def _add(component: Component, **more: object) -> Component:
    """The component with those of `more` that aren't empty."""
    return component | {name: value for name, value in more.items() if value}


def _read_emoji(emoji: str | None) -> object:
    return discord.PartialEmoji.from_str(emoji).to_dict() if emoji else None


def make_modal(form: Form, table: int, sequence: int) -> discord.ui.Modal:
    """Make the modal of a form. The custom id of each field is its name."""
    modal = discord.ui.Modal(title=form.title[:45], custom_id=str(Control(table, form.name, sequence)), timeout=None)
    for form_field in form.fields:
        entry: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
            custom_id=form_field.name,
            style=discord.TextStyle.long if form_field.long else discord.TextStyle.short,
            default=form_field.value or None,
            placeholder=form_field.placeholder[:100] or None,
            required=form_field.required,
            max_length=form_field.most,
        )
        modal.add_item(discord.ui.Label(text=form_field.label[:45], component=entry))
    if form.file:
        upload: discord.ui.FileUpload[discord.ui.Modal] = discord.ui.FileUpload(
            custom_id="file", required=False, min_values=0, max_values=1
        )
        modal.add_item(discord.ui.Label(text=form.file[:45], component=upload))
    modal.stop()
    return modal
