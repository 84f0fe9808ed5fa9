"""The source of a table's secrets, and of the chance that follows from them."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Protocol, TypeVar, cast

from bot.store.tables.rows import Secret
from bot.tables.aggregate.table import Table
from games.core import robots
from games.core.chance import Chance, Committed
from games.core.first_hand import InOrder
from games.core.seats import Seat

T = TypeVar("T")


class ChanceSource(Protocol):
    """An interface for secrets and chance, so that tests can choose a deal."""

    def secret(self) -> bytes:
        """A secret of 32 bytes for the next shuffle."""
        ...

    def decision(self, table: Table) -> Chance:
        """The chance that a table's next decision draws from."""
        ...

    def robot(self, secret: Secret, public_events: int, seat: Seat) -> Chance:
        """The chance that a robot draws from after so many public events."""
        ...


class WatchedChance:
    """A wrapper of chance that remembers if anything was drawn, and every order that it shuffled."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.drew = False
        self.orders: list[tuple[int, ...]] = []
        """The shuffled orders of pieces; pieces are ints in every game."""

    def below(self, n: int) -> int:
        """As `Chance.below`."""
        self.drew = True
        return self._chance.below(n)

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]:
        """As `Chance.shuffle`."""
        self.drew = True
        order = self._chance.shuffle(items)
        self.orders.append(cast(tuple[int, ...], order))
        return order


class CommittedChance:
    """Chance as docs/fairness.md promises it: secrets come from the system, and all chance follows from the secrets."""

    def secret(self) -> bytes:
        """As `ChanceSource.secret`."""
        return secrets.token_bytes(32)

    def decision(self, table: Table) -> Chance:
        """As `ChanceSource.decision`."""
        shuffle = table.shuffle
        if shuffle.closed_at is None:
            counter = stream_name(table.counter)
        else:
            counter = stream_name(shuffle.closed_at, shuffle.draws)
        salts = salts_of(shuffle.committed, len(table.seats), shuffle.seal or "")
        return Committed(bytes.fromhex(shuffle.committed.secret), salts, counter)

    def robot(self, secret: Secret, public_events: int, seat: Seat) -> Chance:
        """As `ChanceSource.robot`."""
        return robots.luck(bytes.fromhex(secret.secret), public_events, seat)


def chance_of(table: Table, source: ChanceSource) -> Chance:
    """The chance for a table's next decision: in a prepared hand its chosen order, otherwise that of the source."""
    if not table.shuffle.prepared:
        return source.decision(table)
    hand = table.game.FIRST_HAND
    return InOrder(() if hand is None else hand.order)


def luck_of(table: Table, seat: Seat, source: ChanceSource) -> Chance:
    """The chance for a robot's next thought. In a prepared hand it draws nothing."""
    if table.shuffle.prepared:
        return InOrder(())
    return source.robot(table.shuffle.committed, table.visibility.public_events, seat)


def stream_name(counter: int, draws: int = 0) -> str:
    """The name of a random stream: a counter, and the number of earlier draws if there are any, such as "41.2"."""
    return f"{counter}.{draws}" if draws else str(counter)


def salts_of(secret: Secret, players: int, seal: str = "") -> tuple[str, ...]:
    """The salts in seat order, "" for seats that gave none; then the seal, unless it is empty."""
    return with_seal(tuple(secret.salts.get(str(seat), "") for seat in range(players)), seal)


def with_seal(salts: tuple[str, ...], seal: str) -> tuple[str, ...]:
    """The salts of the seats; then the seal (the id of its message), unless it is empty."""
    return (*salts, seal) if seal else salts
