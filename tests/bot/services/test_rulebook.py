"""Rules by id and by words, house rules, and help."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.services.rulebook import Rulebooks
from games.core.refused import Refused
from tests.bot.harness.room import BEAR, Room

BOOKS = Rulebooks(Path(__file__).resolve().parents[3] / "docs" / "rules")


@pytest.mark.parametrize("name", ["PB-1", "PB-45", "PB-66", "LB-5", "LB-34", "DD-1", "DD-33", "BD-14", "R4", "R29",
                                  "HE-6", "SM-1"])  # fmt: skip
def test_rules_are_found_by_id(name: str) -> None:
    found = BOOKS.search(name.lower())
    assert [rule.id for rule in found] == [name]
    assert len(found[0].text) > 20
    assert found[0].quoted().startswith(f"**{name}**")


@pytest.mark.parametrize(
    ("query", "game", "expected"),
    [
        ("do bone deadline", "pussers-bones", "PB-45"),
        ("rounding hundred", "pussers-bones", "PB-64"),
        ("starter cannot pass first turn", "duo-dominoes", "DD-12"),
        ("killer 4", "bonedoneskis", "R15"),
        ("boneyard", "lombardy-bones", "LB-4"),
    ],
)
def test_rules_are_found_by_words(query: str, game: str, expected: str) -> None:
    assert expected in [rule.id for rule in BOOKS.search(query, game)]


def test_every_rulebook_gives_rules_once() -> None:
    keys = [(rule.game, rule.id) for rule in BOOKS.rules()]
    assert len(keys) == len(set(keys)) > 150
    assert BOOKS.search("xyzzy") == []


async def test_the_desk_answers_about_rules_and_the_house(room: Room) -> None:
    table = await room.open("pussers-bones")
    for query, expected in (("PB-45", "Deadlines"), ("xyzzy", "No rule says"), ("", "Pussers Bones")):
        reply = await room.services.answers.rules(room.request(BEAR), "pussers-bones", query)
        assert reply.message is not None
        assert expected in reply.message.text
        assert len(reply.message.text) <= 2_000
    reply = await room.ask(room.services.lobby.house_rules, table, BEAR, "call_mode")
    assert reply.message is not None
    assert "race" in reply.message.text
    reply = await room.ask(room.services.lobby.house_rules, table, BEAR)
    assert reply.message is not None
    assert reply.message.text == "House rules: call mode: courtesy"
    with pytest.raises(Refused, match="option_name"):
        await room.ask(room.services.lobby.house_rules, table, BEAR, "shoes")
