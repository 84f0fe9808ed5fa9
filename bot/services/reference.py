"""The players' reference: `/rules`, the *Rules* buttons, and the pages of the guides."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import islice
from typing import Final

from msgspec import Struct

from bot.library.library import Library, LibraryPage, PageKind
from bot.library.rulebooks import split_text
from bot.messages.help import make_help
from bot.messages.parts.piece_pictures import PiecePictures, in_words
from bot.people.preferences import PreferencesCache
from bot.ports import (
    MOST_ITEMS,
    MOST_TEXT,
    Button,
    Controls,
    Item,
    Menu,
    Message,
    Pattern,
    Reply,
    Request,
    Suggested,
    fill_rows,
    reply_text,
)
from bot.store import Store
from bot.store.books import crews
from bot.tables.aggregate import Table
from bot.tables.aggregate.table import may_run
from bot.tally.books import title_of
from bot.tally.books.crew_settings import read_talks
from bot.wording import ENGLISH, Words
from games import registry
from games.core.numbers import parse_whole

OPEN: Final = Pattern("guide.open.{page:rest}")
"""The button that shows a page, or with "#" and a number a part of it."""
GAME: Final = Pattern("guide.game.{game}")
"""The button that opens the guide of a game."""
MENUS: Final = ("guide.sections", "guide.more")
"""The menus of pages."""
MOST_PART: Final = 1_500
"""The most characters of a page that one message shows."""
MOST_WORDS: Final = 6
"""The most synonyms that are listed for a word."""
MOST_LABEL: Final = 90


class Reference(Struct, frozen=True):
    """Answers from the guides and the rulebooks, a page at a time. Everybody gets the same answer."""

    store: Store
    library: Library
    pictures: PiecePictures
    people: PreferencesCache

    async def help(self, request: Request, table: Table) -> Reply:
        """Answer `/help` at a table: what the requester can do there now. If they are elsewhere, the answer begins with
        the table's place."""
        chosen, words = await self.people.get(request.user), request.words
        seat, may_run_table = table.seat_of(request.user), may_run(table, request.requester)
        answer = make_help(table, seat, words, chosen, may_run_table)
        if request.location.channel in (0, table.place) or table.kind.is_private:
            return Reply(answer)
        place_line = words.say("help/place", title=table.game.TITLE, place=f"<#{table.place}>")
        return Reply(replace(answer, text=f"{place_line}\n{answer.text}"[:MOST_TEXT]))

    async def look_up(self, request: Request, game: str | None, about: str, talk: str | None = None) -> Reply:
        """Answer `/rules` at a table with this talk, or away from tables: the best page for some words or an id, the
        guide of a game, or a choice of games."""
        words = request.words
        if not about.strip():
            if game:
                return await self.open(request, game, talk)
            return Reply(Message(words.say("guide/which"), rows=fill_rows(make_guide_buttons())))
        found = self._read_in(words).search(about, game)  # in another game, the same words may mean another rule
        if not found:
            rows = self._make_contents(game, words) if game else fill_rows(make_guide_buttons())
            return Reply(Message(words.say("rules/nothing", query=about.strip()[:80]), rows=rows))
        return await self._make_page(request, found[0], others=found[1:], talk=talk)

    async def list_talks(self, request: Request) -> Mapping[str, str]:
        """By game, the talk that the crew of the request's channel keeps."""
        location = request.location
        crew = await self.store.read(crews.find_at_place, location.guild, location.places)
        return {} if crew is None else await self.store.read(read_talks, crew.id)

    async def open(self, request: Request, game: str, talk: str | None = None) -> Reply:
        """Open the guide of a game, for a table with this talk, or away from tables."""
        words = request.words
        sections = self._read_in(words).list_sections(game)
        if not sections:
            known = game in registry.NAMES
            return reply_text(words.about(game).say(f"help/{game}") if known else words.say("guide/gone"))
        return await self._make_page(request, sections[0], talk=talk)

    async def turn(self, request: Request, named: str) -> Reply:
        """Show the page that a button or an item of a menu names: "<path>", or "<path>#<part>"."""
        path, _, part = named.partition("#")
        page = self._read_in(request.words).find_page(path) or self.library.find_page(path)
        if page is None:
            return Reply(Message(request.words.say("guide/gone"), rows=fill_rows(make_guide_buttons())))
        return await self._make_page(request, page, (parse_whole(part) or 1) - 1)

    def suggest(self, game: str | None, typed: str, words: Words) -> Suggested:
        """Suggest pages whose title matches the typed text, as (label, path)."""
        found = self._read_in(words).suggest(typed, game)
        return [(f"{_write_title(page)} · {_name_place(page, words)}", page.path) for page in found]

    def _read_in(self, words: Words) -> Library:
        """The library in a reader's language."""
        return self.library.read_in(words.language)

    async def _make_page(
        self,
        request: Request,
        page: LibraryPage,
        number: int = 0,
        others: Iterable[LibraryPage] = (),
        talk: str | None = None,
    ) -> Reply:
        """Show one part of a page, with the menu of the `others` that a search found. Away from tables, `talk` is None,
        and the page follows the crew."""
        words = request.words
        if talk is None:
            talk = (await self.list_talks(request)).get(page.game, "")
        parts = split_text(page.content.text, MOST_PART)
        number = max(0, min(number, len(parts) - 1))
        picture = None
        lines = [
            words.say("guide/head", place=_name_place(page, words)),
            words.say("guide/title", title=_write_title(page)),
            *self._list_notes(page, words, talk),
            parts[number],
        ]
        if page.content.picture and number == 0:
            about = Words(words.language, page.game)
            picture = await self.pictures.draw(page.content.picture, about, request.user)
            if picture is None:
                lines.append(in_words(page.content.picture, about))
        text = "\n".join(lines)
        for more in self._list_additions(page, words):
            if number == len(parts) - 1 and len(text) + len(more) + 1 <= MOST_TEXT:
                text = f"{text}\n{more}"
        rows = (
            *self._make_turning_rows(page, number, len(parts), words),
            *self._make_contents(page.game, words),
            *self._make_more(page, others, words),
        )
        pictures = () if picture is None else (picture,)
        return Reply(Message(text[:MOST_TEXT], pictures, rows, name="guide.png"))

    def _list_notes(self, page: LibraryPage, words: Words, talk: str) -> Iterable[str]:
        """Yield the notes above the text: that the page is in English, if its reader speaks another language, and what
        a table with this talk says for its words."""
        library, rule = self._read_in(words), page.kind is PageKind.RULE
        translated = library.books.has_translated(page.game) if rule else library.has_translated(page.game)
        if not translated and words.language != ENGLISH:
            yield words.say("guide/in_english" if rule else "guide/guide_in_english")
        at_table, key = Words(words.language, page.game, talk=talk), f"help/{page.game}/words"
        if at_table.knows(key):
            yield at_table.say(key)

    def _list_additions(self, page: LibraryPage, words: Words) -> Iterable[str]:
        """Yield the additions below a page's text: synonyms, the rule behind a word, and a worked example."""
        if page.kind is PageKind.WORD and page.content.phrases:
            yield words.say("guide/elsewhere", words=", ".join(page.content.phrases[:MOST_WORDS]))
        if page.kind is PageKind.SECTION:
            return
        library = self._read_in(words)
        rules = [page.key] if page.kind is PageKind.RULE else list(page.content.cited_rules)
        if page.kind is PageKind.WORD and (behind := library.list_cited_rules(page)):
            yield words.say(
                "guide/quote", title=_write_title(behind[0]), text=behind[0].content.text.replace("\n", "\n> ")
            )
        examples = (library.find_example(rule, page.game) for rule in rules)
        yield from islice(filter(None, examples), 1)

    def _make_turning_rows(self, page: LibraryPage, number: int, count: int, words: Words) -> Controls:
        """Make the buttons to the previous and next part of a page, or at its ends to the neighbouring sections."""
        back = f"{page.path}#{number}" if number else ""
        on = f"{page.path}#{number + 2}" if number + 1 < count else ""
        if page.kind is PageKind.SECTION:
            paths = [section.path for section in self._read_in(words).list_sections(page.game)]
            place = paths.index(page.path)
            back = back or (paths[place - 1] if place else "")
            on = on or (paths[place + 1] if place + 1 < len(paths) else "")
        turns = (("guide.back", back), ("guide.on", on))
        row = tuple(Button(OPEN.make(page=path), words.label(name)) for name, path in turns if path)
        return (row,) if row else ()

    def _make_contents(self, game: str, words: Words) -> Controls:
        """Make the menu of a guide's sections."""
        placeholder = words.say("guide/contents", title=title_of(game))
        return _make_menu_rows(
            "guide.sections", placeholder, self._read_in(words).list_sections(game), words, places=False
        )

    def _make_more(self, page: LibraryPage, others: Iterable[LibraryPage], words: Words) -> Controls:
        """Make the menu of the `others` that a search found. If there are none, list the rules that the page cites."""
        found = tuple(others)
        key = "guide/more" if found else "guide/behind"
        if any(other.game != page.game for other in found):
            key = "guide/elsewhere_too"
        return _make_menu_rows(
            "guide.more", words.say(key), found or self._read_in(words).list_cited_rules(page), words
        )


def make_guide_buttons() -> list[Button]:
    """Make a button for each game's guide."""
    return [Button(GAME.make(game=name), title_of(name)) for name in registry.NAMES]


def _make_menu_rows(
    name: str, placeholder: str, pages: Iterable[LibraryPage], words: Words, places: bool = True
) -> Controls:
    """Make a menu of pages; no row if there are no pages. With `places`, each says where it stands."""
    items = tuple(
        Item(page.path, _write_title(page), _name_place(page, words) if places else "")
        for page in islice(pages, MOST_ITEMS)
    )
    return ((Menu(name, placeholder, items),),) if items else ()


def _write_title(page: LibraryPage) -> str:
    """Title a page. A rule's title begins with its id; a rule without a title shows its first words."""
    if page.kind is not PageKind.RULE:
        return page.content.title
    name = f"{page.key} {page.content.title or page.content.text}"
    return name if len(name) <= MOST_LABEL else split_text(name, MOST_LABEL - 1)[0].rstrip(" .:;") + "…"


def _name_place(page: LibraryPage, words: Words) -> str:
    return words.say(f"guide/{page.kind.value}", title=title_of(page.game))
