"""Pictures of views for messages: drawn beside the event loop, remembered while they are wanted again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from render import cache
from render.painters import Painters
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
    """Draws with `scenes`. A view that has no scene, or is not drawn in time, is told in words alone."""

    scenes: Scenes
    painters: Painters = field(default_factory=Painters)
    _kept: cache.Pictures = field(default_factory=cache.Pictures)

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
        """The picture of a view, or None if it is to be told in words: the game has no such scene, or the painters have
        no time (`patient` messages wait for them, see `Painters.paint`)."""
        painter = getattr(self.scenes, scene, None)
        if painter is None:
            return None
        more = {"hidden": True} if hidden else {}

        def paint() -> Picture | None:
            try:
                return self._kept.drawn(painter, view, names, style, **more)
            except KeyError:
                return None

        return await self.painters.paint(paint, patient)

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
