"""Pictures of views for messages, drawn outside the event loop and cached."""

import logging
from collections.abc import Callable, Hashable, Sequence
from typing import Literal, Protocol, TypeVar

from msgspec import Struct, field

from games.core import View
from render import cache, scenes
from render.base.picture import EndingWords, Picture, SheetRow
from render.painters import Painters
from render.scenes import NoScene
from render.style import Style
from render.words import Narrator

log = logging.getLogger(__name__)

Made = TypeVar("Made")
Other = TypeVar("Other")
PictureKind = Literal["board", "hand", "board_and_hand", "receipt", "sheet"]


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


def tell_outcome(view: View, narrator: Narrator) -> EndingWords | None:
    """The end of the last hand in words. None while a hand is played, or if the game has no scene."""
    try:
        return scenes.tell_outcome(view, narrator)
    except NoScene:
        return None


class Pictures(Struct):
    """Draws views with `scenes`.

    If a picture is not ready in time, or the game has no scene for it, the message uses words instead. A missing scene
    is logged once.
    """

    scenes: Scenes
    painters: Painters
    _kept: cache.PictureCache = field(default_factory=cache.PictureCache)
    _reported: set[str] = field(default_factory=set)

    async def draw(
        self,
        kind: PictureKind,
        view: View,
        narrator: Narrator,
        style: Style,
        patient: bool = False,
        **options: Hashable,
    ) -> Picture | None:
        """Draw this kind of picture of a view; None if its game has no scene, or if the painters are too busy.

        A `patient` message waits for busy painters; see `Painters.paint`. `options` are those of the scene's function.
        """
        draw_scene = getattr(self.scenes, f"draw_{kind}")
        kept = self._kept.find(cache.make_key(draw_scene, view, narrator, style, options))
        if kept is not None:
            return kept

        return await self.paint(lambda _: self._kept.draw(draw_scene, view, narrator, style, **options), patient)

    def describe_view(self, view: View, narrator: Narrator, moment: bool = True) -> str:
        """A view in words, without the `moment` if the message tells it by itself; empty if the game has no scenes."""
        return self._use_scene(lambda: self.scenes.describe_view(view, narrator, moment), "")

    def mark_closed(self, view: View) -> View:
        """The view of a closed table, on which nobody has to act. Unchanged if the game has no scenes."""
        return self._use_scene(lambda: self.scenes.mark_closed(view), view)

    async def paint(self, draw: Callable[[Scenes], Picture], patient: bool = False) -> Picture | None:
        """Draw with the scenes; None if the game has no such scene, or if the painters are too busy."""
        return await self.painters.paint(lambda: self._use_scene(lambda: draw(self.scenes), None), patient)

    def _use_scene(self, use: Callable[[], Made], otherwise: Other) -> Made | Other:
        """Use the scene of a game. If the game has no such scene, log that once and return `otherwise`."""
        try:
            return use()
        except NoScene as missing:
            if str(missing) not in self._reported:
                self._reported.add(str(missing))
                log.error("%s", missing)
            return otherwise
