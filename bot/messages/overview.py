"""*What waits for me*: a person's open tables in one list, those that wait for them first, each with a button."""

from collections.abc import Sequence
from typing import Final

from bot.messages.boards.questions import is_asked
from bot.messages.parts.table_words import words_of
from bot.ports import Accent, Button, Message, Part, Pattern, Section, Text, lay_out
from bot.tables.aggregate import Table, name_table
from bot.tables.timing.deadlines import list_awaited_seats
from bot.wording import Words

SHOW: Final = Pattern("mine.{number:int}")
MOST: Final = 10
"""The most tables in the list: each takes a section of three components, and a layout may have forty."""


def make_overview(tables: Sequence[Table], user: int, words: Words) -> Message:
    """List a person's tables."""
    if not tables:
        return Message(words.say("mine/none"))
    ranked = sorted(tables, key=lambda table: (not waits_for_person(table, user), -table.shown_at, table.id))
    waiting = sum(waits_for_person(table, user) for table in ranked)
    parts: list[Part] = [Text(words.say("mine/head", count=waiting) if waiting else words.say("mine/nothing"))]
    parts += [_make_section(table, user, words) for table in ranked[:MOST]]
    if len(ranked) > MOST:
        parts.append(Text(words.say("mine/more", count=len(ranked) - MOST)))
    return lay_out(Accent.NONE, parts)


def waits_for_person(table: Table, user: int) -> bool:
    """True if a table waits for a person, or asks them something."""
    seat = table.seat_of(user)
    if seat is None or not table.is_live or not table.is_present(seat):
        return False
    return seat in list_awaited_seats(table) or is_asked(table, seat)


def _make_section(table: Table, user: int, words: Words) -> Section:
    label = "mine.show" if waits_for_person(table, user) else "mine.look"
    text = words.say(
        "mine/table",
        title=table.game.TITLE,
        name=name_table(table.id),
        place=f"<#{table.place}>",
        state=_describe(table, user, words),
    )
    style = "primary" if waits_for_person(table, user) else "secondary"
    return Section(text, Button(SHOW.make(number=table.id), words.label(label), style))


def _describe(table: Table, user: int, words: Words) -> str:
    """Say what a table waits for."""
    seat = table.seat_of(user)
    if table.is_lobby:
        return words.say("mine/lobby", count=len(table.seats))
    if table.is_paused:
        return words.say("mine/paused")
    if seat is not None and not table.is_present(seat):
        return words.say("mine/away")
    if seat is not None and seat in list_awaited_seats(table):
        return words.say("mine/turn", since=f"<t:{table.waiting.since // 1000}:R>")
    if seat is not None and is_asked(table, seat):
        return words.say("mine/question")
    names = tuple(map(words_of(table).name, table.public_view.to_act))
    return words.say("mine/others", names=names) if names else words.say("mine/between")
