"""Seals: before anything is drawn from a shuffle, its salts are closed and sealed by a public message.

The salts and the secret then fix the order from which the hand is dealt, and the message carries the root of this
order. Discord chooses the id of the message, and the id draws the places of the order from which the pieces are taken.
So nobody can get a certain deal by choosing the last salt, not even a host who reads the secret in the database. Each
step is recorded once, and later records do not count.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final, Protocol

from bot.ports.requests import Request
from bot.ports.text import clean
from bot.store.database.engine import Connection
from bot.tables.aggregate.table import Change, Table, must_not_be_closed, must_sit
from bot.tables.fairness.chance import FixedOrder, WatchedChance
from bot.tables.history import events
from games.core.chance import Chance
from games.core.game import AnyGame
from games.core.options import Option
from games.core.proof import Tree, find_fixed_order
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
    """A decision would draw from a shuffle without a seal. `pieces` are the pieces that it would shuffle first."""

    def __init__(self, number: int, pieces: tuple[int, ...]) -> None:
        super().__init__(number)
        self.number = number
        self.pieces = pieces


class Sealer(Protocol):
    """An interface to post the messages that seal salts."""

    async def post(self, table: Table) -> str:
        """Post the seal of a table's present shuffle. Returns the id of the message; "" if Discord takes none."""

    def finish_seal(self, connection: Connection, table: Table, message: str, at: int) -> None:
        """Drop the stored posting of the present shuffle's seal. Call this in the transaction that records the seal.

        If `message` is "", Discord took no message. Then write the host a letter, once for each table.
        """


def opens_each_hand(table: Table) -> bool:
    """True if the secret of the present shuffle opens at the end of its hand. That is so by house rule, or if an older
    release dealt the hand: such a hand can only be checked by its secret."""
    return asks_each_hand(table) or table.shuffle.closed_at is None


def asks_each_hand(table: Table) -> bool:
    """True if a house rule asks that secrets open after every hand."""
    return SECRETS.value_in(table.row.settings.house) == HAND


def is_dealing(table: Table) -> bool:
    """True if the deal has begun: the salts are closed."""
    return table.shuffle.closed_at is not None


def must_not_be_dealing(table: Table) -> None:
    """Raise Refused if the deal has begun. From then on, nothing that the deal depends on may change."""
    if is_dealing(table):
        raise Refused("TABLE", "dealing")


def close_salts(table: Table, number: int, pieces: tuple[int, ...], chance: Chance) -> Change | None:
    """Close the salts of a shuffle, and fix the order from which its hand is dealt: `chance` shuffles `pieces` into it.

    Without pieces, no order is fixed. None if the salts are closed already, or the shuffle is not the present one.
    """
    shuffle = table.shuffle
    if shuffle.number != number or shuffle.closed_at is not None:
        return None
    if not pieces:
        return Change((events.SaltsClosed(number, "", 0),))
    fixed = make_tree(table.game, bytes.fromhex(shuffle.known_secret.secret), 1, 1, chance.shuffle(pieces))
    return Change((events.SaltsClosed(number, fixed.root, len(pieces)),))


def record_seal(table: Table, number: int, message: str, sealer: Sealer, at: int) -> Change | None:
    """Record the seal of a shuffle; None if it has one already, or is not the present one."""
    shuffle = table.shuffle
    if shuffle.number != number or shuffle.seal is not None:
        return None
    also = partial(sealer.finish_seal, table=table, message=message, at=at)
    return Change((events.Sealed(number, message),), write_also=(also,))


def prove_draws(table: Table, chance: WatchedChance) -> tuple[events.Drawn, ...]:
    """The proof event to store before the events of a decision; () if the decision drew nothing. Raises Unsealed if it
    drew without a seal.

    A hand dealt by an older release has no proofs: it is checked by its secret alone. A prepared hand draws nothing.
    """
    shuffle = table.shuffle
    if shuffle.prepared or not chance.drew or (table.hand_open and shuffle.closed_at is None):
        return ()
    if shuffle.seal is None:
        raise Unsealed(shuffle.number, chance.pieces)
    secret, draw = bytes.fromhex(shuffle.known_secret.secret), shuffle.draws + 1
    if not chance.orders:
        return (events.Drawn(shuffle.number, draw),)
    trees = list_trees(table.game, secret, draw, chance.orders, FixedOrder(shuffle.root, shuffle.seal))
    sizes = tuple(len(order) for order in chance.orders)
    roots_in_seal = int(bool(draw == 1 and shuffle.root and shuffle.seal))
    return (events.Rooted(shuffle.number, draw, tuple(tree.root for tree in trees), sizes, roots_in_seal),)


def list_trees(
    game: AnyGame, secret: bytes, draw: int, orders: Sequence[tuple[int, ...]], fixed: FixedOrder
) -> list[Tree]:
    """The hash trees of the orders that decision `draw` (from 1) shuffled.

    If an order was fixed, the first tree of a hand is over that order, since the deal took its pieces from there.
    """
    if fixed.root and draw == 1:
        orders = [find_fixed_order(order, *fixed) for order in orders[:1]] + [*orders[1:]]
    return [make_tree(game, secret, draw, part, order) for part, order in enumerate(orders, 1)]


def make_tree(game: AnyGame, secret: bytes, draw: int, part: int, order: tuple[int, ...]) -> Tree:
    """The hash tree of the `part`-th order that decision `draw` shuffled; both count from 1."""
    return Tree(secret, f"{draw}.{part}", [game.PIECES.code(piece) for piece in order])


def salt_shuffle(table: Table, request: Request, words: str) -> Change:
    """Salt the coming shuffle. Raises Refused: not seated, closed, dealt, empty or too long."""
    seat = must_sit(table, request.user)
    must_not_be_closed(table)
    if table.hand_open or is_dealing(table) or table.shuffle.prepared:
        raise Refused("TABLE", "dealt")
    salt = clean(words)
    if not 0 < len(salt) <= 64:
        raise Refused("TABLE", "salt", most=64)
    return Change((events.Salted(seat),), salts={**table.shuffle.known_secret.salts, str(seat): salt})
