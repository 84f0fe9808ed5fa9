"""The keepsakes of a crew as messages: one kept hand or message, and the pages of the gallery."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.ports.ui import (
    Accent,
    Button,
    Fixture,
    Item,
    Layout,
    Menu,
    Message,
    Row,
    Text,
    in_plain,
    lay_out,
)
from bot.store.books.keepsakes import Keepsake, KeptKind
from bot.tally.book import format_date
from bot.tally.entry_text import title_of
from bot.tally.memories import OPEN
from bot.tally.pages import make_page
from bot.wording import Words
from render.base.picture import Picture

HAND: Final = "keep.hand"
"""The name of the form that keeps a hand; the number of the hand follows."""
MESSAGE: Final = "keep.message"
"""The name of the form that keeps a message; the ids of the message and of its author follow."""
POST: Final = "keep.post"
DROP: Final = "keep.drop"
GALLERY: Final = "keep.gallery"
PAGES: Final = ("keep.earlier", "keep.newest")
"""The prefixes of the buttons to other pages. The id of a keepsake follows, then the filters. The page shows only
keepsakes that are older than that one. The id 0 leads to the newest page."""
PAGE: Final = 8
"""The number of keepsakes on a page."""
MOST_LABEL: Final = 100


@dataclass(frozen=True, slots=True)
class GalleryFilters:
    """The filters of a gallery, as its buttons carry them."""

    text: str = ""
    member: int = 0
    """The id of a member of the crew, or 0."""
    game: str = ""
    year: int = 0

    def write_name_end(self, before: int) -> str:
        """Return the end of a button's name: the id `before` and the filters. The page shows only older keepsakes."""
        return f"{before}.{self.game}.{self.year or ''}.{self.member or ''}.{self.text}"


def describe_keepsake(kept: Keepsake, people: Sequence[int], guild: int, words: Words) -> list[str]:
    """The lines about a keepsake: the hand or message, the line of its keeper, who keeps it, and who was there."""
    date = format_date(kept.happened_at, words)
    if kept.kind is KeptKind.HAND:
        head = words.say("keep/hand", title=title_of(kept.game), hand=kept.hand, table=kept.table, on=date)
    else:
        place = kept.thread or kept.channel
        link = f"https://discord.com/channels/{guild}/{place}/{kept.message}"
        head = words.say("keep/message", place=f"<#{place}>", on=date, link=link)
    others = tuple(f"<@{user}>" for user in people if user != kept.keeper) if kept.kind is KeptKind.HAND else ()
    keeper_line = words.say("keep/by_with" if others else "keep/by", by=f"<@{kept.keeper}>", people=others)
    return [head, words.say("keep/line", line=kept.line), keeper_line]


def show_hand(
    kept: Keepsake, lines: Sequence[str], picture: Picture | None, rows: tuple[Row, ...], plain: bool
) -> Message:
    """The message of a kept hand, with its picture if there is one."""
    shown = () if picture is None or plain else (picture,)
    parts = (Text("\n".join(filter(None, lines))), *((Fixture.PICTURES,) if shown else ()), *rows)
    message = lay_out(Layout(Accent.FINISHED, parts), shown, kept.table or 0, name="hand.gif")
    return in_plain(message) if plain else message


def make_rows(kept: Keepsake, in_server: bool, words: Words) -> tuple[Row, ...]:
    """The buttons below a keepsake."""
    hand = (
        (
            Button(f"replay.{kept.hand}.1.open", words.label("replay.open"), "primary"),
            Button(f"{POST}.{kept.id}", words.label(POST)),
        )
        if kept.kind is KeptKind.HAND
        else ()
    )
    gallery = (Button(GALLERY, words.label(GALLERY)),) if in_server else ()
    return ((*hand, *gallery, Button(f"{DROP}.{kept.id}", words.label(DROP))),)


def make_replay_rows(kept: Keepsake, words: Words) -> tuple[Row, ...]:
    """The button that replays a kept hand."""
    return ((Button(f"replay.{kept.hand}.1.open", words.label("replay.open")),),)


def make_gallery(
    found: Sequence[Keepsake], filters: GalleryFilters, named: Sequence[str], before: int, words: Words, plain: bool
) -> Message:
    """Make a page of the gallery. `named` are the filters in words.

    If there is an earlier page, `found` has one keepsake more than fits on this page.
    """
    title = words.say("keep/gallery_found", filters=tuple(named)) if named else words.say("keep/gallery")
    shown = found[:PAGE]
    if not shown:
        return make_page(title, [words.say("keep/none_found" if named or before else "keep/empty")], plain=plain)
    lines = [
        words.say(
            "keep/item", on=format_date(kept.happened_at, words), what=_name_keepsake(kept, words), line=kept.line
        )
        for kept in shown
    ]
    items = tuple(
        Item(str(kept.id), kept.line[:MOST_LABEL],
             f"{format_date(kept.happened_at, words)} · {_name_keepsake(kept, words)}"[:MOST_LABEL])
        for kept in shown
    )  # fmt: skip
    earlier, newest = PAGES
    page_buttons = (
        *((Button(f"{newest}.{filters.write_name_end(0)}", words.label(newest)),) if before else ()),
        *(
            (Button(f"{earlier}.{filters.write_name_end(shown[-1].id)}", words.label(earlier)),)
            if len(found) > PAGE
            else ()
        ),
    )
    rows: tuple[Row, ...] = ((Menu(OPEN, words.say("keep/choose"), items),), *((page_buttons,) if page_buttons else ()))
    return make_page(title, lines, rows=rows, plain=plain)


def _name_keepsake(kept: Keepsake, words: Words) -> str:
    if kept.kind is KeptKind.MESSAGE:
        return words.say("keep/item_message")
    return words.say("keep/item_hand", title=title_of(kept.game), table=kept.table, hand=kept.hand)
