"""The settings of a process: its share of the servers, its limits, backups and thinkers, and the folders it reads."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bot.store import ShardSet
from bot.store.backups.kept_backups import BackupSettings
from bot.store.processes.shards import WHOLE
from bot.tables.aggregate import Limits, Waits
from games import registry
from games.core import AnyGame, Refused

RULEBOOKS = Path(__file__).resolve().parents[2] / "docs" / "rules"
GUIDES = RULEBOOKS.parent / "guide"
LESSONS = RULEBOOKS.parent / "lessons"


@dataclass(frozen=True, slots=True)
class ProcessSettings:
    """The settings of this process, including the waits of its tables."""

    waits: Waits = Waits()
    share: ShardSet = WHOLE
    """The servers that this process serves."""
    limits: Limits = Limits()
    """The quotas on tables and requests of people and servers."""
    thinkers: int = 1
    """The number of processes in which shellbacks think; 0 if they think in this process."""
    backups: BackupSettings = BackupSettings()
    """The backups that this process makes by itself."""
    releases: str = ""
    """The address that says which release is the newest; "" to ask nobody."""
    rules: str = str(RULEBOOKS)
    """The folder of the rulebooks."""
    guides: str = str(GUIDES)
    """The folder of the players' guides."""
    lessons: str = str(LESSONS)
    """The folder of the lessons."""
    game: Callable[[str], AnyGame] = registry.game
    """A function that finds a game by its name. Raises KeyError if there is none."""

    def find_game(self, name: str) -> AnyGame:
        """Find a game by its name. Raises Refused if this release does not have it."""
        try:
            return self.game(name)
        except KeyError:
            raise Refused("TABLE", "game", given=name) from None
