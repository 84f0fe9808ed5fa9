"""docs/verify.py, the second implementation of the proof, agrees with `boneyard verify` and shares nothing with it."""

import asyncio
import copy
import hashlib
import json
import runpy
import sys
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.cli import export, verify
from bot.services.fairness import make_proof
from bot.tables.fairness.shuffles import TableRecord
from bot.tables.history import events
from bot.tables.history.entries import Entry
from games import registry
from games.core.game import show_no_places
from tests.architecture.tree import ROOT
from tests.bot.harness.room import BEAR, Room
from tests.bot.harness.shelf import take_played_table
from tests.left_out import MORE_GAMES, mark_thorough

PAGE = ROOT / "docs" / "verify.py"
SHUFFLED = [name for name in registry.NAMES if registry.game(name).shown_places is not show_no_places]
check: Callable[[Any], list[tuple[int, str, int]]] = runpy.run_path(str(PAGE))["check"]


def test_a_hand_that_was_rolled_has_nothing_to_check_and_a_shuffle_cannot_pass_for_one() -> None:
    secret = bytes(32)
    digest = hashlib.sha256(secret).hexdigest()
    events = [
        {"kind": "table.committed", "body": {"number": 1, "digest": digest}},
        {"kind": "table.salts_closed", "body": {"root": ""}},
        {"kind": "table.sealed", "body": {"message": "7"}},
        {"kind": "table.drawn", "body": {}},
    ]
    shuffle = {"number": 1, "secret": secret.hex(), "commitment": digest, "salts": {}}
    rolled = {"kind": "dice.rolled", "body": {"dice": [[1, 4], [6]]}}
    dealt = {"kind": "duo.dealt", "body": {"holdings": [[1, 4], [6]], "boneyard": []}}
    found = [check({"players": [1, 2], "shuffles": [shuffle], "events": [*events, last]}) for last in (rolled, dealt)]
    assert found == [[(1, "", 0)], [(1, "its moves were taken out", 0)]]


def test_before_its_secret_opens_only_a_hand_that_was_shuffled_must_have_places_to_show() -> None:
    facts = (
        events.CommittedTo(1, "digest"),
        events.SaltsClosed(1, "", 0),
        events.Sealed(1, "7"),
        events.Drawn(1, 1),
        events.HandOver(1),
    )
    entries = [Entry(number, 0, None, fact) for number, fact in enumerate(facts)]
    shuffled = registry.game("duo-dominoes")
    found = [
        verify.check_closed(TableRecord(game, {}, entries, {}), {"commitment": "digest", "orders": []}, 1, "shuffle 1")
        for game in (shuffled, replace(shuffled, shown_places=show_no_places))
    ]
    assert [well for well, _ in found] == [False, None], "only what is shuffled has places to show"


async def export_paper(room: Room, table: int) -> Any:
    return json.loads(json.dumps(await room.read(export.build_export, table, None)))


def judge_by_both(paper: Any) -> bool:
    """Judge an export by both verifiers, which must agree. Returns True if it is honest.

    A hand that was rolled has no pieces to check.
    """
    first = [honest for honest, _ in verify.check(paper)]
    second = check(paper)
    honest = True in first and False not in first
    rolled = registry.game(paper["game"]).shown_places is show_no_places
    looked = any(checked for *_, checked in second) or rolled
    assert honest == (looked and not any(fault for _, fault, _ in second)), second
    return honest


@pytest.mark.parametrize("game", mark_thorough(SHUFFLED, MORE_GAMES, but=["duo-dominoes"]))
async def test_both_agree_on_each_game(room: Room, game: str, tmp_path: Path) -> None:
    table = await take_played_table(room, game)
    assert judge_by_both(await export_paper(room, table)), "shown pieces are proved"
    present = await room.get(table)
    proofs = json.loads(make_proof(present, await room.fairness.check(present, 1)) or b"")
    assert check(proofs) == [(1, "", sum(len(order["shown"]) for order in proofs["orders"]))]
    assert verify.check_proofs(proofs, 1)[0]
    await room.ask(room.seats.close, table, BEAR)
    paper = await export_paper(room, table)
    assert judge_by_both(paper), "every piece of the deal follows from the secret"

    file = tmp_path / "paper.json"
    file.write_text(json.dumps(paper), "utf-8")
    alone = await asyncio.create_subprocess_exec(
        *(sys.executable, "-I", "-S", str(PAGE), str(file)), stdout=PIPE, stderr=STDOUT
    )
    output, _ = await alone.communicate()
    assert alone.returncode == 0, output
    assert b"pieces are right" in output


def forge_secret(paper: Any) -> None:
    paper["shuffles"][0]["secret"] = "00" * 32


def forge_salt(paper: Any) -> None:
    paper["shuffles"][0]["salts"] = {"0": "sea"}


def forge_seal(paper: Any) -> None:
    next(event for event in paper["events"] if event["kind"] == "table.sealed")["body"]["message"] = "77"


def forge_root(paper: Any) -> None:
    next(event for event in paper["events"] if event["kind"] == "table.rooted")["body"]["roots"] = ["00" * 32]


def forge_deal(paper: Any) -> None:
    dealt = next(event for event in paper["events"] if event["kind"] == "duo.dealt")["body"]["holdings"]
    dealt[0][0], dealt[1][0] = dealt[1][0], dealt[0][0]


def drop_shuffle(paper: Any) -> None:
    del paper["shuffles"][0]


def drop_roots(paper: Any) -> None:
    paper["events"] = [event for event in paper["events"] if event["kind"] != "table.rooted"]


async def test_both_refuse_a_forged_deal(room: Room) -> None:
    table = await take_played_table(room, "duo-dominoes")
    await room.ask(room.seats.close, table, BEAR)
    paper = await export_paper(room, table)
    assert judge_by_both(paper)
    for forge in (forge_secret, forge_salt, forge_seal, forge_root, forge_deal, drop_shuffle, drop_roots):
        forged = copy.deepcopy(paper)
        forge(forged)
        assert not judge_by_both(forged), forge


async def test_both_refuse_a_forged_proof(room: Room) -> None:
    table = await take_played_table(room, "bonedoneskis")
    paper = await export_paper(room, table)
    for part in ("piece", "blind", "path", "place", "dealt", "root", "seal"):
        forged = copy.deepcopy(paper)
        order = forged["shuffles"][0]["orders"][0]
        one, other = order["shown"][:2]
        if part == "dealt":
            order["dealt"][0], order["dealt"][1] = order["dealt"][1], order["dealt"][0]
        elif part == "root":
            order["root"] = "00" * 32
        elif part == "seal":
            order["seal"] += "0"
        else:
            one[part], other[part] = other[part], one[part]
        assert not judge_by_both(forged), part
