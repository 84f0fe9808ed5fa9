"""A year ago tonight: what happened this day in earlier years. Crews that want to know are told once, in the evening.

For each crew, a note has the time of its next evening. When that time comes, one transaction moves the note to the next
day and writes the message. So neither a crash nor a second process tells an evening twice. The words of the message are
found when it is sent. If the bot is down for a whole evening, that evening is not told later.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import islice
from typing import Final, NamedTuple

from bot.messages.books import replaying
from bot.messages.books.keepsakes import OPEN
from bot.outbox.outbox import MessageToSend, Teller
from bot.outbox.posting import nonce_of
from bot.people.quiet_hours import find_zone
from bot.ports import MOST_TEXT, Clock, Controls, Item, Menu, Message, Place
from bot.store import Connection, JsonObject, NewMessage, ShardSet, Store, WaitingMessage, do_each, key_values
from bot.store.books import Keepsake, KeptKind, Scope, StoredTransfer, crews, keepsakes, reports
from bot.store.books.keepsakes import Search
from bot.store.messages import outbox
from bot.store.tables import looking_back
from bot.tally.books import Book, crew_settings, format_amounts, load_book, title_of
from bot.tally.books.entry_text import describe_briefly, sum_entry

KIND: Final = "memory"
LOOK_EVERY: Final = 60.0
"""Seconds between two looks at the notes."""
HOUR: Final = 18
"""The hour at which a crew is told about earlier years, in its time zone."""
MOST_BACK: Final = 40
"""The most years that are looked back."""
MOST_YEARS: Final = 5
"""The most years of one message, the latest first."""
MOST_KEPT: Final = 3
"""The most keepsakes of one day in a message."""
_NOTE: Final = "memories:"


class PastDay(NamedTuple):
    """The largest entry of a day in an earlier year, and the crew's keepsakes of that day."""

    year: int
    entry: StoredTransfer | None
    kept: list[Keepsake]


def plan_evenings(connection: Connection, crew: int, zone: str, now: int) -> None:
    """Begin to tell a crew about earlier years each evening. With the zone "", stop that."""
    timezone = find_zone(zone) if zone else None
    if timezone is None:
        key_values.drop(connection, f"{_NOTE}{crew}")
    else:
        _plan_next_evening(connection, crew, timezone, now)


def _plan_next_evening(connection: Connection, crew: int, zone: tzinfo, now: int) -> None:
    due = find_next_evening(now, zone)
    key_values.put(connection, f"{_NOTE}{crew}", {"due": due}, now, due)


def find_next_evening(now: int, zone: tzinfo) -> int:
    """The next evening (at `HOUR`) after a time, in milliseconds."""
    local = datetime.fromtimestamp(now / 1000, zone)
    on = local.date() if local.time() < time(HOUR) else local.date() + timedelta(days=1)
    return int(datetime.combine(on, time(HOUR), zone).timestamp() * 1000)


@dataclass(frozen=True, slots=True)
class Memories(Teller):
    """The teller that writes the messages of evenings that have come, and words them. Processes at one database divide
    the crews among them."""

    kind = KIND

    store: Store
    clock: Clock
    share: ShardSet
    wake_outbox: Callable[[], None]

    async def tick(self) -> None:
        """Write the messages that are due. Raises StoreUnavailable."""
        now = self.clock()
        noted = await self.store.read(key_values.get_due, _NOTE, now, dict)
        due = [crew for crew in noted if self.share.serves(0, crew)]
        await do_each("the evening of crew", due, lambda crew: self.store.write(_announce_evening, crew, now))
        if due:
            self.wake_outbox()

    async def make(self, waiting: WaitingMessage, now: int) -> MessageToSend | None:
        """Make the message of an evening; None if nothing happened on that day, or if the day is over."""
        return await self.store.read(_make_message, waiting.payload, now)


def _announce_evening(connection: Connection, crew: int, now: int) -> None:
    """Write the message of an evening that has come, and move the note to the next evening."""
    note = key_values.get(connection, f"{_NOTE}{crew}")
    found = crews.find_crew(connection, crew)
    place = None if found is None else crew_settings.read_settings(found.settings).memory_place
    if note is None or note["due"] > now:
        return
    if place is None:
        key_values.drop(connection, f"{_NOTE}{crew}")
        return
    today = datetime.fromtimestamp(now / 1000, place.zone).date()
    if datetime.fromtimestamp(note["due"] / 1000, place.zone).date() == today:
        payload: JsonObject = {"crew": crew, "on": today.isoformat()}
        outbox.add(connection, NewMessage(KIND, payload, nonce_of(f"memory:{crew}:{today}"), now))
    _plan_next_evening(connection, crew, place.zone, now)


def _make_message(connection: Connection, payload: JsonObject, now: int) -> MessageToSend | None:
    crew = crews.find_crew(connection, payload["crew"])
    place = None if crew is None else crew_settings.read_settings(crew.settings).memory_place
    if crew is None or place is None:
        return None
    on = date.fromisoformat(payload["on"])
    if datetime.fromtimestamp(now / 1000, place.zone).date() != on:
        return None
    book = load_book(connection, crew)
    found = list(islice(_list_past_days(connection, crew.id, on, place), MOST_YEARS))
    entries = [past_day.entry for past_day in found if past_day.entry is not None]
    tables = [entry.table for entry in entries if entry.table is not None]
    viewable = looking_back.list_viewable(connection, crew.id, (place.channel,), 0, tables)
    return MessageToSend(Place(place.channel, crew.guild), _word_evening(book, found, viewable)) if found else None


def _list_past_days(connection: Connection, crew: int, on: date, place: crew_settings.MemoryPlace) -> Iterator[PastDay]:
    """Yield the years in which something happened on this day, the latest first."""
    for year in range(on.year - 1, on.year - 1 - MOST_BACK, -1):
        try:
            day = on.replace(year=year)
        except ValueError:  # a year without a 29 February
            continue
        local_span, utc_span = (_find_span(day, zone) for zone in (place.zone, UTC))
        entries = (
            reports.find_best_entry(connection, Scope(crew, since=local_span[0], until=local_span[1]), at_table=True),
            # The days of a paper are in UTC.
            reports.find_best_entry(connection, Scope(crew, since=utc_span[0], until=utc_span[1]), at_table=False),
        )
        search = Search((crew,), (place.channel,), 0, since=local_span[0], until=local_span[1])
        kept = keepsakes.list_matching(connection, search, MOST_KEPT)
        known = [entry for entry in entries if entry is not None]
        if known or kept:
            yield PastDay(
                year, max(known, key=lambda entry: max(part.amount for part in entry.entries), default=None), kept
            )


def _find_span(day: date, zone: tzinfo) -> tuple[int, int]:
    """The first moment of a day and its end, in milliseconds."""
    begins, ends = (datetime.combine(on, time(), zone) for on in (day, day + timedelta(days=1)))
    return int(begins.timestamp() * 1000), int(ends.timestamp() * 1000)


def _word_evening(book: Book, found: list[PastDay], viewable: Collection[int]) -> Message:
    """The message of an evening, with a menu of its hands at the tables in `viewable`, and a menu of the keepsakes."""
    lines, hands, items = [], [], []
    for past_day in found:
        if past_day.entry is not None:
            entry = past_day.entry
            gains = format_amounts((book.name(owner), amount) for owner, amount in sum_entry(book, entry).items())
            facts = {"line": describe_briefly(book, entry), "amounts": gains}
            lines.append(book.words.say("memory/entry", year=past_day.year, **facts))
            hands += replaying.name_entries(book, [entry])
        for kept in past_day.kept:
            facts = {"line": kept.line, "by": f"<@{kept.keeper}>"}
            key = "memory/hand" if kept.kind is KeptKind.HAND else "memory/message"
            lines.append(book.words.say(key, year=past_day.year, title=title_of(kept.game), **facts))
            items.append(Item(str(kept.id), kept.line, str(past_day.year)))
    chosen: Controls = ((Menu(OPEN, book.words.say("keep/choose"), tuple(items)),),) if items else ()
    rows = (*replaying.make_menu((hand for hand in hands if hand.table in viewable), book.words), *chosen)
    return Message("\n".join(lines)[:MOST_TEXT], rows=rows)
