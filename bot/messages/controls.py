"""What a seat, or the crowd, could do, as rows of buttons and menus.

Controls follow from `choices(view)` alone: for the crowd they are the same for everybody in a phase, and for a seat
they are what the public table and its own hand allow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.ports.ui import Button, Item, Menu, Row
from bot.tables.table import Table
from bot.wording import Words, label, label_words, say
from games.core.game import AnyGame
from games.core.moves import Choice

MOST_BUTTONS = 5
"""Arguments of one verb that are still buttons; more are a menu."""
MOST_NUMBERS = 10
"""The same for numbers, which are short, and have to be called quickly."""
MOST_ITEMS = 25
"""Items of one menu (Discord's limit)."""
MOST_ROWS = 5
"""Rows of one message (Discord's limit)."""


def rows(
    game: AnyGame,
    view: Any,
    words: Words,
    extra: Sequence[Button] = (),
    most_rows: int = MOST_ROWS,
    crowd: Any = None,
) -> tuple[Row, ...]:
    """The controls of a view, with `extra` buttons in the last row. Menus come first, a row each.

    Whoever is asked (`crowd` tells) has all that anybody may say, so that a player's buttons do not tell him what
    he could truly say.
    """
    by_verb: dict[str, list[Choice]] = {}
    for choice in (*_shouts(game, view, crowd), *game.choices(view)):
        some = by_verb.setdefault(choice.verb, [])
        if choice not in some:
            some.append(choice)
    numbers = {verb.name for verb in game.VERBS if verb.takes == "amount"}
    menus: list[Row] = []
    buttons: list[Button] = []
    for verb, some in by_verb.items():
        if view.seat is None:
            buttons.append(_button(verb, "", words)) if any(not one.argument for one in some) else None
        elif len(some) <= (MOST_NUMBERS if verb in numbers else MOST_BUTTONS):
            buttons += [_button(verb, one.argument, words) for one in some]
        else:
            menus += _menus(verb, some, words)
    last = list(extra)
    room = most_rows - min(len(menus), 3) - 1
    body = buttons[: room * 5] if last else buttons[: (room + 1) * 5]
    packed = [tuple(body[start : start + 5]) for start in range(0, len(body), 5)]
    made = [*menus[:3], *packed, *([tuple(last[:5])] if last else [])]
    return tuple(row for row in made if row)


def _shouts(game: AnyGame, view: Any, crowd: Any) -> tuple[Choice, ...]:
    """The words that anybody may shout now, where nothing but words can be shouted, for one who is asked."""
    if crowd is None or view.seat not in crowd.to_act:
        return ()
    words = game.choices(crowd)
    return words if game.choices(view) and not any(one.argument for one in words) else ()


def _button(verb: str, argument: str, words: Words) -> Button:
    text = f"{label(verb, words.game, words.talk)} {label_words(argument, words)}".strip()
    return Button(f"{verb}.{argument}" if argument else verb, text[:80], "primary", emoji=_piece(argument))


def _piece(argument: str) -> str:
    """The piece that an argument begins with, for an application emoji."""
    return argument.partition(" ")[0]


def _menus(verb: str, some: Sequence[Choice], words: Words) -> list[Row]:
    found: list[Row] = []
    bare = [one for one in some if not one.argument]
    named = [one for one in some if one.argument]
    for number, start in enumerate(range(0, len(named), MOST_ITEMS)):
        page = named[start : start + MOST_ITEMS]
        items = tuple(
            Item(one.argument[:100], label_words(one.argument, words)[:100], emoji=_piece(one.argument)) for one in page
        )
        what = verb if number == 0 else f"{verb}~{number + 1}"
        key = "menu/pick" if len(named) <= MOST_ITEMS else "menu/page"
        facts = {"first": items[0].label, "last": items[-1].label}
        placeholder = say(key, words.game, words.talk, verb=label(verb, words.game, words.talk), **facts)
        found.append((Menu(what, placeholder, items),))
    if bare:
        found.append((_button(verb, "", words),))
    return found


def split(what: str) -> tuple[str, str]:
    """Verb and argument of a control: "discard.R1" is "discard" and "R1", "discard~2" is "discard"."""
    verb, _, argument = what.partition(".")
    return verb.partition("~")[0], argument


def moment(table: Table, made: Sequence[Row]) -> int:
    """What completes the custom ids of these controls: how many events were told when the table's present subject
    came, where they make moves; 0 where they do not, so that a message without moves need not be edited for it."""
    verbs = {verb.name for verb in table.game.VERBS}
    return table.visibility.controls_from if any(split(one.what)[0] in verbs for row in made for one in row) else 0
