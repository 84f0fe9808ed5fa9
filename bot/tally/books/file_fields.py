"""The types of the fields of the file with which a crew moves house, with the limits that msgspec checks, and the feats
of a table, which its notes have in the same form."""

from collections.abc import Iterator
from typing import Annotated, Any, Final, NamedTuple

from msgspec import Meta

MOST_AMOUNT: Final = 10**15
"""The largest amount in a file, and the most that one person may win or lose in all."""
_MOST_SMALL: Final = 2**31 - 1
"""The largest number of a table, a hand, a season or a version of the rules."""

Amount = Annotated[int, Meta(ge=-MOST_AMOUNT, le=MOST_AMOUNT)]
Count = Annotated[int, Meta(ge=0, le=MOST_AMOUNT)]
Time = Annotated[int, Meta(ge=0, le=7_258_118_400_000)]
"""A time in milliseconds, up to the beginning of 2200. The books read dates up to that year."""
Small = Annotated[int, Meta(ge=-_MOST_SMALL, le=_MOST_SMALL)]
Origin = Annotated[str, Meta(pattern=r"^[0-9A-Za-z]{1,16}\Z")]
Id = tuple[Origin, Annotated[int, Meta(ge=1, le=MOST_AMOUNT)]]
"""The origin of an entry, a payment or a table, and its number there."""
Place = Annotated[int, Meta(ge=-1, lt=1_000)]
"""The place of a person in the file's list, or -1; `books_file` checks that the person is there."""
Seat = Annotated[list[Place], Meta(min_length=1, max_length=12)]
Seats = Annotated[list[Seat], Meta(max_length=12)]
Amounts = Annotated[list[Amount], Meta(max_length=12)]
Game = Annotated[str, Meta(pattern=r"^[a-z]{1,20}(?:-[a-z]{1,20}){0,3}\Z")]
"""The name of a game, also of one that this release does not know."""
Plain = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_./+ -]{0,40}\Z")]
"""A key, a rule, a unit or the code of a piece in a receipt."""
Weight = Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,6}(?:/[1-9][0-9]{0,6})?\Z")]
"""A weight as entries note it ("1/100")."""
Text40 = Annotated[str, Meta(max_length=40)]
Text60 = Annotated[str, Meta(max_length=60)]
Text100 = Annotated[str, Meta(max_length=100)]
_Atom = Plain | Amount | bool | None
Fact = _Atom | list[_Atom | list[_Atom]]
ReceiptLine = tuple[Plain, Plain, Amount, Plain, Annotated[list[tuple[Plain, Fact]], Meta(max_length=40)]]
ReceiptLines = Annotated[list[ReceiptLine], Meta(max_length=1_000)]
Receipt = tuple[Plain, Plain, ReceiptLines, Amount, Plain, Amounts, ReceiptLines]


class DatedFeat(NamedTuple):
    """A feat: its event's sequence, its time, its kind ("moons"), its seat, its amount, and its sort (the title of its
    receipt, "moon", or "")."""

    sequence: Count
    at: Time
    kind: Text40
    seat: Annotated[int, Meta(ge=0, le=11)]
    amount: Amount
    sort: Text40


LineUp = tuple[Count, Seats]
"""The first event of a line-up, and its accounts by seat; in a file of books, its members."""


class FileFeats(NamedTuple):
    """The feats and line-ups of a table, as the books know them and as a file of books has them."""

    id: Id
    """The origin of the table, and its number there. A table that was played here has the origin ""."""
    game: Game
    done: list[DatedFeat]
    posted: Annotated[list[LineUp], Meta(min_length=1, max_length=100_000)]
    mark: Text60 = ""
    """The proof that this host has exported the line; "" outside a file."""


def list_places(data: Any) -> Iterator[int]:
    """Yield the places of all people whom the data of an entry names."""
    seats = [*data.get("seats", ()), *(seat for part in data.get("parts", ()) for seat in part[1])]
    for seat in (*seats, data.get("robots", ()), data.get("away", ())):
        yield from seat
