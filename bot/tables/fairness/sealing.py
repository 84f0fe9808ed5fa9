"""Seals: before anything is drawn from a shuffle, its salts are closed and sealed by a public message.

Discord chooses the id of that message, and the deal depends on the id. So nobody can get a certain deal by choosing the
last salt, not even a host who reads the secret in the database. Only the first record of each step counts.
"""

from __future__ import annotations

from typing import Final, Protocol

from bot.ports.requests import Requester
from bot.ports.text import clean
from bot.store.tables.rows import Status
from bot.tables.aggregate.changes import Change
from bot.tables.aggregate.table import Table
from bot.tables.fairness.chance import WatchedChance
from bot.tables.history import events
from games.core.game import AnyGame
from games.core.options import Option
from games.core.proof import Tree
from games.core.refused import Refused

SESSION: Final = "session"
HAND: Final = "hand"
SECRETS: Final = Option(
    "secrets",
    SESSION,
    "HOUSE",
    "When secrets open: when the session ends, or after every hand, folded and mucked cards too",
    (SESSION, HAND),
)
"""The house rule that says when secrets open."""


class Unsealed(Exception):
    """A decision would draw from a shuffle without a seal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Sealer(Protocol):
    """An interface to post the messages that seal salts."""

    async def post(self, table: Table) -> str:
        """Post the seal of a table's present shuffle. Returns the id of the message; "" if Discord takes none."""
        ...


def opens_each_hand(table: Table) -> bool:
    """True if the secret of the present shuffle opens at the end of its hand.

    This is so by house rule, and for hands dealt by older releases, which cannot be checked otherwise.
    """
    return asks_each_hand(table) or table.shuffle.closed_at is None


def asks_each_hand(table: Table) -> bool:
    """True if a house rule asks that secrets open after every hand."""
    return SECRETS.value_in(table.row.settings.house) == HAND


def must_not_be_dealing(table: Table) -> None:
    """Raise Refused if the salts are closed: the deal has begun, so nothing that it depends on may change."""
    if table.shuffle.closed_at is not None:
        raise Refused("TABLE", "dealing")


def close_salts(table: Table, number: int) -> Change | None:
    """Close the salts of a shuffle; None if they are closed already, or the shuffle is not the present one."""
    shuffle = table.shuffle
    return Change((events.SaltsClosed(number),)) if shuffle.number == number and shuffle.closed_at is None else None


def seal(table: Table, number: int, message: str) -> Change | None:
    """Record the seal of a shuffle; None if it has one already, or is not the present one."""
    shuffle = table.shuffle
    return Change((events.Sealed(number, message),)) if shuffle.number == number and shuffle.seal is None else None


def prove_draws(table: Table, chance: WatchedChance) -> tuple[events.Drawn, ...]:
    """The proof event to store before a decision's events; () if it drew nothing. Raises Unsealed without a seal.

    A hand dealt by an older release has no proofs: it is checked by its secret alone. A prepared hand draws nothing.
    """
    shuffle = table.shuffle
    if shuffle.prepared or not chance.drew or (table.hand_open and shuffle.closed_at is None):
        return ()
    if shuffle.seal is None:
        raise Unsealed(shuffle.number)
    secret, draw = bytes.fromhex(shuffle.committed.secret), shuffle.draws + 1
    if not chance.orders:
        return (events.Drawn(shuffle.number, draw),)
    trees = [tree(table.game, secret, draw, part, order) for part, order in enumerate(chance.orders, 1)]
    sizes = tuple(len(order) for order in chance.orders)
    return (events.Rooted(shuffle.number, draw, tuple(sealed.root for sealed in trees), sizes),)


def tree(game: AnyGame, secret: bytes, draw: int, part: int, order: tuple[int, ...]) -> Tree:
    """The hash tree of the `part`-th order that decision `draw` shuffled; both count from 1."""
    return Tree(secret, f"{draw}.{part}", [game.PIECES.code(piece) for piece in order])


def salt_shuffle(table: Table, who: Requester, words: str) -> Change:
    """Salt the coming shuffle. Raises Refused: not seated, closed, dealt, empty or too long."""
    seat = table.seat_of(who.user)
    if seat is None:
        raise Refused("TABLE", "not_seated")
    if table.status == Status.CLOSED:
        raise Refused("TABLE", "closed")
    if table.hand_open or table.shuffle.closed_at is not None or table.shuffle.prepared:
        raise Refused("TABLE", "dealt")
    salt = clean(words)
    if not 0 < len(salt) <= 64:
        raise Refused("TABLE", "salt", most=64)
    return Change((events.Salted(seat),), salts={**table.shuffle.committed.salts, str(seat): salt})
