"""Every example that a sentence, a description, a placeholder or a document gives is read by its parser.

The examples are found in the texts of every language. A text with an example for which no reader is listed fails too.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC
from functools import cache
from typing import Final

import pytest

from bot.edge.discord_commands import Kind, Option
from bot.library.library import Library
from bot.library.rulebooks import Rulebooks
from bot.people.preferences import read_hours, read_notify
from bot.ports import Requester
from bot.services.typed_moves import split_move
from bot.tables.lobby import table_channels
from bot.tables.lobby.house_rules import read_value
from bot.tables.process_settings import GUIDES, RULEBOOKS
from bot.tally.books.book import parse_day
from bot.tally.books.crew_settings import parse_language, parse_unit, parse_weights
from bot.tally.papers.csv_import import _Head, _parse_amount
from bot.wording import ENGLISH, Language, Words, read_house_name
from bot.wording.house_rules import find_house_words
from bot.wording.times.moments import parse_time
from bot.wording.times.zones import read_zone
from bot.wording.translations import list_languages
from bot.wording.typed import read_keyword, read_scored, read_typed
from games import registry
from games.core import Refused, Unreadable, settle
from games.core.options import bind
from games.core.real_table import read_hands
from games.pussers.options import House
from tests.bot.harness.room import BEAR, Room
from tests.contract.driver import Session
from tests.examples import ACTS, Sentence, find_given, list_examples, list_sentences, list_shown_commands
from tests.left_out import MORE_CASES

AT: Final = 1_790_000_000_000
NAMES: Final = Words(ENGLISH).say("form/real_names").split(", ")
Reader = Callable[[Sentence, str, Words], object]


def read_real(sentence: Sentence, example: str, words: Words) -> None:
    """Read a line about a hand from a real table. The hand need not be whole."""
    game, line = _FRAMES.get(sentence.key, (sentence.part, "{}"))
    if example == "last" or example.endswith(" …"):
        assert read_scored(example.split()[0 if example == "last" else 1], words) in ("last", "shit")
        return
    rules, words = registry.game(game), words.about(game)
    example = example.replace("…", "R5").replace("{fee}", "2.50").replace("{nine_pay}", "1.00")
    hands = read_hands(line.format(example), NAMES, lambda text: read_scored(text, words, NAMES))
    assert rules.score_real is not None
    try:
        rules.score_real(len(NAMES), settle(rules.OPTIONS, {}), NAMES, hands)
    except Refused as refused:
        if refused.reason not in ("no_end", "no_eddie", "left_wrong", "left_blocked", "unfinished", "paid"):
            raise


_FRAMES: Final = {
    "REAL/words_pussers": ("pussers-bones", "Bear {}"),
    "REAL/words_lombardy": ("lombardy-bones", "Bear {}"),
    "REAL/words_duo": ("duo-dominoes", "Bear {}"),
    "REAL/words_bonedoneskis": ("bonedoneskis", "Bear {}"),
    "REAL/no_eddie": ("pussers-bones", "Bear {}"),
    "REAL/tiles": ("duo-dominoes", "Bear left {}"),
    "REAL/score": ("lombardy-bones", "Bear {}"),
    "REAL/renege": ("lombardy-bones", "Bear {}"),
    "REAL/all_of": ("pussers-bones", "Bear {}"),
    "REAL/pretties": ("pussers-bones", "Bear pretties {}"),
    "REAL/no_pretties": ("pussers-bones", "{}"),
    "REAL/do_bone": ("pussers-bones", "Bear {}"),
    "REAL/fee": ("bonedoneskis", "Bear {}"),
    "REAL/chips": ("bonedoneskis", "Bear paid {}"),
    "REAL/card": ("bonedoneskis", "Bear shows {}"),
    "REAL/face_down": ("bonedoneskis", "Bear shows {}"),
    "REAL/star": ("bonedoneskis", "{}"),
}
"""The game of each refusal of a line from a real table, and the line that its examples complete."""


def read_move(game: str, verb: str, typed: str) -> None:
    """Read the words after a verb as a player of a new hand. Raises Unreadable."""
    rules = registry.game(game)
    session = Session(rules, rules.SEATS[0], settle(rules.OPTIONS, {}), 1)
    rules.read(session.view(session.seats[0]), verb, typed)


def read_expected(sentence: Sentence, example: str, words: Words) -> None:
    """Read words that some verb of the game expects."""
    game, expected = sentence.part, sentence.key.rpartition("/")[2].removesuffix("_near")
    typed = read_typed(example, words.about(game))
    errors = []
    for verb in registry.game(game).VERBS:
        try:
            read_move(game, verb.name, typed)
        except Unreadable as error:
            errors.append(error.expected)
    assert (len(errors) < len(registry.game(game).VERBS) and expected not in errors) or not typed, (typed, errors)


def read_typed_move(sentence: Sentence, example: str, words: Words) -> None:
    """Read a whole move of some game, whose verb may be left out."""
    for game in [sentence.part] if sentence.part in registry.NAMES else registry.NAMES:
        verb, rest = split_move(read_typed(example, words.about(game)))
        verbs = {known.name for known in registry.game(game).VERBS}
        try:
            return read_move(game, verb, rest) if verb in verbs else read_move(game, "play", f"{verb} {rest}")
        except Unreadable:
            continue
    raise AssertionError(f"no game reads {example}")


@cache
def library(language: Language) -> Library:
    """The guides and rulebooks of a language."""
    return Library(GUIDES, books=Rulebooks(RULEBOOKS)).read_in(language)


def search(sentence: Sentence, example: str, words: Words) -> None:
    """Look something up in the guides and rulebooks."""
    assert library(sentence.language).search(example), "no page is found"


def read_nicknames(sentence: Sentence, example: str, words: Words) -> None:
    rules = registry.game(sentence.part)
    bind(House, settle(rules.OPTIONS, {"nicknames": read_value(rules, "nicknames", example)}))


def name_rule(text: str, words: Words) -> None:
    """Find the house rule that a text names."""
    assert find_house_words(read_house_name(text, words), "", words)


READERS: Final[dict[str, Reader]] = {
    r"bot tally/paper/why/amount": lambda _, text, words: _parse_amount(text, "Bear"),
    r"commands .*:(?:at|when)|bot TABLE/time_words": lambda _, text, words: parse_time(text, AT, UTC, 366),
    r"commands .*:since|bot TALLY/date|bot tally/paper/why/.*date": lambda _, text, words: parse_day(text),
    r"commands .*(?:quiet:value|call_quiet)|bot TALLY/call_quiet|bot .*preference_value/quiet": lambda _, text, words: (
        read_hours(text)
    ),
    r"commands me zone:value|bot .*preference_value/timezone": lambda _, text, words: read_zone(text),
    r"commands me notify:value|bot .*preference_value/notify": lambda _, text, words: read_notify(text),
    r"bot TABLE/preference_value/language": lambda _, text, words: text == "discord" or parse_language(text),
    r"commands .*:weights|bot TALLY/weights": lambda _, text, words: parse_weights(text),
    r"commands .*:unit": lambda _, text, words: parse_unit(text),
    r"commands .*:only|bot TABLE/channels": lambda _, text, words: table_channels.read(re.sub(r"#\w+", "<#1>", text)),
    r"commands rules:about": search,
    r"commands table house:rule": lambda _, text, words: name_rule(text, words),
    r"commands score:amount": lambda _, text, words: read_move("lombardy-bones", "score", text),
    r"commands move:words|.* plain/(?:play|answer)": read_typed_move,
    r".* (?:talk/\w+/)?expected/.*": read_expected,
    r".* real/how|.* form/real_example": read_real,
    rf"bot (?:{'|'.join(_FRAMES)})": read_real,
    r"bot form/tally_example": lambda _, text, words: _Head.read(text.split(", ")),
    r".* (?:talk/\w+/)?house/nicknames:allowed": read_nicknames,
    r"commands hand orders:words|.* (?:talk/\w+/)?form/orders_example": lambda *_: None,
}
"""The parser of each text with examples, by part and key. Orders have a test of their own."""


def find_reader(sentence: Sentence) -> Reader | None:
    place = f"{sentence.part} {sentence.key}"
    return next((reader for known, reader in READERS.items() if re.fullmatch(known, place)), None)


KEYWORDS = {keyword for act in ACTS.rows for option in act.options for keyword in option.keywords}


def is_keyword(typed: str, words: Words) -> bool:
    return read_keyword(typed, KEYWORDS, words) in KEYWORDS


@pytest.mark.parametrize("language", [ENGLISH, *map(Language, list_languages())])
def test_every_example_is_read(language: Language) -> None:
    words, wrong = Words(language), []
    for sentence in list_sentences():
        if sentence.language != language or (reader := find_reader(sentence)) is None:
            continue
        examples = list(list_examples(sentence, words))
        if not examples and (sentence.part, sentence.key) in find_given():
            wrong.append(f"{sentence.part} {sentence.key}: write an example, as in English")
        for example in examples:
            try:
                is_keyword(example, words) or reader(sentence, example, words)
            except (Refused, Unreadable, ValueError, AssertionError) as error:
                wrong.append(f"{sentence.part} {sentence.key}: {example} ({error})")
    assert wrong == []


def test_every_value_of_a_command_that_a_text_shows_is_read() -> None:
    wrong = []
    for shown in list_shown_commands():
        options = {option.name: option for option in shown.act.options}
        for name, typed in shown.values.items():
            try:
                read_option(shown.language, shown.act.command, options[name], typed)
            except (Refused, Unreadable, ValueError, AssertionError) as error:
                wrong.append(f"{shown.where}: /{shown.typed} ({error})")
    assert wrong == []


def read_option(language: Language, command: str, option: Option, typed: str) -> None:
    """Read a typed value of an option: one of its choices, "true", a number, or words for its parser."""
    words = Words(language)
    if option.choices:
        assert typed in {word for choice in option.make_payload(command)["choices"] for word in choice.values()}
    elif option.kind is Kind.YES_NO:
        assert typed.lower() in ("true", "false")
    elif option.kind is Kind.NUMBER:
        assert option.least <= int(typed) <= option.most
    elif not is_keyword(typed, words):
        sentence = Sentence(language, "commands", f"{command}:{option.name}", typed)
        reader = find_reader(sentence)
        assert reader is not None, "name its parser in READERS"
        reader(sentence, typed, words)


def test_every_sentence_with_an_example_has_a_reader() -> None:
    given = find_given()
    assert len(given) > 60
    assert [place for place, sentence in given.items() if not find_reader(sentence)] == [], "name its parser in READERS"


@pytest.mark.thorough(MORE_CASES)
async def test_every_standing_order_that_a_text_shows_is_taken(room: Room) -> None:
    tables = {
        (game, talk): await room.start_table(game, house={"talk": talk} if talk else {}, thread=True)
        for game, talk in [*((game, "") for game in registry.NAMES), ("pussers-bones", "civvy")]
    }

    async def is_taken(table: int, reader: Requester, order: str) -> bool:
        try:
            await room.ask(room.services.orders.give, table, reader, order)
        except Unreadable:
            return False
        return await room.ask(room.services.orders.give, table, reader, "off") is not None

    for shown in list_shown_commands():
        if shown.act.command == "hand orders" and (order := shown.values.get("words")):
            reader = replace(BEAR, language=shown.language)
            assert [place for place, table in tables.items() if await is_taken(table, reader, order)], shown


@pytest.mark.parametrize(
    ("part", "key", "wrong"),
    [
        ("pussers-bones", "real/how", "Wal pair G4"),
        ("pussers-bones", "expected/bone", "G4"),
        ("pussers-bones", "house/nicknames:allowed", "Jimmy Rock=Snoopy"),
        ("commands", "move:words", "discard G4"),
        ("commands", "night plan:when", "fryday 8pm"),
        ("bot", "TALLY/weights", "a factor (1/100)"),
    ],
)
def test_a_wrong_example_is_found(part: str, key: str, wrong: str) -> None:
    sentence = find_given()[part, key]
    reader = find_reader(sentence)
    assert reader is not None
    with pytest.raises((Refused, Unreadable, ValueError, AssertionError)):
        reader(sentence, wrong, Words(ENGLISH))
