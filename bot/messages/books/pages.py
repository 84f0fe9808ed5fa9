"""Pages of the tally: a title, a picture and groups of lines, as a layout or in plain text."""

from collections.abc import Sequence

from bot.ports import MOST_TEXT, Accent, Controls, Fixture, Message, Text, fit_groups, in_plain, lay_out, separate
from render.base.picture import Picture

Lines = Sequence[str]


def fits(title: str, *groups: Lines, last: Lines = ()) -> bool:
    """True if a page has room for all these lines."""
    return sum(len(line) + 1 for group in ([title], *groups, last) for line in group) < MOST_TEXT


def make_page(
    title: str,
    *groups: Lines,
    last: Lines = (),
    picture: Picture | None = None,
    name: str = "tally.png",
    rows: Controls = (),
    plain: bool = False,
) -> Message:
    """Make a page of groups of lines, with separators between them. Groups that do not fit beside the `last` group are
    left out. `plain` makes the page without a layout."""
    room = MOST_TEXT - sum(len(line) + 1 for line in last)
    shown_groups = [*fit_groups([[title], *groups], room), *([last] if last else [])]
    head, *texts = (Text("\n".join(lines)) for lines in shown_groups)
    parts = separate((head, Fixture.PICTURES, *texts[:1]), *((text,) for text in texts[1:]), rows)
    page = lay_out(Accent.BOOKS, parts, (picture,), name=name)
    return in_plain(page) if plain else page
