"""A memory of limited size, which forgets its oldest entry first."""

from bot.ports import LastStored


def test_the_oldest_entry_is_forgotten_first() -> None:
    memory: LastStored[str, int] = LastStored(2)
    memory.put("a", 1)
    memory.put("b", 2)
    memory.put("a", 3)
    memory.put("c", 4)
    assert [key in memory for key in "abc"] == [True, False, True]


def test_an_entry_is_taken_once() -> None:
    memory: LastStored[str, int] = LastStored(2)
    memory.put("a", 1)
    assert (memory.take("a"), memory.take("a")) == (1, None)


def test_an_entry_is_found_again_and_again() -> None:
    memory: LastStored[str, int] = LastStored(2)
    memory.put("a", 1)
    assert (memory.find("a"), memory.find("a"), memory.find("b")) == (1, 1, None)
