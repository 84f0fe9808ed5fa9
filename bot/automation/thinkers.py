"""Processes for the slow thoughts of shellbacks and for looking back on hands, so that the event loop never waits.

The more thoughts are under way, the fewer deals each of them gets. If there are too many, or if the process dies or
takes too long, the robot plays as an old hand. A process ends a thought that takes too long. Every answer comes
after the same time, so that nobody can tell from it how hard the choice was. A robot thinks while it pauses
(`AutomaticMoves`), so this time is part of the pause. Hands are looked back on one at a time, so that this never takes
the processes away from robots.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeAlias, TypeVar

from bot.automation.pondering import begin, outlooks, ponder, warm_up, within
from bot.messages.turning_points import Outlook, Pick, Shares
from bot.tables.play.robots import BUDGETS, Answer, Question, Remembered
from games.core.robots import SAMPLES, Thought
from games.core.view import View

T = TypeVar("T")

log = logging.getLogger(__name__)

PATIENCE: Final = 0.6
"""Seconds until every answer. If a thought is not ready then, the robot plays as an old hand."""
RECALLED_WITHIN: Final = 10.0
"""The most seconds to find the reason of a move, or how a hand went, including the wait for earlier requests."""
MOST_WAITING: Final = 8
"""The most thoughts under way for each process; robots that ask beyond that play as old hands."""

LOOKS_AT_ONCE: Final = 4
"""Views whose outlooks a process finds, in `SAMPLES` deals each, before it is free for the thoughts that wait."""
_QUICK: Final = 2
"""The rounds of `SAMPLES` deals of the first, quick look at a hand's views."""
_DEEP: Final = 300
"""The rounds that are divided among the views that are looked at again."""
_DEEPEST: Final = 40
"""The most rounds for one view that is looked at again."""
DEEPENED_WITHIN: Final = 6.0
"""Seconds after which a hand's outlooks get no more rounds, so that a slow machine tells what it has found by then."""

_LOST: Final = (TimeoutError, BrokenProcessPool, OSError)
"""The errors of a thought that was not made: too late, or its process died or could not start."""


_Found: TypeAlias = Thought[object] | None
"""A robot's thought as a process finds it; None to stay silent."""


def _uncounted(future: Future[T]) -> None:
    """Leave work out of the count of thoughts, since no robot's move waits for it."""


@dataclass(slots=True)
class Thinkers:
    """A pool of processes, which start when a table has a shellback. With 0 processes, the caller's does the work."""

    processes: int
    patience: float = PATIENCE
    pool: Executor | None = None
    deepened_within: float = DEEPENED_WITHIN
    _under_way: int = field(default=0, init=False)
    """The number of thoughts for robots' moves; each counts until its process is done with it."""
    _warm: set[str] = field(default_factory=set, init=False)
    """The games that the processes have loaded, or are loading."""
    _begun: set[asyncio.Task[Answer]] = field(default_factory=set, init=False)
    """The thoughts that were begun before their answers are due."""
    _looking_back: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)
    """Held while a finished hand is looked back on."""
    _closed: bool = field(default=False, init=False)

    def warm_up(self, game: str) -> None:
        """Start the processes and have them load a game, so that the first thought about it is not late."""
        if not self.processes or self._closed or game in self._warm:
            return
        self._warm.add(game)
        try:
            for _ in range(self.processes):
                self._started().submit(warm_up, game)
        except _LOST as error:
            log.warning("the shellbacks' processes did not start (%s)", error)
            self._drop()

    def takes_time(self, question: Question) -> bool:
        """True if the answer takes so long that it is better begun early."""
        return bool(self.processes) and question.takes_time

    def begin(self, question: Question) -> asyncio.Task[Answer]:
        """Begin a thought whose answer is due later."""
        task = asyncio.create_task(self.think(question))
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)
        return task

    async def think(self, question: Question) -> Answer:
        """The answer of a robot: pondered if that takes time, with as many deals as the processes have room for."""
        if not self.takes_time(question):
            return Answer(question.answer(), SAMPLES)
        now = asyncio.get_running_loop().time
        ready_at = now() + self.patience
        answer = await self._ponder_or_answer(question)
        await asyncio.sleep(ready_at - now())
        return answer

    async def _ponder_or_answer(self, question: Question) -> Answer:
        if samples := self._budget():
            try:
                return Answer(await self._run(question, samples, self.patience, self._counted), samples)
            except _LOST as error:
                log.warning("a shellback plays like an old hand: its thought %s", _outcome(error))
        return Answer(question.answer(0))

    async def think_again(self, remembered: Remembered) -> Thought[object] | None:
        """The thought behind a move of a finished hand; None if it cannot be found in time."""
        question = remembered.ask()
        if not question.takes_time or not self.processes:
            return remembered.think_again()
        try:
            async with asyncio.timeout(RECALLED_WITHIN), self._looking_back:
                for samples in remembered.budgets:
                    again = await self._run(remembered.ask(), samples, RECALLED_WITHIN)
                    if again is not None and question.game.write(again.move) == remembered.words:
                        return again
        except _LOST as error:
            log.warning("the reason of a move is not told: the thought %s", _outcome(error))
        return None

    async def outlooks(
        self, name: str, views: Sequence[View], salts: tuple[str, ...], pick: Pick
    ) -> list[Outlook] | None:
        """For each of these views, the share of deals in which each seat wins the hand; None if that takes too long.

        After a quick look, the views that `pick` chooses are looked at again in many more deals. These are new, so
        that a difference due to luck in the quick look does not last. The same salts give the same deals. Only a few
        views are asked for at once, so that robots hardly wait.
        """
        until = asyncio.get_running_loop().time() + self.deepened_within
        if not self.processes:
            return await self._outlooks(name, views, salts, pick, until)
        try:
            async with asyncio.timeout(RECALLED_WITHIN), self._looking_back:
                return await self._outlooks(name, views, salts, pick, until)
        except _LOST as error:
            log.warning("nobody is told how a hand went: the look back %s", _outcome(error))
            return None

    async def _outlooks(
        self, name: str, views: Sequence[View], salts: tuple[str, ...], pick: Pick, until: float
    ) -> list[Outlook]:
        found = _mean([await self._round(name, views, salts, number) for number in range(_QUICK)])
        again = pick(found)
        chosen = [views[place] for place in again]
        most = min(_DEEPEST, _DEEP // len(again)) if again else 0
        deep: list[list[Shares]] = []
        while len(deep) < most and asyncio.get_running_loop().time() < until:
            deep.append(await self._round(name, chosen, salts, _QUICK + len(deep)))
        if len(deep) > _QUICK:
            for place, outlook in zip(again, _mean(deep), strict=True):
                found[place] = outlook
        return found

    async def _round(self, name: str, views: Sequence[View], salts: tuple[str, ...], number: int) -> list[Shares]:
        """The shares of each of these views in one round of deals."""
        found: list[Shares] = []
        for first in range(0, len(views), LOOKS_AT_ONCE):
            work = partial(outlooks, name, views[first : first + LOOKS_AT_ONCE], salts, SAMPLES, number)
            if self.processes:
                found += await self._call(RECALLED_WITHIN, _uncounted, work)
            else:
                await asyncio.sleep(0)
                found += work()
        return found

    def close(self) -> None:
        """Give up what is under way, and let the processes end."""
        self._closed = True
        for task in self._begun:
            task.cancel()
        self._drop()

    def _budget(self) -> int:
        full, some, none = BUDGETS
        if self._closed or self._under_way >= MOST_WAITING * self.processes:
            return none
        return some if self._under_way >= self.processes else full

    def _counted(self, future: Future[T]) -> None:
        """Count a thought until its process is done with it, even if its robot no longer waits."""
        loop = asyncio.get_running_loop()
        self._under_way += 1

        def discount() -> None:
            self._under_way -= 1

        def end(done: Future[T]) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(discount)

        future.add_done_callback(end)

    async def _run(
        self, question: Question, samples: int, patience: float, begun: Callable[[Future[_Found]], None] = _uncounted
    ) -> Thought[object] | None:
        game, view, luck, level = question
        return await self._call(patience, begun, partial(ponder, game.NAME, view, luck, level, samples))

    async def _call(self, patience: float, begun: Callable[[Future[T]], None], work: Callable[[], T]) -> T:
        """Have a process do `work`. Raises TimeoutError after `patience` seconds, or the process's error."""
        pool = self._started()
        try:
            async with asyncio.timeout(patience):
                future = pool.submit(within, patience, work)
                begun(future)
                return await asyncio.wrap_future(future)
        except BrokenProcessPool:
            if self.pool is pool:
                self._drop()
            raise

    def _started(self) -> Executor:
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self.processes, context, begin)
        return self.pool

    def _drop(self) -> None:
        pool, self.pool = self.pool, None
        self._warm.clear()
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


def _outcome(error: Exception) -> str:
    return "took too long" if isinstance(error, TimeoutError) else f"was lost ({error})"


def _mean(rounds: Sequence[Sequence[Shares]]) -> list[Outlook]:
    """The outlook of each view from its shares in these rounds of deals."""
    return [
        Outlook(tuple(sum(of_seat) / len(rounds) for of_seat in zip(*of_view, strict=True)), SAMPLES * len(rounds))
        for of_view in zip(*rounds, strict=True)
    ]
