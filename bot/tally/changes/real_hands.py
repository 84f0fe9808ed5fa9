"""Hands from a real table in the books. Their entry waits until all who sat there have confirmed it, or some of them
and a week is over."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from bot.ports import DAY, Request
from bot.store import Connection
from bot.store.books import (
    Crew,
    Member,
    MemberNote,
    NewTransfer,
    TransferVerdict,
    crews,
    member_notes,
    postings,
    revisions,
)
from bot.tally.books import crew_settings, stakes
from bot.tally.books.apportionment import make_lines_of
from bot.tally.books.real_receipts import REAL
from bot.tally.changes.announcements import announce_entry, announce_settlement
from bot.tally.changes.ledger import CONFIRM, is_scorer, refuse_too_large
from games.core import AnyGame, Options, Refused, to_json

TIME_TO_ANSWER: Final = 7 * DAY
"""Milliseconds after which an entry waits for no more answers."""


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

    The entry counts once everybody who sat there, or a scorer who did not, has confirmed it. After `TIME_TO_ANSWER`,
    the word of one other person is enough (`ledger.confirm_due`). If the requester sat there, entering it is their
    confirmation. If fewer than two people of the server sat there, only the scorer may enter it; it counts at once if
    nobody did. `forget` drops the draft. Raises Refused.
    """
    game, members, options, events, hands = played
    revisions.lock(connection, crew.id)
    own = crew_settings.read_settings(crew.settings)
    people = {
        member.user_id for member in members
        if member.user_id is not None and not member_notes.get(connection, MemberNote.CROSSED, crew.id, member.id)
    }  # fmt: skip
    if (request.user not in people or len(people) < 2) and not is_scorer(own, request.requester):
        raise Refused("TALLY", "not_scorer")
    house = {**options, **crew_settings.find_table_options(crew.settings)}
    transfers = [transfer for transfer in stakes.make_transfers(game, events, house) if any(transfer.amounts)]
    if not transfers:
        raise Refused("REAL", "nothing")
    amounts = tuple(map(sum, zip(*(transfer.amounts for transfer in transfers), strict=True)))
    seats = [[account] for account in crews.open_accounts(connection, crew.id, [member.id for member in members])]
    weight = own.weight_of(game.NAME)
    data = {
        "rule": transfers[0].rule,
        "amounts": list(amounts),
        "seats": seats,
        **({} if weight == 1 else {"weight": str(weight)}),
        REAL: {"hands": hands, "receipts": to_json(game.receipts(events))},
    }
    with refuse_too_large():
        number = postings.post(
            connection,
            NewTransfer(
                crew=crew.id,
                source=f"{REAL}:{request.cause}",
                entries=make_lines_of(data),
                at=request.at,
                game=game.NAME,
                reason=transfers[0].reason if len(transfers) == 1 else REAL,
                by=request.user,
                state=postings.PENDING,
                confirm_at=request.at + TIME_TO_ANSWER,
                data=data,
                rules_version=game.RULES_VERSION,
            ),
        )
    forget(connection)
    if request.user in people:
        postings.judge(connection, number, TransferVerdict(CONFIRM, request.user, None, request.at))
    announce_entry(connection, number, request.at, request.location.channel)
    if not people:
        with refuse_too_large():
            postings.settle(connection, number, True)
        announce_settlement(connection, number, request.at)
    return number
