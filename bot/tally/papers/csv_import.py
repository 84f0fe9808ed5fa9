"""The reading of paper tallies, which are CSV tables of dates and players. `papers` enters them.

The first line below the titles names the columns: the date, the players, and optionally the reason ("entry") and the
game. Every other line is an entry, and its amounts sum to zero. Columns are separated by commas, semicolons, tabs or
bars.
"""

from __future__ import annotations

import contextlib
import csv
import hashlib
import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, repeat
from typing import Any, Final, NamedTuple, TypeAlias

from bot.ports import DAY, clean, fold_name, is_alike
from bot.tally.books import Book
from bot.tally.books.book import begin_of, read_day
from bot.tally.books.export import read_harmless
from bot.tally.books.money_words import clean_person, find_money
from bot.tally.changes.ledger import PAPER
from bot.tally.changes.members import clean_name
from bot.wording.letters import simplify
from bot.wording.times.days import DAY_FIRST
from games import registry
from games.core import Refused

MOST_LINES = 5_000
"""The most lines of a paper, and of a file of moved books."""
MOST_BYTES = 2_000_000
MOST_PLAYERS = 60
_MOST_AMOUNT = 1_000_000_000
_TOP: Final = 20
"""The first lines of a paper, among which is the one that names the columns."""

_SIGNS: Final = ",;|\t"
"""The signs that may separate columns."""
_DATE: Final = re.compile(r"(?<!\S)(?:date|day|when|data|dia|fecha)(?!\S)|^at$")
"""Matches a word in the title of the column of dates ("Date played"); the column of an export is "at".

This pattern and the ones below have the words of all languages that the bot speaks, without accents.
"""
_REASON: Final = re.compile(
    "entry|reason|what|notes?|hand|comments?|description|remarks?|obs|observac(?:ao|oes|ion|iones)"
    "|lancamento|motivo|notas?|mao|descricao|comentarios?|apunte|concepto|mano|descripcion"
)
_GAME: Final = re.compile("game|jogo|juego")
_TOTALS: Final = "totals?|subtotal|sum|check|balance|totais|totales|soma|suma|saldo"
_IGNORED: Final = re.compile(rf"(?<!\S)(?:{_TOTALS}|#|no|nr|num|number|numero)(?!\S)")
"""Matches a word in the title of a column of sums ("Bear total") or of the numbers of lines."""
_TOTAL_ROW: Final = re.compile(rf"(?:.* )?(?:{_TOTALS})(?: geral| general)?")


class PaperLine(NamedTuple):
    """An entry of the paper, with the amounts by column name."""

    number: int
    at: int
    reason: str
    game: str | None
    amounts: dict[str, int]
    open_day: str = ""
    """The day as it was written, if its numbers may have another order; otherwise ""."""


class WrongLine(NamedTuple):
    """A line that cannot be entered. `why` is the last part of the key of its sentence ("sum"), and `facts`
    are the values in that sentence."""

    number: int
    why: str
    facts: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class ParsedPaper:
    """A paper after reading: good lines, wrong lines, and the member's id by column name (None for a new guest)."""

    mark: str
    lines: tuple[PaperLine, ...]
    wrong: tuple[WrongLine, ...]
    players: dict[str, int | None]


class _BadLine(Exception):
    """A mistake in a line; `wrong` holds the fields `why` and `facts` of a `WrongLine`."""

    def __init__(self, why: str, **facts: Any) -> None:
        super().__init__(why)
        self.wrong = (why, tuple(facts.items()))


_ALPHABETS: Final = ("cp1252", "cp1250", "cp1254", "cp1257", "cp1251", "cp1253", "cp1255", "cp1256", "cp1258", "cp874",
                     "cp932", "gb18030", "big5", "cp949")  # fmt: skip
"""The alphabets in which Excel saves a CSV file in one country or another."""


def decode(body: bytes, book: Book) -> str:
    """Decode a file in any of the encodings that spreadsheets write. An old alphabet is the one that gives the names of
    the book. Raises Refused("TALLY", "paper_size" or "paper_alphabet")."""
    if len(body) > MOST_BYTES:
        raise Refused("TALLY", "paper_size", most=MOST_BYTES // 1_000_000)
    text = _decode_as(body, "utf-16" if body[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    if text is not None:
        return text
    names = {fold_name(name) for one in book.members.values() for name in (one.name, *one.aliases)}
    known: dict[str, int] = {}
    for found in filter(None, (_decode_as(body, alphabet) for alphabet in _ALPHABETS)):
        # Names of plain letters are in every alphabet.
        cells = {cell.strip(' "') for cell in re.split(r"[,;|\t\r\n]", found) if not cell.isascii()}
        known[found] = sum(fold_name(cell) in names for cell in cells)
    (likely, most), (_, second), *_ = *Counter(known).most_common(2), ("", 0), ("", 0)
    if most == second:
        raise Refused("TALLY", "paper_alphabet")
    return likely


def _decode_as(body: bytes, encoding: str) -> str | None:
    try:
        return body.decode(encoding)
    except UnicodeDecodeError:
        return None


def read(text: str, book: Book, order: str = DAY_FIRST) -> ParsedPaper:
    """Read a paper. The numbers of its days are written in this order. Wrong lines go into `ParsedPaper.wrong`.
    Raises Refused("TALLY", "paper_...") if the text is no table, or too long."""
    rows = _list_rows(text)
    if len(rows) < 2:
        raise Refused("TALLY", "paper_empty")
    if len(rows) > MOST_LINES + 1:
        raise Refused("TALLY", "paper_long", most=MOST_LINES)
    titles = [cell.strip() for cell in rows[0][1]]
    mark = PAPER + hashlib.sha256(text.encode()).hexdigest()[:16]
    if is_export := set(titles) >= _EXPORT:
        lines, wrong = _read_export(titles, rows[1:])
        names: Collection[str] = dict.fromkeys(name for line in lines for name in line.amounts)
    else:
        head = _find_head(titles, rows[1:], order)
        lines, wrong = _read_lines(head, titles, rows[1:], order)
        names = head.players.values()
    return ParsedPaper(mark, tuple(lines), tuple(wrong), find_players(book, names, is_export))


_Rows: TypeAlias = Sequence[tuple[int, list[str]]]


def _find_head(titles: Sequence[str], rows: _Rows, order: str) -> _Head:
    """Find what the columns mean. A column of sums, numbers, reasons or games is a player's if fewer of some hundred
    lines are wrong then, since people are called Soma, Hand and Note, too. Raises Refused."""
    unsure = [
        simple
        for simple in map(_simplify, titles)
        if _IGNORED.search(simple) or _REASON.fullmatch(simple) or _GAME.fullmatch(simple)
    ]
    heads: list[_Head] = []
    for people in ((), *((title,) for title in unsure), unsure):
        with contextlib.suppress(Refused):
            heads.append(_Head.read(titles, people))
    if not heads:
        _Head.read(titles)  # raises
    some = rows[:: 1 + len(rows) // 500]
    return min(heads, key=lambda head: (len(_read_lines(head, titles, some, order)[1]), len(head.players)))


def _read_lines(head: _Head, titles: Sequence[str], rows: _Rows, order: str) -> tuple[list[PaperLine], list[WrongLine]]:
    lines, wrong = [], []
    for number, row in rows:
        if [cell.strip() for cell in row] == titles:  # the head of a second page
            continue
        try:
            line = head.parse_line(number, row, order)
        except _BadLine as bad:
            wrong.append(WrongLine(number, *bad.wrong))
        else:
            if line is not None:
                lines.append(line)
    return lines, wrong


_EXPORT: Final = frozenset({"entry", "at", "state", "game", "line", "player", "amount"})
"""Columns of an export of the books. An export has a line for each person of an entry."""


def _read_export(titles: Sequence[str], rows: _Rows) -> tuple[list[PaperLine], list[WrongLine]]:
    """Read an export of books as a paper: the entries that count, each at its day and as a line of its own people.
    Raises Refused for a name that nobody can have."""
    entries: dict[str, list[tuple[int, dict[str, str]]]] = {}
    for number, row in rows:
        cells = dict(zip(titles, (read_harmless(cell.strip()) for cell in chain(row, repeat("?"))), strict=False))
        cells["amount"] = "; ".join((cells["amount"], *filter(str.strip, row[len(titles) :])))
        if cells["state"] == "posted":
            entries.setdefault(cells["entry"], []).append((number, cells))
    lines: list[PaperLine] = []
    wrong: list[WrongLine] = []
    for parts in entries.values():
        number, first = parts[0]
        people = [clean_person(cells["player"]) for _, cells in parts]
        row = [first["at"], clean(first["line"])[:100], first["game"], *(cells["amount"] for _, cells in parts)]
        head = _Head(0, (1,), (2,), dict(enumerate(people, 3)), len(row))
        read, faults = _read_lines(head, titles, [(number, row)], DAY_FIRST)
        lines += read
        numbers = {name: number for name, (number, _) in zip(people, parts, strict=True)}
        wrong += [fault._replace(number=numbers.get(dict(fault.facts).get("name", ""), number)) for fault in faults]
    return lines, wrong


def _list_rows(text: str) -> _Rows:
    """List the filled rows from the head on, each with the number of its first line. The separator is the one that
    makes a head of the earliest line; above it are only titles. Raises Refused."""
    lines = text.replace("\0", "").splitlines(keepends=True)
    rows: list[tuple[int, list[str]]] = []
    before = 0
    try:
        sign = min(_SIGNS, key=lambda one: (_seek_head(csv.reader(lines[:_TOP], delimiter=one)), -text.count(one)))
        reader = csv.reader(lines, delimiter=sign, strict=True)
        for row in reader:
            if any(cell.strip(" -:") for cell in row):
                rows.append((before + 1, row))
            before = reader.line_num
    except csv.Error:
        raise Refused("TALLY", "paper_form", line=before + 1) from None
    return rows[_seek_head(row for _, row in rows[:_TOP]) % _TOP :]


def _seek_head(rows: Iterable[Sequence[str]]) -> int:
    """The place of the first row with a title of dates, at least two others, and no amount; `_TOP` if there is none."""
    for place, cells in enumerate(rows):
        titles = [title for title in map(_simplify, cells) if title]
        if len(titles) > 2 and any(map(_DATE.search, titles)) and not any(map(_AMOUNT.fullmatch, titles)):
            return place
    return _TOP


def _simplify(title: str) -> str:
    """The title of a column in lower case, without accents and without stops at its ends."""
    return simplify(title).strip(" .:")


class _Head(NamedTuple):
    """The meaning of each column."""

    date: int
    reasons: tuple[int, ...]
    games: tuple[int, ...]
    players: dict[int, str]
    width: int

    @classmethod
    def read(cls, cells: Sequence[str], people: Collection[str] = ()) -> _Head:
        """Read the titles. Those in `people` are names of players. Raises Refused."""
        kinds = ["" if (kind := _simplify(cell)) in people else kind for cell in cells]
        dates, reasons, games, ignored = (
            tuple(place for place, kind in enumerate(kinds) if matches(kind))
            for matches in (_DATE.search, _REASON.fullmatch, _GAME.fullmatch, _IGNORED.search)
        )
        if not dates:
            raise Refused("TALLY", "paper_date", given=clean(", ".join(cells)[:80]))
        date = min(dates, key=lambda place: _DATE.fullmatch(kinds[place]) is None)
        others = {date, *reasons, *games, *ignored}
        players = {place: cell for place, cell in enumerate(cells) if cell and place not in others}
        if len(players) < 2 or len(players) > MOST_PLAYERS:
            raise Refused("TALLY", "paper_players", count=len(players), most=MOST_PLAYERS)
        for name, other in combinations(players.values(), 2):
            if is_alike(name, other):
                raise Refused("TALLY", "paper_twice", name=clean(other))
        return cls(date, reasons, games, {place: clean_person(name) for place, name in players.items()}, len(cells))

    def parse_line(self, number: int, row: Sequence[str], order: str) -> PaperLine | None:
        """Parse a row into an entry; None for a row of sums, and if all amounts are 0. Raises _BadLine."""
        cells = [cell.strip() for cell in row] + [""] * (self.width - len(row))
        if self._is_total(cells):
            return None
        if any(cells[self.width :]):
            raise _BadLine("cells", count=len(row), width=self.width)
        amounts = Counter[str]()
        for place, name in self.players.items():
            amounts[name] += _parse_amount(cells[place], name)
        if total := sum(amounts.values()):
            raise _BadLine("sum", total=total)
        given = clean(cells[self.date][:40])
        try:
            day = read_day(cells[self.date], order)
        except Refused:
            raise _BadLine("date", given=given) from None
        if day is None:
            raise _BadLine("no_date")
        reason = "; ".join(clean(cells[place]) for place in self.reasons if cells[place])
        if (named := find_money(reason)) is not None:
            raise _BadLine("money", word=named)
        if len(reason) > 100:
            raise _BadLine("long", most=100)
        nonzero = {name: amount for name, amount in amounts.items() if amount}
        game = _parse_game(" ".join(cells[place] for place in self.games))
        at = begin_of(day.on) + DAY // 2
        return PaperLine(number, at, reason, game, nonzero, given if day.is_open else "") if nonzero else None

    def _is_total(self, cells: Sequence[str]) -> bool:
        """True for a row of sums: "Total" or "Grand total:" stands in place of its day, or of its reason or game if the
        day is empty."""
        known = (_simplify(cells[place]) for place in (self.date, *self.reasons, *self.games))
        return _TOTAL_ROW.fullmatch(next(filter(None, known), "")) is not None


_PLAIN: Final = str.maketrans(
    dict.fromkeys("−–—‐‑‒﹣－", "-") | dict.fromkeys("\u00a0\u2007\u2008\u2009\u200a\u202f", " ")
)
"""Signs of minus and spaces of any width, each as it is typed."""
_AMOUNT: Final = re.compile(
    r"(?:(?P<sign>[+-]) *|(?P<open>\() *)?"
    r"(?P<whole>\d{1,3}(?:[,' ’]\d{3})+(?!,)"
    r"|\d{1,3}(?:(?:\.\d{3}){2,}|(?:[. '’]\d{3})+(?=,))"  # 1.234,00
    r"|\d+)(?:[.,]0{1,2})?"
    r"(?: ?(?:pts?|points?|pontos?|puntos?)\.?)?(?(open) *\)|(?(sign)| *(?P<after>-?)))",
    re.IGNORECASE | re.ASCII,
)
"""A whole number, perhaps with signs between its thousands, in brackets below zero, or with a unit."""


def _parse_amount(cell: str, name: str) -> int:
    plain = cell.translate(_PLAIN).strip()
    if plain in ("", "-"):
        return 0
    found = _AMOUNT.fullmatch(plain)
    if found is None:
        raise _BadLine("amount", given=clean(cell[:20]), name=name)
    digits = re.sub(r"\D", "", found["whole"])
    if len(digits) > 12 or int(digits) > _MOST_AMOUNT:
        raise _BadLine("large", given=clean(cell[:20]), name=name, most=_MOST_AMOUNT)
    return -int(digits) if found["sign"] == "-" or found["open"] or found["after"] else int(digits)


def _parse_game(cell: str) -> str | None:
    wanted = cell.casefold()
    if not wanted:
        return None
    found = [name for name in registry.NAMES if wanted in (name, registry.cover(name).TITLE.casefold())]
    found = found or [name for name in registry.NAMES if name.startswith(wanted)]
    if len(found) != 1:
        raise _BadLine("game", given=clean(cell[:40]), games=tuple(registry.NAMES))
    return found[0]


def find_players(book: Book, names: Collection[str], is_export: bool = False) -> dict[str, int | None]:
    """By name, the ids of the members whom columns name; None for a new guest. An export has exact names.

    Raises Refused if several members fit, or if a new guest's name looks like a member's.
    """
    exact = {member.name: member.id for member in book.members.values()}

    def find(name: str) -> int | None:
        if name in exact and (is_export or any(one.name in names for one in book.list_namesakes(fold_name(name)))):
            return exact[name]
        try:
            return book.find_named(name).id
        except Refused as refused:
            if refused.reason not in ("nobody", "stranger"):
                raise
        clean_name(book, name)
        return None

    return {name: find(name) for name in names}
