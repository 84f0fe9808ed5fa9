"""Pussers Bones in words."""

from collections.abc import Callable, Iterable
from typing import Final

from games.core.view import write_race_time
from games.pieces.bones import FULL_SET, Bone, code, is_pretty, number
from games.pieces.speech import name_bone as spoken_name
from games.pussers.view import Chair, Near, SetOut, SheetLine, View
from render.words import (
    CLOSED,
    IS_CLOSED,
    ONLY_WAITS,
    WAITS,
    Names,
    Who,
    choose_fitting,
    clean_name,
    count_noun,
    drawable_name,
    format_signed,
    group_repeats,
    join_words,
    name_seats,
)

CIVVY: Final = "civvy"
"""The talk that has words of its own; the others say those of the navy."""
BREEZES: Final = ("Eddie", "Sammy", "Wally", "Normie")
_WINDS: Final = ("East", "South", "West", "North")
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
"""The reasons why a Do Bone was mistaken (PB-82)."""
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
"""The lines of the receipt (PB-61, PB-62, PB-67)."""
_CIVVY_LINES: Final = {
    "tie_up": "Mahjong",
    "plucked_do": "Last bone drawn",
    "eddie": "East",
    "own_breeze": "Own wind",
}
"""The lines of the receipt that civvies have other words for."""

_A_HAND: Final = {
    "pure": "a Pure hand",
    "moon": "a Moon",
    "big_lizard": "a Big Lizard",
    "little_lizard": "a Little Lizard",
}
"""Kinds of hands that need an article."""
_MOST_NEAR: Final = 2
"""The most players of whom a washed-out hand tells what they lacked."""
AT_THE_END: Final = ("tie_up", "squints", "double_squints", "shit_tie_up")
"""The reasons of sheet lines that are paid at the end of a hand."""

Say = Callable[[Bone], str]
"""Returns the name of a bone."""
SayAll = Callable[[Iterable[Bone]], str]
"""Returns the names of bones, as a list in words."""


def name_bone(bone: Bone, talk: str = "civil", nicknames: tuple[tuple[str, str], ...] = ()) -> str:
    """Name a bone as the crew does: "Jimmy Rick", "Five Ball", "Blood". A table's own nickname comes first."""
    return clean_name(spoken_name(bone, talk, nicknames))


def name_bone_twice(bone: Bone, talk: str = "civil", nicknames: tuple[tuple[str, str], ...] = ()) -> str:
    """Name a bone by its nickname with its usual name, "Snoopy (Jimmy Rick)", or by its usual name alone."""
    usual = clean_name(spoken_name(bone, talk))
    own = dict(nicknames).get(code(bone), "")
    return f"{clean_name(own)} ({usual})" if own else usual


def name_breeze(view: View, breeze: int) -> str:
    """Name a place at the table as its crew does: "Eddie", or "East"."""
    return (_WINDS if view.talk == CIVVY else BREEZES)[breeze]


def choose_word(view: View, navy: str, civvy: str) -> str:
    """Return the word of the table's talk."""
    return civvy if view.talk == CIVVY else navy


def name_line(view: View, key: str) -> str:
    """Name a line of the receipt."""
    known = {**LINES, **_CIVVY_LINES} if view.talk == CIVVY else LINES
    return known.get(key) or KINDS.get(key) or key.replace("_", " ").capitalize()


def name_players(view: View, names: Names, reduce: Callable[[str], str] = clean_name) -> Who:
    """Return the players' names. A seat without one is called by its breeze, or by its number until Eddie is known."""
    places = [
        name_breeze(view, chair.breeze) if view.eddie is not None else f"Seat {chair.seat + 1}" for chair in view.chairs
    ]
    return name_seats(names, places, reduce)


def payment_each(view: View) -> int:
    """Return the amount that each payer pays for the hand, with all bonuses."""
    return sum(
        line.a_bit
        for line in view.sheet
        if line.hand == view.hand and view.ending and line.seat == view.ending.seat and line.reason in AT_THE_END
    )


def describe_outcome(view: View, who: Who) -> str:
    """Say how the hand ended."""
    ending = view.ending
    if ending is None:
        return "The hand is over"
    if ending.seat is None or ending.how == "wash_out":
        return f"The wall is gone and nobody {choose_word(view, 'tied up', 'won')}"
    if ending.how == "shit_tie_up":
        wrong = choose_word(view, "Shit Tie Up", "false mahjong")
        return f"{who(ending.seat)}: {wrong}, {payment_each(view)} to each"
    return f"{who(ending.seat)} {choose_word(view, 'ties up with', 'wins')} {payment_each(view)}"


def tell_washout(view: View, who: Who, say: Say) -> list[str]:
    """Tell the story of a hand that nobody won, in sentences without full stops; none if its racks are shut."""
    nearest = view.ending.nearest if view.ending is not None else ()
    if not nearest:
        return []
    if nearest[0].lacking > 1:
        was = "were" if len(nearest) > 1 else "was"
        return [f"{join_words(who(near.seat) for near in nearest)} {was} nearest, {nearest[0].lacking} bones short"]
    return [_tell_near(near, who, say) for near in nearest[:_MOST_NEAR]]


def _tell_near(near: Near, who: Who, say: Say) -> str:
    bone = "a bone" if near.bone is None else say(near.bone)
    told = f"{who(near.seat)} lacked one {bone} for {_A_HAND.get(near.kind) or KINDS.get(near.kind, near.kind)}"
    where = []
    for seat in sorted({seat for seat, _ in (*near.held, *near.thrown)}):
        did = [f"held {count}" for other, count in near.held if other == seat]
        did += [f"threw one at discard {place}" for other, place in near.thrown if other == seat]
        where.append(f"{who(seat)} {join_words(did)}")
    return f"{told}: {'; '.join(where)}" if where else f"{told}: no other was left"


def mark_closed(view: View) -> View:
    """Return the view of a closed table: nobody is asked, and nothing may be called. A hand that is over stays so."""
    if view.phase in ("between", "ruled_off"):
        return view
    return view._replace(phase=CLOSED, to_act=(), deadline=None, turn=None, sorter=None, fourth=None, latest=None)


def let_wait(view: View) -> View:
    """Return the view of a seat that only waits: its own bones, tray and score, and nothing of wall and discards.

    The seat to act does not wait, and a bone that may be called stays in sight.
    """
    if view.seat is None or view.phase != "turn" or view.turn == view.seat:
        return view
    chairs = tuple(
        chair if chair.seat == view.seat else chair._replace(rack=0, sets=(), pretties=(), owed=0, score=0)
        for chair in view.chairs
    )
    return view._replace(
        phase=WAITS, to_act=(), deadline=None, turn=None, do=None, source="", last=False, chairs=chairs,
        scores=(0,) * len(view.scores), wall=bytes(72), left=len(FULL_SET), broken_at=None, breaks=(), discards=(),
        latest=None, last_calls=(), thrown_out=bytes(len(view.thrown_out)), rule_off_votes=(), sheet=(), answered=None,
        may_pluck=False, may_discard_first=False, plucked=False, yes_open=False,
    )  # fmt: skip


def describe_moment(view: View, who: Who, say: Say) -> str:
    """Say what the table is waiting for."""
    turn = view.turn
    if view.phase == CLOSED:
        return IS_CLOSED
    if view.phase == WAITS:
        return ONLY_WAITS
    if view.phase == "plucking_eddie":
        return choose_word(view, "The pluck for Eddie", "The draw for East")
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
        return describe_outcome(view, who)
    if view.phase == "ruled_off":
        return "Ruled off"
    return f"{who(turn)} to play" if turn is not None else "Waiting"


def acting_seat(view: View) -> int | None:
    """Return the seat that everybody is waiting for, if there is one."""
    return {"breaking": view.eddie, "sorting": view.sorter, "turn": view.turn}.get(view.phase)


def describe_kind(view: View) -> str:
    """Name the kind of the winning hand, or the mistake in it; empty if nobody called."""
    kind = view.ending.kind if view.ending is not None else ""
    return KINDS.get(kind) or MISTAKES.get(kind) or kind.replace("_", " ")


def describe_entry(view: View, line: SheetLine, who: Who) -> str:
    """Describe a line of the score sheet: "Bear ties up with 6"."""
    name = who(line.seat)
    entries = {
        "tie_up": f"{name} {choose_word(view, 'ties up with', 'wins')} {line.a_bit}",
        "shit_tie_up": f"{name}: {choose_word(view, 'Shit Tie Up', 'false mahjong')}",
        "first_pretty": f"{name}: First Pretty",
        "own_wall": f"{name} took from their own wall",
        "squints": f"{name}: Squints",
        "double_squints": f"{name}: Double Squints",
        "mistaken_yes": f"{name}: mistaken “{choose_word(view, 'Yes!', 'Pung')}”",
    }
    return entries.get(line.reason, f"{name}: {line.reason.replace('_', ' ')}")


def describe_set(out: SetOut, say: Say) -> str:
    """Describe a set on a tray."""
    if out.how == "pair":
        return f"open pair of {say(out.bone)}" if out.bone is not None else "pair face down"
    if out.bone is None:
        return "All-Of face down"
    return (
        f"{ {'concealed': 'face-down', 'open': 'open', 'added': 'added'}.get(out.how, out.how) } All-Of {say(out.bone)}"
    )


def _tray(chair: Chair, say: Say, name_all: SayAll) -> list[str]:
    parts = [describe_set(out, say) for out in chair.sets]
    if chair.pretties:
        parts.append("pretties " + name_all(chair.pretties))
    if chair.owed:
        parts.append(f"{chair.owed} owed off the Loose")
    return parts


def hide_own_sets(view: View) -> tuple[Chair, ...]:
    """Return the seats as everybody sees them: without the kind of the viewer's face-down All-Ofs (PB-22), unless the
    viewer called and shows them (PB-70)."""
    shown = view.ending.seat if view.ending is not None else None
    return tuple(
        chair._replace(sets=tuple(SetOut(out.how, None) if out.how == "concealed" else out for out in chair.sets))
        if chair.seat == view.seat and chair.seat != shown
        else chair
        for chair in view.chairs
    )


def _wall(view: View) -> str:
    """Describe what is left of each of the four walls."""
    parts = [f"{name_breeze(view, wall)} {sum(view.wall[wall * 18 : wall * 18 + 18])}" for wall in range(4)]
    broken = f", broken at stack {view.broken_at}" if view.broken_at is not None else ""
    return f"Wall{broken}: {count_noun(view.left, 'bone')} left ({', '.join(parts)})"


def describe_hand(view: View, names: Names, hidden: bool = False) -> str:
    """Describe the viewer's rack, tray and place, and the moment."""
    who = name_players(view, names)

    def build(say: Say) -> str:
        parts = []
        if view.seat is not None:
            chair = view.chairs[view.seat]
            place = f", {name_breeze(view, chair.breeze)}" if view.eddie is not None else ""
            parts.append(f"The rack of {who(view.seat)}{place}. Score {format_signed(chair.score)}")
            if hidden:
                parts.append(f"Hidden: {count_noun(len(view.rack) + (view.working is not None), 'bone')} face down")
                shown = [SetOut(out.how, None) if out.how == "concealed" else out for out in chair.sets]
            else:
                parts.append(
                    f"{count_noun(len(view.rack), 'bone')}: {group_repeats(say(bone) for bone in view.rack) or 'none'}"
                )
                shown = list(chair.sets)
                if view.working is not None:
                    parts.append(f"Working bone: {say(view.working)}")
            tray = [describe_set(out, say) for out in shown]
            if chair.pretties:
                tray.append("pretties " + group_repeats(say(bone) for bone in chair.pretties))
            if tray:
                parts.append("On the tray: " + join_words(tray))
            if chair.owed:
                parts.append(f"Owed off the Loose: {chair.owed}")
        parts += [] if view.phase == WAITS else [f"{view.left} in the wall"]
        parts.append(describe_moment(view, who, say))
        return ". ".join(parts) + "."

    return choose_fitting(lambda: build(full_bone_names(view)), lambda: build(bone_names(view)), lambda: build(code))


def bone_names(view: View) -> Say:
    """Return the names of bones at this table, by nickname alone."""
    return lambda bone: name_bone(bone, view.talk, view.nicknames)


def full_bone_names(view: View) -> Say:
    """Return the names of bones at this table, by nickname and usual name."""
    return lambda bone: name_bone_twice(bone, view.talk, view.nicknames)


def name_by_suit(view: View, bones: Iterable[Bone]) -> str:
    """Name bones in few words, sorted and a suit at a time: "Rick 1 1 5, Ball 2, Eddie ×2"."""
    say = bone_names(view)
    names: list[str] = []
    numbers: dict[str, list[str]] = {}
    for bone in sorted(bones):
        usual = name_bone(bone, view.talk)
        if say(bone) == usual and number(bone):
            suit = usual.split()[0 if is_pretty(bone) else -1]
            numbers.setdefault(suit, []).append(str(number(bone)))
        else:
            names.append(say(bone))
    suits = [f"{suit} {' '.join(figures)}" for suit, figures in numbers.items()]
    return ", ".join([*suits, group_repeats(names)] if names else suits)


def drawable_bone_names(view: View) -> Say:
    """Return the names of bones at this table, in letters that the font has."""
    return lambda bone: drawable_name(name_bone(bone, view.talk, view.nicknames)) or name_bone(bone, view.talk)


def describe_board(view: View, names: Names) -> str:
    """Describe the public table: the moment, the latest calls, seats and trays, the wall, the discards."""
    named, placed = name_players(view, names), name_players(view, ())

    def build(say: Say, name_all: SayAll, who: Who = named) -> str:
        parts = [f"Pussers Bones, hand {view.hand}, Round {view.round}", describe_moment(view, who, say)]
        parts += describe_calls(view, who)
        for chair in hide_own_sets(view):
            place = f" ({name_breeze(view, chair.breeze)})" if view.eddie is not None else ""
            turn = ", to play" if chair.seat == acting_seat(view) else ""
            tray = _tray(chair, say, name_all)
            parts.append(
                f"{who(chair.seat)}{place} {format_signed(chair.score)}{turn}"
                + (f": {'; '.join(tray)}" if tray else "")
            )
        shown = [f"{who(seat)} {say(bone)}" for seat, bone in enumerate(view.shown_for_eddie) if bone is not None]
        if shown and view.phase == "plucking_eddie":
            parts.append("Shown: " + ", ".join(shown))
        if view.phase == "breaking" and view.breaks:
            parts.append(f"Stacks that may be broken: {_ranges(view.breaks)}")
        parts.append(_wall(view))
        parts += _discards(view, who, say, name_all)
        return ". ".join(parts) + "."

    def build_with(say: Say) -> str:
        return build(say, lambda bones: group_repeats(map(say, bones)))

    def build_by_suit(who: Who) -> str:
        return build(bone_names(view), lambda bones: name_by_suit(view, bones), who)

    return choose_fitting(
        lambda: build_with(full_bone_names(view)),
        lambda: build_with(bone_names(view)),
        lambda: build_by_suit(named),
        lambda: build_by_suit(placed),
        lambda: build(code, lambda bones: " ".join(map(code, bones)), placed),
    )


def _discards(view: View, who: Who, say: Say, name_all: SayAll) -> list[str]:
    """Describe the discards that nobody took, by thrower, oldest first; at the end, name the latest of all again."""
    lying = [discard for discard in view.discards if discard.taken is None]
    throwers = dict.fromkeys(discard.seat for discard in lying)
    threw = [
        f"{who(seat)} threw {name_all(discard.bone for discard in lying if discard.seat == seat)}" for seat in throwers
    ]
    if lying and lying[-1] is view.discards[-1]:
        ring = ", which may be called" if view.latest is not None and view.discards[view.latest] is lying[-1] else ""
        threw.append(f"last thrown: {say(lying[-1].bone)}{ring}")
    return [f"Discards: {'; '.join(threw)}"] if threw else []


def describe_calls(view: View, who: Who) -> list[str]:
    """Describe the latest settled calls, a sentence for each."""
    how = {"taken": "", "tied_up": "", "beaten": ", beaten", "void": ", void"}
    how["shit_tie_up"] = choose_word(view, ", Shit Tie Up", ", false mahjong")
    said = {"yes": choose_word(view, "Yes!", "Pung"), "dobone": choose_word(view, "Do Bone!", "Mahjong!")}
    return [
        f"{who(call.seat)}: “{said.get(call.said, call.said)}”"
        f"{f' after {after}' if (after := write_race_time(call)) else ''}{how.get(call.outcome, '')}"
        for call in view.last_calls
    ]


def _ranges(numbers: tuple[int, ...]) -> str:
    """Write numbers as ranges: "18 to 47 and 50"."""
    runs: list[list[int]] = []
    for n in sorted(numbers):
        if runs and n == runs[-1][-1] + 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    return join_words(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)


def describe(view: View, names: Names) -> str:
    """Describe all that the viewer may see, for play without pictures."""
    parts = [describe_board(view, names)]
    if view.seat is not None:
        parts.insert(0, describe_hand(view, names))
    return "\n".join(parts)
