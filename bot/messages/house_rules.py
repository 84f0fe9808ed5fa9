"""House rules by hand: a menu of them all, then the values of the one that was chosen, or a form for it."""

from __future__ import annotations

from typing import Any, Final

from bot.messages.controls import MOST_ITEMS
from bot.ports.requests import Reply
from bot.ports.ui import Button, Field, Form, Item, Menu, Message, Row
from bot.tables.house_rules import settings_of, typed
from bot.tables.table import Table
from bot.wording import label, say
from games.core.options import Option

HOUSE: Final = "lobby.house"
CREW_RULES: Final = "lobby.ours"
"""The button that shows the crew's own rules, with those that keep and forget them."""
PAGES: Final = tuple(HOUSE if page == 1 else f"{HOUSE}~{page}" for page in (1, 2, 3, 4))
"""What the menus of the rules are called, a page each; the first is the lobby's button too."""
SET: Final = f"{HOUSE}.set"
"""The form, and the menu of a rule's values."""


def rules_of(table: Table) -> tuple[Option, ...]:
    """The game's own rules, then those of the table itself."""
    return (*table.game.OPTIONS, *settings_of(table.game))


def named(name: str) -> str:
    """The name that is meant by what was typed: "Call mode" is "call_mode"."""
    return "_".join(name.lower().replace("_", " ").split())


def plain(identifier: str) -> str:
    """An identifier as it is read."""
    return identifier.replace("_", " ")


def meant(values: tuple[str, ...]) -> tuple[str, str]:
    """The rule and the value of a filled form, or of a menu of values."""
    name, value = values if len(values) == 2 else values[0].partition("=")[::2]
    return named(name), value


def ask(table: Table, values: tuple[str, ...]) -> Reply:
    """The menus of all rules; with a rule's name, the menu of its values, or a form where they are not few."""
    option = next((one for one in rules_of(table) if one.name in values), None)
    if option is None:
        return Reply(_all(table))
    choices = few(option)
    if not choices:
        return Reply(form=_form(option))
    now = typed(_value(table, option))
    items = tuple(Item(f"{option.name}={each}", plain(each), chosen=each == now) for each in choices)
    row: Row = (Menu(SET, say("house/value"), items),)
    return Reply(Message(told(table, option), rows=(row,), table=table.id))


def told(table: Table, option: Option) -> str:
    """A rule as it stands: what it is about, its value, what it may be."""
    return say(
        "house/one",
        name=option.name,
        value=plain(typed(_value(table, option))),
        plain=option.plain,
        allowed=plain(option.allowed),
        rule=option.rule,
    )


def _all(table: Table) -> Message:
    rules = rules_of(table)
    pages = [rules[start : start + MOST_ITEMS] for start in range(0, len(rules), MOST_ITEMS)]
    menus = tuple((_page(table, what, page),) for what, page in zip(PAGES, pages, strict=False))
    return Message(
        say("house/pick"),
        rows=(*menus, (Button(CREW_RULES, label(CREW_RULES)),)),
        table=table.id,
    )


def _page(table: Table, what: str, options: tuple[Option, ...]) -> Menu:
    items = tuple(
        Item(
            one.name,
            say("house/item", name=one.name, value=plain(typed(_value(table, one))))[:100],
            one.plain[:100],
        )
        for one in options
    )
    first, last = (plain(one.name) for one in (options[0], options[-1]))
    return Menu(what, say("house/page", first=first, last=last), items)


def _value(table: Table, option: Option) -> Any:
    held = table.row.options if option in table.game.OPTIONS else table.row.settings
    return held.get(option.name, option.default)


def few(option: Option) -> tuple[str, ...]:
    """The values, where they are few enough for a menu."""
    values = (True, False) if isinstance(option.default, bool) else option.values
    return tuple(map(typed, values)) if len(values) <= MOST_ITEMS else ()


def _form(option: Option) -> Form:
    return Form(
        SET,
        say("form/house"),
        (
            Field("option", say("form/house_option"), value=plain(option.name)),
            Field("value", say("form/house_value"), placeholder=option.allowed[:100]),
        ),
    )
