"""What a move of a table of four costs the bot: `python -P tests/bench/alone.py GAME MOVES` prints a JSON object.

`tests/bench/budget.py` runs this file in a process of its own, with this tree or that of an earlier release as
PYTHONPATH. So it uses only what both have. Four people play at a bot in this process, whose requests and statements
are counted, without pacing. Then they play at a bot that is alone in a process of its own, with the usual pace.
"""

import asyncio
import json
import os
import sys
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from aiohttp import multipart
from sqlalchemy import Engine, event

from tests.bench import whole_move
from tests.races import victim as races
from tests.stories.evening import NAMES

WARM_UP: Final = 10
"""The first moves are not counted: the process fills its cache of drawings meanwhile."""
QUERIES: Final = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")


def count_move(game: str, count: int) -> dict[str, float]:
    """The kilobytes and megapixels of pictures, requests, statements and transactions of a move."""
    done = {"statements": 0, "transactions": 0}

    def note_statement(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        done["statements"] += statement.lstrip().startswith(QUERIES)

    def note_commit(connection: Any) -> None:
        done["transactions"] += 1

    play: Any = getattr(whole_move, "play_moves", None) or whole_move.ours  # type: ignore[attr-defined]
    make_name = "_make_move" if hasattr(whole_move, "_make_move") else "_one_move"
    make_move = getattr(whole_move, make_name)
    before_play: dict[str, int] = {}

    async def make_counted(night: Any, played: Any) -> None:
        if not before_play and len(played.moves) == WARM_UP:
            before_play.update(done)
        await make_move(night, played)

    setattr(whole_move, make_name, make_counted)
    event.listen(Engine, "before_cursor_execute", note_statement)
    event.listen(Engine, "commit", note_commit)
    with tempfile.TemporaryDirectory(prefix="boneyard-bench-") as folder:
        played = asyncio.run(play(Path(folder), game, WARM_UP + count))
    event.remove(Engine, "before_cursor_execute", note_statement)
    event.remove(Engine, "commit", note_commit)
    requests = [request for made in played.moves[WARM_UP:] for request in made]
    pictures = [kept for request in requests if request.files for kept in request.answer["attachments"]]
    return {
        "KB of pictures": sum(picture["size"] for picture in pictures) / 1000 / count,
        "megapixels": sum(picture["width"] * picture["height"] for picture in pictures) / 1e6 / count,
        "requests": len(requests) / count,
        **{name: (done[name] - before_play[name]) / count for name in done},
    }


async def time_move(folder: Path, game: str, count: int) -> float:
    """The milliseconds of processor time that a move costs a bot that has its process for itself."""
    async with races.open_victim(folder) as victim:
        races.EVENINGS[game] = replace(races.EVENINGS[game], names=NAMES)
        await races.sit_down(victim, game)
        for _ in range(WARM_UP):
            await races.move(victim)
        (process,) = victim.processes
        before = read_processor_seconds(process.pid)
        for _ in range(count):
            await races.move(victim)
        return (read_processor_seconds(process.pid) - before) * 1000 / count


def read_processor_seconds(process: int) -> float:
    """The processor seconds that a process has used so far, by Linux's count."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main(game: str, moves: str) -> None:
    """Print what a move costs."""
    multipart.parse_content_disposition = cache(multipart.parse_content_disposition)  # the harbour's share of the work
    with tempfile.TemporaryDirectory(prefix="boneyard-bench-") as folder:
        milliseconds = asyncio.run(time_move(Path(folder), game, int(moves)))
    print(json.dumps({**count_move(game, int(moves)), "ms of the bot alone": milliseconds}))


if __name__ == "__main__":
    main(*sys.argv[1:])
