"""Hands that were played at a real table: how they are tapped or written down, and their entry in the books."""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from msgspec import Struct, field

from bot.messages.books import real_pad
from bot.messages.books.pages import make_page
from bot.messages.books.real_pad import AGAIN
from bot.ports import Button, Field, Form, Locks, Pattern, Reply, Request, make_button, with_buttons
from bot.services.books.tally import Tally
from bot.store import Connection, Json, Pace, Store, key_values
from bot.store.books import Crew, Member, Scope, postings, reports
from bot.store.books.crews import is_former
from bot.tables.lobby.house_rules import options_of, read_crew_defaults
from bot.tally.books import Book, describe_entry, is_real, load_book
from bot.tally.books.real_drafts import DRAFTS, MOST_CHARACTERS, DraftAtGame, RealDraft
from bot.tally.books.real_receipts import describe_receipts
from bot.tally.changes.announcements import say_what_counts
from bot.tally.changes.real_hands import PlayedHands, post
from bot.wording import Words
from bot.wording.refusals import name_candidates
from bot.wording.typed import read_scored
from games import registry
from games.core import AnyGame, Options, Refused, settle, to_json
from games.core.events import from_json
from games.core.moves import Ambiguous
from games.core.real_table import MOST_GIVEN, read_hands

FORM: Final = Pattern("tally.real_told.{game}")
GAME: Final = Pattern("tally.real.{game}")
SEPARATOR: Final = re.compile(r"[,;\n]")
"""The signs between the names of the players."""


class RealHandService(Struct, frozen=True):
    """Enters hands from real tables."""

    store: Store
    tally: Tally
    game: Callable[[str], AnyGame]
    _writing: Locks = field(default_factory=Locks)
    """By user, a lock that is held while their draft changes."""

    async def show(self, request: Request) -> Reply:
        """Explain how hands are entered, with a button for each game that can score them."""
        crew, words = await self.tally.reports.find_crew(request), request.words
        games = [name for name in registry.NAMES if self.game(name).score_real is not None]
        row = [Button(GAME.make(game=name), registry.cover(name).TITLE, "primary") for name in games]
        ways = [await self._describe_way(crew, self.game(name), words) for name in games]
        return Reply(with_buttons("\n".join([words.say("real/explained"), *ways]), *row))

    async def _describe_way(self, crew: Crew, game: AnyGame, words: Words) -> str:
        """Describe how hands of a game are written, with the house's own amounts."""
        settled = await self._settle(crew, game, "", game.SEATS[0])
        amounts = {option.name: option.to_spoken(settled[option.name]) for option in game.OPTIONS if option.hundredths}
        return words.about(game.NAME).say("real/how", title=game.TITLE, **amounts)

    async def show_buttons(self, request: Request, name: str) -> Reply:
        """Show the buttons by which hands of a game are tapped, with the requester's draft so far. Raises Refused."""
        return await self._change(request, lambda writing: writing, name)

    async def show_form(self, request: Request) -> Reply:
        """Show the form for hands of the game of the requester's latest draft, with that draft so far."""
        _, draft = await self._read_draft(request)
        return Reply(form=_make_form(self._find_game(draft.game), request.words.about(draft.game), draft))

    async def seat_member(self, member: int, request: Request) -> Reply:
        """Put a member on the next seat of the draft, if its players are not all named yet."""
        crew = await self.tally.reports.find_crew(request)
        book = await self.store.read(load_book, crew)
        if member not in book.members:
            raise Refused("TABLE", "no_button")
        found = book.members[member]

        def sit(writing: DraftAtGame) -> DraftAtGame:
            draft = writing.draft
            if draft.seated or found.name in draft.names:
                return writing
            is_last = len(draft.names) + 1 == writing.game.SEATS[1]
            return replace(writing, draft=_seat(draft, book, [found], is_last))

        return await self._change(request, sit)

    async def add_taps(self, names: Sequence[str], request: Request) -> Reply:
        """Add the tapped pieces or words to the hands."""
        return await self._change(request, lambda writing: writing.tap(names))

    async def take_step(self, request: Request, step: str) -> Reply:
        """Take a tap back, end a line or a hand, or end the list of players."""

        def apply_step(writing: DraftAtGame) -> DraftAtGame:
            draft, (hand, line) = writing.draft, writing.position
            match step:
                case "undo":
                    return replace(writing, draft=draft.undo())
                case "seated" if len(draft.names) >= writing.game.SEATS[0]:
                    return replace(writing, draft=replace(draft, seated=True))
                case "end" if line is not None and writing.next_taps.may_end:
                    return replace(writing, draft=draft.add("\n"))
                case "hand" if line is None and hand:
                    return replace(writing, draft=draft.add("\n"))
                case _:
                    return writing

        return await self._change(request, apply_step)

    async def begin_again(self, request: Request, entry: int) -> Reply:
        """Begin another hand for the people of an entry from a real table. A draft that has hands already stays as it
        is."""
        crew = await self.tally.reports.find_crew(request)
        book, found = await self.store.read(load_book, crew), await self.store.read(postings.find_transfer, entry)
        if found is None or found.crew != crew.id or not is_real(found) or not found.game:
            raise Refused("TABLE", "no_button")
        owners = [book.owners[account] for (account,) in found.data["seats"]]
        if not all(owner in book.members for owner in owners):
            raise Refused("TABLE", "no_button")
        draft = _seat(RealDraft(found.game), book, [book.members[owner] for owner in owners])
        return await self._change(
            request, lambda writing: writing if writing.draft.hands else replace(writing, draft=draft), found.game
        )

    async def enter_draft(self, request: Request) -> Reply:
        """Score the draft that was tapped and enter it, as `enter` does."""
        crew, draft = await self._read_draft(request)
        return await self._enter(crew, draft, request)

    async def enter(self, name: str, seats: str, preset: str, text: str, request: Request) -> Reply:
        """Score the typed hands and enter them. Without hands, show the buttons by which they are tapped.

        Raises Refused or Unreadable. The text is then kept for the next try.
        """
        self._find_game(name)
        crew = await self.tally.reports.find_crew(request)
        hands = text.replace("\r", "").rstrip()
        draft = RealDraft(name, seats, preset, f"{hands}\n" if hands else "")
        await self.store.write(_keep, _make_key(crew, request), draft, request.at)
        return await self._enter(crew, draft, request) if hands else await self.show_buttons(request, name)

    async def _read_draft(self, request: Request) -> tuple[Crew, RealDraft]:
        """The crew of a request, and the requester's latest draft."""
        crew = await self.tally.reports.find_crew(request)
        return crew, _find_draft(await self.store.read(key_values.get, _make_key(crew, request)))

    async def _enter(self, crew: Crew, draft: RealDraft, request: Request) -> Reply:
        game = self._find_game(draft.game)
        words = request.words.about(game.NAME)
        book = (await self.store.read(load_book, crew)).read_by(request.words)
        members = _find_members(book, game, draft.seats)
        names = [member.name for member in members]
        options = await self._settle(crew, game, draft.preset, len(members))
        typed: dict[object, str] = {}

        def read(text: str) -> str:
            said = read_scored(text, words, names)
            typed[said[:MOST_GIVEN]] = text[:MOST_GIVEN]
            return said

        assert game.score_real is not None
        try:
            hands = await asyncio.to_thread(read_hands, draft.hands, names, read)
            events = await asyncio.to_thread(game.score_real, len(members), options, names, hands)
        except Refused as error:  # the words of a line are repeated as they were typed
            if (given := error.facts.get("given")) is not None:
                error.facts["given"] = typed.get(given, given)
            raise
        except Ambiguous as error:  # the answer is worded without a table, and so without the names of its pieces
            raise Ambiguous(error.words, name_candidates(error, words)) from None
        forget = partial(_keep, key=_make_key(crew, request), draft=RealDraft(game.NAME), at=request.at)
        played = PlayedHands(game, members, options, events, len(hands))
        number = await self.store.write(post, crew, request, played, forget)
        self.tally.wake()
        entry = await self.store.read(postings.find_transfer, number)
        book = (await self.store.read(load_book, crew)).read_by(request.words)
        assert entry is not None
        waits = [say_what_counts(entry, book.words)] if entry.state == "pending" else []
        row = (make_button(AGAIN, words, number=number),)
        return Reply(make_page(describe_entry(book, entry), list(describe_receipts(book, entry)), waits, rows=(row,)))

    async def _change(self, request: Request, change: Callable[[DraftAtGame], DraftAtGame], name: str = "") -> Reply:
        """Change the requester's draft of the game `name`, and show it. The default is the game of their latest
        draft."""
        crew = await self.tally.reports.find_crew(request)
        key, words = _make_key(crew, request), request.words
        async with self._writing.of(request.user):
            draft = _find_draft(await self.store.read(key_values.get, key), name)
            game = self._find_game(draft.game)
            game_words = words.about(game.NAME)
            if draft.seats and not draft.names:
                draft = _fill_in_names(await self.store.read(load_book, crew), game, draft)
            # A wrong preset is refused only when the draft is entered.
            preset = draft.preset if draft.preset.strip() in {known.name for known in game.PRESETS} else ""
            options = await self._settle(crew, game, preset, max(len(draft.names), game.SEATS[0]))
            after = change(DraftAtGame(draft, game, options, game_words))
            await self.store.write(_keep, key, after.draft, request.at)
        if after.draft.seated:
            return Reply(real_pad.show(after, game_words))
        likely = await self.store.read(_list_likely, crew, request.user, after.draft.names)
        return Reply(real_pad.ask_seats(after, likely, game_words))

    async def _settle(self, crew: Crew, game: AnyGame, preset: str, players: int) -> Options:
        """The house rules by which the hands were played: those of a preset, or else of the crew's live tables."""
        crew_rules = await self.store.read(read_crew_defaults, crew.id, game, Pace.LIVE, game.OPTIONS)
        settled = settle(game.OPTIONS, options_of(game, Pace.LIVE, crew_rules, preset.strip()))
        number = {option.name: players for option in game.OPTIONS if option.name == "players"}
        return settle(game.OPTIONS, settled, number)

    def _find_game(self, name: str) -> AnyGame:
        if name not in registry.NAMES or self.game(name).score_real is None:
            raise Refused("TABLE", "game", given=name)
        return self.game(name)


def _make_key(crew: Crew, request: Request) -> str:
    """The key of a person's drafts for a crew, which are kept until they are entered."""
    return f"{DRAFTS}{crew.id}:{request.user}"


def _map_drafts(kept: Json) -> dict[str, Any]:
    """The stored drafts by game. Earlier releases kept one, without "drafts"."""
    if not kept:
        return {}
    return dict(kept["drafts"]) if "drafts" in kept else {kept["game"]: kept}


def _find_draft(kept: Json, game: str = "") -> RealDraft:
    """The draft of a game; by default the one that was written last."""
    chosen = game or (kept["game"] if kept else "")
    draft: RealDraft = from_json(RealDraft, _map_drafts(kept).get(chosen, {"game": chosen}))
    return draft


def _keep(connection: Connection, key: str, draft: RealDraft, at: int) -> None:
    drafts = {**_map_drafts(key_values.get(connection, key)), draft.game: to_json(draft)}
    key_values.put(connection, key, {"game": draft.game, "drafts": drafts}, at)


def _fill_in_names(book: Book, game: AnyGame, draft: RealDraft) -> RealDraft:
    """The draft with the names of its typed players. If one of them is not found, the draft has no players."""
    try:
        return _seat(draft, book, _find_members(book, game, draft.seats))
    except Refused:
        return replace(draft, seats="")


def _seat(draft: RealDraft, book: Book, members: Sequence[Member], seated: bool = True) -> RealDraft:
    """The draft with these members in its next seats, named so that `_find_members` finds them again. *Undo* takes them
    back one by one."""
    seats = [draft.seats] if draft.names else []
    seats += [f"#{member.id}" if SEPARATOR.search(member.name) else book.make_reference(member) for member in members]
    names = (*draft.names, *(member.name for member in members))
    return replace(draft, seats=", ".join(seats), names=names, seated=seated)


def _list_likely(connection: Connection, crew: Crew, user: int, names: Sequence[str]) -> list[Member]:
    """The members who have no seat yet: first the requester, and then those with the most entries in the season."""
    book = load_book(connection, crew)
    entries: Counter[int] = Counter()
    for line in reports.sum_by_account(connection, Scope(crew.id, book.season.id)):
        entries[book.owners[line.account]] += line.entries
    free = [member for member in book.members.values() if member.name not in names and not is_former(member)]
    return sorted(free, key=lambda member: (member.user_id != user, -entries[member.id], member.name.casefold()))


def _find_members(book: Book, game: AnyGame, seats: str) -> list[Member]:
    """The members named in `seats`, in the order in which they sat. Raises Refused."""
    parts = [part for part in SEPARATOR.split(seats) if part.strip()]
    least, most = game.SEATS
    if not least <= len(parts) <= most:
        raise Refused("REAL", "seats", title=game.TITLE, least=least, most=most, given=len(parts))
    members = [book.find_member(part) for part in parts]
    for place, member in enumerate(members):
        if member in members[:place]:
            raise Refused("REAL", "seated_twice", name=member.name)
    return members


def _make_form(game: AnyGame, words: Words, draft: RealDraft) -> Form:
    presets, say = [known.name for known in game.PRESETS], words.say
    return Form(
        FORM.make(game=game.NAME),
        say("form/real", title=game.TITLE),
        (
            Field("seats", say("form/real_seats"), draft.seats, say("form/real_names"), most=400),
            Field("hands", say("form/real_hands"), draft.hands.strip("\n"), say("form/real_example"), True,
                  required=False, most=MOST_CHARACTERS),
            Field("preset", say("form/real_preset"), draft.preset, ", ".join(presets), required=False, most=60),
        ),
    )  # fmt: skip
