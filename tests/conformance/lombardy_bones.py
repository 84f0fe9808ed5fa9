"""The vectors of docs/rules/lombardy-bones.md, played with the engine of the game.

Stamps: where a vector gives none, actions are ten seconds apart and whatever falls due between them is played.
The windows are a race: what follows a bone there comes within seconds of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.core.chance import Scripted
from games.core.moves import Lapse
from games.core.options import settle
from games.core.refused import Refused
from games.core.seats import Seat
from games.lombardy import deadline, decide, evolve, fold, read
from games.lombardy import view as see
from games.lombardy.ending import close
from games.lombardy.events import Began, Called, Dealt, Event, RenegeCalled, TurnedDown
from games.lombardy.moves import Answer, Next, Play
from games.lombardy.options import OPTIONS, House
from games.lombardy.scoring import count, entered, floored, game_over, leaders
from games.lombardy.state import UNASKED, Table
from games.lombardy.view import plays
from games.pieces.dominoes import ALL, Domino, code, from_code, in_mask, is_double, mask, value
from games.pieces.line import Line
from tests.conformance.runner import Section, only_named

Fields = dict[str, Any]
STEP = 10_000
_NAMES = "abcd"


def _bones(text: str) -> tuple[Domino, ...]:
    return tuple(from_code(each) for each in text.split())


def _options(vector: Fields, **more: str) -> dict[str, str]:
    return {**more, **{name: str(value) for name, value in vector.get("options", {}).items()}}


def _line(laid: Sequence[str]) -> Line:
    line = Line()
    for each in laid:
        bone, _, end = each.partition(" ")
        line = line.laid(from_code(bone), end) if line.first is not None else Line.begun(from_code(bone), spinner=True)
    return line


def _dead(line: Line) -> bool:
    return not mask(ALL) & ~line.on_table & line.wanted


def layouts(vector: Fields, document: Fields) -> Fields:
    line = _line(vector["plays"])
    total = line.total(House.of(settle(OPTIONS, _options(vector))).bare_ends_count)
    return {
        "total": total,
        "score": total if total % 5 == 0 else 0,
        "ends": line.ends(),
        "spinner": "open" if line.open else "closed",
        "dead": _dead(line),
    }


def _set_table(vector: Fields, holding: Iterable[Domino]) -> Table:
    """A table in play with this line, seat a to move with this holding and the rest with seat b."""
    line = _line(vector["plays"])
    held = tuple(holding)
    rest = tuple(bone for bone in ALL if bone not in held and not line.on_table >> bone & 1)
    table = fold((Began(2, _options(vector, race_grace_ms="0")), Dealt(1, 1, 0, (held, rest), ())))
    table.phase, table.line, table.turn, table.last = "play", line, Seat(0), Seat(1)
    return table


def legal(vector: Fields, document: Fields) -> Fields:
    seen = see(_set_table(vector, _bones(vector["holding"])), Seat(0))
    return {"legal": frozenset(f"{code(play.bone)} {play.end}" for play in plays(seen)) or []}


def misfits(vector: Fields, document: Fields) -> Fields:
    bone, _, end = vector["try"].partition(" ")
    table = _set_table(vector, (from_code(bone), Domino(0)))
    try:
        decide(table, Seat(0), Play(from_code(bone), end), 0, Scripted())
    except Refused as refused:
        return {"refused": refused.rule}
    return {"refused": "no"}


class Deal:
    """One deal played action by action, with what was refused and judged on the way."""

    def __init__(self, table: Table, vector: Fields, at: int) -> None:
        self.table, self.at = table, at
        self.refused: dict[int, str] = {}
        self.judged: dict[int, str] = {}
        self.totals: list[int] = []
        self.running: list[list[int]] = []
        order = [bone for seat in _NAMES[: table.players] for bone in _bones(vector["deal"][seat])]
        order += _bones(vector["boneyard"]) if "boneyard" in vector else []
        order += [bone for bone in ALL if bone not in order]
        self._happen(decide(table, Seat(0), Next(), at, Scripted(orders=[order])))
        spelled = any(" answer " in action for action in vector.get("actions", ()))
        if self.table.phase == "lead" and not spelled:
            self._answer(vector.get("answers", {}))

    def _answer(self, answers: Mapping[str, str]) -> None:
        for player in range(self.table.players):
            doubles = [bone for bone in in_mask(self.table.dealt[player]) if is_double(bone)]
            said = answers.get(_NAMES[player])
            best = max(doubles, default=None) if said is None else None if said == "none" else from_code(said)
            self._happen(decide(self.table, Seat(player), Answer(best), self.at, Scripted()))

    def _happen(self, events: Iterable[Event]) -> tuple[Event, ...]:
        happened = tuple(events)
        for each in happened:
            self.table = evolve(self.table, each)
            if type(each).__name__ in ("Led", "Laid"):
                self.totals.append(self.table.total)
        return happened

    def lapse(self, upto: int) -> tuple[Event, ...]:
        """Plays whatever falls due until `upto`."""
        happened: tuple[Event, ...] = ()
        while (due := deadline(self.table)) is not None and due <= upto and self.table.phase == "play":
            happened += self._happen(decide(self.table, None, Lapse(), due, Scripted()))
        return happened

    def heard(self, upto: int) -> tuple[Event, ...]:
        """Judges what has been heard until `upto`, in any phase."""
        happened: tuple[Event, ...] = ()
        while self.table.heard and (due := deadline(self.table)) is not None and due <= upto:
            happened += self._happen(decide(self.table, None, Lapse(), due, Scripted()))
        return happened

    def act(self, number: int, action: str) -> None:
        """One action of a script."""
        self.at += STEP
        who, _, words = action.partition(" ")
        happened: tuple[Event, ...] = self.lapse(self.at)
        if who in ("gather", "show", "count"):
            happened += self._happen(close(self.table, self.at))
        else:
            verb, _, rest = words.partition(" ")
            try:
                move = read(see(self.table, None), verb, rest)
                happened += self._happen(decide(self.table, Seat(_NAMES.index(who)), move, self.at, Scripted()))
            except Refused as refused:
                self.refused[number] = refused.rule
        happened += self.heard(self.at + STEP - 1)
        for each in happened:
            if (verdict := _verdict(each)) is not None:
                self.judged[number] = verdict
            if isinstance(each, TurnedDown):
                self.refused[number] = each.rule
        self.running.append(list(self.table.sheet))


def _verdict(happened: Event) -> str | None:
    if isinstance(happened, Called) and not happened.automatic:
        return "right" if happened.right else "wrong"
    if isinstance(happened, RenegeCalled):
        return "valid" if happened.true else "mistaken"
    return None


def _seat(seat: Seat | None) -> str:
    return "none" if seat is None else _NAMES[seat]


def _sheet(sheet: Sequence[int]) -> Fields:
    return dict(zip(_NAMES, sheet, strict=False))


def _begin(vector: Fields, players: int) -> Table:
    table = fold((Began(players, _options(vector)),))
    if "scores" in vector:
        table.sheet = tuple(vector["scores"].get(seat, 0) for seat in _NAMES[:players])
    return table


def _phase(table: Table) -> str:
    return table.phase


def _told(deal: Deal, vector: Fields) -> Fields:
    table = deal.table
    got: Fields = {
        "phase": _phase(table),
        "lead": "none" if table.spinner is None else code(table.spinner),
        "by": _seat(table.leader),
        "reneged": [_NAMES[seat] for seat in table.held_back],
        "turn": _seat(table.turn),
        "judged": deal.judged,
        "refused": deal.refused,
        "scores": _sheet(table.sheet),
        "total": table.total,
        "ends": table.line.ends(),
        "spinner": "open" if table.line.open else "closed",
        "window": _seat(table.window),
        "boneyard": len(table.boneyard),
        "touched": table.touched,
        "how": "out" if table.how == "out" else "blocked",
        "totals": deal.totals,
        "running": deal.running,
    }
    held = {_NAMES[seat]: " ".join(code(bone) for bone in sorted(in_mask(mine), reverse=True))
            for seat, mine in enumerate(table.holdings)}  # fmt: skip
    expected = vector.get("expect", {}).get("holding", {})
    got["holding"] = {
        seat: expected[seat] if set(expected[seat].split()) == set(held[seat].split()) else held[seat]
        for seat in only_named(held, expected)
    }
    if table.counted is not None:
        got["pips"] = _sheet(table.counted.pips)
    got["winners"] = [_NAMES[seat] for seat in table.winners]
    return got


def leads(vector: Fields, document: Fields) -> Fields:
    try:
        deal = Deal(_begin(vector, vector["seats"]), vector, 0)
    except Refused as refused:
        return {"refused": refused.rule}
    return _told(deal, vector)


def scripts(vector: Fields, document: Fields) -> Fields:
    deal = Deal(_begin(vector, vector["seats"]), vector, 0)
    for number, action in enumerate(vector["actions"], 1):
        deal.act(number, action)
    return _told(deal, vector)


def windows(vector: Fields, document: Fields) -> Fields:
    players = vector["seats"]
    table = fold((Began(players, _options(vector, call_mode="race")),))
    player = Seat(_NAMES.index(vector["player"]))
    table.holdings = table.dealt = ((1 << 28) - 1,) * players
    table.phase, table.hand, table.deal = "play", 1, 1
    table.answers = (UNASKED,) * players
    table.line = Line.begun(from_code("1-1"), spinner=True)
    table.last, table.turn = player, Seat((player + 1) % players)
    table.window, table.total = player, vector["total"]
    table.sheet_before = table.sheet
    table.boneyard = tuple(ALL)
    table.held_open = True
    table.held_back = (Seat(_NAMES.index(vector["held_back"])),) if "held_back" in vector else ()
    judged: dict[int, str] = {}
    numbers: dict[tuple[Seat, int, str], int] = {}
    happened: list[Event] = []

    def happen(events: Iterable[Event]) -> None:
        nonlocal table
        for each in events:
            table = evolve(table, each)
            happened.append(each)

    for number, act in enumerate(vector["acts"], 1):
        while (due := deadline(table)) is not None and due <= act["at"]:
            happen(decide(table, None, Lapse(), due, Scripted()))
        seat = Seat(_NAMES.index(act["by"]))
        words = {"score": f"score {act.get('n')}", "bone": "play 2-1 A", "draw": "draw", "pass": "knock"}
        verb, _, rest = words.get(act["what"], act["what"]).partition(" ")
        numbers[seat, act["at"], verb] = number
        try:
            happen(decide(table, seat, read(see(table, None), verb, rest), act["at"], Scripted()))
        except Refused as refused:
            judged[number] = refused.rule
    while table.heard:
        due = deadline(table)
        assert due is not None
        happen(decide(table, None, Lapse(), due, Scripted()))
    calls = {(seat, verb): [] for seat, _, verb in numbers}  # type: dict[tuple[Seat, str], list[int]]
    for (seat, _, verb), number in sorted(numbers.items(), key=lambda item: item[0][1]):
        if number not in judged:
            calls[seat, verb].append(number)
    for each in happened:
        if isinstance(each, TurnedDown):
            number = numbers[each.seat, each.at, each.words.partition(" ")[0]]
            judged[number] = each.rule
            calls[each.seat, each.words.partition(" ")[0]].remove(number)
        elif isinstance(each, Called | RenegeCalled):
            judged[calls[each.seat, "score" if isinstance(each, Called) else "renege"].pop(0)] = str(_verdict(each))
    change = {seat: column for seat, column in _sheet(table.sheet).items() if column}
    return {"judged": dict(sorted(judged.items())), "change": change, "restart": table.phase == "restart"}


def counts(vector: Fields, document: Fields) -> Fields:
    if "holding" in vector:
        pips = {seat: value(mask(_bones(held))) for seat, held in vector["holding"].items()}
    else:
        pips = vector["pips"]
    house = House.of(settle(OPTIONS, _options(vector)))
    sheet = tuple(vector.get("scores", {}).get(seat, 0) for seat in pips)
    out = Seat(_NAMES.index(vector["out"])) if "out" in vector else None
    changes = count(tuple(pips.values()), out, house)
    fewest = min(pips.values())
    winners = [seat for seat, held in enumerate(pips.values()) if (held == fewest if out is None else seat == out)]
    return {
        "pips": pips,
        "change": {_NAMES[seat]: changes[seat] for seat in winners},
        "scores": _sheet(tuple(map(floored, sheet, changes))),
    }


def ends(vector: Fields, document: Fields) -> Fields:
    house = House.of(settle(OPTIONS, _options(vector)))
    sheet = tuple(vector.get("scores", {}).get(seat, 0) for seat in _NAMES[: vector["seats"]])
    touched = decider = over = False
    hands = 0
    for entry in vector["entries"]:
        if entry == "hand":
            hands += 1
            over, decider = game_over(sheet, touched, decider, house)
            if over:
                break
            continue
        seat = Seat(_NAMES.index(entry[0]))
        if entry[2:] == ["count"]:
            sheet = (*sheet[:seat], floored(sheet[seat], entry[1]), *sheet[seat + 1 :])
        else:
            sheet = entered(sheet, seat, entry[1], house)
        touched = touched or max(sheet) >= house.target
    got: Fields = {"over": over, "after_hand": hands, "scores": _sheet(sheet)}
    return {**got, "winners": [_NAMES[seat] for seat in leaders(sheet)]} if over else got


def _play_hand(table: Table, deals: Sequence[Fields], at: int) -> tuple[list[Deal], int]:
    played = []
    for each in deals:
        deal = Deal(table, each, at)
        for number, action in enumerate(each["actions"], 1):
            deal.act(number, action)
        table, at = deal.table, deal.at + STEP
        played.append(deal)
    return played, at


def hands(vector: Fields, document: Fields) -> Fields:
    played, _ = _play_hand(_begin(vector, vector["seats"]), vector["deals"], 0)
    return {**_told(played[-1], vector), "deals": [_only(deal, vector, number) for number, deal in enumerate(played)]}


def _only(deal: Deal, vector: Fields, number: int) -> Fields:
    got = {**_told(deal, {}), "phase": deal.table.phase}
    wanted = vector["expect"]["deals"][number]
    return {name: got[name] for name in wanted}


def games(vector: Fields, document: Fields) -> Fields:
    table, at, told = _begin(vector, vector["seats"]), 0, []
    for hand in vector["hands"]:
        played, at = _play_hand(table, hand["deals"], at)
        table = played[-1].table
        got = _told(played[-1], {})
        told.append({**{name: got[name] for name in ("how", "pips", "scores")}, "running": [d.running for d in played]})
    return {
        "over": table.phase == "over",
        "winners": [_NAMES[seat] for seat in table.winners],
        "scores": _sheet(table.sheet),
        "hands": told,
    }


SECTIONS: dict[str, Section] = {
    "layouts": layouts,
    "legal": legal,
    "misfits": misfits,
    "leads": leads,
    "windows": windows,
    "scripts": scripts,
    "counts": counts,
    "ends": ends,
    "hands": hands,
    "games": games,
}
KNOWN: dict[str, set[str]] = {
    "layouts": {"plays", "options"},
    "legal": {"plays", "holding", "options"},
    "misfits": {"plays", "try", "options"},
    "leads": {"seats", "deal", "boneyard", "answers", "options", "scores"},
    "windows": {"seats", "player", "total", "held_back", "acts", "options"},
    "scripts": {"seats", "deal", "boneyard", "answers", "actions", "options", "scores"},
    "counts": {"pips", "holding", "out", "scores", "options"},
    "ends": {"seats", "scores", "options", "entries"},
    "hands": {"seats", "scores", "deals", "options"},
    "games": {"seats", "options", "hands", "scores"},
}
