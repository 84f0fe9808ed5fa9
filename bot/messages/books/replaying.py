"""The menu below a page of the tally. It replays the hands of the entries and records on that page."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from bot.ports import MOST_ITEMS, Controls, Item, Menu
from bot.store import Connection
from bot.store.books import Scope, Season, StoredTransfer
from bot.store.tables import looking_back
from bot.tally.books import Book, Feats, Owner, find_biggest_hand, format_signed, profiles, title_of
from bot.tally.books.achievements import RUN, EventPlace, list_best, rank
from bot.tally.books.entry_text import describe_briefly, describe_place
from bot.wording import Words
from games import registry

REPLAY: Final = "tally.replay"
"""The menu. Its values are "<table>.<hand>"."""


class NamedHand(NamedTuple):
    """A hand that a page names."""

    table: int
    hand: int
    label: str
    """The text for its entry or record."""
    where: str
    """The text for its game, table and number."""


def make_menu(found: Iterable[NamedHand], words: Words) -> Controls:
    """The menu that replays these hands, each once; () if there are none."""
    by_place: dict[tuple[int, int], NamedHand] = {}
    for named in found:
        by_place.setdefault((named.table, named.hand), named)
    items = tuple(Item(f"{named.table}.{named.hand}", named.label, named.where) for named in by_place.values())
    return ((Menu(REPLAY, words.say("tally/choose_hand"), items[:MOST_ITEMS]),),) if items else ()


def name_entries(book: Book, entries: Sequence[StoredTransfer]) -> list[NamedHand]:
    """The hands of entries, the last one first."""
    return [
        NamedHand(
            entry.table, entry.hand, f"#{entry.id} {describe_briefly(book, entry)}", describe_place(entry, book.words)
        )
        for entry in reversed(entries)
        if entry.table is not None and entry.hand is not None
    ]


def name_records(connection: Connection, book: Book, scope: Scope, feats: Mapping[str, Feats]) -> list[NamedHand]:
    """The hands of the records in a scope: the biggest hand, the greatest single feats, the hand that ended the longest
    run."""
    found = [*_name_biggest(connection, book, scope, book.words.say("card/biggest"))]
    for kind, game, owner, amount, place in _find_places(feats, scope.game):
        hand = looking_back.find_hand(connection, place.table, place.sequence)
        if hand is not None:
            figure = str(amount) if kind == RUN else profiles.describe_amount(kind, game, amount, book.words)
            title = profiles.find_title(kind, "" if kind == RUN else game, book.words)
            label = book.words.say("season_card/row", title=title, names=(book.name(owner),), figure=figure)
            where = book.words.say("tally/where", title=title_of(game), table=place.table, hand=hand)
            found.append(NamedHand(place.table, hand, label, where))
    return found


def name_biggest_of_seasons(connection: Connection, book: Book, seasons: Iterable[Season]) -> list[NamedHand]:
    """The biggest hand of each season, in the order of the seasons."""
    return [
        named
        for season in seasons
        for named in _name_biggest(connection, book, Scope(book.id, season=season.id), book.title(season))
    ]


def _name_biggest(connection: Connection, book: Book, scope: Scope, title: str) -> Iterator[NamedHand]:
    """Yield the biggest hand of a member in a scope."""
    hand = find_biggest_hand(connection, book, scope)
    if hand is not None and hand.entry.table is not None and hand.entry.hand is not None:
        figure, people = format_signed(hand.amount), tuple(map(book.name, hand.owners))
        label = book.words.say("season_card/row", title=title, names=people, figure=figure)
        yield NamedHand(hand.entry.table, hand.entry.hand, label, describe_place(hand.entry, book.words))


def _find_places(feats: Mapping[str, Feats], game: str | None) -> Iterator[tuple[str, str, Owner, int, EventPlace]]:
    """Yield each record that was made in one hand: its kind, its game, a holder, the figure and the event."""
    for record in list_best(dict(feats), game):
        for played, known in feats.items():
            declared = any(own.kind == record.kind and own.highest for own in registry.game(played).RECORDS)
            for owner in record.holders if declared else ():
                count = known.counts[record.kind, owner]
                if count.highest == record.most and count.highest_place is not None:
                    yield record.kind, played, owner, record.most, count.highest_place
    for owner, longest in rank(dict(feats), game, RUN)[:1]:
        for played, known in feats.items():
            for (_, other), count in known.counts.items():
                if longest > 1 and (other, count.run) == (owner, longest) and count.run_end is not None:
                    yield RUN, played, owner, longest, count.run_end
