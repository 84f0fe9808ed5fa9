"""The cost of an evening to one person, told to them alone: certain losses, and moves that two judges find dear."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, NamedTuple

from msgspec import Struct, field

from bot.messages.replays.replay import PLAY_ON, STEP, ReplayMessages, find_open_position
from bot.messages.replays.replay_steps import Look
from bot.people.preferences import PreferencesCache
from bot.ports import (
    Accent,
    Button,
    Fixture,
    LastStored,
    Message,
    Pattern,
    Text,
    in_plain,
    join_lines,
    lay_out,
    make_button,
)
from bot.tables.aggregate import Table
from bot.tables.lobby.house_rules import find_cloth
from bot.tables.play.evening import HandLoss, OwnChoice, list_own_choices, read_evening
from bot.tables.play.robots import advise
from bot.wording import Words, name_move, word_facts, word_move
from games.core import Appraisal, MadeMove, Refused, Seat, View
from render.base.picture import Picture
from render.style import Style

NEXT: Final = Pattern("dearest.next.{place:int}")
"""The button that leads to another of them."""
MOST_TOLD: Final = 3
"""The most dear moves of an evening that are told, at most one a hand."""
REMEMBERED: Final = 64
"""The most readers whose dear moves are kept in memory, so that *Next* need not judge them again."""

Appraise = Callable[[str, Sequence[MadeMove]], Awaitable[list[Appraisal[object] | None] | None]]
"""Appraises the moves of a game, outside the event loop. Returns None if that takes too long."""


class DearMove(NamedTuple):
    """A move, what its seat saw before it, and the better one."""

    view: View
    move: object
    found: Appraisal[object]

    def tell(self, table: Table, words: Words, advised: str = "") -> str:
        """The better move, the cause, and the least that this one costs. A hint gives the better move as typed words
        (`advised`), and leaves the cost out."""
        written = [table.game.write(move) for move in (self.found.better, self.move)]
        better, made = (_name(words_of_move, words) for words_of_move in written)
        facts = word_facts(self.found.facts, words) | {"better": better, "made": made}
        facts["move"] = word_move(advised or written[0], words)
        verb = "several" if "several" in facts else written[0].partition(" ")[0]

        def say(key: str, **more: int) -> str:
            """Say a sentence of the verb of the better move, or of several that are as good, if there is one."""
            return words.say_known(f"{key}/{verb}", key, **facts, **more)

        told = say(f"dearest/{'advised' if advised else 'told'}", hand=self.view.hand)
        if self.found.cause:
            told = words.say("dearest/cause", told=told, cause=words.say(f"dearest/{self.found.cause}", **facts))
        if advised:
            return words.say("dearest/hint", told=told)
        return words.say("dearest/plain", told=told, least=say("dearest/least", least=self.found.least))

    def list_marks(self, table: Table) -> tuple[str, ...]:
        """The words of both moves, for the rings in a picture; () for moves without a piece."""
        marks = tuple(table.game.write(move) for move in (self.move, self.found.better))
        return marks if any(" " in words for words in marks) else ()


def _name(written: str, words: Words) -> str:
    """Name a move in the middle of a sentence: "6-4 A", "a pass"."""
    return words.say_known(f"dearest/name/{written}") or name_move(written, words)


class _Evening(NamedTuple):
    """What an evening has cost one person so far."""

    losses: Sequence[HandLoss]
    moves: Sequence[tuple[OwnChoice, DearMove]]
    """The dearest first, at most one a hand."""


class DearestMessages(Struct):
    """Makes the pages of what an evening cost one person, for them alone."""

    replays: ReplayMessages
    people: PreferencesCache
    appraise: Appraise
    _known: LastStored[tuple[int, int, int], _Evening] = field(default_factory=lambda: LastStored(REMEMBERED))
    """By table, user and last finished hand."""

    async def make_message(self, table: Table, user: int, seat: Seat, words: Words, place: int = 0) -> Message:
        """Show the dear move at this place, the dearest first. The first page also adds up the certain losses.

        Raises Refused before the first hand has ended.
        """
        key = table.id, user, table.shuffle.last_finished
        evening = self._known.get(key) or await self._look_back(table, seat)
        if evening is None:
            return lay_out(Accent.FINISHED, (Text(words.say("went/late")),))
        self._known[key] = evening
        place = place if place < len(evening.moves) else 0
        lines = [] if place else list_losses(evening.losses, words)
        if not evening.moves:
            return lay_out(Accent.FINISHED, (Text("\n".join(lines) or words.say("losses/none")),))
        own, told = evening.moves[place]
        picture = await self._draw(table, user, told, words)
        in_words = "" if picture else self.replays.pictures.describe_view(told.view, words)
        marks = words.say("dearest/marks") if picture and told.list_marks(table) else ""
        text = join_lines(*lines, told.tell(table, words), marks, in_words)
        buttons = await self._list_buttons(table, own, seat, words)
        if len(evening.moves) > 1:
            buttons.append(make_button(NEXT, words, place=(place + 1) % len(evening.moves)))
        message = lay_out(
            Accent.FINISHED, (Text(text), Fixture.PICTURES, tuple(buttons)), (picture,), table.id, name="move.png"
        )
        return message if picture else in_plain(message)

    async def find_warning(self, table: Table, seat: Seat) -> DearMove | None:
        """Find the dearer of the move that a hint advises and the next best one, which somebody might make; None if
        neither is dear, or if the judges are late."""
        game, view, thought = table.game, table.view(seat), advise(table, seat)
        if game.appraise is None or thought is None:
            return None
        weighed = [game.write(move) for move in (thought.move, thought.rival) if move is not None]
        moves = [
            choice.move for choice in game.choices(view) if any(words.startswith(choice.words) for words in weighed)
        ]
        salts = str(table.id), "hint", str(table.visibility.public_events)
        judged = await self.appraise(game.NAME, [(view, move, salts) for move in moves])
        dear = [DearMove(view, move, found) for move, found in zip(moves, judged or (), strict=False) if found]
        return max(dear, key=lambda told: told.found.least, default=None)

    async def _look_back(self, table: Table, seat: Seat) -> _Evening | None:
        """Find what the finished hands cost a seat's player; None if the judges are late. Raises Refused before the
        first hand has ended."""
        replays = self.replays
        evening = await replays.store.read(read_evening, table)
        if not evening.hands:
            raise Refused("TABLE", "no_replay", number=1)
        choices: list[OwnChoice] = []
        if table.game.appraise is not None:
            choices = await replays.store.read(list_own_choices, table, replays.hands, evening.hands, seat)
        made = [(own.view, own.move, (str(table.id), str(own.hand.number), str(own.place))) for own in choices]
        judged = await self.appraise(table.game.NAME, made)
        return None if judged is None else _Evening(evening.list_losses(seat), _pick(choices, judged))

    async def _draw(self, table: Table, user: int, told: DearMove, words: Words) -> Picture | None:
        """Draw what the reader saw before the move; None for readers who want words."""
        chosen = await self.people.get(user)
        if chosen.text_only:
            return None
        style = Style(chosen.theme, chosen.big, cloth=find_cloth(table), marks=told.list_marks(table))
        return await self.replays.pictures.draw("board_and_hand", told.view, words, style)

    async def _list_buttons(self, table: Table, own: OwnChoice, seat: Seat, words: Words) -> list[Button]:
        """The buttons to the step of the move, and to the table that plays on from the step before it."""
        found = await self.replays.find_step(table, Look(own.hand.number, own=seat))
        sequences = [found.hand[place].sequence for place in found.steps]
        step = 1 + next(
            (step for step, sequence in enumerate(sequences) if sequence >= own.entry.sequence), len(sequences) - 1
        )
        label = words.say("evening/replay", hand=own.hand.view.hand)
        buttons = [Button(STEP.make(hand=own.hand.number, step=step, way="open"), label)]
        if step > 1 and find_open_position(table, found) is not None:
            buttons.append(make_button(PLAY_ON, words, "success", hand=own.hand.number, step=step - 1, way="play"))
        return buttons


def _pick(choices: Sequence[OwnChoice], judged: Sequence[Appraisal[object] | None]) -> list[tuple[OwnChoice, DearMove]]:
    """The dearest moves, at most one a hand."""
    dear = [(own, DearMove(own.view, own.move, found)) for own, found in zip(choices, judged, strict=False) if found]
    dear.sort(key=lambda told: -told[1].found.least)
    by_hand = {own.hand.number: (own, told) for own, told in reversed(dear)}
    return sorted(by_hand.values(), key=lambda told: -told[1].found.least)[:MOST_TOLD]


def list_losses(losses: Sequence[HandLoss], words: Words) -> list[str]:
    """A line for each kind of certain loss, the dearest kind first."""
    kinds: dict[str, list[HandLoss]] = {}
    for found in losses:
        kinds.setdefault(found.loss.kind, []).append(found)
    lines = []
    for kind, of_kind in sorted(kinds.items(), key=lambda item: -sum(found.loss.cost for found in item[1])):
        dearest = max(of_kind, key=lambda found: found.loss.cost)
        piece = dearest.loss.piece
        lines.append(
            words.say(
                f"losses/{kind}",
                count=len(of_kind),
                sum=sum(found.loss.cost for found in of_kind),
                cost=dearest.loss.cost,
                piece=words.say_known(piece) or piece,
                does=words.say(f"gives/{piece.partition('/')[2]}"),
                hand=dearest.hand,
            )
        )
    return lines
