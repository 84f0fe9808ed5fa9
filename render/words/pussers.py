"""Pussers Bones in words."""

from collections.abc import Callable, Iterable
from itertools import accumulate, groupby
from typing import Final

from games.core.view import format_race_time, list_race
from games.pieces.bones import Bone, code, is_numbered, is_pretty, number
from games.pieces.speech import name_bone as spoken_name
from games.pussers.view import Chair, Phase, SheetLine, TraySet, View, breeze_of_stack, side_of
from render.base.lettering import make_name_drawable
from render.base.plain_text import shorten_name
from render.words import CLOSED, Narrator, Voice, choose_fitting, name_seats

AT_THE_END: Final = ("tie_up", "squints", "double_squints", "shit_tie_up")
"""The reasons of sheet lines that are paid at the end of a hand."""

BoneNamer = Callable[[Bone], str]
"""A function that names a bone."""
ListNamer = Callable[[Iterable[Bone]], str]
"""A function that names bones, as a list in words."""


def name_bone(bone: Bone, talk: str = "civil", nicknames: tuple[tuple[str, str], ...] = ()) -> str:
    """Name a bone as the crew does: "Jimmy Rick", "Five Ball", "Blood". A table's own nickname comes first."""
    return shorten_name(spoken_name(bone, talk, nicknames))


def name_bone_twice(bone: Bone, talk: str = "civil", nicknames: tuple[tuple[str, str], ...] = ()) -> str:
    """Name a bone by its nickname with its usual name, "Snoopy (Jimmy Rick)", or by its usual name alone."""
    usual = shorten_name(spoken_name(bone, talk))
    nickname = dict(nicknames).get(code(bone), "")
    return f"{shorten_name(nickname)} ({usual})" if nickname else usual


def name_breeze(voice: Voice, breeze: int) -> str:
    """Name a place at the table as its crew does: "Eddie", or "East"."""
    return voice.say(f"scene/breeze/{breeze}")


def name_line(voice: Voice, key: str) -> str:
    """Name a line of the receipt. Three lines have a name of their own in pictures."""
    return voice.say(f"scene/line/{key}" if key in ("half_pure", "a_bit", "loose_or_last") else f"receipt/{key}")


def name_players(
    view: View, narrator: Narrator, reduce: Callable[[str], str] = shorten_name, named: bool = True
) -> Voice:
    """Return a voice with the players' names.

    A seat without a name is called by its breeze, or by its number until Eddie is known.
    """
    breezes = [chair.breeze for chair in view.chairs]
    place = None if view.eddie is None else lambda seat: narrator.say(f"scene/breeze/{breezes[seat]}")
    return name_seats(view, narrator, reduce, named, place)


def describe_outcome(view: View, voice: Voice) -> str:
    """Say how the hand ended, in a few words."""
    ending = view.ending
    if ending is None:
        return voice.say("scene/hand_over")
    if ending.seat is None or ending.how == "wash_out":
        return voice.say("scene/washed_out")
    key = "scene/mistaken" if ending.how == "shit_tie_up" else "scene/tied_up"
    payments = (line for line in view.sheet if line.hand == view.hand and line.reason in AT_THE_END)
    return voice.tell(key, ending.seat, each=sum(line.a_bit for line in payments if line.seat == ending.seat))


def explain_ending(view: View, voice: Voice, namer: BoneNamer) -> str:
    """Say with what the hand was tied up, and who threw the Do bone; or what was wrong with it. Empty if nobody
    called."""
    ending, kind = view.ending, describe_kind(view, voice)
    if ending is None or ending.do is None or ending.how != "do_bone":
        return kind
    thrower, _ = find_feeder(view) or (None, None)
    how = "plucked" if ending.plucked else "called" if thrower is None else "thrown"
    return voice.tell_of(f"scene/how/{how}", thrower, kind=kind, bone=namer(ending.do))


def find_feeder(view: View) -> tuple[int, int] | None:
    """Find the seat that threw the Do bone, and the seat that tied up with it; None if it was plucked or robbed
    (PB-48)."""
    ending, thrown = view.ending, view.discards[-1] if view.discards else None
    if thrown is None or ending is None or ending.seat is None or ending.how != "do_bone" or ending.plucked:
        return None
    return (thrown.seat, ending.seat) if (thrown.taken, thrown.bone) == (ending.seat, ending.do) else None


def mark_closed(view: View) -> View:
    """Return the view as it is once the table is closed: nobody is asked, and nothing may be called.

    A hand that is over stays so.
    """
    if view.phase in (Phase.BETWEEN, Phase.RULED_OFF):
        return view
    return view._replace(phase=CLOSED, to_act=(), deadline=None, turn=None, sorter=None, fourth=None, latest=None)


def describe_moment(view: View, voice: Voice, namer: BoneNamer) -> str:
    """Say what the table is waiting for."""
    turn = view.turn
    if view.phase in (CLOSED, Phase.PLUCKING_EDDIE, Phase.RULED_OFF):
        return voice.say(f"scene/{view.phase}")
    acting = find_acting_seat(view)
    if view.phase in (Phase.BREAKING, Phase.SORTING) and acting is not None:
        return voice.tell(f"scene/{view.phase}", acting)
    if view.phase == Phase.ROBBING and view.fourth is not None:
        return voice.say("scene/robbing", bone=namer(view.fourth))
    if view.phase == Phase.CALLING and view.latest is not None:
        thrown = view.discards[view.latest]
        return voice.tell("scene/threw", thrown.seat, bones=namer(thrown.bone))
    if view.phase == Phase.BETWEEN:
        return describe_outcome(view, voice)
    return voice.tell("scene/to_play", turn) if turn is not None else voice.say("scene/waiting")


def find_acting_seat(view: View) -> int | None:
    """Return the seat that everybody is waiting for, if there is one."""
    acting = {"breaking": view.eddie, "sorting": view.sorter, "turn": view.turn}
    return acting.get(view.phase)


def describe_kind(view: View, voice: Voice) -> str:
    """Name the kind of the winning hand, or the mistake in it; empty if nobody called."""
    ending = view.ending
    if ending is None or not ending.kind:
        return ""
    sets = () if ending.seat is None else view.chairs[ending.seat].sets
    bones = (*ending.rack, *(found.bone for found in sets if found.bone is not None))
    mixed = len({bone // 9 for bone in bones if is_numbered(bone)}) > 1
    return voice.say(f"scene/kind/{'any_suits' if mixed and ending.kind in ('minors', 'pairs') else ending.kind}")


def describe_entry(line: SheetLine, voice: Voice) -> str:
    """Describe a line of the score sheet: "Bear ties up with 6"."""
    return voice.tell(f"scene/entry/{line.reason}", line.seat, each=line.a_bit)


def describe_set(tray_set: TraySet, voice: Voice, namer: BoneNamer) -> str:
    """Describe a set on a tray."""
    if tray_set.bone is None:
        face_down = {"pair": "scene/set/pair/down", "added": "scene/set/added/down"}
        return voice.say(face_down.get(tray_set.how, "scene/set/down"))
    return voice.say(f"scene/set/{tray_set.how}", bone=namer(tray_set.bone))


def _describe_tray(chair: Chair, voice: Voice, namer: BoneNamer, name_all: ListNamer) -> list[str]:
    parts = [describe_set(tray_set, voice, namer) for tray_set in chair.sets]
    if chair.pretties:
        parts.append(voice.say("scene/pretties", bones=name_all(chair.pretties)))
    if chair.owed:
        parts.append(voice.say("scene/owed", count=chair.owed))
    return parts


def hide_own_sets(view: View) -> tuple[Chair, ...]:
    """Return the seats as everybody sees them.

    The bones of the viewer's face-down All-Ofs are hidden (PB-22), unless the viewer called and shows them (PB-70).
    """
    caller = view.ending.seat if view.ending is not None else None
    chairs = view.chairs if view.ending is not None else turn_down_added(view, hidden=True)
    return tuple(
        _turn_down(chair, "concealed") if chair.seat == view.seat and chair.seat != caller else chair
        for chair in chairs
    )


def _turn_down(chair: Chair, how: str, own: bool = False) -> Chair:
    """Return a seat with its sets of a kind face down. Its `own` player sees them like any All-Of that lies so."""
    sets = (
        one if one.how != how else TraySet("concealed", one.bone) if own else TraySet(how, None) for one in chair.sets
    )
    return chair._replace(sets=tuple(sets))


def turn_down_added(view: View, hidden: bool = False) -> tuple[Chair, ...]:
    """Return the seats with their trays as they lie. If the house says so, each All-Of added to an open pair lies face
    down.

    Everybody knows the bones of such an All-Of. Its owner sees it like any All-Of that lies face down. `hidden` shows
    it as the others see it.
    """
    if not view.house.conceals_added_all_of:
        return view.chairs
    return tuple(_turn_down(chair, "added", not hidden) for chair in view.chairs)


def _describe_breaks(view: View, voice: Voice) -> str:
    """List the stacks at which Eddie may break, wall by wall."""
    by_wall = groupby(view.breaks, lambda stack: breeze_of_stack(stack, view.walls, view.house))
    walls = voice.list(
        voice.say("scene/wall/of", breeze=voice.say(f"scene/wall_of/{wall}"), stacks=_list_ranges((*stacks,), voice))
        for wall, stacks in by_wall
    )
    return voice.say("scene/breaks", stacks=walls)


def _describe_wall(view: View, voice: Voice) -> str:
    """Describe what is left of each wall. A wall is named by its breeze or, before Eddie is found, by its builder."""

    def name(side: int) -> str:
        breeze = side_of(side, view.house)
        by_breeze = view.eddie is not None or breeze >= view.players
        return name_breeze(voice, breeze) if by_breeze else voice.name(view.chairs[breeze].seat)

    walls = voice.list(
        voice.say("scene/wall/of", breeze=name(side), stacks=sum(view.wall[first : first + stacks]))
        for side, (first, stacks) in enumerate(zip(accumulate(view.walls, initial=0), view.walls, strict=False))
    )
    key = "scene/wall" if view.broken_at is None else "scene/wall/broken"
    return voice.say(key, bones=view.left, walls=walls, stack=view.broken_at)


def describe_hand(view: View, narrator: Narrator) -> str:
    """Describe the viewer's rack, tray and place. Whose turn it is, the board or the headline says."""
    voice = name_players(view, narrator)

    def build(namer: BoneNamer) -> str:
        chair, none = turn_down_added(view)[view.seat or 0], voice.say("fact/none")
        uncounted = "/uncounted" if view.house.can_miscount else ""  # PB-84
        key = "scene/rack" if view.eddie is None else "scene/rack/placed"

        def name_all(bones: Iterable[Bone]) -> str:
            return voice.group_repeats(map(namer, bones))

        rack = name_all(view.rack) or none
        tray = _describe_tray(chair._replace(owed=0), voice, namer, name_all)
        parts = (
            voice.tell(key, chair.seat, breeze=name_breeze(voice, chair.breeze), score=chair.score),
            voice.say(f"scene/holding{uncounted}", count=len(view.rack), bones=rack),
            "" if view.working is None else voice.say("scene/working", bone=namer(view.working)),
            voice.say("scene/tray", parts=tuple(tray)) if tray else "",
            voice.say("scene/owed_to", count=chair.owed) if chair.owed else "",
            voice.say("scene/in_wall", count=view.left),
        )
        return voice.join_sentences(parts)

    return fit_bone_names(view, build)


def fit_bone_names(view: View, build: Callable[[BoneNamer], str]) -> str:
    """Build a text with the longest names of bones that fit: nickname and usual name, nickname alone, or code."""
    return choose_fitting(
        lambda: build(make_full_bone_namer(view)), lambda: build(make_bone_namer(view)), lambda: build(code)
    )


def make_bone_namer(view: View) -> BoneNamer:
    """Return a function that names the bones of this table by nickname alone."""
    return lambda bone: name_bone(bone, view.talk, view.nicknames)


def make_full_bone_namer(view: View) -> BoneNamer:
    """Return a function that names the bones of this table by nickname and usual name."""
    return lambda bone: name_bone_twice(bone, view.talk, view.nicknames)


def name_by_suit(view: View, voice: Voice, bones: Iterable[Bone]) -> str:
    """Name bones in few words, sorted and a suit at a time: "Rick 1 1 5, Ball 2, Eddie ×2"."""
    namer = make_bone_namer(view)
    names: list[str] = []
    numbers: dict[str, list[str]] = {}
    for bone in sorted(bones):
        usual = name_bone(bone, view.talk)
        if namer(bone) == usual and number(bone):
            suit = usual.split()[0 if is_pretty(bone) else -1]
            numbers.setdefault(suit, []).append(str(number(bone)))
        else:
            names.append(namer(bone))
    suits = [f"{suit} {' '.join(figures)}" for suit, figures in numbers.items()]
    return voice.list([*suits, voice.group_repeats(names)] if names else suits)


def make_drawable_bone_namer(view: View) -> BoneNamer:
    """Return a function that names the bones of this table in letters that the font has."""
    return lambda bone: make_name_drawable(name_bone(bone, view.talk, view.nicknames)) or name_bone(bone, view.talk)


def describe_board(view: View, narrator: Narrator, moment: bool = True) -> str:
    """Describe the public table: the moment, the latest calls, seats and trays, the wall, the discards."""
    named, placed = name_players(view, narrator), name_players(view, narrator, named=False)

    def build(namer: BoneNamer, name_all: ListNamer, voice: Voice = named) -> str:
        rows = []
        for chair in hide_own_sets(view):
            key = "scene/row" if view.eddie is None else "scene/row/placed"
            row = voice.tell(key, chair.seat, breeze=name_breeze(voice, chair.breeze), score=chair.score)
            tray = _describe_tray(chair, voice, namer, name_all)
            rows.append(voice.say("scene/row/tray", row=row, tray=voice.join_clauses(tray)) if tray else row)
        plucked = zip(voice.names, view.shown_for_eddie, strict=False) if view.phase == Phase.PLUCKING_EDDIE else ()
        shown = voice.list(f"{name} {namer(bone)}" for name, bone in plucked if bone is not None)
        parts = (
            voice.say("scene/title_round", hand=view.hand, round=view.round),
            describe_moment(view, voice, namer) if moment else "",
            *describe_calls(view, voice),
            *rows,
            voice.say("scene/shown", bones=shown) if shown else "",
            _describe_breaks(view, voice) if view.phase == Phase.BREAKING and view.breaks else "",
            _describe_wall(view, voice),
            _describe_discards(view, voice, namer, name_all),
        )
        return voice.join_sentences(parts)

    def build_with(namer: BoneNamer) -> str:
        return build(namer, lambda bones: named.group_repeats(map(namer, bones)))

    def build_by_suit(voice: Voice) -> str:
        return build(make_bone_namer(view), lambda bones: name_by_suit(view, voice, bones), voice)

    return choose_fitting(
        lambda: build_with(make_full_bone_namer(view)),
        lambda: build_with(make_bone_namer(view)),
        lambda: build_by_suit(named),
        lambda: build_by_suit(placed),
        lambda: build(code, lambda bones: " ".join(map(code, bones)), placed),
    )


def _describe_discards(view: View, voice: Voice, namer: BoneNamer, name_all: ListNamer) -> str:
    """Describe the discards that nobody took, by thrower, oldest first. Then name the latest again if it is one."""
    lying = [discard for discard in view.discards if discard.taken is None]
    throwers = dict.fromkeys(discard.seat for discard in lying)
    threw = [
        voice.tell("scene/threw", seat, bones=name_all(discard.bone for discard in lying if discard.seat == seat))
        for seat in throwers
    ]
    if lying and lying[-1] is view.discards[-1]:
        callable_now = view.latest is not None and view.discards[view.latest] is lying[-1]
        key = "scene/last_thrown/open" if callable_now else "scene/last_thrown"
        threw.append(voice.say(key, bone=namer(lying[-1].bone)))
    return voice.say("scene/discards", threw=voice.join_clauses(threw)) if threw else ""


def describe_calls(view: View, voice: Voice) -> list[str]:
    """Describe the latest race of calls, a sentence for each call. A call that raced nobody is in the log."""
    sentences = []
    for call in list_race(view):
        sentence = voice.tell("scene/said", call.seat, said=voice.say(f"scene/call/{call.said}"))
        if after := format_race_time(call):
            sentence = voice.say("scene/said/after", said=sentence, after=after)
        failed = call.outcome in ("beaten", "void", "shit_tie_up")
        sentences.append(voice.list((sentence, voice.say(f"scene/called/{call.outcome}") if failed else "")))
    return sentences


def _list_ranges(numbers: tuple[int, ...], voice: Voice) -> str:
    """Write numbers as ranges: "18 to 47 and 50"."""
    in_a_row = groupby(enumerate(sorted(numbers)), lambda placed: placed[1] - placed[0])
    runs = [[n for _, n in run] for _, run in in_a_row]
    ranges = tuple(
        str(run[0]) if len(run) == 1 else voice.say("scene/range", first=run[0], last=run[-1]) for run in runs
    )
    return voice.say("scene/list", parts=ranges)
