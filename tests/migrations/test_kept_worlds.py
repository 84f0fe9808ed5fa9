"""Pages that earlier states left (`tests.migrations.keep`): the same messages are there, and the hand goes on."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from bot.store.books import postings
from bot.tally import audit as tally_audit
from tests.chance import SeededChance
from tests.left_out import MORE_CASES, mark_thorough
from tests.migrations.keep import WORLDS, describe_evening
from tests.stories.evening import StoppedClock, evening

KEPT = sorted(path.stem for path in WORLDS.glob("*.json"))


@pytest.mark.parametrize("name", mark_thorough(KEPT, MORE_CASES, but=KEPT[:1]))
async def test_a_kept_page_shows_its_messages_and_its_hand_is_played_on(name: str, tmp_path: Path) -> None:
    for kept, file in ((f"{name}.world.gz", "harbour-world.db"), (f"{name}.db.gz", "evening.db")):
        (tmp_path / file).write_bytes(gzip.decompress((WORLDS / kept).read_bytes()))
    facts = json.loads((WORLDS / f"{name}.json").read_text("utf-8"))
    clock = StoppedClock()
    clock.advance(60)
    chance = SeededChance(f"after {name}")
    async with evening(tmp_path, facts["people"], chance=chance, clock=clock, file=tmp_path / "harbour-world.db") as on:
        on.table = facts["table"]
        await on.settle()
        assert describe_evening(on) == facts
        before = (await on.now()).sequence
        mover, _ = await on.move() or (None, "")
        assert mover is not None, "a button from then makes a move now"
        assert (await on.now()).sequence > before
        await on.until(lambda table: table.shuffle.last_finished == 1)
        assert await on.store.read(postings.audit) == []
        assert await on.store.read(tally_audit.list_differences) == []
        assert (await on.parts.services.fairness.check(await on.now(), 1)).same
