"""What a board shows that rules look for: bare pairs (R23), Krablers (R24), rows (R26), two red 6s (R10)."""

from games.bonedoneskis.line import UP, Line, card_of, dealt_on, up_since
from games.bonedoneskis.readings import RED_SIXES
from games.bonedoneskis.state import Pair, Row
from games.pieces.cards import RANK


def both_red_sixes(line: Line) -> bool:
    """Whether both natural red 6s lie face up there (R10)."""
    return sum(1 for it in line if it & UP and it & 63 in RED_SIXES) == 2


def bare_pairs(line: Line) -> tuple[Pair, ...]:
    """The pairs of a face-up jack and 4 with no face-up 8 between them, leftmost first (R23)."""
    shown = [it & 63 for it in line if it & UP]
    ranks = [RANK[number] for number in shown]
    if 11 not in ranks or 4 not in ranks:
        return ()
    found = []
    for left, rank in enumerate(ranks):
        if rank not in (4, 11):
            continue
        for right in range(left + 1, len(ranks)):
            if ranks[right] == 8:
                break
            if ranks[right] == 15 - rank:
                found.append((card_of(shown[left]), card_of(shown[right])))
    return tuple(found)


def krablers(line: Line, street: int) -> tuple[Pair, ...]:
    """The pairs of king and 3 of which one was dealt up on this street and the other on the one before (R24)."""
    own = [it for it in line if it & UP and RANK[it & 63] in (3, 13) and dealt_on(it) == up_since(it)]
    kings = [it for it in own if RANK[it & 63] == 13]
    threes = [it for it in own if RANK[it & 63] == 3]
    streets = (street - 1, street)
    return tuple(
        (card_of(king), card_of(three))
        for king in kings
        for three in threes
        if tuple(sorted((dealt_on(king), dealt_on(three)))) == streets
    )


def rows(line: Line) -> tuple[Row, ...]:
    """The threes of neighbours whose natural ranks run by ones, leftmost first (R26)."""
    found = []
    standing = [it & UP and it & 63 not in RED_SIXES for it in line]
    for place in range(len(line) - 2):
        three = line[place : place + 3]
        if standing[place] and standing[place + 1] and standing[place + 2] and _steps(three):
            found.append((card_of(three[0]), card_of(three[1]), card_of(three[2])))
    return tuple(found)


def _steps(three: Line) -> int:
    a, b, c = (RANK[it & 63] for it in three)
    for low in (14, 1):
        x, y, z = (low if rank == 14 else rank for rank in (a, b, c))
        if y - x == z - y and y - x in (1, -1):
            return y - x
    return 0


def rises(line: Line, row: Row) -> bool:
    """Whether the highest card of the row is its right end (R26)."""
    by_card = {it & 63: it for it in line}
    return _steps((by_card[row[0]], by_card[row[1]], by_card[row[2]])) > 0
