"""Hands that were played at a real table: how they are written down, the form for it, and their entry in the books."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Final

from bot.ports.requests import Reply, Request
from bot.ports.ui import MOST_TEXT, Button, Field, Form, Message
from bot.store.books import postings
from bot.store.books.crews import Crew, Member
from bot.store.database import key_values
from bot.store.store import Store
from bot.store.tables.rows import Pace
from bot.tables.lobby.house_rules import crew_defaults, options_of
from bot.tally.book import Book, load_book
from bot.tally.entry_text import whole
from bot.tally.pages import page
from bot.tally.real_hands import post
from bot.tally.real_receipts import CONTROL, describe_receipts
from bot.tally.tally import Tally
from bot.wording import Words
from games import registry
from games.core.game import AnyGame
from games.core.options import Options, settle
from games.core.real_table import read_hands
from games.core.refused import Refused

TOLD: Final = "tally.real_told"
"""The form's name."""
MOST: Final = 4_000
"""The most characters of a text (Discord's limit)."""


class RealHandService:
    """Enters hands from real tables."""

    def __init__(self, store: Store, tally: Tally, game: Callable[[str], AnyGame]) -> None:
        self._store = store
        self._tally = tally
        self._game = game

    async def show(self, request: Request) -> Reply:
        """Explain how hands are entered, with a button for each game that can score them."""
        await self._tally.reports.crew(request.location, request.at)
        words = request.words()
        games = [name for name in registry.NAMES if self._game(name).score_real is not None]
        row = tuple(Button(f"{CONTROL}.{name}", registry.cover(name).TITLE, "primary") for name in games)
        told = [words.about(name).say("real/how", title=registry.cover(name).TITLE) for name in games]
        return Reply(Message("\n".join([words.say("real/explained"), *told])[:MOST_TEXT], rows=(row,)))

    async def ask(self, name: str, request: Request) -> Reply:
        """Show the form for hands of a game, with what the requester typed before, if that was refused."""
        game, crew = self._find_game(name), await self._tally.reports.crew(request.location, request.at)
        kept = await self._store.read(key_values.get, _note(crew, request)) or {}
        typed = kept if kept.get("game") == name else {}
        words = request.words().about(name)
        return Reply(form=_make_form(game, words, typed))

    async def enter(self, name: str, seats: str, preset: str, text: str, request: Request) -> Reply:
        """Score what was typed and enter it. Raises Refused or Unreadable; the text is then kept for the next try."""
        game, crew = self._find_game(name), await self._tally.reports.crew(request.location, request.at)
        kept = {"game": name, "seats": seats, "preset": preset, "hands": text}
        await self._store.write(key_values.put, _note(crew, request), kept, request.at)
        book = (await self._store.read(load_book, crew)).read_by(request.words())
        members = _find_members(book, game, seats)
        own = await self._store.read(crew_defaults, crew.id, game, Pace.LIVE, game.OPTIONS)
        options = _settle(game, own, preset.strip(), len(members))
        hands = read_hands(text, [member.name for member in members])
        assert game.score_real is not None
        events = await asyncio.to_thread(
            game.score_real, len(members), options, [member.name for member in members], hands
        )
        made = await self._store.write(
            post, crew, request, game, members, options, events, len(hands), _note(crew, request)
        )
        self._tally.wake()
        entry = await self._store.read(postings.one, made)
        book = (await self._store.read(load_book, crew)).read_by(request.words())
        assert entry is not None
        waits = [book.words.say("tally/real_waits")] if entry.state == "pending" else []
        return Reply(page(whole(book, entry), list(describe_receipts(book, entry)), waits))

    def _find_game(self, name: str) -> AnyGame:
        if name not in registry.NAMES or self._game(name).score_real is None:
            raise Refused("TABLE", "game", given=name)
        return self._game(name)


def _note(crew: Crew, request: Request) -> str:
    """The key of what a person typed until it is entered."""
    return f"tally:real:{crew.id}:{request.user}"


def _find_members(book: Book, game: AnyGame, seats: str) -> list[Member]:
    """The members who are named, in the order in which they sat. Raises Refused."""
    named = [part for part in re.split(r"[,;\n]", seats) if part.strip()]
    least, most = game.SEATS
    if not least <= len(named) <= most:
        raise Refused("REAL", "seats", title=game.TITLE, least=least, most=most, given=len(named))
    members = [book.find_member(part) for part in named]
    for place, member in enumerate(members):
        if member in members[:place]:
            raise Refused("REAL", "seated_twice", name=member.name)
    return members


def _settle(game: AnyGame, own: Options, preset: str, players: int) -> Options:
    """The house rules that the hands were played by: those of the crew's live tables, or of a preset."""
    settled = settle(game.OPTIONS, options_of(game, Pace.LIVE, own, preset))
    number = {option.name: players for option in game.OPTIONS if option.name == "players"}
    return settle(game.OPTIONS, settled, number)


def _make_form(game: AnyGame, words: Words, typed: dict[str, str]) -> Form:
    presets, say = [known.name for known in game.PRESETS], words.say
    return Form(
        f"{TOLD}.{game.NAME}",
        say("form/real", title=game.TITLE)[:45],
        (
            Field("seats", say("form/real_seats"), typed.get("seats", ""), say("form/real_names"), most=400),
            Field("hands", say("form/real_hands"), typed.get("hands", ""), say("form/real_example"), True, most=MOST),
            Field("preset", say("form/real_preset"), typed.get("preset", ""), ", ".join(presets)[:100],
                  required=False, most=60),
        ),
    )  # fmt: skip
