"""Translates controls and forms into discord.py's views. Each message gets a new view, which is stopped at once.

The library writes a stopped view into the message and then forgets it. Presses arrive as plain interactions, so they
also work after a restart and in another process.
"""

from collections.abc import Callable
from typing import Any

import discord

from bot.edge.custom_ids import Control
from bot.ports import Button, Form, Menu, Message

FindEmoji = Callable[[str], str | None]
"""Finds the emoji for a piece's code, in Discord's spelling ("<:Jimmy_Rick:123>"); None if there is none. A Unicode
emoji ("🂡") is returned as it is."""


def make_view(message: Message, find_emoji: FindEmoji) -> discord.ui.View | None:
    """Make the view of a message's controls; None if it has none."""
    if not message.rows:
        return None
    view = discord.ui.View(timeout=None)
    for place, row in enumerate(message.rows):
        for control in row:
            view.add_item(make_control(control, message, find_emoji, place))
    view.stop()
    return view


def make_control(
    control: Button | Menu, message: Message, find_emoji: FindEmoji, row: int | None = None
) -> discord.ui.Button[Any] | discord.ui.Select[Any]:
    """Make a button or menu of a message. `row` is its row, or None in a layout."""
    custom_id = str(Control(message.table, control.name, message.sequence))
    if isinstance(control, Button):
        emoji = find_emoji(control.emoji) if control.emoji else None
        text = control.label if emoji is None or control.beside is None else control.beside
        return discord.ui.Button(
            style=discord.ButtonStyle[control.style],
            label=text[:80] or None,
            emoji=emoji,
            disabled=control.disabled,
            custom_id=custom_id,
            row=row,
        )
    options = [
        discord.SelectOption(
            label=entry.label[:100],
            value=entry.value,
            description=entry.description[:100] or None,
            emoji=find_emoji(entry.emoji) if entry.emoji else None,
            default=entry.chosen,
        )
        for entry in control.items
    ]
    return discord.ui.Select(
        custom_id=custom_id,
        placeholder=control.placeholder[:150] or None,
        min_values=control.least,
        max_values=min(control.most, len(options)),
        options=options,
        row=row,
    )


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
