"""Moves as people type them: by the names on the buttons that offer them, or by their words in any language."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from bot.messages.parts.controls import list_offered, name_button
from bot.wording import Words, name_argument, word_label, word_move, word_short_label
from bot.wording.letters import simplify_words, spell
from bot.wording.typed import read_typed
from games import registry
from games.core import AnyGame, Unreadable, View
from games.core.moves import Ambiguous, Choice

_AROUND: Final = " .,;:!?¡¿…\"'“”‘’«»"
"""The signs around a move that mean nothing."""


def read_move(game: AnyGame, view: View, crowd: View, typed: str, words: Words) -> tuple[str, str]:
    """Read a typed move of a viewer in the language of `words`: its verb, and the rest.

    The name of an offered move, as its button shows it, is that move. A piece without a verb, as in "6-4 A", is meant
    for the verb that offers pieces; if nothing is offered, for a verb that can be read with it. While an amount is
    asked for, "15" is that amount, not the domino. What the reader's language doesn't have is read in the channel's,
    which the board speaks.
    """
    typed = typed.strip(_AROUND)
    there = [words.read_in(language) for language in words.channels if language != words.language]
    found = [_read_in(game, view, crowd, typed, spoken) for spoken in (words, *there)]
    return next((move for move in found if _can_read(game, view, *move)), found[0])


def _read_in(game: AnyGame, view: View, crowd: View, typed: str, words: Words) -> tuple[str, str]:
    """Read a typed move in one language."""
    offered, wanted = list_offered(game, view, crowd), _strip(typed)
    if typed in {choice.words for choice in offered}:  # as a button presses it
        return split_move(typed)
    named = {choice.words for choice in offered if wanted in map(_strip, name_move(choice, words, view.stage))}
    anywhere = [choice.words for choice in offered if choice.argument and wanted == _name_anywhere(choice.verb, words)]
    if len(named) == 1 or anywhere:
        return split_move(anywhere[0] if anywhere else named.pop())
    verb, rest = split_move(read_typed(typed, words))
    if verb in {known.name for known in game.VERBS}:
        return verb, rest
    text, asked = f"{verb} {rest}".strip(), {choice.verb for choice in offered}
    takers = [
        known
        for known in reversed(game.VERBS)
        if known.takes == "piece" or (known.takes == "amount" and known.name in asked and not known.optional)
    ]
    takers.sort(key=lambda known: (known.name not in asked, known.optional))
    found = [known.name for known in takers if _can_read(game, view, known.name, text)]
    if len(meant := asked.intersection(known.name for known in takers)) == 1:
        found += meant
    return (found[0], text) if found else (verb, rest)


def name_move(choice: Choice[object], words: Words, stage: str = "") -> Iterator[str]:
    """The names of an offered move: its words, its button's label in the view's `stage`, and its argument as menus and
    descriptions show it, with and without the verb."""
    yield from (choice.words, word_move(choice.words, words), name_button(choice, words, stage))
    label, argument = words.label(choice.verb), choice.argument
    if not argument:
        yield label
        return
    for write in (name_argument, word_label, word_short_label):
        name = write(argument, words)
        yield from (name, f"{label} {name}", f"{choice.verb} {name}", re.sub(r" \([^()]*\)", "", name))


def _name_anywhere(verb: str, words: Words) -> str | None:
    """The words of the button that makes any of a verb's moves; None if it has none."""
    return _strip(words.say_known(f"anywhere/{verb}")) or None


@lru_cache(maxsize=4096)
def _strip(text: str) -> str:
    """The words of a text without capitals, accents and punctuation. The names of moves come again with each typed
    move."""
    return simplify_words(re.sub(r"[^\w♣♦♥♠.+-]+", " ", text))


def _can_read(game: AnyGame, view: View, verb: str, text: str) -> bool:
    try:
        game.read(view, verb, text)
    except Ambiguous:
        return True
    except Unreadable:
        return False
    return True


def split_move(typed: str) -> tuple[str, str]:
    """Split typed words into the name of a verb and the rest: "Discard R1" gives "discard" and "R1".

    A verb of two words is understood however it is written: "do bone!", "rule-off", "all in". Without a known verb, the
    first word counts as the verb.
    """
    words = typed.split()
    for count in (2, 1):
        verb = _map_verbs().get(spell("".join(words[:count])))
        if verb is not None:
            return verb, " ".join(words[count:])
    return "".join(words[:1]).lower(), " ".join(words[1:])


@cache
def _map_verbs() -> dict[str, str]:
    """The names of all games' verbs, by their letters alone."""
    return {spell(verb.name): verb.name for name in registry.NAMES for verb in registry.cover(name).VERBS}
