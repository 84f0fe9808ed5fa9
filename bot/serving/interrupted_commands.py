"""Commands that were acknowledged but never answered, since their process was killed or gave its connection up.

They are noted while they run. Every process looks for such notes when it starts, and then again and again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

import discord

from bot.edge.interactions import read_stamp
from bot.edge.interrupted import end_thinking
from bot.ports.clock import Clock
from bot.store.processes import owed_answers
from bot.store.processes.owed_answers import LASTS, OwedAnswer, OwedAnswers
from bot.store.store import Store
from bot.store.tables import events
from bot.wording import HOST


def notes_of(owed: OwedAnswers) -> Callable[[discord.Interaction], None]:
    """Make the function that notes a command before it is acknowledged."""

    def note(interaction: discord.Interaction) -> None:
        number, user, place = interaction.id, interaction.user.id, interaction.channel_id or 0
        owed.begin(OwedAnswer(number, interaction.application_id, interaction.token, user, place, read_stamp(number)))

    return note


LOOKED_EVERY: Final = 30.0
"""Seconds between two looks for commands that are owed an answer."""


async def end_interrupted(client: discord.Client, data: Path, store: Store, clock: Clock, own: OwedAnswers) -> None:
    """Answer every command that an ended process, or a stopped part of this one, left unanswered, if Discord still
    accepts the answer."""
    with owed_answers.collect_left_answers(data) as left, own.collect_left() as mine:
        await asyncio.gather(*(_end(client, owed, store) for owed in (*left, *mine) if owed.at + LASTS > clock()))


async def _end(client: discord.Client, owed: OwedAnswer, store: Store) -> None:
    done = await store.read(events.is_known_somewhere, f"i:{owed.interaction}", owed.place, owed.user)
    text = HOST.say("edge/interrupted_done" if done else "edge/interrupted")
    await end_thinking(client, owed.application, owed.token, text)
