"""The wording of a table: its game, its players' names, and the talk and nicknames that its house chose."""

from __future__ import annotations

from collections.abc import Mapping

from bot.ports.text import clean_name
from bot.tables.aggregate.outsiders import outsiders_of
from bot.tables.aggregate.table import Table
from bot.wording import Words
from bot.wording.pieces import Nicknames
from games.core.options import Options


def talk_of(options: Options) -> str:
    """The talk that the house chose ("messdeck"); empty in games without a choice."""
    return str(options.get("talk", ""))


def nicknames_of(options: Options) -> Nicknames:
    """The house's own names of pieces, by code; none in games without the choice."""
    named = options.get("nicknames")
    return tuple((code, clean_name(name)) for code, name in named.items()) if isinstance(named, Mapping) else ()


def words_of(table: Table) -> Words:
    """The wording of a table: its game, its players' names, its talk and its nicknames."""
    return Words(
        table.row.game,
        table.names,
        talk_of(table.row.options),
        nicknames_of(table.row.options),
        outsiders=outsiders_of(table),
    )
