"""Positions, with racks, trays and wall, as one line of text, written and read."""

from collections.abc import Mapping

from games.core import Seat, Unreadable
from games.core.numbers import parse_whole
from games.pieces.bones import Bone, code, from_code
from games.pussers.events import LaidOut
from games.pussers.state import State

BREEZES = ("eddie", "sammy", "wally", "normie")


def bones(text: str) -> tuple[Bone, ...]:
    """Bones from their codes: "R1 R1 WE". Raises KeyError for an unknown code."""
    return tuple(from_code(word) for word in text.split())


def codes(row: tuple[Bone, ...]) -> str:
    """Bones as codes, one space between."""
    return " ".join(map(code, row))


def _number(text: str) -> int:
    found = parse_whole(text)
    if found is None:
        raise ValueError(text[:40])
    return found


def read_position(players: int, lines: Mapping[str, str]) -> LaidOut:
    """A position from its parts, each a name and a value in the notation that `write_line` writes.

    Raises Unreadable for an unknown name, an unknown bone, or a seat outside the table.
    """
    known = {"turn", "wall", "plucked", "first_pretty", "hand"}
    parts = ("rack", "open", "concealed", "claimed", "added", "pretties", "owed")
    seats = BREEZES[:players]
    allowed = known | {f"{part} {seat}" for part in parts for seat in seats}
    for name in lines:
        if name not in allowed:
            raise Unreadable(name, "one of " + ", ".join(sorted(allowed)))
    try:
        rows = {part: tuple(bones(lines.get(f"{part} {seat}", "")) for seat in seats) for part in parts[:-1]}
        return LaidOut(
            hand=_number(lines.get("hand", "1")),
            eddie=Seat(0),
            turn=Seat(seats.index(lines.get("turn", "eddie"))),
            plucked=lines.get("plucked", "no") == "yes",
            owed=tuple(_number(lines.get(f"owed {seat}", "0")) for seat in seats),
            first_pretty=lines.get("first_pretty", "closed") == "open",
            racks=rows["rack"],
            open=rows["open"],
            concealed=rows["concealed"],
            claimed=rows["claimed"],
            added=rows["added"],
            pretties=rows["pretties"],
            wall=bones(lines.get("wall", "")),
        )
    except (KeyError, ValueError) as error:
        raise Unreadable(str(error), "bones by code, breezes and numbers") from error


def read_line(players: int, text: str) -> LaidOut:
    """A position from one line, its parts separated by semicolons: "rack eddie: R1 R1; turn: eddie; wall: S3 B4"."""
    parts = [part.partition(":") for part in text.split(";") if part.strip()]
    return read_position(players, {name.strip(): value.strip() for name, _, value in parts})


def write_line(state: State) -> str:
    """A table in the middle of a hand as one line, including everything hidden."""
    parts = []
    order = [Seat(((state.eddie or 0) + step) % state.players) for step in range(state.players)]
    for name, seat in zip(BREEZES, order, strict=False):
        rack = tuple(Bone(kind) for kind, count in enumerate(state.racks.counts[seat]) for _ in range(count))
        parts.append(f"rack {name}: {codes(rack)}")
        for part, how in (("open", "pair"), ("concealed", "concealed"), ("claimed", "open"), ("added", "added")):
            row = tuple(group.bone for group in state.racks.sets[seat] if group.how == how and group.bone is not None)
            if row:
                parts.append(f"{part} {name}: {codes(row)}")
        if state.racks.pretties[seat]:
            parts.append(f"pretties {name}: {codes(state.racks.pretties[seat])}")
        if state.racks.owed[seat]:
            parts.append(f"owed {name}: {state.racks.owed[seat]}")
    parts.append(f"turn: {BREEZES[order.index(state.turn)]}")
    parts.append(f"plucked: {'yes' if state.plucked else 'no'}")
    parts.append(f"first_pretty: {'open' if state.first_pretty.open else 'closed'}")
    parts.append(f"hand: {state.hand}")
    left = tuple(bone for place, bone in enumerate(state.wall.line) if not state.wall.gone >> place & 1)
    parts.append(f"wall: {codes(left)}")
    return "; ".join(parts)
