"""Pictures of views for messages: drawn beside the event loop, remembered while they are wanted again."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import Any, Protocol

from render import cache
from render.painters import Painters
from render.picture import Picture
from render.scenes import NoScene
from render.style import Style

log = logging.getLogger(__name__)


class Scenes(Protocol):
    """What `render.scenes` offers."""

    def board(self, view: Any, names: tuple[str, ...], style: Style) -> Picture:
        """The public table."""
        ...

    def hand(self, view: Any, names: tuple[str, ...], style: Style, hidden: bool = False) -> Picture:
        """What the seat of the view holds."""
        ...

    def receipt(self, view: Any, names: tuple[str, ...], style: Style) -> Picture:
        """How the last hand ended."""
        ...

    def sheet(self, view: Any, names: tuple[str, ...], style: Style) -> Picture:
        """The score sheet."""
        ...

    def words(self, view: Any, names: tuple[str, ...]) -> str:
        """All that the view shows, in words."""
        ...

    def mark_closed(self, view: Any) -> Any:
        """The view of a table that asks nobody for anything any more."""
        ...


@dataclass(slots=True)
class Pictures:
    """Draws with `scenes`. A game without a scene is shown without pictures, and the log says once what to add; a view
    that is not drawn in time is told in words too."""

    scenes: Scenes
    painters: Painters = field(default_factory=Painters)
    _kept: cache.PictureCache = field(default_factory=cache.PictureCache)
    _reported: set[str] = field(default_factory=set)

    def close(self) -> None:
        """Let the painters go."""
        self.painters.close()

    async def draw(
        self,
        scene: str,
        view: Any,
        names: tuple[str, ...],
        style: Style,
        hidden: bool = False,
        patient: bool = False,
    ) -> Picture | None:
        """The picture of a view, or None if it is to be told in words: its game has no scene, or the painters have no
        time (`patient` messages wait for them, see `Painters.paint`)."""
        painter = getattr(self.scenes, scene)
        more = {"hidden": True} if hidden else {}

        def paint() -> Picture | None:
            try:
                return self._kept.draw(painter, view, names, style, **more)
            except NoScene as missing:
                self._report(missing)
                return None

        return await self.painters.paint(paint, patient)

    def words(self, view: Any, names: tuple[str, ...]) -> str:
        """A view in words, empty if the game has none."""
        try:
            return self.scenes.words(view, names)
        except NoScene as missing:
            self._report(missing)
            return ""

    def closed(self, view: Any) -> Any:
        """The view of a table that was closed, which asks nobody for anything any more; as it is in a game without
        scenes."""
        try:
            return self.scenes.mark_closed(view)
        except NoScene as missing:
            self._report(missing)
            return view

    def _report(self, missing: NoScene) -> None:
        """Log what a game lacks, once."""
        if str(missing) not in self._reported:
            self._reported.add(str(missing))
            log.error("%s", missing)
