"""The part of a view that every game has: the viewer, and the public state of play."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol, Self

from games.core.seats import Seat


class Call(Protocol):
    """A timed call that has been settled, as everybody sees it."""

    @property
    def seat(self) -> Seat:
        """The caller."""

    @property
    def said(self) -> str:
        """The call, as a wording key ("yes")."""

    @property
    def outcome(self) -> str:
        """The outcome, as a wording key ("taken")."""

    @property
    def after_ms(self) -> int:
        """Milliseconds from the opening of the window to the call's stamp."""


RACED_MS: Final = 60_000
"""A call that took this long or longer, in milliseconds, raced nobody."""


def format_race_time(call: Call) -> str:
    """Format the time that a call took: "412 ms", or "1.9 s" from one second on. Empty for a call that raced nobody."""
    taken = call.after_ms
    if taken >= RACED_MS:
        return ""
    return f"{taken} ms" if taken < 1000 else f"{taken / 1000:.1f} s"


def list_race(view: "View") -> Sequence[Call]:
    """The last calls, if they raced each other; () after a single call, which the log tells."""
    return view.last_calls if len(view.last_calls) > 1 else ()


def own_seat(view: "View") -> Seat:
    """The viewer's own seat. Raises ValueError for the crowd."""
    if view.seat is None:
        raise ValueError("the crowd has no seat")
    return view.seat


class View(Protocol):
    """The fields that the bot reads of any view. Views are frozen and hashable."""

    def __hash__(self) -> int: ...

    @property
    def seat(self) -> Seat | None:
        """The viewer; None is the crowd."""

    @property
    def players(self) -> int:
        """The number of seats at the table."""

    @property
    def phase(self) -> str:
        """The part of the hand, as a wording key ("turn", "calling", "between")."""

    @property
    def stage(self) -> str:
        """A public fact that changes what this phase waits for, as a wording key ("plucked"); "" for none."""

    @property
    def tap_stage(self) -> str:
        """A public fact that changes what a tap on a control means, as a wording key ("closed"); "" for none."""

    @property
    def hand(self) -> int:
        """The hand of the session, from 1."""

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that the table is publicly waiting for."""

    @property
    def deadline(self) -> int | None:
        """The time (milliseconds) at which silence becomes a move; None if it never does."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The running score of each seat."""

    @property
    def goal(self) -> int:
        """The points that win a game; 0 where each hand counts by itself."""

    @property
    def over(self) -> bool:
        """True once the session has ended."""

    @property
    def has_spoken(self) -> bool:
        """True if the viewer has answered or has words that wait to be judged, and so may have nothing left to do."""

    @property
    def spoken(self) -> Sequence[str]:
        """The viewer's own words that wait to be settled, as they would be typed ("yes"); empty in games without."""

    @property
    def hot(self) -> Sequence[int]:
        """The viewer's own pieces that are dangerous to let go; empty in games without such pieces."""

    @property
    def gone(self) -> Sequence[tuple[int, int]]:
        """The kinds of the viewer's own pieces of which others have gone for good, each with the number of those.

        Everybody has seen these pieces go. Empty in games where no two pieces are alike.
        """

    @property
    def interruptible(self) -> bool:
        """True if a seat that the table does not wait for might speak now; the same for everybody."""

    @property
    def may_show(self) -> bool:
        """True if the viewer may still show pieces of a hand that is over, which nobody else has seen."""

    @property
    def courtesy_to(self) -> Seat | None:
        """The seat whose last move robots leave alone for a while, since its player may still speak about it; None if
        nobody waits."""

    @property
    def closes_own(self) -> Seat | None:
        """The seat that the table waits for to say something, or nothing, about its own last move; None otherwise."""

    def end_courtesy(self) -> Self:
        """The view for a robot that need not wait for `courtesy_to`."""

    @property
    def undealt(self) -> bool:
        """True before the first pieces are dealt, while there is no hand to show."""

    @property
    def out(self) -> Sequence[Seat]:
        """The seats that the next hand leaves out, unless something changes; the same for everybody."""

    @property
    def game_open(self) -> bool:
        """True during a game of several hands, and between its hands; False where each hand counts by itself."""

    @property
    def last_calls(self) -> Sequence[Call]:
        """The calls of the last window, in the order in which they counted; empty in games without a race."""


class Building(NamedTuple):
    """The hand that a player's own pieces are nearest to."""

    lacking: int
    """The number of pieces that it lacks."""
    aim: str
    """The kind of hand, as in "after/moon"."""
    alike: tuple[int, ...]
    """The kinds to look out for."""
    needs: str = ""
    """The end of the key of a sentence about what a hand needs besides pieces, as in "double/none"; "" without one."""
    named: tuple[int, ...] = ()
    """The pieces that this sentence names."""


@dataclass(frozen=True, slots=True)
class PlainView:
    """A base for views. It has the fields of every view, and the members that most games do not need, with their values
    in such a game.

    A view that has one of these members as a field gives the field a default.
    """

    seat: Seat | None
    """The viewer; None is the crowd."""
    players: int
    phase: str
    """The value of a `Phase`; scenes also draw views of closed tables, whose phase is "closed"."""
    hand: int
    to_act: tuple[Seat, ...]
    deadline: int | None
    scores: tuple[int, ...]
    over: bool

    @property
    def goal(self) -> int:
        """0: no points win a game."""
        return 0

    @property
    def stage(self) -> str:
        """ "": each phase waits for one thing."""
        return ""

    @property
    def tap_stage(self) -> str:
        """ "": a tap means the same throughout."""
        return ""

    @property
    def has_spoken(self) -> bool:
        """False: no words wait to be judged."""
        return False

    @property
    def spoken(self) -> Sequence[str]:
        """(): no words wait to be settled."""
        return ()

    @property
    def hot(self) -> Sequence[int]:
        """(): no piece is dangerous to let go."""
        return ()

    @property
    def gone(self) -> Sequence[tuple[int, int]]:
        """(): no two pieces are alike."""
        return ()

    @property
    def interruptible(self) -> bool:
        """False: nobody speaks out of turn."""
        return False

    @property
    def may_show(self) -> bool:
        """False: the end of a hand shows what it shows."""
        return False

    @property
    def courtesy_to(self) -> Seat | None:
        """None: robots wait for nobody."""
        return None

    @property
    def closes_own(self) -> Seat | None:
        """None: nobody speaks about their own last move."""
        return None

    def end_courtesy(self) -> Self:
        """The same view."""
        return self

    @property
    def undealt(self: View) -> bool:
        """True before the first hand."""
        return self.hand == 0

    @property
    def out(self) -> Sequence[Seat]:
        """(): each hand deals everybody in."""
        return ()

    @property
    def game_open(self) -> bool:
        """False: each hand counts by itself."""
        return False

    @property
    def last_calls(self) -> Sequence[Call]:
        """(): calls do not race."""
        return ()
