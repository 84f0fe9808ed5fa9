"""Banter: a word that a robot says about what everybody has just seen, beside the line of the log.

It follows from public facts alone, and is never a message of its own.
"""

from collections.abc import Sequence
from typing import Final

from bot.tables.aggregate.table import Table
from bot.tables.history.entries import Entry, is_of_game
from bot.tables.lobby.house_rules import may_banter
from bot.wording import Words
from games.core.chance import Committed
from games.core.occasion import Occasion
from games.core.seats import Seat
from games.core.secret import view_event

_SPEAKS: Final = 60
"""The occasions of 100 on which a robot says something."""
_KEY: Final = b"banter"
"""The key of the chance for banter. It need not be secret: what is said follows from what everybody sees."""


def say_a_word(table: Table, entries: Sequence[Entry], words: Words) -> str:
    """The line that a robot says about the last of these public events; "" for none."""
    if not may_banter(table) or not entries or not is_of_game(entries[-1].event):
        return ""
    told = [view_event(entry.event, None) for entry in entries if is_of_game(entry.event)]
    occasion = table.game.find_occasion(told)
    if occasion is None:
        return ""
    luck = Committed(_KEY, (str(table.id), occasion.key), entries[-1].at)
    if luck.below(100) >= _SPEAKS:
        return ""
    found = [(seat, key) for seat in _list_robots(table) for key in _list_lines(occasion, seat, words)]
    if not found:
        return ""
    seat, key = found[luck.below(len(found))]
    facts = {"by": _name(occasion.by, words), "of": _name(occasion.of, words), "amount": occasion.amount}
    return words.say("banter/said", name=words.name(seat), line=words.say(key, **facts))


def _list_robots(table: Table) -> list[Seat]:
    """The seats of robots. One that stands in for a person says nothing in their name."""
    return [Seat(taken.seat) for taken in table.seats if taken.user_id is None]


def _list_lines(occasion: Occasion, seat: Seat, words: Words) -> list[str]:
    """The keys of the lines that suit a seat: as one that gained, one that paid, or one that looked on."""
    role = "by" if seat in occasion.by else "of" if seat in occasion.of else "other"
    keys: list[str] = []
    while words.knows(key := f"banter/{occasion.key}/{role}/{len(keys) + 1}"):
        keys.append(key)
    return keys


def _name(seats: tuple[Seat, ...], words: Words) -> str | tuple[str, ...]:
    names = tuple(map(words.name, seats))
    return names[0] if len(names) == 1 else names
