"""Hands that are written down at a real table score the same as hands that are played here.

The main tests let robots play, write their hands down as people would, and compare receipts and results.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from games import registry
from games.bonedoneskis import events as stud
from games.bonedoneskis.evaluation.packed import card_of, deal_street_of, is_activated, is_up, up_street_of
from games.core import AnyGame, Options, Seat, settle
from games.core.real_table import HandLine, Tap, parse_seat, read_hands, read_line
from games.duo import events as duo
from games.lombardy import events as lombardy
from games.pieces.bones import CODES as BONES
from games.pieces.cards import CODES as CARDS
from games.pieces.dominoes import CODES as DOMINOES
from games.pussers import events as pussers
from tests.contract.driver import Session, Step, draw_table
from tests.effort import rounds
from tests.left_out import MORE_GAMES, mark_thorough
from tests.refuses import refuses

NAMES = ("Bear", "Wal", "Bull the Second", "Ned", "Cy", "Dot", "Eve", "Flo")
HOUSES = rounds(6, 40, 400)
"""The number of tables, each with house rules of its own."""
SCORED = [name for name in registry.NAMES if registry.game(name).score_real is not None]


def settle_options(game: AnyGame, **house: Any) -> Options:
    return settle(game.OPTIONS, house)


def score(name: str, text: str, players: int = 4, options: Options | None = None, **house: Any) -> tuple[Any, ...]:
    game, names = registry.game(name), NAMES[:players]
    assert game.score_real is not None
    return tuple(game.score_real(players, options or settle_options(game, **house), names, read_hands(text, names)))


def list_left(holdings: Any) -> Iterator[str]:
    for seat, held in enumerate(holdings):
        if held:
            yield f"{NAMES[seat]} left {' '.join(DOMINOES[piece] for piece in held)}"


def write_duo(step: Step, event: Any) -> Iterator[str]:
    if isinstance(event, duo.HandEnded):
        yield f"{NAMES[event.last]} {event.how}"
        yield from list_left(event.holdings)
        yield ""


def write_lombardy(step: Step, event: Any) -> Iterator[str]:
    match event:
        case lombardy.Called(seat=seat, number=number, right=right):
            yield f"{NAMES[seat]} {'' if right else 'wrong '}{number}"
        case lombardy.RenegeCalled(seat=seat, true=False):
            yield f"{NAMES[seat]} renege"
        case lombardy.RenegeCalled(seat=seat, offenders=offenders, doubles=doubles):
            held = {other for other in step.before.held_back if other in step.before.held_open}
            caught = ", ".join(
                f"{NAMES[offender]} {'held' if offender in held else 'laid'} {DOMINOES[double]}"
                for offender, double in zip(offenders, doubles, strict=True)
            )
            yield f"{NAMES[seat]} renege {caught}"
        case lombardy.Counted(how=how, out=out, holdings=holdings):
            yield {"out": f"{NAMES[out or 0]} out", "dead": "blocked", "all_pass": "passed"}[how]
            yield from list_left(holdings)
            yield ""


def write_pussers(step: Step, event: Any) -> Iterator[str]:
    state = step.after
    match event:
        case pussers.Paid(seat=seat, reason="first_pretty"):
            yield f"{NAMES[seat]} first pretty"
        case pussers.Paid(seat=seat, reason="own_wall"):
            yield f"{NAMES[seat]} own wall"
        case pussers.Paid(seat=seat, reason="mistaken_yes"):
            yield f"{NAMES[seat]} mistaken yes"
        case pussers.TiedUp(seat=seat) | pussers.ShitTiedUp(seat=seat):
            word = "ties up" if isinstance(event, pussers.TiedUp) else "shit"
            rack = " ".join(BONES[bone] for bone in event.rack)
            last = " last" if isinstance(event, pussers.TiedUp) and event.last else ""
            for group in step.before.racks.sets[seat]:
                bone = BONES[group.bone or 0]
                yield (
                    f"{NAMES[seat]} pair {bone}" if group.how == "pair" else f"{NAMES[seat]} all-of {bone} {group.how}"
                )
            yield f"{NAMES[seat]} {word} {rack} do {BONES[event.do or 0]} {event.source}{last}"
        case pussers.HandOver(how=how):
            for other, pretties in enumerate(state.racks.pretties):
                if pretties:
                    yield f"{NAMES[other]} pretties {' '.join(BONES[bone] for bone in pretties)}"
            if how == "wash_out":
                yield "washed out"
            if step.before.hand == 1:
                yield f"{NAMES[step.before.eddie]} eddie"
            yield ""


def write_chips(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"


def write_card(placed: Any) -> str:
    up = is_up(placed)
    code = CARDS[card_of(placed)] + "*" * is_activated(placed)
    return f"{code}/{deal_street_of(placed)}@{up_street_of(placed)}" if up else f"({code}/{deal_street_of(placed)})"


def write_stud(step: Step, event: Any) -> Iterator[str]:
    match event:
        case stud.FeePaid(rule=rule, seat=seat, amount=amount):
            yield f"{NAMES[seat]} fee {write_chips(amount)} {rule}"
        case stud.Sold(seat=seat, fee=fee):
            yield f"{NAMES[seat]} fee {write_chips(fee)} R7"
        case stud.Traded(rule="R14", seat=seat, fee=fee):
            yield f"{NAMES[seat]} fee {write_chips(fee)} R14"
        case stud.NinePaid(seat=seat, amounts=amounts):
            given = ", ".join(f"{NAMES[other]} {write_chips(amount)}" for other, amount in enumerate(amounts) if amount)
            if given:
                yield f"{NAMES[seat]} nine {given}"
        case stud.Duelled(first=first, second=second, stake=stake, winner=winner):
            yield f"{NAMES[winner]} duel {NAMES[second if winner == first else first]} {write_chips(stake)}"
        case stud.Acted(how="bet" | "raise", timed_out=True, seat=seat):
            yield f"{NAMES[seat]} krabler"
        case stud.HandEnded(how=how, seat=winner):
            before = list(step.events)[: step.events.index(event)]
            state: Any = registry.game("bonedoneskis").evolve(step.before, *before)
            for other, paid in enumerate(state.paid):
                if paid:
                    yield f"{NAMES[other]} paid {write_chips(paid)}"
            if how == "showdown":
                shown = {hand.seat for hand in event.hands}
                for seat in state.live_seats:
                    cards = " ".join(map(write_card, state.lines[seat]))
                    yield f"{NAMES[seat]} shows {cards}" if seat in shown else f"{NAMES[seat]} mucks"
            else:
                yield f"{NAMES[winner or 0]} {'wins' if how == 'last' else how}"
            yield ""


WRITERS: dict[str, tuple[Callable[[Step, Any], Iterator[str]], type, dict[str, Any]]] = {
    "pussers-bones": (write_pussers, pussers.HandOver, {"mistaken_yes_a_bit": 1}),
    "lombardy-bones": (write_lombardy, lombardy.GameOver, {"target": 100}),
    "duo-dominoes": (write_duo, duo.GameWon, {"match_games": 0}),
    "bonedoneskis": (write_stud, stud.HandEnded, {}),
}
FIXED: dict[str, dict[str, Any]] = {
    "lombardy-bones": {"target": 100},
    "duo-dominoes": {"game_points": 50},
    "pussers-bones": {"mistaken_calls": "off", "courtesy_seconds": 5},
}
"""House rules that are not drawn: a game ends after some hands, nobody ties up without a Do bone, which cannot be
written, and no window is so long that players at random call and take back for a minute."""


class Played(NamedTuple):
    """Hands as people would write them, and their events."""

    text: str
    events: list[Any]


def play(name: str, pilot: str, hands: int, players: int = 4, options: Options | None = None, seed: int = 1) -> Played:
    """Play hands. A game of points is played to its end."""
    game = registry.game(name)
    write, ending, house = WRITERS[name]
    session = Session(game, players, options or settle_options(game, **house), seed)
    text: list[str] = []
    happened: list[Any] = []
    for step in session.steps(pilot, 30_000):
        text += [line for event in step.events for line in write(step, event)]
        happened += step.events
        whole = any(isinstance(event, ending) for event in step.events)
        if whole and (sum(line == "" for line in text) >= hands or session.view(None).over):
            return Played("\n".join(text), happened)
    raise AssertionError(f"no end in {name}, table {seed}")


@pytest.mark.parametrize(
    ("name", "pilot"),
    mark_thorough(
        [
            *((name, "robots") for name in SCORED),
            *((name, "random") for name in WRITERS if name != "lombardy-bones"),
        ],
        MORE_GAMES,
        but=[(name, "robots") for name in ("duo-dominoes", "lombardy-bones")],
    ),
)
def test_written_hands_give_the_same_receipts_as_played_here(name: str, pilot: str) -> None:
    """Each table has house rules of its own, so that what one changes is asked of the real table too."""
    game = registry.game(name)
    for number in range(HOUSES):
        players, options = draw_table(game, number, **FIXED.get(name, {}))
        text, happened = play(name, pilot, 3, players, options, number)
        made = score(name, text, players, options)
        table = f"table {number}: {dict(options)}"
        assert Counter(game.receipts(made)) == Counter(game.receipts(happened)), table
        assert Counter(map(repr, game.transfers(made))) == Counter(map(repr, game.transfers(happened))), table


class Tapped(NamedTuple):
    text: str
    taps: int


def tap(game: AnyGame, options: Options, text: str) -> Tapped:
    """Write a text with taps alone, and count the taps. Amounts are added up from chips.

    A menu takes one more tap to open and one to close; a line or a hand takes one to end.
    """
    made: list[str] = []
    hand: list[HandLine] = []
    taps = 0
    for wanted in text.split("\n"):
        if wanted:
            line, needed = tap_line(game, options, tuple(hand), read_line(wanted, NAMES))
            taps += needed
            hand.append(line)
            made.append(line.words if line.seat is None else f"{NAMES[line.seat]} {line.words}")
        else:
            taps += 1
            hand.clear()
            made.append("")
    return Tapped("\n".join(made), taps)


def tap_line(game: AnyGame, options: Options, hand: tuple[HandLine, ...], wanted: HandLine) -> tuple[HandLine, int]:
    """Tap what a line says, and return it with the number of taps."""
    left = " ".join(wanted.words.replace("(", "( ").replace(")", " )").split())
    line = HandLine(wanted.seat, "")
    opened: tuple[Tap, ...] = ()
    taps = int(wanted.seat is not None)
    while left:
        offered = game.tap_real(4, options, hand, line if line.words or taps else None)
        every = [(choice, row) for row in (*offered.rows, offered.beside) for choice in row]
        fitting = [(choice, row) for choice, row in every if begins(left, write(choice))]
        if fitting:
            chosen, row = max(fitting, key=lambda found: len(write(found[0])))
            left = left[len(write(chosen)) :].lstrip(" ,")
        else:
            first, _, rest = left.partition(" ")
            cents = count_cents(first)
            chosen, row = max(
                ((choice, row) for choice, row in every if "." in choice.words and count_cents(choice.words) <= cents),
                key=lambda found: count_cents(found[0].words),
            )
            left = f"{write_chips(cents - count_cents(chosen.words))} {rest}"
        line = HandLine(line.seat, line.words + chosen.separator * bool(line.words) + write(chosen))
        if len(every) > 1:
            taps += 1 + 2 * (len(row) > 5 and row != opened)
        opened = row
    offered = game.tap_real(4, options, hand, line)
    assert offered.may_end
    return line, taps + bool(offered.rows)


def write(choice: Tap) -> str:
    return choice.words if choice.seat is None else NAMES[choice.seat]


def begins(text: str, words: str) -> bool:
    """True if a text begins with these whole words, or with a card and a note after it."""
    return text.startswith(words) and (not words[-1].isalnum() or text[len(words) :][:1] in ("", " ", ",", "/", "@"))


def count_cents(amount: str) -> int:
    return int(amount.strip(",").replace(".", ""))


def test_what_was_typed_in_small_letters_is_not_offered_again() -> None:
    game = registry.game("pussers-bones")
    before = (read_line("Bear pretties f1", NAMES),)
    taps = game.tap_real(4, settle_options(game), before, read_line("Wal pretties", NAMES))
    assert [tap.words for tap in taps.rows[0]][:2] == ["F2", "F3"]
    taps = game.tap_real(4, settle_options(game), (), read_line("Wal ties up R1 R2 DO", NAMES))
    assert [tap.words for tap in taps.rows[0]] == ["R1", "R2"]


def test_every_score_that_is_offered_is_taken() -> None:
    game = registry.game("lombardy-bones")
    scores, more, _ = game.tap_real(4, settle_options(game), (), read_line("Bear", NAMES)).rows
    for offered in (*scores, *more):
        end = "Bear out\nWal left 6-5\nBull left 6-4\nNed left 6-3"
        assert score("lombardy-bones", f"Bear {offered.words}\n{end}", target=5)


def test_sets_that_one_line_lists_count_for_the_bones_of_a_rack() -> None:
    game = registry.game("pussers-bones")
    sets = (read_line("Bear pair R1 R2 R3 R4", NAMES),)
    taps = game.tap_real(4, settle_options(game), sets, read_line("Bear ties up R5 R5", NAMES))
    assert [tap.words for row in taps.rows for tap in row] == ["do"]


@pytest.mark.parametrize("name", SCORED)
def test_the_same_hands_can_be_tapped(name: str) -> None:
    """On a phone, a hand of Pussers Bones takes at most some 30 taps."""
    house = WRITERS[name][2]
    text, happened = play(name, "robots", 10)
    game = registry.game(name)
    tapped = tap(game, settle_options(game, **house), text)
    made = score(name, tapped.text, **house)
    assert Counter(game.receipts(made)) == Counter(game.receipts(happened))
    assert Counter(map(repr, game.transfers(made))) == Counter(map(repr, game.transfers(happened)))
    if name == "pussers-bones":
        assert tapped.taps <= 32 * 10


def test_a_renege_undoes_and_costs_as_at_a_table_here() -> None:
    """LB-43, LB-51: a renege undoes the scores before it, and the player who held back pays. A mistaken call (LB-44)
    and a wrong score (LB-32) cost their caller."""
    text = """
        Bear 35
        Wal wrong 12
        Ned renege
        Wal renege Bear held 6-6
        Bear 35
        Wal out
        Bear left 6-5
        Bull the Second left 6-6
        Ned left 0-1
    """
    game = registry.game("lombardy-bones")
    receipts = game.receipts(score("lombardy-bones", text, target=20))
    assert [receipt.rule for receipt in receipts] == ["LB-31", "LB-32", "LB-44", "LB-43", "LB-31", "LB-61"]


def test_an_unfinished_game_is_refused_with_the_scores_so_far() -> None:
    text = "Wal 15\nBear wrong 10\nWal out\nBear left 0-1\nBull the Second left 1-1\nNed left 0-0"
    with refuses("unfinished") as caught:
        score("lombardy-bones", text)
    scores = caught.value.facts["scores"]
    assert isinstance(scores, tuple) and [str(line).rpartition(" ")[0] for line in scores] == list(NAMES[:4])


def test_a_tie_up_that_is_no_hand_is_refused_with_what_it_has() -> None:
    with refuses("PB-51/not_a_hand") as caught:
        score("pussers-bones", "Bear eddie\nWal ties up R1 R1 R1 R2 R2 R2 R3 R3 R4 R4 R5 R5 R6 R6 do R6 wall")
    assert caught.value.facts == {"pairs": 2, "double_ups": 4}


@pytest.mark.parametrize(
    ("name", "text", "error"),
    [
        ("duo-dominoes", "Bear out\nWal left 6-5", "left_wrong"),
        ("duo-dominoes", "Wal left 6-5", "no_end"),
        ("duo-dominoes", "Bear out\nWal left 6-5\nNed left 6-5\nBull the Second left 1-1", "REAL/tiles"),
        ("duo-dominoes", "Bear out\nWal left 6-5\nNed left 6-4\nBull the Second left 1-1", "unfinished"),
        ("duo-dominoes", "Somebody out", "REAL/words_duo"),
        ("lombardy-bones", "Bear 12\nWal out", "REAL/score"),
        ("duo-dominoes", "Bear out\nBear out", "two_ends"),
        ("lombardy-bones", "Bear wrong", "REAL/score"),
        ("lombardy-bones", "Bear sings", "REAL/words_lombardy"),
        ("lombardy-bones", "Bear renege Bear held 5-5", "REAL/renege"),
        ("lombardy-bones", "Bear renege Somebody held 5-5", "REAL/name"),
        ("pussers-bones", "Bear sings", "REAL/words_pussers"),
        ("pussers-bones", "Bear eddie\nWal all-of R5 sideways", "REAL/all_of"),
        ("pussers-bones", "Bear eddie\nWal pretties R1", "REAL/pretties"),
        ("pussers-bones", "Bear eddie\nWal ties up R1 R1", "REAL/do_bone"),
        ("pussers-bones", "Bear eddie\nWal ties up R1 R1 do R5 wall", "REAL/no_do_bone"),
        ("bonedoneskis", "Bear sings", "REAL/words_bonedoneskis"),
        ("bonedoneskis", "Bear paid much", "REAL/chips"),
        ("bonedoneskis", "Bear fee 0.50 R1", "REAL/fee"),
        ("bonedoneskis", "Bear shows 11h", "REAL/card"),
        ("bonedoneskis", "Bear shows", "REAL/card"),
        ("bonedoneskis", "\n" * 1_001, "REAL/many_lines"),
        ("pussers-bones", "washed out", "no_eddie"),
        ("pussers-bones", "Bear eddie", "no_end"),
        ("pussers-bones", "Bear eddie\nWal ties up R1 R1 do R1 wall", "wrong_count"),
        ("pussers-bones", "Bear eddie\nWal ties up R1 R1 R1 R1 R1 do R1 wall", "too_many"),
        ("bonedoneskis", "Bear paid 1", "no_end"),
        ("bonedoneskis", "Bear paid 1\nWal paid 1\nBear shows 9h 9c 9d\nWal shows 9h 2c 2d", "too_many"),
        ("bonedoneskis", "Bear paid 1\nWal paid 1\nBear shows 9h 8h\nWal shows 9d 2c 2d", "cards"),
        ("bonedoneskis", "Bear paid 1\nWal paid 1\nBear shows 3h 4h 5h 6h 7h 8h 9h Th Jh Qh\nWal mucks", "cards"),
    ],
)
def test_what_cannot_have_been_played_is_refused(name: str, text: str, error: str) -> None:
    with refuses(error):
        score(name, text)


@pytest.mark.parametrize("name", SCORED)
def test_an_empty_text_is_no_hand(name: str) -> None:
    with refuses(r"no_end|unfinished"):
        score(name, "\n\n")


@pytest.mark.parametrize("name", ["Weiß", "İnci", "دب\u200e", "Bull the Second", "🐻\u200d❄️ Polar"])
def test_a_name_of_any_script_begins_a_line_as_it_is_seen(name: str) -> None:
    """Folding case can lengthen a name, and names carry marks of direction that nobody types."""
    names = ("Bear", name, "Bull", "Ned")
    for typed in (name, name.upper(), name.replace("\u200e", "")):
        assert read_hands(f"{typed}: left 6-5", names) == (((1, "left 6-5"),),)
        assert parse_seat(f"{typed} 0.50", names) == (1, "0.50")
    assert read_hands("Bullock out", names)[0][0].seat is None


def test_two_names_that_only_capitals_make_equal_are_told_apart() -> None:
    names = ("Weiss", "Weiß")
    assert [parse_seat(f"{typed} 5", names)[0] for typed in ("Weiß", "weiss", "Weiss", "weiß")] == [1, 0, 0, 1]


def test_a_name_with_a_stop_at_its_end_ends_no_statement() -> None:
    names = ("J.R.", "Bear, Jr.", "Wal", "Ned")
    lines = (HandLine(Seat(0), "out"), HandLine(Seat(1), "left 6-5"), HandLine(Seat(2), "left 3-1"))
    for text in ("J.R. out\nBear, Jr. left 6-5\nWal left 3-1", "J.R. out, Bear, Jr. left 6-5. Wal left 3-1"):
        assert read_hands(text, names) == (lines,)


class Looked(tuple[str, ...]):
    """Names that count how often they are gone through."""

    looks = 0

    def __iter__(self) -> Iterator[str]:
        self.looks += 1
        return super().__iter__()


@pytest.mark.parametrize(
    "words", ["a: ", "a. ", "Walx: ", "Wal, ", "Wal ", "a Wal, ", "Bear a a Wal 5, ", "Ned: a Wal: "]
)
def test_a_long_line_is_read_at_a_pace_with_its_length(words: str) -> None:
    """A line of a form with colons once took a minute, and many names in a row went too deep."""
    looks, read = [], list[int]()
    for times in (100, 200):
        names = Looked(NAMES)

        def count(text: str) -> str:
            read.append(len(text))
            return text

        read_hands(words * times, names, count)
        looks.append(names.looks)
    assert looks[1] < 2.2 * looks[0]
    assert sum(read) < 200 * len(words) * times


def test_a_name_may_be_repeated_as_often_as_a_form_can_hold() -> None:
    assert read_hands(f"{'Wal ' * 1200}out", NAMES)[0] == (HandLine(Seat(1), "out"),) * 1200
