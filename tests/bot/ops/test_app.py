"""What ends the connection: a sentence where starting again would end the same way, else the error itself."""

from dataclasses import dataclass
from typing import Any, cast

import discord
import pytest

from bot.app import refuse
from bot.config import Misconfigured


@dataclass
class Line:
    """A line that Discord closed."""

    close_code: int


def closed(code: int) -> discord.ConnectionClosed:
    return discord.ConnectionClosed(cast(Any, Line(code)), shard_id=None, code=code)


@pytest.mark.parametrize(("code", "said"), [(4004, "DISCORD_TOKEN"), (4011, "SHARDS")])
def test_what_only_the_host_can_mend_is_a_sentence(code: int, said: str) -> None:
    with pytest.raises(Misconfigured, match=said):
        refuse(closed(code))


def test_anything_else_is_what_it_is() -> None:
    with pytest.raises(discord.ConnectionClosed):
        refuse(closed(4000))
    with pytest.raises(ZeroDivisionError):
        refuse(ZeroDivisionError())
    refuse(None)
