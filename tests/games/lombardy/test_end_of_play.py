"""The ends of play: going out, a dead layout, a round of passes (LB-25 to LB-27)."""

import pytest

from games.lombardy.events import LastCall
from tests.games.lombardy.at_table import Playing, find_only


def test_lb_25_out_comes_before_dead() -> None:
    game = Playing(["6-6", "5-4"], "")
    assert find_only(game.events, LastCall).how == "out"


def test_lb_26_a_dead_layout_is_blocked_at_once() -> None:
    plays = ["6-1 A", "5-1 A", "6-5 A", "6-2 B", "2-0 B", "6-0 B", "6-3 C", "4-3 C", "6-4 C"]
    held = " ".join(bone.partition(" ")[0] for bone in plays)
    game = Playing([f"6-6 {held} 0-0", "1-0"], "2-2 3-3")
    for bone in plays[:-1]:
        game.say("b knock", f"a play {bone}")
    assert game.table.phase == "play"
    game.say("b knock")
    assert find_only(game.say(f"a play {plays[-1]}"), LastCall).how == "dead"
    assert game.refusal("b knock") == "LB-20/no_play"


@pytest.mark.parametrize(
    ("held", "boneyard", "ends"), [("0-0", "6-3 6-4", True), ("6-3", "0-0 6-4", True), ("6-3", "6-4", False)]
)
def test_lb_27_with_all_pass_goes_on_a_hand_ends_once_every_bone_that_fits_may_be_in_the_reserve(
    held: str, boneyard: str, ends: bool
) -> None:
    """Only 6-3 and 6-4 fit. Nobody but the player with 6-3 or 0-0 can tell the first two deals apart."""
    plays = ["6-1 A", "5-1 A", "6-5 A", "6-2 B", "2-0 B", "6-0 B"]
    bones_laid = " ".join(play.partition(" ")[0] for play in plays)
    game = Playing([f"6-6 {bones_laid} {held}", "1-0"], boneyard, all_pass="goes_on", boneyard_reserve=2)
    for play in plays:
        game.say("b knock", f"a play {play}")
    game.say("b knock")
    assert game.table.phase == "play"
    followed = game.say("a knock")
    assert (game.table.phase == "play") is not ends
    if ends:
        assert find_only(followed, LastCall).how == "all_pass"
