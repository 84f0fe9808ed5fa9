"""The use case of each control, for buttons, menus and forms alike."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final, NamedTuple, TypeVar

from bot.messages import house_rules
from bot.messages.controls import split
from bot.messages.forms import FORM_ACTIONS, open_form
from bot.messages.lobby import PROMISE
from bot.messages.replay import CALL, JUMP, SCORE, SEAT, SHARE, WENT
from bot.ports.requests import Reply, Request
from bot.services.answers import Answers
from bot.services.fairness import FairnessService
from bot.services.gathering import GatheringService
from bot.services.hand import HandService
from bot.services.lessons import LEARN, LessonService
from bot.services.lobby import LobbyService
from bot.services.nights import PREFIX as NIGHT
from bot.services.nights import NightService
from bot.services.orders import OrderService
from bot.services.play import PlayService
from bot.services.practice import PRACTICE, PracticeService
from bot.services.reference import GUIDE, Reference
from bot.services.replays import ReplayService
from bot.services.request import TableRequest
from bot.services.seats import SeatService
from bot.services.table_lookup import TableLookup
from bot.services.takebacks import TakebackService
from bot.services.telling import Tell
from bot.store.database.notifications import Notice, NoticeKind
from bot.tables.aggregate.table import Table
from bot.tally.tally import Tally
from games.core.numbers import parse_written
from games.core.refused import Refused
from games.core.seats import Seat

TALLY: Final = "tally."
"""The prefix of all tally controls, which belong to no table."""


class Press(NamedTuple):
    """A press of a control."""

    table: int
    """The number of the table; 0 if the control belongs to none."""
    control: str
    """The name of the control, from the middle of its custom id ("hand.show")."""
    values: tuple[str, ...] = ()
    """The chosen entries of a menu, or the contents of a form's fields."""
    shown: int = 0
    """The sequence of the last event that the message with the control showed."""

    @property
    def words(self) -> str:
        """The values as one text, like the words that a player types after a verb."""
        return " ".join(self.values)


REPLAY_BUTTONS: Final = ("open", "first", "back", "on", "last", CALL, SCORE, JUMP, SEAT, SHARE, WENT)
"""The last parts of the names of the buttons below a replay."""


def takes_long(what: str) -> bool:
    """True for a control whose answer may take seconds: *How it went*. Meanwhile Discord shows "thinking…"."""
    return what.startswith("replay.") and what.endswith(f".{WENT}")


UseCase = Callable[[Table, Request, Press], Awaitable[Reply]]
"""Carries out a control at a table."""
PlainUseCase = Callable[[TableRequest, Press], Awaitable[Reply]]
"""Carries out a control that needs no table."""
T = TypeVar("T")


class Controls:
    """Answers presses.

    A control named after a verb of the table's game makes a move. Any other control is looked up in `use_cases`, or in
    `plain_use_cases` if it needs no table. In both, a name that ends in ".*" stands for a group of controls.
    """

    def __init__(
        self,
        lookup: TableLookup,
        lobby: LobbyService,
        gathering: GatheringService,
        nights: NightService,
        seats: SeatService,
        play: PlayService,
        takebacks: TakebackService,
        hand: HandService,
        orders: OrderService,
        fairness: FairnessService,
        answers: Answers,
        reference: Reference,
        lessons: LessonService,
        replays: ReplayService,
        practice: PracticeService,
        tally: Tally,
        tell: Tell,
    ) -> None:
        self._lookup = lookup
        self._play = play
        self._tell = tell
        self.plain_use_cases: dict[str, PlainUseCase] = {
            f"{GUIDE}*": lambda request, press: reference.press(request, press.control, press.values),
            f"{LEARN}*": lambda request, press: lessons.press(request, press.control, press.values),
            f"{NIGHT}*": lambda request, press: nights.press(request, press.control),
            f"{PRACTICE}*": lambda request, press: practice.press(request, press.control, press.table),
            f"{TALLY}*": lambda request, press: tally.press(press.control, press.values, request),
        }
        looking_back = {SEAT: replays.look_from, SHARE: replays.share, WENT: replays.how_it_went}
        self.use_cases: dict[str, UseCase] = {
            "close.no.*": lambda table, request, press: seats.answer_closing(
                table, request, False, _number(press, 2, 3)
            ),
            "close.yes.*": lambda table, request, press: seats.answer_closing(
                table, request, True, _number(press, 2, 3)
            ),
            f"{PROMISE}.*": lambda table, request, press: fairness.promise(table, request, _last(press)),
            "hand.hide": _alone(hand.hide),
            "hand.show": _alone(hand.show),
            "hand.sort": _alone(hand.sort),
            "hand.thread": _alone(hand.explain_thread),
            "hand.thread.open": _alone(hand.use_thread),
            "hint": _alone(practice.hint),
            "learn": lambda table, request, press: lessons.begin(request, table.row.game),
            "lobby.agree.*": lambda table, request, press: lobby.agree_to_house_rules(
                table, request, _number(press, 2, 3)
            ),
            "lobby.call": _alone(gathering.call),
            "lobby.deckhand+": _alone(lobby.add_deckhand),
            "lobby.house.set": lambda table, request, press: lobby.set_house_rule(table, request, press.values),
            house_rules.PRESET: lambda table, request, press: lobby.take_preset(table, request, press.words),
            "lobby.join": _alone(lobby.join),
            "lobby.leave": _alone(lobby.leave),
            "lobby.leave.*": lambda table, request, press: lobby.leave_seat(table, request, _number(press, 2, 3)),
            "lobby.ours": _alone(lobby.show_crew_rules),
            "lobby.ours.forget": _alone(lobby.forget_crew_rules),
            "lobby.ours.keep": _alone(lobby.keep_crew_rules),
            "lobby.robot+": _alone(lobby.add_robot),
            "lobby.robot-": _alone(lobby.remove_robot),
            "lobby.shellback+": _alone(lobby.add_shellback),
            "lobby.start": _alone(lobby.start),
            "lobby.swap": _alone(lobby.swap),
            "offer.agree.*": lambda table, request, press: seats.agree(table, request, _number(press, 2, 3)),
            "offer.no.*": lambda table, request, press: seats.decline(table, request, _number(press, 2, 3)),
            "offer.yes.*": lambda table, request, press: seats.accept(table, request, _number(press, 2, 3)),
            "orders.give": lambda table, request, press: orders.give(table, request, press.words),
            "orders.until.*": lambda table, request, press: orders.until_turn(table, request, _last(press)),
            "queue.leave": _alone(gathering.leave_queue),
            "replay.*": lambda table, request, press: looking_back.get(_last(press), replays.replay)(
                table, request, *_looked_at(press)
            ),
            "rules": lambda table, request, press: reference.open(request, table.row.game),
            "salt.give": lambda table, request, press: fairness.salt(table, request, press.words),
            "sheet": _alone(replays.sheet),
            "table.again": _alone(gathering.again),
            "table.close": _alone(seats.close),
            "table.pause": _alone(seats.pause),
            "table.resume": _alone(seats.resume),
            "table.ruleoff": _alone(play.rule_off),
            "table.show": _alone(seats.show_again),
            "table.start": _alone(lobby.start),
            "undo.ask": _alone(takebacks.ask),
            "undo.no": _alone(takebacks.refuse),  # on messages of older releases, like "undo.yes"
            "undo.no.*": lambda table, request, press: takebacks.refuse(table, request, _number(press, 2, 3)),
            "undo.yes": _alone(takebacks.agree),
            "undo.yes.*": lambda table, request, press: takebacks.agree(table, request, _number(press, 2, 3)),
            "vote.*": lambda table, request, press: seats.vote(table, request, _seat(table, press)),
            "why": _alone(answers.why),
        }

    async def press(self, request: TableRequest, press: Press) -> Reply:
        """Carry out a control. Raises Refused("TABLE", "no_button") for an unknown one."""
        plain = _find(self.plain_use_cases, press.control)
        if plain is not None:
            return await plain(request, press)
        table = await self._lookup.find_numbered(press.table, request)
        if press.control in FORM_ACTIONS:
            return open_form(table, press.control, press.values)
        verb, argument = split(press.control)
        if any(known.name == verb for known in table.game.VERBS):
            return await self._play.press(table, request, verb, press.words or argument, press.shown)
        if request.in_dm and not press.control.startswith("hand."):  # the hand's use cases send it themselves
            await self._tell(Notice(NoticeKind.USER_WROTE, request.user))
        use_case = _find(self.use_cases, press.control)
        if use_case is None:
            raise Refused("TABLE", "no_button")
        return await use_case(table, request, press)


def _find(use_cases: Mapping[str, T], control: str) -> T | None:
    """Find the use case of a control by its whole name, or else by the smallest group that contains it."""
    parts = control.split(".")
    groups = (".".join([*parts[:length], "*"]) for length in range(len(parts) - 1, 0, -1))
    return next((use_cases[name] for name in (control, *groups) if name in use_cases), None)


def _alone(use_case: Callable[[Table, Request], Awaitable[Reply]]) -> UseCase:
    """Adapt a use case that takes no press."""
    return lambda table, request, press: use_case(table, request)


def _looked_at(press: Press) -> tuple[int, int, int | None]:
    """Read the hand, the step and the chosen seat (None if there is none) from a control of a replay.

    The control is called "replay.<hand>.<step>.<name>" or "replay.<hand>.<step>.<seat>.<name>". The last part keeps the
    ids of one message distinct. In a menu it also says if the chosen entry is a step or a seat. Raises Refused.
    """
    name = _last(press)
    if name not in REPLAY_BUTTONS:
        raise Refused("TABLE", "no_button")
    length = 5 if press.control.count(".") == 4 else 4
    hand, step = _number(press, 1, length), _number(press, 2, length)
    seat = _number(press, 3, length) if length == 5 else None
    if name not in (JUMP, SEAT):
        return hand, step, seat
    entry = parse_written(press.words)
    if entry is None:
        raise Refused("TABLE", "no_button")
    return (hand, entry, seat) if name == JUMP else (hand, step, entry)


def _seat(table: Table, press: Press) -> Seat:
    """Read "vote.<seat>". Raises Refused if the table has no such seat."""
    number = _number(press, 1, 2)
    if number >= len(table.seats):
        raise Refused("TABLE", "no_button")
    return Seat(number)


def _last(press: Press) -> str:
    """The last part of a control's name."""
    return press.control.rpartition(".")[2]


def _number(press: Press, place: int, length: int) -> int:
    """Read the number at `place` in a control's name, which must have `length` parts. Raises Refused."""
    parts = press.control.split(".")
    number = parse_written(parts[place]) if len(parts) == length else None
    if number is None:
        raise Refused("TABLE", "no_button")
    return number
