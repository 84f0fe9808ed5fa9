"""Every reason of a robot has its sentence, with all its facts."""

import ast
from collections.abc import Iterator
from typing import Any, cast

import pytest

from bot.wording import ENGLISH, Words, name_move, word_reason
from bot.wording.event_text import word_facts
from bot.wording.formatter import split
from bot.wording.game_wording import find_wording
from games import registry
from games.core import Chance, Level, Refused
from games.core.game import Game
from games.core.robots import Thought
from games.duo.choices import list_plays as duo_plays
from games.duo.moves import Play as DuoPlay
from games.lombardy.moves import Play
from games.pieces.bones import Bone
from games.pieces.dominoes import PIPS, Domino
from games.pussers.moves import Discard, Pass, Yes
from games.pussers.robots.prospects import assess
from games.pussers.robots.robot_aims import ANY, LIZARDS, MAJORS, MOON, SUITS
from games.pussers.view import find_callable_bone
from games.pussers.wall import list_clean_breaks
from tests.architecture.tree import list_nodes
from tests.contract.driver import Session, tables
from tests.effort import rounds
from tests.fifth_game import NAMES, folder_of
from tests.left_out import MORE_CASES, mark_thorough

PLAYERS = ("Bear", "Bull", "Wally", "Normie", "Able", "Baker", "Charlie", "Dog")


def list_reasons(game: str) -> Iterator[str]:
    """Every reason in the source of a game's robots."""
    for path in sorted(folder_of(game).glob("*.py")):
        for node in list_nodes(path):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Thought":
                yield from (str(constant.value) for constant in ast.walk(node.args[1])
                            if isinstance(constant, ast.Constant) and isinstance(constant.value, str))  # fmt: skip


@pytest.mark.parametrize("game", NAMES)
def test_every_reason_in_the_source_has_a_sentence(game: str) -> None:
    reasons, words = {*list_reasons(game)}, Words(ENGLISH, game)
    assert reasons
    assert {why for why in reasons if not words.knows(f"robot/{why}")} == set(), f"add them to the wording of {game}"


@pytest.mark.parametrize("game", NAMES)
def test_advice_to_a_beginner_needs_no_fact_that_the_reason_lacks(game: str) -> None:
    """Otherwise a beginner reads "It scores ? points"."""
    sentences = find_wording(game).sentences
    facts = {key: {name for _, name, _ in split(text)} for key, text in sentences.items()}
    advice = [key.removeprefix("coach/") for key in sentences if key.startswith("coach/")]
    assert [why for why in advice if facts[f"coach/{why}"] - facts.get(f"robot/{why}", set()) - {None}] == []


@pytest.mark.parametrize("game", ["duo-dominoes", "lombardy-bones"])
def test_a_reason_of_a_search_names_the_rival_the_least_gain_and_a_cause(game: str) -> None:
    words = Words(ENGLISH, game, PLAYERS)
    rival = {"duo-dominoes": DuoPlay, "lombardy-bones": Play}[game](Domino(25), "A")
    causes = [key for key in find_wording(game).sentences if key.startswith("cause/")]
    assert len(causes) == 3
    for cause in causes:
        told = word_reason(0, Thought(None, "did_better", {"gain": 23, "cause": cause}, rival), "next", words)
        assert "at least 23" in told and "6-4 A" in told and told.endswith(f"; {words.say(cause)}”")
    told = word_reason(0, Thought(None, "about_as_well", {}, rival), "next", words)
    assert told.endswith("it does about as well as 6-4 A”")


def test_a_player_of_bonedoneskis_tells_no_finer_than_they_know() -> None:
    """Forty deals are wrong by seven in a hundred."""
    folds = Thought(None, "too_dear", {"chances": 2, "needed": 3})
    told = word_reason(0, folds, "fold", Words(ENGLISH, "bonedoneskis", PLAYERS))
    assert "my hand is best in about 2 of 10 deals; for this price and later bets, I'd want 3 of 10”" in told


@pytest.mark.parametrize("name", ["JC", "6-4", "none", "2.1"])
def test_a_name_in_a_fact_is_not_read_as_a_piece_or_a_key(name: str) -> None:
    for game in ("bonedoneskis", "duo-dominoes"):
        words = Words(ENGLISH, game, (name, *PLAYERS[1:]))
        assert word_facts({"seat": 0, "seats": (0, 1)}, words) == {"seat": name, "seats": (name, PLAYERS[1])}


def score_after(view: Any, move: Any) -> int:
    """The points at Lombardy Bones for laying this bone; 0 for a pass."""
    if not isinstance(move, Play):
        return 0
    total: int = view.line.lay(move.bone, move.end).sum_ends(view.house.bare_ends_count)
    return 0 if total % 5 else total


AIMS = {f"aim/{aim.name}": aim for aim in (*SUITS, MAJORS, ANY, MOON, *LIZARDS)}
ABOUT_TWO_THROWS = {"stray", "fewest", "weighs", "prospects", "even", "keeps_double", "no_double"}


def is_true_of_throws(view: Any, thought: Thought) -> bool:
    """Recount what a reason at Pussers Bones says of two bones and of the aim."""
    bone, other = thought.move.bone, cast(Any, thought.rival).bone
    facts, own = thought.facts, (31, 32, 33, 27 + view.chairs[view.seat].breeze)
    aim, unseen = AIMS[str(thought.facts["aim"]).replace("after/", "aim/")], assess(view).unseen
    mine, others = (held := view.counts)[bone], held[other]
    true = {
        "stray": not aim.has(bone),
        "fewest": aim.has(bone) and aim.has(other),
        "weighs": aim.has(bone) and aim.has(other),
        "prospects": True,
        "even": True,
        "keeps_double": other in own and bone not in own,
        "no_double": bone in range(27, 31) and bone not in own,
    }[thought.why.partition("/")[0]]
    told = "held" not in facts or (facts["held"], facts["rival_held"]) == (mine, others)
    left = "left" not in facts or (facts["left"], facts["rival_left"]) == (unseen[bone], unseen[other])
    left = left and ("fewer" not in thought.why or unseen[bone] < unseen[other])
    return true and told and left and bone != other


def is_true(name: str, view: Any, thought: Thought) -> bool:
    """Recount what a reason says, where the position alone decides it."""
    move, rival, facts = thought.move, cast(Any, thought.rival), thought.facts
    match name, thought.why:
        case "lombardy-bones", "scores":
            return score_after(view, move) > score_after(view, rival)
        case "lombardy-bones", "no_score":
            return score_after(view, move) == score_after(view, rival) == 0
        case "lombardy-bones", "heaviest":
            return isinstance(rival, Play) and PIPS[move.bone] > PIPS[rival.bone]
        case "lombardy-bones", "sheds":
            return not isinstance(rival, Play) or bool(PIPS[move.bone] > PIPS[rival.bone])
        case "duo-dominoes", "sheds":
            return bool(PIPS[move.tile] > PIPS[rival.tile])
        case "duo-dominoes", "heaviest":
            return all(PIPS[move.tile] >= PIPS[play.tile] for play in duo_plays(view))
        case "pussers-bones", why if why.partition("/")[0] in ABOUT_TWO_THROWS:
            return is_true_of_throws(view, thought)
        case "pussers-bones", "raises/2" | "raises/3":
            return thought.why.endswith(str(view.counts[find_callable_bone(view)]))
        case "pussers-bones", "serves":
            bone = find_callable_bone(view)
            lying = sum(group.size for group in view.chairs[view.seat].sets if group.bone == bone)
            return facts["other"] == view.counts[bone] + lying and facts["this"] == int(facts["other"]) + 1
        case "pussers-bones", "seeks_double":
            chair = view.chairs[view.seat]
            own = (31, 32, 33, 27 + chair.breeze)
            held = {group.bone for group in chair.sets} | {bone for bone in own if view.counts[bone] > 2}
            return chair.breeze > 0 and move.bone not in own and not held & {*own}
        case "pussers-bones", "no_pairs":
            return not view.chairs[view.seat].sets
        case "pussers-bones", "clean":
            clean = list_clean_breaks(view.players, view.house, view.walls[0])
            return move.stack in clean and facts["stack"] not in clean
        case _:
            return True


def list_rivals(view: Any, thought: Thought) -> list[Any]:
    """The moves that a robot at Pussers Bones turned down: the other throws, or the other answer."""
    if isinstance(thought.move, Discard):
        return [Discard(Bone(kind)) for kind in range(34) if view.counts[kind] and kind != thought.move.bone]
    if thought.why in ("overslept", "not_mine", "sorted", "wall_gone", "must_take"):
        return []  # the robot overslept, or the rules left it no choice
    others: dict[type, list[Any]] = {Yes: [Pass()], Pass: [Yes()]}
    return others.get(type(thought.move), [])


ROBOTS = [*((name, level) for name in NAMES for level in (Level.OLD_HAND, Level.DECKHAND)),
          ("pussers-bones", Level.SHELLBACK)]  # fmt: skip
QUICK = [(name, Level.OLD_HAND) for name in ("pussers-bones", "duo-dominoes", "block-dominoes")]


@pytest.mark.parametrize(("name", "level"), mark_thorough(ROBOTS, MORE_CASES, but=QUICK))
def test_every_reason_in_a_session_has_all_its_facts(name: str, level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    """No key or fact is missing from the replay."""
    game = registry.game(name)
    usual, thoughts = game.robot, list[tuple[Any, Thought]]()

    def robot(view: Any, chance: Chance, level: Level = level, *_: object) -> Thought | None:
        thought = usual(view, chance, level)
        if thought is not None:
            thoughts.append((view, thought))
        return thought

    monkeypatch.setattr(Game, "robot", property(lambda _: robot))
    pilot = {Level.OLD_HAND: "robots", Level.DECKHAND: "deckhands"}.get(level, "shellbacks")
    for players, options in tables(game):
        try:
            list(Session(game, players, options, 5).steps(pilot, rounds(120, 250, 250)))
        except Refused:
            continue
    given = {thought.why for _, thought in thoughts}
    has = sum(key.startswith("robot/") for key in find_wording(name).sentences)
    assert len(given) >= min(4, has), f"of {has} reasons in the wording, the robots of these tables only gave {given}"
    for talk in ("", *find_wording(name).talks):
        words = Words(ENGLISH, name, PLAYERS, talk)
        for view, thought in thoughts:
            seat = view.seat
            assert is_true(name, view, thought), thought
            assert Words(ENGLISH, name).knows(f"robot/{thought.why}"), thought.why
            assert all(
                Words(ENGLISH, name).knows(fact)
                for fact_name, fact in thought.facts.items()
                if isinstance(fact, str) and fact_name != "ends"
            ), thought.facts
            told = word_reason(seat, thought, game.write(thought.move), words)
            assert words.names[seat] in told
            assert "?" not in told and "{" not in told
            if "this" in thought.facts and thought.rival is not None:
                mine, other = (int(thought.facts[key]) for key in ("this", "other"))
                assert mine > other, told
            if name == "pussers-bones" and (rivals := list_rivals(view, thought)):
                assert thought.rival in rivals, told


@pytest.mark.parametrize(
    ("written", "talk", "told"),
    [
        ("discard S5", "", "Throw out Five Stick (S5)"),
        ("discard S5", "civvy", "Discard Five Bamboo (S5)"),
        ("pluck wall", "", "Pluck"),
        ("pluck wall", "civvy", "Draw"),
        ("pluck loose", "", "Pluck off the Loose"),
    ],
)
def test_a_hint_uses_the_words_of_the_buttons(written: str, talk: str, told: str) -> None:
    """The hint names a bone as the lessons and the log do, and says *Pluck* as the button does."""
    words = Words(ENGLISH, "pussers-bones", PLAYERS, talk)
    assert f"({told}): " in word_reason(0, Thought(None, "plucks"), written, words)


@pytest.mark.parametrize(
    ("game", "written", "named"),
    [
        ("lombardy-bones", "play 5-1 C 5", "5-1 C"),
        ("lombardy-bones", "play 5-1 C", "5-1 C"),
        ("lombardy-bones", "play 5-1 5", "5-1"),
        ("lombardy-bones", "knock", "pass"),
        ("pussers-bones", "discard R1", "Jimmy Rick (R1)"),
    ],
)
def test_a_move_in_a_sentence_is_named_without_the_score_that_was_called(game: str, written: str, named: str) -> None:
    """A bare "5-1 C 5" reads like a third end."""
    assert name_move(written, Words(ENGLISH, game)) == named
