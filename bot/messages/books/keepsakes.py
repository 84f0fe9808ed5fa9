"""The keepsakes of a crew as messages: one kept hand or message, and the pages of the gallery."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.messages.books.pages import make_page
from bot.messages.replays.replay import STEP
from bot.ports import (
    Accent,
    Controls,
    Fixture,
    Item,
    Menu,
    Message,
    Pattern,
    Text,
    in_plain,
    join_lines,
    lay_out,
    make_button,
)
from bot.store.books import Keepsake, KeptKind
from bot.tally.books import format_date, title_of
from bot.wording import Words
from render.base.picture import Picture

HAND: Final = Pattern("keep.hand.{hand:int}")
"""The form that keeps a hand."""
OPEN: Final = "keep.open"
"""The menu that opens a keepsake. Its values are the numbers of keepsakes."""
POST: Final = Pattern("keep.post.{number:int}")
DROP: Final = Pattern("keep.drop.{number:int}")
GALLERY: Final = "keep.gallery"
TURN: Final = Pattern("keep.{way:earlier|newest}.{before:int}.{game?}.{year:int?}.{member:int?}.{text:rest?}")
"""The buttons to other pages. A page shows only keepsakes that are older than the one with the id `before`; 0 leads to
the newest page."""
PAGE: Final = 8
"""The number of keepsakes on a page."""


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


def show_hand(kept: Keepsake, lines: Sequence[str], picture: Picture | None, rows: Controls, plain: bool) -> Message:
    """The message of a kept hand, with its picture if there is one."""
    text = Text(join_lines(*lines))
    message = lay_out(
        Accent.FINISHED,
        (text, Fixture.PICTURES, *rows),
        (picture,),
        kept.table or 0,
        name="hand.gif",
    )
    return in_plain(message) if plain else message


def make_rows(kept: Keepsake, in_server: bool, words: Words) -> Controls:
    """The buttons below a keepsake."""
    hand = (
        (
            make_button(STEP, words, "primary", hand=kept.hand, step=1, way="open"),
            make_button(POST, words, number=kept.id),
        )
        if kept.kind is KeptKind.HAND
        else ()
    )
    gallery = (make_button(GALLERY, words),) if in_server else ()
    return ((*hand, *gallery, make_button(DROP, words, number=kept.id)),)


def make_replay_rows(kept: Keepsake, words: Words) -> Controls:
    """The button that replays a kept hand."""
    return ((make_button(STEP, words, hand=kept.hand, step=1, way="open"),),)


def make_gallery(
    found: Sequence[Keepsake],
    filters: Mapping[str, object],
    named: Sequence[str],
    before: int,
    words: Words,
    plain: bool,
) -> Message:
    """Make a page of the gallery. `filters` are the facts that its buttons carry, and `named` the same in words.

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
        Item(str(kept.id), kept.line, f"{format_date(kept.happened_at, words)} · {_name_keepsake(kept, words)}")
        for kept in shown
    )
    ways = (*((("newest", 0),) if before else ()), *((("earlier", shown[-1].id),) if len(found) > PAGE else ()))
    page_buttons = tuple(make_button(TURN.make(way=way, before=last, **filters), words) for way, last in ways)
    rows: Controls = ((Menu(OPEN, words.say("keep/choose"), items),), *((page_buttons,) if page_buttons else ()))
    return make_page(title, lines, rows=rows, plain=plain)


def _name_keepsake(kept: Keepsake, words: Words) -> str:
    if kept.kind is KeptKind.MESSAGE:
        return words.say("keep/item_message")
    return words.say("keep/item_hand", title=title_of(kept.game), table=kept.table, hand=kept.hand)
