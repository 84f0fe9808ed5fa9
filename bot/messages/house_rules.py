"""Messages for changing house rules: menus of all rules, then a menu or form for the value of the chosen one."""

from __future__ import annotations

from typing import Final

from bot.messages.controls import MOST_ITEMS
from bot.ports.requests import Reply
from bot.ports.ui import Button, Field, Form, Item, Menu, Message, Row
from bot.tables.house_rules import said, settings_of, typed
from bot.tables.table import Table
from bot.wording import house_identifier, house_name, label, say
from games.core.options import Option, Options, Value

HOUSE: Final = "lobby.house"
CREW_RULES: Final = "lobby.ours"
"""The button that shows the crew's default rules, with buttons to keep or forget them."""
PAGES: Final = tuple(HOUSE if page == 1 else f"{HOUSE}~{page}" for page in (1, 2, 3, 4))
"""The names of the menus of rules, one for each page. The first is also the name of the lobby's button."""
SET: Final = f"{HOUSE}.set"
"""The name of the form for a rule, and of the menu of its values."""


def rules_of(table: Table) -> tuple[Option, ...]:
    """The game's own rules, then those of the table itself."""
    return (*table.game.OPTIONS, *settings_of(table.game))


def plain(identifier: str) -> str:
    """Turn an identifier into text: "call_mode" becomes "call mode"."""
    return identifier.replace("_", " ")


def meant(values: tuple[str, ...]) -> tuple[str, str]:
    """The rule and the value from a completed form or a menu of values."""
    name, value = values if len(values) == 2 else values[0].partition("=")[::2]
    return house_identifier(name), value


def ask(table: Table, values: tuple[str, ...]) -> Reply:
    """Show the menus of all rules. If `values` names a rule, show its values, or a form if there are too many."""
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
    """Describe a rule: its purpose, its present value and the allowed values."""
    return say(
        "house/one",
        name=house_name(option.name),
        value=plain(said(table.game, option.name, _value(table, option))),
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
            say("house/item", name=house_name(one.name), value=plain(said(table.game, one.name, _value(table, one))))[
                :100
            ],
            one.plain[:100],
        )
        for one in options
    )
    first, last = (house_name(one.name) for one in (options[0], options[-1]))
    return Menu(what, say("house/page", first=first, last=last), items)


def _value(table: Table, option: Option) -> Value:
    held: Options = table.row.options if option in table.game.OPTIONS else table.row.settings
    return held.get(option.name, option.default)


def few(option: Option) -> tuple[str, ...]:
    """The values of a rule if a menu can hold them; otherwise none."""
    values = (True, False) if isinstance(option.default, bool) else option.values
    return tuple(map(typed, values)) if len(values) <= MOST_ITEMS else ()


def _form(option: Option) -> Form:
    return Form(
        SET,
        say("form/house"),
        (
            Field("option", say("form/house_option"), value=house_name(option.name)),
            Field("value", say("form/house_value"), placeholder=option.allowed[:100]),
        ),
    )
