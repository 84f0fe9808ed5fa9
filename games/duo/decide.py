"""A move to its judge: `(phase, move)` finds the function; a judge returns events or raises `Refused`."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from games.core.chance import Chance
from games.core.options import Options
from games.core.refused import Refused
from games.core.seats import Seat
from games.duo.events import Began, Dealt, Event, GameWon, HandEnded, Laid, Passed, ThrownIn
from games.duo.evolve import evolve
from games.duo.moves import Knock, Next, Play
from games.duo.options import OPTIONS
from games.duo.scoring import blocked, next_starter, out
from games.duo.state import Table
from games.pieces.dominoes import ALL, DOUBLE_MASK, Domino, code, mask

_DOUBLE_SIX: Final = Domino(27)


def begin(players: int, options: Options, at: int, chance: Chance) -> Sequence[Event]:
    """The four sit down; the first hand waits for "next". Raises Refused (DD-1) for another number of players."""
    if players != 4:
        raise Refused("DD-1", "players", players=players)
    changed = {option.name: str(options[option.name]) for option in OPTIONS if options[option.name] != option.default}
    return (Began(changed),)


def decide(table: Table, seat: Seat | None, move: object, at: int, chance: Chance) -> Sequence[Event]:
    """What follows from the move, or Refused."""
    judge = _JUDGES.get((table.phase, type(move)))
    if judge is None or seat is None or not 0 <= seat < 4:
        raise Refused("DD-24", "over" if table.phase == "over" else "not_now")
    return judge(table, seat, move, chance)


def _next(table: Table, seat: Seat, move: Next, chance: Chance) -> Sequence[Event]:
    fresh = table.hand == 0 or (table.game_over and not table.house.rotate)  # DD-10, DD-41
    events: list[Event] = []
    while True:
        order = chance.shuffled(ALL)  # DD-3
        holdings = tuple(tuple(sorted(order[7 * player : 7 * player + 7])) for player in range(4))
        doubles = [(mask(held) & DOUBLE_MASK).bit_count() for held in holdings]
        if not table.house.redeal_doubles or max(doubles) < table.house.redeal_doubles:
            break
        many = doubles.index(max(doubles))
        events.append(ThrownIn(Seat(many), doubles[many]))
    starter = next(Seat(p) for p in range(4) if _DOUBLE_SIX in holdings[p]) if fresh else next_starter(table)
    return (*events, Dealt(table.hand + 1, starter, fresh, holdings))


def _play(table: Table, seat: Seat, move: Play, chance: Chance) -> Sequence[Event]:
    if seat != table.turn:
        raise Refused("DD-24", "not_your_turn", seat=table.turn)
    tile, line = move.tile, table.line
    if not 0 <= tile < 28 or not table.holdings[seat] >> tile & 1:
        raise Refused("DD-24", "not_held", tile=code(tile) if 0 <= tile < 28 else "?")
    if line.first is None:
        if table.opening and tile != _DOUBLE_SIX:
            raise Refused("DD-10", "double_six_leads")
        if move.end not in ("", "A", "B"):
            raise Refused("DD-20", "no_such_end", end=move.end)
        return _settled(table, Laid(seat, tile, ""))
    fitting = tuple(line.fits(tile))
    if not fitting or (move.end and move.end not in fitting):
        raise Refused("DD-21", "does_not_fit", tile=code(tile), end=move.end, ends=tuple(line.shown))
    if not move.end and len(fitting) > 1 and line.shown[0] != line.shown[1]:
        raise Refused("DD-21", "which_end", tile=code(tile))
    return _settled(table, Laid(seat, tile, move.end or fitting[0]))


def _knock(table: Table, seat: Seat, move: Knock, chance: Chance) -> Sequence[Event]:
    if seat != table.turn:
        raise Refused("DD-24", "not_your_turn", seat=table.turn)
    if table.line.first is None:
        raise Refused("DD-12", "starter_plays")
    if table.house.guarded and table.may_lay(seat):
        raise Refused("DD-22", "can_play")
    return _settled(table, Passed(seat))


def _settled(table: Table, happened: Laid | Passed) -> Sequence[Event]:
    """The event with all that follows from it: the end of the hand, or the passes that the bot makes (`auto_pass`)."""
    events: list[Event] = [happened]
    table = evolve(table, happened)
    seat = happened.seat
    while True:
        if not table.holdings[seat]:  # DD-30
            duo, points = out(table.holdings, seat, table.house.all_others)
            return (*events, *_ended(table, "out", duo, points))
        if table.row == 4 or not any(held & table.line.wanted for held in table.holdings):  # DD-51, DD-31
            duo, points = blocked(table.holdings, table.last)
            return (*events, *_ended(table, "blocked", duo, points))
        if not table.house.auto_pass or table.may_lay(table.turn):
            return events
        passed = Passed(table.turn)
        events.append(passed)
        table = evolve(table, passed)


def _ended(table: Table, how: str, duo: int, points: int) -> Sequence[Event]:
    shown = tuple(tuple(tile for tile in ALL if held >> tile & 1) for held in table.holdings)
    ended = HandEnded(how, table.last, shown, duo, points)
    score = [table.score[0], table.score[1]]
    score[duo] += points
    if score[duo] < table.house.game_points:
        return (ended,)
    match = bool(table.house.match_games) and table.games[duo] + 1 >= table.house.match_games  # DD-41
    return ended, GameWon(duo, (score[0], score[1]), match)  # DD-40


_JUDGES: Final[dict[tuple[str, type], Callable[[Table, Seat, Any, Chance], Sequence[Event]]]] = {
    ("between", Next): _next,
    ("play", Play): _play,
    ("play", Knock): _knock,
}
