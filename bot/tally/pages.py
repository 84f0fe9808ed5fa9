"""Pages of the tally: a title, a picture and groups of lines, as a layout or in plain text."""

from collections.abc import Sequence
from typing import Final

from bot.ports.ui import (
    Accent,
    Button,
    Fixture,
    Layout,
    Message,
    Row,
    Text,
    fit_groups,
    in_plain,
    lay_out,
    separate,
)
from bot.wording import Words
from render.base.picture import Picture

MOST_TEXT: Final = 1_900
"""The most characters of a page."""

Lines = Sequence[str]


def make_verdict_row(entry: int, words: Words) -> Row:
    """The buttons with which players confirm or dispute an entry."""
    return tuple(
        Button(f"tally.{action}.{entry}", words.label(f"tally.{action}"), style)
        for action, style in (("confirm", "success"), ("dispute", "danger"))
    )


def fits(title: str, *groups: Lines, last: Lines = ()) -> bool:
    """True if a page has room for all these lines."""
    return sum(len(line) + 1 for group in ([title], *groups, last) for line in group) < MOST_TEXT


def make_page(
    title: str,
    *groups: Lines,
    last: Lines = (),
    picture: Picture | None = None,
    name: str = "tally.png",
    rows: tuple[Row, ...] = (),
    plain: bool = False,
) -> Message:
    """Make a page of groups of lines, with separators between them. Groups that do not fit beside the `last` group are
    left out. `plain` makes the page without a layout."""
    room = MOST_TEXT - sum(len(line) + 1 for line in last)
    shown_groups = [*fit_groups([[title], *groups], room), *([last] if last else [])]
    head, *texts = (Text("\n".join(lines)) for lines in shown_groups)
    pictures = () if picture is None else (picture,)
    fixtures = (Fixture.PICTURES,) if pictures else ()
    parts = separate((head, *fixtures, *texts[:1]), *((text,) for text in texts[1:]), rows)
    page = lay_out(Layout(Accent.BOOKS, parts), pictures, name=name)
    return in_plain(page) if plain else page
