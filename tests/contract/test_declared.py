"""A game's declarations for the tally, the records and the wording are complete and agree with its play."""

import re
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from types import SimpleNamespace
from typing import Any, TypeVar, get_type_hints

import pytest

from bot.people.preferences import choose_sort, find_next_sort, find_sort
from games import registry
from games.core import SecretChance, find_dealing_verb, sides_of, view_event
from games.core.events import kind_of, list_kinds, variant_of
from games.core.game import show_no_places
from games.core.moves import Verb
from games.core.secret import is_unnoticed
from games.registry import game as game_of
from tests.contract.driver import Session, tables
from tests.contract.exposure import pieces_of
from tests.contract.twins import holds_pieces
from tests.fifth_game import NAMES as GAMES

T = TypeVar("T")


@cache
def play(name: str, most: int = 900) -> Session:
    """A session played by robots. Tests share it, so they must not change it."""
    game = game_of(name)
    players, options = tables(game)[0]
    table = Session(game, players, options, 41)
    for _ in table.steps("deckhands", most):
        pass
    return table


@pytest.mark.parametrize("name", GAMES)
def test_titles_are_told_apart(name: str) -> None:
    cover = registry.cover(name)
    assert 0 < len(cover.SHORT_TITLE) <= len(cover.TITLE)
    assert [other for other in GAMES if registry.cover(other).SHORT_TITLE == cover.SHORT_TITLE] == [name]


@pytest.mark.parametrize("name", GAMES)
def test_the_noun_of_a_piece_is_a_word_that_a_command_can_ask_for(name: str) -> None:
    assert re.fullmatch("[a-z]{1,32}", registry.cover(name).NOUN)


@pytest.mark.parametrize("name", GAMES)
def test_every_piece_has_a_code_a_symbol_and_a_name_of_its_own(name: str) -> None:
    pieces = game_of(name).PIECES
    for piece in pieces.every:
        assert pieces.from_code(pieces.code(piece)) == piece
    for names in (pieces.code, pieces.symbol, lambda piece: pieces.name(piece, "")):
        assert len({names(piece) for piece in pieces.every}) == len(pieces.every)


@pytest.mark.parametrize("name", GAMES)
def test_the_pieces_are_those_of_the_events(name: str) -> None:
    game = game_of(name)
    hints = [hint for kind in list_kinds(game.EVENT_PREFIX).values() for hint in get_type_hints(kind).values()]
    assert {part.__name__ for hint in hints for part in _parts(hint) if holds_pieces(part)} == {game.PIECES.kind}


def _parts(hint: Any) -> list[Any]:
    inner = [part for arg in getattr(hint, "__args__", ()) for part in _parts(arg)]
    return inner or [hint]


@pytest.mark.parametrize("name", GAMES)
def test_feats_are_listed_by_event_and_need_only_the_feat_events(name: str) -> None:
    table = play(name)
    game, known = table.game, {record.kind for record in table.game.RECORDS}
    found = [feat for of_event in game.feats(table.events) for feat in of_event]
    assert len(list(game.feats(table.events))) == len(table.events)
    named = [event for event in table.events if kind_of(event) in game.FEAT_EVENTS]
    assert [feat for of_event in game.feats(named) for feat in of_event] == found
    assert all(feat.kind in known and 0 <= feat.seat < table.players and feat.amount > 0 for feat in found)
    assert set(game.FEAT_EVENTS) <= set(list_kinds(game.EVENT_PREFIX))
    assert found or not game.RECORDS, "900 moves of robots bring no feat"


@pytest.mark.parametrize("name", GAMES)
def test_books_receipts_and_feats_follow_from_what_everybody_sees(name: str) -> None:
    """The tally, the records and *Why?* are shown at once, while the shuffle's secret may still be closed."""
    table = play(name)
    game = table.game
    public = [view_event(event, None) for event in table.events]
    assert public != table.events
    assert list(game.feats(public)) == list(game.feats(table.events))
    assert game.receipts(public) == game.receipts(table.events)
    assert game.transfers(public) == game.transfers(table.events)


@pytest.mark.parametrize("name", GAMES)
def test_everybody_can_tell_which_events_are_calls(name: str) -> None:
    """A replay's *▶ call* works for everybody, even while the shuffle's secret is closed."""
    table = play(name)
    announces_call = table.game.announces_call
    calls = [] if announces_call is None else [event for event in table.events if announces_call(event)]
    assert calls or announces_call is None
    for event in table.events:
        assert announces_call is None or announces_call(view_event(event, None)) == announces_call(event)
    assert not any(is_unnoticed(event) for event in calls)


@pytest.mark.parametrize("name", GAMES)
def test_games_of_points_say_what_the_points_are(name: str) -> None:
    table = play(name)
    game = table.game
    ended = [points for event in table.events if (points := game.final_scores(event)) is not None]
    assert all(len(points) == table.players for points in ended)
    won = len(game.transfers(table.events))
    if game.STAKES.by_points:
        assert len(ended) == won, f"{won} games of points were won, and final_scores gave the points of {len(ended)}"
    else:
        assert not ended, "final_scores gives points, but STAKES does not say by_points=True"


@pytest.mark.parametrize("name", GAMES)
def test_stakes_name_what_the_tally_can_use(name: str) -> None:
    game = game_of(name)
    numbers = [option.name for option in game.OPTIONS if type(option.default) is int]
    worth, by_points, evening = game.STAKES.worth_option, game.STAKES.by_points, game.STAKES.typical_evening
    assert worth in ("", *numbers), (
        f"STAKES names {worth} as the worth of a unit, but no house rule with a number has that name"
    )
    assert not (worth and by_points), (
        f"in a game of points each table chooses its stake, so nothing reads worth_option={worth!r}"
    )
    assert evening > 0, "STAKES says that a typical evening moves nothing, and crews divide by that"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_with_transfers_has_receipts_that_name_their_rules(name: str) -> None:
    """Without receipts, *Why?* could not explain a transfer."""
    table = play(name)
    transfers, receipts = table.game.transfers(table.events), table.game.receipts(table.events)
    assert receipts or not transfers, f"{len(transfers)} transfers were made, and receipts explains none of them"
    for receipt in receipts:
        assert receipt.rule, f"the receipt {receipt.key} names no rule"


@pytest.mark.parametrize("name", GAMES)
def test_a_verb_with_an_argument_says_what_it_takes(name: str) -> None:
    """Otherwise its command has no option, and nobody can type the move."""
    table = Session(game_of(name), *tables(game_of(name))[0], 41)
    given = {
        choice.verb: choice.words
        for _ in table.steps("random", 200)
        for seat in table.seats
        for choice in table.game.choices(table.view(seat))
        if choice.argument
    }
    silent = [verb.name for verb in table.game.VERBS if verb.name in given and not verb.takes]
    assert not silent, f"say what these verbs take, as in {[given[verb] for verb in silent]}: {', '.join(silent)}"


@pytest.mark.parametrize("name", GAMES)
def test_every_order_keeps_all_pieces_and_the_first_order_is_that_of_the_view(name: str) -> None:
    table = play(name, 30)
    game = table.game
    for seat in table.seats:
        view = table.view(seat)
        for order in game.SORTS:
            assert sorted(pieces_of(game.arrange(view, order))) == sorted(pieces_of(view))
        assert not game.SORTS or game.arrange(view, game.SORTS[0]) == view


@pytest.mark.parametrize("name", GAMES)
def test_each_press_of_sort_shows_another_order_until_all_were_shown(name: str) -> None:
    """A stored order may come from another game, which has other orders."""
    game = registry.cover(name)
    for chosen in ("", *game.SORTS, "sideways", *(f"sideways {sort}" for sort in game.SORTS)):
        reached = []
        for _ in game.SORTS:
            chosen = choose_sort(find_next_sort(game, chosen), chosen)
            reached.append(find_sort(game, chosen))
        assert sorted(reached) == sorted(game.SORTS)


@pytest.mark.parametrize("name", GAMES)
def test_each_order_of_pieces_looks_different_in_some_hand(name: str) -> None:
    """Otherwise the table would offer a button that changes nothing."""
    table = play(name, 30)
    views = [table.game.view(table.hand_before or table.state, seat) for seat in table.seats]
    views += [table.view(seat) for seat in table.seats]
    for first, second in combinations(table.game.SORTS, 2):
        assert any(table.game.arrange(view, first) != table.game.arrange(view, second) for view in views), (
            f"the orders {first} and {second} arrange every hand alike"
        )


@pytest.mark.parametrize("name", GAMES)
def test_one_verb_deals_every_hand(name: str) -> None:
    """The bot deals with the verb marked `deals`. It deals the first hand too, unless a player is asked to."""
    game = game_of(name)
    verb = find_dealing_verb(game).name
    assert [marked.name for marked in game.VERBS if marked.deals] == [verb]
    players, options = tables(game)[0]
    table = Session(game, players, options, 41)
    if not table.view(None).to_act:
        assert verb in list_offered_verbs(table), f"nobody is asked for anything, and the crowd's choices lack {verb}"
    hands = {table.view(None).hand for _ in table.steps("deckhands", 500) if verb in list_offered_verbs(table)}
    assert hands - {0}, f"after a hand the crowd's choices should hold {verb}"


def list_offered_verbs(table: Session) -> set[str]:
    """The verbs of the crowd's choices."""
    return {choice.verb for choice in table.game.choices(table.view(None))}


def test_a_game_without_a_verb_that_deals_says_what_to_mark() -> None:
    game: Any = SimpleNamespace(NAME="toss", VERBS=(Verb("next", "TO-2", "Toss again"),))
    with pytest.raises(LookupError, match="no verb of toss deals a hand: mark one of its VERBS with deals=True"):
        find_dealing_verb(game)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_shuffles_says_which_places_were_shown(name: str) -> None:
    """Otherwise the bot could prove none of the dealt pieces to the table."""
    game = game_of(name)
    players, options = tables(game)[0]
    table, chance = Session(game, players, options, 41), RecordedShuffles(bytes(32), (), 0)
    table.chance = chance
    game.begin(players, options, 0, chance)
    shuffled = any(chance.shuffled for _ in table.steps("robots", 20))
    declared = game.shown_places is not show_no_places
    assert declared == shuffled, f"the game shuffles: {shuffled}; it names shown_places: {declared}"


class RecordedShuffles(SecretChance):
    """Remembers whether anything was shuffled."""

    shuffled = False

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]:
        self.shuffled = True
        return super().shuffle(items)


@pytest.mark.parametrize("name", GAMES)
def test_partners_have_one_score(name: str) -> None:
    table = play(name, 120)
    scores = table.view(None).scores
    for side in sides_of(table.game.PARTNERS, len(scores)):
        assert len({scores[seat] for seat in side}) == 1


@pytest.mark.parametrize("name", GAMES)
def test_a_variant_is_a_key(name: str) -> None:
    table = play(name, 120)
    variants = set(map(variant_of, table.events))
    assert all(text == "" or text.isidentifier() for text in variants)
