"""Pictures of views for messages, drawn outside the event loop and cached."""

import logging
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Protocol

from games.core.view import View
from render import cache
from render.base.picture import Picture, SheetRow
from render.painters import Painters
from render.scenes import NoScene
from render.style import Style
from render.words import Narrator

log = logging.getLogger(__name__)


class Scenes(Protocol):
    """The interface of the module `render.scenes`."""

    def board(self, view: View, narrator: Narrator, style: Style) -> Picture:
        """The public table."""

    def hand(self, view: View, narrator: Narrator, style: Style, hidden: bool = False) -> Picture:
        """The hand of the view's seat."""

    def both(self, view: View, narrator: Narrator, style: Style) -> Picture:
        """The public table above the hand of the view's seat."""

    def receipt(self, view: View, narrator: Narrator, style: Style) -> Picture:
        """The result of the last hand."""

    def sheet(self, view: View, narrator: Narrator, style: Style) -> Picture:
        """The score sheet."""

    def evening(
        self,
        view: View,
        drawn: Sequence[SheetRow],
        spoken: Sequence[SheetRow],
        columns: Sequence[str],
        narrator: Narrator,
    ) -> Picture:
        """The score sheet with a row for each hand."""

    def moving(self, steps: Sequence[tuple[View, Narrator, int]], alt: str) -> Picture:
        """The public tables of a hand one after the other, each for so many milliseconds."""

    def words(self, view: View, narrator: Narrator) -> str:
        """The whole view in words."""

    def mark_closed(self, view: View) -> View:
        """The view of a closed table, on which nobody has to act."""


@dataclass(slots=True)
class Pictures:
    """Draws views with `scenes`.

    If a picture is not ready in time, or the game has no scene for it, the message uses words instead. A missing scene
    is logged once.
    """

    scenes: Scenes
    painters: Painters
    _kept: cache.PictureCache = field(default_factory=cache.PictureCache)
    _reported: set[str] = field(default_factory=set)

    def close(self) -> None:
        """Shut down the painters."""
        self.painters.close()

    def turn(self) -> AbstractAsyncContextManager[bool]:
        """A context that holds a painter, so that drawing within does not wait. Yields True if it waited for one."""
        return self.painters.turn()

    async def draw(
        self,
        scene: str,
        view: View,
        narrator: Narrator,
        style: Style,
        hidden: bool = False,
        patient: bool = False,
    ) -> Picture | None:
        """Draw a view; None if its game has no scene, or if the painters are too busy.

        A `patient` message waits for busy painters; see `Painters.paint`.
        """
        painter = getattr(self.scenes, scene)
        more = {"hidden": True} if hidden else {}
        kept = self._kept.find(painter, view, narrator, style, **more)
        if kept is not None:
            return kept

        def paint() -> Picture | None:
            try:
                return self._kept.draw(painter, view, narrator, style, **more)
            except NoScene as missing:
                self._report(missing)
                return None

        return await self.painters.paint(paint, patient)

    async def draw_evening(
        self,
        view: View,
        drawn: Sequence[SheetRow],
        spoken: Sequence[SheetRow],
        columns: Sequence[str],
        narrator: Narrator,
    ) -> Picture | None:
        """Draw the last page of an evening; None if its game has no scene."""

        def paint() -> Picture | None:
            try:
                return self.scenes.evening(view, drawn, spoken, columns, narrator)
            except NoScene as missing:
                self._report(missing)
                return None

        return await self.painters.paint(paint, patient=True)

    async def draw_moving(self, steps: Sequence[tuple[View, Narrator, int]], alt: str) -> Picture | None:
        """Draw a hand that moves; None if its game has no scene, or if the painters are too busy."""

        def paint() -> Picture | None:
            try:
                return self.scenes.moving(steps, alt)
            except NoScene as missing:
                self._report(missing)
                return None

        return await self.painters.paint(paint)

    def words(self, view: View, narrator: Narrator) -> str:
        """A view in words; empty if the game has no scenes."""
        try:
            return self.scenes.words(view, narrator)
        except NoScene as missing:
            self._report(missing)
            return ""

    def mark_closed(self, view: View) -> View:
        """The view of a closed table, on which nobody has to act. Unchanged if the game has no scenes."""
        try:
            return self.scenes.mark_closed(view)
        except NoScene as missing:
            self._report(missing)
            return view

    def _report(self, missing: NoScene) -> None:
        """Log a missing scene, once."""
        if str(missing) not in self._reported:
            self._reported.add(str(missing))
            log.error("%s", missing)
