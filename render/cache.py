"""A cache of pictures, keyed by view, narrator and style."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from typing import Final

from render.base.picture import Picture
from render.style import Style
from render.words import Narrator

_USUAL: Final = Style()


class PictureCache:
    """The pictures used last: at most `limit`, with at most `most_bytes` of PNG in all. Threads may share a cache."""

    def __init__(self, limit: int = 256, most_bytes: int = 16_000_000) -> None:
        self._limit = limit
        self._most_bytes = most_bytes
        self._kept: OrderedDict[Hashable, Picture] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, key: Hashable) -> Picture | None:
        """Return the picture with this key (`make_key`) if it is cached, otherwise None."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def draw(
        self, scene: Callable[..., Picture], view: Hashable, narrator: Narrator, style: Style = _USUAL, **more: Hashable
    ) -> Picture:
        """Return the picture of a view, and draw it with `scene` (a function of render/scenes.py) if it is not cached.

        The whole view is part of the key, so a player only ever gets a picture of a view equal to their own.
        """
        key = make_key(scene, view, narrator, style, more)
        known = self.find(key)
        if known is not None:
            return known
        picture = scene(view, narrator, style, **more)
        with self._lock:
            if key not in self._kept:
                self._kept[key] = picture
                self._bytes += len(picture.png)
            while len(self._kept) > self._limit or self._bytes > self._most_bytes:
                self._bytes -= len(self._kept.popitem(last=False)[1].png)
        return picture


def make_key(
    scene: Callable[..., Picture], view: Hashable, narrator: Narrator, style: Style, more: Mapping[str, Hashable]
) -> Hashable:
    """Make the key of the picture that a scene draws of a view."""
    return scene, type(view), view, narrator, style, tuple(sorted(more.items()))
