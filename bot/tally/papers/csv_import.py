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
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile
from typing import Any, Final, NamedTuple, TypeAlias

from bot.ports import DAY, clean, fold_name, list_looks
from bot.tally.books import Book
from bot.tally.books.book import begin_of, read_day
from bot.tally.books.export import read_harmless
from bot.tally.books.money_words import clean_person, find_money
from bot.tally.changes.ledger import PAPER
from bot.tally.changes.members import clean_name
from bot.wording.letters import simplify, simplify_words
from bot.wording.times.days import DAY_FIRST, ReadDay
from games import registry
from games.core import Refused

MOST_LINES = 5_000
"""The most lines of a paper, and of a file of moved books."""
MOST_BYTES = 2_000_000
MOST_PLAYERS = 60
_MOST_AMOUNT = 1_000_000_000
_TOP: Final = 20
"""The first lines of a paper, among which is the one that names the columns."""

_DATE = frozenset({"date", "day", "when", "data", "dia", "fecha"})
_REASON = frozenset(
    {
        "entry", "reason", "what", "note", "hand", "comment", "description", "lancamento", "motivo", "apunte",
        "concepto", "nota", "mao", "mano", "descricao", "descripcion", "observacao", "comments", "comentario",
        "observacion", "notes", "notas", "remark", "remarks", "obs", "comentarios", "observacoes", "observaciones",
    }
)  # fmt: skip
_GAME = frozenset({"game", "jogo", "juego"})
_TOTALS = frozenset(
    {"total", "totals", "subtotal", "sum", "check", "balance", "totais", "totales", "soma", "suma", "saldo"}
)
"""Words in the names of columns with sums ("Bear total"), which are ignored."""
_NUMBERS = frozenset({"#", "no", "nr", "num", "number", "numero"})
"""The names of columns with the numbers of lines, which are ignored.

This set and the ones above have the names in all languages that the bot speaks, without accents.
"""
_IGNORED = _TOTALS | _NUMBERS
_NAMED = _IGNORED | _REASON | _GAME
"""The names of columns that may be people's, too."""


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
    most = max(known.values(), default=0)
    likely = [found for found, count in known.items() if count == most]
    if not most or len(likely) > 1:
        raise Refused("TALLY", "paper_alphabet")
    return likely[0]


def _decode_as(body: bytes, encoding: str) -> str | None:
    try:
        return body.decode(encoding)
    except UnicodeDecodeError:
        return None


def read(text: str, book: Book, order: str = DAY_FIRST) -> ParsedPaper:
    """Read a paper. The numbers of its days are written in this order. Wrong lines go into `ParsedPaper.wrong`.
    Raises Refused("TALLY", "paper_...") if the text is no table, or too long."""
    filled = [(number, row) for number, row in _list_rows(text) if any(cell.strip(" -:") for cell in row)]
    # Titles above the table fill one cell each.
    rows = list(dropwhile(lambda row: sum(map(bool, map(str.strip, row[1]))) == 1, filled)) or filled
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
        head, lines, wrong = _read_table(titles, rows[1:], order)
        names = head.players.values()
    return ParsedPaper(mark, tuple(lines), tuple(wrong), find_players(book, names, is_export))


_Table: TypeAlias = tuple["_Head", list[PaperLine], list[WrongLine]]


def _read_table(titles: Sequence[str], rows: Sequence[tuple[int, list[str]]], order: str) -> _Table:
    """Read a paper's lines. A column of sums, numbers, reasons or games is a player's if fewer lines are wrong then,
    since people are called Soma, Hand and Note, too. Raises Refused."""
    simple = frozenset(map(_simplify_title, titles))
    named, longer = _NAMED & simple, frozenset(title for title in simple - _NAMED if _is_ignored(title))
    numbered = frozenset(title for title in longer if _TOTALS.isdisjoint(title.split()))  # "Dr. No"
    found: list[_Table] = []
    guesses = (frozenset[str](), numbered, longer, *(frozenset({title}) for title in sorted(named)), named | longer)
    for people in dict.fromkeys(guesses):
        with contextlib.suppress(Refused):
            head = _Head.read(titles, people)
            amounts = [cell for _, row in rows for place, cell in enumerate(row) if place in head.players]
            signs = {sign[1] for sign in map(_DECIMAL.search, amounts) if sign}
            head = head._replace(has_comma=signs == {","})
            found.append((head, *_read_lines(head, titles, _add_years(rows, head.date, order), order)))
            if not found[-1][2]:
                break
    if not found:
        _Head.read(titles)  # raises
    return min(found, key=lambda table: (len(table[2]), len(table[0].players)))


def _read_lines(
    head: _Head, titles: Sequence[str], rows: Sequence[tuple[int, list[str]]], order: str
) -> tuple[list[PaperLine], list[WrongLine]]:
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


def _read_export(
    titles: Sequence[str], rows: Sequence[tuple[int, list[str]]]
) -> tuple[list[PaperLine], list[WrongLine]]:
    """Read an export of books as a paper: the entries that count, each at its day, and the first wrong line of each
    other entry. Raises Refused for a name that nobody can have."""
    entries: dict[str, tuple[int, dict[str, str], Counter[str]]] = {}
    wrong: dict[str, WrongLine] = {}
    for number, row in rows:
        cells = {title: read_harmless(cell.strip()) for title, cell in zip(titles, row, strict=False)}
        if cells.get("state") != "posted":
            continue
        try:
            if len(row) != len(titles):
                raise _BadLine("cells", count=len(row), width=len(titles))
            amount = _parse_amount(cells["amount"], cells["player"])
        except _BadLine as bad:
            wrong.setdefault(cells.get("entry", ""), WrongLine(number, *bad.wrong))
            continue
        amounts = entries.setdefault(cells["entry"], (number, cells, Counter()))[2]
        amounts[clean_person(cells["player"])] += amount
    lines, faults = [], list(wrong.values())
    for entry_id, (number, cells, amounts) in entries.items():
        if entry_id not in wrong:
            head = _Head(0, (1,), 2, dict(enumerate(amounts, 3)), 3 + len(amounts))
            row = [cells["at"], clean(cells["line"])[:100], cells["game"], *map(str, amounts.values())]
            read, found = _read_lines(head, titles, [(number, row)], DAY_FIRST)
            lines += read
            faults += found
    return lines, sorted(faults, key=lambda line: line.number)


def _list_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows, each with the number of its first line."""
    lines = text.replace("\0", "").splitlines(keepends=True)
    first = next((line for line in lines if line.strip()), "")
    separator_line = re.fullmatch(r'"?sep=([,;|\t])"?', first.strip(" \r\n"), re.IGNORECASE)
    separator = separator_line[1] if separator_line else _find_separator(lines)
    reader = csv.reader(lines, delimiter=separator, strict=True)
    before = 0
    try:
        for row in reader:
            if not (separator_line and reader.line_num == lines.index(first) + 1):
                yield before + 1, row
            before = reader.line_num
    except csv.Error:
        raise Refused("TALLY", "paper_form", line=before + 1) from None


def _find_separator(lines: Sequence[str]) -> str:
    """Find the separator: in the first line that names a column of dates, or else in the first that can name the
    columns of a table, which are three at least."""
    found = [
        (sign, line.replace('"', ""))
        for line in lines[:_TOP]
        for sign in sorted(",;|\t", key=line.count, reverse=True)
        if sign in line
    ]
    heads = [sign for sign, line in found if _DATE.intersection(map(_simplify_title, line.split(sign)))]
    return next(iter([*heads, *(sign for sign, line in found if line.count(sign) > 1)]), ",")


def _simplify_title(title: str) -> str:
    """The title of a column in lower case, without accents and without a stop at its end."""
    return simplify(title).rstrip(".:")


def _is_ignored(title: str) -> bool:
    return not _IGNORED.isdisjoint(title.split())


class _Head(NamedTuple):
    """The meaning of each column."""

    date: int
    reasons: tuple[int, ...]
    game: int | None
    players: dict[int, str]
    width: int
    has_comma: bool = False
    """True if the amounts of the paper have a decimal comma, and so no point."""

    @classmethod
    def read(cls, cells: Sequence[str], people: frozenset[str] = frozenset()) -> _Head:
        """Read the titles. Those in `people` are names of players. Raises Refused."""
        titles = {place: cell for place, cell in enumerate(cells) if cell}
        simple = {place: _simplify_title(cell) for place, cell in titles.items()}
        kinds = {place: kind for place, kind in simple.items() if kind not in people}

        def find_column(names: frozenset[str]) -> int | None:
            return next((place for place, kind in kinds.items() if kind in names), None)

        date = find_column(_DATE)
        if date is None:  # "Date played"
            date = next((place for place, kind in kinds.items() if not _DATE.isdisjoint(kind.split())), None)
        if date is None:
            raise Refused("TALLY", "paper_date", given=clean(", ".join(cells)[:80]))
        game = find_column(_GAME)
        reasons = tuple(place for place, kind in kinds.items() if kind in _REASON)
        other_places = {date, game, *reasons} | {place for place, kind in kinds.items() if _is_ignored(kind)}
        players = {place: cell for place, cell in titles.items() if place not in other_places}
        if len(players) < 2 or len(players) > MOST_PLAYERS:
            raise Refused("TALLY", "paper_players", count=len(players), most=MOST_PLAYERS)
        looks: set[str] = set()
        for name in players.values():
            if not looks.isdisjoint(list_looks(name)):
                raise Refused("TALLY", "paper_twice", name=clean(name))
            looks |= list_looks(name)
        return cls(date, reasons, game, {place: clean_person(name) for place, name in players.items()}, len(cells))

    def parse_line(self, number: int, row: Sequence[str], order: str) -> PaperLine | None:
        """Parse a row into an entry; None for a row of sums, and if all amounts are 0. Raises _BadLine."""
        if self._is_total(row):
            return None
        if any(cell.strip() for cell in row[self.width :]):
            raise _BadLine("cells", count=len(row), width=self.width)
        cells = [cell.strip() for cell in row] + [""] * (self.width - len(row))
        amounts = {name: _parse_amount(cells[place], name, self.has_comma) for place, name in self.players.items()}
        total = sum(amounts.values())
        if total:
            raise _BadLine("sum", total=total)
        if not cells[self.date]:
            raise _BadLine("no_date")
        on = _parse_day(cells[self.date], order)
        reason = "; ".join(clean(cells[place]) for place in self.reasons if cells[place])
        if (named := find_money(reason)) is not None:
            raise _BadLine("money", word=named)
        if len(reason) > 100:
            raise _BadLine("long", most=100)
        nonzero = {name: amount for name, amount in amounts.items() if amount}
        game = _parse_game(cells[self.game]) if self.game is not None else None
        given = clean(cells[self.date][:40]) if on.is_open else ""
        return PaperLine(number, begin_of(on.on) + DAY // 2, reason, game, nonzero, given) if nonzero else None

    def _is_total(self, row: Sequence[str]) -> bool:
        """True for a row of sums: "Total" or "Grand total:" stands in place of its day, or of its reason or game if the
        day is empty."""
        known = (place for place in (self.date, *self.reasons, self.game) if place is not None and place < len(row))
        words = [words for words in (simplify_words(row[place], ":.") for place in known) if words]
        return bool(words) and words[0].removesuffix(" geral").removesuffix(" general").rpartition(" ")[2] in _TOTALS


def _parse_day(cell: str, order: str) -> ReadDay:
    found = _find_day(cell, order)
    if found is None:
        raise _BadLine("date", given=clean(cell[:40]))
    return found


def _find_day(cell: str, order: str) -> ReadDay | None:
    try:
        return read_day(cell, order)
    except Refused:
        return None


def _add_years(rows: Sequence[tuple[int, list[str]]], place: int, order: str) -> Sequence[tuple[int, list[str]]]:
    """Add the year to a day without one ("1-Mar"), if the days of the paper are in order and those before and after it
    leave only that year."""
    cells = [row[place] if place < len(row) else "" for _, row in rows]
    read = [_find_day(cell, order) for cell in cells]
    days = [day.on for day in read if day is not None]
    if days not in (sorted(days), sorted(days, reverse=True)):
        return rows
    added, passed = list(rows), 0
    for at, (number, row) in enumerate(rows):
        passed += read[at] is not None
        if read[at] is None and cells[at].strip() and 0 < passed < len(days):
            first, last = sorted(days[passed - 1 : passed + 1])
            written = [f"{cells[at].strip()} {year}" for year in range(first.year, min(last.year, first.year + 2) + 1)]
            meant = [text for text in written if (day := _find_day(text, order)) and first <= day.on <= last]
            if len(meant) == 1:
                added[at] = number, [*row[:place], meant[0], *row[place + 1 :]]
    return added


_MINUS: Final = str.maketrans(dict.fromkeys("−–—‐‑‒﹣－", "-"))
_SPACES: Final = str.maketrans(dict.fromkeys("\u00a0\u2007\u2008\u2009\u200a\u202f", " "))
_SWAPPED: Final = str.maketrans(",.", ".,")
_DECIMAL: Final = re.compile(r"[\d ]([.,])\d\d?\D*$", re.ASCII)
"""Matches an amount with a decimal sign."""
_THOUSANDS = re.compile(r"([+-]?\d{1,3})((?:[,' ’]\d{3})+)(?:\.0{1,2})?", re.ASCII)
_POINTS = re.compile(r"([+-]?\d{1,3})((?:\.\d{3}){2,}|(?:[. '’]\d{3})+(?=,))(?:,0{1,2})?", re.ASCII)
"""Matches a number with a decimal comma, whose thousands have points: 1.234,00."""
_WHOLE = re.compile(r"([+-]?\d+)[.,]0{1,2}", re.ASCII)
_NEGATIVE = re.compile(r"\((.+)\)|(\d.*)-")
_UNIT = re.compile(r"(?<=\d) ?(?:pts?|points?|pontos?|puntos?)\.?$", re.IGNORECASE | re.ASCII)


def _parse_amount(cell: str, name: str, has_comma: bool = False) -> int:
    plain = cell.translate(_MINUS).translate(_SPACES).translate(_SWAPPED if has_comma else {}).strip()
    plain = _UNIT.sub("", re.sub(r"^([+-]) +", r"\1", plain))
    if negative := _NEGATIVE.fullmatch(plain):
        plain = f"-{(negative[1] or negative[2]).strip()}"
    if thousands := _THOUSANDS.fullmatch(plain) or _POINTS.fullmatch(plain):
        plain = thousands[1] + re.sub(r"\D", "", thousands[2])
    elif whole := _WHOLE.fullmatch(plain):
        plain = whole[1]
    if plain in ("", "-"):
        return 0
    if not re.fullmatch(r"[+-]?\d+", plain, re.ASCII):
        raise _BadLine("amount", given=clean(cell[:20]), name=name)
    if len(plain) > 12 or abs(int(plain)) > _MOST_AMOUNT:
        raise _BadLine("large", given=clean(cell[:20]), name=name, most=_MOST_AMOUNT)
    return int(plain)


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
