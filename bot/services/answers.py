"""Answers to questions about a table: `/why`, and the texts of its house rules."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.library.rulebooks import Rulebooks
from bot.messages import house_rules
from bot.messages.controls import taste_of
from bot.messages.help import explain_moment
from bot.messages.lobby import house_rules as all_house_rules
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


class Answers:
    """Answers questions. Remembers the last refusal of each user at each table, until they move or something scores."""

    def __init__(self, store: Store, people: PreferencesCache, books: Rulebooks) -> None:
        self._store = store
        self._people = people
        self._books = books
        self._refusals: LastUsed[tuple[int, int], tuple[Refused, int]] = LastUsed(MOST_REFUSALS)

    def remember(self, table: Table, user: int, refused: Refused) -> None:
        """Remember why a user's last move was refused, and when."""
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
        scored = await self._store.read(_last_scored, table)
        if remembered is not None and remembered[1] >= scored.sequence:
            return reply_text(self._refusal(table, remembered[0], words)[:MOST_TEXT], table.id)
        chosen, seat = await self._people.get(request.user), table.seat_of(request.user)
        told = explain_moment(table, seat, words, taste_of(chosen))
        if not scored.receipts:
            return reply_text(f"{told}\n{words.say('why/nothing')}"[:MOST_TEXT], table.id)
        asked = table.hand_open and seat is not None and seat in table.public_view.to_act
        moment = [*told.split("\n"), words.say("why/last")] if asked else []
        question, verdicts = await self._store.read(ask_to_confirm_at, table.row.crew, table.id, request.user, words)
        below = [*_shares(scored, words), *question]
        made = score_message(table, scored.receipts, words, below, moment, verdicts)
        return Reply(in_plain(made) if chosen.text_only else made)

    def _refusal(self, table: Table, refused: Refused, words: Words) -> str:
        text = words.refusal(refused)
        rule = self._books.read_in(words.language).rule(refused.rule, table.row.game)
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


def _shares(scored: _Scored, words: Words) -> list[str]:
    """The line with the amount that each seat won or lost in the hand. The list is empty while the hand continues."""
    if not any(scored.shares):
        return []
    shares = [words.say("why/share", name=words.name(seat), amount=amount) for seat, amount in enumerate(scored.shares)]
    return [words.say("why/hand", number=scored.hand, shares=", ".join(shares))]


def house_rules_text(table: Table, words: Words) -> str:
    """Word the house rules of a table."""
    return all_house_rules(table, words)


def house_rule_text(table: Table, name: str, words: Words) -> str:
    """Word one house rule of a table, with its values and the rule that it varies. Raises Refused for unknown names."""
    for option in house_rules.rules_of(table):
        if option.name == name:
            return house_rules.describe_rule(table, option, words)
    raise Refused("HOUSE", "option_name", name=name, allowed=tuple(option.name for option in table.game.OPTIONS)[:20])


def _last_scored(connection: Connection, table: Table) -> _Scored:
    """Read the receipts of the last move that scored, and the amounts of its hand if the hand is over."""
    found = read_entries(connection, table.id)
    counted = select_effective(found)
    opened = {stored.event.number: stored.sequence for stored in found if isinstance(stored.event, events.CommittedTo)}
    began = opened.get(table.last_finished_hand + 1, 0)
    end = len(counted)
    while end:
        start = end - 1
        while start and counted[start - 1].cause == counted[end - 1].cause:
            start -= 1
        receipts = table.game.receipts([entry.event for entry in counted[start:end]])
        if receipts:
            last = counted[end - 1].sequence
            number = table.last_finished_hand
            first, after = opened.get(number, last + 1), began or last + 1
            if not first <= last < after:
                number = 0
            hand = [stored.event for stored in counted if number and first <= stored.sequence < after]
            return _Scored(receipts, max(last, began), number, _sums(table, hand))
        end = start
    return _Scored(sequence=began)


def _sums(table: Table, hand: Sequence[object]) -> tuple[int, ...]:
    """The sum that each seat won or lost through these events. () in games of points, which settle at the end."""
    moved = [transfer.amounts for transfer in table.game.transfers(hand)]
    return () if table.game.STAKES.by_points else tuple(map(sum, zip(*moved, strict=True)))
