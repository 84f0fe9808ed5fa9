"""`boneyard verify` says no: nothing can be taken out of an export, and no forged file ends in an error."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.cli import export, verify
from bot.cli.exit_status import ExitStatus
from bot.config import Misconfigured
from tests.bot.harness.room import BEAR, Room
from tests.bot.harness.shelf import played
from tests.left_out import MORE_CASES

Paper = dict[str, Any]
MUTATIONS = 20
"""The forged files of one example."""


async def export_session(room: Room) -> Paper:
    """The export of a closed session: a whole hand, and the beginning of a second one."""
    table = await played(room, "duo-dominoes")
    await room.ask(room.services.seats.close, table, BEAR)
    paper: Paper = json.loads(json.dumps(await room.store.read(export.build_export, table, None)))
    return paper


def judge(paper: object, folder: Path) -> ExitStatus:
    """The exit status of `boneyard verify` for a file. Raises whatever it does not handle."""
    file = folder / "paper.json"
    file.write_text(json.dumps(paper), "utf-8")
    try:
        return ExitStatus(verify.verify(file))
    except Misconfigured:
        return ExitStatus.MISCONFIGURED


def drop_all(paper: Paper, kept: Callable[[Paper], bool], renumber: bool) -> None:
    """Take out events with their decisions, and close the gaps if asked to."""
    gone = {event["cause"] for event in paper["events"] if not kept(event)}
    paper["events"] = [event for event in paper["events"] if kept(event)]
    paper["decisions"] = {cause: made for cause, made in paper["decisions"].items() if cause not in gone}
    if renumber:
        for place, event in enumerate(paper["events"], 1):
            event["sequence"] = place


def is_of_table(event: Paper) -> bool:
    return str(event["kind"]).startswith("table.")


def is_no_proof(event: Paper) -> bool:
    return event["kind"] not in ("table.sealed", "table.salts_closed", "table.rooted", "table.drawn")


def take_secrets(paper: Paper) -> None:
    for shuffle in paper["shuffles"]:
        shuffle["secret"] = None


def take_shuffles(paper: Paper) -> None:
    paper["shuffles"] = []


def take_first_shuffle(paper: Paper) -> None:
    del paper["shuffles"][0]


def take_decisions(paper: Paper) -> None:
    paper["decisions"] = {}


def take_the_end(paper: Paper) -> None:
    paper["events"] = paper["events"][:-1]


def open_untold(paper: Paper) -> None:
    drop_all(paper, lambda event: event["kind"] != "table.secrets_opened", True)


def swap_events(paper: Paper) -> None:
    events = paper["events"]
    events[-4], events[-3] = events[-3], events[-4]


async def test_what_was_taken_out_is_missed(room: Room, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paper = await export_session(room)
    assert judge(paper, tmp_path) == ExitStatus.OK
    forgeries: tuple[Callable[[Paper], None], ...] = (
        take_secrets, take_shuffles, take_first_shuffle, take_decisions, open_untold, swap_events,
        *(partial(drop_all, kept=is_of_table, renumber=renumber) for renumber in (False, True)),
        *(partial(drop_all, kept=is_no_proof, renumber=renumber) for renumber in (False, True)),
        partial(drop_all, kept=lambda event: is_of_table(event) and is_no_proof(event), renumber=True),
        partial(drop_all, kept=lambda _: False, renumber=True),
    )  # fmt: skip
    for forge in forgeries:
        forged = copy.deepcopy(paper)
        forge(forged)
        assert judge(forged, tmp_path) != ExitStatus.OK, forge
    assert "Traceback" not in capsys.readouterr().err


async def test_any_event_of_the_hand_is_missed(room: Room, tmp_path: Path) -> None:
    paper = await export_session(room)
    for at in range(0, len(paper["events"]), 7):
        forged = copy.deepcopy(paper)
        del forged["events"][at]
        assert judge(forged, tmp_path) != ExitStatus.OK, paper["events"][at]


ODD: list[Any] = [
    None, True, 0, -1, 1, 2**63, 10**30, 1.5, float("inf"), float("nan"), "", "?", "a", "00", "é\ud800", [], {}, [[]],
    {"a": None}, "9" * 5000,
]  # fmt: skip


def mutate(paper: Any, luck: random.Random) -> None:
    """Change one place of a file: replace it, delete it, repeat it, or swap it with a neighbour."""
    here = paper
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not keys:
            return
        key = luck.choice(keys)
        if isinstance(here[key], dict | list) and here[key] and luck.random() < 0.85:
            here = here[key]
            continue
        match luck.randrange(4):
            case 0:
                del here[key]
            case 1 if isinstance(here, list):
                here.insert(key, copy.deepcopy(here[key]))
            case 2 if isinstance(here, list):
                other = luck.randrange(len(here))
                here[key], here[other] = here[other], here[key]
            case _:
                here[key] = copy.deepcopy(luck.choice(ODD))
        return


@pytest.mark.thorough(MORE_CASES)
@given(seed=st.integers(0, 2**32))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_no_forged_file_ends_in_an_error(kept_paper: Paper, tmp_path: Path, seed: int) -> None:
    luck = random.Random(seed)
    for _ in range(MUTATIONS):
        forged = copy.deepcopy(kept_paper)
        for _ in range(luck.randint(1, 3)):
            mutate(forged, luck)
        judge(forged, tmp_path)


@pytest_asyncio.fixture
async def kept_paper(room: Room) -> Paper:
    return await export_session(room)
