"""The command line of the conformance runner; its exit status is 0 only when something ran and all of it passed."""

import argparse
import sys
from pathlib import Path

import yaml

from games.core import registry
from tests.conformance.runner import Malformed, cases, engine_of, files_of, load


def main(arguments: list[str] | None = None) -> int:
    """Run the vectors of one game, or of all, and print each difference, then `N passed, N failed`."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=main.__doc__)
    parser.add_argument("game", nargs="?", choices=tuple(registry.NAMES), help="all games when left out")
    parser.add_argument("files", nargs="*", type=Path, help="the game's own vectors when left out")
    parser.add_argument("--only", nargs="+", metavar="ID", help="run these vectors and no others")
    chosen = parser.parse_args(arguments)
    games = [chosen.game] if chosen.game else list(registry.NAMES)
    return max(_run(game, chosen.files or files_of(game), chosen.only) for game in games)


def _run(game: str, paths: list[Path], only: list[str] | None) -> int:
    """Run the vectors of these files, or only those with these ids; 0 if some ran and all of them passed."""
    engine = engine_of(game)
    passed = failed = 0
    for path in paths:
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
    print(f"{game}: {passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
