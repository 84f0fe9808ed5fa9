"""The page's own words in the languages of its readers."""

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
_TOLD: Final = re.compile(r'tell(?:Parts)?\((?:\w+ === \w+ \? |known \? )?"([^"]+)"(?: : "([^"]+)")?')


def _list_sentences() -> set[str]:
    """The sentences that the page shows: those in its scripts, and those in its HTML."""
    scripts = [file.read_text(encoding="utf-8") for file in FILES.glob("*.js") if file.name != "words.js"]
    in_scripts = {sentence for script in scripts for found in _TOLD.findall(script) for sentence in found if sentence}
    page = (FILES / "index.html").read_text(encoding="utf-8")
    in_page = re.findall(r'(?:aria-label|title|data-empty)="([^"]+)"', page)
    in_page += [text.strip() for text in re.findall(r">([^<>]+)<", page.partition("<body>")[2]) if text.strip()]
    return in_scripts | {text for text in in_page if text not in ("Harbour", "➤")}


def _read_table(language: str) -> dict[str, str]:
    return dict(_ENTRY.findall(WORDS.partition(f"const {language} = {{")[2].partition("\n};")[0]))


def _list_refusals() -> Iterator[str]:
    """The sentences with which the harbour refuses what a person does on the page, with {} for each fact."""
    for file in Path(harbour.__path__[0]).rglob("*.py"):
        if "NotOffered(" not in (text := file.read_text(encoding="utf-8")):
            continue
        for call in ast.walk(ast.parse(text)):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "NotOffered":
                sentence = call.args[-1]
                assert isinstance(sentence, ast.Constant | ast.JoinedStr), ast.unparse(call)
                parts = sentence.values if isinstance(sentence, ast.JoinedStr) else [sentence]
                yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)


@pytest.mark.parametrize("language", ["PORTUGUESE", "SPANISH"])
def test_every_refusal_of_the_harbour_is_said_in_its_readers_language(language: str) -> None:
    translated = {_FACT.sub("{}", sentence) for sentence in _read_table(language)}
    refused = set(_list_refusals())
    assert len(refused) > 20
    assert refused - translated == set()


def test_one_spanish_speaks_to_spain_and_to_mexico() -> None:
    told = " ".join(_read_table("SPANISH").values())
    assert re.findall(r"(?i)\b(?:ordenador|puls\w+|\w+[áéí]is|vuestr\w+|sitios?|coger)\b", told) == []


def test_scripts_of_the_page_show_sentences_only_through_tell() -> None:
    for file in FILES.glob("*.js"):
        if file.name != "words.js":
            assert re.findall(r"(?:Error|show|complain)\([^()\"`]*[\"`][^)]*", file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("language", ["PORTUGUESE", "SPANISH"])
def test_every_word_of_the_page_is_said_in_its_readers_language(language: str) -> None:
    table = _read_table(language)
    sentences = _list_sentences()
    assert len(sentences) > 40
    assert sentences - table.keys() == set()
    assert {key for key, text in table.items() if sorted(_FACT.findall(key)) != sorted(_FACT.findall(text))} == set()


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
    portuguese, english = _localize(plan, "pt-BR"), _localize(plan, "en-GB")
    assert portuguese["description"] == "Marcar uma noite" and english["description"] == "Plan a night"
    ((mine,), (theirs,)) = portuguese["options"], english["options"]
    assert (mine["name"], mine["description"]) == ("pace", "Com que ritmo")
    assert (mine["choices"][0]["name"], mine["choices"][0]["value"]) == ("ao vivo", "live")
    assert theirs["choices"][0]["name"] == "live"
