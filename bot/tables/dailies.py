"""A crew's daily: its channel, the results of its members in the hand of the day, and the standings of a month.

A result is noted and announced in the transaction of the move that ends its hand. It enters no books, and so no debts,
records or seasons. A crew sees a result only if its player has joined the crew's daily.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from bot.store import Connection, NewMessage
from bot.store.books import Crew, crews, revisions
from bot.store.books.known_players import find_known
from bot.store.messages import outbox
from bot.store.tables import days
from bot.store.tables.days import Deal, MemberHand
from bot.tables.aggregate import Proposal, RowWriter, Table
from bot.tables.aggregate.days import find_end
from games import registry
from games.core import AnyGame, Seat, sides_of
from games.core.chance import make_commitment

KIND: Final = "daily"
"""The kind of the dailies' announcements in the outbox."""
AHEAD: Final = "a"
LEVEL: Final = "l"
BEHIND: Final = "b"


def ensure_deal(connection: Connection, day: int, secret: bytes, at: int) -> Deal:
    """The one deal of a day. If the day has no deal yet, make it from this secret. The games take turns, day by day."""
    games = tuple(registry.NAMES)
    new = Deal(day, games[day % len(games)], make_commitment(secret), secret.hex(), at, None)
    return days.ensure_deal(connection, new)


def score_of(table: Table) -> tuple[int, str] | None:
    """The player's score, and a letter for each other side; None if the hand was not played to its end."""
    if table.playing is None or table.hand_open or not table.public_view.hand:
        return None
    scores = table.public_view.scores
    own = scores[table.player]
    others = [scores[side[0]] for side in sides_of(table.game.PARTNERS, len(scores)) if table.player not in side]
    squares = "".join(AHEAD if own > other else LEVEL if own == other else BEHIND for other in others)
    return find_score(table.game, scores, table.player), squares


def find_score(game: AnyGame, amounts: Sequence[int], seat: Seat) -> int:
    """A seat's score in a hand that brought the seats these amounts: in a game of points the lead over the best other
    side, in other games the amount that the seat won or lost."""
    best = max(amounts[side[0]] for side in sides_of(game.PARTNERS, len(amounts)) if seat not in side)
    return amounts[seat] - (best if game.STAKES.by_points else 0)


def plan_result(proposal: Proposal) -> RowWriter | None:
    """The writer of the result of a hand of the day; None unless such a hand ends."""
    if not proposal.closes or proposal.after.row.day is None:
        return None
    return lambda connection: note_end(connection, proposal.after, proposal.at)


def note_end(connection: Connection, table: Table, at: int) -> None:
    """Note how a hand of the day ended, and announce it to the crews whose daily its player has joined.

    A hand that was never dealt is forgotten, so that its player may begin again. A hand that its player left counts as
    their attempt, and is announced nowhere.
    """
    if table.playing is None:
        days.drop_hand(connection, table.id)
        return
    scored = score_of(table)
    ended = days.end(connection, table.id, at, *(scored if scored is not None else (None, "")))
    user = table.occupant(table.player).user_id
    if ended is None or not ended.is_finished or user is None:
        return
    for crew in days.crews_of(connection, user):
        payload = {"crew": crew, "table": table.id}
        outbox.add(connection, NewMessage(KIND, payload, f"daily:{table.id}:{crew}", at))


def announce_month(connection: Connection, crew: int, first: int, at: int) -> None:
    """Announce to a crew who won the month that began with day `first`. Further calls announce nothing."""
    payload = {"crew": crew, "month": first}
    outbox.add(connection, NewMessage(KIND, payload, f"month:{first}:{crew}", at))


_CHANNEL: Final = "daily"
"""The key of the channel in a crew's settings."""


def channel_of(crew: Crew) -> int:
    """The channel or thread in which a crew's results are posted; 0 before anybody has joined."""
    return int(crew.settings.get(_CHANNEL, 0))


def set_channel(connection: Connection, crew: int, channel: int) -> None:
    """Let a crew's results be posted in a channel or thread from now on."""
    revisions.lock(connection, crew)
    row = crews.find_crew(connection, crew)
    if row is not None:
        crews.change_settings(connection, crew, {**row.settings, _CHANNEL: channel})


def list_hands(connection: Connection, crew: int, first: int, last: int) -> list[MemberHand]:
    """The ended hands of a crew's members on the days `first` to `last`, as far as the crew may see them.

    A crew may not see a member's hand of a day that was over before the member joined.
    """
    found = days.list_hands_of_crew(connection, crew, first, last)
    known = find_known(connection, crew, {member.hand.user for member in found if member.hand.user is not None})
    return [
        member._replace(is_known=member.hand.user in known)
        for member in found
        if member.joined_at < find_end(member.hand.day)
    ]


class MonthOfMember(NamedTuple):
    """A member's month."""

    name: str
    points: int
    played: int
    """The number of hands that they have finished."""


def rank_month(hands: Iterable[MemberHand]) -> list[MonthOfMember]:
    """The standings of a month from its ended hands, the best first.

    A finished hand of a member whom the crew knows is worth a point, and one more point for each other such hand that
    did worse with the same deal. Nobody gets points from spare accounts, which have played with nobody.
    """
    scores: defaultdict[int, dict[int, int]] = defaultdict(dict)
    names: dict[int, str] = {}
    points, played = Counter[int](), Counter[int]()
    for member, hand in ((member, member.hand) for member in hands if member.is_known):
        if hand.user is not None and hand.score is not None:
            scores[hand.day][hand.user] = hand.score
            names[hand.user] = member.name
    for scores_of_day in scores.values():
        for user, score in scores_of_day.items():
            points[user] += 1 + sum(other < score for other in scores_of_day.values())
            played[user] += 1
    found = [MonthOfMember(names[user], points[user], played[user]) for user in points]
    return sorted(found, key=lambda standing: (-standing.points, standing.played, standing.name))


def rank_day(hands: Iterable[MemberHand]) -> list[MemberHand]:
    """The ended hands of one day, the best first; those that were left come last."""
    return sorted(
        hands, key=lambda ended: (ended.hand.score is None, -(ended.hand.score or 0), ended.hand.ended_at or 0)
    )
