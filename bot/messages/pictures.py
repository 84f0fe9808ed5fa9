"""Pictures of views for messages: drawn beside the event loop, remembered while they are wanted again."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Protocol

from render import cache
from render.picture import Picture
from render.style import Style


class Scenes(Protocol):
    """What `render.scenes` offers."""

    def board(self, view: Any, names: tuple[str, ...], style: Style) -> Picture:
        """The public table."""
        ...

    def rack(self, view: Any, names: tuple[str, ...], style: Style, hidden: bool = False) -> Picture:
        """What the seat of the view holds."""
        ...

    def receipt(self, view: Any, names: tuple[str, ...], style: Style) -> Picture:
        """How the last hand ended."""
        ...

    def sheet(self, view: Any, names: tuple[str, ...], style: Style) -> Picture:
        """The score sheet."""
        ...

    def in_words(self, view: Any, names: tuple[str, ...]) -> str:
        """All that the view shows, in words."""
        ...

    def closed(self, view: Any) -> Any:
        """The view of a table that asks nobody for anything any more."""
        ...


@dataclass(slots=True)
class Pictures:
    """Draws with `scenes`; `threads` painters at most. A view that has no scene is told in words alone."""

    scenes: Scenes
    threads: int = 2
    _pool: ThreadPoolExecutor = field(init=False)
    _kept: cache.Pictures = field(default_factory=cache.Pictures)

    def __post_init__(self) -> None:
        self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="painter")

    def close(self) -> None:
        """Let the painters go."""
        self._pool.shutdown(wait=True)

    async def draw(
        self, scene: str, view: Any, names: tuple[str, ...], style: Style, hidden: bool = False
    ) -> Picture | None:
        """The picture of a view, or None if the game has no such scene."""
        painter = getattr(self.scenes, scene, None)
        if painter is None:
            return None
        more = {"hidden": True} if hidden else {}

        def paint() -> Picture | None:
            try:
                return self._kept.drawn(painter, view, names, style, **more)
            except KeyError:
                return None

        return await asyncio.get_running_loop().run_in_executor(self._pool, paint)

    def words(self, view: Any, names: tuple[str, ...]) -> str:
        """A view in words, empty if the game has none."""
        try:
            return self.scenes.in_words(view, names)
        except (AttributeError, KeyError):
            return ""

    def closed(self, view: Any) -> Any:
        """The view of a table that was closed, which asks nobody for anything any more; as it is in a game without
        scenes."""
        try:
            return self.scenes.closed(view)
        except KeyError:
            return view
