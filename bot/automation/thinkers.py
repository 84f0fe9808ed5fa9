"""Processes that do the slow work, so that the event loop never waits: moves of shellbacks, and reviews of hands.

The more thoughts are under way, the fewer deals each of them plays out. The limit of a thought is processor time, not
the time on the clock, so a busy machine makes a robot late, but not weaker. A shellback plays as an old hand in three
cases: its process dies, the answer does not come for some seconds, or too many thoughts are under way. Answers come at
whole beats of the same length, so that nobody can tell how hard the choice was. A robot thinks while it pauses
(`AutomaticMoves`), so this time is part of the pause. Only one hand is reviewed at a time, so that robots always find a
process.
"""

import asyncio
import logging
import multiprocessing
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from typing import Final, TypeAlias, TypeVar

from bot.automation.pondering import appraise, begin, count_shares, limit_time, ponder
from bot.messages.replays.turning_points import Outlook, Pick, Shares
from bot.tables.play.robots import BUDGETS, RememberedMove, RobotAnswer, RobotQuestion
from games.core import Appraisal, MadeMove, View
from games.core.robots import SAMPLES, Thought

V = TypeVar("V")
T = TypeVar("T")

log = logging.getLogger(__name__)

BEAT: Final = 0.6
"""The seconds of a beat. Answers come after a whole number of beats, as a rule after the first."""
MOST_BEATS: Final = 10
"""The beats after which a robot no longer waits for its thought, and plays as an old hand."""
MOST_WORK: Final = 3.0
"""The most seconds of processor time for a thought. The longest thought needs about a thirtieth of that."""
RECALLED_WITHIN: Final = 60.0
"""The most seconds to review a move or a hand, including the wait for earlier requests."""
MOST_WAITING: Final = 32
"""The most thoughts under way per process. With that many, further robots play as old hands."""

LOOKS_AT_ONCE: Final = 4
"""The number of views in one job for a process. Thoughts of robots can run between two jobs. A choice that is
appraised is a job by itself, since it can take as long as a thought."""
_QUICK: Final = 2
"""The rounds of `SAMPLES` deals for each view in the first, quick look at a hand."""
_DEEP: Final = 300
"""The rounds in the second look at a hand, divided among the views of that look. The number is the same on every
machine, so that every machine finds the same outlooks."""
_DEEPEST: Final = 40
"""The most rounds for one view in the second look."""

_WORK_ERRORS: Final = (TimeoutError, BrokenProcessPool, OSError)
"""The errors of lost work: it took too long, or its process died or did not start."""
_ThoughtOrNone: TypeAlias = Thought[object] | None
"""A robot's thought; None to stay silent."""


@dataclass(slots=True)
class Thinkers:
    """A pool of processes, which start with the first thought. If `processes` is 0, the caller's process thinks."""

    processes: int
    beat: float = BEAT
    pool: Executor | None = None
    _under_way: int = field(default=0, init=False)
    """The number of robots' thoughts for which somebody waits."""
    _begun: set[asyncio.Task[RobotAnswer]] = field(default_factory=set, init=False)
    """The thoughts that `begin` has started."""
    _review_lock: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)
    """Held while a finished hand is reviewed."""
    _closed: bool = field(default=False, init=False)

    def takes_time(self, question: RobotQuestion) -> bool:
        """True if another process computes the answer, so that it should begin early."""
        return bool(self.processes) and question.takes_time

    def begin(self, question: RobotQuestion) -> asyncio.Task[RobotAnswer]:
        """Begin a thought in a task of its own. The answer is the task's result."""
        task = asyncio.create_task(self.think(question))
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)
        return task

    async def think(self, question: RobotQuestion) -> RobotAnswer:
        """The answer of a robot. A slow question goes to a process, with as many deals as the load allows."""
        if not self.takes_time(question):
            return RobotAnswer(question.answer(), SAMPLES)
        now = asyncio.get_running_loop().time
        started = now()
        answer = await self._ponder_or_answer(question)
        beats = max(1, ceil((now() - started) / self.beat))
        await asyncio.sleep(started + beats * self.beat - now())
        return answer

    async def _ponder_or_answer(self, question: RobotQuestion) -> RobotAnswer:
        if samples := self._budget():
            self._under_way += 1
            try:
                return RobotAnswer(await self._run(question, samples, MOST_BEATS * self.beat), samples)
            except _WORK_ERRORS as error:
                log.warning("a shellback plays like an old hand: its thought %s", _describe_loss(error))
            finally:
                self._under_way -= 1
        return RobotAnswer(question.answer(0))

    async def think_again(self, remembered: RememberedMove) -> _ThoughtOrNone:
        """The thought behind a robot's move in a finished hand; None if it cannot be found in time."""
        question = remembered.make_question()
        if not question.takes_time or not self.processes:
            return remembered.think_again()
        try:
            async with asyncio.timeout(RECALLED_WITHIN), self._review_lock:
                again = await self._run(question, remembered.samples, RECALLED_WITHIN)
                return remembered.confirm(question, again)
        except _WORK_ERRORS as error:
            log.warning("the reason of a move is not told: the thought %s", _describe_loss(error))
        return None

    async def find_outlooks(
        self, name: str, views: Sequence[View], salts: tuple[str, ...], pick: Pick
    ) -> list[Outlook] | None:
        """For each of these views, the share of deals in which each seat wins the hand; None if that fails or is late.

        After a quick look, the views that `pick` chooses get a second look in many more deals. The deals are new, so
        that a chance difference of the quick look does not last. The same salts give the same deals. Each job for a
        process has only a few views, so that robots hardly wait.
        """
        return await self._review("nobody is told how a hand went", self._find_outlooks(name, views, salts, pick))

    async def appraise(self, name: str, choices: Sequence[MadeMove]) -> list[Appraisal[object] | None] | None:
        """Appraise these moves; None if that fails or is late."""
        work = partial(appraise, name, deals=SAMPLES)
        return await self._review("nobody is told what their moves cost", self._work_in_jobs(choices, work, 1))

    async def _review(self, what: str, work: Coroutine[object, object, T]) -> T | None:
        """Do the work of a review, one review at a time; None if it fails or is late. The log then tells `what`."""
        if not self.processes:
            return await work
        try:
            async with asyncio.timeout(RECALLED_WITHIN), self._review_lock:
                return await work
        except _WORK_ERRORS as error:
            work.close()
            log.warning("%s: the look back %s", what, _describe_loss(error))
            return None

    async def _find_outlooks(
        self, name: str, views: Sequence[View], salts: tuple[str, ...], pick: Pick
    ) -> list[Outlook]:
        found = _mean([await self._play_round(name, views, salts, number) for number in range(_QUICK)])
        places = pick(found)
        chosen = [views[place] for place in places]
        most_rounds = min(_DEEPEST, _DEEP // len(places)) if places else 0
        deep = [await self._play_round(name, chosen, salts, _QUICK + number) for number in range(most_rounds)]
        if len(deep) > _QUICK:
            for place, outlook in zip(places, _mean(deep), strict=True):
                found[place] = outlook
        return found

    async def _play_round(self, name: str, views: Sequence[View], salts: tuple[str, ...], number: int) -> list[Shares]:
        """The shares of each of these views in one round of deals."""
        work = partial(count_shares, name, salts=salts, samples=SAMPLES, round_of_deals=number)
        return await self._work_in_jobs(views, work)

    async def _work_in_jobs(
        self, items: Sequence[V], work: Callable[[Sequence[V]], list[T]], at_once: int = LOOKS_AT_ONCE
    ) -> list[T]:
        """Have a process do `work` for a few items at a time."""
        found: list[T] = []
        for first in range(0, len(items), at_once):
            job = partial(work, items[first : first + at_once])
            if self.processes:
                found += await self._call(RECALLED_WITHIN, job)
            else:
                await asyncio.sleep(0)
                found += job()
        return found

    def close(self) -> None:
        """Cancel the work under way, and let the processes end."""
        self._closed = True
        for task in self._begun:
            task.cancel()
        self._drop()

    def _budget(self) -> int:
        full, reduced, none = BUDGETS
        if self._closed or self._under_way >= MOST_WAITING * self.processes:
            return none
        return reduced if self._under_way >= self.processes else full

    async def _run(self, question: RobotQuestion, samples: int, patience: float) -> _ThoughtOrNone:
        asked = question.game.NAME, question.view, question.luck, question.level
        work = partial(ponder, *asked, samples, question.temper)
        return await self._call(patience, work)

    async def _call(self, patience: float, work: Callable[[], T]) -> T:
        """Have a process do `work`.

        Raises TimeoutError after `patience` seconds or `MOST_WORK`, and any error of the process.
        """
        if self.pool is None:
            self.pool = ProcessPoolExecutor(self.processes, multiprocessing.get_context("spawn"), begin)
        pool = self.pool
        try:
            async with asyncio.timeout(patience):
                return await asyncio.wrap_future(pool.submit(limit_time, MOST_WORK, work))
        except BrokenProcessPool:
            if self.pool is pool:
                self._drop()
            raise

    def _drop(self) -> None:
        pool, self.pool = self.pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


def _describe_loss(error: Exception) -> str:
    return "took too long" if isinstance(error, TimeoutError) else f"was lost ({error})"


def _mean(rounds: Sequence[Sequence[Shares]]) -> list[Outlook]:
    """The outlook of each view: the mean of its shares over these rounds of deals."""
    return [
        Outlook(
            tuple(sum(shares) / len(rounds) for shares in zip(*shares_by_round, strict=True)), SAMPLES * len(rounds)
        )
        for shares_by_round in zip(*rounds, strict=True)
    ]
