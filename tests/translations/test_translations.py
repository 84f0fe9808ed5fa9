"""The effect of a folder of translations, and the report on each language."""

import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Any, Final

import pytest
from babel.messages.pofile import read_po

from bot import acts
from bot.edge.sync import localize
from bot.services.checkup import format_bytes
from bot.wording import (
    ENGLISH,
    Language,
    Words,
    choose_language,
    describe_value,
    languages,
    name_house_rule,
    parse_spoken_value,
    read_house_name,
    translations,
)
from bot.wording.languages import LANGUAGES
from bot.wording.letters import simplify
from bot.wording.typed import read_keyword
from tests.translations import files
from tests.translations.report import find_mistakes, judge
from tests.translations.source import find_limit, list_parts, list_source

DUO, LOMBARDY = "duo-dominoes", "lombardy-bones"
TRANSLATED = {
    "bot": {"list/last": "{first} e {last}", "number/point": ",", "house/start": "Como o jogo começa"},
    "commands": {"table open": "Abrir uma mesa", "table open:game": "O jogo"},
    DUO: {},
}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of `portuguese`."""
    folder = tmp_path_factory.mktemp("translations")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "FOLDER", folder)
        files.write("pt-BR", folder)
    brackets = {key: f"[{text}]" for key, text in list_source(DUO).items()}
    brackets["log/duo.passed"] = "{seat} passa"
    own = {**list_source("bot"), **TRANSLATED["bot"]}
    for part, told in {**TRANSLATED, "bot": own, DUO: brackets}.items():
        put(folder / "pt-BR" / f"{part}.po", told)
    return folder


@pytest.fixture
def portuguese(written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Language]:
    """A language whose folder has a few sentences of the bot and every sentence of Duo Dominoes, in brackets."""
    language = Language("pt-BR")
    copytree(written, tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr(translations, "FOLDER", tmp_path)
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    monkeypatch.setitem(LANGUAGES, language, None)
    forget()
    yield language
    forget()


def forget() -> None:
    """Let the next test read its own files."""
    for kept in (translations.read_sentences, languages.covers, languages.catalogue_of):
        kept.cache_clear()


def put(path: Path, told: dict[str, str]) -> None:
    """Translate some sentences of a file, as a translator's tool does."""
    text = path.read_text(encoding="utf-8")
    for key, sentence in told.items():
        head, mark, rest = text.partition(f'msgctxt "{key}"\n')
        assert mark, key
        before, _, after = rest.partition('msgstr ""\n')
        quoted = sentence.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        text = f'{head}{mark}{before}msgstr "{quoted}"\n{after}'
    path.write_text(text, encoding="utf-8")


def test_a_translated_sentence_is_spoken_with_english_behind_it(portuguese: Language) -> None:
    words = Words(portuguese)
    assert words.say("list/last", first="Bear", last="Bull") == "Bear e Bull"
    assert words.say("scene/chips", amount=1250) == "12,50"
    assert words.say("TABLE/unknown") == Words(ENGLISH).say("TABLE/unknown")
    assert name_house_rule("start", words) == "Como o jogo começa"


def test_plural_forms_follow_the_language(portuguese: Language) -> None:
    words = Words(portuguese)
    assert [words.choose_form(count, "pedra|pedras") for count in (0, 1, 2, 1_000_000)] == [
        "pedras", "pedra", "pedras", "pedras",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "key, facts, told",
    [
        ("tally/line/game_won", {"winners": ("Ana",)}, "Victoria de Ana"),
        ("why/waits", {"names": ("ti", "Ana")}, "La mesa está pendiente de ti y Ana."),
        ("why/you", {}, "ti"),
        (
            "evening/led",
            {"name": "Ana + Beto"},
            "Por delante desde la primera mano de la partida hasta la última: Ana + Beto.",
        ),
    ],
)
def test_a_fact_has_the_number_and_the_case_that_its_sentence_needs(key: str, facts: Any, told: str) -> None:
    assert Words(Language("es-ES"), LOMBARDY).say(key, **facts) == told


def test_a_size_has_the_decimal_sign_of_its_reader() -> None:
    assert format_bytes(446_464, Words(Language("pt-BR"))) == "436,0 KiB"
    assert format_bytes(446_464, Words(Language("es-419"))) == "436.0 KiB"


def test_a_game_that_a_language_does_not_cover_speaks_english_as_a_whole(portuguese: Language) -> None:
    duo, lombardy = Words(portuguese, DUO, ("Bear",)), Words(portuguese, LOMBARDY, ("Bear",))
    assert duo.say("scene/between") == Words(ENGLISH).say("scene/between")
    assert duo.label("play") == "[Play]"
    assert (duo.say("list/last", first=1, last=2), lombardy.say("list/last", first=1, last=2)) == ("1 e 2", "1 and 2")
    assert describe_value("start", "button", lombardy) == "by the button"
    away = Words(portuguese).about(LOMBARDY)
    assert away.say("list/last", first=1, last=2) == "1 e 2", (
        "away from tables of that game, only sentences without a translation are English"
    )


@pytest.mark.parametrize("language", translations.list_languages())
def test_a_language_is_offered_when_a_first_evening_is_whole_in_it(language: str) -> None:
    whole = all(judge(language, part).lacking == 0 for part in ("bot", DUO))
    offered = whole or translations.find_base(language) in translations.list_offered()
    assert (language in translations.list_offered()) == offered
    assert (Language(language) in LANGUAGES) == offered


def test_a_regional_language_differs_in_some_sentences_and_has_the_others_of_its_base() -> None:
    mexico, spain = (Words(Language(code), LOMBARDY) for code in ("es-419", "es-ES"))
    assert (mexico.say("domino/double", number="seis"), spain.say("domino/double", number="seis")) == (
        "mula de seis", "seis doble",
    )  # fmt: skip
    assert mexico.say("scene/chips", amount=1250) == "12.50"
    assert mexico.say("scene/between") == spain.say("scene/between")
    assert choose_language("es-MX") == "es-419" and choose_language("pt-PT") == "pt-BR"


SPAINS_OWN: Final = re.compile(
    r"(?i)\b(dobles?|tantos|sitios?|pulsa\w*|pozo|roba[rs]?|costes?|cantes|peñas?|os|sois|\w*(?<!s)[áé]is|vuestr\w+|(?:has?|han|he)\s\w+(?:[aií]do|to|cho))\b"
)
"""The words of Spain for which people in Mexico have others: mula, puntos, lugar, toca, sopa, comer, costo, grupo. What
is over has happened there: "ganaste", not "has ganado". Several people are *ustedes*."""
IN_MEXICO_TOO: Final = (
    "Sitio web",
    "toque doble",
    "juego de doble seis",
    "las mulas el doble",
    "tantos hilos",
    "tantos pasos",
    r"([Nn]o|[Nn]unca)( se)? (has?|han|he) \w+",
)


def test_a_mexican_reader_meets_none_of_spains_own_words() -> None:
    """Words that somebody types or asks for may be of either country."""
    sentences = {
        f"{part} {key}": sentence.text
        for part in list_parts()
        for key, sentence in translations.read_sentences("es-419", part).items()
        if not key.startswith(("typed/", "scored/", "search/", "keyword/"))
    }
    documents = {
        str(path): re.sub(r"<!--.*?-->|(?<=\) \| )[^|]*", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for path in (translations.FOLDER / "es-419").rglob("*.md")
    }
    told = {place: re.sub("|".join(IN_MEXICO_TOO), "", text) for place, text in (sentences | documents).items()}
    assert {place: found for place, text in told.items() if (found := SPAINS_OWN.findall(text))} == {}


def test_a_language_without_the_bots_own_sentences_speaks_at_no_table(portuguese: Language) -> None:
    files.write(portuguese, translations.FOLDER)
    (translations.FOLDER / portuguese / "bot.po").write_text("")
    forget()
    LANGUAGES[portuguese] = None
    assert Words(portuguese, DUO).spoken == ENGLISH


def test_a_translation_of_an_older_english_sentence_is_not_spoken(portuguese: Language) -> None:
    path = translations.FOLDER / portuguese / "bot.po"
    path.write_text(path.read_text(encoding="utf-8").replace('msgid "{first} and {last}"', 'msgid "{a} and {b}"'))
    forget()
    assert Words(portuguese).say("list/last", first=1, last=2) == "1 and 2"
    files.write(portuguese, translations.FOLDER)
    assert files.read(portuguese, "bot")["list/last"].fuzzy, "a translator is shown what has changed"
    assert judge(portuguese, "bot").fuzzy == 1


def test_descriptions_of_commands_are_localized_and_names_are_not(portuguese: Language) -> None:
    tables: Any = next(command for command in localize(acts.register().make_payload()) if command["name"] == "table")
    opened = next(command for command in tables["options"] if command["name"] == "open")
    assert opened["description_localizations"] == {"pt-BR": "Abrir uma mesa"}
    game = next(option for option in opened["options"] if option["name"] == "game")
    assert game["description_localizations"] == {"pt-BR": "O jogo"}
    assert not any("name_localizations" in part for part in (tables, opened, game))


@pytest.mark.parametrize("language", translations.list_languages())
def test_no_translated_sentence_is_wrong(language: str) -> None:
    assert [mistake for part in list_parts() for mistake in judge(language, part).mistakes] == []


@pytest.mark.parametrize("language", translations.list_languages())
def test_a_file_offers_a_translator_every_sentence_as_it_is_now(language: str) -> None:
    """`python -m tests.translations <language>` writes them again. A regional language has a few sentences alone."""
    for part in list_parts():
        offered = {key: message.id for key, message in files.read(language, part).items()}
        source = list_source(part)
        if translations.find_base(language):
            source = {key: source[key] for key in source.keys() & offered.keys()}
        assert not offered or offered == source, part


@pytest.mark.parametrize("path", sorted(translations.FOLDER.glob("*/*.po")), ids=lambda path: f"{path.parts[-2:]}")
def test_standard_tools_find_no_fault_in_a_file(path: Path) -> None:
    """The house's format is no Python format, so a flag would make `msgfmt -c` complain about plurals in braces."""
    with path.open("rb") as file:
        catalog = read_po(file, abort_invalid=True)
    assert list(catalog.check()) == []
    assert f'"Plural-Forms: {catalog.plural_forms}\\n"' in path.read_text(encoding="utf-8")
    assert "-format" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("key", "english", "told", "why"),
    [
        ("a", "{name} sits down", "Alguém senta-se", "forgets {name}"),
        ("a", "press {button:next}", "pressiona {button:start}", "forgets {button:next}"),
        ("a", "{name} sits", "{nome} senta-se", "asks for {nome}"),
        ("a", "{name} sits", "{name senta-se", "brace"),
        ("a", "**{name}** sits", "**{name} senta-se", "**"),
        ("button/next", "Next hand", "x" * 81, "Discord takes 80"),
        ("form/keep", "Keep hand", "x" * 46, "Discord takes 45"),
        ("a", "Done.", "Feito", "full stop"),
    ],
)
def test_a_wrong_sentence_is_named(key: str, english: str, told: str, why: str) -> None:
    assert any(why in mistake for mistake in find_mistakes("bot", key, english, told))


def test_the_english_fits_into_what_discord_takes() -> None:
    """A field's label that is too long would lose its end: "(optional"."""
    for part in list_parts():
        for key, text in list_source(part).items():
            limit = find_limit(part, key)
            assert limit is None or len(text) <= limit, key


@pytest.mark.parametrize("language", ["en", *translations.list_offered()])
def test_a_description_names_the_words_that_people_may_type_there(language: str) -> None:
    """ "All" in English, "todos" in Spanish: what somebody reads there is understood."""
    told = {key: sentence.text for key, sentence in translations.read_sentences(language, "commands").items()}
    plains, words = list_source("commands") | told, Words(Language(language))
    for act in acts.register().rows:
        for option in act.options:
            for keyword in option.keywords:
                phrases = words.say(f"keyword/{keyword.replace(' ', '_')}").split("; ")
                assert {read_keyword(phrase.upper(), option.keywords, words) for phrase in phrases} == {keyword}
                plain = plains[f"{act.command}:{option.name}"]
                named = any(re.search(rf"\b{re.escape(simplify(phrase))}\b", simplify(plain)) for phrase in phrases)
                assert named or act.command == "me notify", f"{plain!r} names none of {phrases}"


def test_names_and_values_are_understood_without_their_accents() -> None:
    portuguese, spanish = Words(Language("pt-BR"), LOMBARDY), Words(Language("es-ES"), LOMBARDY)
    assert translations.find_language("portugues") == "pt-BR"
    assert read_house_name("Renuncias", portuguese) == "reneges"
    assert parse_spoken_value("next_hand_after", "7 dias", spanish) == "7d"
