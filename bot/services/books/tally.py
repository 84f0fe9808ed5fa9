"""Use cases of the tally, for commands and buttons. They reply, or raise Refused("TALLY", ...)."""

import asyncio
from collections.abc import Mapping
from typing import Final

from bot.messages.books.pages import make_page
from bot.messages.books.paper_page import KEPT_DAYS, show_paper
from bot.outbox.outbox import MessageToSend, Outbox
from bot.ports import (
    DAY,
    HOUR,
    DeliveryError,
    Field,
    Form,
    Message,
    Messenger,
    Place,
    Reply,
    Request,
    Requester,
    digest_text,
    make_button,
    with_buttons,
)
from bot.services.books import setting_changes
from bot.services.books.changing import Changes
from bot.services.books.papers import Papers, read_body
from bot.services.books.paying import Paying
from bot.services.books.reports import Reports
from bot.store import do_each, key_values
from bot.store.books import Crew, crews, joins, postings
from bot.tally.books import crew_settings, load_book
from bot.tally.books.real_drafts import DRAFTS
from bot.tally.changes import joining, ledger, members, seasons
from bot.tally.changes.lost_channels import find_loss
from bot.tally.papers.paper_check import GivenPaper
from bot.wording import Words
from bot.wording.times.days import DAY_FIRST, MONTH_FIRST, YEAR_FIRST
from games.core import Refused

PASTE: Final = "tally.paste"
"""The button that opens the form for pasting a paper."""
WAITING_PAPERS: Final = "tally:paper:"
"""The prefix of the keys of papers and files that were shown and are not entered yet."""
SWEPT_EVERY: Final = HOUR
"""The milliseconds between two sweeps, which drop papers and drafts that are too old."""
MOST_CONFIRMED: Final = 25
"""The most hands that are listed at a time because nobody disputed them."""


class Tally:
    """Use cases that change the crews' books. Each wakes the outbox, which announces the change. `reports` answers
    questions about the books.

    Only one process `speaks`: there, `look` posts the hands that nobody disputed in time.
    """

    def __init__(
        self, messenger: Messenger, reports: Reports, outbox: Outbox, papers: Papers, speaks: bool = True
    ) -> None:
        self.people = reports.pages.people
        self.store = reports.store
        self.messenger = messenger
        self.clock = papers.clock
        self.reports = reports
        self.outbox = outbox
        self.papers = papers
        self.changes = Changes(self.store, reports, self.wake)
        self.paying = Paying(self.store, reports, self.changes)
        self.speaks = speaks
        self._swept = 0
        self.woken = asyncio.Event()
        """Set when there may be hands to post."""

    def wake(self) -> None:
        """Tell the bot's loops that there may be hands to post and announcements to send."""
        self.woken.set()
        self.outbox.wake()

    async def look(self) -> float | None:
        """Drop papers and drafts that are too old, end seasons that were voted out, join accounts that were silent, and
        post hands that nobody disputed in time.

        Return the seconds until the next hand is due; None if no hand is pending.
        """
        if not self.speaks:
            return None
        now = self.clock()
        if now - self._swept >= SWEPT_EVERY:
            for prefix in (WAITING_PAPERS, DRAFTS):
                await self.store.write(key_values.drop_all, prefix, now - KEPT_DAYS * DAY)
            self._swept = now
        votes = await self.store.read(key_values.get_due, seasons.VOTES, now, dict)
        await do_each("vote on a season", votes, lambda crew: self._close_due(crew, now))
        silent = await self.store.read(key_values.get_due, joins.QUESTIONS, now, dict)
        await do_each("joining of member", silent, lambda gone: self._join_due(gone, now))
        while (deadline := await self.store.read(postings.find_next_deadline)) is not None and deadline <= now:
            due = await self.store.read(postings.list_unconfirmed, now, MOST_CONFIRMED)
            # A damaged hand stays pending, without a deadline.
            for damaged in await do_each("entry", due, lambda hand: self.store.write(ledger.confirm_due, hand, now)):
                await self.store.write(postings.drop_deadline, damaged)
            self.outbox.wake()
        return None if deadline is None else (deadline - now) / 1000

    async def _close_due(self, number: int, now: int) -> None:
        crew = await self.store.read(crews.find_crew, number)
        if crew is not None:
            await ledger.change_books(self.store, crew, seasons.close_due, now)
            self.outbox.wake()

    async def _join_due(self, gone: int, now: int) -> None:
        crew = await self.store.read(crews.find_crew_of, "member", gone)
        if crew is None:
            await self.store.write(key_values.drop, f"{joins.QUESTIONS}{gone}")
        else:
            await ledger.change_books(self.store, crew, joining.join_due, gone, now)
            self.outbox.wake()

    # Changing the books.

    async def undo(self, request: Request, entry: str, reason: str) -> Reply:
        """Take back an entry or a whole paper."""
        if entry.startswith((ledger.PAPER, ledger.MOVED)):
            count = await self.papers.take_back(await self.reports.find_crew(request), request, entry, reason)
            self.wake()
            return request.answer("tally/undone" if count else "tally/struck", count=count)
        return await self.changes.make(request, ledger.undo, entry, reason)

    async def rule_off(self, request: Request, name: str, only: int | None = None) -> Reply:
        """Close the open season, or vote to close it.

        `only` is the season that a button names. That season may belong to another crew than the one that plays in the
        channel, because a group may announce its changes in a channel that is not its own.
        """
        if only is None:
            crew = await self.reports.find_crew(request)
        else:
            crew = await self.changes.find_crew_of("season", only, request)
        electorate = await self.store.read(seasons.find_electorate, crew)
        return await self.changes.make_in(crew, request, seasons.rule_off, name, electorate, only)

    async def say_no(self, request: Request, season: int) -> Reply:
        """Leave the end of a season, which others have decided, to the scorer."""
        crew = await self.changes.find_crew_of("season", season, request)
        electorate = await self.store.read(seasons.find_electorate, crew)
        return await self.changes.make_in(crew, request, seasons.say_no, electorate, season)

    async def add_guest(self, name: str, person: Requester | None, request: Request) -> Reply:
        """Add a guest, or a `person` of the server, to the books. A guest of this `name` is linked to the `person`."""
        if person is None:
            return await self.changes.make(request, members.add_guest, name, self.papers.most_guests)
        return await self.changes.make(request, joining.link_person, name, person)

    # Settings.

    async def change_settings(self, values: Mapping[str, object], request: Request) -> Reply:
        """Change the settings in `values`, then show all settings.

        The settings are unit, channel, scorer, confirm, group, call_role, call_quiet, weights, language, robots,
        memories, and the house rules in `crew_settings.TABLE_OPTIONS`. Quiet hours and memories are in the requester's
        time zone.
        """
        words, person = request.words, await self.people.get(request.user)
        crew = await self.reports.find_crew(request)
        if "call_quiet" in values:
            quiet = crew_settings.parse_call_quiet(str(values["call_quiet"]).strip(), person.timezone)
            values = {**values, "call_quiet": quiet}
        if "memories" in values:
            place = f"{request.location.parent or request.location.channel} {person.timezone}"
            values = {**values, "memories": place if values["memories"] else ""}
        if values:
            crew = await self.store.write(setting_changes.change, crew, request, dict(values))
            self.wake()
        own = crew_settings.translate_unit(crew_settings.read_settings(crew.settings), words)
        channel = await self._describe_channel(crew, own.channel, words) if own.channel else ""
        lines, tables = setting_changes.list_lines(crew, channel, words)
        if values.get("scorer") and own.scorer:
            lines = [*lines, words.say("tally/scorer_step", role=f"<@&{own.scorer}>")]
        if "language" in values:
            lines = [*lines, words.say("tally/language_followed")]
        title = words.say("tally/house", unit=own.unit[1])
        return Reply(make_page(title, lines, [words.say("tally/house_tables"), *tables], plain=person.text_only))

    async def _describe_channel(self, crew: Crew, channel: int, words: Words) -> str:
        """Word the tally's channel. If the bot cannot post there, add the reason."""
        why = await self.store.read(find_loss, crew, channel)
        if not await self.messenger.has_place(Place(channel, crew.guild)):
            why = words.say("refused/nowhere")
        return words.say("tally/lost_channel", place=f"<#{channel}>", reason=why) if why else f"<#{channel}>"

    # Papers.

    async def check_paper(self, given: GivenPaper, request: Request) -> Reply:
        """Read a paper or moved books, and show what they would change. They are kept until the requester enters or
        drops them."""
        crew = await self.reports.find_crew(request)
        book = await self.store.read(load_book, crew)
        ledger.must_be_scorer(book, request.requester)
        plan, read = await self.papers.check(book, given, request.at)
        await self.store.write(key_values.put, _key_of_paper(crew, request.requester), given._asdict(), request.at)
        plain = (await self.people.get(request.user)).text_only
        return Reply(show_paper(book, plan, read, given, plain))

    async def check_file(self, body: bytes, season: str, request: Request) -> Reply:
        """Check a paper or moved books like `check_paper`, as a file."""
        book = await self.store.read(load_book, await self.reports.find_crew(request))
        return await self.check_paper(GivenPaper(await asyncio.to_thread(read_body, body, book), season), request)

    async def choose_order(self, shown: str, order: str, request: Request) -> Reply:
        """Read the shown paper again, with this order of the numbers in its days, and show the result."""
        crew = await self.reports.find_crew(request)
        if order not in (DAY_FIRST, YEAR_FIRST, MONTH_FIRST):
            raise Refused("TABLE", "no_button")
        kept = await self._find_kept(crew, request, shown)
        return await self.check_paper(kept._replace(order=order), request)

    async def enter_paper(self, shown: str, request: Request, everything: bool = False) -> Reply:
        """Enter the paper or the file whose digest is `shown`. With `everything`, also enter a paper's lines that are
        in the books already."""
        crew = await self.reports.find_crew(request)
        given = await self._find_kept(crew, request, shown)
        plan = await self.papers.enter(crew, request, given, _key_of_paper(crew, request.requester), everything)
        self.wake()
        key, count = ("moved", "entries") if plan.is_moved else ("paper", "lines")
        facts = {count: len(plan.entries), "paper": plan.mark}
        return request.answer(f"tally/{key}/entered", **facts)

    async def _find_kept(self, crew: Crew, request: Request, shown: str) -> GivenPaper:
        """Find the paper that was shown to the requester. Raises Refused if it is gone or another has replaced it."""
        kept = await self.store.read(key_values.get, _key_of_paper(crew, request.requester))
        given = None if kept is None else GivenPaper(**kept)
        if given is None or given.digest != shown:
            raise Refused("TALLY", "paper_gone")
        return given

    async def drop_paper(self, request: Request) -> Reply:
        """Drop the paper that the requester has not entered yet."""
        crew = await self.reports.find_crew(request)
        await self.store.write(key_values.drop, _key_of_paper(crew, request.requester))
        return request.answer("tally/paper/left")

    @staticmethod
    def ask_for_paper(words: Words) -> Reply:
        """Explain how to hand in a paper, with a button that opens the form."""
        return Reply(with_buttons(words.say("TALLY/paper_none"), make_button(PASTE, words, "primary")))

    # Showing an answer to everybody.

    async def share(self, message: Message, request: Request) -> Reply:
        """Post an answer in the channel for everybody. Raises Refused where the bot may not post."""
        here = Place(request.location.channel, request.location.guild)
        try:
            name = f"shown:{here.channel}:{digest_text(message.text)}"
            await self.outbox.say_now("shown", name, MessageToSend(here, message), request.cause)
        except DeliveryError:
            raise Refused("TALLY", "no_speech") from None
        return request.answer("tally/shared")


def make_form(words: Words) -> Form:
    """Make the form into which a paper is pasted."""
    lines = Field("lines", words.say("form/tally_field"), placeholder=words.say("form/tally_example"), long=True,
                  required=False, most=4_000)  # fmt: skip
    season = Field("season", words.say("form/tally_season"), required=False, most=40)
    return Form("tally.pasted", words.say("form/tally"), (lines, season), words.say("form/tally_file"))


def _key_of_paper(crew: Crew, requester: Requester) -> str:
    return f"{WAITING_PAPERS}{crew.id}:{requester.user}"
