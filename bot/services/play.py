"""Playing: the moves of players, typed or pressed, their completion, and the explanations of refusals and scores."""

from collections.abc import Callable
from itertools import groupby
from typing import Final, NamedTuple

from msgspec import Struct, field

from bot.library.library import Library
from bot.library.rulebooks import Rulebooks
from bot.messages.boards.board import find_ending
from bot.messages.boards.receipts import make_score_message
from bot.messages.help import explain_moment
from bot.messages.parts.controls import list_offered
from bot.messages.parts.piece_pictures import PiecePictures, in_words
from bot.people.preferences import PreferencesCache
from bot.ports import DONE, LastStored, Message, Reply, Request, Suggested, in_plain, reply_text
from bot.services.hand import HandService
from bot.services.typed_moves import name_move, read_move, split_move
from bot.store import Connection, Store
from bot.store.messages import projections
from bot.store.people import lesson_progress
from bot.tables.aggregate import Table, Wish, is_waiting_for_calls, must_allow
from bot.tables.aggregate.table import must_sit
from bot.tables.history import events
from bot.tables.history.entries import read_entries, select_effective
from bot.tables.service import TableService
from bot.tally.changes.waiting import ask_to_confirm_at
from bot.wording import Words, name_argument, word_receipt, word_refusal
from bot.wording.letters import simplify, simplify_words
from bot.wording.typed import read_typed
from games.core import Receipt, Refused, Seat, find_dealing_verb

MOST_REFUSALS: Final = 1_000
"""The number of refusals remembered for `/why`."""
DOUBLE_TAP_WITHIN: Final = 2_500
"""Milliseconds after a move in which the same words from the same player are taken for a double tap."""
SLIP: Final = 500
"""Milliseconds after a move: too short a time to read the new buttons, so a press on one is a slip of the finger."""
MOST_MOVES: Final = 1_000
"""The number of last moves that are remembered."""
OVERTAKEN: Final = 2_500
"""Milliseconds. A move that Discord stamped up to this long before the present turn began was meant for an earlier
turn, and is refused. A greater difference means that the clocks differ, so the move is tried."""
MOVED_ON: Final = frozenset({"not_your_turn", "not_now", "no_play"})
"""The reasons with which games refuse a move because its turn or phase is over."""


class Explanations(Struct, frozen=True):
    """Answers `/why`. Remembers the last refusal of each user at each table, until they move or something scores."""

    store: Store
    people: PreferencesCache
    books: Rulebooks
    _refusals: LastStored[tuple[int, int], tuple[Refused, int]] = field(
        default_factory=lambda: LastStored(MOST_REFUSALS)
    )
    """By table and user, the refusal and the table's sequence at that time."""

    def remember(self, table: Table, user: int, refused: Refused) -> None:
        """Remember why a user's move was refused, and at which event of the table."""
        self._refusals[table.id, user] = refused, table.sequence

    def forget(self, table: int, user: int) -> None:
        """Forget a user's last refusal: they have moved since."""
        self._refusals.pop((table, user), None)

    async def explain(self, table: Table, request: Request) -> Reply:
        """Explain the requester's last refusal with its rule, once; otherwise the last score, in the game's own words
        (`EndingWords.why`) or line by line. While a hand is played, the requester's own last score of that kind comes
        above the others'.

        If the table waits for the requester, an explanation of their present turn comes above the score. If nothing
        has been scored yet (in a DM: in this hand), that explanation is the whole answer. If the requester can confirm
        or dispute an entry of the tally, the question about it comes below the score. A refusal older than the last
        score, or than the table's end, is ignored. Raises Refused at a hand of the day until its day is over.
        """
        must_allow(table, Wish.WHY)
        words = request.words
        remembered = self._refusals.pop((table.id, request.user), None)
        scored = await self.store.read(_find_last_score, table, table.seat_of(request.user))
        latest = table.sequence if table.is_closed else scored.sequence
        if remembered is not None and remembered[1] >= latest:
            refused = remembered[0]
            rule = self.books.read_in(words.language).find_rule(refused.rule, table.row.game)
            quoted = "" if rule is None else f"\n{rule.quote()}"
            return reply_text(f"{word_refusal(refused, words)}{quoted}")
        chosen, seat = await self.people.get(request.user), table.seat_of(request.user)
        hidden = seat is not None and await self.store.read(projections.is_hidden, table.id, seat)
        turn_text = explain_moment(table, seat, words, chosen, hidden)
        asked = table.hand_open and seat is not None and seat in table.public_view.to_act
        if not scored.receipts or (asked and scored.over and request.in_dm):
            return reply_text(turn_text)
        above = [*turn_text.split("\n"), words.say("why/last")] if asked else []
        question, verdicts = await self.store.read(ask_to_confirm_at, table.row.crew, table.id, request.user, words)
        ended = find_ending(table, words, seat)
        told = [word_receipt(receipt, words) for receipt in scored.receipts]
        apart = [[*ended.why]] if ended and ended.why else told
        message = make_score_message(apart, question, above, verdicts)
        return Reply(in_plain(message) if chosen.text_only else message)


class _Scored(NamedTuple):
    """The last move that scored."""

    receipts: tuple[Receipt, ...] = ()
    sequence: int = 0
    """The number of the last event of that move, or of the event that began the present hand, whichever is later."""
    over: bool = False
    """True if the move ended its hand."""


def _find_last_score(connection: Connection, table: Table, seat: Seat | None) -> _Scored:
    """Read the receipts of the last move that scored. If its hand isn't over, the last receipts of this seat that are
    of the same kind come first."""
    found = read_entries(connection, table.id)
    effective = select_effective(found)
    committed_at = {
        stored.event.number: stored.sequence for stored in found if isinstance(stored.event, events.CommittedTo)
    }
    began = committed_at.get(table.shuffle.last_finished + 1, 0)
    scored = None
    for _, reversed_move in groupby(reversed(effective), key=lambda entry: entry.cause):
        move = [*reversed_move][::-1]
        if scored and move[-1].sequence <= began:
            break
        receipts = table.game.receipts([entry.event for entry in move])
        own = any(seat in receipt.seats for receipt in receipts)
        if scored:
            if own and receipts[0].key == scored.receipts[0].key:
                return scored._replace(receipts=(*receipts, *scored.receipts))
        elif receipts:
            last = move[-1].sequence
            first = committed_at.get(table.shuffle.last_finished, last + 1)
            over = first <= last < (began or last + 1)
            scored = _Scored(receipts, max(last, began), over)
            if over or own or seat is None:
                break
    return scored or _Scored(sequence=began)


class Illustrated(Refused):
    """A refusal with a picture from the guide, or with that picture in words. Everybody gets the same picture."""

    def __init__(self, refused: Refused, shown: Message) -> None:
        super().__init__(refused.rule, refused.reason, **refused.facts)
        self.shown = shown
        """The words and the picture that follow the sentence of the refusal."""


class Illustrations(Struct):
    """Adds pictures to refusals, each from the page that explains the refusal, once for each person."""

    store: Store
    library: Library
    pictures: PiecePictures

    async def add(self, refused: Refused, game: str, request: Request) -> Refused:
        """Return the refusal with its picture, or `refused` itself if it has none or the requester has seen it."""
        words = request.words
        page = self.library.read_in(words.language).find_explanation(refused.key, game)
        if page is None or not await self.store.write(lesson_progress.note_shown, request.user, page.path, request.at):
            return refused
        game_words = Words(words.language, game)
        drawn = await self.pictures.draw(page.content.picture, game_words, request.user)
        if drawn is None:
            text = words.say("guide/example", words=in_words(page.content.picture, game_words))
            return Illustrated(refused, Message(text))
        return Illustrated(refused, Message(words.say("guide/example_drawn"), (drawn,), name="guide.png"))


class _LastMove(NamedTuple):
    """A move as its player typed or pressed it, and the time."""

    verb: str
    words: str
    at: int


class DoubleTaps(Struct, frozen=True):
    """Remembers each player's last move that counted."""

    _last_moves: LastStored[tuple[int, int], _LastMove] = field(default_factory=lambda: LastStored(MOST_MOVES))

    def note(self, table: int, request: Request, verb: str, words: str) -> None:
        """Remember a move that counted."""
        self._last_moves[table, request.user] = _LastMove(verb, words, request.at)

    def is_repeated(self, table: int, request: Request, verb: str, words: str) -> bool:
        """True if the requester has just made the same move, and it counted."""
        last = self._last_moves.get((table, request.user))
        return last is not None and last[:2] == (verb, words) and 0 <= request.at - last.at <= DOUBLE_TAP_WITHIN

    def refuse_slip(
        self, table: int, request: Request, follows: Callable[[str], bool] = lambda verb: True, shown_at: int = 0
    ) -> None:
        """Refuse a press that comes within `SLIP` of its button's appearance, since nobody reads so fast.

        Only presses after a move whose verb `follows` accepts are refused. The button appeared at `shown_at`, or with
        that move if the move was later.
        """
        last = self._last_moves.get((table, request.user))
        if last is not None and follows(last.verb) and last.at <= request.at <= max(last.at, shown_at) + SLIP:
            raise Refused("TABLE", "slipped")


def _is_dealt(table: Table, verb: str) -> bool:
    """True if a verb asks for the next hand, and it is under way."""
    return table.hand_open and verb == find_dealing_verb(table.game).name


class PlayService(Struct, frozen=True):
    """Moves of players."""

    tables: TableService
    hand: HandService
    explanations: Explanations
    illustrations: Illustrations
    _taps: DoubleTaps = field(default_factory=DoubleTaps)

    async def make_move(self, table: Table, request: Request, verb: str, words: str = "") -> Reply:
        """Make the move that a verb and the words after it mean. Raises Refused, Unreadable or Ambiguous.

        A refusal is remembered for `/why`, and may come with a picture that the player has not seen yet. If a double
        tap sends the same move twice, the second is answered like the first, which counted.
        """
        seat = must_sit(table, request.user)
        if not table.playing:
            raise Refused("TABLE", "not_started")
        try:
            if 0 < table.waiting.asked_at - request.at <= OVERTAKEN:
                raise Refused("TABLE", "overtaken")
            move = table.game.read(table.view(seat), verb, words)
            await self.tables.play(table.id, seat, move, request.id)
        except Refused as refused:
            if refused.reason in MOVED_ON and self._taps.is_repeated(table.id, request, verb, words):
                return DONE
            present = await self.tables.get(table.id)
            if _is_dealt(present, verb) and request.at <= present.waiting.asked_at + OVERTAKEN:
                return request.answer("panel/dealt")
            self.explanations.remember(present, request.user, refused)
            raise await self.illustrations.add(refused, table.row.game, request) from None
        self.explanations.forget(table.id, request.user)
        self._taps.note(table.id, request, verb, words)
        return DONE

    async def press(self, table: Table, request: Request, verb: str, words: str, shown: int) -> Reply:
        """Make the move of a control. `shown` is the last event that the control's message showed.

        If the table waits for something else by now, no move is made. The answer is then the present hand. In a DM the
        answer is a sentence, because the hand there is kept up to date. A move that cannot be undone is refused as a
        slip if it comes too fast. A call in an open window is never too fast.
        """
        if shown < table.visibility.controls_from and request.at >= table.waiting.asked_at:
            if self._taps.is_repeated(table.id, request, verb, words):
                return DONE
            if _is_dealt(table, verb):
                return request.answer("panel/dealt")
            return await self._show_present_hand(table, request)
        if table.playing and not is_waiting_for_calls(table):
            self._refuse_slip_of_move(table, request, verb)
        return await self.make_move(table, request, verb, words)

    def refuse_slip(self, table: Table, request: Request) -> None:
        """Refuse a press on a button that has only just appeared, such as the second tap of a move."""
        self._taps.refuse_slip(table.id, request)

    def _refuse_slip_of_move(self, table: Table, request: Request, verb: str) -> None:
        known = next((known for known in table.game.VERBS if known.name == verb), None)
        if known is None:
            return
        if known.final:  # the same move again is no slip: the player means it
            self._taps.refuse_slip(table.id, request, lambda last: last != verb)
        if known.slips_after:
            own = table.waiting.mover is not None and table.waiting.mover == table.seat_of(request.user)
            # A game may judge a move a moment after it was made (LB-80), so the button may be newer than that move.
            shown_at = table.waiting.view_changed_at if own else 0
            self._taps.refuse_slip(table.id, request, lambda last: last in known.slips_after, shown_at)

    async def _show_present_hand(self, table: Table, request: Request) -> Reply:
        if table.seat_of(request.user) is None or not table.playing:
            return request.answer("panel/old")
        if request.in_dm:
            return request.answer("panel/old_hand")
        return await self.hand.copy(table, request.user)

    async def rule_off(self, table: Table, request: Request) -> Reply:
        """Rule off the score sheet, in games that have a verb for it. Raises Refused in others."""
        verb = next((known.name for known in table.game.VERBS if known.rules_off), None)
        if verb is None:
            raise Refused("TABLE", "no_rule_off")
        return await self.make_move(table, request, verb)

    @staticmethod
    def read_move(table: Table, request: Request, typed: str) -> tuple[str, str]:
        """Read a typed move in the language of the requester: its verb, and the rest."""
        seat, words = table.seat_of(request.user), request.words
        if seat is None or not table.playing:
            return split_move(read_typed(typed, words))
        return read_move(table.game, table.view(seat), table.public_view, typed, words)

    def suggest_moves(self, table: Table, request: Request, typed: str) -> Suggested:
        """List the moves that the requester's buttons offer, as (label, words)."""
        seat = table.seat_of(request.user)
        if seat is None or not table.playing:
            return []
        words, wanted = request.words, simplify_words(typed)
        found: Suggested = []
        view = table.view(seat)
        for choice in list_offered(table.game, view, table.public_view):
            argument = name_argument(choice.argument, words) if choice.argument else ""
            if not choice.late and any(wanted in simplify(name) for name in name_move(choice, words, view.stage)):
                found.append((f"{words.label(choice.verb)} {argument}".strip(), choice.words))
        return found

    def suggest(self, table: Table, request: Request, verb: str, typed: str) -> Suggested:
        """List what the requester could say after a verb, as (label, value), from their own view alone."""
        seat = table.seat_of(request.user)
        if seat is None or not table.playing:
            return []
        wanted = typed.strip().lower()
        choices = table.game.choices(table.view(seat))
        arguments = dict.fromkeys(choice.argument for choice in choices if choice.verb == verb and choice.argument)
        words = request.words
        named = [(name_argument(argument, words), argument) for argument in arguments]
        return [pair for pair in named if wanted in pair[0].lower() or wanted in pair[1].lower()]
