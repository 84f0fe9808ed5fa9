"""The page's own words in the languages of its readers."""

from __future__ import annotations

import re
from typing import Final

import pytest

from harbour.page.server import FILES
from harbour.page.session import _localize

WORDS: Final = (FILES / "words.js").read_text(encoding="utf-8")
_ENTRY: Final = re.compile(r'^  "(.+?)": "(.+)",$', re.MULTILINE)
_FACT: Final = re.compile(r"\{\w+\}")
_SAID: Final = re.compile(r'tell(?:Parts)?\((?:\w+ === \w+ \? |known \? )?"([^"]+)"(?: : "([^"]+)")?')


def _list_sentences() -> set[str]:
    """The sentences that the page says: those of its scripts, and those that stand in the page itself."""
    scripts = [file.read_text(encoding="utf-8") for file in FILES.glob("*.js") if file.name != "words.js"]
    said = {sentence for script in scripts for found in _SAID.findall(script) for sentence in found if sentence}
    page = (FILES / "index.html").read_text(encoding="utf-8")
    standing = re.findall(r'(?:aria-label|title|data-empty)="([^"]+)"', page)
    standing += [text.strip() for text in re.findall(r">([^<>]+)<", page.partition("<body>")[2]) if text.strip()]
    return said | {text for text in standing if text not in ("Harbour", "➤")}


@pytest.mark.parametrize("language", ["PORTUGUESE", "SPANISH"])
def test_every_word_of_the_page_is_said_in_its_readers_language(language: str) -> None:
    table = dict(_ENTRY.findall(WORDS.partition(f"const {language} = {{")[2].partition("\n};")[0]))
    sentences = _list_sentences()
    assert len(sentences) > 40
    assert sentences - table.keys() == set()
    assert {said for said, told in table.items() if sorted(_FACT.findall(said)) != sorted(_FACT.findall(told))} == set()


def test_commands_are_described_in_the_language_of_their_reader() -> None:
    plan = {
        "name": "plan",
        "description": "Plan a night",
        "description_localizations": {"pt-BR": "Marcar uma noite"},
        "options": [
            {
                "name": "pace",
                "description": "How fast",
                "description_localizations": {"pt-BR": "Com que ritmo"},
                "choices": [{"name": "live", "value": "live", "name_localizations": {"pt-BR": "ao vivo"}}],
            }
        ],
    }
    told, english = _localize(plan, "pt-BR"), _localize(plan, "en-GB")
    assert told["description"] == "Marcar uma noite" and english["description"] == "Plan a night"
    ((mine,), (theirs,)) = told["options"], english["options"]
    assert (mine["name"], mine["description"]) == ("pace", "Com que ritmo")
    assert (mine["choices"][0]["name"], mine["choices"][0]["value"]) == ("ao vivo", "live")
    assert theirs["choices"][0]["name"] == "live"
