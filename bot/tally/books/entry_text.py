"""Texts about an entry of the books, such as its line in the sheet: "Bear ties up with 6"."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from bot.store import JsonObject
from bot.store.books import StoredTransfer
from bot.store.books.sources import PAPER, UNMARKED
from bot.tally.books.book import Book, Owner, format_amounts, format_date
from bot.wording import Words
from games import registry

MOST_NAMED: Final = 12
"""The most members whose amounts a sentence names."""
UNNAMED: Final = "from paper"
"""The reason that is stored for a line of a paper without one."""


def sum_entry(book: Book, entry: StoredTransfer) -> dict[Owner, int]:
    """The amounts of an entry by owner, in the order of its lines."""
    found = Counter[Owner]()
    for part in entry.entries:
        found[book.owners[part.account]] += part.amount
    return found


def title_of(game: str | None) -> str:
    """The title of a game; "" for None."""
    return registry.cover(game).TITLE if game in registry.NAMES else game or ""


def short_title_of(game: str | None, words: Words) -> str:
    """The short title of a game in the reader's language; "" for None."""
    if game not in registry.NAMES:
        return game or ""
    return words.about(game).say_known("short_title") or registry.cover(game).SHORT_TITLE


def describe_briefly(book: Book, entry: StoredTransfer) -> str:
    """Describe an entry in a few words: the result of its hand, or the reason that a person gave."""
    if entry.reverses is not None:
        return book.words.say("tally/line/reverses", number=entry.reverses, reason=entry.reason)
    if entry.reason == UNNAMED:
        return book.words.say("tally/line/paper")
    key = f"tally/line/{entry.reason}"
    if "real" in entry.data:
        words = book.words.about(entry.game or "")
        if entry.reason != "real" and "seats" in entry.data and words.knows(key):
            return words.say(key, **_find_facts(book, entry.data))
        return book.words.say("tally/line/real", count=entry.data["real"]["hands"])
    if not entry.is_result or "seats" not in entry.data or not book.words.about(entry.game or "").knows(key):
        return (entry.reason or "").replace("_", " ") if entry.is_result else entry.reason or ""
    return book.words.about(entry.game or "").say(key, **_find_facts(book, entry.data))


def _find_facts(book: Book, data: JsonObject) -> JsonObject:
    """The facts of the sentence about a hand: the player who won or lost most and that amount, the largest amount of
    another player, the winners, and the count."""
    by_seat: Sequence[int] = data.get("amounts", (0,))
    seat = max(range(len(by_seat)), key=lambda place: abs(by_seat[place]))
    others = [abs(amount) for place, amount in enumerate(by_seat) if place != seat]
    winners = [place for place, amount in enumerate(by_seat) if amount > 0]
    names = [book.name(book.owners[data["seats"][place][0]]) for place in range(len(by_seat))]
    return {"name": names[seat], "each": max(others, default=0), "winners": tuple(names[place] for place in winners),
            "amount": abs(by_seat[seat]), "count": data.get("count", 1)}  # fmt: skip


def describe_entry(book: Book, entry: StoredTransfer) -> str:
    """The full text of an entry: its number, its game and everyone's amounts."""
    return book.words.say(
        "tally/entry",
        number=entry.id,
        where=describe_place(entry, book.words),
        line=describe_briefly(book, entry),
        amounts=format_amounts((book.name(owner), amount) for owner, amount in sum_entry(book, entry).items()),
    )


def name_amounts(book: Book, amounts: Iterable[tuple[Owner, int]]) -> str:
    """Name the largest amounts of a list, gains first, and say how many others there are."""
    largest = sorted(amounts, key=lambda one: (-abs(one[1]), one[0]))
    shown = sorted(largest[:MOST_NAMED], key=lambda one: (-one[1], one[0]))
    named = format_amounts((book.name(owner), amount) for owner, amount in shown)
    more = len(largest) - MOST_NAMED
    return f"{named}, {book.words.say('tally/others').format(count=more)}" if more > 0 else named


def is_from_file(entry: StoredTransfer) -> bool:
    """True if nobody but a file says that this happened: a line of a paper, or of books without this host's mark."""
    return entry.source.startswith(PAPER) or UNMARKED in entry.data


def _moved_from(entry: StoredTransfer) -> str | None:
    """The name of the crew whose books brought this entry along, "" for a whole server; None for other entries, and for
    moves long ago."""
    crew: str | None = entry.data.get("moved", {}).get("from")
    return crew


def describe_place(entry: StoredTransfer, words: Words) -> str:
    """The game, table and hand of an entry, or its day if it comes from no table; and the file or the crew that brought
    it here."""
    place = _describe_own_place(entry, words)
    if is_from_file(entry):
        return words.say("tally/from_file", place=place)
    if (crew := _moved_from(entry)) is None:
        return place
    return words.say("tally/moved_from", place=place, crew=crew or words.say("tally/other_books"))


def _describe_own_place(entry: StoredTransfer, words: Words) -> str:
    if "real" in entry.data:
        on = format_date(entry.at, words)
        return words.say("tally/where_real", title=title_of(entry.game), on=on)
    table, hand = entry.known_numbers
    if table is None:
        return format_date(entry.at, words)
    moved = "_moved" if entry.table is None and _moved_from(entry) is None else ""
    if hand is None:
        return words.say(f"tally/where_session{moved}", title=title_of(entry.game), table=table)
    return words.say(f"tally/where{moved}", title=title_of(entry.game), table=table, hand=hand)
