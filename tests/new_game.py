"""Starts a new game: `python -m tests.new_game KEY [PACKAGE [PREFIX]]` (`make new-game NAME=KEY`).

The suite's fifth game, Block, is copied under the new name to where a game's files belong, and registered. The copy
passes its tests: change it into the new game rule by rule. `KEY` is the game's name in commands and the database
("liars-dice"), `PACKAGE` its folder in `games/` ("liars"), `PREFIX` the beginning of its rules' ids ("LD").
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
PATTERN: Final = Path(__file__).with_name("fifth_game")
QUESTIONS: Final = "tests/bot/library/questions.py"
ROSTER: Final = "games/roster.py"


class NewGame(NamedTuple):
    """The names of a new game."""

    key: str
    package: str
    prefix: str

    @property
    def title(self) -> str:
        """Its name for people: "Liars Dice"."""
        return self.key.replace("-", " ").title()

    @property
    def module(self) -> str:
        """Its key as the name of a module: "liars_dice"."""
        return self.key.replace("-", "_")

    def list_files(self) -> Iterator[tuple[Path, str]]:
        """Each file to copy, with the place of its copy."""
        for path in sorted((PATTERN / "block").glob("*.py")):
            yield path, f"games/{self.package}/{path.name}"
        yield PATTERN / "scene.py", f"render/{self.package}_scene.py"
        yield PATTERN / "wording.py", f"bot/wording/{self.package}.py"
        yield PATTERN / "block-dominoes.txt", f"translations/en/{self.key}.txt"
        yield PATTERN / "conformance.py", f"tests/conformance/{self.module}.py"
        yield PATTERN / "test_block.py", f"tests/games/{self.package}/test_{self.package}.py"
        yield PATTERN / "block-dominoes.md", f"docs/rules/{self.key}.md"
        yield PATTERN / "block-dominoes.vectors.yaml", f"docs/rules/{self.key}.vectors.yaml"
        yield PATTERN / "guide" / "block-dominoes.md", f"docs/guide/{self.key}.md"
        yield PATTERN / "lessons" / "block-dominoes.md", f"docs/lessons/{self.key}.md"

    def rename(self, text: str) -> str:
        """Write the new game's names into a text of the pattern."""
        for pattern, name in (
            (r"tests\.fifth_game\.block\b", f"games.{self.package}"),
            (r"from tests\.fifth_game import block\b", f"from games import {self.package}"),
            (r"from tests\.fifth_game import scene\b", f"from render import {self.package}_scene"),
            (r"\.\./\.\./tests/fifth_game/block-dominoes", self.key),
            (r"tests/fifth_game/block-dominoes", f"docs/rules/{self.key}"),
            (r"block-dominoes", self.key),
            (r"\bblock\.", f"{self.package}."),
            (r'"block"', f'"{self.package}"'),
            (r"=block,", f"={self.package},"),
            (r"Block: the rules of the suite's fifth game", f"{self.title}: the rules"),
            (r" The game stands in for any game that somebody may add: it is registered\nby a fixture only\.", ""),
            (r"The suite's fifth game", "The game"),
            (r'\bBlock\b(?!", "level)(?!ed)', self.title),
            (r"\bBL-(?=\w)", f"{self.prefix}-"),
            (r"(?<![a-z])bl_(?=\d)", f"{self.prefix.lower()}_"),
        ):
            text = re.sub(pattern, name, text)
        return text


def write(game: NewGame, root: Path = ROOT) -> list[str]:
    """Write the files of a new game below `root` and register it; return their places. Raises FileExistsError."""
    files = list(game.list_files())
    for _, place in files:
        if (root / place).exists():
            raise FileExistsError(f"{place} is there already: choose another name")
    for path, place in files:
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        (root / place).write_text(game.rename(path.read_text(encoding="utf-8")), encoding="utf-8")
    modules = ", ".join(f'"{name}"' for name in _name_modules(game))
    _insert(root / ROSTER, '}\n"""By name', f'    "{game.key}": Modules({modules}),\n')
    questions = (root / QUESTIONS).read_text(encoding="utf-8")
    for copied in re.findall(r'^    "block-dominoes": .*?^    [)}],\n', questions, re.DOTALL | re.MULTILINE):
        _insert(root / QUESTIONS, copied, game.rename(copied))
    return [place for _, place in files]


def _name_modules(game: NewGame) -> tuple[str, str, str]:
    return f"games.{game.package}", f"render.{game.package}_scene", f"bot.wording.{game.package}"


def _insert(path: Path, before: str, text: str) -> None:
    old = path.read_text(encoding="utf-8")
    if before not in old:
        raise LookupError(f"{path.name} has no line {before!r}")
    path.write_text(old.replace(before, text + before, 1), encoding="utf-8")


def parse(arguments: list[str]) -> NewGame:
    """Read the names of a game. Raises ValueError with a sentence for a name that cannot be used."""
    key, package, prefix, *_ = (*arguments, "", "", "")
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", key):
        raise ValueError('say the name of the game in small letters and hyphens: make new-game NAME="liars-dice"')
    package = package or key.split("-")[0]
    prefix = prefix or "".join(word[0] for word in [*key.split("-"), key[1:] or key][:2]).upper()
    if not re.fullmatch(r"[a-z]+", package):
        raise ValueError(f'the package must be one word in small letters, not "{package}"')
    if not re.fullmatch(r"[A-Z]{2}", prefix):
        raise ValueError(f'the rules must begin with two capital letters, not "{prefix}"')
    taken = {match for book in (ROOT / "docs" / "rules").glob("*.md") for match in _list_prefixes(book)}
    if prefix in taken:
        raise ValueError(f'another game has rules that begin with {prefix}: add PREFIX="{prefix[0]}X"')
    return NewGame(key, package, prefix)


def _list_prefixes(book: Path) -> list[str]:
    return re.findall(r"^- \*\*([A-Z]+)-?\d", book.read_text(encoding="utf-8"), re.MULTILINE)


def main() -> int:
    """Write the game and the generated documents, and say what comes next."""
    try:
        game = parse(sys.argv[1:])
        places = write(game)
    except (ValueError, FileExistsError) as error:
        print(error)
        return 1
    changed = [place for place in (*places, ROSTER, QUESTIONS) if place.endswith(".py")]
    for step in (
        ["ruff", "check", "--quiet", "--fix", "--select", "I", *changed],
        ["ruff", "format", "--quiet", *changed],
        ["tests.architecture.generated"],
    ):
        subprocess.run([sys.executable, "-m", *step], cwd=ROOT, check=True)
    print("\n".join(places))
    print(f"{game.title} is registered in {ROSTER}, and has its questions in {QUESTIONS}.")
    print(f"Next: docs/adding-a-game.md, and make play GAME={game.key}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
