"""Use cases of the tally, for commands and buttons. They reply, or raise Refused("TALLY", ...)."""

import asyncio
import hashlib
from collections.abc import Mapping
from typing import Final

from bot.outbox.outbox import MessageToSend, Outbox
from bot.ports.messenger import DeliveryError, Messenger, Place, digest_text
from bot.ports.requests import Reply, Request, Requester, reply_text
from bot.ports.ui import Button, Field, Form, Message
from bot.store.books import postings
from bot.store.books.crews import Crew
from bot.store.database import key_values
from bot.store.database.errors import StoreUnavailable, WriterStopped
from bot.store.one_by_one import do_each
from bot.tally import books_file, crew_settings, ledger, members, moving, paper_check, seasons, setting_changes
from bot.tally.announcer import find_loss
from bot.tally.book import DAY, load_book, title_of_season
from bot.tally.crew_settings import words_of_crew
from bot.tally.pages import make_page
from bot.tally.paper_page import KEPT_DAYS, show_books, show_paper
from bot.tally.papers import Papers
from bot.tally.paying import Paying
from bot.tally.people import People
from bot.tally.real_drafts import DRAFTS
from bot.tally.reports import Reports
from bot.tally.settle import NamedTransfer
from bot.tally.suggestions import Suggestions
from bot.wording import Words
from games.core.refused import Refused

PASTE: Final = "tally.paste"
"""The button that opens the form for pasting a paper."""
WAITING_PAPERS: Final = "tally:paper:"
"""The prefix of the keys of papers and files that were shown and are not entered yet."""
SWEPT_EVERY: Final = 3_600_000
"""The milliseconds between two sweeps, which drop papers and drafts that are too old."""
MOST_SWEPT: Final = 20
"""The most papers or drafts that one transaction drops."""


class Tally:
    """Use cases that change the crews' books. Each wakes the outbox, which announces the change. `reports` answers
    questions about the books.

    Only one process `speaks`: there, `look` posts the hands that nobody disputed in time.
    """

    def __init__(
        self, messenger: Messenger, reports: Reports, outbox: Outbox, papers: Papers, speaks: bool = True
    ) -> None:
        self.people = reports.people
        self.store = reports.store
        self.messenger = messenger
        self.clock = papers.clock
        self.reports = reports
        self.outbox = outbox
        self.papers = papers
        self.suggestions = Suggestions(reports)
        self.paying = Paying(self.store, reports, self.wake)
        self.joining = People(self.store, reports, self.wake)
        self.speaks = speaks
        self._swept = 0
        self.woken = asyncio.Event()
        """Set when there may be hands to post."""

    def wake(self) -> None:
        """Tell the bot's loops that there may be hands to post and announcements to send."""
        self.woken.set()
        self.outbox.wake()

    async def look(self) -> float | None:
        """Finish interrupted papers, drop papers and drafts that are too old, and post hands that nobody disputed in
        time. Return the seconds until the next hand is due; None if no hand is pending."""
        if not self.speaks:
            return None
        await self.papers.finish_all()
        now = self.clock()
        if now - self._swept >= SWEPT_EVERY:
            for prefix in (WAITING_PAPERS, DRAFTS):
                while await self.store.write(key_values.drop_some, prefix, MOST_SWEPT, now - KEPT_DAYS * DAY):
                    pass
            self._swept = now
        while (deadline := await self.store.read(postings.find_next_deadline)) is not None and deadline <= now:
            await self._confirm_due(now)
            self.outbox.wake()
        return None if deadline is None else (deadline - now) / 1000

    async def _confirm_due(self, now: int) -> None:
        """Post the pending hands whose time is over. A damaged hand stays pending, without a deadline."""
        try:
            await self.store.write(ledger.confirm_due, now)
        except (StoreUnavailable, WriterStopped):
            raise
        except Exception:
            due = await self.store.read(postings.list_unconfirmed, now, ledger.MOST_CONFIRMED)
            damaged = await do_each("entry", due, lambda hand: self.store.write(ledger.confirm_one_due, hand, now))
            for transfer in damaged:
                await self.store.write(postings.drop_deadline, transfer)

    # Changing the books.

    async def adjust(self, giver: str, taker: str, amount: int, reason: str, request: Request) -> Reply:
        """Move units from one member to another."""
        crew = await self.reports.find_crew(request)
        number, season = await ledger.change_books(
            self.store, crew, ledger.adjust, request, NamedTransfer(giver, taker, amount), reason
        )
        self.wake()
        words = request.words()
        return reply_text(words.say("tally/done", number=number, season=title_of_season(season, words)))

    async def undo(self, entry: str, reason: str, request: Request) -> Reply:
        """Take back an entry or a whole paper."""
        words = request.words()
        crew = await self.reports.find_crew(request)
        if entry.startswith((ledger.PAPER, ledger.MOVED)):
            count = await self.papers.take_back(crew, request, entry, reason)
        else:
            count = int(await ledger.change_books(self.store, crew, ledger.undo, request, entry, reason) is not None)
        self.wake()
        return reply_text(words.say("tally/undone", count=count) if count else words.say("tally/struck"))

    async def confirm(self, entry: str, request: Request, crew: Crew | None = None) -> Reply:
        """Confirm a pending hand of `crew`, by default of the crew that plays in the channel."""
        crew = crew or await self.reports.find_crew(request)
        found, left = await ledger.change_books(self.store, crew, ledger.confirm, request, entry)
        self.wake()
        key = "tally/agreed" if found.state == "pending" else "tally/counts"
        return reply_text(request.words().say(key, number=found.id, left=left))

    async def dispute(self, entry: str, reason: str, request: Request, crew: Crew | None = None) -> Reply:
        """Dispute a pending hand of `crew`, by default of the crew that plays in the channel."""
        crew = crew or await self.reports.find_crew(request)
        found = await ledger.change_books(self.store, crew, ledger.dispute, request, entry, reason)
        self.wake()
        return reply_text(request.words().say("tally/noted", number=found.id))

    async def rule_off(self, name: str, request: Request, only: int | None = None) -> Reply:
        """Close the open season, or vote to close it.

        `only` is the season that a button names. That season may belong to another crew than the one that plays in the
        channel, because a group may announce its changes in a channel that is not its own.
        """
        words = request.words()
        if only is None:
            crew = await self.reports.find_crew(request)
        else:
            crew = await self.store.read(seasons.crew_of, request.location.guild, only)
        voters = await self.store.read(seasons.find_voters, crew, request.at)
        result = await ledger.change_books(self.store, crew, seasons.rule_off, request, name, voters, only)
        self.wake()
        if result.closed is not None:
            return reply_text(words.say("tally/closed", season=title_of_season(result.closed, words)))
        return reply_text(words.say("tally/voted", votes=result.votes, voters=result.voters))

    async def add_guest(self, name: str, person: Requester | None, request: Request) -> Reply:
        """Add a guest, or a `person` of the server, to the books. A guest of this `name` is linked to the `person`."""
        crew = await self.reports.find_crew(request)
        if person is None:
            key, most = "is_guest", self.papers.most_guests
            shown_name = await ledger.change_books(self.store, crew, members.add_guest, request, name, most)
        else:
            shown_name, key = await ledger.change_books(self.store, crew, members.link_person, request, name, person)
        self.wake()
        return reply_text(request.words().say(f"tally/{key}", name=shown_name))

    async def remove_guest(self, name: str, request: Request) -> Reply:
        """Remove a guest without entries from the books."""
        crew = await self.reports.find_crew(request)
        removed_name = await ledger.change_books(self.store, crew, members.remove_guest, request, name)
        self.wake()
        return reply_text(request.words().say("tally/is_out", name=removed_name))

    async def change_alias(self, player: str, alias: str, request: Request, remove: bool = False) -> Reply:
        """Give a member an alias, or `remove` it."""
        crew = await self.reports.find_crew(request)
        change = members.remove_alias if remove else members.add_alias
        name, found = await ledger.change_books(self.store, crew, change, request, player, alias)
        self.wake()
        key = "tally/is_no_alias" if remove else "tally/is_alias"
        return reply_text(request.words().say(key, name=name, alias=found))

    async def set_crossed(self, player: str, crossed: bool, request: Request) -> Reply:
        """Note that a member has crossed the bar, or that they have not."""
        crew = await self.reports.find_crew(request)
        name = await ledger.change_books(self.store, crew, members.set_crossed, request, player, crossed)
        self.wake()
        return reply_text(request.words().say("tally/is_crossed" if crossed else "tally/is_not_crossed", name=name))

    async def rename(self, player: str, name: str, request: Request, follow: bool) -> Reply:
        """Set a member's name in the books. With `follow`, let it follow their name on Discord again."""
        crew = await self.reports.find_crew(request)
        former, present = await ledger.change_books(self.store, crew, members.rename, request, player, name, follow)
        self.wake()
        key = "tally/follows" if follow else "tally/is_renamed"
        return reply_text(request.words().say(key, name=former, new=present))

    # Settings.

    async def change_settings(self, values: Mapping[str, object], request: Request) -> Reply:
        """Change the settings in `values`, then show all settings.

        The settings are unit, channel, scorer, confirm, group, call_role, call_quiet, weights, language, robots,
        memories, and the house rules in `crew_settings.TABLE_OPTIONS`. Quiet hours and memories are in the requester's
        time zone.
        """
        words, person = request.words(), await self.people.get(request.user)
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
        title = words.say("tally/house", unit=own.unit[1])
        return Reply(make_page(title, lines, [words.say("tally/house_tables"), *tables], plain=person.text_only))

    async def _describe_channel(self, crew: Crew, channel: int, words: Words) -> str:
        """Word the tally's channel. If the bot cannot post there, add the reason."""
        why = await self.store.read(find_loss, crew, channel)
        if not await self.messenger.has_place(Place(channel, crew.guild)):
            why = words.say("refused/nowhere")
        return words.say("tally/lost_channel", place=f"<#{channel}>", reason=why) if why else f"<#{channel}>"

    # Papers.

    async def check_paper(self, text: str, season: str, request: Request, order: str = "") -> Reply:
        """Read a paper and show the result. The paper is kept until the requester enters or drops it.

        `order` is the order in which the paper writes days with two-digit years (`paper_check.DAY_FIRST` or
        `YEAR_FIRST`); "" until the requester has chosen one.
        """
        crew = await self.reports.find_crew(request)
        book = await self.store.read(load_book, crew)
        ledger.must_be_scorer(book, request.requester)
        found = await asyncio.to_thread(paper_check.read_paper, book, text, request.at, order)
        check = await self.store.read(paper_check.check, book, found.paper, season)
        key, shown = _key_of_paper(crew, request.requester), digest_of(text, season, order)
        await self.store.write(key_values.put, key, {"text": text, "season": season, "order": order}, request.at)
        plain = (await self.people.get(request.user)).text_only
        return Reply(show_paper(book, found, season, shown, check, plain))

    async def choose_order(self, shown: str, order: str, request: Request) -> Reply:
        """Read the shown paper again, with this order for days with two-digit years (`check_paper`), and show the
        result."""
        crew = await self.reports.find_crew(request)
        if order not in (paper_check.DAY_FIRST, paper_check.YEAR_FIRST):
            raise Refused("TABLE", "no_button")
        kept = await self._find_kept(crew, request, shown)
        return await self.check_paper(kept["text"], kept["season"], request, order)

    async def check_books(self, body: bytes, request: Request) -> Reply:
        """Read the file of a crew that moves house and show its contents. The file is kept like a paper."""
        crew = await self.reports.find_crew(request)
        book = await self.store.read(load_book, crew)
        ledger.must_be_scorer(book, request.requester)
        file = await asyncio.to_thread(books_file.read, body)
        text = moving.pack(body)
        plan = await self.store.read(moving.make_plan, book, text, file, self.reports.feats)
        key = _key_of_paper(crew, request.requester)
        await self.store.write(key_values.put, key, {"text": text, "season": ""}, request.at)
        plain = (await self.people.get(request.user)).text_only
        return Reply(show_books(book, plan, digest_of(text, ""), plain))

    async def enter_paper(self, shown: str, request: Request, everything: bool = False) -> Reply:
        """Enter the paper or the file whose digest (`digest_of`) is `shown`. With `everything`, also enter a paper's
        lines that are in the books already."""
        crew = await self.reports.find_crew(request)
        key = _key_of_paper(crew, request.requester)
        kept = await self._find_kept(crew, request, shown)
        text, season, order = kept["text"], kept["season"], kept.get("order", "")
        if moving.is_packed(text):
            mark, count = await self.papers.move_in(crew, request, text, key)
            reply = request.words().say("tally/moved/entered", entries=count, paper=mark)
        else:
            mark, count = await self.papers.enter(crew, request, text, season, key, everything, order)
            reply = request.words().say("tally/paper/entered", lines=count, paper=mark)
        self.wake()
        return reply_text(reply)

    async def _find_kept(self, crew: Crew, request: Request, shown: str) -> dict[str, str]:
        """Find the paper that was shown to the requester. Raises Refused if it is gone or another has replaced it."""
        kept: dict[str, str] | None = await self.store.read(key_values.get, _key_of_paper(crew, request.requester))
        if kept is None or digest_of(kept["text"], kept["season"], kept.get("order", "")) != shown:
            raise Refused("TALLY", "paper_gone")
        return kept

    async def drop_paper(self, request: Request) -> Reply:
        """Drop the paper that the requester has not entered yet."""
        crew = await self.reports.find_crew(request)
        await self.store.write(key_values.drop, _key_of_paper(crew, request.requester))
        return reply_text(request.words().say("tally/paper/left"))

    @staticmethod
    def ask_for_paper(words: Words) -> Reply:
        """Explain how to hand in a paper, with a button that opens the form."""
        row = (Button(PASTE, words.label(PASTE), "primary"),)
        return Reply(Message(words.say("TALLY/paper_none"), rows=(row,)))

    # Buttons, and showing an answer to everybody.

    async def confirm_numbered(self, entry: int, request: Request) -> Reply:
        """Confirm the pending hand that a button names. The hand's crew may differ from the channel's."""
        crew = await self.store.read(ledger.crew_of_entry, request.location.guild, str(entry))
        return await self.confirm(str(entry), request, crew)

    async def dispute_numbered(self, entry: int, request: Request) -> Reply:
        """Dispute the pending hand that a button names. The hand's crew may differ from the channel's."""
        crew = await self.store.read(ledger.crew_of_entry, request.location.guild, str(entry))
        return await self.dispute(str(entry), words_of_crew(crew).say("tally/by_button"), request, crew)

    async def share(self, message: Message, request: Request) -> Reply:
        """Post an answer in the channel for everybody. Raises Refused where the bot may not post."""
        here = Place(request.location.channel, request.location.guild)
        try:
            name = f"shown:{here.channel}:{digest_text(message.text)}"
            await self.outbox.say_now("shown", name, MessageToSend(here, message), request.cause)
        except DeliveryError:
            raise Refused("TALLY", "no_speech") from None
        return reply_text(request.words().say("tally/shared"))


def make_form(words: Words) -> Form:
    """Make the form into which a paper is pasted."""
    lines = Field("lines", words.say("form/tally_field"), placeholder=words.say("form/tally_example"), long=True,
                  required=False, most=4_000)  # fmt: skip
    season = Field("season", words.say("form/tally_season"), required=False, most=40)
    return Form("tally.pasted", words.say("form/tally"), (lines, season), words.say("form/tally_file"))


def _key_of_paper(crew: Crew, requester: Requester) -> str:
    return f"{WAITING_PAPERS}{crew.id}:{requester.user}"


def digest_of(text: str, season: str, order: str = "") -> str:
    """A hash of a paper, its season's name and the order of its days. The button that enters a paper carries the hash,
    so only the paper that was shown can be entered."""
    return hashlib.sha256(f"{order}{season}\n{text}".encode()).hexdigest()[:12]
