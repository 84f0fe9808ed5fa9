"""Sample views of the four games: fixed views, and random views for odd cases."""

import importlib
from dataclasses import replace
from random import Random
from typing import Any, Final

from games.bonedoneskis.events import PotShared
from games.bonedoneskis.view import (
    Chair as StudChair,
    ClosedCall,
    Ending as StudEnding,
    LyingCard,
    Pot,
    ShownHand,
    View as Stud,
)
from games.core import Receipt, Seat, SecretChance, settle
from games.core.receipt import ReceiptLine
from games.duo.events import HandEnded
from games.duo.view import Step as DuoStep, View as Duo
from games.lombardy.options import House as LombardyHouse
from games.lombardy.view import Step as LombardyStep, View as Lombardy
from games.pieces.bones import FULL_SET, Bone, from_code
from games.pieces.cards import Card, from_code as card
from games.pieces.dominoes import ALL, DOUBLES, Domino, from_code as domino
from games.pieces.line import Line
from games.pussers.events import Outcome
from games.pussers.view import Chair, DiscardedBone, Ending, SheetLine, TraySet, View as Pussers
from tests.views import changed

NAMES: Final = ("Bear", "Bull", "Doc", "Swain")
ODD_NAMES: Final = ("🐻", "الدب الكبير", "Ж" * 300, "Zoë\n\u202eevil\u0000" + "w" * 200)
"""Names that are hard to draw: missing glyphs, right-to-left, far too long."""


def _view_new_session(name: str) -> Any:
    """Return the crowd's view of a new session. The samples below replace most of its fields."""
    game = importlib.import_module(f"games.{name}.game").GAME
    return game.view(game.fold(game.begin(4, settle(game.OPTIONS), 0, SecretChance(bytes(32), (), 0))), None)


def bones(codes: str) -> tuple[Bone, ...]:
    """Read bones from codes separated by spaces."""
    return tuple(map(from_code, codes.split()))


def dominoes(codes: str) -> tuple[Domino, ...]:
    """Read dominoes from codes separated by spaces."""
    return tuple(map(domino, codes.split()))


def _chair(seat: int, rack: int, score: int, sets: tuple[TraySet, ...] = (), pretties: str = "") -> Chair:
    return Chair(Seat(seat), seat, rack, sets, bones(pretties), 0, score)


def _wall(broken_at: int, from_head: int, from_loose: int) -> bytes:
    """Return a wall that was broken at a stack, after bones were taken from its head and from the Loose (PB-12)."""
    wall = [2] * 72
    for place in range(from_head):
        wall[(broken_at + place // 2) % 72] -= 1
    for place in range(from_loose):
        wall[(broken_at - 1 - place // 2) % 72] -= 1
    return bytes(wall)


_SHEET: Final = (
    SheetLine(1, Seat(1), "first_pretty", "PB-24", 10, (-10, 30, -10, -10)),
    SheetLine(1, Seat(0), "tie_up", "PB-68", 6, (18, -6, -6, -6)),
    SheetLine(2, Seat(0), "tie_up", "PB-68", 4, (12, -4, -4, -4)),
    SheetLine(3, Seat(3), "tie_up", "PB-68", 13, (-13, -13, -13, 39)),
    SheetLine(4, Seat(2), "first_pretty", "PB-24", 10, (-10, -10, 30, -10)),
    SheetLine(4, Seat(2), "shit_tie_up", "PB-82", 50, (50, 50, -150, 50)),
    SheetLine(5, Seat(1), "tie_up", "PB-68", 30, (-30, 90, -30, -30)),
    SheetLine(6, Seat(0), "tie_up", "PB-68", 6, (18, -6, -6, -6)),
)
_DISCARDS: Final = (
    "WN R9 S1 B7 DG R2 B9 WS S4 R4 B1 S8 WE R6 B4 S2 R8 WW B6 S7 R3 DR B2 S9 R5 B8 S3 WN"
)  # fmt: skip


def pussers(seat: int | None = 0, **changes: Any) -> Pussers:
    """Return a view of Pussers Bones in the middle of a hand."""
    discards = [DiscardedBone(Seat(place % 4), bone, None) for place, bone in enumerate(bones(_DISCARDS))]
    discards[4] = replace(discards[4], taken=Seat(0))
    own = TraySet("concealed", from_code("S5") if seat == 2 else None)
    chairs = (
        _chair(0, 11, 35, (TraySet("pair", from_code("DG")),), "F1 N3"),
        _chair(1, 13, 131),
        _chair(2, 7, -189, (own, TraySet("pair", from_code("WW"))), "F2"),
        _chair(3, 10, 23, (TraySet("added", from_code("B3")),)),
    )
    wall = _wall(25, 84, 7)
    mine = seat == 0
    view: Pussers = changed(
        _view_new_session("pussers"),
        seat=None if seat is None else Seat(seat),
        players=4,
        phase="turn",
        hand=7,
        round=2,
        to_act=(Seat(0),),
        deadline=None,
        scores=tuple(chair.score for chair in chairs),
        over=False,
        chairs=chairs,
        eddie=Seat(0),
        turn=Seat(0),
        rack=bones("R1 R7 R8 S1 S5 S5 B2 B4 B9 DR") if mine else (),
        working=from_code("DW") if mine else None,
        wall=wall,
        left=sum(wall),
        broken_at=25,
        breaks=(),
        discards=tuple(discards),
        latest=len(discards) - 1,
        answered=None,
        last_calls=(Outcome(Seat(0), "yes", "taken", 412), Outcome(Seat(1), "yes", "beaten", 655)),
        shown_for_eddie=(),
        rule_off_votes=(),
        sheet=_SHEET,
        ending=None,
        may_pluck=False,
        may_discard_first=False,
        lacked=None,
        call_mode="race",
        talk="civil",
        nicknames=(),
    )
    return view._replace(**changes)


def pussers_full() -> Pussers:
    """Return a view of a rack of thirteen and the working bone: two rows of seven."""
    chairs = (_chair(0, 14, 18), *(_chair(seat, 13, -6) for seat in (1, 2, 3)))
    rack = bones("R1 R7 R8 S1 S5 S5 B2 B3 B4 B9 WE WE DR")
    return pussers(rack=rack, chairs=chairs, wall=_wall(25, 55, 0), left=89, last_calls=(), discards=(), latest=None)


def pussers_ended(seat: int | None = None) -> Pussers:
    """Return a view of the table of `pussers` after Bear tied up with 54 points and four doubles (PB-60)."""
    rows = (
        ("tie_up", 20, "points"),
        ("pairs", 26, "points"),
        ("pretties", 8, "points"),
        ("points", 54, "points"),
        ("tie_up", 1, "doubles"),
        ("eddie", 1, "doubles"),
        ("dragons", 1, "doubles"),
        ("own_flower", 1, "doubles"),
        ("score", 864, "points"),
        ("a_bit", 9, "a_bit"),
    )
    lines = tuple(ReceiptLine(key, "PB-61", amount, unit) for key, amount, unit in rows)
    ending = Ending(
        how="do_bone",
        seat=Seat(0),
        kind="minors",
        do=from_code("S1"),
        plucked=False,
        rack=bones("S1 S1 S1 S5 S5 S5 WE WE S8 S8 S8"),
        losers=(),
        receipt=Receipt("hand", "PB-60", lines, 9, "a_bit"),
        next_eddie=Seat(0),
    )
    line = SheetLine(7, Seat(0), "tie_up", "PB-68", 9, (27, -9, -9, -9))
    return pussers(
        seat, phase="between", turn=None, latest=None, ending=ending, sheet=(*_SHEET, line), rack=(), working=None
    )


def line_of(seed: int, spinner: bool, length: int) -> Line:
    """Return a line of at most `length` random bones; it ends sooner when no bone fits."""
    random = Random(seed)
    left = list(ALL)
    first = random.choice(DOUBLES if spinner else ALL)
    left.remove(first)
    line = Line.begin(first, spinner)
    for _ in range(length - 1):
        fitting = [(piece, end) for piece in left for end in line.list_fitting_ends(piece)]
        if not fitting:
            break
        piece, end = random.choice(fitting)
        left.remove(piece)
        line = line.lay(piece, end)
    return line


def _steps_of(line: Line) -> tuple[DuoStep, ...]:
    """Return steps that make a line without a spinner, one of each seat in turn; the first seat lays the last tile."""
    laid = [(piece, end) for end in "BA" for piece in line.arms["AB".index(end)]]
    first = [] if line.first is None else [(line.first, "")]
    return tuple(
        DuoStep(Seat(-left % 4), *step) for left, step in zip(range(len(laid), -1, -1), [*first, *laid], strict=True)
    )


def duo(seat: int | None = 0, **changes: Any) -> Duo:
    """Return a view of Duo Dominoes in the middle of a hand."""
    view: Duo = replace(
        _view_new_session("duo"),
        seat=None if seat is None else Seat(seat),
        players=4,
        phase="play",
        hand=3,
        to_act=(Seat(1),),
        deadline=None,
        scores=(31, 22, 31, 22),
        over=False,
        turn=Seat(1),
        starter=Seat(0),
        opening=False,
        holding=dominoes("6-6 5-4 3-2 2-0 6-1") if seat == 0 else (),
        counts=(5, 4, 3, 4),
        line=line_of(5, False, 12),
        steps=_steps_of(line_of(5, False, 12)),
        passed_on=(0, 0, 0, 0),
        score=(31, 22),
        games=(1, 0),
        goal=50,
        faithful=False,
        ending=None,
    )
    return replace(view, **changes)


def duo_ended() -> Duo:
    """Return a view of Duo Dominoes at the end of a hand."""
    holdings = (dominoes("3-2 2-0"), (), dominoes("6-6 5-5 4-4"), dominoes("2-2"))
    ending = HandEnded("out", Seat(1), holdings, (Seat(1), Seat(3)), 22)
    return duo(None, phase="between", turn=None, ending=ending, counts=(2, 0, 3, 1))


def lombardy(seat: int | None = 2, **changes: Any) -> Lombardy:
    """Return a view of Lombardy Bones with an open spinner."""
    view: Lombardy = replace(
        _view_new_session("lombardy"),
        seat=None if seat is None else Seat(seat),
        players=4,
        phase="play",
        hand=2,
        to_act=(Seat(1),),
        deadline=None,
        scores=(45, 130, 85, 10),
        over=False,
        deal=1,
        turn=Seat(1),
        leader=Seat(2),
        holding=dominoes("6-5 4-0 3-3 5-1 2-1 1-1") if seat == 2 else (),
        answered=False,
        answer=None,
        counts=(3, 4, 6, 2),
        boneyard=4,
        drawable=2,
        drew=False,
        line=line_of(12, True, 15),
        steps=(LombardyStep(Seat(0), domino("2-1"), "B"),),
        to_score=Seat(0),
        waits=False,
        last=None,
        above_shown=False,
        reneges=True,
        barred=(),
        pending=(),
        shown=(),
        house=LombardyHouse(target=200),
        touched=False,
        ending=None,
        winners=(),
    )
    return replace(view, **changes)


def stud(seat: int | None = None, players: int = 4, **changes: Any) -> Stud:
    """Return a view of Bonedoneskis on fifth street; the third player has folded."""
    lines = ("As Kd 7s! Qh Jc", "2c 2d Ts! 9c 4d", "", "8h 8d Kc 3s 6h")
    chairs = []
    for place in range(players):
        codes = lines[place % 4].split()
        line = []
        for slot, code in enumerate(codes):
            up, mark = slot > 1, {"7s!": "wild", "Ts!": "trade"}.get(code, "")
            number: Card | None = card(code.rstrip("!")) if up or seat == place else None
            line.append(LyingCard(number, up, 2 if slot < 2 else slot + 1, mark))
        chairs.append(
            StudChair(
                seat=Seat(place),
                state="live" if codes else "folded",
                line=tuple(line),
                stack=4250 - 300 * place,
                bet=100 if place < 2 else 0,
                paid=200,
                done=False,
                krabler=False,
                shown=False,
            )
        )
    view: Stud = replace(
        _view_new_session("bonedoneskis"),
        seat=None if seat is None else Seat(seat),
        players=players,
        phase="betting",
        hand=7,
        to_act=(Seat(1),),
        deadline=None,
        scores=(0,) * players,
        over=False,
        dealer=Seat(1),
        live_seats=tuple(map(Seat, range(players))),
        street=5,
        length=6,
        chairs=tuple(chairs),
        pots=(Pot(1250, (Seat(0), Seat(1))), Pot(300, (Seat(0),))),
        turn=Seat(1),
        bring_in=Seat(0),
        to_match=100,
        bets_made=1,
        owed=100 if seat is not None else 0,
        bet_to=0,
        acts=(),
        asked=None,
        callable=(),
        said=(),
        calls=(ClosedCall("R4", "two_hog", Seat(0), (card("2s"),), (Seat(0),), "done"),),
        duel=None,
        deck_size=20,
        ending=None,
        most_top_up=0,
        may_show=False,
    )
    return replace(view, **changes)


def stud_ended() -> Stud:
    """Return a view of Bonedoneskis after the showdown."""
    view = stud(phase="between", turn=None)
    lines = ("As Kd 7s Qh Jc 2c", "2h 2d Td 9c 4d 9h", "", "8h 8d Kc 3s 6h 8c")
    chairs = tuple(
        replace(chair, line=tuple(LyingCard(card(code), False, 2) for code in codes.split()), shown=bool(codes))
        for chair, codes in zip(view.chairs, lines, strict=True)
    )
    hands = (ShownHand(Seat(0), "straight", (14,), ()), ShownHand(Seat(3), "three_of_a_kind", (8, 13, 6), ()))
    net = (1000, -500, -250, -250)
    ending = StudEnding(
        "showdown",
        None,
        hands,
        (PotShared("pot", 1550, (1550, 0, 0, 0), (Seat(0), Seat(3))),),
        net,
        (("R4", Seat(0)), ("R12", None)),
    )
    return replace(view, chairs=chairs, ending=ending, scores=net, pots=())


def random_pussers(seed: int) -> Pussers:
    """Return a random view of Pussers Bones, which need not be possible by the rules."""
    random = Random(seed)
    pool = list(FULL_SET)
    random.shuffle(pool)
    players = random.choice((3, 4))
    chairs = []
    for seat in range(players):
        sets = []
        for _ in range(random.randrange(5)):
            how = random.choice(("pair", "concealed", "open", "added"))
            shown = how != "concealed" or random.random() < 0.3
            sets.append(TraySet(how, Bone(random.randrange(34)) if shown else None))
        pretties = tuple(Bone(34 + k) for k in range(8) if random.random() < 0.2)
        score = random.randrange(-9999, 9999)
        chairs.append(Chair(Seat(seat), seat, 13, tuple(sets), pretties, random.randrange(3), score))
    count = random.randrange(92)
    discards = tuple(
        DiscardedBone(Seat(k % players), pool[k], Seat(0) if random.random() < 0.1 else None) for k in range(count)
    )
    rack = tuple(sorted(pool[100 : 100 + random.randrange(14)]))
    phases = ("plucking_eddie", "breaking", "sorting", "turn", "calling", "robbing", "between", "ruled_off")
    return pussers(
        seat=random.choice((None, *range(players))),
        players=players,
        phase=random.choice(phases),
        chairs=tuple(chairs),
        scores=tuple(chair.score for chair in chairs),
        eddie=random.choice((None, Seat(0))),
        turn=random.choice((None, *map(Seat, range(players)))),
        sorter=random.choice((None, Seat(1))),
        fourth=random.choice((None, pool[98])),
        rack=rack,
        working=random.choice((None, pool[99])),
        discards=discards,
        latest=count - 1 if count and random.random() < 0.5 else None,
        wall=bytes(random.randrange(3) for _ in range(72)),
        breaks=tuple(range(18, 48)),
        shown_for_eddie=tuple(random.choice((None, pool[k])) for k in range(players)),
        talk=random.choice(("civil", "messdeck", "civvy")),
        nicknames=random.choice(((), (("R1", "box of shit"), ("WE", "🍀" * 40)))),
    )
