"""The scenes of `render.scenes` for a reader of English: tests pass only a view and the players' names."""

from typing import Any

from bot.wording import ENGLISH, Words
from bot.wording.formatter import BUTTON, split
from bot.wording.languages import catalogue_of
from games.roster import GAMES
from render import scenes
from render.base.picture import EndingWords, Picture
from render.scenes import mark_closed
from render.style import Style

__all__ = [
    "describe_view",
    "draw_board",
    "draw_board_and_hand",
    "draw_hand",
    "draw_receipt",
    "draw_sheet",
    "mark_closed",
    "reader",
    "tell_outcome",
]

_USUAL = Style()


class StrictWords(Words):
    """Words that fail for a key without a sentence, and for a fact that is missing."""

    def say(self, key: str, /, **facts: object) -> str:
        """Fill the sentence of `key`."""
        assert self.knows(key), f"add {key} to the sentences of {self.game or 'all games'}"
        sentence = catalogue_of(self.language, self.game, self.talk)[key]
        asked = {name for _, name, style in split(sentence) if name and not (style and name == BUTTON)}
        assert asked <= facts.keys(), f"{key} lacks {asked - facts.keys()}"
        return super(StrictWords, self).say(key, **facts)


def reader(view: Any, names: tuple[str, ...] = ()) -> Words:
    """The words of a table with this view, in English."""
    module = f"{type(view).__module__}."
    games = (name for name, modules in GAMES.items() if modules.wording and module.startswith(f"{modules.package}."))
    game = next(games, "")
    return StrictWords(ENGLISH, game, tuple(names), getattr(view, "talk", ""))


def draw_board(view: Any, names: tuple[str, ...] = (), style: Style = _USUAL) -> Picture:
    """Draw the public table."""
    return scenes.draw_board(view, reader(view, names), style)


def draw_hand(view: Any, names: tuple[str, ...] = (), style: Style = _USUAL) -> Picture:
    """Draw the viewer's pieces."""
    return scenes.load_scene(view).draw_hand(view, reader(view, names), style).pack()


def draw_board_and_hand(view: Any, names: tuple[str, ...] = (), style: Style = _USUAL) -> Picture:
    """Draw the table above the viewer's pieces."""
    return scenes.draw_board_and_hand(view, reader(view, names), style)


def draw_receipt(view: Any, names: tuple[str, ...] = (), style: Style = _USUAL) -> Picture:
    """Draw how the last hand ended."""
    return scenes.draw_receipt(view, reader(view, names), style)


def draw_sheet(view: Any, names: tuple[str, ...] = (), style: Style = _USUAL) -> Picture:
    """Draw the score sheet."""
    return scenes.draw_sheet(view, reader(view, names), style)


def tell_outcome(view: Any, names: tuple[str, ...] = ()) -> EndingWords | None:
    """Tell the viewer how the last hand ended."""
    return scenes.tell_outcome(view, reader(view, names))


def describe_view(view: Any, names: tuple[str, ...] = ()) -> str:
    """Describe everything that the view shows."""
    return scenes.describe_view(view, reader(view, names))
