"""The answer to *Why?* before anything is scored: it tells what the table waits for, as far as the reader may know."""

from dataclasses import replace
from typing import Any

import pytest

from bot.messages.help import explain_moment
from bot.messages.parts import controls
from bot.messages.parts.table_words import words_of
from bot.ports import Button, Menu
from bot.store import Preferences
from bot.wording import ENGLISH, Words
from games import registry
from games.core import Seat
from games.core.moves import Choice
from render.words import name_seats
from render.words.dominoes import shorten_ends, summarise
from tests.bot.harness.players import play_until_turn
from tests.bot.harness.room import BEAR, BULL, WALLY, Room, in_dm, message_of
from tests.bot.harness.shelf import take_played_table
from tests.contract.driver import Session, tables
from tests.games.bonedoneskis.hand import Hand
from tests.games.lombardy.at_table import Playing
from tests.games.pussers.at_table import EDDIE, TableAt
from tests.left_out import MORE_CASES, MORE_GAMES, mark_thorough


async def test_before_a_score_why_tells_what_the_table_waits_for(room: Room) -> None:
    table = await room.start_table("duo-dominoes", (BEAR, BULL), 2)
    present = await play_until_turn(room, table, BEAR, BULL)
    reply = message_of(await room.ask(room.services.explanations.explain, table, BEAR))
    text = reply.text
    assert "**Your tiles**: Lay a tile" in text
    assert "Your partner sits opposite" in text
    assert not reply.rows and "score" not in text
    other = explain_moment(present, present.seat_of(BULL.user), words_of(present))
    assert "The table is waiting for " in other
    assert "You have no seat here" in explain_moment(present, present.seat_of(WALLY.user), words_of(present))


@pytest.mark.parametrize("name", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_why_in_ones_own_message_says_nothing_twice(room: Room, name: str) -> None:
    table = await room.start_table(name, (BEAR,), robots=3)
    await play_until_turn(room, table, BEAR)
    text = message_of(await room.press(table, "why", BEAR, where=in_dm(BEAR))).text
    lines = text.splitlines()
    assert len(lines) == len({*lines}) and text.count("the letter names") <= 1
    assert any(line.startswith("**") for line in lines[:-1]), "it explains the buttons"


@pytest.mark.parametrize(
    ("taste", "named"),
    [
        (controls.USUAL, "**Your bones**"),
        (Preferences(taps="menus"), "**Discard …**"),
        (Preferences(spoiler=True), "**Discard …**"),
    ],
)
def test_controls_are_named_by_their_labels(taste: Preferences, named: str) -> None:
    table = TableAt()
    table.say(EDDIE, "pluck")
    game: Any = registry.game("pussers-bones")
    words = Words(ENGLISH, "pussers-bones")
    made = controls.make_rows(game, game.view(table.table, EDDIE), words, chosen=taste)
    menus = [menu.placeholder for row in made for menu in row if isinstance(menu, Menu)]
    assert [f"**{placeholder}**" for placeholder in menus] == ([] if taste is controls.USUAL else [named])
    assert f"**{controls.name_controls(made, words)['discard']}**" == named
    hand = Hand("Ac Td Kh 8c 9c 3d", "Qc 9d 5h 4d 8d 5s", "Tc 6d 8h 2d Kd 7c").end_calls()
    stud: Any = registry.game("bonedoneskis")
    bets = controls.make_rows(stud, stud.view(hand.table, hand.seat("C")), Words(ENGLISH, "bonedoneskis"), chosen=taste)
    assert list(controls.name_controls(bets, Words(ENGLISH, "bonedoneskis")).values())[:2] == [
        "Call 0.50",
        "Complete to 1.00",
    ]


@pytest.mark.thorough(MORE_CASES)
async def test_why_and_help_follow_the_readers_preferences(room: Room) -> None:
    table = await room.start_table("duo-dominoes", (BEAR, BULL), 2)
    present = await play_until_turn(room, table, BEAR, BULL)
    await room.people.choose(BEAR.user, "spoiler", "on", room.clock.now)
    asked = await room.ask(room.services.explanations.explain, table, BEAR)
    assert asked.message is not None and "**Play …**: Lay a tile" in asked.message.text
    helped = await room.services.reference.help(room.request(BEAR), present)
    assert helped.message is not None and "**Play …**" in helped.message.text


@pytest.mark.parametrize("name", registry.NAMES)
def test_every_verb_whose_buttons_are_pieces_has_a_name_for_them(name: str) -> None:
    for verb in registry.game(name).VERBS:
        assert Words(ENGLISH, name).knows(f"tap/{verb.name}") == Words(ENGLISH, name).knows(f"taps/{verb.name}")


async def test_after_a_score_why_first_tells_the_next_player_their_choices(room: Room) -> None:
    table = await take_played_table(room, "duo-dominoes", (BEAR, BULL), 2)
    await play_until_turn(room, table, BEAR, BULL)
    asked = message_of(await room.ask(room.services.explanations.explain, table, BEAR))
    moment, _, score = asked.text.partition("Scored last:")
    assert "**Your tiles**: Lay a tile" in moment and "Blocked" in score
    waiting = await room.ask(room.services.explanations.explain, table, BULL)
    assert waiting.message is not None and "Lay a tile" not in waiting.message.text
    post = message_of(await room.press(table, "why", BEAR, where=in_dm(BEAR))).text
    assert "Lay a tile" in post and "Blocked" not in post, "in the post about this hand, the last one is no news"


@pytest.mark.parametrize("name", registry.NAMES)
def test_every_game_has_its_words_for_newcomers(name: str) -> None:
    assert Words(ENGLISH, name).knows("words")
    assert all(verb.description for verb in registry.game(name).VERBS)


def test_a_button_that_gives_up_is_neither_first_nor_bright() -> None:
    class Lombardy:
        VERBS = registry.game("lombardy-bones").VERBS

        @staticmethod
        def choices(view: object) -> tuple[Choice[object], ...]:
            return (Choice("k", "knock"), Choice("d", "draw"))

    class Seen:
        seat, stage = 0, ""

    (row,) = controls.make_rows(Lombardy, Seen, Words(ENGLISH, "lombardy-bones"))  # type: ignore[arg-type]
    made = [button for button in row if isinstance(button, Button)]
    assert [(button.name, button.style) for button in made] == [("draw", "primary"), ("knock", "secondary")]


def test_the_none_button_is_not_bright_beside_pieces() -> None:
    class Lombardy:
        VERBS = registry.game("lombardy-bones").VERBS

        def __init__(self, *some: str) -> None:
            self.some = some

        def choices(self, view: object) -> tuple[Choice[object], ...]:
            return tuple(Choice(words, f"answer {words}") for words in self.some)

    class Seen:
        seat, stage = 0, ""

    def styles(*some: str) -> list[str]:
        made = controls.make_rows(Lombardy(*some), Seen, Words(ENGLISH, "lombardy-bones"))  # type: ignore[arg-type]
        return [button.style for row in made for button in row if isinstance(button, Button)]

    assert styles("5-5", "3-3", "none") == ["primary", "primary", "secondary"]
    assert styles("none") == ["primary"]


async def test_why_tells_what_a_button_does_in_this_part_of_the_hand(room: Room) -> None:
    """The same *Pluck* turns up a bone for Eddie first, and only later takes a working bone."""
    table = await room.start_table("pussers-bones", (BEAR, BULL), 2)
    present = await play_until_turn(room, table, BEAR, BULL)
    assert present.public_view.phase == "plucking_eddie"
    told = explain_moment(present, present.public_view.to_act[0], words_of(present))
    assert "**Pluck**: Turn up a bone for everybody to see." in told
    assert "working bone" not in told
    rule = "House rule: a robot that's far from a hand throws what others may want"
    assert rule not in told
    fed = replace(present, row=replace(present.row, options={**present.row.options, "robots_feed": True}))
    assert rule in explain_moment(fed, present.public_view.to_act[0], words_of(present))


async def test_why_tells_what_the_rules_on_the_board_do(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Able has the lowest board with an 8, since a 6♠ counts as an ace (R8). A claim of this street has its rule."""
    table = await room.start_table("bonedoneskis", (BEAR, BULL), 2)
    present = await play_until_turn(room, table, BEAR, BULL)
    hand, stud = Hand("9c Td 8d", "Qc 9d 6s", "Tc 5d Js"), registry.game("bonedoneskis")
    hand.say("C", "claim black_jack")
    hand.end_calls()
    monkeypatch.setattr(type(present), "view", lambda _, seat: stud.view(hand.table, seat))
    for hidden in (False, True):
        told = explain_moment(present, Seat(0), words_of(present), hidden=hidden)
        assert "R8: 6♠ and 6♣ may be any ace." in told and "R6: a J♠ or J♣ is wild once" in told


async def test_why_tells_first_what_the_rules_do_that_ones_own_hand_names(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ "ace high; 6♣ as A♣ (R8)" tells a newcomer nothing by itself."""
    table = await room.start_table("bonedoneskis", (BEAR, BULL), 2)
    present = await play_until_turn(room, table, BEAR, BULL)
    hand, stud = Hand("6c Td 6d", "Qc 9d 7s"), registry.game("bonedoneskis")
    monkeypatch.setattr(type(present), "view", lambda _, seat: stud.view(hand.table, seat))
    told = explain_moment(present, Seat(0), words_of(present))
    own = "R8: 6♠ and 6♣ may be any ace.\nR9: 6♥ and 6♦ are dead: they pair with nothing"
    assert told.index(own) < told.index("**Done**: ")
    assert "R5" not in told, "Bull's seven is wild, and none of Bear's cards"
    other = explain_moment(present, Seat(1), words_of(present))
    assert "R5: a 7 is wild" in other and "R8" not in other and "R9" not in other


async def test_why_covers_what_a_covered_hand_names_and_leaves_out_what_a_hidden_one_does(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player's name is no rule either: "Bear (R5)"."""
    table = await room.start_table("bonedoneskis", (BEAR, BULL), 2)
    present = await play_until_turn(room, table, BEAR, BULL)
    hand, stud = Hand("6c Td 6d", "Qc 9d 7s"), registry.game("bonedoneskis")
    seen, own = type(present).view, present.seat_of(BEAR.user)
    shown: Any = stud.view(hand.table, Seat(0))
    shown = replace(shown, seat=own)
    monkeypatch.setattr(type(present), "view", lambda at, seat: shown if seat == own else seen(at, seat))
    words = words_of(present)
    named = explain_moment(present, own, replace(words, names=("Bear (R5)", *words.names[1:])))
    assert "\nR8: " in named and "R5" not in named.replace("Bear (R5)", "")
    await room.people.choose(BEAR.user, "spoiler", "on", room.clock.now)
    covered = message_of(await room.press(table, "why", BEAR, where=in_dm(BEAR))).text
    assert "||R8: 6♠ and 6♣ may be any ace.||" in covered and "\nR9" not in covered
    await room.people.choose(BEAR.user, "spoiler", "off", room.clock.now)
    await room.press(table, "hand.hide", BEAR, where=in_dm(BEAR))
    assert "R8: " not in message_of(await room.press(table, "why", BEAR, where=in_dm(BEAR))).text


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes", "pussers-bones"]))
def test_why_explains_buttons_and_not_what_would_have_to_be_typed(game: str) -> None:
    """The description of a command tells how to type a move: "the tile, and the end if it fits both (6-4 A)"."""
    found: Any = registry.game(game)
    table = Session(found, *tables(found)[0], seed=5)
    typed = {verb.name for verb in found.VERBS if "(" in verb.description or " to 71" in verb.description}
    words = Words(ENGLISH, game)
    seen: set[str] = set()
    for step in table.steps("robots", 400):
        for seat in table.seats:
            view = found.view(step.after, seat)
            verbs = {choice.verb for choice in found.choices(view) if choice.argument} & typed
            seen |= verbs
            lacking = [key for verb in verbs if not words.knows(key := f"plain/{verb}/{view.phase}")]
            assert not lacking, f"add to the sentences of {game} in its wording: {', '.join(lacking)}"
    assert seen or not typed


@pytest.mark.parametrize(
    ("moves", "house", "said", "ends"),
    [
        ((), "when_played", "add both its halves", "ends A6  B6"),
        (("b play 6-4 A",), "when_played", "add both its halves", "ends A4  B6×2"),
        (("b play 6-4 A", "c play 6-2 B"), "when_played", "open spinner and its bare tips", "ends A4  B2  (C6)  (D6)"),
        (
            ("b play 6-4 A", "c play 6-2 B", "a knock", "b knock", "c play 2-2 B"),
            "when_played",
            "open spinner and its bare tips",
            "ends A4  B2×2  (C6)  (D6)",
        ),
        (("b play 6-4 A", "c play 6-2 B"), "when_open", "and a bare tip of the spinner once", "ends A4  B2  C6  D6"),
    ],
)
def test_a_player_sees_what_counts_in_a_score(moves: tuple[str, ...], house: str, said: str, ends: str) -> None:
    """LB-15: the spinner counts until it opens. After that, its bare tips count only if the house says so."""
    table = Playing(("6-6 1-0", "6-4 2-0", "6-2 2-2 3-0"), "5-5", spinner_ends_count=house)
    table.say(*moves)
    game: Any = registry.game("lombardy-bones")
    view = game.view(table.table, Seat(len(moves) % 3))
    words = Words(ENGLISH, "lombardy-bones")
    assert said in controls.explain_taps(controls.make_rows(game, view, words), view, words)
    assert f"ends {shorten_ends(view, summarise(view, name_seats(view, words)))}" == ends


def test_a_bare_spinner_offers_each_bone_once_and_the_lesson_ends_after_two_calls() -> None:
    """LB-14: two bare ends of the spinner are one place. LB-15 is explained at the first two calls of a first hand."""
    game: Any = registry.game("lombardy-bones")
    words = Words(ENGLISH, "lombardy-bones")
    table = Playing(("6-6 5-1 2-1 4-1", "6-4 6-5 4-3", "6-2 6-1 2-2"), "5-5")

    def list_names(seat: int) -> list[str]:
        rows = controls.make_rows(game, game.view(table.table, Seat(seat)), words)
        return [control.name for row in rows for control in row if control.name.startswith("play")]

    assert list_names(1) == ["play.6-5 A", "play.6-4 A"]
    table.say("b play 6-4 A")
    assert list_names(2) == ["play.6-2 B", "play.6-1 B"]
    table.say("c play 6-2 B")
    table.say("a knock")
    assert list_names(1) == ["play.6-5 C", "play.4-3 A"], "nor is there a choice between two bare tips"

    def explain(first: bool) -> str:
        view = game.view(table.table, Seat(1))
        return controls.explain_taps(controls.make_rows(game, view, words), view, words, first)

    table.say("b play 4-3 A")
    assert "multiple of five" in explain(True) and explain(False) == "-# Press a number to call it."
    said = replace(game.view(table.table, Seat(1)), pending=("score 10",))
    assert not controls.explain_taps(controls.make_rows(game, said, words), said, words), "LB-33: it's called already"
    table.say("c knock", "a knock", "b play 6-5 C")
    assert "multiple of five" not in explain(True)


async def test_why_tells_what_a_renege_costs_in_this_house(room: Room) -> None:
    """LB-43. *None* is for those without a double, so it isn't explained to others."""
    table = await room.get(await room.start_table("lombardy-bones", (BEAR,), 3, house={"renege_penalty": "25"}))
    told = explain_moment(table, Seat(0), words_of(table))
    assert "kept quiet loses 25 points if another player calls it" in told
    assert "or to none; " not in told
