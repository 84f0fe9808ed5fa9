"""The vectors of docs/rules/lombardy-bones.md, played with the engine of the game. The `windows` vectors are races with
just enough grace for the latest message to arrive."""

from collections.abc import Iterable, Sequence

from games.core import Refused, Seat, settle
from games.core.moves import Lapse
from games.core.options import bind
from games.lombardy.choices import list_plays
from games.lombardy.deadlines import deadline
from games.lombardy.decide import decide
from games.lombardy.events import Began, Called, Dealt, Event, RenegeCalled, TurnedDown
from games.lombardy.evolve import evolve, fold
from games.lombardy.moves import Play
from games.lombardy.notation import read
from games.lombardy.options import OPTIONS, House
from games.lombardy.project import view as see
from games.lombardy.scoring import enter_score, floor_column, judge_game_end, list_leaders, score_count
from games.lombardy.state import UNANSWERED, State
from games.lombardy.view import Phase
from games.pieces.dominoes import ALL, Domino, code, dominoes_of, from_code, mask, pips_of
from games.pieces.line import Line
from tests.conformance.lombardy_table import (
    NAMES,
    STEP,
    Deal,
    Fields,
    begin,
    bones,
    items_of,
    keep_named_columns,
    options,
    outcome_of,
    sheet_of,
    verdict,
    whole_outcome_of,
)
from tests.conformance.runner import Section, only_named
from tests.games.handed_chance import HandedChance


def _line(laid: Sequence[str]) -> Line:
    line = Line()
    for words in laid:
        bone, _, end = words.partition(" ")
        line = line.lay(from_code(bone), end) if line.first is not None else Line.begin(from_code(bone), spinner=True)
    return line


def _is_dead(line: Line) -> bool:
    return not mask(ALL) & ~line.on_table & line.wanted


def layouts(vector: Fields, document: Fields) -> Fields:
    line = _line(vector["plays"])
    total = line.sum_ends(bind(House, settle(OPTIONS, options(vector))).spinner_ends_count == "when_open")
    return {
        "total": total,
        "score": total if total % 5 == 0 else 0,
        "ends": line.ends,
        "spinner": "open" if line.open else "closed",
        "dead": _is_dead(line),
    }


def _set_table(vector: Fields, holding: Iterable[Domino]) -> State:
    """A table in play with this line. Seat a is to move and has this holding; b has the other bones."""
    line = _line(vector["plays"])
    held = tuple(holding)
    rest = tuple(bone for bone in ALL if bone not in held and not line.on_table >> bone & 1)
    table = fold((Began(2, options(vector, race_grace_ms="0")), Dealt(1, 1, 0, (held, rest), ())))
    table.phase, table.line, table.turn, table.last = Phase.PLAY, line, Seat(0), Seat(1)
    return table


def legal(vector: Fields, document: Fields) -> Fields:
    seen = see(_set_table(vector, bones(vector["holding"])), Seat(0))
    return {"legal": frozenset(f"{code(play.bone)} {play.end}" for play in list_plays(seen)) or []}


def misfits(vector: Fields, document: Fields) -> Fields:
    bone, _, end = vector["try"].partition(" ")
    laid = _line(vector["plays"]).on_table
    table = _set_table(vector, dominoes_of(mask((from_code(bone), Domino(0), Domino(1), Domino(2))) & ~laid))
    try:
        decide(table, Seat(0), Play(from_code(bone), end), 0, HandedChance())
    except Refused as refused:
        return {"refused": refused.rule}
    return {"refused": "no"}


def _players(vector: Fields, named: Iterable[str]) -> int:
    """The number of players: `seats` if given, otherwise as many as the vector names."""
    return int(vector.get("seats") or max(map(NAMES.index, named)) + 1)


def leads(vector: Fields, document: Fields) -> Fields:
    try:
        deal = Deal(begin(vector, _players(vector, vector["deal"])), vector, 0)
    except Refused as refused:
        return {"refused": refused.rule}
    return outcome_of(deal, vector["expect"])


def scripts(vector: Fields, document: Fields) -> Fields:
    deal = Deal(begin(vector, _players(vector, vector["deal"])), vector, 0)
    for number, action in enumerate(vector.get("actions") or (), 1):
        deal.act(number, action)
    return whole_outcome_of(deal, vector["expect"])


_IN_TURN = {"bone": "play 2-1 A", "draw": "draw", "pass": "knock"}


def _window_table(vector: Fields) -> State:
    """A table in play after a bone that makes the vector's total. The first player who acts in turn has the turn."""
    players, acts = vector["seats"], vector["acts"]
    stamps = [act["at"] for act in acts]
    latest = max((max(stamps[: number + 1]) - at for number, at in enumerate(stamps)), default=0)
    table = fold((Began(players, options(vector, call_mode="race", race_grace_ms=str(min(latest + 1, 5000)))),))
    player = Seat(NAMES.index(vector["player"]))
    turns = sorted((act["at"], NAMES.index(act["by"])) for act in acts if act["what"] in _IN_TURN)
    table.holdings, table.dealt = [(1 << 28) - 1] * players, ((1 << 28) - 1,) * players
    table.phase, table.hand, table.deal = Phase.PLAY, 1, 1
    table.answers = (UNANSWERED,) * players
    table.line = Line.begin(from_code("1-1"), spinner=True)
    table.last, table.turn = player, Seat(turns[0][1] if turns else (player + 1) % players)
    table.to_score, table.total = player, vector["total"]
    scores = dict(items_of(vector, "scores"))
    table.sheet = table.sheet_before = tuple(scores.get(seat, 0) for seat in NAMES[:players])
    table.boneyard = tuple(ALL)
    table.held_open = tuple(map(Seat, range(players)))
    table.held_back = tuple(Seat(place) for place, seat in enumerate(NAMES) if seat in (vector.get("held_back") or ()))
    return table


def windows(vector: Fields, document: Fields) -> Fields:
    """Count scores and reneges by their stamps, also where several players call (LB-47)."""
    table = start = _window_table(vector)
    judged: dict[int, str] = {}
    calls: list[tuple[int, Seat, str, int]] = []
    happened: list[Event] = []

    def happen(events: Iterable[Event]) -> None:
        nonlocal table
        for event in events:
            table = evolve(table, event)
            happened.append(event)

    def pop(seat: Seat, verb: str, at: int | None = None) -> int:
        found = min(call for call in calls if call[1:3] == (seat, verb) and at in (None, call[0]))
        calls.remove(found)
        return found[3]

    for number, act in enumerate(vector["acts"], 1):
        while (due := deadline(table)) is not None and due <= act["at"]:
            happen(decide(table, None, Lapse(), due, HandedChance()).events)
        seat, kind = Seat(NAMES.index(act["by"])), act["what"]
        words = _IN_TURN.get(kind) or (f"score {act['n']}" if kind == "score" else kind)
        verb, _, rest = words.partition(" ")
        try:
            happen(decide(table, seat, read(see(table, None), verb, rest), act["at"], HandedChance()).events)
            calls.append((act["at"], seat, verb, number))
        except Refused as refused:
            if kind not in _IN_TURN:
                judged[number] = refused.rule
    while table.heard:
        due = deadline(table)
        assert due is not None
        happen(decide(table, None, Lapse(), due, HandedChance()).events)
    turned_down = [event for event in happened if isinstance(event, TurnedDown)]
    for refusal in turned_down:
        number = pop(refusal.seat, refusal.words.partition(" ")[0], refusal.at)
        if refusal.words.partition(" ")[0] in ("score", "noscore", "renege"):
            judged[number] = refusal.rule
    for call in happened:
        if isinstance(call, Called | RenegeCalled):
            judged[pop(call.seat, "score" if isinstance(call, Called) else "renege")] = str(verdict(call))
    moved = [new - old for new, old in zip(table.sheet, start.sheet, strict=True)]
    change = {seat: by for seat, by in sheet_of(moved).items() if by}
    return {"judged": dict(sorted(judged.items())), "change": change, "restart": table.phase == "restart"}


def counts(vector: Fields, document: Fields) -> Fields:
    held = vector["holding"] if "holding" in vector else vector["pips"]
    out = Seat(NAMES.index(vector["out"])) if vector.get("out", "none") != "none" else None
    players = _players(vector, [*held, *filter(NAMES.count, [str(vector.get("out"))])])
    seats = NAMES[:players]
    pips = {seat: held.get(seat, 0) for seat in seats}
    if "holding" in vector:
        pips = {seat: pips_of(mask(bones(held.get(seat)))) for seat in seats}
    house = bind(House, settle(OPTIONS, options(vector)))
    scores = dict(items_of(vector, "scores"))
    sheet = tuple(scores.get(seat, 0) for seat in seats)
    changes = score_count(tuple(pips.values()), out, house)
    fewest = min(pips.values())
    winners = [seat for seat, held in enumerate(pips.values()) if (held == fewest if out is None else seat == out)]
    got = {
        "pips": pips,
        "change": {NAMES[seat]: changes[seat] for seat in winners},
        "scores": sheet_of(tuple(map(floor_column, sheet, changes))),
    }
    return keep_named_columns(got, vector["expect"])


def ends(vector: Fields, document: Fields) -> Fields:
    house = bind(House, settle(OPTIONS, options(vector)))
    scores = dict(items_of(vector, "scores"))
    sheet = tuple(scores.get(seat, 0) for seat in NAMES[: vector["seats"]])
    touched = decider = over = False
    hands = 0
    for entry in vector["entries"]:
        if entry == "hand":
            hands += 1
            over, decider = judge_game_end(sheet, touched, decider, house)
            if over:
                break
            continue
        seat = Seat(NAMES.index(entry[0]))
        if entry[2:] == ["count"]:
            sheet = (*sheet[:seat], floor_column(sheet[seat], entry[1]), *sheet[seat + 1 :])
        elif entry[2:]:
            raise ValueError(f"cannot read the entry {entry}")
        else:
            sheet = enter_score(sheet, seat, entry[1], house)
        touched = touched or max(sheet) >= house.target
    got: Fields = {"over": over, "after_hand": hands, "scores": sheet_of(sheet)}
    got["winners"] = [NAMES[seat] for seat in list_leaders(sheet)] if over else []
    return keep_named_columns(got, vector["expect"])


def _play_hand(table: State, deals: Sequence[Fields], at: int) -> tuple[list[Deal], int]:
    played = []
    for given in deals:
        if unknown := given.keys() - {"deal", "boneyard", "answers", "actions", "note"}:
            raise ValueError(f"a deal has no {', '.join(sorted(unknown))}")
        deal = Deal(table, given, at)
        for number, action in enumerate(given.get("actions") or (), 1):
            deal.act(number, action)
        table, at = deal.table, deal.at + STEP
        played.append(deal)
    return played, at


def _named_entries(told: Sequence[Fields], expected: Sequence[Fields]) -> list[Fields]:
    """For each entry, the fields that the vector names. Unknown fields are missing, so the comparison fails."""
    if len(told) != len(expected):
        return list(told)
    return [only_named(got, names) for got, names in zip(told, expected, strict=True)]


def hands(vector: Fields, document: Fields) -> Fields:
    expected = vector["expect"]
    played, _ = _play_hand(begin(vector, _players(vector, vector["deals"][0]["deal"])), vector["deals"], 0)
    wanted = expected.get("deals") or [{"refused": None, "judged": None}] * len(played)
    dealt = [whole_outcome_of(*pair) for pair in zip(played, wanted, strict=True)]
    return {**outcome_of(played[-1], expected), "deals": _named_entries(dealt, wanted)}


def games(vector: Fields, document: Fields) -> Fields:
    expected = vector["expect"]
    table, at, ended = begin(vector, _players(vector, vector["hands"][0]["deals"][0]["deal"])), 0, list[Fields]()
    wanted = expected.get("hands") or [{}] * len(vector["hands"])
    for hand, names in zip(vector["hands"], wanted, strict=True):
        if unknown := hand.keys() - {"deals", "note"}:
            raise ValueError(f"a hand has no {', '.join(sorted(unknown))}")
        played, at = _play_hand(table, hand["deals"], at)
        table = played[-1].table
        ended.append({**outcome_of(played[-1], names), "running": [deal.running for deal in played]})
    got = {
        "over": table.phase == "over",
        "winners": [NAMES[seat] for seat in table.winners],
        "scores": sheet_of(table.sheet),
        "hands": _named_entries(ended, wanted),
    }
    return keep_named_columns(got, expected)


SECTIONS: dict[str, Section] = {
    "layouts": layouts,  # LB-7, LB-10, LB-12, LB-13, LB-16
    "legal": legal,  # LB-11, LB-12
    "misfits": misfits,  # LB-13
    "leads": leads,  # LB-6, LB-7
    "windows": windows,  # LB-3, LB-16
    "scripts": scripts,
    "counts": counts,  # LB-2, LB-65, LB-66
    "ends": ends,
    "hands": hands,
    "games": games,  # LB-71
}
KNOWN: dict[str, set[str]] = {
    "layouts": {"plays", "options", "seats"},
    "legal": {"plays", "holding", "options", "seats"},
    "misfits": {"plays", "try", "options", "seats"},
    "leads": {"seats", "deal", "boneyard", "answers", "options", "scores"},
    "windows": {"seats", "scores", "player", "total", "held_back", "acts", "options"},
    "scripts": {"seats", "deal", "boneyard", "answers", "actions", "options", "scores"},
    "counts": {"seats", "pips", "holding", "out", "scores", "options"},
    "ends": {"seats", "scores", "options", "entries"},
    "hands": {"seats", "scores", "deals", "options"},
    "games": {"seats", "options", "hands", "scores"},
}
