"""The entering and taking back of papers and moved books. Each is a batch: readers see all of it or nothing.

A paper may have thousands of lines. So it is read and compared away from the writer, and no transaction writes more
than `MOST_POSTINGS` of its postings. A batch that a crash interrupts is finished by the next process (`finish_all`).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, NamedTuple

from bot.ports.clock import Clock
from bot.ports.requests import Request
from bot.store.books import batches, crews, payments, postings, revisions, sources
from bot.store.books.batches import Batch, Total
from bot.store.books.crews import Crew, Season
from bot.store.books.postings import Gain, NewTransfer
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.errors import Conflict
from bot.store.database.schema import Json
from bot.store.messages import outbox
from bot.store.one_by_one import do_each
from bot.store.store import Store
from bot.tally import arriving, books_file, csv_import, moving
from bot.tally.achievements import Achievements
from bot.tally.announcements import make_change_announcement
from bot.tally.book import Book, load_book
from bot.tally.books_file import FileMember
from bot.tally.csv_import import ParsedPaper
from bot.tally.entry_text import UNNAMED
from bot.tally.ledger import (
    PAPER,
    change_books,
    lock_for_scorer,
    must_be_scorer,
    read_and,
    refuse_busy,
    refuse_too_large,
)
from bot.tally.members import MOST_GUESTS, clean_name, refuse_too_many
from bot.tally.money_words import clean_words
from bot.tally.moving import MovePlan
from bot.tally.paper_check import (
    clean_season_name,
    find_known,
    find_mark,
    find_sheet,
    list_left,
    read_paper,
    refuse_wrong,
    source_of,
)
from games.core.refused import Refused

ENTER: Final = "enter"
TAKE_BACK: Final = "take_back"

MOST_TRANSFERS: Final = 300
MOST_POSTINGS: Final = 1_200
"""The most rows of one transaction, some 25 ms of processor time."""
MOST_MARKED: Final = 1_000
"""The most rows that one transaction unstages or makes void."""
MOST_TRIES: Final = 20
"""The most tries at a batch while another process takes the same steps."""


@dataclass(slots=True)
class Papers:
    """The use cases that enter papers and moved books, and take them back."""

    store: Store
    clock: Clock
    most_guests: int = MOST_GUESTS
    most: int = MOST_TRANSFERS
    """The most transfers of one transaction."""
    feats: Achievements = field(default_factory=Achievements)
    _at_work: set[int] = field(default_factory=set)
    """The batches on which a request of this process is at work."""

    async def enter(
        self, crew: Crew, request: Request, text: str, season: str, drop: str, everything: bool = False, order: str = ""
    ) -> tuple[str, int]:
        """Enter a paper into the open season, or into a closed season named `season`. That season is new, or an earlier
        paper made it. Return the paper's mark and the number of its entries.

        Lines that are in the books already are left out, except with `everything`. `drop` is the key of the note
        that is dropped then. `order` is the order of days with two-digit years. Raises Refused if the requester is not
        a scorer, if a line is wrong, or if the paper was entered before.
        """

        async def attempt(book: Book) -> tuple[int, _Packed]:
            must_be_scorer(book, request.requester)
            read = await asyncio.to_thread(read_paper, book, text, request.at, order)
            paper = read.paper
            await self.store.read(refuse_wrong, book, paper)
            if read.other is not None and not read.order:
                raise Refused("TALLY", "paper_years")
            sheet = await self.store.read(find_sheet, book, season) if season.strip() else None
            if not everything:
                known = await self.store.read(find_known, book, paper)
                paper = replace(paper, lines=tuple(line for line in paper.lines if line.number not in known))
                if not paper.lines:
                    raise Refused("TALLY", "paper_nothing_new")
            mark, newest = await self.store.read(find_mark, crew, paper)
            packed = await asyncio.to_thread(_pack, replace(paper, mark=mark), newest, season, sheet)
            number = await self.store.write(_begin_entering, book, request, packed, self.most_guests, drop)
            return number, packed

        batch, packed = await read_and(self.store, crew, attempt)
        await self._finish(batch)
        return packed.mark, packed.entries

    async def move_in(self, crew: Crew, request: Request, text: str, drop: str) -> tuple[str, int]:
        """Bring the books of a packed file into those of a crew. Return their mark and the number of entries.

        `drop` is the key of the note that is dropped then. Raises Refused, also if the file has nothing new.
        """

        async def attempt(book: Book) -> tuple[int, str, int]:
            must_be_scorer(book, request.requester)
            plan = await self._plan(book, text)
            if plan.is_empty:
                raise Refused("TALLY", "paper_nothing_new")
            number, mark = await self.store.write(moving.begin, book, request, plan, self.most_guests, drop)
            return number, mark, len(plan.entries)

        batch, mark, entries = await read_and(self.store, crew, attempt)
        await self._finish(batch)
        return mark, entries

    async def _plan(self, book: Book, text: str) -> MovePlan:
        file = await asyncio.to_thread(books_file.read, moving.unpack(text))
        return await self.store.read(moving.make_plan, book, text, file, self.feats)

    async def take_back(self, crew: Crew, request: Request, text: str, reason: str) -> int:
        """Reverse all entries of a paper or of moved books, given by their mark ("paper:3fa4…"), in their own season.
        Return the number of entries. Raises Refused."""
        book = await self.store.read(load_book, crew)
        must_be_scorer(book, request.requester)
        mark, why = text.strip(), clean_words(reason, "reason")
        remaining = await self.store.read(list_left, crew.id, mark)
        if len(mark) < len(PAPER) + 12 or remaining is None:
            raise Refused("TALLY", "entry", given=text[:40])
        if not remaining:
            raise Refused("TALLY", "paper_undone", paper=mark)
        batch = await change_books(self.store, crew, _begin_taking_back, request, mark, why)
        await self._finish(batch)
        return len(remaining)

    async def finish_all(self) -> None:
        """Finish the batches on which no request of this process is at work, such as those that a crash left."""
        found = await self.store.read(batches.list_all)
        await do_each("batch", (number for number in found if number not in self._at_work), self._finish)

    async def _finish(self, number: int) -> None:
        self._at_work.add(number)
        try:
            for _ in range(MOST_TRIES):
                batch = await self.store.read(batches.find, number)
                if batch is None:
                    return
                try:
                    await self._advance(batch)
                except Conflict:  # another process has taken the same step
                    continue
            raise Conflict(f"batch {number} cannot be finished")
        finally:
            self._at_work.discard(number)

    async def _advance(self, batch: Batch) -> None:
        if batch.counted_at is None:
            if batch.kind == ENTER:
                await self._stage_lines(batch)
            elif batch.kind == moving.MOVE:
                await self._stage_move(await self._let_arrive(batch))
            else:
                await self._stage_reversals(batch)
            totals = await self.store.read(batches.list_totals, batch.id)
            spans = await self.store.read(sources.find_spans, batch.id, PAPER)
            await self.store.write(_let_count, batch, totals, spans, self.clock())
        while await self.store.write(batches.unstage, batch.id, MOST_MARKED):
            pass
        while batch.kind == moving.MOVE and await self.store.write(payments.unstage, batch, self.most):
            pass
        await self.store.write(batches.end, batch.id)

    async def _stage_lines(self, batch: Batch) -> None:
        packed = await self.store.read(batches.find_lines, batch.id)
        staged = await self.store.read(batches.list_sources, batch.id)
        for lines in _cut(await asyncio.to_thread(_unpack, batch, packed or "[]", staged), self.most):
            await self.store.write(postings.stage, batch, lines)

    async def _let_arrive(self, batch: Batch) -> Batch:
        """Add the people of moved books, and return the batch with their accounts. Raises Conflict."""
        crew, packed = await self._find_packed(batch)
        file = await asyncio.to_thread(books_file.read, moving.unpack(packed))
        while await read_and(self.store, crew, partial(self._add_next, batch, file.members)):
            found = await self.store.read(batches.find, batch.id)
            if found is None:
                raise Conflict(f"batch {batch.id} has ended")
            batch = found
        return batch

    async def _find_packed(self, batch: Batch) -> tuple[Crew, str]:
        """The crew of a move, and the packed file."""
        crew = await self.store.read(crews.find_crew, batch.crew)
        packed = await self.store.read(batches.find_lines, batch.id)
        assert crew is not None
        assert packed is not None
        return crew, packed

    async def _add_next(self, batch: Batch, people: Sequence[FileMember], book: Book) -> bool:
        """Add the next people of moved books. False if there are no more."""
        most = min(self.most, arriving.MOST_PEOPLE)
        arrivals = await asyncio.to_thread(arriving.list_arrivals, book, batch, people, most)
        if arrivals:
            await self.store.write(arriving.add, book, batch, arrivals)
        return bool(arrivals)

    async def _stage_move(self, batch: Batch) -> None:
        crew, packed = await self._find_packed(batch)
        plan = await self._plan(await self.store.read(load_book, crew), packed)
        staged = await self.store.read(batches.list_sources, batch.id)
        lines = {line.source: (line, target) for line, target in moving.list_staged(batch, plan)}
        for step in _cut([line for line, _ in lines.values() if line.source not in staged], self.most):
            await self.store.write(moving.stage, batch, [lines[line.source] for line in step], plan.known)
        for start in range(0, len(plan.payments), self.most):
            await self.store.write(moving.stage_payments, batch, plan, start, self.most)
        for number, note in enumerate(moving.list_notes(batch, plan)):
            await self.store.write(moving.stage_note, batch, number, note)

    async def _stage_reversals(self, batch: Batch) -> None:
        remaining = await self.store.read(list_left, batch.crew, batch.mark) or []
        reason = batch.facts["said"]["reason"]
        for start in range(0, len(remaining), self.most):
            entries = await self.store.read(postings.list_by_ids, remaining[start : start + self.most])
            reversals = [postings.make_reversal(entry, batch.at, reason, batch.by, entry.season) for entry in entries]
            for lines in _cut(reversals, self.most):
                await self.store.write(postings.stage, batch, lines)
        apart = await self.store.read(sources.list_apart, batch.crew, f"{batch.mark}:")
        for start in range(0, len(apart), MOST_MARKED):
            await self.store.write(sources.void_apart, apart[start : start + MOST_MARKED])
        moved_payments = await self.store.read(payments.list_moved, batch.crew, f"{batch.mark}:")
        for start in range(0, len(moved_payments), self.most):
            await self.store.write(
                payments.strike, [payment.id for payment in moved_payments[start : start + self.most]]
            )
        while await self.store.write(moving.drop_feats, batch):
            pass


def _cut(lines: Sequence[NewTransfer], most: int) -> Iterator[list[NewTransfer]]:
    """Cut the transfers of a batch into steps, one for each transaction."""
    step: list[NewTransfer] = []
    held = 0
    for line in lines:
        if step and (len(step) == most or held + len(line.entries) > MOST_POSTINGS):
            yield step
            step, held = [], 0
        step.append(line)
        held += len(line.entries)
    if step:
        yield step


def _begin_entering(
    connection: Connection, book: Book, request: Request, paper: _Packed, most_guests: int, drop: str
) -> int:
    """Begin the batch of a paper: add its guests, and its own season if it has one."""
    crew = lock_for_scorer(connection, book, request)
    refuse_busy(connection, crew)
    if sources.has_source_since(connection, crew.id, source_of(paper.mark), paper.newest):
        raise Refused("TALLY", "paper_known", paper=paper.mark)
    players = {name: csv_import.find_player(book, name) for name in paper.totals}
    refuse_too_many(book, sum(member is None for member in players.values()), most_guests)
    guests = [(clean_name(book, name), (), None, request.at) for name, member in players.items() if member is None]
    added = iter(crews.add_members(connection, crew.id, guests, request.at, book.list_names()))
    owners = [member or next(added).id for member in players.values()]
    accounts = dict(zip(players, crews.open_accounts(connection, crew.id, owners), strict=True))
    with refuse_too_large():
        postings.must_have_room(connection, [Gain(accounts[name], amount) for name, amount in paper.totals.items()])
    own = None
    title, target = book.title(book.season), book.season.id
    if paper.sheet is not None:
        title, target = book.title(paper.sheet), paper.sheet.id
    elif paper.season.strip():
        title = clean_season_name(paper.season)
        own = target = crews.add_former_season(connection, crew.id, title, *paper.span).id
    announced = {"lines": paper.entries, "paper": paper.mark, "season": title}
    facts = {**_make_facts(request), "sheet": target, "accounts": list(accounts.values()), "said": announced}
    key_values.drop(connection, drop)
    new = Batch(0, crew.id, ENTER, paper.mark, own, request.user, facts, request.at)
    return batches.begin(connection, new, paper.lines)


class _Packed(NamedTuple):
    """A paper as the writer takes it. `lines` is a JSON list; each line has its amounts by the number of the player."""

    mark: str
    newest: int
    """The newest transfer when the mark was found free."""
    season: str
    """The name of the paper's own season; "" for the open season."""
    sheet: Season | None
    """The season of that name, if an earlier paper has made it."""
    entries: int
    span: tuple[int, int]
    """The times of the first and the last entry."""
    totals: dict[str, int]
    lines: str


def _pack(paper: ParsedPaper, newest: int, season: str, sheet: Season | None) -> _Packed:
    """Pack a paper. This is done away from the writer, since it takes longer for a longer paper."""
    numbers = {name: number for number, name in enumerate(paper.players)}
    lines = []
    for line in paper.lines:
        amounts = [[numbers[name], amount] for name, amount in line.amounts.items()]
        lines.append([line.number, line.at, line.reason, line.game, amounts])
    times = [line.at for line in paper.lines]
    packed = json.dumps(lines, separators=(",", ":"))
    return _Packed(paper.mark, newest, season, sheet, len(lines), (min(times), max(times)), paper.totals, packed)


def _make_facts(request: Request) -> dict[str, Json]:
    return {"channel": request.location.channel, "cause": request.cause}


def _begin_taking_back(connection: Connection, book: Book, request: Request, mark: str, why: str) -> int:
    crew = lock_for_scorer(connection, book, request)
    refuse_busy(connection, crew)
    facts = {**_make_facts(request), "said": {"paper": mark, "reason": why}}
    return batches.begin(connection, Batch(0, crew.id, TAKE_BACK, mark, None, request.user, facts, request.at))


def _unpack(batch: Batch, packed: str, staged: set[str]) -> list[NewTransfer]:
    """The lines of a paper whose sources are not `staged` yet."""
    accounts = batch.facts["accounts"]
    lines = (
        NewTransfer(
            batch.crew,
            source_of(batch.mark, number),
            [Gain(accounts[player], amount) for player, amount in amounts],
            at,
            batch.facts["sheet"],
            game=game,
            reason=reason or UNNAMED,
            by=batch.by,
            data={"line": number},
        )
        for number, at, reason, game, amounts in json.loads(packed)
    )
    return [line for line in lines if line.source not in staged]


def _let_count(
    connection: Connection, batch: Batch, totals: list[Total], spans: Mapping[int, tuple[int, int]], now: int
) -> None:
    """Make a batch count, and announce it."""
    revisions.advance(connection, batch.crew)
    let_count = moving.let_count if batch.kind == moving.MOVE else batches.let_count
    if not let_count(connection, batch.id, totals, now):
        return
    for sheet, span in spans.items():
        crews.set_season_span(connection, sheet, *span)
    crew, stored = crews.find_crew(connection, batch.crew), batches.find(connection, batch.id)
    assert crew is not None
    assert stored is not None
    key, facts = "paper", stored.facts["said"]
    if batch.kind == moving.MOVE:
        key = "moved"
    if batch.kind == TAKE_BACK:
        key, facts = "paper_undone", {"entries": batches.count_staged(connection, batch.id), **facts}
        if not facts["entries"]:
            return  # another request has taken all of it back and announced it
    message = make_change_announcement(
        crew, key, stored.by, stored.facts["channel"], stored.facts["cause"], batch.at, **facts
    )
    outbox.add(connection, message)
