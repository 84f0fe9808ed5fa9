"""Every reason of a robot has its sentence, with all its facts."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, cast

import pytest

from bot.wording import ENGLISH, Words, reason_line
from bot.wording.games import find_wording
from games import registry
from games.core.chance import Chance
from games.core.game import Game
from games.core.refused import Refused
from games.core.robots import Level, Thought
from games.core.search import REASONS
from games.duo.choices import plays as duo_plays
from games.duo.moves import Play as DuoPlay
from games.lombardy.moves import Play
from games.pieces.dominoes import PIPS, Domino
from tests.contract.driver import Session, tables
from tests.effort import rounds
from tests.fifth_game import NAMES, folder_of

PLAYERS = ("Bear", "Bull", "Wally", "Normie", "Able", "Baker", "Charlie", "Dog")


def literals() -> Iterator[tuple[str, str]]:
    """Every reason in the robots' source: the game and the key."""
    for game in NAMES:
        for path in sorted(folder_of(game).glob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Thought"
                if named and isinstance(node, ast.Call):
                    yield from ((game, str(constant.value)) for constant in ast.walk(node.args[1])
                                if isinstance(constant, ast.Constant) and isinstance(constant.value, str))  # fmt: skip


@pytest.mark.parametrize(("game", "why"), sorted(set(literals())))
def test_every_reason_in_the_source_has_a_sentence(game: str, why: str) -> None:
    assert Words(ENGLISH, game).knows(f"robot/{why}"), f"add robot/{why} to the wording of {game}"


@pytest.mark.parametrize("game", ["duo-dominoes", "lombardy-bones"])
@pytest.mark.parametrize("why", REASONS)
def test_every_reason_of_a_search_names_the_rival_and_how_often_each_did_better(game: str, why: str) -> None:
    words = Words(ENGLISH, game, PLAYERS)
    rival = {"duo-dominoes": DuoPlay, "lombardy-bones": Play}[game](Domino(25), "A")
    facts = {"deals": 100, "better": 61, "worse": 22, "gain": 230, "this": 9, "other": 4}
    told = reason_line(0, Thought(None, why, facts, rival, "sheds"), "next", words)
    assert "100 times" in told and "6-4 A" in told
    assert ("61" in told and "22" in told) == (why in ("did_better", "came_out_level"))
    assert told.endswith("it gets rid of 9 pips, 6-4 A of 4”") or "before somebody goes out, 6-4 A of 4" in told
    assert "?" not in told and "{" not in told


def test_a_player_of_bonedoneskis_who_has_claimed_does_not_say_that_they_saw_nothing() -> None:
    """A robot is done with the same reason whether it claimed before or not."""
    done = reason_line(0, Thought(None, "nothing_to_claim"), "done", Words(ENGLISH, "bonedoneskis", PLAYERS))
    assert done.endswith("“I saw nothing more to claim”")


def test_a_player_of_bonedoneskis_who_checks_names_the_fair_share() -> None:
    """With two players left, 57 of 100 deals are little more than a half."""
    checks = Thought(None, "not_strong", {"chances": 57, "fair": 50, "price": 0, "needs": 68})
    told = reason_line(0, checks, "check", Words(ENGLISH, "bonedoneskis", PLAYERS))
    assert "57 of 100 deals" in told and "a fair share would be 50, and I bet from 68 on" in told


def score_after(view: Any, move: Any) -> int:
    """The points at Lombardy Bones for laying this bone; 0 for a pass."""
    if not isinstance(move, Play):
        return 0
    total: int = view.line.lay(move.bone, move.end).total(view.bare_ends_count)
    return 0 if total % 5 else total


def is_true(name: str, view: Any, thought: Thought) -> bool:
    """Recount what a reason says, where the position alone decides it."""
    move, rival, facts = thought.move, cast(Any, thought.rival), thought.facts
    match name, thought.why:
        case "lombardy-bones", "scores":
            return (facts["this"], facts["other"]) == (score_after(view, move), score_after(view, rival))
        case "lombardy-bones", "heaviest":
            return isinstance(rival, Play) and PIPS[move.bone] > PIPS[rival.bone]
        case "lombardy-bones", "sheds":
            return bool(facts["this"] == PIPS[move.bone])
        case "duo-dominoes", "sheds":
            return bool((facts["this"], facts["other"]) == (PIPS[move.tile], PIPS[rival.tile]))
        case "duo-dominoes", "heaviest":
            return all(PIPS[move.tile] >= PIPS[play.tile] for play in duo_plays(view))
        case "pussers-bones", "other" | "stray":
            suit = next(
                number for number, aim in enumerate(("ricks", "sticks", "balls", "")) if aim in str(facts["aim"])
            )
            return suit == 3 or not (9 * suit <= move.bone < 9 * suit + 9 or move.bone >= 27)
        case "pussers-bones", "less_likely":
            held, other = view.counts[move.bone], view.counts[rival.bone]
            told = (facts["held"], facts["rival_held"]) == (held, other)
            return told and (held < other or int(facts["gone"]) > int(facts["rival_gone"]))
        case _:
            return True


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("level", [Level.OLD_HAND, Level.DECKHAND])
def test_every_reason_in_a_session_has_all_its_facts(name: str, level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    """No key or fact is missing from the replay."""
    game = registry.game(name)
    usual, thoughts = game.robot, list[tuple[Any, Thought]]()

    def robot(view: Any, chance: Chance, level: Level = level) -> Thought | None:
        thought = usual(view, chance, level)
        if thought is not None:
            thoughts.append((view, thought))
        return thought

    monkeypatch.setattr(Game, "robot", property(lambda _: robot))
    pilot = "robots" if level is Level.OLD_HAND else "deckhands"
    for players, options in tables(game):
        try:
            list(Session(game, players, options, 5).steps(pilot, rounds(120, 250, 250)))
        except Refused:
            continue
    assert len({thought.why for _, thought in thoughts}) > 3
    for talk in ("", *find_wording(name).talks):
        words = Words(ENGLISH, name, PLAYERS, talk)
        for view, thought in thoughts:
            seat = view.seat
            assert is_true(name, view, thought), thought
            assert Words(ENGLISH, name).knows(f"robot/{thought.why}"), thought.why
            assert all(Words(ENGLISH, name).knows(fact) for fact in thought.facts.values() if isinstance(fact, str)), (
                thought.facts
            )
            told = reason_line(seat, thought, game.write(thought.move), words)
            assert words.names[seat] in told
            assert "?" not in told and "{" not in told
            if "this" in thought.facts and thought.rival is not None:
                mine, other = (int(thought.facts[key]) for key in ("this", "other"))
                assert mine < other if thought.why == "leaves_little" else mine > other, told


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
    """It names the bone to throw out as the lessons and the log do, and *Pluck* by its label."""
    words = Words(ENGLISH, "pussers-bones", PLAYERS, talk)
    assert f"({told}): " in reason_line(0, Thought(None, "plucks"), written, words)
