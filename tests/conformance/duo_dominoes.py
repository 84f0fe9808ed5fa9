"""The vectors of docs/rules/duo-dominoes.md, played with the engine of the game.

`auto_pass` is off, since the vectors list every pass as a move. Otherwise the default house
rules apply, with the `options` that a vector names.
"""

import re
from collections.abc import Iterable
from typing import Any

from games.core import Refused, Seat
from games.duo.choices import choices
from games.duo.decide import decide
from games.duo.events import Began, Dealt, Event, HandEnded
from games.duo.evolve import evolve, fold
from games.duo.moves import Knock, Next, Play
from games.duo.options import OPTIONS
from games.duo.project import view
from games.duo.scoring import find_next_starter, score_block, score_out
from games.duo.state import State
from games.pieces.dominoes import ALL, Domino, dominoes_of, from_code, pips_of
from games.pieces.line import Line
from tests.conformance.runner import Section
from tests.games.handed_chance import HandedChance

Fields = dict[str, Any]
_DUOS = ("X", "Y")


def _line(plays: Iterable[str]) -> Line:
    line = Line()
    for play in plays:
        tile, _, end = play.partition(" ")
        line = Line.begin(from_code(tile)) if end == "start" else line.lay(from_code(tile), end.removeprefix("@"))
    return line


def _tiles(listed: str | Iterable[str] | None) -> tuple[Domino, ...]:
    return tuple(from_code(tile) for tile in (listed.split() if isinstance(listed, str) else listed or ()))


def _began(vector: Fields) -> Began:
    options = {name: str(value).lower() for name, value in (vector.get("options") or {}).items()}
    if unknown := options.keys() - {option.name for option in OPTIONS}:
        raise ValueError(f"no such house option: {', '.join(sorted(unknown))}")
    return Began({"auto_pass": "false", **options})


def _table(vector: Fields, held: tuple[tuple[Domino, ...], ...], starter: int | None) -> State:
    first = next((Seat(seat) for seat in range(4) if Domino(27) in held[seat]), Seat(0))
    dealt = Dealt(1, first if starter is None else Seat(starter - 1), starter is None, held)
    return fold((_began(vector), dealt))


def _dealt(vector: Fields) -> tuple[tuple[Domino, ...], ...]:
    return tuple(_tiles(vector["holdings"].get(seat)) for seat in range(1, 5))


def lines(vector: Fields, document: Fields) -> Fields:
    line = _line(vector["line"])
    holding = _tiles(vector["holding"])
    unseen = tuple(tile for tile in ALL if not line.on_table >> tile & 1 and tile not in holding)
    table = _table(vector, (holding, unseen, (), ()), 1)
    table.line = line
    listed = [choice.words for choice in choices(view(table, Seat(0)))]
    legal = frozenset(words.removeprefix("play ").replace(" ", " @") for words in listed if words.startswith("play"))
    return {"ends": line.ends, "legal": legal, "may_pass": "knock" in listed}


def ends_of_hand(vector: Fields, document: Fields) -> Fields:
    table = _table(vector, _dealt(vector), 1)
    last = Seat(vector["last"] - 1)
    if vector["end"] not in ("out", "blocked"):
        raise ValueError(f"cannot read the end {vector['end']!r}")
    if vector["end"] == "out":
        duo, points = score_out(table.holdings, last, table.house.out_counts == "all_others")
    else:
        duo, points = score_block(table.holdings, last)
    return {"duo": _DUOS[duo], "points": points}


def starters(vector: Fields, document: Fields) -> Fields:
    """Name the seat that starts the next hand (DD-11)."""
    table = _table(vector, ((), (), (), ()), vector["previous"])
    return {"starter": find_next_starter(table) + 1}


def games(vector: Fields, document: Fields) -> Fields:
    table = fold((_began(vector),))
    for entry in vector["hands"]:
        duo, points = entry.split()
        first = _play_out(table, _DUOS.index(duo), int(points))
        table = evolve(table, *first)
    score = (0, 0) if table.game_over else table.score
    return {
        "score": dict(zip(_DUOS, score, strict=True)),
        "games": dict(zip(_DUOS, table.games, strict=True)),
        "new_game": table.game_over,
    }


def _play_out(table: State, duo: int, points: int) -> tuple[Event, ...]:
    """Play a hand in which `duo` goes out for `points`: its player lays their only tile, and another holds the pips."""
    seat = Seat(duo)
    holdings: list[tuple[Domino, ...]] = [(), (), (), ()]
    holdings[seat] = (Domino(0),)
    holdings[(seat + 1) % 4] = tuple(dominoes_of(_find_tiles(points)))
    dealt = Dealt(table.hand + 1, seat, False, tuple(holdings))
    return (dealt, *decide(evolve(table, dealt), seat, Play(Domino(0)), 0, HandedChance()).events)


def _find_tiles(points: int) -> int:
    """A holding without 0-0 of exactly this number of pips."""
    held = 0
    for tile in reversed(ALL[1:]):
        pips = pips_of(1 << tile)
        if pips <= points:
            held |= 1 << tile
            points -= pips
    if points:
        raise ValueError("no tiles have exactly these pips")
    return held


def _play(table: State, events: Iterable[str]) -> tuple[State, list[int], HandEnded | None]:
    refused: list[int] = []
    ended = None
    for number, event in enumerate(events, 1):
        found = re.fullmatch(r"([1-4]) (?:(passes)|lays ([0-6]-[0-6]) (?:(start)|@([AB])))", event)
        if not found:
            raise ValueError(f"cannot read the event {event!r}")
        begun = table.line.first is not None
        end = ("start" if begun else "") if found[4] else found[5] if begun else "no line"
        move = Knock() if found[2] else Play(from_code(found[3]), end)
        try:
            happened = decide(table, Seat(int(found[1]) - 1), move, 0, HandedChance()).events
        except Refused:
            refused.append(number)
            continue
        table = evolve(table, *happened)
        ended = next((ending for ending in happened if isinstance(ending, HandEnded)), ended)
    return table, refused, ended


def hands(vector: Fields, document: Fields) -> Fields:
    """Play the moves of a hand. In a faithful house whoever could play may pass (DD-51)."""
    table = _table(vector, _dealt(vector), vector.get("starter"))
    return _report(*_play(table, vector["events"]))


def _report(table: State, refused: list[int], ended: HandEnded | None) -> Fields:
    got: Fields = {
        "refused": refused,
        "starter": table.starter + 1,
        "state": "ended" if ended else "playing",
        "ends": table.line.ends,
        "left": [held.bit_count() for held in table.holdings],
    }
    if ended is None:
        return {**got, "turn": table.turn + 1}
    pips = [pips_of(held) for held in table.holdings]
    return {
        **got,
        "reason": ended.how,
        "last": ended.last + 1,
        "pips": pips,
        "duo": _DUOS[ended.duo],
        "points": ended.points,
    }


def full_games(vector: Fields, document: Fields) -> Fields:
    table = fold((_began(vector),))
    told = []
    for hand in vector["hands"]:
        order = [tile for held in _dealt(hand) for tile in held]
        table = decide(table, Seat(0), Next(), 0, HandedChance(orders=[order])).state
        table, refused, ended = _play(table, hand["events"])
        told.append(_report(table, refused, ended))
    winner = _DUOS[0 if table.score[0] > table.score[1] else 1] if table.game_over else None
    return {"hands": told, "score": dict(zip(_DUOS, table.score, strict=True)), "winner": winner}


SECTIONS: dict[str, Section] = {
    "lines": lines,
    "ends_of_hand": ends_of_hand,  # DD-30, DD-34
    "starters": starters,
    "games": games,
    "hands": hands,
    "full_games": full_games,
}
KNOWN: dict[str, set[str]] = {
    "lines": {"options", "line", "holding"},
    "ends_of_hand": {"options", "end", "last", "holdings"},
    "starters": {"options", "previous"},
    "games": {"options", "hands"},
    "hands": {"options", "holdings", "starter", "events"},
    "full_games": {"options"},
    "full_games.hands": {"holdings", "events"},
}
