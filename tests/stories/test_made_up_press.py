"""The press that the bot makes up once a minute: it goes the way of people's presses and changes nothing, and a host
learns of its failures."""

from pathlib import Path

import aiohttp
import pytest

from bot.ops.health import ADVICE, Health
from bot.ops.metrics import Metrics
from bot.serving.made_up_press import FAILURES_IN_A_ROW, MadeUpPress
from bot.store.tables import commits
from tests.bot.harness.settling import settle
from tests.chance import SeededChance
from tests.left_out import MORE_CASES
from tests.stories.evening import evening


async def test_a_made_up_press_shows_and_changes_nothing_and_failures_in_a_row_are_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[object] = []
    monkeypatch.setattr("render.pieces.draw", lambda *rows: drawn.append(rows))
    async with evening(tmp_path, chance=SeededChance("press")) as night:
        await night.open("duo-dominoes")
        await night.start()
        await settle(night.parts)
        asked, stored = len(night.harbour.requests), await night.store.read(commits.read, night.table)
        assert night.app.router is not None
        press = MadeUpPress(night.app.router, night.parts, night.app.clock)
        await press.look()
        assert press.arrives
        assert drawn == []
        assert len(night.harbour.requests) == asked
        assert await night.store.read(commits.read, night.table) == stored
        acts, night.app.router.acts = night.app.router.acts, None  # type: ignore[assignment]
        for _ in range(FAILURES_IN_A_ROW):
            assert press.arrives
            await press.look()
        assert not press.arrives
        assert "a made-up press failed" in caplog.text
        night.app.router.acts = acts
        await press.look()
        assert press.arrives


@pytest.mark.thorough(MORE_CASES)
async def test_health_and_metrics_have_the_figures(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("press")) as night:
        await night.open("duo-dominoes")
        checks = night.app.checks
        assert checks is not None
        assert {"discord", "press", *ADVICE} <= checks.keys()
        metrics: Metrics = night.app.metrics
        metrics.watch(night.parts.watch.take_figures)
        health = Health(checks, metrics, lambda: True)
        await health.start("127.0.0.1", 0)
        address = f"http://127.0.0.1:{health.port}"
        async with aiohttp.ClientSession() as session:
            async with session.get(f"{address}/health") as answer:
                found = await answer.json()
            async with session.get(f"{address}/metrics") as answer:
                told = await answer.text()
        await health.stop()
    assert checks.keys() <= found.keys()
    assert all(found[name] for name in checks.keys() - {"backup"})
    assert found["people_unreached"] == 0
    assert 'boneyard_check{name="press"} 1.0' in told
    assert "boneyard_discord_unanswered_seconds 0.0" in told
    assert "boneyard_tables_stuck 0.0" in told
    assert "boneyard_backup_age_seconds" not in told.replace("# ", ""), "there's no backup yet"
