"""Moves as people type them, in English and in other languages."""

from collections.abc import Iterator

import pytest

from bot.wording import ENGLISH, Language, Words
from bot.wording.game_wording import GameWording
from bot.wording.languages import ENOUGH, LANGUAGES, catalogue_of, covers
from bot.wording.letters import simplify
from bot.wording.typed import read_scored, read_typed
from tests.pseudo import disguise_catalogues

DUO = "duo-dominoes"
SPOKEN = {
    "typed/1": "ás; um",
    "typed/3": "terno; três",
    "typed/5": "quina",
    "typed/6": "sena",
    "typed/and": "e",
    "typed/double": "bucha de; carroça de",
    "typed/knock": "passo; passar; toco",
    "typed/play": "jogo; jogar",
}


@pytest.fixture
def portuguese(monkeypatch: pytest.MonkeyPatch) -> Iterator[Words]:
    """A reader of Portuguese at a table of Duo Dominoes."""
    assert ENOUGH <= 1
    disguised = disguise_catalogues()

    def find_wording(game: str) -> GameWording:
        wording = disguised.of_game(game)
        return wording._replace(sentences={**wording.sentences, **SPOKEN})

    monkeypatch.setitem(LANGUAGES, Language("pt-xx"), disguised._replace(of_game=find_wording))
    yield Words(Language("pt-xx"), DUO)
    catalogue_of.cache_clear()
    covers.cache_clear()


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("passo", "knock"),
        ("PASSO!", "knock"),
        ("sena e ás", "6 1"),
        ("sena e as A", "6 1 A"),
        ("quina e terno", "5 3"),
        ("jogo bucha de sena B", "play double 6 B"),
        ("carroça de quina", "double 5"),
        ("6-4 A", "6-4 A"),
        ("Sena 4", "6 4"),
    ],
)
def test_a_move_is_typed_in_the_language_of_its_player(portuguese: Words, typed: str, read: str) -> None:
    assert read_typed(typed, portuguese) == read


@pytest.mark.parametrize(
    ("typed", "read"),
    [("pass", "knock"), ("play six four A", "play 6 4 A"), ("Double six", "double 6"), ("play 6-4", "play 6-4")],
)
def test_english_has_more_than_one_word_for_a_move_too(typed: str, read: str) -> None:
    assert read_typed(typed, Words(ENGLISH, DUO)) == read


def test_words_without_a_meaning_of_their_own_stay() -> None:
    assert read_typed("Throw out  Jimmy Rick", Words(ENGLISH, "pussers-bones")) == "discard Jimmy Rick"


def test_accents_and_capitals_do_not_matter() -> None:
    assert [simplify(word) for word in ("ÁS", "Dominó", "peça", "Ñandú")] == ["as", "domino", "peca", "nandu"]


@pytest.mark.parametrize(
    ("language", "typed", "read"),
    [
        ("en", "the six four at the left", "6 4 at left"),
        ("en", "six-four A", "6 4 A"),
        ("pt-BR", "jogar 6-4 em A", "play 6-4 at A"),
        ("pt-BR", "a 6-4 a", "6-4 a"),
        ("pt-BR", "joga a sena-quadra na esquerda", "play 6 4 left"),
        ("pt-BR", "bucha de sena (6-6)", "double 6"),
        ("es-ES", "poner el 6-4 en A", "play 6-4 at A"),
        ("es-ES", "seis-cuatro a la derecha", "6 4 right"),
        ("es-ES", "la mula de seises", "double 6"),
        ("es-ES", "¡Paso!", "knock"),
    ],
)
def test_articles_hyphens_and_sides_are_read_in_each_language(language: str, typed: str, read: str) -> None:
    assert read_typed(typed, Words(Language(language), DUO)) == read


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("East", "eddie"),
        ("kong R5 face down", "all-of R5 concealed"),
        ("flowers F1 N2", "pretties F1 N2"),
        ("wins R1 R1 winning tile R2 drawn", "ties up R1 R1 do R2 wall"),
        ("false mahjong", "shit"),
        ("first flower", "first pretty"),
    ],
)
def test_a_hand_from_a_real_table_is_read_in_the_words_of_civvies(typed: str, read: str) -> None:
    assert read_scored(typed, Words(ENGLISH, "pussers-bones")) == read
