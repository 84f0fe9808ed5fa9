"""Rows of controls and forms as discord.py's views: a fresh one a message, stopped before it is sent.

A stopped view is plain data to the library: it is written into the message and not remembered, so that a press
after a restart, or in another process, is as good as any.
"""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.edge.custom_ids import Control
from bot.ports.ui import Button, Form, Menu, Message

STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}

Emojis = Callable[[str], str | None]
"""A piece's code or a Unicode emoji -> what Discord is to be given ("<:b_r1:123>", "🂡"), or None: no picture."""


def view(message: Message, emoji: Emojis) -> discord.ui.View | None:
    """The controls of a message, or None if it has none."""
    if not message.rows:
        return None
    made = discord.ui.View(timeout=None)
    for place, row in enumerate(message.rows):
        for control in row:
            made.add_item(_item(control, message.table, message.seq, place, emoji))
    made.stop()
    return made


def _item(
    control: Button | Menu, table: int, seq: int, row: int, emoji: Emojis
) -> discord.ui.Button[discord.ui.View] | discord.ui.Select[discord.ui.View]:
    custom_id = str(Control(table, control.what, seq))
    if isinstance(control, Button):
        return discord.ui.Button(
            style=STYLES[control.style],
            label=control.label[:80] or None,
            emoji=emoji(control.emoji) if control.emoji else None,
            disabled=control.disabled,
            custom_id=custom_id,
            row=row,
        )
    options = [
        discord.SelectOption(
            label=item.label[:100],
            value=item.value,
            description=item.plain[:100] or None,
            emoji=emoji(item.emoji) if item.emoji else None,
            default=item.chosen,
        )
        for item in control.items
    ]
    return discord.ui.Select(
        custom_id=custom_id,
        placeholder=control.placeholder[:150] or None,
        min_values=control.least,
        max_values=min(control.most, len(options)),
        options=options,
        row=row,
    )


def modal(form: Form, table: int, seq: int) -> discord.ui.Modal:
    """The form as a modal; each field's custom id is its name."""
    made = discord.ui.Modal(title=form.title[:45], custom_id=str(Control(table, form.what, seq)), timeout=None)
    for each in form.fields:
        made.add_item(
            discord.ui.TextInput(
                custom_id=each.name,
                label=each.label[:45],
                style=discord.TextStyle.long if each.long else discord.TextStyle.short,
                default=each.value or None,
                placeholder=each.placeholder[:100] or None,
                required=each.required,
                max_length=each.most,
            )
        )
    made.stop()
    return made
