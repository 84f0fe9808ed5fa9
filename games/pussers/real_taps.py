"""The taps that write down a hand of Pussers Bones from a real table."""

from typing import Final

from games.core.options import Options, bind
from games.core.real_table import Hand, HandLine, Tap, Taps, make_taps
from games.core.seats import Seat
from games.pieces.bones import CODES
from games.pieces.speech import parse_name
from games.pussers.options import House
from games.pussers.real_table import read_notes
from games.pussers.view import TraySet

_SUITS: Final = (CODES[:9], CODES[9:18], CODES[18:27])
_HONOURS: Final = CODES[27:34]
_PRETTIES: Final = CODES[34:]
_ONE_OF_EACH: Final = tuple(make_taps(*group) for group in (*_SUITS, _HONOURS))
_RACK: Final = tuple(
    make_taps(*(" ".join([code] * times) for times in counts for code in group))
    for group, counts in (*((suit, (1, 3)) for suit in _SUITS), (_HONOURS, (1, 2, 3)))
)
"""The taps of a rack: one bone or three alike; of breezes and dragons also two. Two alike of a suit take two taps."""
_WHOLE: Final = 14
"""The bones of a whole hand, in which every set counts as three."""


def tap_real(players: int, options: Options, hand: Hand, line: HandLine | None) -> Taps:
    """Offer sets, pretties, bonuses and penalties, and the call that ends the hand."""
    house = bind(House, options)
    written = {other.words.lower() for other in hand}
    if line is None:
        return Taps(() if "washed out" in written else (make_taps("washed out"),))
    words = line.words.lower()
    if not words:
        return _tap_begin(written, house)
    if line.seat is not None and (line.verb == "shit" or words.startswith("ties up")):
        return _tap_call(line.rest.lower().removeprefix("up").strip(), _read_sets(hand, line.seat, house), house)
    match line.verb, len(line.rest.split()):
        case "pair" | "all-of", 0:
            return Taps(_ONE_OF_EACH, may_end=False)
        case "all-of", 1:
            return Taps((make_taps("concealed", "open", "added"),), may_end=False)
        case "pretties", count:
            taken = " ".join(other.rest for other in (*hand, line) if other.verb == "pretties").upper().split()
            left = tuple(code for code in _PRETTIES if code not in taken)
            return Taps((make_taps(*left),) if left else (), may_end=count > 0, allows_several=True)
        case _:
            return Taps()


def _tap_begin(written: set[str], house: House) -> Taps:
    notes = [
        word
        for word in ("eddie", "own wall", "first pretty")
        if word not in written and (word != "own wall" or house.own_wall_a_bit)
    ]
    mistaken = ("mistaken yes",) if house.mistaken_yes_a_bit else ()
    return Taps(
        (make_taps("ties up", "shit", *notes), make_taps("pair", "all-of", "pretties", *mistaken)),
        may_end=False,
    )


def _tap_call(words: str, sets: list[TraySet], house: House) -> Taps:
    """Offer the bones of a rack; then, as Do bone, the kinds in the rack and the sets; then the Do bone's origin."""
    rack, do, call = f" {words} ".partition(" do ")
    if not do:
        if len(rack.split()) + 3 * len(sets) >= _WHOLE:
            return Taps((make_taps("do"),), may_end=False)
        return Taps(_RACK, (Tap("do"),) if words else (), may_end=False, allows_several=True)
    if not call.strip():
        kinds = [parse_name(bone, house.nicknames) for bone in rack.split()]
        kinds += [group.bone for group in sets if group.bone is not None]
        return Taps((make_taps(*dict.fromkeys(CODES[kind] for kind in kinds)),), may_end=False)
    if call.split()[-1] in ("wall", "loose", "discard", "last"):
        return Taps()
    return Taps((make_taps("wall", "wall last", "loose", "discard"),), may_end=False)


def _read_sets(hand: Hand, seat: Seat, house: House) -> list[TraySet]:
    """The sets that a player has set out. Raises Refused or Unreadable."""
    lines = [line for line in hand if line.verb in ("pair", "all-of")]
    return read_notes(lines, house).sets[seat]
