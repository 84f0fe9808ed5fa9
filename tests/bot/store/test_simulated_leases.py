"""No two processes serve the same connection, whatever happens to clocks, networks, machines and PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.store.processes.lease_rows import name_part
from tests.bot.store.simulated_postgres import FORGOTTEN_AFTER, Process, Server, VirtualLoop, pass_time
from tests.left_out import MORE_CASES

COUNT = 4
PROCESSES = 3
LOOK_EVERY = 0.5
"""Seconds between two looks at who serves what."""
SHARED_WITHIN = 20.0
"""Seconds within which new processes have shared the connections out."""
CALM = FORGOTTEN_AFTER + 20.0
"""Seconds after which everything is served again, once all trouble is over."""

FEWER = settings(max_examples=settings.default.max_examples // 3 if settings.default else 20)
"""Fewer examples than usual, since one simulation takes as long as many examples of other properties."""


class Trouble(NamedTuple):
    """Something that goes wrong."""

    after: float
    """Seconds since the last trouble began."""
    kind: str
    place: int
    """The process that it happens to."""
    seconds: float
    """The time that it lasts, or by which a clock jumps."""


def troubles(kinds: Sequence[str], after: tuple[int, int], longest: int) -> st.SearchStrategy[list[Trouble]]:
    """Make lists of one to four troubles. `after` bounds the seconds between two, and `longest` the length of each."""
    one = st.builds(
        Trouble,
        st.integers(*after).map(float),
        st.sampled_from(kinds),
        st.integers(0, PROCESSES - 1),
        st.integers(1, longest).map(float),
    )
    return st.lists(one, min_size=1, max_size=4)


class Simulation:
    """Some processes with their server, and a watch over them."""

    def __init__(self, seed: int) -> None:
        self.server = Server(seed)
        self.processes = [Process(self.server, place, COUNT) for place in range(PROCESSES)]
        self.doubles: list[str] = []

    async def watch(self) -> None:
        """Note each connection that a process serves at two looks in a row although its epoch is over."""
        before: set[tuple[int, str, int]] = set()
        while True:
            await pass_time(LOOK_EVERY)
            served = {(p.place, *found) for p in self.processes for found in p.list_served().items()}
            over = {service for service in served if self.server.rows[service[1]].epoch != service[2]}
            at = asyncio.get_running_loop().time()
            self.doubles += [f"{service} at {at}" for service in sorted(over & before)]  # news takes a moment to arrive
            before = over

    async def meet(self, trouble: Trouble) -> None:
        process = self.processes[trouble.place]
        match trouble.kind:
            case "restart" if self.server.is_up:
                await self.server.restart(trouble.seconds)
            case "stop" if not (process.is_stopped or process.is_cut):
                await process.halt(trouble.seconds)
            case "cut" if not (process.is_stopped or process.is_cut):
                await process.cut(trouble.seconds)
            case "clock ahead":
                self.server.clock_error += trouble.seconds
            case "clock back":
                self.server.clock_error -= trouble.seconds

    async def live(self, plan: Sequence[Trouble]) -> list[frozenset[int]]:
        """Share the connections out, meet the troubles, and let calm return. Returns the shares before the troubles."""
        running = [asyncio.create_task(process.run()) for process in self.processes]
        running.append(asyncio.create_task(self.watch()))
        await pass_time(SHARED_WITHIN)
        shares = [process.share.held for process in self.processes]
        self.check_is_shared_out()
        meetings = []
        for trouble in plan:
            await pass_time(trouble.after)
            meetings.append(asyncio.create_task(self.meet(trouble)))
        await asyncio.gather(*meetings)
        await pass_time(CALM)
        self.check_is_shared_out()
        assert self.doubles == []
        for task in running:
            assert not task.done()
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        return shares

    def check_is_shared_out(self) -> None:
        """Check that each connection is served by one process, and that the shares are even."""
        held = [process.list_served() for process in self.processes]
        assert sorted(name for served in held for name in served) == [
            name_part(number, COUNT) for number in range(COUNT)
        ]
        assert max(map(len, held)) - min(map(len, held)) <= 1


def simulate(seed: int, plan: Sequence[Trouble]) -> tuple[Simulation, list[frozenset[int]]]:
    """Run a simulation in virtual time; returns it with the shares before the troubles."""

    async def run() -> tuple[Simulation, list[frozenset[int]]]:
        made = Simulation(seed)
        return made, await made.live(plan)

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(run())


@FEWER
@given(st.integers(0, 1 << 16), troubles(("restart", "stop", "cut"), (0, 30), 40))
def test_no_two_processes_serve_one_connection_and_all_are_served_once_it_is_calm(
    seed: int, plan: list[Trouble]
) -> None:
    simulate(seed, plan)


@pytest.mark.thorough(MORE_CASES)
@FEWER
@given(st.integers(0, 1 << 16), troubles(("restart", "clock ahead", "clock back"), (0, 30), 40))
def test_a_wrong_clock_of_the_server_lets_no_two_processes_serve_one_connection(seed: int, plan: list[Trouble]) -> None:
    """No process is cut off here. If the clock jumped meanwhile, others might call that process silent too early."""
    simulate(seed, plan)


@pytest.mark.thorough(MORE_CASES)
@FEWER
@given(st.integers(0, 1 << 16), troubles(("restart", "stop", "cut"), (20, 40), 5))
def test_a_short_trouble_ends_no_process_and_moves_no_connection(seed: int, plan: list[Trouble]) -> None:
    made, before = simulate(seed, plan)
    assert [process.share.held for process in made.processes] == before
    assert [process.starts for process in made.processes] == [1] * PROCESSES


def test_a_long_restart_ends_no_process_and_moves_no_connection() -> None:
    made, before = simulate(7, [Trouble(0, "restart", 0, 600)])
    assert [process.share.held for process in made.processes] == before
    assert [process.starts for process in made.processes] == [1] * PROCESSES
