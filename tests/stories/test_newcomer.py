"""Two minutes after the clone: no token, no settings, one command, and a table is laid on a page in the browser."""

import asyncio
import os
import re
import signal
import sys
from pathlib import Path

import aiohttp
import pytest

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 180.0


async def lines_until(process: asyncio.subprocess.Process, wanted: str) -> list[str]:
    """The lines that the process prints, up to the one that holds `wanted`."""
    assert process.stdout is not None
    read: list[str] = []
    async with asyncio.timeout(PATIENCE):
        while line := await process.stdout.readline():
            read.append(line.decode().rstrip())
            if wanted in read[-1]:
                return read
    raise AssertionError(f"{wanted!r} was never printed: {read}")


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
async def test_one_command_lays_a_table_and_ctrl_c_ends_it_cleanly(ending: signal.Signals, tmp_path: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "VIRTUAL_ENV")}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.child", "newcomer", "bot"),
        cwd=tmp_path,
        env={**kept, "PYTHONPATH": str(ROOT), "HARBOUR_PORT": "0"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        printed = await lines_until(process, "A table with three robots is ready: press Start.")
        addresses = dict(re.findall(r"^  (\w+): +(http://127\.0\.0\.1:\d+/\?as=\S+)$", "\n".join(printed), re.M))
        assert set(addresses) == {"You", "Bear", "Bull", "Wally"}
        assert len(set(addresses.values())) == 4
        async with aiohttp.ClientSession() as session, session.get(addresses["You"]) as page:
            assert page.status == 200
            assert "<html" in (await page.text()).lower()
        assert (tmp_path / "data" / "harbour.db").exists()
        process.send_signal(ending)
        async with asyncio.timeout(PATIENCE):
            _, said = await process.communicate()
        assert said.decode() == ""
        assert process.returncode == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
