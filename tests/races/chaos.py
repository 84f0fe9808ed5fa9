"""Random kills and faults in the middle of hands: `make chaos` (ARGS="--kills 200 --seed 1", or "--faults 200").

Each evening is another game with people and robots, on SQLite or PostgreSQL, with one process or three. A process is
killed (SIGKILL) at a random moment after somebody has typed a move, often while Discord fails as well. After each kill
every accepted move must be stored once, every piece in its place, every message equal to a fresh drawing, and no
command left "thinking…". In the middle of each evening somebody moves while PostgreSQL restarts, or while the disk of
the SQLite file is full: the table must go on once the database works again. After each evening the books and the log
must pass the audit. The same seed makes the same choices, though not the same timing.
"""

import argparse
import asyncio
import contextlib
import logging
import os
import random
import resource
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Final

from games import registry
from harbour import Harbour
from tests import databases, postgres
from tests.injected_faults import Fault, inject_fault, injector_of
from tests.races import faults
from tests.races.bot_process import PATIENCE
from tests.races.victim import (
    EVENINGS,
    Victim,
    has_answered,
    move,
    open_victim,
    sit_down,
    speak,
    wait_for_requests,
    wait_until_not_thinking,
)

KILLS_AN_EVENING: Final = 6
MOST_REQUESTS: Final = 7
"""The most requests to Discord between a move and the last message that shows it."""
ROOT: Final = Path(__file__).parent.parent.parent
FAULTS: Final = (
    *("none", "none", "none", "answered with 502 after its effect", "cut", "refused with 500", "held"),
    *("refused by Discord's network", "refused in HTML", "limited everywhere", "limited by Discord's edge"),
)
"""The ways in which one request to Discord may fail before a kill; "none" is no failure."""


@dataclass
class Evening:
    """The setting of one evening of chaos, and its results so far."""

    game: str
    database: str
    processes: int
    robots: int
    connections: int = 1
    """Connections to Discord, which are divided among the processes."""
    kills: int = 0
    accepted: int = 0
    """Moves that were stored although their process was killed."""
    ended_late: int = 0
    """Commands that a killed process had acknowledged and that were answered after the next start."""
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """Describe the setting in one line."""
        where = f"{self.database}, {self.processes} process{'es' if self.processes > 1 else ''}"
        where += f" with {self.connections} connections" if self.connections > 1 else ""
        return f"{self.game}, {where}, {self.robots} robots"


def choose(dice: random.Random, number: int) -> Evening:
    """Choose the setting of an evening. The games take turns."""
    names = sorted(registry.NAMES)
    database = dice.choice(("sqlite", "postgresql"))
    processes = dice.choice((1, 3)) if database == "postgresql" else 1
    connections = dice.choice((3, 7)) if processes > 1 else 1
    return Evening(names[number % len(names)], database, processes, dice.randrange(3), connections)


def add_fault(harbour: Harbour, way: str) -> Fault | None:
    """Make one of the next requests fail in this way, which is one of `FAULTS`."""
    path = "/channels/.*/messages.*"
    if way == "cut":
        return inject_fault(harbour, Fault("POST|PATCH", path, cut=True, after_effect=True))
    if way == "held":
        return inject_fault(harbour, Fault("POST|PATCH", path, hold=True, after_effect=True))
    if way.startswith("answered"):
        return inject_fault(harbour, Fault("POST|PATCH", path, 502, after_effect=True))
    if way == "refused by Discord's network":
        return inject_fault(harbour, Fault("POST|PATCH", path, 403, code=40333, times=2))
    if way == "refused in HTML":
        return inject_fault(harbour, Fault("POST|PATCH", path, 403, times=2, edge=True))
    if way.startswith("limited"):
        everywhere = way == "limited everywhere"
        return inject_fault(harbour, Fault("POST|PATCH", path, 429, everywhere=everywhere, edge=not everywhere))
    return inject_fault(harbour, Fault("POST|PATCH", path, 500)) if way == "refused with 500" else None


async def kill_once(victim: Victim, evening: Evening, dice: random.Random) -> None:
    """Let somebody move, kill a process, start another, and check the result. Raises AssertionError, TimeoutError."""
    before = await victim.causes()
    made = len(victim.harbour.requests)
    way = dice.choice(FAULTS)
    evening.faults.append(way)
    fault = add_fault(victim.harbour, way)
    answer = await speak(victim)
    cause = f"i:{answer.id}"
    await wait_for_requests(victim.harbour, made + dice.randrange(MOST_REQUESTS))
    errors = await victim.kill(dice.randrange(len(victim.processes)))
    assert "Traceback" not in errors, errors
    if fault is not None:
        fault.release()
        if fault in injector_of(victim.harbour).faults:
            injector_of(victim.harbour).faults.remove(fault)
    thinking = answer.interaction.acknowledged is not None and not answer.interaction.settled
    await victim.start()
    table = await victim.wait_until_shown()
    await wait_until_not_thinking(victim, answer)
    after = await victim.causes()
    accepted = cause in after
    assert after == ([*before, cause] if accepted else before), f"{cause}: {before} became {after}"
    assert EVENINGS[evening.game].has_all_pieces(table.state), "a piece is lost or doubled"
    evening.kills += 1
    evening.accepted += accepted
    evening.ended_late += thinking
    await move(victim)


@contextlib.contextmanager
def full_disk(victim: Victim) -> Iterator[None]:
    """Let no file of the bot grow beyond the log of its SQLite database as it is now."""
    size = victim.folder.joinpath("boneyard.db-wal").stat().st_size
    usual = {process.pid: resource.prlimit(process.pid, resource.RLIMIT_FSIZE) for process in victim.processes}
    for pid, (_, most) in usual.items():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, most))
    try:
        yield
    finally:
        for pid, limits in usual.items():
            resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)


@cache
def own_server() -> tuple[postgres.OwnServer, str]:
    """A server that a fault may restart, and its database at the newest schema."""
    server = postgres.start()
    return server, databases.make_migrated(server)


async def fail_once(victim: Victim, evening: Evening, dice: random.Random) -> None:
    """Let somebody move while the database fails, and check that the table goes on once the database works again."""
    before = await victim.causes()
    with contextlib.ExitStack() as full:
        if evening.database == "sqlite":
            evening.faults.append("a full disk")
            full.enter_context(full_disk(victim))
        answer = await speak(victim)
        if evening.database == "postgresql":
            mode = dice.choice(("fast", "immediate"))
            evening.faults.append(f"PostgreSQL restarted ({mode})")
            await asyncio.to_thread(own_server()[0].restart, mode)
        answered = partial(has_answered, victim.harbour, answer.interaction.token)
        await victim.harbour.state.signal.wait_until(answered, PATIENCE, "an answer")
    after = await victim.causes()
    assert after in (before, [*before, f"i:{answer.id}"]), f"{before} became {after}"
    await move(victim)
    table = await victim.wait_until_shown()
    assert EVENINGS[evening.game].has_all_pieces(table.state), "a piece is lost or doubled"
    assert all(process.returncode is None for process in victim.processes), "a process ended with the database"


async def audit(url: str, folder: Path) -> None:
    """Audit the books, the logs and the database with the command line. Raises AssertionError with its output."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "DATABASE_URL": url, "BONEYARD_DATA": str(folder)}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.child", "chaos", "bot", "audit"),
        cwd=folder,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await process.communicate()
    assert process.returncode == 0, output.decode()


async def play(evening: Evening, kills: int, dice: random.Random, fails: bool = False) -> None:
    """Play one evening with this number of kills. Raises AssertionError, TimeoutError.

    With `fails`, the database fails once in the middle, for everybody who uses its server.
    """
    with tempfile.TemporaryDirectory(prefix="boneyard-chaos-") as name:
        folder = Path(name)
        server, template = own_server() if evening.database == "postgresql" else (None, "")
        url = server.create(template) if server else ""
        async with open_victim(folder, url, evening.processes, evening.connections) as victim:
            await sit_down(victim, evening.game, evening.robots)
            for number in range(kills):
                await kill_once(victim, evening, dice)
                if fails and number == kills // 2:
                    await fail_once(victim, evening, dice)
            assert {0, -signal.SIGTERM}.issuperset(await victim.stop())  # SIGTERM: a process that was still starting
            await audit(victim.url, folder)
        if server:
            server.drop(url)


async def run(kills: int, seed: int) -> Sequence[Evening]:
    """Play evenings up to this number of kills, and print a line for each. Raises as `play` does."""
    dice, evenings, made = random.Random(seed), list[Evening](), 0
    while made < kills:
        evening = choose(dice, len(evenings))
        evenings.append(evening)
        try:
            await play(evening, min(KILLS_AN_EVENING, kills - made), dice, fails=True)
        except BaseException:
            print(f"seed {seed}, evening {len(evenings)} ({evening}) went wrong; faults: {evening.faults}", flush=True)
            raise
        made += evening.kills
        print(f"{made:>4} of {kills} kills: {evening}", flush=True)
    return evenings


def main() -> None:
    """Run from the command line. Ends with status 1 as soon as something is lost, doubled or stuck."""
    parser = argparse.ArgumentParser(prog="python -m tests.races.chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="the kills to make (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of all choices (default: 1)")
    parser.add_argument("--faults", type=int, default=0, help="runs with one fault of Discord's each, instead of kills")
    chosen = parser.parse_args()
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # it logs every request that a kill interrupts
    if chosen.faults:
        runs = asyncio.run(faults.run(chosen.faults, chosen.seed))
        print(faults.describe(runs))
        sys.exit(1 if runs.lost or runs.doubled or runs.boards else 0)
    evenings = asyncio.run(run(chosen.kills, chosen.seed))
    kills, accepted = sum(evening.kills for evening in evenings), sum(evening.accepted for evening in evenings)
    late = sum(evening.ended_late for evening in evenings)
    print(
        f"{kills} kills in {len(evenings)} evenings: nothing lost, nothing doubled, nothing stuck for {PATIENCE:.0f} s."
    )
    print(f"{accepted} of the words spoken before a kill were stored; {late} were answered after the next start.")


if __name__ == "__main__":
    main()
