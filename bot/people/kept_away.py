"""The people who are kept away from servers, in memory, since every request asks for them."""

from dataclasses import dataclass, field

from bot.store.people import kept_away
from bot.store.people.kept_away import EVERYWHERE
from bot.store.store import Store


@dataclass(slots=True)
class KeptAway:
    """A cache of everybody who is kept away. It is read again after a change, also by another process."""

    store: Store
    _known: frozenset[tuple[int, int]] | None = None
    """The servers and the users; None until they are read."""
    _changes: int = field(default=0)

    async def is_kept(self, guild: int, user: int) -> bool:
        """True if a user is kept away from a server, or everywhere. Raises StoreUnavailable."""
        known = self._known
        while known is None:
            changes = self._changes
            known = await self.store.read(kept_away.list_all)
            if changes == self._changes:
                self._known = known
            else:  # somebody was kept away meanwhile, perhaps after this snapshot
                known = None
        return bool(known) and not known.isdisjoint(((guild, user), (EVERYWHERE, user)))

    def forget(self) -> None:
        """Read everybody again at the next question."""
        self._known = None
        self._changes += 1
