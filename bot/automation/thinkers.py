"""Processes for the slow thoughts of shellbacks and for looking back on hands, so that the event loop never waits.

The more thoughts are under way, the fewer deals each of them gets. If there are too many, or if the process dies or
takes too long, the robot plays as an old hand. Every answer comes after the same time, so that nobody can tell from it
how hard the choice was. Hands are looked back on one at a time, so that this never takes the processes away from
robots.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial
from typing import Final, ParamSpec, TypeVar

from bot.automation.pondering import begin, outlooks, ponder
from bot.tables.play.robots import BUDGETS, Question, Remembered
from games.core.robots import SAMPLES, Thought
from games.core.view import View

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)

PATIENCE: Final = 0.6
"""Seconds until every answer. If a thought is not ready then, the robot plays as an old hand."""
RECALLED_WITHIN: Final = 10.0
"""The most seconds to find the reason of a move, or how a hand went, including the wait for one's turn."""
MOST_WAITING: Final = 8
"""The most thoughts under way for each process; robots that ask beyond that play as old hands."""

LOOKS_AT_ONCE: Final = 4
"""Views whose outlooks a process finds before it is free for the thoughts that wait."""

_LOST: Final = (TimeoutError, BrokenProcessPool, OSError)
"""The errors of a thought that was not made: too late, or its process died or could not start."""


@dataclass(slots=True)
class Thinkers:
    """A pool of processes, which start with the first thought. With 0 processes, the caller's own process thinks."""

    processes: int
    patience: float = PATIENCE
    pool: Executor | None = None
    _under_way: int = field(default=0, init=False)
    """The thoughts of robots whose turn it is."""
    _looking_back: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)
    """Held while a finished hand is looked back on."""
    _closed: bool = field(default=False, init=False)

    async def think(self, question: Question) -> Thought[object] | None:
        """The answer of a robot: pondered if that takes time, with as many deals as the processes have room for."""
        if not question.takes_time or not self.processes:
            return question.answer()
        now = asyncio.get_running_loop().time
        ready_at = now() + self.patience
        thought = await self._ponder_or_answer(question)
        await asyncio.sleep(ready_at - now())
        return thought

    async def _ponder_or_answer(self, question: Question) -> Thought[object] | None:
        if samples := self._budget():
            self._under_way += 1
            try:
                return await self._run(question, samples, self.patience)
            except _LOST as error:
                log.warning("a shellback plays like an old hand: its thought %s", _outcome(error))
            finally:
                self._under_way -= 1
        return question.answer(0)

    async def think_again(self, remembered: Remembered) -> Thought[object] | None:
        """The thought behind a move of a finished hand; None if it cannot be found in time."""
        question = remembered.ask()
        if not question.takes_time or not self.processes:
            return remembered.think_again()
        try:
            async with asyncio.timeout(RECALLED_WITHIN), self._looking_back:
                for samples in BUDGETS:
                    again = await self._run(remembered.ask(), samples, RECALLED_WITHIN)
                    if again is not None and question.game.write(again.move) == remembered.words:
                        return again
        except _LOST as error:
            log.warning("the reason of a move is not told: the thought %s", _outcome(error))
        return None

    async def outlooks(
        self, name: str, views: Sequence[View], salts: tuple[str, ...]
    ) -> list[tuple[float, ...]] | None:
        """For each of these views, the share of deals in which each seat wins the hand; None if that takes too long.

        The same salts bring the same luck. Only a few views are asked for at once, so that robots hardly wait.
        """
        if not self.processes:
            return outlooks(name, views, salts, SAMPLES)
        found: list[tuple[float, ...]] = []
        try:
            async with asyncio.timeout(RECALLED_WITHIN), self._looking_back:
                for first in range(0, len(views), LOOKS_AT_ONCE):
                    some = views[first : first + LOOKS_AT_ONCE]
                    found += await self._call(RECALLED_WITHIN, outlooks, name, some, salts, SAMPLES)
            return found
        except _LOST as error:
            log.warning("nobody is told how a hand went: the look back %s", _outcome(error))
            return None

    def close(self) -> None:
        """Give up what is under way, and let the processes end."""
        self._closed = True
        self._drop()

    def _budget(self) -> int:
        full, some, none = BUDGETS
        if self._closed or self._under_way >= MOST_WAITING * self.processes:
            return none
        return some if self._under_way >= self.processes else full

    async def _run(self, question: Question, samples: int, patience: float) -> Thought[object] | None:
        game, view, luck, level = question
        return await self._call(patience, ponder, game.NAME, view, luck, level, samples)

    async def _call(self, patience: float, work: Callable[P, T], *asked: P.args, **named: P.kwargs) -> T:
        """Have a process do this within so many seconds."""
        pool = self.pool
        if pool is None:
            context = multiprocessing.get_context("spawn")
            pool = self.pool = ProcessPoolExecutor(self.processes, context, begin)
        try:
            loop = asyncio.get_running_loop()
            async with asyncio.timeout(patience):
                return await loop.run_in_executor(pool, partial(work, *asked, **named))
        except BrokenProcessPool:
            if self.pool is pool:
                self._drop()
            raise

    def _drop(self) -> None:
        pool, self.pool = self.pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


def _outcome(error: Exception) -> str:
    return "took too long" if isinstance(error, TimeoutError) else f"was lost ({error})"
