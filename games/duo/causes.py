"""Causes that a player could see: why one tile was better than another."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from games.core.appraisal import Facts
from games.core.seats import Seat, find_next_seat
from games.core.view import own_seat
from games.duo.moves import Play
from games.duo.valuation import find_ends_after, find_possible_tiles
from games.duo.view import View
from games.pieces.dominoes import BIT, CODES, FULL, HALVES, WITH, Domino, dominoes_of, mask, pips_of

_FEW: Final = 3
"""The most tiles that are listed, and the fewest more that count as more."""


class After(NamedTuple):
    """The table after a tile, as its player sees it."""

    tile: Domino
    ends: tuple[int, int]
    mine: int
    """The mask of the tiles that the player keeps."""
    unseen: int
    following: Seat
    partner: Seat
    may_hold: tuple[int, ...]
    """For each seat, the mask of the unseen tiles that it may hold, judged by its passes."""
    partner_share: float
    """The part of the unseen tiles that the partner holds."""

    @property
    def fitting(self) -> int:
        """The mask of all tiles that would fit."""
        return WITH[self.ends[0]] | WITH[self.ends[1]]

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers at the ends, each once."""
        return tuple(dict.fromkeys(map(str, self.ends)))

    def list_next(self) -> tuple[str, ...]:
        """The tiles that the next player may hold and could lay."""
        return _list_codes(self.may_hold[self.following] & self.fitting)


def look_after(view: View, play: Play) -> After:
    """Look at the table after a tile of the view's seat."""
    seat = own_seat(view)
    held = mask(view.holding)
    unseen, mine = FULL & ~held & ~view.line.on_table, held & ~BIT[play.tile]
    ends = find_ends_after(view.line.shown or None, play.tile, play.end)
    following = find_next_seat(seat, view.players)
    partner = find_next_seat(following, view.players)
    may_hold = tuple(unseen & tiles for tiles in find_possible_tiles(view))
    partner_share = view.counts[partner] / unseen.bit_count()
    return After(play.tile, ends, mine, unseen, following, partner, may_hold, partner_share)


def _list_codes(tiles: int) -> tuple[str, ...]:
    return tuple(CODES[tile] for tile in reversed(dominoes_of(tiles)))


def _is_shut(after: After) -> bool:
    """True if nothing fits any more (DD-31)."""
    return not (after.mine | after.unseen) & after.fitting


def _shuts(this: After, other: After) -> Facts | None:
    """The move blocks the hand, and by the pips its player's duo can expect to win it (DD-32)."""
    ours, theirs = _expect_pips(this)
    return _count_shut(this) if _is_shut(this) and not _is_shut(other) and ours < theirs else None


def _shuts_badly(this: After, other: After) -> Facts | None:
    """The other move blocks the hand, and by the pips the player's duo can expect to lose it."""
    ours, theirs = _expect_pips(other)
    return _count_shut(other) if _is_shut(other) and not _is_shut(this) and ours > theirs else None


def _expect_pips(after: After) -> tuple[float, float]:
    """The pips that each duo can expect to hold: of the unseen ones, the partner holds their share of the tiles."""
    unseen = pips_of(after.unseen)
    partners = unseen * after.partner_share
    return pips_of(after.mine) + partners, unseen - partners


def _count_shut(after: After) -> Facts:
    ours, theirs = _expect_pips(after)
    return {"numbers": after.numbers, "ours": round(ours), "theirs": round(theirs)}


def _strands(this: After, other: After) -> Facts | None:
    """A tile that the player keeps can never be laid after the other move: no other is left with its numbers."""

    def list_stranded(after: After) -> int:
        left = after.mine | after.unseen
        return mask(
            tile
            for tile in dominoes_of(after.mine & ~after.fitting)
            if not any(left & ~BIT[tile] & WITH[half] for half in HALVES[tile])
        )

    stranded = list_stranded(other) & ~list_stranded(this)
    return {"tiles": _list_codes(stranded)} if stranded and not _is_shut(other) else None


def _is_alone(after: After) -> bool:
    return bool(after.mine & after.fitting) and not after.unseen & after.fitting


def _leaves_alone(this: After, other: After) -> Facts | None:
    return {"numbers": this.numbers} if _is_alone(this) and not _is_alone(other) else None


def _next_passes(this: After, other: After) -> Facts | None:
    if _is_shut(this) or this.list_next() or not other.list_next():
        return None
    return {"seat": this.following, "numbers": this.numbers}


def _partner_passes(this: After, other: After) -> Facts | None:
    could, can = (after.may_hold[after.partner] & after.fitting for after in (other, this))
    if could or not can or _is_shut(other):
        return None
    return {"seat": other.partner, "numbers": other.numbers}


def _few_fit(this: After, other: After) -> Facts | None:
    """The next player has fewer tiles to choose from."""
    tiles, others = this.list_next(), other.list_next()
    if not 0 < len(tiles) <= _FEW or len(others) < len(tiles) + 2:
        return None
    return {"seat": this.following, "tiles": tiles, "other": len(others)}


def _keeps_end(this: After, other: After) -> Facts | None:
    """The player keeps more tiles for an end for which nobody else has any."""
    owned = [
        max((after.mine & WITH[end] for end in after.ends if not after.unseen & WITH[end]), key=int.bit_count)
        if not all(after.unseen & WITH[end] for end in after.ends)
        else 0
        for after in (this, other)
    ]
    if owned[0].bit_count() <= owned[1].bit_count():
        return None
    number = next(end for end in this.ends if owned[0] == this.mine & WITH[end] and not this.unseen & WITH[end])
    return {"number": number, "tiles": _list_codes(owned[0])}


def _partner_fits(this: After, other: After) -> Facts | None:
    """The partner has more tiles to choose from."""
    tiles, others = (_list_codes(after.may_hold[after.partner] & after.fitting) for after in (this, other))
    if len(tiles) < len(others) + _FEW:
        return None
    return {"seat": this.partner, "this": len(tiles), "other": len(others)}


def _goes_on(this: After, other: After) -> Facts | None:
    """The player could go on with more tiles of their own."""
    tiles, others = (_list_codes(after.mine & after.fitting) for after in (this, other))
    return {"tiles": tiles, "others": others} if len(tiles) > len(others) > 0 else None


def _can_go_on(this: After, other: After) -> Facts | None:
    """The player could go on, and after the other move could not."""
    tiles = _list_codes(this.mine & this.fitting)
    return {"tiles": tiles} if tiles and not other.mine & other.fitting else None


def _lays_double(this: After, other: After) -> Facts | None:
    """A double, which fits one number alone, is laid before a tile that fits two."""
    (high, low), (more, less) = HALVES[this.tile], HALVES[other.tile]
    return {} if high == low and more != less else None


CAUSES: Final[Mapping[str, Callable[[After, After], Facts | None]]] = {
    "shuts": _shuts,
    "not_shuts": _shuts_badly,
    "alone": _leaves_alone,
    "passes": _next_passes,
    "partner_passes": _partner_passes,
    "strands": _strands,
    "keeps_end": _keeps_end,
    "few_fit": _few_fit,
    "can_go_on": _can_go_on,
    "goes_on": _goes_on,
    "partner_fits": _partner_fits,
    "double": _lays_double,
}
"""Causes by their wording keys, the strongest first."""
