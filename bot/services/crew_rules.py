"""A crew's default house rules for a game and pace: taken from a lobby, and used for new tables."""

from typing import Final

from bot.messages.house_rules import CREW_RULES
from bot.messages.lobby import describe_rules
from bot.messages.table_words import words_of
from bot.ports.requests import Location, Reply, Request, Requester, RequestId
from bot.ports.ui import Button, Message
from bot.store.books import crews, houses, revisions
from bot.store.books.crews import Crew
from bot.store.database.engine import Connection
from bot.store.tables.rows import Status
from bot.tables.aggregate.table import Table
from bot.tables.lobby import house_rules
from bot.tally import crew_settings
from bot.tally.crew_settings import language_of
from bot.tally.ledger import announce, is_scorer
from bot.wording import Language, Words
from games.core.options import Value
from games.core.refused import Refused

KEEP: Final = f"{CREW_RULES}.keep"
"""The button that makes the rules of a lobby the crew's defaults."""
FORGET: Final = f"{CREW_RULES}.forget"
"""The button that forgets the crew's defaults."""


def show(connection: Connection, table: Table, reader: Language) -> Reply:
    """Show the defaults that the crew of a table keeps for its game and pace."""
    words = words_of(table, reader)
    own = _read_kept(connection, table)
    text = words.say("house/ours" if own else "house/not_ours", **_list_facts(table, own, words))
    row = (
        Button(KEEP, words.label(KEEP), "primary", disabled=table.status != Status.LOBBY),
        Button(FORGET, words.label(FORGET), disabled=not own),
    )
    return Reply(Message("\n".join((text, words.say("house/keeping"))), rows=(row,), table=table.id))


def change(connection: Connection, table: Table, keep: bool, requester: Requester, request_id: RequestId) -> Reply:
    """Make the rules of a lobby the crew's defaults (`keep`), or forget the defaults. Announce a change.

    Raises Refused if the requester is neither the scorer nor an admin. Rules are kept only before the game starts.
    """
    crew = crews.find_crew(connection, table.row.crew)
    assert crew is not None
    revisions.lock(connection, crew.id)
    if not is_scorer(crew_settings.read_settings(crew.settings), requester):
        raise Refused("TALLY", "not_scorer")
    if keep and table.status != Status.LOBBY:
        raise Refused("TABLE", "started")
    before, after = _read_kept(connection, table), _list_changed(table, crew) if keep else {}
    paces = houses.find(connection, crew.id, table.game.NAME) | {table.row.pace: after}
    houses.put(connection, crew.id, table.game.NAME, paces, requester.user, request_id.at)
    if after != before:
        request = Request(requester, Location(table.row.guild, table.place), request_id)
        facts = _list_facts(table, after, Words(language_of(crew), table.row.game))
        key = "house_kept" if after else "house_forgotten"
        announce(connection, crew, key, request, game=table.row.game, **facts)
    return show(connection, table, requester.language)


def _list_facts(table: Table, own: dict[str, Value], words: Words) -> dict[str, str]:
    return {
        "title": table.game.TITLE,
        "pace": words.say(f"pace/{table.row.pace}"),
        "changed": describe_rules(table.game, own, words),
    }


def _read_kept(connection: Connection, table: Table) -> dict[str, Value]:
    known = (*table.game.OPTIONS, *house_rules.settings_of(table.game))
    return house_rules.read_crew_defaults(connection, table.row.crew, table.game, table.row.pace, known)


def _list_changed(table: Table, crew: Crew) -> dict[str, Value]:
    """The rules of a table that differ from those that a new table of its game and pace would have."""
    new = house_rules.options_of(table.game, table.row.pace, {}, "") | house_rules.find_default_settings(
        crew, table.game
    )
    present = {**table.row.options, **table.row.settings.house}
    return {name: value for name, value in present.items() if name in new and value != new[name]}
