"""The command line of the conformance runner. The exit status is 0 if vectors ran and all passed, otherwise 1."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import yaml

from games.registry import NAMES
from tests.conformance.runner import Malformed, cases, engine_of, files_of, load


def main(arguments: list[str] | None = None) -> int:
    """Run vectors and print each difference, then `N passed, N failed` for each game."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=main.__doc__)
    parser.add_argument("game", nargs="?", choices=NAMES, help="default: every game")
    parser.add_argument("files", nargs="*", type=Path, help="default: the game's own vectors")
    parser.add_argument("--only", nargs="+", metavar="ID", help="run only these vectors")
    chosen = parser.parse_args(arguments)
    if chosen.game:
        return 0 if run(chosen.game, chosen.files, chosen.only) else 1
    passed = True
    for game in NAMES:
        print(game)
        passed &= run(game)
    return 0 if passed else 1


def run(game: str, files: Sequence[Path] = (), only: Sequence[str] | None = None) -> bool:
    """Run one game's vectors (only those with these ids) and print the result. True if some ran and all passed."""
    engine = engine_of(game)
    passed = failed = 0
    for path in files or files_of(game):
        try:
            for case in cases(load(path)):
                if only and case.id not in only:
                    continue
                differences = case.differences(engine)
                print(*differences, sep="\n", end="\n" if differences else "")
                passed += not differences
                failed += bool(differences)
        except (OSError, yaml.YAMLError, Malformed) as error:
            print(f"{path.name}: {error}")
            failed += 1
    print(f"{passed} passed, {failed} failed")
    return bool(passed) and not failed


if __name__ == "__main__":
    sys.exit(main())
