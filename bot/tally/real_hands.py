"""Hands from a real table in the books. Their entry waits until all who sat there have confirmed it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.ports.requests import Request
from bot.store.books import crossed, postings, revisions
from bot.store.books.crews import Crew, Member
from bot.store.books.postings import NewTransfer
from bot.store.database.engine import Connection
from bot.store.messages import outbox
from bot.tally import crew_settings, stakes
from bot.tally.announcements import make_entry_announcement, make_settlement_announcement
from bot.tally.apportionment import make_lines
from bot.tally.ledger import CONFIRM, is_scorer, refuse_busy, refuse_too_large
from bot.tally.real_receipts import REAL, receipt_as_json
from games.core.game import AnyGame
from games.core.options import Options
from games.core.receipt import Transfer
from games.core.refused import Refused


class PlayedHands(NamedTuple):
    """Hands that were played at a real table."""

    game: AnyGame
    members: Sequence[Member]
    """The member in each seat."""
    options: Options
    events: Sequence[object]
    hands: int
    """The number of hands."""


def post(
    connection: Connection, crew: Crew, request: Request, played: PlayedHands, forget: Callable[[Connection], None]
) -> int:
    """Enter the results of hands from a real table, and return the entry's number.

    The entry counts once everybody who sat there, or the scorer, has confirmed it. If the requester sat there, entering
    it is their confirmation. If fewer than two people of the server sat there, only the scorer may enter it. `forget`
    drops the draft. Raises Refused.
    """
    game, members, options, events, hands = played
    revisions.lock(connection, crew.id)
    refuse_busy(connection, crew)
    own = crew_settings.read_settings(crew.settings)
    people = {
        member.user_id for member in members
        if member.user_id is not None and not crossed.has_crossed(connection, crew.id, member.id)
    }  # fmt: skip
    if (request.user not in people or len(people) < 2) and not is_scorer(own, request.requester):
        raise Refused("TALLY", "not_scorer")
    house = {**options, **crew_settings.find_table_options(crew.settings)}
    transfers = [transfer for transfer in stakes.make_transfers(game, events, house) if any(transfer.amounts)]
    if not transfers:
        raise Refused("REAL", "nothing")
    amounts = tuple(map(sum, zip(*(transfer.amounts for transfer in transfers), strict=True)))
    seats = [[postings.open_account(connection, crew.id, f"m:{member.id}", member.id)] for member in members]
    weight = own.weight_of(game.NAME)
    with refuse_too_large():
        number = postings.post(
            connection,
            NewTransfer(
                crew=crew.id,
                source=f"{REAL}:{request.cause}",
                entries=make_lines(amounts, weight, seats) or [postings.Gain(account, 0) for (account,) in seats],
                at=request.at,
                game=game.NAME,
                reason=_name_result(transfers),
                by=request.user,
                state=postings.PENDING,
                data={
                    "rule": transfers[0].rule,
                    "amounts": list(amounts),
                    "seats": seats,
                    **({} if weight == 1 else {"weight": str(weight)}),
                    REAL: {"hands": hands, "receipts": [receipt_as_json(receipt) for receipt in game.receipts(events)]},
                },
                rules_version=game.RULES_VERSION,
            ),
        )
    forget(connection)
    if request.user in people:
        postings.judge(connection, number, CONFIRM, request.user, None, request.at)
    outbox.add(connection, make_entry_announcement(number, request.at, request.location.channel))
    if people <= {request.user}:
        with refuse_too_large():
            postings.settle(connection, number, True)
        outbox.add(connection, make_settlement_announcement(number, request.at))
    return number


def _name_result(transfers: Sequence[Transfer]) -> str:
    """The reason of the entry: that of its only result, or `REAL`."""
    return transfers[0].reason if len(transfers) == 1 else REAL
