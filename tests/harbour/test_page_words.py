"""The page's own words in the languages of its readers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import harbour
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


def _list_table(language: str) -> dict[str, str]:
    return dict(_ENTRY.findall(WORDS.partition(f"const {language} = {{")[2].partition("\n};")[0]))


def _list_refusals() -> Iterator[str]:
    """The sentences with which the harbour refuses what a person does on the page, with {} for their facts."""
    for file in Path(harbour.__path__[0]).rglob("*.py"):
        if "NotOffered(" not in (text := file.read_text(encoding="utf-8")):
            continue
        for call in ast.walk(ast.parse(text)):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "NotOffered":
                told = call.args[-1]
                assert isinstance(told, ast.Constant | ast.JoinedStr), ast.unparse(call)
                parts = told.values if isinstance(told, ast.JoinedStr) else [told]
                yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)


@pytest.mark.parametrize("language", ["PORTUGUESE", "SPANISH"])
def test_every_refusal_of_the_harbour_is_said_in_its_readers_language(language: str) -> None:
    told = {_FACT.sub("{}", sentence) for sentence in _list_table(language)}
    refused = set(_list_refusals())
    assert len(refused) > 20
    assert refused - told == set()


def test_no_script_of_the_page_writes_a_sentence_that_is_not_told() -> None:
    for file in FILES.glob("*.js"):
        if file.name != "words.js":
            assert re.findall(r"(?:Error|show|complain)\([^()\"`]*[\"`][^)]*", file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("language", ["PORTUGUESE", "SPANISH"])
def test_every_word_of_the_page_is_said_in_its_readers_language(language: str) -> None:
    table = _list_table(language)
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
