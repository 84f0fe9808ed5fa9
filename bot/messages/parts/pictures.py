"""Pictures of views for messages, drawn outside the event loop and cached."""

from collections.abc import Callable, Hashable, Sequence
from typing import Literal, Protocol

from msgspec import Struct, field

from games.core import View
from render import cache
from render.base.picture import Picture, SheetRow
from render.painters import Painters
from render.style import Style
from render.words import Narrator

PictureKind = Literal["board", "board_and_hand", "receipt", "sheet"]


class Scenes(Protocol):
    """The interface of the module `render.scenes`.

    It also has a function `draw_<kind>` for each kind of picture, which takes a view, a narrator, a style and options.
    """

    def draw_evening(
        self,
        view: View,
        drawn: Sequence[SheetRow],
        spoken: Sequence[SheetRow],
        columns: Sequence[str],
        narrator: Narrator,
    ) -> Picture:
        """The score sheet with a row for each hand."""

    def draw_moving(self, steps: Sequence[tuple[View, Narrator, int]], alt: str) -> Picture:
        """The public tables of a hand one after the other, each for the milliseconds in its step."""

    def describe_view(self, view: View, narrator: Narrator, moment: bool = True) -> str:
        """The whole view in words."""

    def mark_closed(self, view: View) -> View:
        """The view of a closed table, on which nobody has to act."""


class Pictures(Struct):
    """Draws views with `scenes`. If a picture is not ready in time, the message uses words instead."""

    scenes: Scenes
    painters: Painters
    _kept: cache.PictureCache = field(default_factory=cache.PictureCache)

    async def draw(
        self,
        kind: PictureKind,
        view: View,
        narrator: Narrator,
        style: Style,
        patient: bool = False,
        **options: Hashable,
    ) -> Picture | None:
        """Draw this kind of picture of a view; None if the painters are too busy.

        A `patient` message waits for busy painters; see `Painters.paint`. `options` are those of the scene's function.
        """
        wanted = cache.Wanted(getattr(self.scenes, f"draw_{kind}"), view, narrator, style, **options)
        kept = self._kept.find(wanted)
        if kept is not None:
            return kept
        return await self.paint(lambda _: self._kept.draw(wanted), patient)

    def describe_view(self, view: View, narrator: Narrator, moment: bool = True) -> str:
        """A view in words, without the `moment` if the message tells it by itself."""
        return self.scenes.describe_view(view, narrator, moment)

    def mark_closed(self, view: View) -> View:
        """The view of a closed table, on which nobody has to act."""
        return self.scenes.mark_closed(view)

    async def paint(self, draw: Callable[[Scenes], Picture], patient: bool = False) -> Picture | None:
        """Draw with the scenes; None if the painters are too busy."""
        return await self.painters.paint(lambda: draw(self.scenes), patient)
