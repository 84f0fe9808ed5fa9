"""Seals: the salts of a shuffle are closed and sealed by a public message before anything is drawn from it.

Discord alone gives the message its id, and the id goes into the deal. So nobody can choose the last salt to get a
certain deal, not even a host who reads the secret in the database. Each step is stored once: the first that is recorded
counts.
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
    "When the secrets of shuffles open: when the session ends, or after every hand, folded and mucked cards too",
    (SESSION, HAND),
)
"""The house rule on when secrets open."""


class Unsealed(Exception):
    """A decision would draw from a shuffle without a seal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Sealer(Protocol):
    """Posts the messages that seal salts."""

    async def post(self, table: Table) -> str:
        """Seal the salts of a table's present shuffle in public; returns the message's id, "" if Discord takes none."""
        ...


def opens_each_hand(table: Table) -> bool:
    """True if the secret of the present shuffle opens with the end of its hand.

    A house rule may say so. It is also true for hands that an older release dealt, which can be checked in no other
    way.
    """
    return asks_each_hand(table) or table.shuffle.closed_at is None


def asks_each_hand(table: Table) -> bool:
    """True if a house rule asks that secrets open after every hand."""
    return SECRETS.value_in(table.row.settings.house) == HAND


def must_not_be_dealing(table: Table) -> None:
    """Raise Refused if the salts are closed. Then the deal has begun, and nothing that it depends on may change."""
    if table.shuffle.closed_at is not None:
        raise Refused("TABLE", "dealing")


def close_salts(table: Table, number: int) -> Change | None:
    """Close the salts of a shuffle, unless they are closed."""
    shuffle = table.shuffle
    return Change((events.SaltsClosed(number),)) if shuffle.number == number and shuffle.closed_at is None else None


def seal(table: Table, number: int, message: str) -> Change | None:
    """Record the seal of a shuffle, unless it has one."""
    shuffle = table.shuffle
    return Change((events.Sealed(number, message),)) if shuffle.number == number and shuffle.seal is None else None


def prove_draws(table: Table, chance: WatchedChance) -> tuple[events.Drawn, ...]:
    """The proof event to store before the events of a decision that drew. Raises Unsealed for a shuffle without a seal.

    A hand that an older release dealt has no proofs; it is checked by its secret alone.
    """
    shuffle = table.shuffle
    if not chance.drew or (table.hand_open and shuffle.closed_at is None):
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
    """The hash tree over an order: the `part`-th order that decision `draw` shuffled, both counted from 1."""
    return Tree(secret, f"{draw}.{part}", [game.PIECES.code(piece) for piece in order])


def salt_shuffle(table: Table, who: Requester, words: str) -> Change:
    """Salt the coming shuffle. Raises Refused after the deal, or for words that are too long."""
    seat = table.seat_of(who.user)
    if seat is None:
        raise Refused("TABLE", "not_seated")
    if table.status == Status.CLOSED:
        raise Refused("TABLE", "closed")
    if table.hand_open or table.shuffle.closed_at is not None:
        raise Refused("TABLE", "dealt")
    salt = clean(words)
    if not 0 < len(salt) <= 64:
        raise Refused("TABLE", "salt", most=64)
    return Change((events.Salted(seat),), salts={**table.shuffle.committed.salts, str(seat): salt})
