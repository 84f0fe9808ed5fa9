"""The buttons and the menu below a page of the tally, which lead to other pages with the same filters."""

from typing import Final

from bot.ports import Button, Controls, Item, Menu, Pattern, make_button
from bot.tally.books import Book, TallyFilters, find_date, profiles
from bot.tally.books.book import parse_day
from bot.tally.books.real_receipts import REAL_TABLE
from games import registry

TURN: Final = Pattern(
    "tally.page.{page:show|player|sheet|chart|records|leaders}"
    ".{season?}.{game?}.{since?}.{until?}.{member:int?}[.{crew:int}][.{before:int?}.{way:earlier|later}]"
)
"""These controls. Those of older releases have no crew."""
PAGES: Final = ("show", "player", "sheet", "chart", "records")
"""The pages that have a button."""
LEADERS: Final = "leaders"
"""The name of the menu of leaderboards, whose values are feats."""


def make_rows(book: Book, filters: TallyFilters, here: str) -> Controls:
    """The controls below the page `here`. The button to that page is disabled. Only the button to a player's page keeps
    the player of the filters.

    Each control ends with the crew's id. So a posted page still leads to pages of its own crew, even if the channel
    belongs to another crew by now.
    """
    facts, words = _list_facts(book, filters), book.words
    names = {page: TURN.make(page=page, **(facts if page == "player" else {**facts, "member": 0}))
             for page in (*PAGES, LEADERS)}  # fmt: skip
    buttons = tuple(Button(names[page], words.label(f"tally.page.{page}"), disabled=page == here) for page in PAGES)
    known = profiles.list_kinds(filters.game if filters.game in registry.NAMES else None, book.words)
    items = tuple(Item(kind, title) for kind, title in known.items())
    return (buttons, (Menu(names[LEADERS], words.say("tally/choose_feat"), items),))


def make_sheet_row(book: Book, filters: TallyFilters, earlier: int | None, later: int | None) -> Controls:
    """The row below a sheet that leads to earlier and later entries.

    `earlier` and `later` each give a page by the number of the entry just after its last one. 0 stands for the newest
    page, and None for no page.
    """
    facts = _list_facts(book, filters)
    row = tuple(
        Button(TURN.make(page="sheet", **{**facts, "before": before}, way=way), book.words.label(f"tally.page.{way}"))
        for way, before in (("earlier", earlier), ("later", later))
        if before is not None
    )
    return ((*row, make_button(REAL_TABLE, book.words)),)


def _list_facts(book: Book, filters: TallyFilters) -> dict[str, object]:
    """The facts of the filters, as the names of controls carry them, and the crew."""
    season, member = book.find_season(filters.season), book.resolve_member(filters)
    days = (parse_day(text) for text in (filters.since, filters.until))
    since, until = ("" if at is None else find_date(at).isoformat() for at in days)
    return {
        "season": "" if not filters.season else "all" if season is None else season.number,
        "game": filters.game,
        "since": since,
        "until": until,
        "member": 0 if member is None else member.id,
        "crew": book.id,
    }
