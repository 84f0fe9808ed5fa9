"""A cache of pictures, keyed by view, narrator and style."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

from render.base.picture import Picture
from render.style import Style
from render.words import Narrator

_USUAL: Final = Style()


class Wanted:
    """A picture of a view, drawn by `scene`, a function of render/scenes.py. It is the key of the picture in a cache,
    and hashed only once, since a view has many parts.

    The whole view is part of the key, so a player only ever gets a picture of a view equal to their own.
    """

    def __init__(
        self, scene: Callable[..., Picture], view: Hashable, narrator: Narrator, style: Style = _USUAL, **more: Hashable
    ) -> None:
        self._parts = scene, type(view), view, narrator, style, tuple(sorted(more.items()))
        self._hash = hash(self._parts)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Wanted) and self._parts == other._parts

    def draw(self) -> Picture:
        """Draw the picture."""
        scene, _, view, narrator, style, more = self._parts
        return scene(view, narrator, style, **dict(more))


class PictureCache:
    """The pictures used last: at most `limit`, with at most `most_bytes` of PNG in all. Threads may share a cache."""

    def __init__(self, limit: int = 256, most_bytes: int = 16_000_000) -> None:
        self._limit = limit
        self._most_bytes = most_bytes
        self._kept: OrderedDict[Wanted, Picture] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, wanted: Wanted) -> Picture | None:
        """Return the picture if it is cached, otherwise None."""
        with self._lock:
            found = self._kept.get(wanted)
            if found is not None:
                self._kept.move_to_end(wanted)
            return found

    def draw(self, wanted: Wanted) -> Picture:
        """Return the picture, and draw it if it is not cached."""
        known = self.find(wanted)
        if known is not None:
            return known
        picture = wanted.draw()
        with self._lock:
            if wanted not in self._kept:
                self._kept[wanted] = picture
                self._bytes += len(picture.png)
            while len(self._kept) > self._limit or self._bytes > self._most_bytes:
                self._bytes -= len(self._kept.popitem(last=False)[1].png)
        return picture
