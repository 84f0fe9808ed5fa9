"""Whatever the bot prints about moves can be typed: names of pieces and of buttons, moves, and lines of the log."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from bot.messages.parts.controls import list_offered, make_rows, split_control
from bot.ports import Button
from bot.services import typed_moves
from bot.services.typed_moves import name_move, read_move, split_move
from bot.wording import ENGLISH, Language, Words, word_log_line, word_move
from bot.wording.event_text import name_piece
from bot.wording.languages import LANGUAGES
from bot.wording.typed import read_typed
from games import registry
from games.core import Seat, Unreadable, settle, view_event
from games.core.events import kind_of
from games.core.game import Game
from games.core.moves import Ambiguous
from games.pieces.dominoes import CODES
from tests.contract.driver import Session, Step
from tests.effort import rounds
from tests.left_out import MORE_CASES, mark_thorough

MOVES = rounds(12, 200, 400)
SPOKEN = mark_thorough(
    [(game, language) for game in registry.NAMES for language in LANGUAGES if Words(language, game).spoken == language],
    MORE_CASES,
    only=[("lombardy-bones", language) for language in LANGUAGES if language != ENGLISH],
)
TALKS = {"pussers-bones": ("civil", "messdeck", "civvy")}
SEAT = "Ned"
LOGGED = re.compile(r"\w+\.(laid|passed|called|waived|discarded|acted|folded)")
"""The events whose lines in the log say a move in full, after the player's name."""


@pytest.fixture(autouse=True)
def no_naming_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remember the names of moves, since these tests read a move by each of the names of each move."""
    named = cache(lambda choice, words, stage: tuple(name_move(choice, words, stage)))
    monkeypatch.setattr(typed_moves, "name_move", named)
    monkeypatch.setattr(typed_moves, "_strip", cache(typed_moves._strip))


def read(game: Game, session: Session, seat: Seat, typed: str, words: Words) -> str:
    """The written form of the move that a player means by typed words, with " / " between several; "?" for none."""
    view = session.view(seat)
    try:
        return game.write(game.read(view, *read_move(game, view, session.view(None), typed, words)))
    except Ambiguous as ambiguous:
        return " / ".join(ambiguous.candidates)
    except Unreadable:
        return "?"


def play(name: str, language: Language, most: int = MOVES) -> Iterator[tuple[Session, Step, Words]]:
    """Play a session at tables of each talk, and yield each moment."""
    game = registry.game(name)
    for talk in TALKS.get(name, ("",)):
        players = min(game.SEATS[1], 4)
        words = Words(language, name, (SEAT,) * players, talk)
        session = Session(game, players, settle(game.OPTIONS, {"talk": talk} if talk else {}), 7)
        for step in session.steps("random", most):
            yield session, step, words


@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_every_name_of_an_offered_move_is_read_as_that_move(name: str, language: Language) -> None:
    game, wrong = registry.game(name), set()
    for session, _, words in play(name, language):
        for seat in session.seats:
            offered: dict[str, set[str]] = {}
            for choice in list_offered(game, session.view(seat), session.view(None)):
                for typed in name_move(choice, words, session.view(seat).stage):
                    offered.setdefault(typed, set()).add(game.write(choice.move))
            found = {typed: read(game, session, seat, typed, words) for typed in offered}
            wrong |= {(typed, found[typed]) for typed, meant in offered.items() if found[typed] not in meant}
    assert wrong == set()


@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_every_button_is_read_by_its_label_as_the_move_that_it_makes(name: str, language: Language) -> None:
    """ "Call 1.50", "Raise to 3.00" and "Anywhere" weren't read."""
    game, wrong, reader = registry.game(name), set(), next(other for other in LANGUAGES if other != language)
    for session, _, words in play(name, language):
        for seat in session.seats:
            view, crowd = session.view(seat), session.view(None)
            for button in (each for row in make_rows(game, view, words, crowd=crowd) for each in row):
                if isinstance(button, Button) and not button.disabled:
                    verb, argument = split_control(button.name)
                    meant = game.write(game.read(view, verb, argument))
                    for spoken in (words, replace(words, language=reader, channels=(language,))):
                        found = read(game, session, seat, button.label, spoken)
                        wrong |= {(button.label, meant, found, spoken.language)} if meant != found else set()
    assert wrong == set()


@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_every_piece_is_read_by_its_name_and_its_symbol_at_any_time(name: str, language: Language) -> None:
    game, pieces, wrong = registry.game(name), registry.game(name).PIECES, set()
    for session, _, words in itertools.islice(play(name, language), 0, None, 12):
        for seat, piece in itertools.product(session.seats[:2], pieces.every):
            choices = list_offered(game, session.view(seat), session.view(None))
            offered = {typed.lower() for choice in choices for typed in name_move(choice, words)}
            spoken, symbol = name_piece(pieces, piece, words), pieces.symbol(piece)
            for typed in {spoken.lower(), f"{spoken} ({symbol})", symbol, pieces.code(piece)} - offered:
                meant = read(game, session, seat, typed, words)
                if not any(pieces.code(piece) in written.split() for written in meant.split(" / ")):
                    wrong.add((typed, meant))
    assert wrong == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["duo-dominoes", "lombardy-bones"])
def test_every_move_with_a_domino_is_read_as_it_is_worded(name: str, language: Language) -> None:
    words = Words(language, name)
    ends, calls = (("", "A", "B"), ("",)) if name.startswith("duo") else (("", "A", "B", "C", "D"), ("", "15"))
    game, view = registry.game(name), next(play(name, language))[0].view(None)
    for code, end, call in itertools.product(CODES, ends, calls):
        written = " ".join(filter(None, ("play", code, end, call if end else "")))
        for typed in (written, word_move(written, words), word_move(written, words).lower()):
            verb, rest = split_move(read_typed(typed, words))
            assert game.write(game.read(view, verb, rest)) == written, typed


@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_a_line_of_the_log_about_a_move_is_read_as_that_move(name: str, language: Language) -> None:
    game, said, read_back = registry.game(name), {"knock"}, set()  # a pass may be played by itself
    for _, step, words in play(name, language, 4 * MOVES):
        said.add(game.write(step.move))
        for event in filter(lambda event: LOGGED.fullmatch(kind_of(event)), step.events):
            line = word_log_line(view_event(event, None), words)
            if line.startswith(f"{SEAT} ") and not re.search("[:,]| [0-9]+\\.", line):  # more is told than the move
                verb, rest = split_move(read_typed(line.removeprefix(f"{SEAT} "), words))
                meant = game.write(game.read(game.view(step.before, Seat(0)), verb, rest))
                assert any(meant.startswith(written) or written.startswith(meant) for written in said), line
                read_back.add(verb)
    assert read_back


SAID: dict[tuple[str, str], dict[str, str]] = {
    ("duo-dominoes", "en"): {
        "I play the 6-3 on the left": "play 6-3 A", "put 6-3 at end B.": "play 6-3 B", "“six/three” on A": "play 6-3 A",
        "6-3 right side!": "play 6-3 B", "double sixes": "play 6-6", "I knock": "knock",
    },
    ("duo-dominoes", "pt-BR"): {
        "eu coloco a sena/terno do lado esquerdo": "play 6-3 A", "6-3 lado direito.": "play 6-3 B",
        "“bucha de sena”": "play 6-6", "eu passo": "knock",
    },
    ("duo-dominoes", "es-ES"): {
        "tiro la ficha seis-tres en la punta A": "play 6-3 A", "6-3 al lado derecho": "play 6-3 B",
        "¡yo paso!": "knock",
    },
    ("lombardy-bones", "en"): {
        "15": "answer 5-1", "I call renege": "renege", "play 5-1": "play 5-1", "I have none": "answer none",
        "I'm done": "done",
    },
    ("lombardy-bones", "pt-BR"): {
        "marco 15": "score 15", "canto renúncia": "renege", "não tenho buchas": "answer none", "mais nada": "done",
    },
    ("lombardy-bones", "es-ES"): {
        "apunto 15": "score 15", "canto renuncio": "renege", "no tengo dobles": "answer none", "ya está": "done",
    },
    ("lombardy-bones", "es-419"): {"me como": "draw", "come": "draw", "no tengo mulas": "answer none"},
    ("pussers-bones", "en"): {"I throw my Jimmy Rick": "discard R1", "chuck the Six Rick.": "discard R6"},
    ("bonedoneskis", "en"): {"I fold.": "fold", "I'll call": "call"},
}  # fmt: skip


@pytest.mark.parametrize(("name", "language"), SAID)
def test_moves_are_read_as_people_say_them(name: str, language: Language) -> None:
    session, _, words = next(play(name, language))
    game = registry.game(name)
    said = {typed: read(game, session, Seat(0), typed, words) for typed in SAID[name, language]}
    assert said == SAID[name, language]


def test_a_bare_number_is_a_score_while_one_is_asked_for_lb_30() -> None:
    game, words = registry.game("lombardy-bones"), Words(ENGLISH, "lombardy-bones")
    asked = set()
    for session, _, _ in play("lombardy-bones", ENGLISH, 60):
        for seat in session.seats:
            verbs = {choice.verb for choice in list_offered(game, session.view(seat), session.view(None))}
            asked |= verbs & {"score", "play"}
            if not verbs.isdisjoint({"score", "play"}):
                assert read(game, session, seat, "15", words) == ("score 15" if "score" in verbs else "play 5-1")
    assert asked == {"score", "play"}


@pytest.mark.parametrize("talk", TALKS["pussers-bones"])
def test_a_pluck_is_read_with_its_end_in_every_talk_pb_26(talk: str) -> None:
    """ "Pluck off the Loose" plucked from the wall."""
    game, words = registry.game("pussers-bones"), Words(ENGLISH, "pussers-bones", talk=talk)
    view = next(play("pussers-bones", ENGLISH))[0].view(Seat(0))
    said = {"Pluck off the Loose": "loose", "draw from the dead wall": "loose", "draw from the wall": "wall"}
    for typed, end in {**said, word_move("pluck loose", words): "loose"}.items():
        assert game.write(game.read(view, *split_move(read_typed(typed, words)))) == f"pluck {end}", typed


FIFTEEN = {
    "en": ("15 points", "15 pts", "15pts", "fifteen", "15!", "Fifteen points.", "score 15 points", "I call fifteen"),
    "pt-BR": ("15 pontos", "quinze", "quinze pontos", "marco 15 pontos", "15 pts"),
    "es-ES": ("15 puntos", "quince", "quince tantos", "apunto 15 puntos", "15 pts", "¡15!"),
    "es-419": ("15 puntos", "quince", "quince puntos", "15 pts"),
}


@pytest.mark.parametrize("language", FIFTEEN)
def test_a_score_is_read_with_its_unit_and_in_words_lb_30(language: Language) -> None:
    game, words, asked = registry.game("lombardy-bones"), Words(language, "lombardy-bones"), set()
    for session, _, _ in play("lombardy-bones", language, 60):
        for seat in session.seats:
            verbs = {choice.verb for choice in list_offered(game, session.view(seat), session.view(None))}
            asked |= verbs & {"score", "play"}
            for typed in FIFTEEN[language] if "score" in verbs else ():
                assert read(game, session, seat, typed, words) == "score 15", typed
            if "play" in verbs:  # never 5-1, the bone
                assert not read(game, session, seat, FIFTEEN[language][0], words).startswith("play")
    assert asked == {"score", "play"}
    for typed in FIFTEEN[language][:3]:
        for said, meant in ((f"score {typed}", "score 15"), (f"play 6-4 A {typed}", "play 6-4 A 15")):
            moved = split_move(read_typed(said, words))
            assert game.write(game.read(session.view(None), *moved)) == meant, said
