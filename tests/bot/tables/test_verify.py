"""`boneyard verify` refuses forged exports: it notices each missing part, and no file makes it crash."""

import copy
import json
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, given, settings, strategies as st
from sqlalchemy import text

from bot.cli import export, verify
from bot.cli.exit_status import ExitStatus
from bot.config import Misconfigured, Settings
from tests.bot.harness.room import BEAR, Room
from tests.bot.harness.shelf import take_played_table
from tests.bot.tables.test_second_verifier import export_paper
from tests.left_out import MORE_CASES

Export = dict[str, Any]
MUTATIONS = 20
"""The number of forged files in each example."""


async def export_session(room: Room) -> Export:
    """The export of a closed session: a whole hand, and the beginning of a second one."""
    table = await take_played_table(room, "duo-dominoes")
    await room.ask(room.seats.close, table, BEAR)
    return cast(Export, await export_paper(room, table))


def judge(exported: object, folder: Path) -> ExitStatus:
    """The exit status of `boneyard verify` for a file. Raises every error that `verify` does not handle."""
    file = folder / "export.json"
    file.write_text(json.dumps(exported), "utf-8")
    try:
        return ExitStatus(verify.verify(file))
    except Misconfigured:
        return ExitStatus.MISCONFIGURED


def keep_only(exported: Export, kept: Callable[[Export], bool], renumber: bool) -> None:
    """Take out all other events with their decisions. With `renumber`, close the gaps in the sequences."""
    gone = {event["cause"] for event in exported["events"] if not kept(event)}
    exported["events"] = [event for event in exported["events"] if kept(event)]
    exported["decisions"] = {cause: made for cause, made in exported["decisions"].items() if cause not in gone}
    if renumber:
        for place, event in enumerate(exported["events"], 1):
            event["sequence"] = place


def is_of_table(event: Export) -> bool:
    return str(event["kind"]).startswith("table.")


def is_no_proof(event: Export) -> bool:
    return event["kind"] not in ("table.sealed", "table.salts_closed", "table.rooted", "table.drawn")


def take_secrets(exported: Export) -> None:
    for shuffle in exported["shuffles"]:
        shuffle["secret"] = None


def take_shuffles(exported: Export) -> None:
    exported["shuffles"] = []


def take_first_shuffle(exported: Export) -> None:
    del exported["shuffles"][0]


def take_decisions(exported: Export) -> None:
    exported["decisions"] = {}


def take_opening_of_secrets(exported: Export) -> None:
    keep_only(exported, lambda event: event["kind"] != "table.secrets_opened", True)


def swap_events(exported: Export) -> None:
    events = exported["events"]
    events[-4], events[-3] = events[-3], events[-4]


def take_event(exported: Export, at: int) -> None:
    del exported["events"][at]


async def test_verify_notices_what_was_taken_out_or_swapped(
    room: Room, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    exported = await export_session(room)
    assert judge(exported, tmp_path) == ExitStatus.OK
    forgeries: tuple[Callable[[Export], None], ...] = (
        take_secrets, take_shuffles, take_first_shuffle, take_decisions, take_opening_of_secrets, swap_events,
        *(partial(keep_only, kept=is_of_table, renumber=renumber) for renumber in (False, True)),
        *(partial(keep_only, kept=is_no_proof, renumber=renumber) for renumber in (False, True)),
        partial(keep_only, kept=lambda event: is_of_table(event) and is_no_proof(event), renumber=True),
        partial(keep_only, kept=lambda _: False, renumber=True),
        *(partial(take_event, at=at) for at in range(0, len(exported["events"]), 7)),
    )  # fmt: skip
    for forge in forgeries:
        forged = copy.deepcopy(exported)
        forge(forged)
        assert judge(forged, tmp_path) != ExitStatus.OK, forge
    assert "Traceback" not in capsys.readouterr().err


async def test_an_export_tells_its_log_and_a_damaged_table_is_named(room: Room) -> None:
    exported = await export_session(room)
    assert any("Bear" in line for line in exported["log"])
    await room.write(lambda connection: connection.execute(text("UPDATE events SET body = '{}' WHERE sequence = 3")))
    url = room.store.engine.url.render_as_string(hide_password=False)
    with pytest.raises(Misconfigured, match=f"Table {exported['table']} is damaged .* `boneyard audit`"):
        await export.export(Settings(database_url=url), exported["table"], True, None)


ODD: list[Any] = [
    None, True, 0, -1, 1, 2**63, 10**30, 1.5, float("inf"), float("nan"), "", "?", "a", "00", "é\ud800", [], {}, [[]],
    {"a": None}, "9" * 5000,
]  # fmt: skip


def mutate(exported: Any, luck: random.Random) -> None:
    """Change one place of a file: replace it, delete it, repeat it, or swap it with a neighbour."""
    here = exported
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
def test_no_forged_file_ends_in_an_error(session_export: Export, tmp_path: Path, seed: int) -> None:
    luck = random.Random(seed)
    for _ in range(MUTATIONS):
        forged = copy.deepcopy(session_export)
        for _ in range(luck.randint(1, 3)):
            mutate(forged, luck)
        judge(forged, tmp_path)


@pytest_asyncio.fixture
async def session_export(room: Room) -> Export:
    return await export_session(room)
