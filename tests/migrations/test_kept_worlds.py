"""Pages that earlier releases wrote (`tests.migrations.keep`): every message is there, and the hand goes on."""

import gzip
import json
from pathlib import Path

import pytest

from bot.store.books import postings
from bot.tally.books import audit as tally_audit
from tests.chance import SeededChance
from tests.left_out import LONGER
from tests.migrations.keep import WORLDS, describe_evening
from tests.stories.evening import StoppedClock, evening

KEPT = sorted(path.stem for path in WORLDS.glob("*.json"))


@pytest.mark.thorough(LONGER)
@pytest.mark.parametrize("name", KEPT)
async def test_a_kept_page_shows_its_messages_and_its_hand_is_played_on(name: str, tmp_path: Path) -> None:
    for kept, file in ((f"{name}.world.gz", "harbour-world.db"), (f"{name}.db.gz", "evening.db")):
        (tmp_path / file).write_bytes(gzip.decompress((WORLDS / kept).read_bytes()))
    facts = json.loads((WORLDS / f"{name}.json").read_text("utf-8"))
    clock = StoppedClock()
    clock.advance(60)
    chance = SeededChance(f"after {name}")
    async with evening(
        tmp_path, facts["people"], chance=chance, clock=clock, file=tmp_path / "harbour-world.db"
    ) as night:
        night.table = facts["table"]
        await night.settle()
        assert describe_evening(night) == facts
        before = (await night.now()).sequence
        mover, _ = await night.move() or (None, "")
        assert mover is not None, "a button of the kept page still makes a move"
        assert (await night.now()).sequence > before
        await night.until(lambda table: table.shuffle.last_finished == 1)
        assert await night.store.read(postings.audit) == []
        assert await night.store.read(tally_audit.list_differences) == []
        assert (await night.parts.services.fairness.check(await night.now(), 1)).same
