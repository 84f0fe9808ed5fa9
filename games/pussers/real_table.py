"""Hands of Pussers Bones from a real table: who tied up with which bones, and every penalty and bonus (PB-60 to PB-82).

Calls are judged as at any table of the bot: `scoring.score` finds the points, doubles and payment.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.core.folding import must_have
from games.core.options import Options, bind
from games.core.real_table import Hand, HandLine, refuse_contradiction, refuse_words
from games.core.refused import Refused
from games.core.seats import FIRST, Seat
from games.pieces.bones import CODES, COPIES, KINDS, Bone, count_kinds, is_pretty
from games.pieces.speech import find_fitting, parse_name
from games.pussers.decisions.aftermath import find_next_eddie
from games.pussers.decisions.tie_up import count_sets, list_mistake_events, list_tie_up_events
from games.pussers.events import Event, FirstPretty, HandOver
from games.pussers.options import House
from games.pussers.scoring import RULE_OF_REASON, Claim, Verdict, list_squints_at_once, make_payment, score
from games.pussers.view import TraySet

_SOURCES: Final = ("wall", "loose", "discard")
_ALL_OF_KINDS: Final = ("concealed", "open", "added")
_DO: Final = re.compile(r"(?:^|[ ,])do ", re.IGNORECASE)
_MOST_SETS: Final = 4
_PRETTIES: Final = 8
_LABEL: Final = re.compile(r"[^()×]*\((\w\w)\)")
"""A bone as buttons name it: "Jimmy Rick (R1)"."""
_TIMES: Final = re.compile(r"(?:(\d) ?[x×*] ?)?(.+?)(?: ?[x×*] ?(\d))?", re.IGNORECASE)
"""A bone, perhaps with its count: "3 × R1", "R1x3"."""
_RUN: Final = re.compile(r"([rsb])([1-9]{2,9})", re.IGNORECASE)
"""Bones of a suit written together: "R111"."""
_FIGURES: Final = re.compile(r"((?:\b[1-9]+[ ,]+)+)([rsb])(?:icks?|ticks?|alls?)\b", re.IGNORECASE)
"""Figures before the name of their suit: "111 222 sticks"."""
_FIGURE_NAMES: Final = "one|two|three|four|five|six|seven|eight|nine"
_SPOKEN: Final = (
    (r"\b1 ?- ?9\b", "123456789"),
    (r"\bsixes\b", "six"),
    (rf"\b({_FIGURE_NAMES}|eddie|sammy|wally|normie|cabbage|blanket|dragon)s\b", r"\1"),
    (
        rf"\b([1-4]) (?=(?:[rsb][1-9]|(?:{_FIGURE_NAMES}) [rsb]\w*|w[eswn]|d[rgw]|eddie|sammy|wally|normie|blood"
        r"|cabbage|blanket|red|green|white)\b)",
        r"\1x",
    ),
)
"""Ways to write bones, each with the one that `_read_bones` knows: "3 Blood" is "3xBlood"."""
_KIND: Final = re.compile(
    r"(?:ties up )?(moon|majors|ones and nines|winds and dragons|big lizard|little lizard)\b[^\w]*", re.IGNORECASE
)
"""The kind of a hand, said before its bones."""
_DO_LAST: Final = re.compile(r"\A(?!.*[ ,]do )(.+?),? (wall|loose|discard) (\S+(?: [a-z]+)?)\Z", re.IGNORECASE)
"""A call whose Do bone comes last, after its origin: "R1 R1 R1 … R5 R5 discard R5"."""
_COUNT: Final = re.compile(r"\d (?=pair |pretties )")
_OPEN: Final = re.compile(r" \(?open\)?(?=,|$)|(?<=, )pair ", re.IGNORECASE)
_UNSEEN: Final = Verdict(False, "not_a_hand")
"""The verdict on a mistaken call whose bones nobody wrote down."""


@dataclass(slots=True)
class _Notes:
    """Everything that was written down about a hand."""

    eddie: Seat | None
    number: int
    """The number of the hand."""
    named: Seat | None = None
    """The seat that the notes name as Eddie."""
    sets: dict[Seat, list[TraySet]] = field(default_factory=dict)
    pretties: dict[Seat, list[Bone]] = field(default_factory=dict)
    first_pretty: Seat | None = None
    own_wall: Seat | None = None
    mistaken: list[Seat] = field(default_factory=list)
    calls: list[tuple[Seat, str, str]] = field(default_factory=list)
    """The calls of "Do Bone!" in order: the seat, "ties" or "shit", and the bones in words."""
    kinds: dict[Seat, str] = field(default_factory=dict)
    """The kinds of hands that the notes name: "big lizard"."""
    washed_out: bool = False


def score_real(players: int, options: Options, names: Sequence[str], hands: Sequence[Hand]) -> tuple[Event, ...]:
    """Score hands with their calls, penalties and bonuses. Raises Refused or Unreadable.

    The first hand must name Eddie. After each hand, the rules give the next Eddie (PB-71).
    """
    house, events = bind(House, options), list[Event]()
    eddie: Seat | None = None
    for number, lines in enumerate(hands, 1):
        notes = _read(lines, eddie, number, house)
        notes.eddie = notes.named if eddie is None else eddie
        if notes.eddie is None:
            raise Refused("REAL", "no_eddie", number=number)
        if notes.named not in (None, notes.eddie):
            raise Refused("REAL", "other_eddie", number=number, name=names[notes.eddie])
        ending = _score(notes, notes.eddie, players, house, events)
        events.append(ending)
        eddie = ending.next_eddie
    if not events:
        raise Refused("REAL", "no_end", number=1)
    return tuple(events)


def _read(lines: Hand, eddie: Seat | None, number: int, house: House) -> _Notes:
    notes = _Notes(eddie, number)
    for line in lines:
        if line.seat is None:
            if line.words.casefold() != "washed out":
                raise refuse_words("words_pussers", line.words)
            notes.washed_out = True
        else:
            _read_line(notes, line, line.seat, house)
    return notes


def _read_line(notes: _Notes, line: HandLine, seat: Seat, house: House) -> None:
    line = HandLine(seat, _COUNT.sub("", line.words, 1))
    if kind := _KIND.match(line.words):
        notes.kinds[seat] = kind[1].casefold()
        line = HandLine(seat, "ties up " + line.words[kind.end() :])
    match line.words.casefold():
        case "eddie":
            if notes.named not in (None, seat):
                raise refuse_contradiction(notes.number, line)
            notes.named = seat
        case "first pretty":
            if notes.first_pretty is not None:
                raise refuse_contradiction(notes.number, line)
            notes.first_pretty = seat
        case "own wall":
            if notes.own_wall not in (None, seat):
                raise refuse_contradiction(notes.number, line)
            notes.own_wall = seat
        case "mistaken yes":
            notes.mistaken.append(seat)
        case words if words.startswith("ties up "):
            notes.calls.append((seat, "ties", _DO_LAST.sub(r"\1 do \3 \2", line.rest[len("up ") :])))
        case _ if line.verb == "shit":
            if any(caller == seat for caller, _, _ in notes.calls):
                raise refuse_contradiction(notes.number, line)
            notes.calls.append((seat, "shit", line.rest))
        case _ if line.verb in ("pair", "all-of", "pretties") and not line.rest:
            raise refuse_words("words_pussers", line.words)
        case _ if line.verb == "pair":
            kinds = _list_kinds(_OPEN.sub("", line.rest), 3, house)
            notes.sets.setdefault(seat, []).extend(TraySet("pair", kind) for kind in kinds)
        case _ if line.verb == "all-of":
            bones, _, how = line.rest.rpartition(" ")
            if how.lower() not in _ALL_OF_KINDS:
                raise refuse_words("all_of", line.words)
            notes.sets.setdefault(seat, []).extend(TraySet(how.lower(), kind) for kind in _list_kinds(bones, 4, house))
        case _ if line.verb == "pretties":
            notes.pretties.setdefault(seat, []).extend(_list_pretties(line.rest, house))
        case _:
            raise refuse_words("words_pussers", line.words)


def _list_bones(words: str, house: House) -> list[Bone]:
    """The bones that a text lists by codes or names, with commas or without, and with counts: "3xR1", "R111", "Blood".

    Raises Unreadable or Ambiguous.
    """
    for written, known in _SPOKEN:
        words = re.sub(written, known, words, flags=re.IGNORECASE)
    words = _FIGURES.sub(lambda run: " ".join(run[2] + figure for figure in run[1] if figure.isdigit()), words)
    found: list[Bone] = []
    for part in words.replace("+", ",").split(","):
        tokens = _LABEL.sub(r"\1", part).split()
        while tokens:
            texts = (" ".join(tokens[:size]) for size in range(min(4, len(tokens)), 1, -1))
            text = next((text for text in texts if _names_bone(text, house)), tokens[0])
            found += _read_bones(text, house)
            del tokens[: text.count(" ") + 1]
    return found


def _list_kinds(words: str, size: int, house: House) -> list[Bone]:
    """The kinds of sets of a `size`, each named once or bone by bone: "R5", "R5 R5 R5"."""
    bones = _list_bones(words, house)
    return [bone for place, bone in enumerate(bones) if bones.count(bone) != size or bone not in bones[:place]]


def _names_bone(text: str, house: House) -> bool:
    """True if several words are one bone, with or without its count."""
    times = _TIMES.fullmatch(text)
    return times is not None and len(find_fitting(times[2], house.nicknames)) == 1


def _read_bones(text: str, house: House) -> list[Bone]:
    """Read a bone with its count. Raises Unreadable or Ambiguous."""
    pairs = [text[at : at + 2].upper() for at in range(0, len(text), 2)]
    if len(pairs) > 1 and all(pair in CODES for pair in pairs):
        return [parse_name(pair) for pair in pairs]
    if run := _RUN.fullmatch(text):
        return [parse_name(run[1] + figure) for figure in run[2]]
    times = must_have(_TIMES.fullmatch(text), "bone")
    return [parse_name(times[2], house.nicknames)] * int(times[1] or times[3] or 1)


def _list_pretties(words: str, house: House) -> list[Bone]:
    found = _list_bones(words.replace("pretties ", "flower "), house)  # "flower" alone means a pretty
    if not all(map(is_pretty, found)):
        raise refuse_words("pretties", words)
    return found


def _list_dues(notes: _Notes, players: int, house: House) -> Iterator[Event]:
    """The payments that do not depend on the end of a hand: for pretties, and for mistaken calls."""
    if notes.first_pretty is not None:
        yield FirstPretty(notes.first_pretty)
        if house.first_pretty_a_bit:
            yield make_payment(notes.first_pretty, players, "first_pretty", "PB-24", house.first_pretty_a_bit)
    for seat, pretties in notes.pretties.items():
        for place in range(len(pretties)):
            for name, amount in list_squints_at_once(tuple(pretties[:place]), tuple(pretties[: place + 1]), house):
                yield make_payment(seat, players, name, "PB-67", amount)
    for seat in notes.mistaken if house.mistaken_yes_a_bit else ():
        yield make_payment(seat, players, "mistaken_yes", "PB-81", house.mistaken_yes_a_bit, penalty=True)


def _score(notes: _Notes, eddie: Seat, players: int, house: House, events: list[Event]) -> HandOver:
    """Add the events of a hand, and return its end."""
    _check_copies(notes, house)
    _check_sets(notes)
    _check_first_pretty(notes)
    if notes.own_wall not in (None, eddie):
        raise Refused("REAL", "own_wall", number=notes.number)  # PB-14
    events += _list_dues(notes, players, house)
    how, winner = "wash_out" if notes.washed_out else "", None
    called: set[tuple[Bone | None, str]] = set()
    chair_count = 4 if house.three_player_seats == "fixed_chair" else players  # PB-3
    for seat, outcome, words in notes.calls:
        if how and (outcome == "ties" or how != "shit_tie_up"):
            raise Refused("REAL", "two_ends", number=notes.number)
        breeze = (seat - eddie) % chair_count
        if outcome == "shit" and not words:
            events += list_mistake_events(seat, players, _make_unseen_claim(notes, seat, breeze), _UNSEEN, house)
            how, winner = "shit_tie_up", seat
            continue
        claim = _read_claim(notes, seat, words, breeze, house)
        if outcome == "ties":
            _check_winner(notes, claim, seat)
            made = _judge_tie_up(claim, seat, players, house)
            kind = notes.kinds.get(seat, "")
            if kind and all(getattr(one, "kind", "") != kind.replace(" ", "_") for one in made):
                raise refuse_words("contradiction", kind, number=notes.number)
            events += made
            how, winner = "do_bone", seat
        else:
            called.add((claim.do, claim.source))
            if len(called) > 1 or (how and claim.source != "discard"):  # PB-82: several call on one discard
                raise refuse_words("contradiction", f"shit {words}", number=notes.number)
            events += _judge_mistake(claim, seat, players, house)
            how, winner = "shit_tie_up", seat
    if not how:
        raise Refused("REAL", "no_end", number=notes.number)
    if notes.own_wall is not None and house.own_wall_a_bit:
        events.append(make_payment(eddie, players, "own_wall", "PB-14", house.own_wall_a_bit, penalty=True))
    following, complete = find_next_eddie(eddie, FIRST, how, winner, players, house)
    return HandOver(how, winner, following, complete, (), stays=following == eddie)


def _check_copies(notes: _Notes, house: House) -> None:
    """Raise Refused for a hand with more bones of a kind than there are."""
    seen = [0] * KINDS
    for sets in notes.sets.values():
        for group in sets:
            if group.bone is not None:
                seen[group.bone] += group.size
    for pretties in notes.pretties.values():
        for bone in pretties:
            seen[bone] += 1
    for _, outcome, words in notes.calls:
        if outcome == "ties":
            _read_do(words)
            for bone in _list_bones(_DO.split(words)[0], house):
                seen[bone] += 1
    for kind, count in enumerate(seen):
        if count > COPIES[kind]:
            raise Refused("REAL", "too_many", number=notes.number, piece=CODES[kind])


def _read_claim(notes: _Notes, seat: Seat, words: str, breeze: int, house: House) -> Claim:
    """Read a call as a claim: the bones on the rack, the Do bone among them, and the origin of the Do bone."""
    do_name, source, last = _read_do(words)
    rack = count_kinds(_list_bones(_DO.split(words)[0], house))
    do = _list_bones(do_name, house)[0]
    sets = tuple(notes.sets.get(seat, ()))
    in_set = [group.how for group in sets if group.bone == do]
    if not rack[do] and not in_set:
        raise refuse_words("no_do_bone", words)
    if not rack[do] and (source != "discard" or in_set != ["pair"]):
        raise refuse_words("do_in_set", words)  # PB-44
    return Claim(rack, sets, tuple(notes.pretties.get(seat, ())), do, source, last, breeze)


def _read_do(words: str) -> tuple[str, str, bool]:
    """The Do bone of a call in words, its origin, and True if it was the last of the wall: "do R5 wall last"."""
    _, *calls = _DO.split(words)
    said = calls[0].replace(",", " ").split() if len(calls) == 1 else []
    parts = [word for word in said if word.lower() != "last"]
    last = len(parts) < len(said)
    if len(parts) < 2 or parts[-1].lower() not in _SOURCES or (last and parts[-1].lower() == "discard"):
        raise refuse_words("do_bone", words)
    return " ".join(parts[:-1]), parts[-1].lower(), last


def _make_unseen_claim(notes: _Notes, seat: Seat, breeze: int) -> Claim:
    """The claim of a mistaken call whose bones nobody wrote down."""
    return Claim(
        bytes(KINDS), tuple(notes.sets.get(seat, ())), tuple(notes.pretties.get(seat, ())), None, "", False, breeze
    )


def _check_sets(notes: _Notes) -> None:
    """Raise Refused if somebody has more sets than a hand holds (PB-51)."""
    if any(len(sets) > _MOST_SETS for sets in notes.sets.values()):
        raise Refused("REAL", "many_sets", number=notes.number, most=_MOST_SETS)


def _check_first_pretty(notes: _Notes) -> None:
    """Raise Refused if others have all the pretties, but not the player who plucked the first (PB-24)."""
    every = [bone for pretties in notes.pretties.values() for bone in pretties]
    if notes.first_pretty is not None and not notes.pretties.get(notes.first_pretty) and len(every) == _PRETTIES:
        raise refuse_words("contradiction", "first pretty", number=notes.number)


def _check_winner(notes: _Notes, claim: Claim, seat: Seat) -> None:
    """Raise Refused if the winner lacks the pretty, or the reason to pluck off the Loose, that the notes say they had
    (PB-24, PB-28)."""
    if notes.first_pretty == seat and not claim.pretties:
        raise Refused("REAL", "no_pretties", number=notes.number)
    if claim.source == "loose" and not claim.pretties and all(group.how == "pair" for group in claim.sets):
        raise Refused("REAL", "no_loose", number=notes.number)


def _judge_tie_up(claim: Claim, seat: Seat, players: int, house: House) -> tuple[Event, ...]:
    verdict = score(claim, house)
    if not verdict.legal or claim.do is None:
        raise Refused(RULE_OF_REASON.get(verdict.reason, "PB-50"), verdict.reason or "not_a_hand", **count_sets(claim))
    return list_tie_up_events(seat, players, claim, claim.do, verdict)


def _judge_mistake(claim: Claim, seat: Seat, players: int, house: House) -> tuple[Event, ...]:
    verdict = score(claim, house)
    if verdict.legal:
        raise Refused("REAL", "good_tie_up")
    return list_mistake_events(seat, players, claim, verdict, house)
