"""The source of a table's secrets, and of every chance that follows from one."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Protocol, TypeVar

from bot.store.tables import Secret
from bot.tables.table import Table
from games.core import robots
from games.core.chance import Chance, Committed
from games.core.seats import Seat

T = TypeVar("T")


class DecisionChance(Chance, Protocol):
    """The chance of one decision, which remembers whether anything was drawn from it."""

    @property
    def drew(self) -> bool:
        """True if anything was drawn."""
        ...


class ChanceSource(Protocol):
    """A source of secrets and of chance for tables. Handed in, so that tests may choose a deal."""

    def secret(self) -> bytes:
        """A secret for the next shuffle, 32 bytes."""
        ...

    def decision(self, table: Table) -> DecisionChance:
        """The chance of a table's next decision."""
        ...

    def robot(self, secret: Secret, public_events: int, seat: Seat) -> Chance:
        """The luck of a robot that has seen so many public events."""
        ...


class WatchedChance:
    """A chance that remembers whether anything was drawn from it."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.drew = False

    def below(self, n: int) -> int:
        """As `Chance.below`."""
        self.drew = True
        return self._chance.below(n)

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """As `Chance.shuffled`."""
        self.drew = True
        return self._chance.shuffled(items)


class CommittedChance:
    """Chance as docs/fairness.md promises it: secrets from the system, and all else from the secrets."""

    def secret(self) -> bytes:
        """As `ChanceSource.secret`."""
        return secrets.token_bytes(32)

    def decision(self, table: Table) -> DecisionChance:
        """As `ChanceSource.decision`. The counter is the table's sequence before the decision."""
        sealed = table.shuffle.committed
        return WatchedChance(
            Committed(bytes.fromhex(sealed.secret), salts_of(sealed, len(table.seats)), table.sequence)
        )

    def robot(self, secret: Secret, public_events: int, seat: Seat) -> Chance:
        """As `ChanceSource.robot`."""
        return robots.luck(bytes.fromhex(secret.secret), public_events, seat)


def salts_of(secret: Secret, players: int) -> tuple[str, ...]:
    """The salts in seat order, empty for those who gave none."""
    return tuple(secret.salts.get(str(seat), "") for seat in range(players))
