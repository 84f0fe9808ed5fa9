"""Word refusals, and errors about typed text that was not understood."""

import re
from collections.abc import Sequence
from typing import Final

from bot.wording.house_rules import describe_allowed_by_name, describe_value, name_house_rule
from bot.wording.pieces import find_piece, name_briefly
from bot.wording.words import Words
from games.core import Refused, Unreadable
from games.core.moves import Ambiguous

TYPED: Final = ("given", "name", "words")
"""Facts of refusals that hold typed text or a person's name."""
UNRULED: Final = ("TABLE", "TALLY", "HOUSE", "QUOTA", "REAL", "KEEP")
"""Rules of refusals that are in no rulebook. The sentence of such a refusal does not name its rule."""
_IDENTIFIER: Final = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b|\bduel\b|\bkrabler\b")


def word_refusal(refused: Refused, words: Words) -> str:
    """Word a refusal in one sentence. Its rule stands small below it ("-# PB-45"), unless it is one of `UNRULED`."""
    plain = explain_refusal(refused, words)
    return plain if refused.rule in UNRULED else f"{plain}\n-# {refused.rule}"


def explain_refusal(refused: Refused, words: Words) -> str:
    """The sentence of a refusal, without its rule."""
    facts: dict[str, object] = {
        name: name_seats(name, value if name in TYPED else _relabel_all(value, words), words)
        for name, value in refused.facts.items()
    }
    name = refused.facts.get("name")
    if refused.reason == "option":
        facts["name"] = name_house_rule(str(name), words)
        facts["allowed"] = describe_allowed_by_name(str(name), str(refused.facts.get("allowed", "")), words)
    if refused.reason == "option_name":
        facts["allowed"] = tuple(name_house_rule(known, words) for known in _list_allowed(refused))
    if refused.reason == "preset":
        about = words.about(str(refused.facts.get("game", words.game)))
        facts["allowed"] = tuple(about.say(f"preset/{known}") for known in _list_allowed(refused))
    if refused.reason == "agreed_beforehand":
        facts = {name: describe_value(name, str(value), words) for name, value in refused.facts.items()}
    if words.knows(f"needs/{name}"):
        facts |= {"needs": words.say(f"needs/{name}"), "name": words.say(f"choice/{name}")}
    facts = {name: _name_piece(value, words) for name, value in facts.items()}
    plain = words.say_known(refused.key, f"*/{refused.reason}", **facts) or words.say(refused.key)
    return plain[:1].upper() + plain[1:]


def word_unreadable(error: Unreadable, words: Words) -> str:
    """Word an error about typed text that was not understood, or that could mean several things."""
    typed = error.words[:80]
    if isinstance(error, Ambiguous):
        candidates = " / ".join(_say_typed(candidate, words) for candidate in name_candidates(error, words)[:6])
        return words.say("unreadable/ambiguous", words=typed, candidates=candidates)
    facts = {name: _relabel_all(value, words) for name, value in error.facts.items()}
    if "verb" in facts:
        facts["verb"] = _say_typed(str(error.facts["verb"]), words)
    facts["example"] = words.say("form/orders_example")
    expected = words.say(f"expected/{error.expected}", **facts)
    return words.say("unreadable/unreadable", words=typed, expected=expected)


def name_candidates(error: Ambiguous, words: Words) -> tuple[str, ...]:
    """Name what a typed text could mean, each piece as the game of these words calls it."""
    return tuple(str(_name_piece(candidate, words)) for candidate in error.candidates)


def _say_typed(move: str, words: Words) -> str:
    """Say a written move as its player may type it: "play 6-4 A" as "jogar 6-4 A"."""
    verb, space, rest = move.partition(" ")
    typed_verb = words.say_known(f"typed/{verb}").partition(";")[0] or verb
    return _relabel(f"{typed_verb}{space}{rest}", words)


def _relabel_all(value: object, words: Words) -> object:
    """Apply `_relabel` to a fact, or to each text in it."""
    if isinstance(value, tuple):
        return tuple(_relabel_all(part, words) for part in value)
    return _relabel(value, words) if isinstance(value, str) else value


def _relabel(text: str, words: Words) -> str:
    """Replace identifiers in a text by the labels that players know."""

    def find_label(found: re.Match[str]) -> str:
        return words.say_known(f"choice/{found[0]}", f"button/{found[0]}") or found[0].replace("_", " ")

    return _IDENTIFIER.sub(find_label, text)


def name_seats(name: str, value: object, words: Words) -> object:
    """Replace seats by the names of their players, in the facts that are named `seat` or `seats`."""
    if name == "seat" and isinstance(value, int) and 0 <= value < len(words.names):
        return words.names[value]
    if name == "seats" and isinstance(value, tuple):
        return tuple(name_seats("seat", seat, words) for seat in value)
    return value


def _name_piece(value: object, words: Words) -> object:
    """Replace a fact that is a piece's code by the name of the piece, in a game whose pieces have names."""
    found = find_piece(words.game, value) if isinstance(value, str) else None
    return value if found is None or not found[0].by_name else name_briefly(*found, words.talk, words.nicknames)


def _list_allowed(refused: Refused) -> Sequence[str]:
    """The names that a refusal lists, as a text or a tuple."""
    allowed = refused.facts.get("allowed", ())
    return tuple(map(str, allowed)) if isinstance(allowed, tuple) else str(allowed).split(", ")
