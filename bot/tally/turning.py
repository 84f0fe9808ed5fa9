"""The buttons and the menu below a page of the tally, which lead to other pages with the same filters."""

from typing import Final

from bot.ports.ui import Button, Item, Menu, Row
from bot.tally import profiles
from bot.tally.book import Book, TallyFilters, find_date, parse_day
from bot.tally.real_receipts import REAL_TABLE
from games import registry
from games.core.numbers import parse_written
from games.core.refused import Refused

TURN: Final = "tally.page"
"""The prefix of these controls. The page and the filters follow, separated by dots."""
PAGES: Final = ("show", "player", "sheet", "chart", "records")
"""The pages that have a button."""
LEADERS: Final = "leaders"
"""The name of the menu of leaderboards, whose values are feats."""
_MOST_SEASON_CHARACTERS: Final = 4
"""The most characters of a season in a control. A control with more is refused."""


def make_rows(book: Book, filters: TallyFilters, here: str) -> tuple[Row, ...]:
    """The controls below the page `here`. The button to that page is disabled. Only the button to a player's page keeps
    the player of the filters.

    Each control ends with the crew's id. So a posted page still leads to pages of its own crew, even if the channel
    belongs to another crew by now.
    """
    written, member = _write_filters(book, filters)
    buttons = tuple(
        Button(f"{TURN}.{page}.{written}.{member if page == 'player' else ''}.{book.crew.id}",
               book.words.label(f"{TURN}.{page}"), disabled=page == here)
        for page in PAGES
    )  # fmt: skip
    known = profiles.list_kinds(filters.game if filters.game in registry.NAMES else None, book.words)
    items = tuple(Item(kind, title) for kind, title in known.items())
    return (buttons, (Menu(f"{TURN}.{LEADERS}.{written}..{book.crew.id}", book.words.say("tally/choose_feat"), items),))


def make_sheet_row(book: Book, filters: TallyFilters, earlier: int | None, later: int | None) -> tuple[Row, ...]:
    """The row below a sheet that leads to earlier and later entries.

    `earlier` and `later` each give a page by the number of the entry just after its last one. 0 stands for the newest
    page, and None for no page.
    """
    written, member = _write_filters(book, filters)
    row = tuple(
        Button(
            f"{TURN}.sheet.{written}.{member}.{book.crew.id}.{before or ''}.{way}", book.words.label(f"{TURN}.{way}")
        )
        for way, before in (("earlier", earlier), ("later", later))
        if before is not None
    )
    return ((*row, Button(REAL_TABLE, book.words.label(REAL_TABLE))),)


def read(parts: list[str]) -> tuple[str, TallyFilters, int | None]:
    """Read the page, the filters and the crew from a control. The crew is None in controls of older releases.

    Raises Refused("TABLE", "no_button")."""
    before = 0
    if len(parts) == 9 and parts[0] == "sheet":
        found = parse_written(parts[7]) if parts[7] else 0
        if found is None:
            raise Refused("TABLE", "no_button")
        parts, before = parts[:7], found
    if len(parts) not in (6, 7) or parts[0] not in (*PAGES, LEADERS) or (parts[2] and parts[2] not in registry.NAMES):
        raise Refused("TABLE", "no_button")
    page, season, game, since, until, member, *crew_ids = parts
    number = parse_written(member) if member else 0
    crew = parse_written(crew_ids[0]) if crew_ids else None
    if number is None or len(season) > _MOST_SEASON_CHARACTERS or (crew_ids and crew is None):
        raise Refused("TABLE", "no_button")
    return page, TallyFilters(season, game, since, until, member=number, before=before), crew


def _write_filters(book: Book, filters: TallyFilters) -> tuple[str, str]:
    """Write the filters for a control: the season, game and days in one text, and the member's id in another."""
    season = book.find_season(filters.season)
    named = "" if not filters.season else "all" if season is None else str(season.number)
    days = (parse_day(text) for text in (filters.since, filters.until))
    first, last = ("" if at is None else find_date(at).isoformat() for at in days)
    member = book.resolve_member(filters)
    return f"{named}.{filters.game}.{first}.{last}", "" if member is None else str(member.id)
