"""Robots of all games: their levels, their luck, and the reasons that they give for a play."""

from games.core import Level, Seat, SecretChance
from games.core.robots import EVEN, TEMPERS, Thought, make_robot_chance, slip, weigh
from tests.games.handed_chance import HandedChance

SECRET = bytes(range(32))


def numbers(chance: SecretChance) -> list[int]:
    return [chance.below(1_000_000) for _ in range(20)]


def test_the_luck_of_robots_follows_from_the_secret_the_seat_and_the_view() -> None:
    first = numbers(make_robot_chance(SECRET, 7, Seat(1)))
    assert numbers(make_robot_chance(SECRET, 7, Seat(1))) == first
    others = [
        make_robot_chance(bytes(32), 7, Seat(1)),
        make_robot_chance(SECRET, 8, Seat(1)),
        make_robot_chance(SECRET, 7, Seat(2)),
    ]
    assert all(numbers(other) != first for other in others)


def test_the_luck_of_robots_is_not_that_of_the_deal() -> None:
    for salts in ((), ("1",), ("", "", "", "")):
        assert numbers(SecretChance(SECRET, salts, 7)) != numbers(make_robot_chance(SECRET, 7, Seat(1)))


def test_the_reason_is_the_part_in_which_a_play_is_farthest_ahead_of_the_next_best() -> None:
    worth = {"a": {"sheds": 5.0, "blocks": 1.0}, "b": {"sheds": 5.5, "blocks": 9.0}, "c": {"sheds": 1.0}}
    assert weigh("abc", worth.__getitem__, HandedChance([1, 2, 3])) == Thought("b", "blocks", {}, "a")
    worth["a"]["blocks"] = 20.0
    assert weigh("abc", worth.__getitem__, HandedChance([1, 2, 3])) == Thought("a", "blocks", {}, "b")


def test_a_reason_may_be_what_only_the_rival_would_do() -> None:
    worth = {"a": {"sheds": 1.0}, "b": {"blocks": -50.0}}
    assert weigh("ab", worth.__getitem__, HandedChance([1, 2])) == Thought("a", "not_blocks", {}, "b")


def test_a_temper_weighs_its_own_parts_more() -> None:
    worth = {"a": {"sheds": 5.0, "goes_on": 1.0}, "b": {"sheds": 4.4, "goes_on": 1.5}}
    chosen = {temper.name: weigh("ab", worth.__getitem__, HandedChance([1, 1]), temper) for temper in (EVEN, *TEMPERS)}
    moves = {name: (thought.move, thought.why) for name, thought in chosen.items()}
    assert moves["stubborn"] == ("b", "goes_on")
    assert moves[""] == moves["bold"] == moves["careful"] == ("a", "sheds")


def test_a_deckhand_slips_by_the_luck_of_its_temper_alone() -> None:
    best = Thought("a", "heaviest", {}, "b")
    for temper in TEMPERS:
        assert temper.slips
        assert slip(best, HandedChance([temper.slips - 1]), temper) == Thought("b", "slipped", {}, "a")
        assert slip(best, HandedChance([temper.slips]), temper) == best
        forced = HandedChance([0])
        assert slip(Thought("a", "only_one"), forced, temper) == Thought("a", "only_one")
    assert slip(best, HandedChance([0]), EVEN) == best


def test_chance_decides_between_equal_plays() -> None:
    def same(play: str) -> dict[str, float]:
        return {"heaviest": 3.0}

    assert weigh("ab", same, HandedChance([1, 0])).move == "a"
    assert weigh("ab", same, HandedChance([0, 1])).move == "b"


def test_levels_have_plain_names() -> None:
    assert [str(level) for level in Level] == ["deckhand", "old_hand", "shellback"]
