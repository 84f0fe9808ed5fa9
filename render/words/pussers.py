"""A view of Pussers Bones in words."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from games.pieces.bones import Bone, code
from games.pieces.speech import spoken as spoken_name
from games.pussers.view import Chair, SetOut, SheetLine, View
from render.words import (
    CLOSED,
    IS_CLOSED,
    Names,
    Who,
    calling,
    counted,
    drawable,
    fitting,
    gathered,
    listed,
    plain,
    signed,
)

BREEZES: Final = ("Eddie", "Sammy", "Wally", "Normie")
KINDS: Final = {
    "minors": "Minors",
    "pairs": "Minors",
    "pure": "Pure",
    "majors": "Majors",
    "ones_and_nines": "1s and 9s",
    "winds_and_dragons": "Winds and Dragons",
    "moon": "Moon",
    "big_lizard": "Big Lizard",
    "little_lizard": "Little Lizard",
}
MISTAKES: Final = {
    "wrong_count": "wrong count",
    "undeclared_pretty": "a pretty not set out",
    "undeclared_all_of": "an All-Of not set out",
    "not_a_hand": "not a hand",
    "mixed_suits": "mixed suits",
    "no_double": "no double",
    "under_minimum": "under the minimum",
}
"""Why a Do Bone was mistaken (PB-82)."""
LINES: Final = {
    "tie_up": "Tie up",
    "pairs": "Pairs",
    "all_ofs": "All-Ofs",
    "double_up": "Double-up",
    "pretties": "Pretties",
    "plucked_do": "Do bone plucked",
    "eddie": "Eddie",
    "own_breeze": "Own breeze",
    "dragons": "Dragons",
    "own_flower": "Own flower",
    "own_season": "Own season",
    "loose_or_last": "Off the Loose, or the last bone",
    "pure": "Pure",
    "concealed": "Concealed",
    "half_pure": "One suit with honours",
    "a_bit": "The hand",
    "squints": "Squints",
    "double_squints": "Double Squints",
}
"""The lines of PB-61, PB-62 and PB-67 as the receipt has them."""

AT_THE_END: Final = ("tie_up", "squints", "double_squints", "shit_tie_up")
"""The reasons of the sheet that are paid when a hand ends."""

Say = Callable[[Bone], str]
"""The name of a bone."""


def bone_name(bone: Bone, talk: str = "civil", nicknames: tuple[tuple[str, str], ...] = ()) -> str:
    """What the crew calls a bone: "Jimmy Rick", "Five Ball", "Blood"; a table's own nickname goes first."""
    return plain(spoken_name(bone, talk, nicknames))


def who_in(view: View, names: Names, reduce: Callable[[str], str] = plain) -> Who:
    """The players' names, or their breezes where there is none (the seat's number before Eddie is known)."""
    places = [BREEZES[chair.breeze] if view.eddie is not None else f"Seat {chair.seat + 1}" for chair in view.chairs]
    return calling(names, places, reduce)


def a_bit(view: View) -> int:
    """What each payer of the ended hand pays for it, bonuses and all."""
    return sum(
        line.a_bit
        for line in view.sheet
        if line.hand == view.hand and view.ending and line.seat == view.ending.seat and line.reason in AT_THE_END
    )


def outcome(view: View, who: Who) -> str:
    """How the hand ended."""
    ending = view.ending
    if ending is None:
        return "The hand is over"
    if ending.seat is None or ending.how == "wash_out":
        return "The wall is gone and nobody tied up"
    if ending.how == "shit_tie_up":
        return f"{who(ending.seat)}: Shit Tie Up, {a_bit(view)} to each"
    return f"{who(ending.seat)} ties up with {a_bit(view)}"


def closed(view: View) -> View:
    """The table when it was closed in the middle of a hand: nobody is asked, and nothing may be called."""
    if view.phase in ("between", "ruled_off"):
        return view
    return replace(view, phase=CLOSED, to_act=(), deadline=None, turn=None, sorter=None, fourth=None, latest=None)


def moment(view: View, who: Who, say: Say) -> str:
    """What the table is waiting for."""
    turn = view.turn
    if view.phase == CLOSED:
        return IS_CLOSED
    if view.phase == "plucking_eddie":
        return "The pluck for Eddie"
    if view.phase == "breaking" and view.eddie is not None:
        return f"{who(view.eddie)} breaks the wall"
    if view.phase == "sorting" and view.sorter is not None:
        return f"{who(view.sorter)} sorts"
    if view.phase == "robbing" and view.fourth is not None:
        return f"{say(view.fourth)} may be robbed"
    if view.phase == "calling" and view.latest is not None:
        thrown = view.discards[view.latest]
        return f"{who(thrown.seat)} threw {say(thrown.bone)}"
    if view.phase == "between":
        return outcome(view, who)
    if view.phase == "ruled_off":
        return "Ruled off"
    return f"{who(turn)} to play" if turn is not None else "Waiting"


def acting(view: View) -> int | None:
    """The seat that the table sees at work, if there is one."""
    return {"breaking": view.eddie, "sorting": view.sorter, "turn": view.turn}.get(view.phase)


def kind_words(view: View) -> str:
    """The kind of hand that ended it, or what was wrong with it; empty when nobody called."""
    kind = view.ending.kind if view.ending is not None else ""
    return KINDS.get(kind) or MISTAKES.get(kind) or kind.replace("_", " ")


def entry(line: SheetLine, who: Who) -> str:
    """A line of the score sheet: "Bear ties up with 6"."""
    name = who(line.seat)
    told = {
        "tie_up": f"{name} ties up with {line.a_bit}",
        "shit_tie_up": f"{name}: Shit Tie Up",
        "first_pretty": f"{name}: First Pretty",
        "own_wall": f"{name} took from his own wall",
        "squints": f"{name}: Squints",
        "double_squints": f"{name}: Double Squints",
        "mistaken_yes": f"{name}: mistaken “Yes!”",
    }
    return told.get(line.reason, f"{name}: {line.reason.replace('_', ' ')}")


def set_words(out: SetOut, say: Say) -> str:
    """A set on a tray."""
    if out.how == "pair":
        return f"open pair of {say(out.bone)}" if out.bone is not None else "pair face down"
    if out.bone is None:
        return "All-Of face down"
    return (
        f"{ {'concealed': 'face-down', 'open': 'open', 'added': 'added'}.get(out.how, out.how) } All-Of {say(out.bone)}"
    )


def _tray(chair: Chair, say: Say) -> list[str]:
    told = [set_words(out, say) for out in chair.sets]
    if chair.pretties:
        told.append("pretties " + gathered(say(bone) for bone in chair.pretties))
    if chair.owed:
        told.append(f"{chair.owed} owed off the Loose")
    return told


def public_chairs(view: View) -> tuple[Chair, ...]:
    """The seats as everybody sees them, whoever looks: a viewer's own face-down All-Ofs keep their kind (PB-22),
    unless he called and shows them (PB-70)."""
    shown = view.ending.seat if view.ending is not None else None
    return tuple(
        chair._replace(sets=tuple(SetOut(out.how, None) if out.how == "concealed" else out for out in chair.sets))
        if chair.seat == view.seat and chair.seat != shown
        else chair
        for chair in view.chairs
    )


def _wall(view: View) -> str:
    """What is left of the wall, by the four walls."""
    parts = [f"{BREEZES[wall]} {sum(view.wall[wall * 18 : wall * 18 + 18])}" for wall in range(4)]
    broken = f", broken at stack {view.broken_at}" if view.broken_at is not None else ""
    return f"Wall{broken}: {counted(view.left, 'bone')} left ({', '.join(parts)})"


def rack_words(view: View, names: Names, hidden: bool = False) -> str:
    """The viewer's rack and tray, his place and the moment."""
    who = who_in(view, names)

    def told(say: Say) -> str:
        parts = []
        if view.seat is not None:
            chair = view.chairs[view.seat]
            place = f", {BREEZES[chair.breeze]}" if view.eddie is not None else ""
            parts.append(f"The rack of {who(view.seat)}{place}. Score {signed(chair.score)}")
            if hidden:
                parts.append(f"Hidden: {counted(len(view.rack) + (view.working is not None), 'bone')} face down")
                shown = [SetOut(out.how, None) if out.how == "concealed" else out for out in chair.sets]
            else:
                parts.append(
                    f"{counted(len(view.rack), 'bone')}: {gathered(say(bone) for bone in view.rack) or 'none'}"
                )
                shown = list(chair.sets)
                if view.working is not None:
                    parts.append(f"Working bone: {say(view.working)}")
            tray = [set_words(out, say) for out in shown]
            if chair.pretties:
                tray.append("pretties " + gathered(say(bone) for bone in chair.pretties))
            if tray:
                parts.append("On the tray: " + listed(tray))
            if chair.owed:
                parts.append(f"Owed off the Loose: {chair.owed}")
        parts += [f"{view.left} in the wall", moment(view, who, say)]
        return ". ".join(parts) + "."

    return fitting(lambda: told(spoken(view)), lambda: told(code))


def spoken(view: View) -> Say:
    """The bones' names as this table has them."""
    return lambda bone: bone_name(bone, view.talk, view.nicknames)


def say_drawable(view: View) -> Say:
    """The bones' names as the pictures' font can write them."""
    return lambda bone: drawable(bone_name(bone, view.talk, view.nicknames)) or bone_name(bone, view.talk)


def board_words(view: View, names: Names) -> str:
    """The public table: wall, seats with their trays, discards in order, whose turn, the latest calls."""
    who = who_in(view, names)

    def told(say: Say) -> str:
        parts = [f"Pussers Bones, hand {view.hand}, Round {view.round}", moment(view, who, say)]
        parts += call_words(view, who)
        for chair in public_chairs(view):
            place = f" ({BREEZES[chair.breeze]})" if view.eddie is not None else ""
            turn = ", to play" if chair.seat == acting(view) else ""
            tray = _tray(chair, say)
            parts.append(
                f"{who(chair.seat)}{place} {signed(chair.score)}{turn}" + (f": {'; '.join(tray)}" if tray else "")
            )
        shown = [f"{who(seat)} {say(bone)}" for seat, bone in enumerate(view.shown_for_eddie) if bone is not None]
        if shown and view.phase == "plucking_eddie":
            parts.append("Shown: " + ", ".join(shown))
        if view.phase == "breaking" and view.breaks:
            parts.append(f"Stacks that may be broken: {_ranges(view.breaks)}")
        parts.append(_wall(view))
        lying = [discard for discard in view.discards if discard.taken is None]
        if lying:
            latest = view.latest is not None and view.discards[view.latest].taken is None
            ring = "; the last may be called" if latest else ""
            parts.append(f"Discards, oldest first: {', '.join(say(discard.bone) for discard in lying)}{ring}")
        return ". ".join(parts) + "."

    return fitting(lambda: told(spoken(view)), lambda: told(code))


RACED_MS: Final = 60_000
"""Calls that came later than this raced with nobody; when they came is not told."""


def call_words(view: View, who: Who) -> list[str]:
    """The latest settled calls, one a sentence."""
    how = {"taken": "", "tied_up": "", "beaten": ", beaten", "void": ", void", "shit_tie_up": ", Shit Tie Up"}
    said = {"yes": "Yes!", "dobone": "Do Bone!"}
    return [
        f"{who(call.seat)}: “{said.get(call.said, call.said)}”"
        f"{f' after {call.after_ms} ms' if call.after_ms < RACED_MS else ''}{how.get(call.outcome, '')}"
        for call in view.last_calls
    ]


def _ranges(numbers: tuple[int, ...]) -> str:
    """ "18 to 47"; several runs are told one after the other."""
    runs: list[list[int]] = []
    for n in sorted(numbers):
        if runs and n == runs[-1][-1] + 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    return listed(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)


def all_words(view: View, names: Names) -> str:
    """All that the viewer may see, for play without pictures."""
    parts = [board_words(view, names)]
    if view.seat is not None:
        parts.insert(0, rack_words(view, names))
    return "\n".join(parts)
