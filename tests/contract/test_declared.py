"""Consistency of a game's declarations for the tally, the records and the wording."""

from functools import cache
from typing import Any, get_type_hints

import pytest

from games import registry
from games.core.events import Varied, kind_of, kinds
from games.core.results import sides_of
from games.core.secret import is_unnoticed, view_event
from games.registry import game as game_of
from tests.contract.driver import Session, tables
from tests.contract.exposure import pieces_of
from tests.contract.twins import holds_pieces
from tests.fifth_game import NAMES as GAMES


@cache
def played(name: str, most: int = 500) -> Session:
    """A session of robots, which no test changes."""
    game = game_of(name)
    players, options = tables(game)[0]
    table = Session(game, players, options, 41)
    for _ in table.steps("robots", most):
        pass
    return table


@pytest.mark.parametrize("name", GAMES)
def test_titles_are_told_apart(name: str) -> None:
    cover = registry.cover(name)
    assert 0 < len(cover.SHORT_TITLE) <= len(cover.TITLE)
    assert [other for other in GAMES if registry.cover(other).SHORT_TITLE == cover.SHORT_TITLE] == [name]


@pytest.mark.parametrize("name", GAMES)
def test_every_piece_has_a_code_a_symbol_and_a_name_of_its_own(name: str) -> None:
    pieces = game_of(name).PIECES
    for piece in pieces.every:
        assert pieces.from_code(pieces.code(piece)) == piece
    for names in (pieces.code, pieces.symbol, lambda piece: pieces.spoken(piece, "")):
        assert len({names(piece) for piece in pieces.every}) == len(pieces.every)


@pytest.mark.parametrize("name", GAMES)
def test_the_pieces_are_those_of_the_events(name: str) -> None:
    game = game_of(name)
    hints = [hint for kind in kinds(game.EVENTS).values() for hint in get_type_hints(kind).values()]
    assert {part.__name__ for hint in hints for part in _parts(hint) if holds_pieces(part)} == {game.PIECES.kind}


def _parts(hint: Any) -> list[Any]:
    inner = [part for arg in getattr(hint, "__args__", ()) for part in _parts(arg)]
    return inner or [hint]


@pytest.mark.parametrize("name", GAMES)
def test_feats_come_event_by_event_and_of_the_events_named_alone(name: str) -> None:
    table = played(name)
    game, known = table.game, {record.kind for record in table.game.RECORDS}
    found = [feat for of_event in game.feats(table.events) for feat in of_event]
    assert len(list(game.feats(table.events))) == len(table.events)
    named = [event for event in table.events if kind_of(event) in game.FEAT_EVENTS]
    assert [feat for of_event in game.feats(named) for feat in of_event] == found
    assert all(feat.kind in known and 0 <= feat.seat < table.players and feat.amount > 0 for feat in found)
    assert set(game.FEAT_EVENTS) <= set(kinds(game.EVENTS))
    assert found, "500 moves of robots bring no feat"


@pytest.mark.parametrize("name", GAMES)
def test_books_receipts_and_feats_follow_from_what_everybody_sees(name: str) -> None:
    """The tally, its records and *Why?* are read at once, also while a secret is closed."""
    table = played(name)
    game = table.game
    public = [view_event(event, None) for event in table.events]
    assert public != table.events
    assert list(game.feats(public)) == list(game.feats(table.events))
    assert game.receipts(public) == game.receipts(table.events)
    assert game.transfers(public) == game.transfers(table.events)


@pytest.mark.parametrize("name", GAMES)
def test_a_call_is_one_for_everybody_as_soon_as_anybody_hears_of_it(name: str) -> None:
    """A replay leads to the next call, also while a secret is closed."""
    table = played(name)
    is_call = table.game.is_call
    calls = [] if is_call is None else [event for event in table.events if is_call(event)]
    assert calls or is_call is None
    for event in table.events:
        assert is_call is None or is_call(view_event(event, None)) == is_call(event)
    assert not any(is_unnoticed(event) for event in calls)


@pytest.mark.parametrize("name", GAMES)
def test_games_of_points_say_what_the_points_are(name: str) -> None:
    table = played(name, 900)
    game = table.game
    ended = [points for event in table.events if (points := game.final_scores(event)) is not None]
    assert all(len(points) == table.players for points in ended)
    assert len(ended) == (len(game.transfers(table.events)) if game.STAKES.by_points else 0)
    assert game.STAKES.worth in ("", *(option.name for option in game.OPTIONS if type(option.default) is int))


@pytest.mark.parametrize("name", GAMES)
def test_an_order_of_pieces_changes_nothing_else(name: str) -> None:
    table = played(name, 30)
    game = table.game
    for seat in table.seats:
        view = table.view(seat)
        for order in game.SORTS:
            assert sorted(pieces_of(game.arrange(view, order))) == sorted(pieces_of(view))
        assert not game.SORTS or game.arrange(view, game.SORTS[0]) == view


@pytest.mark.parametrize("name", GAMES)
def test_partners_have_one_score(name: str) -> None:
    table = played(name, 120)
    scores = table.view(None).scores
    for side in sides_of(table.game.PARTNERS, len(scores)):
        assert len({scores[seat] for seat in side}) == 1


@pytest.mark.parametrize("name", GAMES)
def test_a_variant_is_a_key(name: str) -> None:
    table = played(name, 120)
    variants = {event.variant for event in table.events if isinstance(event, Varied)}
    assert all(text == "" or text.isidentifier() for text in variants)
