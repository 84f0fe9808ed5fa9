"""The games on offer, and the levels of their robots."""

from bot.edge.discord_commands import Choices, Option
from bot.wording import ENGLISH, Words
from games import registry
from games.core import Level
from games.core.game import Cover


def list_covers() -> tuple[Cover, ...]:
    """List the covers of all games; a game itself is loaded with its first table."""
    return tuple(registry.cover(name) for name in registry.NAMES)


def list_titles() -> Choices:
    """List each game's title and name, as the choices of an option."""
    return tuple((game.TITLE, game.NAME) for game in list_covers())


WHICH_GAME = Option("game", choices=list_titles)


def list_levels() -> Choices:
    """List the levels of robots, with a few words about each, as the choices of an option."""
    words = Words(ENGLISH)
    levels = ((level, words.say(f"level/{level}"), words.say(f"level/plain/{level}")) for level in Level)
    return tuple(
        (words.say("level/choice", level=name, description=plain), str(level)) for level, name, plain in levels
    )
