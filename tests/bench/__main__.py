"""Print every figure beside its anchor, the value to compare it with: `python -m tests.bench [--quick] [MODULE...]`.

Each module's `measure(quick)` returns rows. Both sides of a ratio are
measured in the same run, so the ratio holds on any machine; the plain figures are true for this machine only. Exits
with 1 if an answer is wrong or, without `--quick`, if a ratio is below its `at_least`.
"""

import argparse
import importlib
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from aiohttp import multipart

from bot.ops.garbage import freeze_startup_objects
from tests.bench.rows import Row

MODULES: Final = (
    "pussers_hands", "pussers_scoring", "dominoes", "bonedoneskis", "engines", "levels", "league", "evenings",
    "styles", "tempers", "outlooks", "third_judge", "rack", "commit", "tempo", "presses", "fleet", "whole_move",
    "budget", "phones", "papers", "scale", "start", "crowd", "looking_back", "soak",
)  # fmt: skip
MINUTES_LONG: Final = frozenset({
    "levels", "league", "outlooks", "third_judge", "styles", "tempers", "evenings", "scale", "soak",
    "phones", "whole_move", "budget", "looking_back",
})  # fmt: skip
"""The modules that a quick run leaves out, unless they are named."""

UNTIMED: Final = frozenset({
    "levels", "league", "evenings", "styles", "tempers", "outlooks", "third_judge", "tempo", "phones",
})  # fmt: skip
"""The modules whose verdicts do not depend on this machine's speed, so other work may run beside them."""


def format_row(row: Row) -> str:
    """Format a row for the table."""
    if not row.at_least:
        return f"  {row.name:<58} {row.ours:>12,.4g}"
    verdict = "   SHORT" if row.is_short else ""
    figures = f"{row.ours:>12,.4g} {row.anchor:>12,.4g} {row.ratio:>8.2f}x"
    return f"  {row.name:<58} {figures}   at least {row.at_least:g}x{verdict}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the modules one after another and print their rows."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "--quick",
        action="store_true",
        help="shorter rounds of the faster modules; a ratio that falls short is only shown",
    )
    parser.add_argument("--only", choices=("timed", "untimed"), help="modules that judge seconds, or the others")
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=", ".join(MODULES))
    chosen = parser.parse_args(arguments)
    multipart.parse_content_disposition = cache(multipart.parse_content_disposition)  # a share of the harbour's work
    modules = chosen.modules or [name for name in MODULES if not (chosen.quick and name in MINUTES_LONG)]
    if chosen.only:
        modules = [name for name in modules if (name in UNTIMED) == (chosen.only == "untimed")]
    short = broken = 0
    print(f"  {'name':<58} {'ours':>12} {'anchor':>12} {'ratio':>9}")
    for name in modules:
        started = time.perf_counter()
        print(f"{name} ...", flush=True)
        try:
            with freeze_startup_objects():  # as the bot does at its start
                measure: Callable[[bool], Sequence[Row]] = importlib.import_module(f"tests.bench.{name}").measure
            rows = measure(chosen.quick)
        except Exception:
            broken += 1
            traceback.print_exc()
            continue
        for row in rows:
            print(format_row(row), flush=True)
            short += row.is_short
        print(f"{name}: {time.perf_counter() - started:.0f} s", flush=True)
    print(f"{short} short, {broken} broken")
    return 1 if broken or (short and not chosen.quick) else 0


if __name__ == "__main__":
    sys.exit(main())
