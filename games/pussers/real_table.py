"""Hands of Pussers Bones from a real table: who tied up with which bones, and every penalty and bonus (PB-60 to PB-82).

Calls are judged as at any table of the bot: `scoring.score` finds the points, doubles and payment.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from games.core.folding import must_have
from games.core.options import Options, bind
from games.core.real_table import Hand, HandLine, refuse, refuse_words, telling_number
from games.core.refused import Refused
from games.core.seats import FIRST, Seat
from games.pieces.bones import CODES, COPIES, Bone, count_kinds, is_pretty
from games.pieces.speech import find_fitting, parse_name
from games.pussers.decisions.aftermath import find_next_eddie
from games.pussers.decisions.tie_up import count_sets, list_mistake_events, list_tie_up_events
from games.pussers.events import Event, FirstPretty, HandOver
from games.pussers.options import House
from games.pussers.scoring import RULE_OF_REASON, Claim, Verdict, list_squints_at_once, make_payment, score
from games.pussers.view import TraySet

_MARKS: Final = ("eddie", "first pretty", "own wall")
"""Notes that hold for at most one player of a hand."""
_ALL_OF_KINDS: Final = ("concealed", "open", "added")
_MOST_SETS: Final = 4
_PRETTIES: Final = 8
_SOURCE: Final = "(?P<last>last )?(?P<source>wall|loose|discard)"
_CALLS: Final = (
    re.compile(
        rf"(?!.*[ ,]do .*[ ,]do )(?P<rack>.*?)(?:^|[ ,])do (?P<do>.+?),? {_SOURCE}(?P<after>,? last)?", re.IGNORECASE
    ),
    re.compile(rf"(?!.*[ ,]do )(?P<rack>.+?),? {_SOURCE} (?P<do>\S+(?: [a-z]+)?)(?P<after>)", re.IGNORECASE),
)
"""The bones of a call, with its Do bone and its origin, in one order or the other: "R5 R5 do R5 wall last",
"R5 R5 discard R5"."""
_TIES_UP: Final = re.compile(
    r"(?:ties up )?(?:(moon|majors|ones and nines|winds and dragons|big lizard|little lizard)\b\W*|(?<=up ))",
    re.IGNORECASE,
)
"""The beginning of a tie-up. The kind of the hand may be said before its bones."""
_COUNT: Final = re.compile(r"\d (?=pair |pretties )", re.IGNORECASE)
_OPEN: Final = re.compile(r" \(?open\)?(?=,|$)|(?<=, )pair ", re.IGNORECASE)
_FIGURE_NAMES: Final = "one|two|three|four|five|six|seven|eight|nine"
_CODES: Final = "[rsb][1-9]|w[eswn]|d[rgw]|[fn][1-4]"
_SPOKEN: Final = (
    (r"[^(),+×]{0,40}\((\w\w)\)", r"\1"),  # as buttons name a bone: "Jimmy Rick (R1)"
    (r"\b1 ?- ?9\b", "123456789"),
    (r"\bsixes\b", "six"),
    (rf"\b({_FIGURE_NAMES}|eddie|sammy|wally|normie|cabbage|blanket|dragon)s\b", r"\1"),
    (
        rf"\b([1-4]) (?=(?:{_CODES}|(?:{_FIGURE_NAMES}) [rsb]\w*|eddie|sammy|wally|normie|blood"
        r"|cabbage|blanket|red|green|white)\b)",
        r"\1x",
    ),
    (rf"({_CODES})(?=(?:{_CODES})+\b)", r"\1 "),  # "R9R9R9"
)
"""Ways to write bones, each with the one that `_list_bones` knows: "3 Blood" is "3xBlood"."""
_FIGURES: Final = (
    r"(?P<figures>(?:\b[1-9]+[ ,]+)+)(?P<suit>[rsb])(?:icks?|ticks?|alls?)\b",
    r"\b(?P<suit>[rsb])(?P<figures>[1-9]{2,9})\b",
)
"""Figures with the name of their suit, for a bone each: "111 222 sticks", "R111"."""
_TIMES: Final = re.compile(r"(?:(\d) ?[x×*] ?)?(.+?)(?: ?[x×*] ?(\d))?", re.IGNORECASE)
"""A bone, perhaps with its count: "3 × R1", "R1x3"."""


class _Call(NamedTuple):
    """A call of "Do Bone!"."""

    seat: Seat
    ties_up: bool
    words: str
    """The bones in words; "" for a mistaken call whose bones nobody wrote down."""
    rack: Sequence[Bone] = ()
    do: Bone | None = None
    source: str = ""
    last: bool = False
    kind: str = ""
    """The kind of hand that the notes name: "big lizard"."""


@dataclass(slots=True)
class Notes:
    """Everything that was written down about a hand."""

    sets: defaultdict[Seat, list[TraySet]]
    pretties: defaultdict[Seat, list[Bone]]
    marks: dict[str, Seat] = field(default_factory=dict)
    """The player of each of the `_MARKS`."""
    mistaken: list[Seat] = field(default_factory=list)
    calls: list[_Call] = field(default_factory=list)
    washed_out: bool = False


def score_real(players: int, options: Options, names: Sequence[str], hands: Sequence[Hand]) -> tuple[Event, ...]:
    """Score hands with their calls, penalties and bonuses. Raises Refused or Unreadable.

    The first hand must name Eddie. After each hand, the rules give the next Eddie (PB-71).
    """
    house, events = bind(House, options), list[Event]()
    ending: HandOver | None = None
    for number, lines in enumerate(hands, 1):
        with telling_number(number):
            notes = read_notes(lines, house)
            named = notes.marks.get("eddie")
            eddie = named if ending is None else ending.next_eddie
            if eddie is None:
                raise refuse("no_eddie")
            if named not in (None, eddie):
                raise refuse("other_eddie", name=names[eddie])
            ending = _score(notes, eddie, players, house, events)
            events.append(ending)
    if not events:
        raise refuse("no_end", number=1)
    return tuple(events)


def read_notes(lines: Iterable[HandLine], house: House) -> Notes:
    """Read the lines of a hand. Raises Refused or Unreadable."""
    notes = Notes(defaultdict(list), defaultdict(list))
    for line in lines:
        if line.seat is not None:
            _read_line(notes, HandLine(line.seat, _COUNT.sub("", line.words, 1)), line.seat, house)
        elif line.words.casefold() == "washed out":
            notes.washed_out = True
        else:
            raise refuse_words("words_pussers", line.words)
    return notes


def _read_line(notes: Notes, line: HandLine, seat: Seat, house: House) -> None:
    words = line.words.casefold()
    if ties_up := _TIES_UP.match(line.words):
        call = _Call(seat, True, line.words[ties_up.end() :], kind=(ties_up[1] or "").casefold())
        notes.calls.append(_read_call(call, house))
    elif words in _MARKS:
        if notes.marks.get(words, seat) != seat or (words == "first pretty" and words in notes.marks):
            raise refuse_words("contradiction", line.words)
        notes.marks[words] = seat
    elif words == "mistaken yes":
        notes.mistaken.append(seat)
    elif line.verb == "shit":
        if any(call.seat == seat for call in notes.calls):
            raise refuse_words("contradiction", line.words)
        call = _Call(seat, False, line.rest)
        notes.calls.append(_read_call(call, house) if line.rest else call)
    elif line.verb == "pair" and line.rest:
        kinds = _list_kinds(_OPEN.sub("", line.rest), 3, house)
        notes.sets[seat] += [TraySet("pair", kind) for kind in kinds]
    elif line.verb == "all-of" and line.rest:
        bones, _, how = line.rest.rpartition(" ")
        if how.lower() not in _ALL_OF_KINDS:
            raise refuse_words("all_of", line.words)
        notes.sets[seat] += [TraySet(how.lower(), kind) for kind in _list_kinds(bones, 4, house)]
    elif line.verb == "pretties" and line.rest:
        pretties = _list_bones(line.rest.replace("pretties ", "flower "), house)  # "flower" alone means a pretty
        if not all(map(is_pretty, pretties)):
            raise refuse_words("pretties", line.rest)
        notes.pretties[seat] += pretties
    else:
        raise refuse_words("words_pussers", line.words)


def _read_call(call: _Call, house: House) -> _Call:
    """Read the bones of a call, with its Do bone, its origin, and whether it was the last of the wall."""
    found = next(filter(None, (pattern.fullmatch(call.words) for pattern in _CALLS)), None)
    if found is None or not (do := _list_bones(found["do"], house)):
        raise refuse_words("do_bone", call.words)
    source, last = found["source"].lower(), bool(found["last"] or found["after"])
    if last and source == "discard":
        raise refuse_words("do_bone", call.words)
    return call._replace(rack=_list_bones(found["rack"], house), do=do[0], source=source, last=last)


def _list_bones(words: str, house: House) -> list[Bone]:
    """The bones that a text lists by codes or names, with commas or without, and with counts: "3xR1", "R111", "Blood".

    Raises Unreadable or Ambiguous.
    """
    for written, known in _SPOKEN:
        words = re.sub(written, known, words, flags=re.IGNORECASE)
    for written in _FIGURES:
        words = re.sub(written, _write_out, words, flags=re.IGNORECASE)
    found: list[Bone] = []
    for part in words.replace("+", ",").split(","):
        tokens = part.split()
        while tokens:
            texts = [" ".join(tokens[:size]) for size in range(len(tokens[:4]), 0, -1)]
            readings = [must_have(_TIMES.fullmatch(text), "bone") for text in texts]
            fitting = (times for times in readings if len(find_fitting(times[2], house.nicknames)) == 1)
            times = next(fitting, readings[-1])
            found += [parse_name(times[2], house.nicknames)] * int(times[1] or times[3] or 1)
            del tokens[: times[0].count(" ") + 1]
    return found


def _write_out(run: re.Match[str]) -> str:
    """The codes of bones of a suit that are written together."""
    return " ".join(run["suit"] + figure for figure in run["figures"] if figure.isdigit())


def _list_kinds(words: str, size: int, house: House) -> list[Bone]:
    """The kinds of sets of a `size`, each named once or bone by bone: "R5", "R5 R5 R5"."""
    bones = _list_bones(words, house)
    return [bone for place, bone in enumerate(bones) if bones.count(bone) != size or bone not in bones[:place]]


def _list_dues(notes: Notes, players: int, house: House) -> Iterator[Event]:
    """The payments that do not depend on the end of a hand: for pretties, and for mistaken calls."""
    first = notes.marks.get("first pretty")
    if first is not None:
        yield FirstPretty(first)
        if house.first_pretty_a_bit:
            yield make_payment(first, players, "first_pretty", "PB-24", house.first_pretty_a_bit)
    for seat, pretties in notes.pretties.items():
        for place in range(len(pretties)):
            for name, amount in list_squints_at_once(tuple(pretties[:place]), tuple(pretties[: place + 1]), house):
                yield make_payment(seat, players, name, "PB-67", amount)
    for seat in notes.mistaken if house.mistaken_yes_a_bit else ():
        yield make_payment(seat, players, "mistaken_yes", "PB-81", house.mistaken_yes_a_bit, penalty=True)


def _score(notes: Notes, eddie: Seat, players: int, house: House, events: list[Event]) -> HandOver:
    """Add the events of a hand, and return its end."""
    _check(notes, eddie)
    events += _list_dues(notes, players, house)
    how, winner = "wash_out" if notes.washed_out else "", None
    mistaken = [call for call in notes.calls if not call.ties_up]
    named = {(call.do, call.source): call.words for call in mistaken if call.words}
    if len(named) > 1 or (len(mistaken) > 1 and any(source != "discard" for _, source in named)):  # PB-82
        raise refuse_words("contradiction", f"shit {[*named.values()][-1]}")
    chair_count = 4 if house.three_player_seats == "fixed_chair" else players  # PB-3
    for call in notes.calls:
        if how and (call.ties_up or how != "shit_tie_up"):
            raise refuse("two_ends")
        claim = _make_claim(notes, call, (call.seat - eddie) % chair_count)
        verdict = score(claim, house) if call.words else Verdict(False, "not_a_hand")
        if call.ties_up:
            _check_winner(notes, call, claim, verdict)
            events += list_tie_up_events(call.seat, players, claim, must_have(call.do, "do"), verdict)
        else:
            if verdict.legal:
                raise refuse("good_tie_up")
            events += list_mistake_events(call.seat, players, claim, verdict, house)
        how, winner = "do_bone" if call.ties_up else "shit_tie_up", call.seat
    if not how:
        raise refuse("no_end")
    if "own wall" in notes.marks and house.own_wall_a_bit:
        events.append(make_payment(eddie, players, "own_wall", "PB-14", house.own_wall_a_bit, penalty=True))
    following, complete = find_next_eddie(eddie, FIRST, how, winner, players, house)
    return HandOver(how, winner, following, complete, (), stays=following == eddie)


def _check(notes: Notes, eddie: Seat) -> None:
    """Raise Refused for bones, sets or marks that cannot have been (PB-14, PB-24, PB-51)."""
    seen = Counter[int]()
    for sets in notes.sets.values():
        if len(sets) > _MOST_SETS:
            raise refuse("many_sets", most=_MOST_SETS)
        for group in sets:
            seen[group.bone or 0] += group.size
    for bones in (*notes.pretties.values(), *(call.rack for call in notes.calls if call.ties_up)):
        seen.update(bones)
    for held in (seen, *(Counter[int](call.rack) for call in notes.calls)):
        for bone, count in sorted(held.items()):
            if count > COPIES[bone]:
                raise refuse("too_many", piece=CODES[bone])
    first = notes.marks.get("first pretty")
    if first is not None and not notes.pretties[first] and sum(map(len, notes.pretties.values())) == _PRETTIES:
        raise refuse_words("contradiction", "first pretty")
    if notes.marks.get("own wall", eddie) != eddie:
        raise refuse("own_wall")


def _make_claim(notes: Notes, call: _Call, breeze: int) -> Claim:
    """Make the claim of a call. Raises Refused if the Do bone is not in it."""
    rack, sets = count_kinds(call.rack), tuple(notes.sets[call.seat])
    if call.do is not None and not rack[call.do]:
        in_set = [group.how for group in sets if group.bone == call.do]
        if not in_set:
            raise refuse_words("no_do_bone", call.words)
        if in_set != ["pair"] or call.source != "discard":
            raise refuse_words("do_in_set", call.words)  # PB-44
    return Claim(rack, sets, tuple(notes.pretties[call.seat]), call.do, call.source, call.last, breeze)


def _check_winner(notes: Notes, call: _Call, claim: Claim, verdict: Verdict) -> None:
    """Raise Refused for a tie-up that is none, or whose notes lack the pretty, the reason to pluck off the Loose, or
    the kind that they name (PB-24, PB-28)."""
    if notes.marks.get("first pretty") == call.seat and not claim.pretties:
        raise refuse("no_pretties")
    if call.source == "loose" and not claim.pretties and all(group.how == "pair" for group in claim.sets):
        raise refuse("no_loose")
    if not verdict.legal:
        raise Refused(RULE_OF_REASON[verdict.reason], verdict.reason, **count_sets(claim))
    if call.kind not in ("", verdict.kind.replace("_", " ")):
        raise refuse_words("contradiction", call.kind)
