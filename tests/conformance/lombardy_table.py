"""A deal of Lombardy Bones played action by action, following the scripts of the vectors.

Actions are ten seconds apart, or more if the table's pace requires it; deadlines between them pass. If nothing is left
to call, the engine counts at once, but a script always has the action "count" (LB-52, LB-53).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.core import Refused, Seat
from games.core.moves import Lapse
from games.lombardy.deadlines import deadline
from games.lombardy.decide import decide
from games.lombardy.decisions.ending import close
from games.lombardy.events import Began, Called, Counted, Event, Laid, LastCall, Led, RenegeCalled, TurnedDown
from games.lombardy.evolve import FOLDER, evolve, fold
from games.lombardy.moves import Answer, Next
from games.lombardy.notation import read
from games.lombardy.options import OPTIONS
from games.lombardy.project import view as see
from games.lombardy.state import State
from games.pieces.dominoes import ALL, Domino, code, dominoes_of, from_code, is_double
from tests.conformance.runner import only_named
from tests.games.handed_chance import HandedChance

Fields = dict[str, Any]
STEP = 10_000
NAMES = "abcd"


def bones(listed: str | Sequence[str] | None) -> tuple[Domino, ...]:
    """Read bones from codes, in a list or separated by spaces."""
    return tuple(from_code(bone) for bone in (listed.split() if isinstance(listed, str) else listed or ()))


def options(vector: Fields, **more: str) -> dict[str, str]:
    """The house options of a vector. Raises ValueError for one that the game does not have."""
    words = {True: "on", False: "off"}
    given = {
        name: words[value] if isinstance(value, bool) else str(value) for name, value in items_of(vector, "options")
    }
    if unknown := given.keys() - {option.name for option in OPTIONS}:
        raise ValueError(f"no such house option: {', '.join(sorted(unknown))}")
    return {**more, **given}


def names_of(table: State) -> str:
    """The letters of the seats by number: "a b c d" go in order of play (LB-1)."""
    letters = NAMES[: table.players]
    return letters if table.clockwise else letters[0] + letters[:0:-1]


def items_of(vector: Fields, name: str) -> Iterable[tuple[str, Any]]:
    """The items below a key of a vector; empty if the key is missing."""
    return (vector.get(name) or {}).items()


class Deal:
    """One deal played action by action, with its refusals and judgements."""

    def __init__(self, table: State, vector: Fields, at: int) -> None:
        self.table, self.at = table, at
        self.refused: dict[int, str] = {}
        self.judged: dict[int, str] = {}
        self.totals: list[int] = []
        self.running: list[list[int]] = []
        self.unwritten: tuple[Event, ...] = ()
        order = [bone for seat in names_of(table) for bone in bones(vector["deal"][seat])]
        order += bones(vector.get("boneyard"))
        order += [bone for bone in ALL if bone not in order]
        self._happen(decide(table, Seat(0), Next(), at, HandedChance(orders=[order])).events)
        spelled = any(" answer " in action for action in vector.get("actions") or ())
        if self.table.phase == "lead" and not spelled:
            self._answer(dict(items_of(vector, "answers")))

    def _answer(self, answers: Mapping[str, str]) -> None:
        """Let every player own up, as `answers` says or otherwise to their highest double."""
        for player in range(self.table.players):
            doubles = [bone for bone in dominoes_of(self.table.dealt[player]) if is_double(bone)]
            answer = answers.get(names_of(self.table)[player])
            best = max(doubles, default=None) if answer is None else None if answer == "none" else from_code(answer)
            self._happen(decide(self.table, Seat(player), Answer(best), self.at, HandedChance()).events)

    def _happen(self, events: Iterable[Event], counts: bool = False) -> tuple[Event, ...]:
        """Apply events, and return those applied. Unless it `counts`, a count right after a last call waits for the
        action "count"; and so does one that waits for nobody, since there can be no renege, until all have spoken."""
        happened = tuple(events)
        for number, event in enumerate(happened):
            spoken = {*self.table.done, self.table.last} - {None}
            waits = isinstance(happened[number - 1], LastCall)
            waits |= not self.table.can_renege and len(spoken) < self.table.players
            if isinstance(event, Counted) and waits and not counts:
                self.unwritten = happened[number:]
                return happened[:number]
            self.table = evolve(self.table, event)
            if isinstance(event, Led | Laid):
                self.totals.append(self.table.total)
        return happened

    def lapse(self) -> tuple[Event, ...]:
        """Let every deadline of the phase "play" pass, waiting as long as the table's pace requires (LB-81)."""
        happened: tuple[Event, ...] = ()
        while (due := deadline(self.table)) is not None and self.table.phase == "play":
            self.at = max(self.at, due)
            happened += self._happen(decide(self.table, None, Lapse(), due, HandedChance()).events)
        return happened

    def _close(self, word: str) -> tuple[Event, ...]:
        """Play the action `gather`, `show` or `count`, which ends the last call (LB-8, LB-52)."""
        last_call = self.table.phase == "last_call"
        shows = last_call and self.table.house.renege_closes == "showing"
        if not {"gather": self.table.phase == "no_lead", "show": shows}.get(word, last_call or self._shown):
            raise ValueError(f"nothing to {word} in phase {self.table.phase}")
        if word == "show" and (self.unwritten or not self.table.house.hears_renege):
            return ()
        if self.unwritten:
            counted, self.unwritten = self.unwritten, ()
            for event in counted:
                self.table = evolve(self.table, event)
            return counted
        happened = self._end_phase()
        return happened + self._end_phase() if word == "count" and self._shown else happened

    def _end_phase(self) -> tuple[Event, ...]:
        """End the phase as its deadline would."""
        unfolding = FOLDER.unfold(FOLDER.copy(self.table), self.at, HandedChance())
        close(unfolding)
        return self._happen(unfolding.events, counts=True)

    @property
    def _shown(self) -> bool:
        return self.table.phase == "shown"

    def judge_heard(self, upto: int) -> tuple[Event, ...]:
        """Judge the moves queued until `upto`, in any phase."""
        happened: tuple[Event, ...] = ()
        while self.table.heard and (due := deadline(self.table)) is not None and due <= upto:
            happened += self._happen(decide(self.table, None, Lapse(), due, HandedChance()).events)
        return happened

    def act(self, number: int, action: str) -> None:
        """Play one action of a script."""
        self.at += STEP
        actor, _, words = action.partition(" ")
        happened: tuple[Event, ...] = self.lapse()
        if actor in ("gather", "show", "count"):
            happened += self._close(actor)
        else:
            verb, _, rest = words.partition(" ")
            try:
                move = read(see(self.table, None), verb, rest)
                happened += self._happen(
                    decide(self.table, Seat(names_of(self.table).index(actor)), move, self.at, HandedChance()).events
                )
            except Refused as refused:
                self.refused[number] = refused.rule
        happened += self.judge_heard(self.at + STEP - 1)
        for event in happened:
            if (judged := verdict(event)) is not None:
                self.judged[number] = judged
            if isinstance(event, TurnedDown):
                self.refused[number] = event.rule
        self.running.append(list(self.table.sheet))


def verdict(event: Event) -> str | None:
    """The judgement of a call as a vector words it; None for other events."""
    if isinstance(event, Called) and not event.automatic:
        return "right" if event.right else "wrong"
    if isinstance(event, RenegeCalled):
        return "valid" if event.true else "mistaken"
    return None


def sheet_of(sheet: Sequence[int], names: str = NAMES) -> Fields:
    """Numbers by the letters of their seats."""
    return dict(sorted(zip(names, sheet, strict=False)))


def begin(vector: Fields, players: int) -> State:
    """Begin a game with the options and scores of a vector."""
    given = options(vector)
    table = fold((Began(players, given, given.get("direction") == "counterclockwise"),))
    if "scores" in vector:
        scores = dict(items_of(vector, "scores"))
        table.sheet = tuple(scores.get(seat, 0) for seat in names_of(table))
        table.touched = max(table.sheet) >= table.house.target
    return table


def outcome_of(deal: Deal, expected: Fields) -> Fields:
    """The outcome of a deal in the words of a vector."""
    table = deal.table
    names = names_of(table)

    def seat_name(seat: Seat | None) -> str:
        return "none" if seat is None else names[seat]

    got: Fields = {
        "phase": table.phase,
        "lead": "none" if table.spinner is None else code(table.spinner),
        "by": seat_name(None if table.spinner is None else table.leader),
        "reneged": frozenset(names[seat] for seat in table.held_back),
        "turn": seat_name(table.turn if table.phase == "play" else None),
        "judged": deal.judged,
        "refused": deal.refused,
        "scores": sheet_of(table.sheet, names),
        "total": table.total,
        "ends": table.line.ends,
        "spinner": "open" if table.line.open else "closed",
        "window": seat_name(table.to_score),
        "boneyard": len(table.boneyard),
        "touched": table.touched,
        "how": {"": "none", "out": "out"}.get(table.how, "blocked"),
        "totals": deal.totals,
        "running": deal.running,
    }
    held = {names[seat]: " ".join(code(bone) for bone in sorted(dominoes_of(mine), reverse=True))
            for seat, mine in enumerate(table.holdings)}  # fmt: skip
    wanted = dict(items_of(expected, "holding"))
    got["holding"] = {
        seat: wanted[seat] if sorted(bones(wanted[seat])) == sorted(bones(held[seat])) else held[seat]
        for seat in only_named(held, wanted)
    }
    if table.counted is not None:
        got["pips"] = sheet_of(table.counted.pips, names)
    got["winners"] = [names[seat] for seat in table.winners]
    return keep_named_columns(got, expected)


def keep_named_columns(got: Fields, expected: Fields) -> Fields:
    """The outcome with only those columns of its sheet and its pips that a vector names."""
    columns: Fields = {name: only_named(got[name], expected.get(name)) for name in ("scores", "pips") if name in got}
    return {**got, **columns}


def whole_outcome_of(deal: Deal, expected: Fields) -> Fields:
    """The outcome of a deal. Raises ValueError for a refusal or judgement that the vector does not list."""
    got = outcome_of(deal, expected)
    for name in ("refused", "judged"):
        if got[name] and name not in expected:
            raise ValueError(f"{name}: expected nothing, got {got[name]}")
    return got
