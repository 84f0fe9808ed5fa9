"""The reading of paper tallies, which are CSV tables of dates and players. `papers` enters them.

The first line names the columns: the date, the players, and optionally the reason ("entry") and the game. Every other
line is an entry, and its amounts sum to zero. Columns are separated by commas, semicolons or tabs.
"""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from bot.ports.text import clean, look_of
from bot.tally.book import DAY, Book, parse_day, read_day
from bot.tally.ledger import PAPER
from bot.tally.money_words import clean_words, find_money
from bot.wording.letters import simplify
from games import registry
from games.core.refused import Refused

MOST_LINES = 20_000
MOST_BYTES = 2_000_000
MOST_PLAYERS = 60
_MOST_AMOUNT = 1_000_000_000

_DATE = frozenset({"date", "day", "when", "data", "dia", "fecha"})
_ENTRY = frozenset(
    {"entry", "reason", "what", "note", "hand", "lancamento", "motivo", "apunte", "concepto", "nota", "mao", "mano"}
)
_GAME = frozenset({"game", "jogo", "juego"})
_TOTALS = frozenset({"total", "totals", "sum", "check", "totais", "totales", "soma", "suma"})
"""The names of columns with sums, which are ignored.

This set and the ones above have the names in all languages that the bot speaks, without accents.
"""


class PaperLine(NamedTuple):
    """An entry of the paper, with the amounts by column name."""

    number: int
    at: int
    reason: str
    game: str | None
    amounts: dict[str, int]
    short_day: str = ""
    """The day as it was written, if its year has two digits; otherwise ""."""


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

    @property
    def totals(self) -> dict[str, int]:
        """The sum of each column."""
        found = dict.fromkeys(self.players, 0)
        for line in self.lines:
            for name, amount in line.amounts.items():
                found[name] += amount
        return found


class _BadLine(Exception):
    """A mistake in a line; `wrong` holds the fields `why` and `facts` of a `WrongLine`."""

    def __init__(self, why: str, **facts: Any) -> None:
        super().__init__(why)
        self.wrong = (why, tuple(facts.items()))


def decode(body: bytes) -> str:
    """Decode a file in any of the encodings that spreadsheets write. Raises Refused("TALLY", "paper_size")."""
    if len(body) > MOST_BYTES:
        raise Refused("TALLY", "paper_size", most=MOST_BYTES // 1_000_000)
    for encoding in ("utf-8-sig", "utf-16" if body[:2] in (b"\xff\xfe", b"\xfe\xff") else "cp1252"):
        try:
            return body.decode(encoding)
        except UnicodeDecodeError:
            continue
    return body.decode("latin-1")


def read(text: str, book: Book, year_first: bool = False) -> ParsedPaper:
    """Read a paper. With `year_first`, days with two-digit years are written as year, month, day. Wrong lines go into
    `ParsedPaper.wrong`. Raises Refused("TALLY", "paper_...") if the text is no table, or too long."""
    rows = [(number, row) for number, row in _list_rows(text) if any(cell.strip() for cell in row)]
    if len(rows) < 2:
        raise Refused("TALLY", "paper_empty")
    if len(rows) > MOST_LINES + 1:
        raise Refused("TALLY", "paper_long", most=MOST_LINES)
    titles = [cell.strip() for cell in rows[0][1]]
    mark = PAPER + hashlib.sha256(text.encode()).hexdigest()[:16]
    if set(titles) >= _EXPORT:
        exported = _read_export(titles, rows[1:])
        names = dict.fromkeys(name for line in exported for name in line.amounts)
        return ParsedPaper(mark, exported, (), {name: find_player(book, name) for name in names})
    head = _Head.read(titles)
    lines, wrong = [], []
    for number, row in rows[1:]:
        try:
            line = head.parse_line(number, row, year_first)
        except _BadLine as bad:
            wrong.append(WrongLine(number, *bad.wrong))
        else:
            if line is not None:
                lines.append(line)
    return ParsedPaper(
        mark, tuple(lines), tuple(wrong), {name: find_player(book, name) for name in head.players.values()}
    )


_EXPORT: Final = frozenset({"entry", "at", "state", "game", "line", "player", "amount"})
"""Columns of an export of the books. An export has a line for each person of an entry."""


def _read_export(titles: Sequence[str], rows: Sequence[tuple[int, list[str]]]) -> tuple[PaperLine, ...]:
    """Read an export of books as a paper: the entries that count, each at its day. Raises Refused if an entry no longer
    sums to zero."""
    found: dict[str, PaperLine] = {}
    for number, row in rows:
        cells = {title: cell.strip().removeprefix("'") for title, cell in zip(titles, row, strict=False)}
        if cells.get("state") != "posted":
            continue
        try:
            at = parse_day(cells["at"])
            amount = _parse_amount(cells["amount"], cells["player"])
            game = _parse_game(cells["game"])
        except (KeyError, _BadLine):
            raise Refused("TALLY", "paper_form", line=number) from None
        name = clean_words(cells["player"], "name", 32)
        entry = PaperLine(number, (at or 0) + DAY // 2, clean(cells["line"])[:100], game, {})
        line = found.setdefault(cells["entry"], entry)
        line.amounts[name] = line.amounts.get(name, 0) + amount
    for line in found.values():
        if sum(line.amounts.values()) != 0 or find_money(line.reason) is not None:
            raise Refused("TALLY", "paper_form", line=line.number)
    return tuple(line for line in found.values() if any(line.amounts.values()))


def _list_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows, each with the number of its first line."""
    lines = text.replace("\0", "").splitlines(keepends=True)
    first = next((line for line in lines if line.strip()), "")
    separator_line = re.fullmatch(r'"?sep=([,;\t])"?', first.strip(" \r\n"), re.IGNORECASE)
    separator = separator_line[1] if separator_line else max(",;\t", key=first.count)
    reader = csv.reader(lines, delimiter=separator, strict=True)
    before = 0
    try:
        for row in reader:
            if not (separator_line and reader.line_num == lines.index(first) + 1):
                yield before + 1, row
            before = reader.line_num
    except csv.Error:
        raise Refused("TALLY", "paper_form", line=before + 1) from None


class _Head(NamedTuple):
    """The meaning of each column."""

    date: int
    entry: int | None
    game: int | None
    players: dict[int, str]
    width: int

    @classmethod
    def read(cls, cells: Sequence[str]) -> _Head:
        titles = {place: cell for place, cell in enumerate(cells) if cell}
        kinds = {place: simplify(cell) for place, cell in titles.items()}

        def find_column(names: frozenset[str]) -> int | None:
            return next((place for place, kind in kinds.items() if kind in names), None)

        date = find_column(_DATE)
        if date is None:
            raise Refused("TALLY", "paper_date", given=clean(", ".join(cells)[:80]))
        entry, game = find_column(_ENTRY), find_column(_GAME)
        other_places = {date, entry, game} | {place for place, kind in kinds.items() if kind in _TOTALS}
        players = {place: cell for place, cell in titles.items() if place not in other_places}
        looks = [look_of(name) for name in players.values()]
        if len(players) < 2 or len(players) > MOST_PLAYERS:
            raise Refused("TALLY", "paper_players", count=len(players), most=MOST_PLAYERS)
        if len(set(looks)) < len(looks):
            twice = next(name for name in players.values() if looks.count(look_of(name)) > 1)
            raise Refused("TALLY", "paper_twice", name=clean(twice))
        return cls(
            date, entry, game, {place: clean_words(name, "name", 32) for place, name in players.items()}, len(cells)
        )

    def parse_line(self, number: int, row: Sequence[str], year_first: bool) -> PaperLine | None:
        """Parse a row into an entry; None for a row of sums, and if all amounts are 0. Raises _BadLine."""
        if self._is_total(row):
            return None
        if any(cell.strip() for cell in row[self.width :]):
            raise _BadLine("cells", count=len(row), width=self.width)
        cells = [cell.strip() for cell in row] + [""] * (self.width - len(row))
        amounts = {name: _parse_amount(cells[place], name) for place, name in self.players.items()}
        total = sum(amounts.values())
        if total:
            raise _BadLine("sum", total=total)
        if not cells[self.date]:
            raise _BadLine("no_date")
        try:
            on = read_day(cells[self.date], year_first)
        except Refused:
            on = None
        if on is None:
            raise _BadLine("date", given=clean(cells[self.date][:40]))
        reason = clean(cells[self.entry]) if self.entry is not None else ""
        if (named := find_money(reason)) is not None:
            raise _BadLine("money", word=named)
        if len(reason) > 100:
            raise _BadLine("long", most=100)
        nonzero = {name: amount for name, amount in amounts.items() if amount}
        game = _parse_game(cells[self.game]) if self.game is not None else None
        short = clean(cells[self.date][:40]) if on.is_short else ""
        return PaperLine(number, on.at + DAY // 2, reason, game, nonzero, short) if nonzero else None

    def _is_total(self, row: Sequence[str]) -> bool:
        """True for a row of sums: a word like "Total" stands in place of its day, or of its reason if the day is
        empty."""
        known = (place for place in (self.date, self.entry) if place is not None and place < len(row))
        words = [word for word in (row[place].strip().rstrip(":").casefold() for place in known) if word]
        return bool(words) and words[0] in _TOTALS


_THOUSANDS = re.compile(r"([+-]?\d{1,3})((?:[,' \u00a0\u202f’]\d{3})+)(?:\.0{1,2})?", re.ASCII)
_WHOLE = re.compile(r"([+-]?\d+)[.,]0{1,2}", re.ASCII)
_IN_BRACKETS = re.compile(r"\((.+)\)")


def _parse_amount(cell: str, name: str) -> int:
    plain = cell.strip().replace("\N{MINUS SIGN}", "-").replace("–", "-")
    if negative := _IN_BRACKETS.fullmatch(plain):
        plain = f"-{negative[1].strip()}"
    if thousands := _THOUSANDS.fullmatch(plain):
        plain = thousands[1] + re.sub(r"\D", "", thousands[2])
    elif whole := _WHOLE.fullmatch(plain):
        plain = whole[1]
    plain = plain.replace(" ", "")
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


def find_player(book: Book, name: str) -> int | None:
    """The id of the member whom a column names; None for a new guest. Raises Refused if several members fit."""
    try:
        return book.find_member(name).id
    except Refused as refused:
        if refused.reason in ("nobody", "stranger"):
            return None
        raise
