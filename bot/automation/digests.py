"""Digests. Each is one message to a person about all of their tables.

There are three kinds: the daily digest for those who want it, the list of what their quiet hours held back, and a
reminder that robots play for them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC
from typing import Final

from bot.automation.memories import find_next_evening
from bot.messages.boards.questions import is_asked
from bot.messages.parts.table_words import words_of
from bot.outbox.outbox import MessageToSend, Teller
from bot.outbox.posting import nonce_of
from bot.people.loudness import Topic, find_morning, judge, let_reader_hear
from bot.people.preferences import DAILY, OFF, PreferencesCache, language_of, quiet_hours_of
from bot.people.quiet_hours import add_waking_time, find_zone
from bot.ports import HOUR, Message
from bot.ports.times import WEEK
from bot.store import Connection, Json, NewMessage, Pace, Preferences, Store, WaitingMessage, do_each, key_values
from bot.store.messages import outbox
from bot.store.people import preferences
from bot.store.people.digests import DigestKind
from bot.store.tables import rows as stored_tables
from bot.tables.aggregate import Table
from bot.tables.service import TableService
from bot.tables.timing.deadlines import find_vote_times, list_awaited_seats, pacing_of
from bot.wording import Language, Words

LOOK_EVERY: Final = 60.0
"""Seconds between two checks for digests that are due."""
FRESH: Final = 20 * HOUR
"""Milliseconds after which a digest that could not be sent is dropped, since the next one comes soon."""
MOST_LINES: Final = 10
"""The most tables that a digest names."""
HEADS: Final = {DigestKind.DAILY: "digest/head", DigestKind.MORNING: "digest/morning", DigestKind.AWAY: "digest/away"}
"""By kind, the key of the sentence in the first line of a digest."""


def find_digest_time(now: int, chosen: Preferences) -> int:
    """The time of a person's next digest, outside their quiet hours."""
    evening = find_next_evening(now, find_zone(chosen.timezone) or UTC)
    return add_waking_time(evening, 0, quiet_hours_of(chosen))


@dataclass(frozen=True, slots=True)
class Digests(Teller):
    """Puts each digest into the outbox when it is due, and makes its message when it is sent. Processes that share a
    database divide the people among them."""

    kind = "digest"
    lane = "user"

    store: Store
    tables: TableService
    people: PreferencesCache
    wake_outbox: Callable[[], None]

    async def tick(self) -> None:
        """Write the digests that are due. Raises StoreUnavailable."""
        now, share = self.tables.clock(), self.tables.settings.share
        own: list[tuple[DigestKind, int]] = []
        for kind in DigestKind:
            due = await self.store.read(key_values.get_due, kind.value, now, (int, list))
            own += [(kind, user) for user in due if share.serves(0, user)]
        await do_each("the digest of", own, lambda planned: self.store.write(_write, planned, now))
        if own:
            self.wake_outbox()

    async def make(self, waiting: WaitingMessage, now: int) -> MessageToSend | None:
        """Make a digest. None if there is nothing to list any more, or if the next one comes soon."""
        user, kind = waiting.user_id, DigestKind(waiting.payload["letter"])
        if user is None or now > waiting.created_at + FRESH:
            return None
        await self.people.load([user])
        lines = await self._list_lines(user, kind)
        if not lines:
            return None
        chosen = await self.store.read(preferences.read_preferences, user)
        channels = tuple(dict.fromkeys(language for _, language in lines))
        words, more = Words(language_of(chosen), channels=channels), len(lines) - MOST_LINES
        shown = [line for line, _ in lines[:MOST_LINES]]
        shown += [words.say("digest/more", count=more)] if more > 0 else []
        message = Message("\n".join((words.say(HEADS[kind]), *shown)))
        return MessageToSend(None, let_reader_hear(message, judge(Topic.LIST, chosen, now)), user)

    async def _list_lines(self, user: int, kind: DigestKind) -> list[tuple[str, Language]]:
        """The lines about a person's tables by correspondence, each with the language of the table. The reminder that
        robots play covers all tables."""
        describe = self._describe_absence if kind is DigestKind.AWAY else self._describe_wait
        rows = await self.store.read(stored_tables.list_of_person, user)
        numbers = [row.id for row in rows if kind is DigestKind.AWAY or row.pace == Pace.CORRESPONDENCE]
        tables = [await self.tables.get(number) for number in numbers]
        return [(line, words_of(table).language) for table in tables if (line := describe(table, user))]

    def _describe_absence(self, table: Table, user: int) -> str:
        """The line about a table at which a robot plays for a person; empty for another table."""
        seat = table.seat_of(user)
        if seat is None or table.is_present(seat) or table.is_closed:
            return ""
        words = words_of(table, self.people.find_language(user))
        return words.say("digest/away_line", title=table.game.TITLE, place=f"<#{table.place}>")

    def _describe_wait(self, table: Table, user: int) -> str:
        """The line about a table that waits for a person, or asks them something; empty for any other table."""
        seat = table.seat_of(user)
        if seat is None or not table.is_present(seat) or not table.is_live:
            return ""
        words = words_of(table, self.people.find_language(user))
        facts = {"title": table.game.TITLE, "place": f"<#{table.place}>"}
        if seat not in list_awaited_seats(table):
            return words.say("digest/question", **facts) if is_asked(table, seat) else ""
        _, stand_in_at = find_vote_times(
            table, pacing_of(table, self.tables.settings.waits), seat, self.people.find_quiet_hours
        )
        since, stand_in = f"<t:{table.waiting.since // 1000}:f>", f"<t:{stand_in_at // 1000}:f>"
        return words.say("digest/line", **facts, since=since, stand_in=stand_in)


def plan(connection: Connection, user: int, chosen: Preferences, now: int) -> None:
    """Store the time of a person's next digest, or delete it if they want none."""
    if chosen.notify == DAILY:
        due = find_digest_time(now, chosen)
        key_values.put(connection, DigestKind.DAILY.key_of(user), due, now, due)
    else:
        key_values.drop(connection, DigestKind.DAILY.key_of(user))


def _write(connection: Connection, planned: tuple[DigestKind, int], now: int) -> None:
    """Write a person's digest and plan the next of its kind, or put it off until their quiet hours are over.

    Do nothing if another process has done so already.
    """
    kind, user = planned
    key = kind.key_of(user)
    stored: Json = key_values.get(connection, key)
    due, *left = stored if isinstance(stored, list) else [stored]
    if due is None or due > now:
        return
    chosen = preferences.read_preferences(connection, user)
    if (morning := find_morning(chosen, now)) is not None:
        key_values.put(connection, key, [morning, *left] if left else morning, now, morning)
        return
    wanted = chosen.notify == DAILY if kind is DigestKind.DAILY else chosen.notify != OFF
    key_values.drop(connection, key)
    if not wanted:
        return
    if kind is DigestKind.DAILY:
        plan(connection, user, chosen, now)
    elif left and left[0] > 1:
        key_values.put(connection, key, [now + WEEK, left[0] - 1], now, now + WEEK)
    letter = NewMessage(Digests.kind, {"letter": kind.value}, nonce_of(f"{key}:{due}"), now, user_id=user)
    outbox.add(connection, letter)
