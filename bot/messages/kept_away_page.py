"""The list of people who are kept away, each with a button that lets them back."""

from collections.abc import Sequence
from typing import Final

from bot.ports import Accent, Message, Part, Pattern, Section, Text, lay_out, make_button
from bot.store.people.kept_away import EVERYWHERE, KeptAway
from bot.wording import Words

BACK: Final = Pattern("keepaway.back.{scope:here|all}.{user:id}.{start:int}")
"""The buttons that let somebody back, to this server or to all, on the page that begins after `start` people."""
PAGE: Final = Pattern("keepaway.page.{start:int}.{way:before|after}")
"""The buttons to other pages."""
MOST: Final = 10
"""The most people on a page: each takes a section of three components, and a layout may have forty."""


def make_kept_away_page(found: Sequence[KeptAway], host: bool, words: Words, start: int = 0, done: str = "") -> Message:
    """List the people who are kept away from a server, and for the bot's host also those kept away from all servers.

    The page is the one with the person after `start` people, or the last. `done` says what has just been done,
    and comes first.
    """
    lines = [done] if done else []
    if not found:
        lines.append(words.say("keep_away/nobody_anywhere" if host else "keep_away/nobody"))
        return lay_out(Accent.NONE, (Text("\n".join(lines)),))
    first = min(start, len(found) - 1) // MOST * MOST
    lines.append(words.say("keep_away/head_host" if host else "keep_away/head", count=len(found)))
    parts: list[Part] = [Text("\n".join(lines))]
    parts += [_make_section(kept, first, words) for kept in found[first : first + MOST]]
    page_buttons = tuple(
        make_button(PAGE, words, start=page_start, way=direction)
        for direction, page_start in (("before", first - MOST), ("after", first + MOST))
        if 0 <= page_start < len(found)
    )
    return lay_out(Accent.NONE, (*parts, page_buttons))


def _make_section(kept: KeptAway, first: int, words: Words) -> Section:
    key, scope = ("keep_away/from_all", "all") if kept.guild == EVERYWHERE else ("keep_away/from_here", "here")
    text = words.say(key, name=f"<@{kept.user}>", when=f"<t:{kept.at // 1000}:D>")
    return Section(text, make_button(BACK, words, scope=scope, user=kept.user, start=first))
