"""Places that nobody keeps: a connection tells them of its servers and channels, and nothing comes of it."""

from collections.abc import Awaitable, Callable
from typing import Any, cast

from bot.services.places import PlaceService


class _NoPlaces:
    def __getattr__(self, name: str) -> Callable[..., Awaitable[None]]:
        async def ignore(*_: Any, **__: Any) -> None:
            """Do nothing."""

        return ignore


NO_PLACES = cast(PlaceService, _NoPlaces())
