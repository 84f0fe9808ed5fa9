"""A memory of limited size, which forgets its oldest entry first."""

from bot.ports import LastStored


def test_the_oldest_entry_is_forgotten_first() -> None:
    memory: LastStored[str, int] = LastStored(2)
    memory["a"] = 1
    memory["b"] = 2
    memory["a"] = 3
    memory["c"] = 4
    assert memory == {"a": 3, "c": 4}
