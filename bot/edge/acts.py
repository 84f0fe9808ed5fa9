"""Acts: everything that people can ask of the bot by a command, a control or a menu entry.

`bot.acts` has a row for each. The command tree, the dispatch of controls, the quotas and docs/commands.md follow from
these rows.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final, TypeVar

import discord

from bot.edge.discord_commands import MOST_COMMANDS, MOST_IN_MENU, Option, Reach, Suggest, Target
from bot.edge.interactions import InteractionRequest, Value
from bot.edge.responder import FileReply
from bot.messages.parts.controls import split_control
from bot.ports.patterns import Pattern
from bot.ports.requests import Reply
from bot.services.services import Cost, Services
from bot.services.typed_moves import split_move
from bot.tables.aggregate.table import Table
from bot.wording.translations import COMMANDS, read_english
from bot.wording.typed import read_keyword
from games.core.refused import Refused

UseCase = Callable[[Services, InteractionRequest], Awaitable[Reply | FileReply]]
TableUseCase = Callable[[Services, Table, InteractionRequest], Awaitable[Reply | FileReply]]

_SLASH: Final = discord.AppCommandType.chat_input.value
_SUBCOMMAND: Final = discord.AppCommandOptionType.subcommand.value


class About(Enum):
    """The table that a command is about. A control names its table itself."""

    LOBBY = auto()
    """The table here. In a DM, the requester's only table that has not begun, or else their only table."""
    PLAY = auto()
    """The table here. In a DM, the requester's only table under way, or else their only table."""
    ANY = auto()
    """The table here. In a DM, the requester's only table."""
    LATEST = auto()
    """The table here. In a DM, the requester's table that changed last."""
    MOVE = auto()
    """The table here. In a DM, the requester's table that the typed move fits; see `TableLookup.find_for_words`."""
    OVER = auto()
    """The table here, or else the last table that was closed here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActRow:
    """The fields that the rows of all acts have."""

    cost: Cost
    command: str = ""
    """The words of the slash command ("table open"), or the name of the menu entry; "" if there is none."""
    description: str = ""
    """The description of the slash command, if `translations/en/commands.txt` has none."""
    options: tuple[Option, ...] = ()
    reach: Reach = Reach.SERVER
    """The places where Discord offers the command. A subcommand has the reach of its group."""
    menu: Target | None = None
    """The targets of the menu entry; None for a slash command."""
    controls: tuple[str | Pattern, ...] = ()
    """The names of the controls, or their patterns. `InteractionRequest.facts` has what a pattern reads."""
    opens_form: bool = False
    """True if the answer may be a form. A form must be the first answer, so the interaction is not acknowledged."""
    for_all: bool = False
    """True if people who are kept away may use it as well, because the law gives them this right."""
    slow: bool = False
    """True if the answer to the control may take seconds. Meanwhile Discord shows "thinking…"."""
    for_newcomers: bool = False
    """True if newcomers begin with this command. `/help` without a table lists it, and so does a server's greeting."""

    @property
    def path(self) -> tuple[str, ...]:
        """The words of the command, or the whole name of a menu entry; () if there is none."""
        return (self.command,) if self.menu is not None else tuple(self.command.split())

    @property
    def name(self) -> str:
        """The name under which the act is counted: its command, or the beginning of its first control's name."""
        first = self.controls[0] if self.controls else ""
        return self.command or (first if isinstance(first, str) else first.stem)

    def make_payload(self) -> dict[str, Any]:
        """Describe the command, subcommand or menu entry to Discord."""
        if self.menu is not None:
            return {"type": self.menu.value, "name": self.command, **self.reach.make_payload()}
        *above, name = self.path
        options = [
            option.make_payload(self.command) for option in sorted(self.options, key=lambda option: not option.required)
        ]
        description = self.description or read_english(COMMANDS)[self.command]
        described = {"name": name, "description": description, "options": options}
        if above:
            return {"type": _SUBCOMMAND, **described}
        return {"type": _SLASH, **described, **self.reach.make_payload()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(ActRow):
    """An act that needs no table."""

    use: UseCase


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAct(ActRow):
    """An act at a table."""

    use: TableUseCase
    about: About = About.ANY
    looks_back: bool = False
    """True if the act only looks back. Any table of this channel, or of the crew that plays here, will then do."""
    takes_seat_back: bool = False
    """True if the requester first gets their seat back from the robot that plays for them."""
    verb: str = ""
    """The verb of a move, by which `About.MOVE` finds the table."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The settings that all subcommands of a group share."""

    reach: Reach = Reach.SERVER
    needs: discord.Permissions | None = None
    """Discord hides the group from users without these permissions, unless the server allows it to their role."""

    def make_payload(self, name: str, subcommands: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """Describe the group to Discord, with its subcommands as Discord takes them."""
        described = {"name": name, "description": read_english(COMMANDS)[name], "options": subcommands}
        return {"type": _SLASH, **described, **self.reach.make_payload(self.needs)}


AnyAct = Act | TableAct


T = TypeVar("T")


def by(find: Callable[[Services], Callable[..., T]], *texts: str) -> Callable[..., T]:
    """Make the use case of an act from the one that `find` finds in the services.

    It gets the table if there is one, the request, the options that are named in `texts`, and the facts of the control,
    in the order of its pattern.
    """

    def use(services: Services, *about: Any) -> T:
        request: InteractionRequest = about[-1]
        return find(services)(*about, *map(request.read_text, texts), *request.facts.values())

    return use


async def _make_move(services: Services, table: Table, request: InteractionRequest) -> Reply:
    verb, argument = split_control(request.control_name)
    return await services.play.press(table, request, verb, request.given_words or argument, request.shown_sequence)


MOVE = TableAct(cost=Cost.PRESS, use=_make_move, takes_seat_back=True)
"""A move by a control whose name begins with a verb of the table's game."""


class Acts:
    """All acts, found by command and by control."""

    def __init__(
        self,
        rows: Iterable[AnyAct],
        headings: Mapping[str, Heading] | None = None,
    ) -> None:
        """Raises ValueError for a command or control that is declared twice."""
        self.rows = tuple(rows)
        self.by_path: dict[tuple[str, ...], AnyAct] = {}
        self.by_pattern: dict[Pattern, AnyAct] = {}
        self._by_topic: dict[str, list[tuple[Pattern, AnyAct]]] = {}
        names: set[str] = set()
        for row in self.rows:
            for control in row.controls:
                pattern = control if isinstance(control, Pattern) else Pattern(control)
                if pattern.text in names:
                    raise ValueError(f"the control {pattern.text} is declared twice")
                names.add(pattern.text)
                self.by_pattern[pattern] = row
                self._by_topic.setdefault(_find_topic(pattern.text), []).append((pattern, row))
            if row.command:
                if row.path in self.by_path:
                    raise ValueError(f"the command {row.command} is declared twice")
                self.by_path[row.path] = row
        self._headings = headings or {}

    def make_payload(self) -> list[dict[str, Any]]:
        """Describe all commands and menu entries to Discord, sorted by name. Raises ValueError for too many."""
        groups: dict[str, list[dict[str, Any]]] = {name: [] for name in self._headings}
        entries: list[dict[str, Any]] = []
        for row in self.by_path.values():
            siblings = groups[row.path[0]] if len(row.path) > 1 else entries
            siblings.append(row.make_payload())
        entries += [heading.make_payload(name, groups[name]) for name, heading in self._headings.items()]
        counted = Counter(entry["type"] for entry in entries)
        if counted[_SLASH] > MOST_COMMANDS or any(counted[target.value] > MOST_IN_MENU for target in Target):
            raise ValueError(f"Discord takes {MOST_COMMANDS} commands and {MOST_IN_MENU} entries in a menu: {counted}")
        return sorted(entries, key=lambda entry: str(entry["name"]))

    def find(self, request: InteractionRequest) -> AnyAct | None:
        """Find the act that a request asks for, and read the facts of its control into the request. None if the act is
        unknown, or a move by a control."""
        if request.path:
            return self.by_path.get(request.path)
        act, request.facts = self.find_by_control(request.control_name)
        return act

    def find_by_control(self, name: str) -> tuple[AnyAct | None, Mapping[str, Any]]:
        """Find the act of a control by its name, and the facts in that name; (None, {}) if there is none."""
        for pattern, act in self._by_topic.get(_find_topic(name), ()):
            if (facts := pattern.read(name)) is not None:
                return act, facts
        return None, {}

    @staticmethod
    def work_out_cost(act: AnyAct | None, request: InteractionRequest) -> Cost:
        """Work out the cost of a request: that of its act, of its files, and of sharing its answer."""
        cost = Cost.PRESS if act is None else act.cost
        cost |= Cost.UPLOAD if request.files else Cost.PRESS
        return cost | Cost.ANNOUNCEMENT if request.options.get("share") else cost

    def find_suggest(self, path: tuple[str, ...], option: str) -> Suggest | None:
        """Find the function that suggests values for an option; None if there is none."""
        act = self.by_path.get(path)
        return next((known.suggest for known in act.options if known.name == option), None) if act else None

    async def carry_out(self, services: Services, act: AnyAct | None, request: InteractionRequest) -> Reply | FileReply:
        """Carry out the act that `find` has found for a request. Raises Refused, also for an unknown control."""
        if act is not None:
            request.options = _read_keywords(act, request)
        if isinstance(act, Act):
            if not act.for_all:
                await services.kept_away.must_be_welcome(request)
            return await act.use(services, request)
        if not request.path:
            return await self._press(services, act, request)
        if act is None:
            return request.answer("edge/unknown_command")
        return await self._carry_out_at(services, act, await _find_table(services, act, request), request)

    async def _press(self, services: Services, act: TableAct | None, request: InteractionRequest) -> Reply | FileReply:
        """Carry out a control of a table. A verb of the table's game makes a move."""
        number = request.table
        if act is None and not number:
            raise Refused("TABLE", "no_button")
        if act is not None and act.looks_back:
            table = await services.find_played(number, request)
        else:
            table = await services.lookup.find_numbered(number, request)
        verb = split_control(request.control_name)[0]
        if any(known.name == verb for known in table.game.VERBS):
            act = MOVE
        if act is None:
            raise Refused("TABLE", "no_button")
        return await self._carry_out_at(services, act, table, request)

    async def _carry_out_at(
        self, services: Services, act: TableAct, table: Table, request: InteractionRequest
    ) -> Reply | FileReply:
        if act is not MOVE:  # people who are kept away have no seat to move from
            await services.kept_away.must_be_welcome(request, table)
            if request.in_dm:
                await services.note_writing(request)
        present = await services.take_seat_back(table, request) if act.takes_seat_back else table
        try:
            return await act.use(services, present, request)
        finally:
            await services.note_press(present, request)


def _read_keywords(act: AnyAct, request: InteractionRequest) -> Mapping[str, Value]:
    """Return a request's options with their keywords in English. People may type them in their own language."""
    in_english = {
        option.name: read_keyword(request.read_text(option.name), option.keywords, request.words)
        for option in act.options
        if option.keywords and option.name in request.options
    }
    return {**request.options, **in_english}


async def _find_table(services: Services, act: TableAct, request: InteractionRequest) -> Table:
    """Find the table that a command is about. Raises Refused."""
    if act.looks_back and (number := request.options.get("table")) is not None:
        return await services.find_played(int(number), request)
    lookup = services.lookup
    match act.about:
        case About.MOVE:
            return await lookup.find_for_words(request, act.verb or split_move(request.read_text("words"))[0])
        case About.LATEST:
            return await lookup.find_here(request)
        case About.OVER:
            return await lookup.find_here_or_closed(request)
        case _:
            begun = {About.LOBBY: False, About.PLAY: True}.get(act.about)
            return await lookup.find_for_command(request, begun)


def _find_topic(name: str) -> str:
    """Return the part of a control's name before the first dot, which is the same for all names of a pattern."""
    return name.partition(".")[0]
