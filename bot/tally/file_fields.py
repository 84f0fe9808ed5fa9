"""The fields of the file with which a crew moves house. Each is read with a check, which raises for a value that
no export writes: ValueError, TypeError, LookupError, RecursionError or Refused."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final, TypeVar

from bot.ports.text import clean
from bot.store.database.schema import Json
from bot.tally.money_words import clean_words, find_money
from bot.tally.real_receipts import word_stored_receipt
from bot.wording import ENGLISH

T = TypeVar("T")

MOST_AMOUNT: Final = 10**15
"""The largest amount in a file, and the most that one person may win or lose in all."""
_LATEST: Final = 7_258_118_400_000
"""The latest time in a file: the beginning of 2200, in milliseconds. The books read dates up to that year."""
_MOST_SMALL: Final = 2**31 - 1
"""The largest number of a table, a hand, a season or a version of the rules."""
_MOST_NAME: Final = 60
_KEY: Final = re.compile("[a-z_]{1,40}", re.ASCII)
"""The key of a sentence about a hand ("tie_up")."""
_GAME: Final = re.compile("[a-z]{1,20}(?:-[a-z]{1,20}){0,3}", re.ASCII)
"""The name of a game, also of one that this release does not know."""
_PLAIN: Final = re.compile("[A-Za-z0-9_./+ -]*", re.ASCII)
"""A key, a rule, a unit or the code of a piece in a receipt."""
_WEIGHT: Final = re.compile("[1-9][0-9]{0,6}(?:/[1-9][0-9]{0,6})?", re.ASCII)
"""A weight as entries note it ("1/100")."""

Id = tuple[str, int]
"""The origin of an entry, a payment or a table, and its number there."""


def read_name(value: Any, of_user: bool) -> str:
    """Read a name. A user's name comes from Discord, so it may be a word for money."""
    return read_text(value, _MOST_NAME) if of_user else clean_words(read_text(value, _MOST_NAME), "name", _MOST_NAME)


def read_reason(value: Any) -> str:
    """Read a reason: the key of a hand's sentence, or what somebody wrote."""
    if isinstance(value, str) and _KEY.fullmatch(value) and find_money(value) is None:
        return value
    return clean_words(read_text(value, 100), "reason") if value else ""


def read_id(row: list[Any]) -> Id:
    origin, number = row
    if not (isinstance(origin, str) and 0 < len(origin) <= 16 and origin.isalnum() and origin.isascii()):
        raise ValueError("not an origin")
    return origin, read_number(number, 1)


def read_number(value: Any, least: int, most: int = MOST_AMOUNT) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{value!r:.40} is not a number from {least} to {most}")
    return value


def read_time(value: Any) -> int:
    return read_number(value, 0, _LATEST)


def read_small(value: Any) -> int:
    return read_number(value, -_MOST_SMALL, _MOST_SMALL)


def read_game(value: Any) -> str:
    if not isinstance(value, str) or not _GAME.fullmatch(value) or find_money(value) is not None:
        raise ValueError("not the name of a game")
    return value


def read_weight(value: Any) -> str:
    if not isinstance(value, str) or not _WEIGHT.fullmatch(value):
        raise ValueError("not a weight")
    return str(Fraction(value))


def read_words(value: Any, most: int) -> str:
    """Read words that people see."""
    if find_money(text := read_text(value, most)) is not None:
        raise ValueError("a word for money")
    return text


def read_amount(value: Any) -> int:
    return read_number(value, -MOST_AMOUNT)


def read_flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError("neither yes nor no")
    return value


def read_text(value: Any, most: int) -> str:
    if not isinstance(value, str) or len(value) > most or clean(value) != value:
        raise ValueError("not a text, or one that is too long or not on one line")
    return value


def read_receipt(row: list[Any], game: str | None, seats: list[Any]) -> Json:
    """Read a receipt of a hand from a real table. Raises ValueError if the receipt cannot be put into words."""
    key, rule, lines, total, unit, to, after = row
    receipt = [
        _read_plain(key),
        _read_plain(rule),
        read_list(lines, 1_000, _read_receipt_line),
        read_number(total, -MOST_AMOUNT),
        _read_plain(unit),
        read_list(to, 12, read_amount),
        read_list(after, 1_000, _read_receipt_line),
    ]
    try:
        word_stored_receipt(receipt, game or "", ("…",) * len(seats), ENGLISH)
    except (LookupError, AttributeError) as error:
        raise ValueError(f"a receipt cannot be worded: {error}") from error
    return receipt


def _read_receipt_line(row: list[Any]) -> Json:
    key, rule, amount, unit, facts = row
    checked_facts = read_list(facts, 40, lambda fact: [_read_plain(fact[0]), _read_fact(fact[1])])
    return [_read_plain(key), _read_plain(rule), read_number(amount, -MOST_AMOUNT), _read_plain(unit), checked_facts]


def _read_plain(value: Any) -> str:
    """Read a key, a rule, a unit or the code of a piece."""
    if _PLAIN.fullmatch(text := read_words(value, 40)) is None:
        raise ValueError("no key, rule, unit or code")
    return text


def _read_fact(value: Any) -> Json:
    if isinstance(value, list):
        return read_list(value, 100, _read_fact)
    if value is None or isinstance(value, bool):
        return value
    return _read_plain(value) if isinstance(value, str) else read_number(value, -MOST_AMOUNT)


def read_if_any(value: Any, read: Callable[[Any], T]) -> T | None:
    return None if value is None else read(value)


def read_list(rows: Any, most: int, read: Callable[[Any], T]) -> list[T]:
    if not isinstance(rows, list) or len(rows) > most:
        raise ValueError("not a list, or one that is too long")
    return [read(row) for row in rows]
