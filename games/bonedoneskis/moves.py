"""Moves of Bonedoneskis."""

from dataclasses import dataclass

from games.core.moves import Lapse
from games.core.seats import Seat
from games.pieces.cards import Card


@dataclass(frozen=True, slots=True)
class Check:
    """Pass the turn without betting; allowed if the seat owes nothing (BD-13)."""


@dataclass(frozen=True, slots=True)
class Bet:
    """Open the betting with a full bet, or with the whole stack if it is smaller (BD-13)."""


@dataclass(frozen=True, slots=True)
class Call:
    """Put in the chips owed, or the whole stack if it is smaller (BD-12)."""


@dataclass(frozen=True, slots=True)
class Complete:
    """Raise the bring-in to a full small bet (BD-12)."""


@dataclass(frozen=True, slots=True)
class Raise:
    """Raise by a full bet, or with the whole stack if it is smaller (BD-14)."""


@dataclass(frozen=True, slots=True)
class AllIn:
    """Put in the whole stack, if a call, a bet or a raise would take all of it (BD-14)."""


@dataclass(frozen=True, slots=True)
class Fold:
    """Give up the hand: in the betting (BD-19), or instead of paying a fee that is owed (SM-10)."""


@dataclass(frozen=True, slots=True)
class Pay:
    """Pay the fee that is owed (SM-10)."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Call a rule in a round of calls (SM-1). `rule` is an identifier from section 4 of the rulebook ("sell_three").

    Without a `card`, the move calls the rule's first trigger that the speaker may call and has not called yet.
    """

    rule: str
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """Finish calling in this round (SM-1)."""


@dataclass(frozen=True, slots=True)
class Trade:
    """Swap the trade card (R12) or the 8 Ball (R14) for this card."""

    card: Card


@dataclass(frozen=True, slots=True)
class Steal:
    """Take this card with the 2 Hog (R4)."""

    card: Card


@dataclass(frozen=True, slots=True)
class TurnUp:
    """Turn up a face-down card of a seat (R17, R18). `place` counts the seat's face-down cards, from 1 at the left."""

    seat: Seat
    place: int


@dataclass(frozen=True, slots=True)
class TurnCard:
    """Turn this card: a face-up one down (R19), or a face-down one of one's own up (R18)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Combine:
    """Ask for two cards to be joined. Always refused: joins are automatic, since cards speak (R20, Q-15)."""


@dataclass(frozen=True, slots=True)
class Show:
    """Show cards that could stay hidden, once the hand is over (BD-20)."""


@dataclass(frozen=True, slots=True)
class Muck:
    """Decline to show cards, once the hand is over (BD-20)."""


@dataclass(frozen=True, slots=True)
class Next:
    """Deal the next hand."""


@dataclass(frozen=True, slots=True)
class TopUp:
    """Add chips between hands, up to the buy-in; 0 adds as many as allowed (BD-17)."""

    amount: int = 0


@dataclass(frozen=True, slots=True)
class SitDown:
    """Add one more player between hands, at the seat after the last (BD-1). No seat makes this move."""


Move = (
    Check | Bet | Call | Complete | Raise | AllIn | Fold | Pay | Claim | Done | Trade | Steal | TurnUp | TurnCard
    | Combine | Show | Muck | Next | TopUp | SitDown | Lapse
)  # fmt: skip
