"""Days: the deal of each day, the hands that people play from that deal, and the members of the crews' dailies.

A day is a number: the days from 1970-01-01 to its date. `bot.tables.aggregate.days` says when it begins and ends.
"""

import hmac
from dataclasses import asdict, dataclass, field
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, insert, select, update

from bot.store.database.engine import Connection, find_insert
from bot.store.database.errors import Conflict
from bot.store.database.queries import count_rows, find_one, has_row, list_all, list_rows
from bot.store.database.schema import Json, crews, daily_deals, daily_hands, daily_members, tables


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal of a day, as its row has it. All who play that day are dealt from this one secret."""

    day: int
    game: str
    commitment: str
    secret: str = field(repr=False)
    """The secret in hexadecimal. It is public once `opened_at` is set."""
    created_at: int
    opened_at: int | None


class DailyHand(NamedTuple):
    """A person's one attempt at the hand of a day. Its fields are the columns of its row, in order."""

    table: int
    day: int
    user: int | None
    """The id of the person. If they were erased, it is a number below 0 until the secret of the day is open (see
    `has_begun`), and None afterwards."""
    begun_at: int
    ended_at: int | None
    """None while the hand is played."""
    score: int | None
    """The result of the player's side; None while the hand is played, and if the player left it."""
    squares: str
    """A letter for each other side: "a" if the player came out ahead of it, "l" if level, "b" if behind."""
    streak: int
    """The number of days in a row on which the person has finished a hand, this day included. 0 while they play the
    hand, and if they left it."""

    @property
    def is_finished(self) -> bool:
        """True if the hand was played to its end."""
        return self.ended_at is not None and self.score is not None


class MemberHand(NamedTuple):
    """The hand of a member of a crew's daily."""

    name: str
    joined_at: int
    """The time at which they joined."""
    hand: DailyHand
    is_known: bool = False
    """True if the crew knows them as a player (see `bot.store.books.known_players`)."""


# Deals.


def ensure_deal(connection: Connection, new: Deal) -> Deal:
    """Store the deal of a day unless it has one, and return its deal. Several processes may call this at once."""
    row = find_insert(connection)(daily_deals).values(asdict(new))
    connection.execute(row.on_conflict_do_nothing())
    found = find_deal(connection, new.day)
    if found is None:
        raise Conflict(f"the deal of day {new.day} was not stored")
    return found


def find_deal(connection: Connection, day: int) -> Deal | None:
    """The deal of a day; None if it has none yet."""
    return find_one(connection, Deal, select(daily_deals).where(daily_deals.c.day == day))


def list_unopened_deals(connection: Connection, before: int) -> list[Deal]:
    """The deals of days before day `before` whose secrets are not open yet, the oldest first."""
    wanted = (daily_deals.c.opened_at.is_(None), daily_deals.c.day < before)
    return list_all(connection, Deal, select(daily_deals).where(*wanted).order_by(daily_deals.c.day))


def has_later(connection: Connection, day: int, last: int) -> bool:
    """True if a day after day `day`, up to day `last`, has a deal."""
    return has_row(connection, select(daily_deals.c.day).where(daily_deals.c.day > day, daily_deals.c.day <= last))


def open_secret(connection: Connection, day: int, at: int, unless_running: bool = False) -> bool:
    """Open the secret of a day. Every hand of the day is dealt from the secret, so nobody can begin a hand any more.

    False if the day has no deal, or its secret is open already. With `unless_running`, also False while somebody
    plays the hand of the day.
    """
    deal = _lock_deal(connection, day)
    if deal is None or deal.opened_at is not None or (unless_running and has_running(connection, day)):
        return False
    connection.execute(update(daily_deals).where(daily_deals.c.day == day).values(opened_at=at))
    erased = (daily_hands.c.day == day, daily_hands.c.user_id < 0)
    connection.execute(update(daily_hands).where(*erased).values(user_id=None))
    return True


def _lock_deal(connection: Connection, day: int) -> Deal | None:
    """Lock and return the deal of a day; None if there is none. Nobody else opens it until this transaction ends."""
    return find_one(connection, Deal, select(daily_deals).where(daily_deals.c.day == day).with_for_update())


# Hands.


def begin(connection: Connection, table: int, day: int, user: int, at: int) -> None:
    """Note that a person begins the hand of a day at a table.

    Raises `Conflict` if they have begun it before, if the day's secret is open, or if the day has no deal.
    """
    deal = _lock_deal(connection, day)
    if deal is None or deal.opened_at is not None or has_begun(connection, user, day):
        raise Conflict("a person has one attempt at the hand of a day, while its secret is shut")
    connection.execute(
        insert(daily_hands).values(table_id=table, day=day, user_id=user, begun_at=at, squares="", streak=0)
    )


def has_begun(connection: Connection, user: int, day: int) -> bool:
    """True if a person has begun the hand of a day.

    It stays true if they are erased: until the secret of the day is open, their hand keeps a mark of them.
    """
    deal = find_deal(connection, day)
    if deal is None:
        return False
    own = daily_hands.c.user_id.in_((user, _make_erasure_mark(deal, user)))
    return has_row(connection, select(daily_hands.c.table_id).where(daily_hands.c.day == day, own))


def _make_erasure_mark(deal: Deal, user: int) -> int:
    """Make the number below 0 that stands for an erased person. It can be made only with the day's secret."""
    digest = hmac.digest(deal.secret.encode(), f"erased {user}".encode(), "sha256")
    return -1 - (int.from_bytes(digest[:8], "big") >> 1)


def find_hand_at(connection: Connection, table: int) -> DailyHand | None:
    """The hand of a day that is played at a table, or None."""
    return _find_latest_hand(connection, daily_hands.c.table_id == table)


def find_hand(connection: Connection, user: int, day: int) -> DailyHand | None:
    """A person's hand of a day, or None."""
    return _find_latest_hand(connection, daily_hands.c.user_id == user, daily_hands.c.day == day)


def find_hand_under_way(connection: Connection, user: int) -> DailyHand | None:
    """The hand of any day that a person is playing; None if they play none."""
    return _find_latest_hand(connection, daily_hands.c.user_id == user, daily_hands.c.ended_at.is_(None))


def find_revealed_hand(connection: Connection, user: int) -> DailyHand | None:
    """The last hand that a person has finished, among the days whose secrets are open; None if there is none."""
    own, finished = daily_hands.c.user_id == user, daily_hands.c.score.is_not(None)
    return _find_latest_hand(connection, own, finished, daily_deals.c.opened_at.is_not(None))


def find_place(connection: Connection, hand: DailyHand) -> tuple[int, int]:
    """The place of a finished hand among all that were finished on its day, from 1, and how many those were."""
    of_day, score = daily_hands.c.day == hand.day, daily_hands.c.score
    better, every = (
        count_rows(connection, daily_hands, of_day, own) for own in (score > hand.score, score.is_not(None))
    )
    return better + 1, every


def _find_latest_hand(connection: Connection, *wanted: ColumnElement[bool]) -> DailyHand | None:
    """The matching hand of the latest day. The conditions may also name columns of the day's deal."""
    query = select(daily_hands).join(daily_deals).where(*wanted).order_by(daily_hands.c.day.desc()).limit(1)
    return find_one(connection, DailyHand, query)


def end(connection: Connection, table: int, at: int, score: int | None, squares: str) -> DailyHand | None:
    """Note the end of a hand, and return it; None if there is none, or if it has ended.

    If its player left it, `score` is None.
    """
    known = find_hand_at(connection, table)
    if known is None or known.ended_at is not None:
        return None
    before = None if known.user is None else find_hand(connection, known.user, known.day - 1)
    streak = 0 if score is None else 1 + (0 if before is None else before.streak)
    values: dict[str, Json] = {"ended_at": at, "score": score, "squares": squares, "streak": streak}
    connection.execute(update(daily_hands).where(daily_hands.c.table_id == table).values(values))
    return known._replace(**values)


def drop_hand(connection: Connection, table: int) -> None:
    """Forget a hand that was never dealt, so that its player may begin again."""
    connection.execute(delete(daily_hands).where(daily_hands.c.table_id == table))


def has_running(connection: Connection, day: int) -> bool:
    """True while somebody plays the hand of a day."""
    running = (daily_hands.c.day == day, daily_hands.c.ended_at.is_(None), tables.c.closed_at.is_(None))
    return has_row(connection, select(daily_hands.c.table_id).join(tables).where(*running))


def list_unopened_tables(connection: Connection, user: int) -> list[int]:
    """The tables where a person plays, or played, the hand of a day whose secret is not open."""
    shut = (daily_hands.c.user_id == user, daily_deals.c.opened_at.is_(None))
    return list(connection.scalars(select(daily_hands.c.table_id).join(daily_deals).where(*shut)))


# The crews' dailies.


def join(connection: Connection, crew: int, user: int, name: str, at: int) -> None:
    """Let somebody join a crew's daily, or bring their name there up to date."""
    new = find_insert(connection)(daily_members).values(crew_id=crew, user_id=user, name=name, joined_at=at)
    connection.execute(new.on_conflict_do_update(index_elements=["crew_id", "user_id"], set_={"name": name}))


def leave(connection: Connection, crew: int, user: int) -> bool:
    """Let somebody leave a crew's daily. False if they had not joined it."""
    own = (daily_members.c.crew_id == crew, daily_members.c.user_id == user)
    return connection.execute(delete(daily_members).where(*own)).rowcount == 1


def crews_of(connection: Connection, user: int) -> list[int]:
    """The crews whose daily somebody has joined."""
    own = select(daily_members.c.crew_id).where(daily_members.c.user_id == user)
    return list(connection.scalars(own.order_by(daily_members.c.crew_id)))


def list_joined_crews(connection: Connection) -> list[int]:
    """The crews whose daily somebody has joined."""
    return list(connection.scalars(select(daily_members.c.crew_id).distinct()))


def list_hands_of_crew(connection: Connection, crew: int, first: int, last: int) -> list[MemberHand]:
    """The ended hands of the members of a crew's daily, from day `first` to day `last`."""
    of_member = daily_members.c.user_id == daily_hands.c.user_id
    wanted = (
        daily_members.c.crew_id == crew,
        daily_hands.c.day.between(first, last),
        daily_hands.c.ended_at.is_not(None),
    )
    columns = (daily_members.c.name, daily_members.c.joined_at, *daily_hands.c)
    joined = select(*columns).join(daily_members, of_member).where(*wanted)
    rows = connection.execute(joined.order_by(daily_hands.c.day, daily_hands.c.ended_at, daily_hands.c.table_id))
    return [MemberHand(name, joined_at, DailyHand(*hand)) for name, joined_at, *hand in rows]


# Personal data.


def export(connection: Connection, user: int) -> dict[str, Json]:
    """A person's hands of the day, and the dailies that they have joined, as JSON data."""
    mine = select(daily_hands).where(daily_hands.c.user_id == user).order_by(daily_hands.c.day)
    hands = [hand._asdict() for hand in list_all(connection, DailyHand, mine)]
    columns = (crews.c.guild_id, daily_members.c.name, daily_members.c.joined_at.label("at"))
    joined = select(*columns).join(daily_members).where(daily_members.c.user_id == user)
    return {
        "hands": [{name: value for name, value in hand.items() if name != "user"} for hand in hands],
        "joined": list_rows(connection, joined),
    }


def erase_hands(connection: Connection, user: int) -> None:
    """Take a person out of their hands.

    The rows stay: a table finds its day, and so whether the day's secret is open, through the row of its hand.

    Until the secret of the day is open, the hand keeps a mark of the person. So they cannot begin the same hand again,
    whose pieces they know.
    """
    own = daily_hands.c.user_id == user
    for day in list(connection.scalars(select(daily_hands.c.day).where(own).order_by(daily_hands.c.day))):
        deal = _lock_deal(connection, day)
        mark = None if deal is None or deal.opened_at is not None else _make_erasure_mark(deal, user)
        connection.execute(update(daily_hands).where(own, daily_hands.c.day == day).values(user_id=mark))
