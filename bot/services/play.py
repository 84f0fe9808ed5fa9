"""Playing: the verbs of a game, typed or pressed, and their completion."""

from functools import cache
from typing import Final, NamedTuple

from bot.messages.controls import MOST_ITEMS, options_for
from bot.messages.hand import HandMessages
from bot.messages.table_words import words_of
from bot.ports.last_used import LastUsed
from bot.ports.requests import DONE, Reply, Request, reply_text
from bot.services.answers import Answers
from bot.services.illustrations import Illustrations
from bot.services.request import own_seat
from bot.tables.aggregate.table import Table
from bot.tables.facets.turns import find_passing_verb
from bot.tables.service import TableService
from bot.wording import name_argument
from bot.wording.letters import fold
from bot.wording.typed import read_typed
from games import registry
from games.core.refused import Refused

TWICE: Final = 2_500
"""Milliseconds after a move in which the same words from the same player are taken for a double tap."""
SLIP: Final = 500
"""Milliseconds after a move in which nobody can have read the buttons that it brought."""
MOST_SAID: Final = 1_000
"""The number of moves that are remembered."""


class LastWord(NamedTuple):
    """A move as its player said it, and when."""

    verb: str
    words: str
    at: int


class DoubleTaps:
    """Remembers each player's last move that counted."""

    def __init__(self) -> None:
        self._said: LastUsed[tuple[int, int], LastWord] = LastUsed(MOST_SAID)

    def note(self, table: int, request: Request, verb: str, words: str) -> None:
        """Remember a move that counted."""
        self._said.put((table, request.user), LastWord(verb, words, request.at))

    def is_repeated(self, table: int, request: Request, verb: str, words: str) -> bool:
        """True if the requester has just made the same move, and it counted."""
        last = self._said.find((table, request.user))
        return last is not None and last[:2] == (verb, words) and 0 <= request.at - last.at <= TWICE

    def refuse_slip(self, table: int, request: Request, verb: str = "") -> None:
        """Refuse a press that cannot be undone, if a move of the requester has only just changed the buttons.

        A `verb` that was the last move itself is no slip: it says the same as before.
        """
        last = self._said.find((table, request.user))
        if last is not None and last.verb != verb and 0 <= request.at - last.at <= SLIP:
            raise Refused("TABLE", "slipped")

    def refuse_slip_after(self, table: int, request: Request, verbs: tuple[str, ...], shown_at: int) -> None:
        """Refuse a press that costs something, if the requester's last move was by one of these verbs, and its buttons
        have only just come up: at `shown_at`, or with the move itself if that was later."""
        last = self._said.find((table, request.user))
        if last is not None and last.verb in verbs and last.at <= request.at <= max(last.at, shown_at) + SLIP:
            raise Refused("TABLE", "slipped")


OVERTAKEN: Final = 2_500
"""Milliseconds. A move that Discord stamped up to this long before the present turn began was meant for an earlier
turn, and is refused. A greater difference is taken for clock skew, and the move is tried.
"""
MOVED_ON: Final = frozenset({"not_your_turn", "not_now", "no_play"})
"""The reasons with which games refuse a move because its turn or phase is over."""


def split_move(typed: str) -> tuple[str, str]:
    """Split typed words into the name of a verb and the rest: "Discard R1" gives "discard" and "R1".

    A verb of two words is understood however it is written: "do bone!", "rule-off", "all in". Without a known verb, the
    first word counts as the verb.
    """
    words = typed.split()
    for count in (2, 1):
        verb = _verbs().get(_plain("".join(words[:count])))
        if verb is not None:
            return verb, " ".join(words[count:])
    return "".join(words[:1]).lower(), " ".join(words[1:])


@cache
def _verbs() -> dict[str, str]:
    """The names of all games' verbs, by their letters alone."""
    return {_plain(verb.name): verb.name for name in registry.NAMES for verb in registry.cover(name).VERBS}


def _plain(words: str) -> str:
    return "".join(letter for letter in words.lower() if letter.isalnum())


class PlayService:
    """Moves of players."""

    def __init__(
        self,
        tables: TableService,
        hands: HandMessages,
        answers: Answers,
        illustrations: Illustrations,
    ) -> None:
        self._tables = tables
        self._hands = hands
        self._answers = answers
        self._illustrations = illustrations
        self._taps = DoubleTaps()

    async def say(self, table: Table, request: Request, verb: str, words: str = "") -> Reply:
        """Make the move that a verb and the words after it mean. Raises Refused, Unreadable or Ambiguous.

        A refusal is remembered for `/why`, and may come with a picture that the player has not seen yet. If a player
        sends the same move twice, as with a double tap, the refusal of the second says that the first counted.
        """
        seat = own_seat(table, request)
        if not table.playing:
            raise Refused("TABLE", "not_started")
        try:
            if 0 < table.waiting.asked_at - request.at <= OVERTAKEN:
                raise Refused("TABLE", "overtaken")
            move = table.game.read(table.view(seat), verb, words)
            await self._tables.play(table.id, seat, move, request.at, request.cause)
        except Refused as refused:
            if refused.reason in MOVED_ON and self._taps.is_repeated(table.id, request, verb, words):
                raise Refused("TABLE", "done_already") from None
            self._answers.remember(await self._tables.get(table.id), request.user, refused)
            raise await self._illustrations.add(refused, table.row.game, request) from None
        self._answers.forget(table.id, request.user)
        self._taps.note(table.id, request, verb, words)
        return DONE

    async def press(self, table: Table, request: Request, verb: str, words: str, shown: int) -> Reply:
        """Make the move of a control. `shown` is the last event that the control's message showed.

        If the table waits for something else by now, no move is made. The answer is then the present hand, or in a DM a
        sentence, because the hand there is kept up to date. A second tap makes no move that cannot be undone; a call in
        an open window is never too fast.
        """
        if shown < table.visibility.controls_from and request.at >= table.waiting.asked_at:
            if self._taps.is_repeated(table.id, request, verb, words):
                raise Refused("TABLE", "done_already")
            return await self._present_hand(table, request)
        if table.playing and find_passing_verb(table.game, table.public_view) is None:
            self._refuse_slip_of_move(table, request, verb)
        return await self.say(table, request, verb, words)

    def refuse_slip(self, table: Table, request: Request) -> None:
        """Refuse a press that is the second tap of a move."""
        self._taps.refuse_slip(table.id, request)

    def _refuse_slip_of_move(self, table: Table, request: Request, verb: str) -> None:
        known = next((known for known in table.game.VERBS if known.name == verb), None)
        if known is None:
            return
        if known.final:
            self._taps.refuse_slip(table.id, request, verb)
        if known.slips_after:
            own = table.waiting.mover is not None and table.waiting.mover == table.seat_of(request.user)
            shown_at = table.waiting.view_changed_at if own else 0  # a game may keep a move for a moment (LB-80)
            self._taps.refuse_slip_after(table.id, request, known.slips_after, shown_at)

    async def _present_hand(self, table: Table, request: Request) -> Reply:
        words = request.words()
        seat = table.seat_of(request.user)
        if seat is None or not table.playing:
            return reply_text(words.say("panel/old"), table.id)
        if request.in_dm:
            return reply_text(words.say("panel/old_hand"), table.id)
        return Reply(await self._hands.copy(table, seat, request.at))

    async def rule_off(self, table: Table, request: Request) -> Reply:
        """Rule off the score sheet, in games that have a verb for it. Raises Refused in others."""
        verb = next((known.name for known in table.game.VERBS if known.rules_off), None)
        if verb is None:
            raise Refused("TABLE", "no_rule_off")
        return await self.say(table, request, verb)

    @staticmethod
    def read_move(table: Table, request: Request, typed: str) -> tuple[str, str]:
        """Read a typed move in the language of the requester: its verb, and the rest.

        Without a verb, it is the one verb by which they can choose a piece now: "6-4 A" lays that bone.
        """
        verb, rest = split_move(read_typed(typed, words_of(table, request.requester.language)))
        seat = table.seat_of(request.user)
        if verb in {known.name for known in table.game.VERBS} or seat is None or not table.playing:
            return verb, rest
        taking = {known.name for known in table.game.VERBS if known.takes == "piece"}
        offered = {choice.verb for choice in table.game.choices(table.view(seat))} & taking
        return (offered.pop(), f"{verb} {rest}".strip()) if len(offered) == 1 else (verb, rest)

    def suggest_moves(self, table: Table, request: Request, typed: str) -> list[tuple[str, str]]:
        """List the moves that the requester's buttons offer, as (label, words); at most 25."""
        seat = table.seat_of(request.user)
        if seat is None or not table.playing:
            return []
        words = words_of(table, request.requester.language)
        wanted = " ".join(fold(typed).split())
        verb, rest = split_move(wanted)
        found: list[tuple[str, str]] = []
        for choice in options_for(table.game, table.view(seat), table.public_view):
            named = name_argument(choice.argument, words) if choice.argument else ""
            told = f"{words.label(choice.verb)} {named}".strip()
            heard = (told, choice.words, f"{choice.verb} {named}") if choice.verb != verb else (named, choice.argument)
            sought = wanted if choice.verb != verb else rest
            if not choice.late and any(sought in fold(said) for said in heard):
                found.append((told[:100], choice.words[:100]))
        return found[:MOST_ITEMS]

    def suggest(self, table: Table, request: Request, verb: str, typed: str) -> list[tuple[str, str]]:
        """List what the requester could say after a verb, as (label, value), from their own view alone; at most 25."""
        seat = table.seat_of(request.user)
        if seat is None or not table.playing:
            return []
        wanted = typed.strip().lower()
        choices = table.game.choices(table.view(seat))
        arguments = dict.fromkeys(choice.argument for choice in choices if choice.verb == verb and choice.argument)
        named = [
            (name_argument(argument, words_of(table, request.requester.language)), argument) for argument in arguments
        ]
        fitting = [pair for pair in named if wanted in pair[0].lower() or wanted in pair[1].lower()]
        return [(told[:100], value[:100]) for told, value in fitting[:MOST_ITEMS]]
