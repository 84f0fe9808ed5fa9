"""Decisions on the house rules of a table: setting a rule, taking a preset, agreeing to changes."""

from bot.ports.requests import Requester
from bot.store.tables.rows import Status
from bot.tables.aggregate.changes import Change
from bot.tables.aggregate.permissions import must_host, must_not_be_closed, must_run, must_sit
from bot.tables.aggregate.table import Table
from bot.tables.fairness.sealing import must_not_be_dealing
from bot.tables.history import events
from bot.tables.lobby import house_rules
from bot.tables.lobby.seating import must_be_in_lobby
from games.core.options import Value, restore, settle
from games.core.refused import Refused


def set_house_rule(table: Table, requester: Requester, name: str, value: str) -> Change:
    """Set a house rule. After the start, this works only for rules on which no result depends.

    Raises Refused: unknown, not a value, started, closed, not the host.
    """
    must_host(table, requester)
    table_options = {option.name: option for option in house_rules.list_table_options(table.game)}
    must_not_be_closed(table)
    if table.status != Status.LOBBY and name not in house_rules.LATER:
        raise Refused("TABLE", "house_started")
    if table.status == Status.LOBBY:
        must_not_be_dealing(table)
    if name in table_options:
        chosen, settings = table_options[name].read(value), table.row.settings
        before = "" if name in house_rules.LATER else str(table_options[name].value_in(settings.house))
        changed = _make_change_event(table, requester, name, chosen, before)
        return Change((changed,), settings=settings.with_house_rule(name, chosen))
    settled = settle(table.game.OPTIONS, {name: house_rules.read_value(table.game, name, value)})[name]
    present = house_rules.as_json(restore(table.game.OPTIONS, table.row.options))
    options = house_rules.as_json(restore(table.game.OPTIONS, {**table.row.options, name: settled}))
    return Change((_make_change_event(table, requester, name, options[name], str(present[name])),), options=options)


def _make_change_event(table: Table, requester: Requester, name: str, value: Value, before: str) -> events.HouseChanged:
    spoken = house_rules.format_spoken(table.game, name, value)
    return events.HouseChanged(name, str(value), before, table.seat_of(requester.user), spoken)


def set_banter(table: Table, requester: Requester, on: bool) -> Change:
    """Let the robots of a table talk, or silence them. Anyone at the table may do this. Raises Refused: not of this
    table, closed."""
    must_run(table, requester)
    must_not_be_closed(table)
    name, typed = house_rules.BANTER.name, house_rules.format_stored(on)
    changed = events.HouseChanged(name, str(on), "", table.seat_of(requester.user), typed)
    return Change((changed,), settings=table.row.settings.with_house_rule(name, on))


def agree_to_house_rules(table: Table, requester: Requester, number: int) -> Change:
    """Agree to the house rules after change `number`. Raises Refused: not seated, not asked, changed since."""
    must_be_in_lobby(table)
    seat = must_sit(table, requester.user)
    if seat not in table.consent.awaited:
        raise Refused("TABLE", "house_agreed")
    if number != table.consent.changes:
        raise Refused("TABLE", "house_moved")
    return Change((events.HouseAgreed(seat),))


def take_preset(table: Table, requester: Requester, name: str) -> Change:
    """Set the house rules of a preset. A preset without values sets the rulebook's rules for the table's pace.

    Raises Refused: started, not the host, unknown, nothing would change.
    """
    must_host(table, requester)
    must_not_be_closed(table)
    if table.status != Status.LOBBY:
        raise Refused("TABLE", "house_started")
    must_not_be_dealing(table)
    if not name:
        raise Refused("TABLE", "no_button")
    wanted = house_rules.options_of(table.game, table.row.pace, {}, name)  # refuses an unknown name
    values = next(preset.values for preset in table.game.PRESETS if preset.name == name)
    present = house_rules.as_json(restore(table.game.OPTIONS, table.row.options))
    options = present | {option: wanted[option] for option in values} if values else wanted
    changed = tuple(
        _make_change_event(table, requester, option, value, str(present[option]))
        for option, value in options.items()
        if value != present[option]
    )
    if not changed:
        raise Refused("HOUSE", "preset_same", name=name)
    return Change(changed, options=options)
