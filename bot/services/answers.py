"""Answers to `/why`: the last refusal or the last score of a table, explained."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bot.library.rulebooks import Rulebooks
from bot.messages.controls import taste_of
from bot.messages.help import explain_moment
from bot.messages.receipts import score_message
from bot.messages.table_words import words_of
from bot.people.preferences import PreferencesCache
from bot.ports.last_used import LastUsed
from bot.ports.markup import timestamp
from bot.ports.requests import Reply, Request, reply_text
from bot.ports.ui import MOST_TEXT, in_plain
from bot.store.database.engine import Connection
from bot.store.store import Store
from bot.tables.aggregate.table import Table
from bot.tables.history import events
from bot.tables.history.entries import read_entries, select_effective
from bot.tables.timing.days import find_end
from bot.tally.waiting import ask_to_confirm_at
from bot.wording import Words
from games.core.receipt import Receipt
from games.core.refused import Refused

MOST_REFUSALS: Final = 1_000
"""The number of refusals remembered for `/why`."""


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers `/why`. Remembers the last refusal of each user at each table, until they move or something scores."""

    store: Store
    people: PreferencesCache
    books: Rulebooks
    _refusals: LastUsed[tuple[int, int], tuple[Refused, int]] = field(default_factory=lambda: LastUsed(MOST_REFUSALS))
    """By table and user, the refusal and the table's sequence at that time."""

    def remember(self, table: Table, user: int, refused: Refused) -> None:
        """Remember why a user's move was refused, and at which event of the table."""
        self._refusals.put((table.id, user), (refused, table.sequence))

    def forget(self, table: int, user: int) -> None:
        """Forget a user's last refusal: they have moved since."""
        self._refusals.take((table, user))

    async def why(self, table: Table, request: Request) -> Reply:
        """Explain the requester's last refusal with its rule, once; otherwise the last score, line by line.

        If the table waits for the requester, an explanation of their present turn comes above the score. If nothing
        has been scored yet, that explanation is the whole answer. If the requester can confirm or dispute an entry of
        the tally, the question about it comes below the score. A refusal older than the last score is ignored. Raises
        Refused at a hand of the day until its day is over.
        """
        if table.day is not None and table.shut:
            raise Refused("TABLE", "day_why", when=timestamp(find_end(table.day)))
        words = words_of(table, request.requester.language)
        remembered = self._refusals.take((table.id, request.user))
        scored = await self.store.read(_find_last_score, table)
        if remembered is not None and remembered[1] >= scored.sequence:
            return reply_text(self._explain_refusal(table, remembered[0], words)[:MOST_TEXT], table.id)
        chosen, seat = await self.people.get(request.user), table.seat_of(request.user)
        turn = explain_moment(table, seat, words, taste_of(chosen))
        if not scored.receipts:
            return reply_text(f"{turn}\n{words.say('why/nothing')}"[:MOST_TEXT], table.id)
        asked = table.hand_open and seat is not None and seat in table.public_view.to_act
        above = [*turn.split("\n"), words.say("why/last")] if asked else []
        question, verdicts = await self.store.read(ask_to_confirm_at, table.row.crew, table.id, request.user, words)
        below = [*_tell_shares(scored, words), *question]
        made = score_message(table, scored.receipts, words, below, above, verdicts)
        return Reply(in_plain(made) if chosen.text_only else made)

    def _explain_refusal(self, table: Table, refused: Refused, words: Words) -> str:
        text = words.refusal(refused)
        rule = self.books.read_in(words.language).rule(refused.rule, table.row.game)
        return text if rule is None else f"{text}\n{rule.quote()}"


class _Scored(NamedTuple):
    """The last move that scored."""

    receipts: tuple[Receipt, ...] = ()
    sequence: int = 0
    """The number of the last event of that move, or of the event that began the present hand, whichever is later."""
    hand: int = 0
    """The number of the hand that the move ended; 0 if the hand continues."""
    shares: tuple[int, ...] = ()
    """The amount that each seat won or lost in that hand."""


def _tell_shares(scored: _Scored, words: Words) -> list[str]:
    """The line with the amount that each seat won or lost in the hand; no line while the hand continues."""
    if not any(scored.shares):
        return []
    shares = [words.say("why/share", name=words.name(seat), amount=amount) for seat, amount in enumerate(scored.shares)]
    return [words.say("why/hand", number=scored.hand, shares=", ".join(shares))]


def _find_last_score(connection: Connection, table: Table) -> _Scored:
    """Read the receipts of the last move that scored, and the amounts of its hand if the hand is over."""
    found = read_entries(connection, table.id)
    counted = select_effective(found)
    opened = {stored.event.number: stored.sequence for stored in found if isinstance(stored.event, events.CommittedTo)}
    began = opened.get(table.shuffle.over + 1, 0)
    end = len(counted)
    while end:
        start = end - 1
        while start and counted[start - 1].cause == counted[end - 1].cause:
            start -= 1
        receipts = table.game.receipts([entry.event for entry in counted[start:end]])
        if receipts:
            last = counted[end - 1].sequence
            number = table.shuffle.over
            first, after = opened.get(number, last + 1), began or last + 1
            if not first <= last < after:
                number = 0
            hand = [stored.event for stored in counted if number and first <= stored.sequence < after]
            return _Scored(receipts, max(last, began), number, _sum_shares(table, hand))
        end = start
    return _Scored(sequence=began)


def _sum_shares(table: Table, hand: Sequence[object]) -> tuple[int, ...]:
    """The sum that each seat won or lost through these events. () in games of points, which settle at the end."""
    moved = [transfer.amounts for transfer in table.game.transfers(hand)]
    return () if table.game.STAKES.by_points else tuple(map(sum, zip(*moved, strict=True)))
