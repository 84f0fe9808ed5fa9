"""Painters: a few draw at once, the queue is bounded, and drawings that never end are given up."""

import asyncio
import threading
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from render.base.picture import Picture
from render.painters import Painters

DONE = Picture(b"png", "alt")


class Stuck:
    """A drawing that lasts until the test releases it."""

    def __init__(self) -> None:
        self.threads: list[threading.Thread] = []
        self.started = threading.Event()
        self.go_on = threading.Event()

    def __call__(self) -> Picture:
        self.threads.append(threading.current_thread())
        self.started.set()
        self.go_on.wait()
        return DONE


@pytest_asyncio.fixture
async def stuck() -> AsyncIterator[Stuck]:
    made = Stuck()
    yield made
    made.go_on.set()


async def test_a_picture_is_drawn_on_a_thread_and_what_goes_wrong_there_is_raised() -> None:
    drawn: list[str] = []

    def drawing() -> Picture:
        drawn.append(threading.current_thread().name)
        return DONE

    def wrong() -> Picture:
        raise ValueError("no such view")

    painters = Painters()
    assert await painters.paint(drawing) == DONE
    assert drawn == ["painter"]
    with pytest.raises(ValueError, match="no such view"):
        await painters.paint(wrong)
    assert await painters.paint(lambda: None) is None
    painters.close()
    assert await painters.paint(drawing) is None


async def test_a_drawing_that_does_not_end_is_given_up_and_others_are_drawn(stuck: Stuck) -> None:
    painters = Painters(threads=1, limit=0.01, most_lost=2)
    assert await painters.paint(stuck) is None
    painters.limit = 60
    assert await painters.paint(lambda: DONE) == DONE


async def test_while_too_many_drawings_have_not_ended_nothing_is_drawn(stuck: Stuck) -> None:
    painters = Painters(threads=2, limit=0.01, most_lost=3)
    for _ in range(3):
        assert await painters.paint(stuck) is None
    painters.limit = 60
    assert await painters.paint(stuck) is None
    assert await painters.paint(lambda: DONE, patient=True) is None
    assert len(stuck.threads) == 3
    stuck.go_on.set()
    await asyncio.gather(*map(asyncio.wrap_future, painters._lost))
    assert await painters.paint(lambda: DONE) == DONE


async def test_only_so_many_wait_and_only_so_many_are_drawn_at_once(stuck: Stuck) -> None:
    painters = Painters(threads=2, limit=60, most_waiting=3)
    asked = [asyncio.create_task(painters.paint(stuck)) for _ in range(7)]
    turned_away, _ = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    assert [task.result() for task in turned_away] == [None, None]
    kept = asyncio.create_task(painters.paint(stuck, patient=True))
    await asyncio.sleep(0)
    assert not kept.done()
    assert len(stuck.threads) <= 2
    stuck.go_on.set()
    assert await asyncio.gather(*asked, kept) == [DONE] * 5 + [None] * 2 + [DONE]
    assert len(stuck.threads) == 6


async def test_a_cancelled_wait_for_a_drawing_leaves_its_place_to_others(stuck: Stuck) -> None:
    painters = Painters(threads=1, limit=60)
    first = asyncio.create_task(painters.paint(stuck))
    second = asyncio.create_task(painters.paint(lambda: DONE))
    await asyncio.to_thread(stuck.started.wait)
    first.cancel()
    assert await second == DONE


async def test_a_painter_draws_one_picture_after_the_other_and_ends_when_painters_close() -> None:
    threads: list[threading.Thread] = []

    def drawing() -> Picture:
        threads.append(threading.current_thread())
        return DONE

    painters = Painters(threads=2)
    for _ in range(3):
        assert await painters.paint(drawing) == DONE
    assert len(set(threads)) == 1
    painters.close()
    await asyncio.to_thread(threads[0].join)
    assert not threads[0].is_alive()


async def test_whoever_has_a_turn_paints_without_waiting_again(stuck: Stuck) -> None:
    painters = Painters(threads=1, limit=60)
    async with painters.hold_painter() as waited:
        other = asyncio.create_task(painters.paint(lambda: None, patient=True))
        await asyncio.sleep(0)
        assert await painters.paint(lambda: DONE) == DONE
        assert await painters.paint(lambda: DONE, patient=True) == DONE
        assert not waited and not other.done()
    assert await other is None
    first = asyncio.create_task(painters.paint(stuck))
    await asyncio.to_thread(stuck.started.wait)
    asyncio.get_running_loop().call_soon(stuck.go_on.set)
    async with painters.hold_painter() as waited:
        assert waited
    assert await first == DONE


async def test_only_one_of_those_that_come_last_is_in_front_of_others() -> None:
    painters, drawn = Painters(threads=1), list[str]()

    async def hold(name: str, last: bool) -> None:
        async with painters.hold_painter(last):
            drawn.append(name)

    async with painters.hold_painter():
        asked = [asyncio.create_task(hold(f"hand {number}", last=True)) for number in range(3)]
        await asyncio.sleep(0)
        asked.append(asyncio.create_task(hold("board", last=False)))
        await asyncio.sleep(0)
    await asyncio.gather(*asked)
    assert drawn == ["hand 0", "board", "hand 1", "hand 2"]
