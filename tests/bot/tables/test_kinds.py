"""Kinds of tables: what a further one needs, and that only the features of a kind know which kind a table is of."""

import ast
from dataclasses import replace

import pytest

from bot.messages.hands.own_boards import OWN_BOARDS
from bot.store import Pace, Status, StoredSettings, StoredTable
from bot.tables.aggregate import Wish
from bot.tables.aggregate.kinds import CREW, DAILY, KINDS, PRACTICE, Kind, find_kind
from bot.wording import ENGLISH, Words
from tests.architecture.tree import modules

ROW = StoredTable(
    1, 1, 5, 100, None, 7, "duo-dominoes", 1, {}, Pace.LIVE, StoredSettings(), Status.LIVE, 0, None, 0, None
)
OWN_MODULES = {
    *("bot.tables.aggregate.kinds", "bot.messages.hands.own_boards"),
    *("bot.tables.lobby.alone", "bot.services.practice"),
    *("bot.tables.dailies", "bot.messages.hands.practice", "bot.messages.hands.daily"),
}
"""The modules of the features that a kind serves, and the two lists of kinds."""
DEFAULT_OF_DRAFTS = "bot.tables.lobby.opening"
"""The module of drafts, which are of `CREW` unless a feature says otherwise."""


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: str(kind.name))
def test_a_kind_has_its_sentences_and_its_board(kind: Kind) -> None:
    words = Words(ENGLISH)
    for reason in (*kind.refusals.values(), *kind.refusals_while_shut.values()):
        assert words.say(f"TABLE/{reason}", when="")
    if kind.is_private:
        assert kind.name in OWN_BOARDS, "a board in a DM says what is at stake, and leads on"
        assert words.say(f"help/more_{kind.name}", title="")
        assert not kind.posts_to_books, "a table in a DM belongs to no crew"
        assert kind.refusals.keys() >= {Wish.AGAIN, Wish.HIDE, Wish.LEAVE, Wish.SHARE}, "nobody else is there"
    if kind.refusals_while_shut:
        assert kind.opens_at is not CREW.opens_at, "a wish that is refused for a time needs the end of that time"


def test_rows_say_their_kind_and_those_of_older_releases_show_it() -> None:
    for kind in KINDS.values():
        assert find_kind(replace(ROW, settings=StoredSettings(kind=kind.name))) is kind
    assert StoredSettings.from_json(StoredSettings(kind="practice").to_json()).kind == "practice"
    assert find_kind(ROW) is CREW
    assert find_kind(replace(ROW, guild=0)) is PRACTICE
    assert find_kind(replace(ROW, guild=0, settings=StoredSettings(day=20_000))) is DAILY


def test_only_the_features_of_a_kind_ask_which_kind_a_table_is_of() -> None:
    names = {"CREW", "PRACTICE", "DAILY"}
    for module in modules("bot"):
        if module.name in OWN_MODULES or module.name == DEFAULT_OF_DRAFTS:
            continue
        for node in module.nodes:
            if isinstance(node, ast.ImportFrom) and node.module == "bot.tables.aggregate.kinds":
                named = names & {alias.name for alias in node.names}
                assert not named, f"{module.at(node.lineno)} asks for {named} instead of a policy of the kind"
