"""Decision on taking a whole set of house rules in the lobby."""

from __future__ import annotations

from bot.ports.requests import Requester
from bot.store.tables import Status
from bot.tables import events, house_rules
from bot.tables.changes import Change
from bot.tables.lobby import must_host
from bot.tables.sealing import must_not_be_dealing
from bot.tables.table import Table
from games.core.options import restore
from games.core.refused import Refused


def take_preset(table: Table, who: Requester, name: str) -> Change:
    """Set the house rules of a preset. One without values is the rulebook, as new tables of this pace have it.

    Raises Refused: started, not the host, unknown, nothing would change.
    """
    must_host(table, who)
    if table.status != Status.LOBBY:
        raise Refused("TABLE", "closed" if table.status == Status.CLOSED else "house_started")
    must_not_be_dealing(table)
    if not name:
        raise Refused("TABLE", "no_button")
    wanted = house_rules.options_of(table.game, table.row.pace, {}, name)  # refuses an unknown name
    values = next(known.values for known in table.game.PRESETS if known.name == name)
    present = house_rules.as_json(restore(table.game.OPTIONS, table.row.options))
    options = present | {option: wanted[option] for option in values} if values else wanted
    seat = table.seat_of(who.user)
    changed = tuple(
        events.HouseChanged(option, str(value), str(present[option]), seat, house_rules.said(table.game, option, value))
        for option, value in options.items()
        if value != present[option]
    )
    if not changed:
        raise Refused("HOUSE", "preset_same", name=name)
    return Change(changed, options=options)
