"""Simulations by robots: figures with their errors, equal deals for two sets of house rules, repeatable results."""

import io
from math import inf

import pytest

from bot.cli.exit_status import ExitStatus
from bot.config import Misconfigured
from games import registry
from games.core import Level, Seat, settle
from games.core.robots import make_robot_chance
from games.pieces.bones import Bone
from games.pussers.moves import Discard
from tests.laboratory.__main__ import describe_results, main, make_parser, simulate_and_tell
from tests.laboratory.robot_sessions import NEWCOMER, play_session, think_as
from tests.laboratory.simulation import HandFigures, SimulationResult, compare, measure, simulate
from tests.left_out import LONGER
from tests.render import samples

GAME = "duo-dominoes"


def make_hands(*wins: int) -> tuple[HandFigures, ...]:
    return tuple(HandFigures(10, (won, -won), frozenset(), frozenset()) for won in wins)


def read_first_score(hand: HandFigures) -> float:
    return hand.won[0]


def test_errors_are_those_of_whole_sessions_and_luck_common_to_both_houses_cancels_out() -> None:
    one, other = (
        SimulationResult(2, [make_hands(1, 1), make_hands(3, 3)]),
        SimulationResult(2, [make_hands(2, 2), make_hands(4, 4)]),
    )
    mean, error = measure(one, read_first_score)
    assert mean == 2
    assert error == pytest.approx(1.96)
    assert compare(other, one, read_first_score) == (1, 0)
    assert measure(SimulationResult(2, [make_hands(1, 2)]), read_first_score) == (1.5, inf)


def test_a_newcomer_throws_any_bone_that_they_hold_one_of() -> None:
    game, view = registry.game("pussers-bones"), samples.pussers(0)
    view = view._replace(counts=bytes(view.rack.count(Bone(kind)) for kind in range(34)))
    thrown = [think_as(NEWCOMER, game, view, make_robot_chance(b"any", seen, Seat(0))) for seen in range(20)]
    bones = {thought.move.bone for thought in thrown if thought is not None and isinstance(thought.move, Discard)}
    assert len(bones) > 3 and all(view.counts[bone] == 1 for bone in bones)


def test_a_payment_in_the_middle_of_a_hand_is_no_win() -> None:
    """PB-24: the First Pretty is paid in a hand that nobody wins, too."""
    paid = HandFigures(10, (30, -10, -10, -10), frozenset(), frozenset())
    result = SimulationResult(4, [(paid, paid._replace(winners=frozenset({1})))])
    shown = [line for line in describe_results("pussers-bones", [result], [], 1, {}) if "nobody won" in line]
    assert [line.split("%")[0].strip() for line in shown] == ["50.00"]


def test_two_houses_play_the_same_deals() -> None:
    game = registry.game(GAME)
    houses = [settle(game.OPTIONS), settle(game.OPTIONS, {"next_starter": "winner", "auto_pass": False})]
    played = [play_session(game, (Level.OLD_HAND,) * 4, house, "paired") for house in houses]
    for _ in range(3):
        one, other = (
            [show_deal(event) for event in next(hands_played)[0] if "Dealt" in type(event).__name__]
            for hands_played in played
        )
        assert one == other != []


def show_deal(event: object) -> str:
    """The tiles that were dealt, without the seat that begins."""
    return repr(event.holdings)  # type: ignore[attr-defined]


@pytest.mark.thorough(LONGER)
def test_several_processes_give_the_figures_of_one() -> None:
    alone, together = (simulate(GAME, 20, 0, [{}], "a", cores=cores) for cores in (1, 2))
    assert alone == together
    assert [len(played) for played in alone[0].sessions] == [16, 4]
    assert alone[0].count_hands(lambda hand: hand.kinds).total() == 20


def test_houses_are_named_and_told_in_words() -> None:
    against = ("--against", "Tiles that score when a duo goes out=everybody else's tiles")
    out = io.StringIO()
    assert simulate_and_tell(make_parser().parse_args([GAME, "--hands", "2", "--seed", "a", *against]), out) == 0
    lines = out.getvalue().splitlines()
    assert lines[3] == (
        "The second house differs in this: Tiles that score when a duo goes out: everybody else's tiles. "
        "Both play the same deals."
    )
    assert any(line.endswith("  Out") for line in lines)
    with pytest.raises(Misconfigured, match="no house rule 'nonsense'"):
        simulate(GAME, 1, 0, [{"nonsense": "1"}], "a")


def call(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status, shown = main(words), capsys.readouterr()
    return status, shown.out, shown.err


def test_robots_play_hand_after_hand(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = call(capsys, "duo-dominoes", "--hands", "5", "--seed", "a")
    assert status == 0
    assert out.startswith("5 hands in ")
    assert call(capsys, "duo-dominoes", "--hands", "5", "--seed", "a")[1].splitlines()[1:] == (out.splitlines()[1:])


def test_robots_of_several_levels_go_round_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    levels = ("--level", "deckhand", "--level", "old_hand")
    status, out, _ = call(capsys, "duo-dominoes", "--hands", "5", "--seed", "a", *levels)
    assert status == 0
    (seats,) = [line for line in out.splitlines() if line.startswith("each seat: ")]
    assert [part.partition("(")[2] for part in seats.split(", ")] == ["deckhand)", "old_hand)"] * 2
    plain = call(capsys, "duo-dominoes", "--hands", "5", "--seed", "a")[1]
    assert "(" not in plain.splitlines()[1]


def test_bonedoneskis_is_simulated_with_the_most_players_of_its_house_rules(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = call(capsys, "bonedoneskis", "--hands", "1", "--seed", "a")
    assert status == 0
    house = {option.name: option.default for option in registry.game("bonedoneskis").OPTIONS}
    assert len(out.splitlines()[1].split(", ")) == house["max_seats"]
    status, _, err = call(capsys, "bonedoneskis", "--players", "8")
    assert status == ExitStatus.MISCONFIGURED
    assert f"is for 2 to {house['max_seats']} players" in err


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (("--players", "9"), "is for 4 players"),
        (("--hands", "0"), "--hands must be at least 1"),
        (("--house", "nonsense=1"), "Duo Dominoes has no house rule 'nonsense': choose one of "),
        (("--house", "game_points=many"), "game_points cannot have that value: choose one of "),
    ],
)
def test_a_simulation_that_makes_no_sense_is_refused(
    more: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, err = call(capsys, "duo-dominoes", *more)
    assert status == ExitStatus.MISCONFIGURED
    assert sentence in err


def test_a_terminal_shows_how_many_hands_have_been_played(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.StringIO()
    monkeypatch.setattr(shown, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", shown)
    simulate(GAME, 20, 0, [{}], "a", cores=1)
    assert shown.getvalue() == "16 of 20 hands\r20 of 20 hands\n"
