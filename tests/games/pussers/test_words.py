"""Typed words, names of bones, and positions as one line (PB-91 and section 2 of the rulebook)."""

import re
from pathlib import Path

import pytest

from games.core import Unreadable, settle
from games.core.moves import Ambiguous
from games.core.options import bind
from games.pieces.bones import CODES, Bone, code, from_code
from games.pieces.speech import TALKS, name_bone, parse_name
from games.pussers.events import LaidOut, SessionBegan
from games.pussers.evolve import fold
from games.pussers.moves import Break, Discard, Pluck, SetOut
from games.pussers.notation import read, write
from games.pussers.options import OPTIONS, PRESETS, House
from tests.games.pussers.at_table import EDDIE, TableAt
from tests.games.pussers.lines import read_line, write_line
from tests.refuses import refuses


@pytest.mark.parametrize(
    ("words", "bone"),
    [
        ("R1", "R1"),
        ("one rick", "R1"),
        ("rick 1", "R1"),
        ("jimmy", "R1"),
        ("Jimmy Rick", "R1"),
        ("jimmy stick", "S1"),
        ("red", "DR"),
        ("blood", "DR"),
        ("green bone", "DG"),
        ("Cabbage", "DG"),
        ("eddie", "WE"),
        ("Eat Me", "WE"),
        ("north", "WN"),
        ("9 ball", "B9"),
        ("9b", "B9"),
        ("b9", "B9"),
        ("the nine ball", "B9"),
        ("flower 3", "F3"),
        ("4 season", "N4"),
        ("norm", "WN"),
        ("blan", "DW"),
    ],
)
def test_pb_91_words_for_bones(words: str, bone: str) -> None:
    assert code(parse_name(words)) == bone


def test_an_ambiguous_word_is_answered_with_its_candidates() -> None:
    with pytest.raises(Ambiguous) as several:
        parse_name("rick")
    assert several.value.candidates[:2] == ("R1", "R2")
    assert parse_name("nine", among=(from_code("B9"), from_code("R2"))) == from_code("B9")
    with pytest.raises(Unreadable, match="jimmy"):
        parse_name("jimy")
    with pytest.raises(Unreadable):
        parse_name("")


def test_box_of_shit_is_a_bone_only_where_the_house_chose_which() -> None:
    with pytest.raises(Unreadable):
        parse_name("box of shit")
    names = (("S7", "Box of Shit"),)
    assert parse_name("box of shit", names) == from_code("S7")
    assert parse_name("box", names) == from_code("S7")
    assert name_bone(from_code("S7"), "civil", names) == "Box of Shit"


@pytest.mark.parametrize("talk", TALKS)
def test_every_name_of_a_bone_is_understood(talk: str) -> None:
    names = [name_bone(Bone(kind), talk) for kind in range(42)]
    assert len(set(names)) == 42
    assert [parse_name(name) for name in names] == list(range(42))
    assert [parse_name(code) for code in CODES] == list(range(42))


def test_spoken_names_depend_on_the_talk() -> None:
    jimmy, wally = from_code("R1"), from_code("WW")
    assert [name_bone(jimmy, talk) for talk in TALKS] == ["Jimmy Rick", "Jimmy Rick", "One Character"]
    assert [name_bone(wally, talk) for talk in TALKS] == ["Wally", "Wank Me", "West"]


def test_written_moves_are_read_back_unchanged() -> None:
    view = TableAt().view(EDDIE)
    for move in (Break(20), Pluck(), Pluck("loose"), Discard(from_code("R1")), SetOut(), SetOut(from_code("F1"))):
        verb, _, words = write(move).partition(" ")
        assert read(view, verb, words) == move
    assert read(view, "pluck", "off the loose") == Pluck("loose")
    assert read(view, "break", "stack 7") == Break(7)
    assert read(view, "discard", "nine r") == Discard(from_code("R9"))
    for verb, words in (("break", "x"), ("pluck", "nose"), ("discard", ""), ("sing", "")):
        with pytest.raises(Unreadable):
            read(view, verb, words)
    with pytest.raises(Ambiguous):
        read(view, "discard", "rick")


def test_a_written_position_is_read_back_unchanged() -> None:
    text = (
        "rack eddie: R1 R1 WE; open eddie: DR; concealed eddie: S1; claimed eddie: S2; added eddie: S3;"
        " pretties eddie: F1 N2; owed eddie: 1; rack sammy: R2; rack wally: R3;"
        " turn: wally; plucked: yes; first_pretty: open; hand: 3; wall: B1 B2 B3"
    )
    position = read_line(3, text)
    assert isinstance(position, LaidOut)
    table = fold([SessionBegan(3, {"players": 3}, 0), position])
    assert read_line(3, write_line(table)) == position
    for wrong in ("rack normie: R1", "rack eddie: R10", "turn: normie", "walls: R1"):
        with pytest.raises(Unreadable):
            read_line(3, wrong)


def test_the_rulebook_names_every_house_option_and_no_other() -> None:
    names = {option.name for option in OPTIONS}
    book = Path("docs/rules/pussers-bones.md").read_text("utf-8").partition("## 6.")[2].partition("How the less")[0]
    rows = (row.split("|")[1] for row in book.splitlines() if row.startswith("| `"))
    assert names == {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def test_no_preset_keeps_a_wait_that_its_call_mode_never_uses() -> None:
    """PB-47: a live table combines its own preset with the chosen one, and names each difference from the rulebook."""
    live = next(preset.values for preset in PRESETS if preset.name == "live")
    for preset in PRESETS:
        house = bind(House, settle(OPTIONS, live, preset.values))
        assert house.call_mode == "everyone-decides" or not house.decide_timeout_s, preset.name


@pytest.mark.parametrize("names", [{"R10": "x"}, {"R1": ""}, {"R1": " "}])
def test_nicknames_are_accepted_only_for_existing_bones(names: dict[str, str]) -> None:
    with refuses("PB-91/nicknames"):
        bind(House, settle(OPTIONS, {"nicknames": names}))
