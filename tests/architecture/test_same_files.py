"""All games have the same files for the same jobs: a reader who knows one game knows where to look in the next."""

import ast
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT, Module, game_packages

HOMES = {
    "choices": {"choices"},
    "deadlines": {"deadline"},
    "decide": {"begin", "decide"},
    "evolve": {"evolve", "fold"},
    "feats": {"FEAT_EVENTS", "PARTNERS", "RECORDS", "feats"},
    "game": {"LEVELS", "PIECES", "STAKES", "WORDS_WAIT", "arrange", "is_revealed"},
    "notation": {"read", "write"},
    "options": {"OPTIONS", "PRESETS"},
    "places": {"shown_places"},
    "project": {"view", "viewer"},
    "robot": {"robot"},
    "scoring": {"final_scores", "receipts", "transfers"},
    "state": {"State"},
}
"""The file of each member of a game. Every game has all of them."""
OPTIONAL = {"calls": {"is_call"}, "guess": {"guess"}, "idle": {"idle"}, "outlook": {"outlook"}, "shellback": {"ponder"}}
"""The file of each member that a game may declare as None in `game.py`."""
ALWAYS = {"__init__", "events", "game", "moves", "view", *HOMES}
GAMES = [*(f"games/{name}" for name in game_packages()), "tests/fifth_game/block"]


def homes(module: Module) -> dict[str, str]:
    """The file that defines each public name of `game.py`."""
    found: dict[str, str] = {}
    for node in module.syntax.body:
        match node:
            case ast.ImportFrom(module=str(source), names=names) if source.startswith(".".join(module.package)):
                found |= {alias.asname or alias.name: source.rpartition(".")[2] for alias in names}
            case ast.FunctionDef(name=name):
                found[name] = "game"
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=None)):
                found[name] = ""
            case ast.AnnAssign(target=ast.Name(id=name)):
                found[name] = "game"
    return found


def misplaced(module: Module) -> list[str]:
    """Each member that is missing, or is defined in another file than its own."""
    found = homes(module)
    wanted = {name: file for files in (HOMES, OPTIONAL) for file, names in files.items() for name in names}
    optional = {name for names in OPTIONAL.values() for name in names}
    return [
        f"{module.at(1)}: {name} belongs in {file}.py, not in {found.get(name)}"
        for name, file in sorted(wanted.items())
        if found.get(name) != file and not (name in optional and found.get(name) == "")
    ]


@pytest.mark.parametrize("folder", GAMES)
def test_each_job_has_the_same_file_in_every_game(folder: str) -> None:
    assert misplaced(Module(ROOT, ROOT / folder / "game.py")) == []
    assert ALWAYS - {path.stem for path in (ROOT / folder).glob("*.py")} == set()


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("games.duo.deadlines import", "games.duo.calls import", "deadline belongs in deadlines.py, not in calls"),
        ("games.duo.scoring import", "games.duo.receipts import", "receipts belongs in scoring.py, not in receipts"),
        ("import begin, decide", "import decide", "begin belongs in decide.py, not in None"),
        ("import guess", "import guesser as guess_once", "guess belongs in guess.py, not in None"),
        (
            "\n\ndef arrange",
            "\n\ndef shown_places(): ...\n\n\ndef arrange",
            "shown_places belongs in places.py, not in",
        ),
    ],
)
def test_a_job_in_another_file_is_found(tmp_path: Path, old: str, new: str, found: str) -> None:
    text = (ROOT / "games/duo/game.py").read_text()
    assert text.count(old) == 1
    path = tmp_path / "games" / "duo" / "game.py"
    path.parent.mkdir(parents=True)
    path.write_text(text.replace(old, new))
    assert any(found in line for line in misplaced(Module(tmp_path, path)))
