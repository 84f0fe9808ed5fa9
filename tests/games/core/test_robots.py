"""Robots of all games: their levels, their luck, and their reasons, which follow from the weighed parts of a play."""

from games.core.chance import Committed
from games.core.robots import Level, Thought, luck, weigh
from games.core.seats import Seat
from tests.games.handed_chance import HandedChance

SECRET = bytes(range(32))


def numbers(chance: Committed) -> list[int]:
    return [chance.below(1_000_000) for _ in range(20)]


def test_the_luck_of_robots_follows_from_the_secret_the_seat_and_the_view() -> None:
    first = numbers(luck(SECRET, 7, Seat(1)))
    assert numbers(luck(SECRET, 7, Seat(1))) == first
    others = [luck(bytes(32), 7, Seat(1)), luck(SECRET, 8, Seat(1)), luck(SECRET, 7, Seat(2))]
    assert all(numbers(other) != first for other in others)


def test_the_luck_of_robots_is_not_that_of_the_deal() -> None:
    for salts in ((), ("1",), ("", "", "", "")):
        assert numbers(Committed(SECRET, salts, 7)) != numbers(luck(SECRET, 7, Seat(1)))


def test_the_reason_is_the_part_that_puts_a_play_farthest_ahead() -> None:
    worth = {"a": {"sheds": 5.0, "blocks": 1.0}, "b": {"sheds": 5.5, "blocks": 9.0}, "c": {"sheds": 1.0}}
    assert weigh("abc", worth.__getitem__, HandedChance()) == Thought("b", "blocks")
    worth["a"]["blocks"] = 20.0
    assert weigh("abc", worth.__getitem__, HandedChance()).move == "a"


def test_chance_decides_between_equal_plays() -> None:
    def same(play: str) -> dict[str, float]:
        return {"heaviest": 3.0}

    assert weigh("ab", same, HandedChance([1, 0])).move == "a"
    assert weigh("ab", same, HandedChance([0, 1])).move == "b"


def test_levels_have_plain_names() -> None:
    assert [str(level) for level in Level] == ["deckhand", "old_hand", "shellback"]
