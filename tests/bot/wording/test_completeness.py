"""The wording of each game is complete; if a key is missing, the test says what to add."""

import ast
import dataclasses
import inspect
import pickle
import textwrap
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from string import Formatter
from typing import Any

import pytest

from bot.wording import ENGLISH, Words, describe_moment, word_log_line, word_receipt, word_short_line
from bot.wording.formatter import BUTTON, split
from bot.wording.game_wording import find_wording
from bot.wording.languages import catalogue_of
from bot.wording.translations import read_english
from games import registry
from games.core import Receipt, Refused, Seat, view_event
from games.core.events import kind_of, list_kinds, variant_of
from tests.architecture.tree import list_nodes
from tests.contract.driver import Session, tables
from tests.effort import rounds
from tests.fifth_game import NAMES, folder_of, registered
from tests.run_folder import once

PLAYERS = ("Bear", "Bull", "Wally", "Normie", "Able", "Baker", "Charlie", "Dog")
STEPS = rounds(80, 220, 220)
ALIKE = rounds(150, 100_000, 100_000)
"""The most events of one kind and variant whose lines are checked."""


@dataclass
class Sessions:
    """Sessions of a game at all its kinds of tables: their events, views, receipts and results."""

    views: list[Any] = field(default_factory=list)
    """For each phase and stage once: the public view and each seat's view."""
    crowds: list[Any] = field(default_factory=list)
    """For each of the views, what everybody saw at that moment."""
    events: list[Any] = field(default_factory=list)
    receipts: dict[str, Receipt] = field(default_factory=dict)
    reasons: set[str] = field(default_factory=set)


@cache
def play_sessions(name: str) -> Sessions:
    """Play sessions of a game, by robots and at random, once in a run."""
    with once(f"worded-{name}.pickle") as (kept, missing):
        if missing:
            kept.write_bytes(pickle.dumps(_play_all(name)))
    found = pickle.loads(kept.read_bytes())
    assert isinstance(found, Sessions)
    return found


def _play_all(name: str) -> Sessions:
    found = Sessions()
    with registered():
        game = registry.game(name)
        moments: set[object] = set()
        for players, options in tables(game)[:: rounds(3, 1, 1)]:
            for pilot in ("robots", "random"):
                try:
                    table = Session(game, players, options, 31)
                except Refused:
                    continue
                states = [table.state]
                for step in table.steps(pilot, STEPS):
                    found.reasons |= {transfer.reason for transfer in game.transfers(step.events)}
                    found.receipts |= {receipt.key: receipt for receipt in game.receipts(step.events)}
                    states.append(step.after)
                for state in states:
                    crowd = game.view(state, None)
                    for seat in (None, *table.seats):
                        view = game.view(state, seat)
                        this = (view.phase, view.stage, seat is None, seat in view.to_act)
                        if this not in moments:
                            moments.add(this)
                            found.views.append(view)
                            found.crowds.append(crowd)
                found.events += table.events
    return found


def lacking(name: str, keys: set[str]) -> str:
    """The sentence that says what to add; empty if nothing is missing."""
    missing = sorted(key for key in keys if not Words(ENGLISH, name).knows(key))
    return f"add to the sentences of {name} in its wording: {', '.join(missing)}" if missing else ""


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_a_wording(name: str) -> None:
    assert find_wording(name).sentences
    expected = {f"expected/{key}" for key in literals(name, "Unreadable", 1)}
    game = registry.game(name)
    said = [f"log/{kind}" for kind in list_kinds(game.EVENT_PREFIX)] + [f"button/{verb.name}" for verb in game.VERBS]
    assert not lacking(name, {f"help/{name}", "form/orders_example", *expected, *said})


@pytest.mark.parametrize("name", NAMES)
def test_every_phase_has_words(name: str) -> None:
    """Otherwise the board would say "? to play", or the bare name of the phase."""
    views = play_sessions(name).views
    unseen = {"over"} & set(phases(name))
    assert not lacking(name, {f"phase/{phase}" for phase in (*unseen, *(view.phase for view in views))})
    keys = [key.split("/") for key in find_wording(name).sentences]
    staged = {key[1] for key in keys if key[0] == "phase" and len(key) == 3}
    stages = {f"{view.phase}/{view.stage}" for view in views if view.stage and view.phase in staged and view.to_act}
    assert not lacking(name, {f"phase/{stage}" for stage in stages if not Words(ENGLISH, name).knows(f"yours/{stage}")})
    assert not lacking(name, {f"yours/{phase}" for phase in find_asking_phases(name)})
    for view in views:
        assert describe_moment(view, Words(ENGLISH, name, PLAYERS), view.seat)
        for key in (f"phase/{view.phase}", f"phase/{view.phase}/{view.stage}"):
            parts = split(catalogue_of(ENGLISH, name, "").get(key, ""))
            used = {fact for _, fact, style in parts if fact and not (style and fact == BUTTON)}
            known = {"waiting", "first"} if view.to_act else set()
            known |= {"amount"} if getattr(view, "asked", None) else set()
            assert used <= known, f"{key} asks for {used - known}, which the board does not have in this phase"


def phases(name: str) -> Iterator[str]:
    """The phases that a game's source assigns to its state."""
    for node in nodes(name):
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Attribute) and target.attr == "phase" for target in node.targets
        ):
            yield from constants(node.value)


def find_asking_phases(name: str) -> Iterator[str]:
    """The phases and stages whose headline names the players who have to act."""
    for key, sentence in find_wording(name).sentences.items():
        used = {fact for _, fact, _, _ in Formatter().parse(sentence)}
        if key.startswith("phase/") and {"first", "waiting"} & used:
            yield key.removeprefix("phase/")


@pytest.mark.parametrize("name", NAMES)
def test_every_talk_of_the_house_rule_has_sentences_of_its_own(name: str) -> None:
    talks = {
        talk
        for option in registry.game(name).OPTIONS
        if option.names_talk
        for talk in option.values
        if talk != option.default
    }
    assert talks == find_wording(name).talks.keys(), f"add to the talks of {name} in its wording: {talks}"


def test_the_shared_wording_has_no_unit_but_points() -> None:
    """A game that counts doubles, chips or pips has those words in its own wording."""
    assert {key for key in read_english("bot") if key.startswith("unit/")} == {"unit/", "unit/points"}


@pytest.mark.parametrize("name", NAMES)
def test_every_order_of_pieces_has_words(name: str) -> None:
    """`/me sort` and `/me show` say them."""
    assert not lacking(name, {f"sort/{sort}" for sort in registry.cover(name).SORTS})


@pytest.mark.parametrize("name", NAMES)
def test_every_receipt_has_words(name: str) -> None:
    receipts = play_sessions(name).receipts
    keys = {f"receipt_title/{key}" for key in receipts} | {f"unit/{receipt.unit}" for receipt in receipts.values()}
    lines = [line for receipt in receipts.values() for line in receipt.lines]
    keys |= {f"receipt/{line.key}" for line in lines} | {f"unit/{line.unit}" for line in lines}
    keys |= {f"receipt/{key}" for key in literals(name, "Line")}
    keys |= {f"receipt_title/{key}" for key in literals(name, "Receipt")}
    assert not lacking(name, keys)
    words = Words(ENGLISH, name, PLAYERS)
    assert not [line for receipt in receipts.values() for line in word_receipt(receipt, words) if "?" in line]


def literals(name: str, called: str, place: int = 0, keyword: str = "") -> Iterator[str]:
    """The texts that a game's source passes to the function `called`, such as "Receipt"."""
    for node in nodes(name):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == called:
            for argument in (
                *node.args[place : place + 1],
                *(more.value for more in node.keywords if more.arg == keyword),
            ):
                yield from constants(argument)


def nodes(name: str) -> Iterator[ast.AST]:
    """Every node of the syntax tree of a game's source."""
    for path in sorted(folder_of(name).glob("*.py")):
        yield from list_nodes(path)


def constants(value: ast.expr) -> Iterator[str]:
    """The possible texts of an expression."""
    options = (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,)
    yield from (
        option.value for option in options if isinstance(option, ast.Constant) and isinstance(option.value, str)
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_record_and_every_entry_of_the_tally_has_words(name: str) -> None:
    game = registry.game(name)
    keys = {f"tally/record/{record.kind}" for record in game.RECORDS}
    keys |= {f"tally/feat/{record.kind}" for record in game.RECORDS}
    keys |= {f"tally/line/{reason}" for reason in play_sessions(name).reasons}
    assert not lacking(name, keys)
    mine = {record.kind: record.highest for record in game.RECORDS}
    for other in NAMES:
        for record in registry.game(other).RECORDS:
            assert mine.get(record.kind, record.highest) == record.highest, (
                f"{name} and {other} differ in {record.kind}"
            )


@pytest.mark.parametrize("name", NAMES)
def test_every_line_of_the_log_has_all_its_facts(name: str) -> None:
    """Checked for the public and for each seat."""
    told = Counter[tuple[str, str]]()
    for event in play_sessions(name).events:
        like = kind_of(event), variant_of(event)
        told[like] += 1
        if told[like] > ALIKE:
            continue
        for viewer in (None, *map(Seat, range(3))):
            line = word_log_line(view_event(event, viewer), Words(ENGLISH, name, PLAYERS))
            assert "?" not in line and "{" not in line, f"log/{kind_of(event)}: {line}"


@pytest.mark.parametrize("name", NAMES)
def test_a_short_line_has_all_its_facts_and_shortens_its_own_sentence(name: str) -> None:
    """For example, the first tile is laid at no end, so "Bear 6-6 at" would be half a sentence."""
    sentences = find_wording(name).sentences
    shorts = {key.removeprefix("short/") for key in sentences if key.startswith("short/")}
    assert not [key for key in shorts if f"log/{key}" not in sentences]
    words = Words(ENGLISH, name, PLAYERS)
    for event in play_sessions(name).events:
        seen = view_event(event, None)
        variant = variant_of(seen)
        short = word_short_line(seen, words)
        if variant and f"{kind_of(event)}/{variant}" not in shorts and f"log/{kind_of(event)}/{variant}" in sentences:
            assert short is None, f"{short!r} tells less than {word_log_line(seen, words)!r}"
        if short is not None:
            assert "?" not in short and "{" not in short and short == short.strip(), f"short/{kind_of(event)}: {short}"


@pytest.mark.parametrize("name", NAMES)
def test_every_variant_of_a_log_line_is_used(name: str) -> None:
    """A key such as "log/duo.laid/out" that no event asks for is a mistake."""
    known = set(list_kinds(registry.game(name).EVENT_PREFIX))
    variants = [key.split("/") for key in find_wording(name).sentences if key.startswith("log/")]
    spare = [key for _, key, *_ in variants if key not in known]
    assert not spare, f"no event of {name} has this kind; take its lines out of the wording: {', '.join(spare)}"


@pytest.mark.parametrize("name", NAMES)
def test_every_variant_of_an_event_has_a_sentence(name: str) -> None:
    """Without its own sentence, a variant would silently get the general one of its kind."""
    variants = {
        f"log/{kind_of(event)}/{variant_of(event)}" for event in play_sessions(name).events if variant_of(event)
    }
    assert not lacking(name, {*variants, *written_variants(name)})


def written_variants(name: str) -> Iterator[str]:
    """The keys of all variants in a game's source, even of those that no session reached."""
    for kind, event in list_kinds(registry.game(name).EVENT_PREFIX).items():
        body = ast.parse(textwrap.dedent(inspect.getsource(event))).body[0]
        for node in ast.walk(body):
            if not isinstance(node, ast.FunctionDef) or node.name != "variant":
                continue
            for answer in (found.value for found in ast.walk(node) if isinstance(found, ast.Return)):
                assert answer is not None
                texts = constants(answer)
                if isinstance(answer, ast.Attribute):
                    fields_of_event = [field.name for field in dataclasses.fields(event)]
                    texts = literals(name, event.__name__, fields_of_event.index(answer.attr), answer.attr)
                yield from (f"log/{kind}/{text}" for text in texts if text)
