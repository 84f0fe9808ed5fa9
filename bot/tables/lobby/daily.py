"""The hand of the day: one person plays a day's deal with three robots in their DM. So does everybody else that day.

All hands of a day are dealt from one secret, without salts and without a seal. The commitment to the secret was made
before the day began. The table opens and begins in one commit, so the counter of its draws is the same for everybody.
"""

from dataclasses import replace
from typing import Final

from bot.ports.requests import Requester
from bot.store.tables.days import Deal
from bot.store.tables.rows import Secret
from bot.tables.aggregate.changes import Change
from bot.tables.aggregate.table import Table
from bot.tables.fairness import sealing
from bot.tables.fairness.chance import ChanceSource
from bot.tables.history import events
from bot.tables.history.entries import Entry
from bot.tables.lobby import house_rules, practice, starting
from bot.tables.lobby.opening import Draft, list_opening_events
from bot.tables.timing.days import find_last_moment
from bot.tables.timing.tempo import TEMPO
from games.core.game import AnyGame
from games.core.options import settle
from games.core.refused import Refused
from games.core.robots import Level
from games.core.seats import Seat

LEVEL: Final = Level.OLD_HAND
"""The level of the robots. Such robots play out no deals, so they make the same moves even on a busy machine."""


def draft(game: AnyGame, channel: int, requester: Requester, at: int, day: int) -> Draft:
    """Draft a table for the hand of a day in a DM channel. Its house rules are the same for everybody."""
    options = house_rules.as_json(settle(game.OPTIONS, practice.find_options_alone(game), game.DAILY))
    house = {sealing.SECRETS.name: sealing.SESSION, TEMPO.name: TEMPO.default}
    return Draft(game, 0, channel, requester, at, options=options, house=house, language=requester.language, day=day)


def open_table(table: Table, requester: Requester, deal: Deal, at: int, chance: ChanceSource) -> Change | None:
    """Seat the person and the robots, and begin the game from the day's secret; None if that was done already."""
    if table.sequence:
        return None
    seats = practice.seat_alone(requester, practice.count_players(table.game), LEVEL, at)
    committed = (events.CommittedTo(1, deal.commitment), events.SaltsClosed(1, "", 0), events.Sealed(1, ""))
    opened = (*list_opening_events(seats), *committed)
    entries = [Entry(sequence, at, None, event) for sequence, event in enumerate(opened, 1)]
    lobby = replace(table, seats=seats).after(entries)
    secret = Secret(table.id, 1, deal.commitment, deal.secret, {}, at, None)
    begun = starting.begin(replace(lobby, shuffle=lobby.shuffle.with_secret(secret)), at, chance)
    return replace(begun, events=(*opened, *begun.events), seats=seats, secret=bytes.fromhex(deal.secret))


def must_be_able_to_move(table: Table, seat: Seat | None, at: int) -> None:
    """Raise Refused at a hand of the day once the time for it is over, or while robots are to move first.

    Before the deal, robots move before the person, so that the draws come in the same order for everybody.
    """
    if table.day is None or table.playing is None or seat is None or not table.is_present(seat):
        return
    if at >= find_last_moment(table.day):
        raise Refused("TABLE", "day_over")
    view = table.playing.view
    if view.undealt and any(not table.is_present(other) for other in view.to_act):
        raise Refused("TABLE", "day_dealing")
