"""The section `calls`: calls on one discard and their stamps, mixed with the next breeze's acts (PB-45 to PB-47)."""

from games.core import Refused, Seat
from games.core.seats import find_next_seat
from games.pieces.bones import Bone, from_code
from games.pussers.events import EddieFound
from games.pussers.evolve import evolve
from games.pussers.moves import Discard, DoBone, Move, Pass, Pluck, Yes
from tests.conformance.pussers_table import (
    SINGLES,
    Fields,
    PlayedTable,
    check_entry,
    codes,
    eddie_for,
    fillers,
    lay_out,
    options_of,
)

_SAID: dict[str, Move] = {"yes": Yes(), "do": DoBone(), "pass": Pass()}


def calls(vector: Fields, document: Fields) -> Fields:
    """Play calls on one discard in the order of their stamps, mixed with the next breeze's acts."""
    players = int(vector.get("players", 4))
    options = options_of(vector, {"mistaken_calls": "on"}, {"call_mode": vector["mode"]} if "mode" in vector else {})
    listed = [check_entry(call, "by", "call", "at", "good") for call in vector["calls"]]
    eddie = eddie_for(players, options, vector["discarder"], {call["by"] for call in listed})
    longest = 60_000
    if "window_ms" in vector:
        options["courtesy_seconds"] = longest // 1000
    window = vector.get("window_ms", longest)
    if (
        "next_pluck_at" in vector and "next_discard_at" in vector
    ):  # PB-47: the next breeze has seen their bone, so the grace was over
        seen = int(vector["next_discard_at"]) - int(vector["next_pluck_at"])
        options["race_grace_ms"] = min(int(options.get("race_grace_ms", 1000)), seen)
    played = PlayedTable(players, options, EddieFound(eddie))
    seats = {played.name(Seat(seat)): Seat(seat) for seat in range(players)}
    bone = from_code("DW")
    racks: dict[Seat, str] = {}
    discarder = seats[vector["discarder"]]
    for call in listed:
        if seats[call["by"]] != discarder:
            racks[seats[call["by"]]] = _rack_for([other for other in listed if other["by"] == call["by"]])
    following = find_next_seat(discarder, players)
    racks.setdefault(following, codes(fillers(13, [bone])))
    racks[discarder] = codes((bone, *fillers(13, [bone])))
    position = lay_out(players, discarder, racks, fillers(20, [bone]), eddie=eddie, plucked=True)
    played.table = evolve(played.table, position)
    played.play(discarder, Discard(bone))
    start = played.at
    acts: list[tuple[int, int, Seat, Move]] = [
        (call["at"] * longest // window, 1, seats[call["by"]], _SAID[call["call"]]) for call in listed
    ]
    if "next_pluck_at" in vector:
        acts.append((vector["next_pluck_at"], 0, following, Pluck()))
    if "next_discard_at" in vector:
        thrown = Bone(
            next(kind for kind, count in enumerate(played.table.racks.counts[following]) if count and kind != bone)
        )
        acts.append((vector["next_discard_at"], 0, following, Discard(thrown)))
    for at, _, seat, move in sorted(acts, key=lambda act: (*act[:2], (act[2] - discarder) % players)):
        while played.table.latest == 0 and (due := played.due()) is not None and due <= start + at:
            played.at = due
            played.settle_once()
        thrown_since = at >= vector.get("next_discard_at", at + 1) and played.taker() != "nobody"
        if thrown_since or played.table.latest != 0:
            continue  # PB-45: the vector's discard is no longer the latest
        try:
            played.play(seat, move, start + at)
        except Refused:
            continue
    if played.table.latest == 0:
        played.pass_for_everybody()
        played.settle()
    taker = played.taker()
    over = played.table.ended is not None
    return {
        "yes": "nobody" if over else taker,
        "next_turn": None if over else played.name(find_next_seat(seats.get(taker, discarder), players)),
        "do_bone": played.ending().get("winner", "nobody"),
        "shit_tie_up": played.mistaken(),
    }


def _rack_for(listed: list[Fields]) -> str:
    """A rack with which the calls are right, or wrong where the vector wants a mistake."""
    good = {call["call"]: call.get("good", True) for call in listed}
    if good.get("do") and good.get("yes", True):
        return "WE WE WE WS WS WS WW WW WW DR DR DW DW"
    if good.get("do"):
        return codes((*SINGLES, from_code("R1")))
    if good.get("yes"):
        return "DW DW R1 R3 R5 R7 S2 S4 S6 B1 B3 B5 B7"
    return "R1 R3 R5 R7 R9 S2 S4 S6 S8 B1 B3 B5 B7"
