"""`make new-game` writes a whole game, and refuses names that cannot be used."""

import shutil
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT
from tests.new_game import PATTERN, QUESTIONS, ROSTER, parse, write


def test_a_new_game_is_written_and_registered_under_its_own_names(tmp_path: Path) -> None:
    for place in (ROSTER, QUESTIONS):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / place, tmp_path / place)
    places = write(parse(["zebra-dice"]), tmp_path)
    texts = {place: (tmp_path / place).read_text(encoding="utf-8") for place in places}
    assert "games/zebra/game.py" in texts and "docs/lessons/zebra-dice.md" in texts
    for place, text in texts.items():
        assert "fifth" not in text and "block-dominoes" not in text and "BL-" not in text, place
        if place.endswith(".py"):
            compile(text, place, "exec")
    renamed = parse(["zebra-dice-of-the-harbour", "zebra"]).rename("".join(map(Path.read_text, PATTERN.rglob("*.py"))))
    assert [line for line in renamed.splitlines() if "Of The" in line and len(line) > 120] == [], "too long for ruff"
    roster = (tmp_path / ROSTER).read_text(encoding="utf-8")
    assert '"zebra-dice": Modules("games.zebra", "render.zebra_scene", "bot.wording.zebra"),' in roster
    assert (tmp_path / QUESTIONS).read_text(encoding="utf-8").count('"zebra-dice": ') == 2
    with pytest.raises(FileExistsError):
        write(parse(["zebra-dice"]), tmp_path)


@pytest.mark.parametrize(
    ("names", "why"),
    [
        ([""], "small letters and hyphens"),
        (["Liars"], "small letters and hyphens"),
        (["zebra-dice", "zebra_dice"], "one word in small letters"),
        (["zebra-dice", "zebra", "L"], "two capital letters"),
        (["dark-doubles"], "another game has rules that begin with DD"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused_with_a_sentence(names: list[str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        parse(names)
