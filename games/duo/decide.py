"""A move to its judge: `(phase, move)` finds the function; a judge returns events or raises `Refused`."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from games.core.chance import Chance
from games.core.options import Options
from games.core.refused import Refused
from games.core.seats import Seat
from games.duo.events import Began, Dealt, Event, GameWon, HandEnded, Laid, Passed, ThrownIn
from games.duo.moves import Knock, Next, Play
from games.duo.options import OPTIONS
from games.duo.scoring import blocked, next_starter, out
from games.duo.state import DOUBLE_SIX, Table
from games.pieces.dominoes import ALL, DOUBLE_MASK, code, in_holding, in_mask, mask, told

_laid: Final = cache(Laid)
_passed: Final = cache(Passed)


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
        if not table.house.redeal_doubles:
            break
        doubles = [(mask(held) & DOUBLE_MASK).bit_count() for held in holdings]
        if max(doubles) < table.house.redeal_doubles:
            break
        many = doubles.index(max(doubles))
        events.append(ThrownIn(Seat(many), doubles[many]))
    starter = next(Seat(p) for p in range(4) if DOUBLE_SIX in holdings[p]) if fresh else next_starter(table)
    return (*events, Dealt(table.hand + 1, starter, fresh, holdings))


def _play(table: Table, seat: Seat, move: Play, chance: Chance) -> Sequence[Event]:
    if seat != table.turn:
        raise Refused("DD-24", "not_your_turn", seat=table.turn)
    tile, end, line = move.tile, move.end, table.line
    if not in_holding(table.holdings[seat], tile):
        raise Refused("DD-24", "not_held", tile=told(tile))
    if line.first is None:
        if table.opening and tile != DOUBLE_SIX:
            raise Refused("DD-10", "double_six_leads")
        if end not in ("", "A", "B"):
            raise Refused("DD-20", "no_such_end", end=end)
        return _after_tile(table, _laid(seat, tile, ""), line.begun(tile).wanted)
    after = line.after(tile, end)
    if after is None:
        fitting = line.fits(tile)
        if not fitting or end:
            raise Refused("DD-21", "does_not_fit", tile=code(tile), end=end, ends=line.shown)
        if len(fitting) > 1 and line.shown[0] != line.shown[1]:
            raise Refused("DD-21", "which_end", tile=code(tile))
        end = fitting[0]
        after = line.laid(tile, end)
    return _after_tile(table, _laid(seat, tile, end), after.wanted)


def _knock(table: Table, seat: Seat, move: Knock, chance: Chance) -> Sequence[Event]:
    if seat != table.turn:
        raise Refused("DD-24", "not_your_turn", seat=table.turn)
    if table.line.first is None:
        raise Refused("DD-12", "starter_plays")
    if table.house.guarded and table.holdings[seat] & table.line.wanted:
        raise Refused("DD-22", "can_play")
    passed = _passed(seat)
    if table.row == 3:  # DD-51
        return (passed, *_blocked(table, table.last, table.holdings))
    return (passed, *_passes_of_the_bot(table, seat, table.line.wanted))


def _after_tile(table: Table, laid: Laid, wanted: int) -> Sequence[Event]:
    """A tile laid, and what follows from it when these are the tiles that fit now: the end of the hand, or the passes
    that the bot makes."""
    seat, tile = laid.seat, 1 << laid.tile
    holdings = table.holdings
    wanted &= ~tile
    if holdings[seat] == tile:  # DD-30
        left = _without(holdings, seat, tile)
        return (laid, *_ended(table, "out", seat, left, *out(left, seat, table.house.all_others)))
    if holdings[(seat + 1) % 4] & wanted:
        return (laid,)
    if not (holdings[0] | holdings[1] | holdings[2] | holdings[3]) & wanted:  # DD-31
        return (laid, *_blocked(table, seat, _without(holdings, seat, tile)))
    return (laid, *_passes_of_the_bot(table, seat, wanted))


def _without(holdings: Sequence[int], seat: Seat, tile: int) -> list[int]:
    return [held & ~tile if player == seat else held for player, held in enumerate(holdings)]


def _passes_of_the_bot(table: Table, seat: Seat, wanted: int) -> Sequence[Event]:
    """The passes of those after `seat` who cannot play, as far as the next one who can (`auto_pass`)."""
    if not table.house.auto_pass:
        return ()
    passes: list[Event] = []
    turn = (seat + 1) % 4
    while not table.holdings[turn] & wanted:
        passes.append(_passed(Seat(turn)))
        turn = (turn + 1) % 4
    return passes


def _blocked(table: Table, last: Seat, holdings: Sequence[int]) -> Sequence[Event]:
    return _ended(table, "blocked", last, holdings, *blocked(holdings, last))


def _ended(table: Table, how: str, last: Seat, holdings: Sequence[int], duo: int, points: int) -> Sequence[Event]:
    winners = (Seat(duo), Seat(duo + 2))
    ended = HandEnded(how, last, tuple(map(in_mask, holdings)), winners, points)
    score = list(table.score)
    score[duo] += points
    if score[duo] < table.house.game_points:
        return (ended,)
    match = bool(table.house.match_games) and table.games[duo] + 1 >= table.house.match_games  # DD-41
    return ended, GameWon(winners, (score[0], score[1]), match)  # DD-40


_JUDGES: Final[dict[tuple[str, type], Callable[[Table, Seat, Any, Chance], Sequence[Event]]]] = {
    ("between", Next): _next,
    ("play", Play): _play,
    ("play", Knock): _knock,
}
