"""Processes share out the connections evenly, and no connection is without a process for long."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.store.processes.instance_lock import SessionLock
from bot.store.processes.shared_leases import ShareStep, find_next_step


class World:
    """The locks that each process holds; the processes take steps one after the other."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.holds: dict[int, set[int]] = {}
        self.moves = 0

    def locks(self) -> list[SessionLock]:
        members = [SessionLock(process, None) for process in self.holds]
        return members + [SessionLock(process, number) for process, numbers in self.holds.items() for number in numbers]

    def step_all(self) -> None:
        """Let each process take one step."""
        for process, numbers in self.holds.items():
            step = find_next_step(self.locks(), process, len(numbers), self.count)
            assert not set(step.take) & {number for held in self.holds.values() for number in held}
            numbers |= set(step.take)
            for _ in range(step.give):
                numbers.remove(max(numbers))
            self.moves += len(step.take) + step.give

    def settle(self) -> None:
        """Let the processes take steps. Then check that all connections are held and shares differ by one at most."""
        for _ in range(4 * self.count + 4):
            self.step_all()
        before = self.moves
        self.step_all()
        assert self.moves == before, "the shares keep changing"
        sizes = [len(numbers) for numbers in self.holds.values()]
        assert sum(sizes) == self.count
        assert max(sizes) - min(sizes) <= 1


@given(st.integers(2, 12), st.lists(st.tuples(st.booleans(), st.integers(0, 5)), max_size=8))
def test_shares_are_even_after_processes_come_and_go(count: int, changes: list[tuple[bool, int]]) -> None:
    world = World(count)
    world.holds[100] = set()
    world.settle()
    for comes, process in changes:
        if comes:
            world.holds[process] = world.holds.get(process, set())
        elif len(world.holds) > 1:
            world.holds.pop(process, None)
        world.settle()


def test_connections_chosen_by_number_are_not_shared_out() -> None:
    locks = [SessionLock(1, None), SessionLock(7, 0), SessionLock(7, 1)]
    assert find_next_step(locks, 1, 0, 4) == ShareStep(take=(2,))
    assert find_next_step([*locks, SessionLock(1, 2), SessionLock(1, 3)], 1, 2, 4) == ShareStep()


@given(st.integers(2, 12), st.permutations(range(3)))
def test_connections_wait_for_their_processes_after_a_restart_of_the_database(count: int, order: list[int]) -> None:
    world = World(count)
    for process in range(1, 4):
        world.holds[process] = set()
        world.settle()
    rows = {number: process for process, numbers in world.holds.items() for number in numbers}
    back: list[SessionLock] = []
    for process in (place + 1 for place in order):
        back += [
            SessionLock(process, None),
            *(SessionLock(process, number) for number, owner in rows.items() if owner == process),
        ]
        awaited = {number for number, owner in rows.items() if owner != process}
        assert find_next_step(back, process, len(world.holds[process]), count, awaited) == ShareStep()
