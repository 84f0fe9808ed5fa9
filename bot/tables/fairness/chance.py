"""The source of a table's secrets, and of the chance that follows from them."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeVar, cast

from bot.store.tables.rows import Secret
from bot.tables.aggregate.table import Table
from games.core import robots
from games.core.chance import Chance, SecretChance
from games.core.first_hand import PreparedChance
from games.core.proof import draw_places
from games.core.seats import Seat

T = TypeVar("T")


class ChanceSource(Protocol):
    """An interface for secrets and chance, so that tests can choose a deal."""

    def make_secret(self) -> bytes:
        """A secret of 32 bytes for the next shuffle."""

    def make_day_secret(self, day: int) -> bytes:
        """A secret of 32 bytes from which everybody's hand of a day is dealt."""

    def make_decision_chance(self, table: Table) -> Chance:
        """The chance that a table's next decision draws from."""

    def make_fixing_chance(self, table: Table) -> Chance:
        """The chance that shuffles, before the seal, the order from which the table's next hand is dealt."""

    def make_robot_chance(self, secret: Secret, public_events: int, seat: Seat) -> Chance:
        """The chance that a robot draws from after this number of public events. In the hand of a day, only the game's
        own events count."""


@dataclass(slots=True)
class WatchedChance:
    """A wrapper of chance that remembers every order that it shuffled, and whether anything was drawn."""

    _chance: Chance
    drew: bool = False
    pieces: tuple[int, ...] = ()
    """The pieces of the first order, before they were shuffled; () if nothing was shuffled."""
    orders: list[tuple[int, ...]] = field(default_factory=list)
    """The shuffled orders of pieces; pieces are ints in every game."""

    def below(self, n: int) -> int:
        self.drew = True
        return self._chance.below(n)

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]:
        self.drew = True
        pieces = tuple(items)
        self.pieces = self.pieces or cast(tuple[int, ...], pieces)
        order = self._chance.shuffle(pieces)
        self.orders.append(cast(tuple[int, ...], order))
        return order


class FixedOrder(NamedTuple):
    """What is public of the order that was fixed before a deal."""

    root: str
    """Its root; "" if no order was fixed, as in hands of older releases."""
    seal: str
    """The id of the seal; "" without one."""


@dataclass(slots=True)
class SealedChance:
    """The chance of a hand's first draw. The order that it shuffles first was fixed before the seal. The seal decides
    only from which places of this order the pieces are taken. All else is drawn from a stream that depends on the
    seal."""

    _fixed: Chance | None
    _public: FixedOrder
    _stream: Chance

    def below(self, n: int) -> int:
        return self._stream.below(n)

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]:
        if self._fixed is None:
            return self._stream.shuffle(items)
        order, self._fixed = self._fixed.shuffle(items), None
        return tuple(order[place] for place in draw_places(*self._public, len(order)))


class CommittedChance:
    """Chance as docs/fairness.md promises it: secrets come from the system, and all chance follows from the secrets."""

    def make_secret(self) -> bytes:
        return secrets.token_bytes(32)

    def make_day_secret(self, day: int) -> bytes:
        return secrets.token_bytes(32)

    def make_decision_chance(self, table: Table) -> Chance:
        shuffle = table.shuffle
        secret, salts = bytes.fromhex(shuffle.known_secret.secret), salts_of(shuffle.known_secret, len(table.seats))
        if shuffle.closed_at is None:
            return SecretChance(secret, salts, name_stream(table.counter))
        fixed = FixedOrder(shuffle.root, shuffle.seal or "")
        return find_stream(secret, salts, shuffle.closed_at, shuffle.draws, fixed)

    def make_fixing_chance(self, table: Table) -> Chance:
        secret = table.shuffle.known_secret
        return make_fixing_chance(bytes.fromhex(secret.secret), salts_of(secret, len(table.seats)), table.counter)

    def make_robot_chance(self, secret: Secret, public_events: int, seat: Seat) -> Chance:
        return robots.make_robot_chance(bytes.fromhex(secret.secret), public_events, seat)


def chance_of(table: Table, source: ChanceSource) -> Chance:
    """The chance for a table's next decision. A prepared hand follows its chosen order; any other hand uses the
    source."""
    if not table.shuffle.prepared:
        return source.make_decision_chance(table)
    hand = table.game.FIRST_HAND
    return PreparedChance(() if hand is None else hand.order)


def luck_of(table: Table, seat: Seat, source: ChanceSource) -> Chance:
    """The chance for a robot's next thought. In a prepared hand, nothing is drawn. Where a hand follows from the moves
    alone, so does the chance."""
    if table.shuffle.prepared:
        return PreparedChance(())
    counts = table.visibility
    seen = counts.public_moves if table.kind.follows_moves_alone else counts.public_events
    return source.make_robot_chance(table.shuffle.known_secret, seen, seat)


def make_fixing_chance(secret: bytes, salts: Sequence[str], closed_at: int) -> Chance:
    """The chance that fixes the order of a deal. It depends on the salts of the seats, but on no seal."""
    return SecretChance(secret, salts, f"{closed_at}.order")


def find_stream(secret: bytes, salts: Sequence[str], closed_at: int, draws: int, fixed: FixedOrder) -> Chance:
    """The chance for a decision of a hand, after `draws` earlier decisions that drew. `salts` are those of the
    seats."""
    stream = SecretChance(secret, with_seal(salts, fixed.seal), name_stream(closed_at, draws))
    if draws or not fixed.root:
        return stream
    return SealedChance(make_fixing_chance(secret, salts, closed_at), fixed, stream)


def name_stream(counter: int, draws: int = 0) -> str:
    """The name of a random stream: a counter, and the number of earlier draws if there are any, such as "41.2"."""
    return f"{counter}.{draws}" if draws else str(counter)


def salts_of(secret: Secret, players: int) -> tuple[str, ...]:
    """The salts in seat order, "" for seats that gave none."""
    return tuple(secret.salts.get(str(seat), "") for seat in range(players))


def with_seal(salts: Sequence[str], seal: str) -> tuple[str, ...]:
    """The salts of the seats, followed by the seal (the id of its message) unless it is ""."""
    return (*salts, seal) if seal else tuple(salts)
