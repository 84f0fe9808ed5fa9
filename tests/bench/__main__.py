"""Print every figure beside its anchor, the value to compare it with: `python -m tests.bench [--quick] [MODULE...]`.

Each module's `measure(quick)` returns rows ``(name, ours, anchor, ratio, at_least)``. Both sides of a ratio are
measured in the same run, so the ratio holds on any machine; the plain figures are true for this machine only. Exits
with 1 if an answer is wrong or, without `--quick`, if a ratio is below its `at_least`.
"""

import argparse
import importlib
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from typing import Final

from bot.ops.garbage import freeze_startup_objects

MODULES: Final = (
    "pussers_hands",
    "pussers_scoring",
    "pussers_robot",
    "dominoes",
    "bonedoneskis",
    "bonedoneskis_robot",
    "levels",
    "league",
    "evenings",
    "strength",
    "calibration",
    "outlooks",
    "playouts",
    "rack",
    "languages",
    "commit",
    "acknowledge",
    "tempo",
    "keeping_step",
    "presses",
    "requests",
    "whole_move",
    "phones",
    "tally",
    "papers",
    "books",
    "scale",
    "start",
    "crowd",
    "looking_back",
    "soak",
)
MINUTES_LONG: Final = frozenset(
    {
        "pussers_robot",
        "bonedoneskis_robot",
        "levels",
        "league",
        "outlooks",
        "evenings",
        "tally",
        "books",
        "scale",
        "soak",
        "phones",
        "requests",
        "whole_move",
        "looking_back",
    }
)
"""The modules that a quick run leaves out, unless they are named."""

UNTIMED: Final = frozenset({"levels", "league", "evenings", "strength", "calibration", "outlooks", "tempo", "phones"})
"""The modules whose verdicts do not depend on this machine's speed, so other work may run beside them."""

Row = tuple[str, float, float, float, float]


def format_row(row: Row) -> str:
    """Format a row: its name, our figure, the anchor's, the ratio, and the least ratio (0 means no anchor)."""
    name, ours, anchor, ratio, at_least = row
    if not at_least:
        return f"  {name:<58} {ours:>12,.4g}"
    verdict = "" if ratio >= at_least else "   SHORT"
    return f"  {name:<58} {ours:>12,.4g} {anchor:>12,.4g} {ratio:>8.2f}x   at least {at_least:g}x{verdict}"


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
            short += bool(row[4]) and row[3] < row[4]
        print(f"{name}: {time.perf_counter() - started:.0f} s", flush=True)
    print(f"{short} short, {broken} broken")
    return 1 if broken or (short and not chosen.quick) else 0


if __name__ == "__main__":
    sys.exit(main())
