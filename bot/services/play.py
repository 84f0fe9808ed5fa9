"""Playing: the verbs of a game, typed or pressed, and their completion."""

from __future__ import annotations

from typing import Final

from bot.messages.controls import MOST_ITEMS
from bot.messages.hand import HandMessages
from bot.messages.table_words import words_of
from bot.ports.requests import DONE, Reply, Request, reply_text
from bot.services.answers import Answers
from bot.services.illustrations import Illustrations
from bot.services.seated import own_seat, take_seat_back
from bot.tables.aggregate.table import Table
from bot.tables.service import TableService
from bot.wording import name_argument, say
from games.core.refused import Refused

OVERTAKEN: Final = 2_500
"""A late move stamped up to this long (ms) before the table's subject changed was meant for the previous subject.

A greater difference is taken for clock skew.
"""


class PlayService:
    """Moves of players."""

    def __init__(
        self, tables: TableService, hands: HandMessages, answers: Answers, illustrations: Illustrations
    ) -> None:
        self._tables = tables
        self._hands = hands
        self._answers = answers
        self._illustrations = illustrations

    async def say(self, table: Table, request: Request, verb: str, words: str = "") -> Reply:
        """Make the move that a verb and the words after it mean. A refusal is remembered for `/why`, and
        the first of its kind may come with a picture.

        Raises Refused, Unreadable or Ambiguous.
        """
        present = await take_seat_back(self._tables, table, request)
        seat = own_seat(present, request)
        if not present.playing:
            raise Refused("TABLE", "not_started")
        try:
            if 0 < present.waiting.since - request.at <= OVERTAKEN:
                raise Refused("TABLE", "overtaken")
            move = present.game.read(present.view(seat), verb, words)
            await self._tables.play(table.id, seat, move, request.at, request.cause)
        except Refused as refused:
            self._answers.remember(await self._tables.get(table.id), request.user, refused)
            raise await self._illustrations.add(refused, table.row.game, request) from None
        self._answers.forget(table.id, request.user)
        return DONE

    async def press(self, table: Table, request: Request, verb: str, words: str, shown: int) -> Reply:
        """Make the move of a control whose message showed event `shown`.

        If the message is stale, so that its control was about another moment of the table, the answer is the present
        hand. In a DM the answer is in words: the hand itself stands there up to date, and a copy would grow old.
        """
        if shown < table.visibility.controls_from and request.at >= table.waiting.since:
            return await self._present_hand(table, request)
        return await self.say(table, request, verb, words)

    async def _present_hand(self, table: Table, request: Request) -> Reply:
        seat = table.seat_of(request.user)
        if seat is None or not table.playing:
            return reply_text(say("panel/old"), table.id)
        if request.in_dm:
            return reply_text(say("panel/old_hand"), table.id)
        return Reply(await self._hands.copy(table, seat, request.at))

    async def rule_off(self, table: Table, request: Request) -> Reply:
        """Rule off the score sheet, in games that have a verb for it. Raises Refused in others."""
        verb = next((known.name for known in table.game.VERBS if known.rules_off), None)
        if verb is None:
            raise Refused("TABLE", "no_rule_off")
        return await self.say(table, request, verb)

    def suggest(self, table: Table, request: Request, verb: str, typed: str) -> list[tuple[str, str]]:
        """List what the requester could say after a verb, as (label, value), from their own view alone; at most 25."""
        seat = table.seat_of(request.user)
        if seat is None or not table.playing:
            return []
        wanted = typed.strip().lower()
        choices = table.game.choices(table.view(seat))
        arguments = dict.fromkeys(choice.argument for choice in choices if choice.verb == verb and choice.argument)
        named = [(name_argument(argument, words_of(table)), argument) for argument in arguments]
        fitting = [pair for pair in named if wanted in pair[0].lower() or wanted in pair[1].lower()]
        return [(label[:100], value[:100]) for label, value in fitting[:MOST_ITEMS]]
