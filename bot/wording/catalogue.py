"""Finds the sentence of a key for a game and a talk (a table's style of speaking)."""

from __future__ import annotations

import re
from typing import Final

from bot.wording import (
    consent,
    delivery,
    doctor,
    edge,
    fairness,
    gathering,
    general,
    nights,
    notices,
    practice,
    privacy,
    tally,
)
from bot.wording.formatter import Catalogue, fill, find
from bot.wording.game_wording import GameWording
from bot.wording.games import find_wording
from bot.wording.house_rules import house_name
from bot.wording.house_values import describe_allowed_by_name
from bot.wording.pieces import Nicknames, pieces_of, read_code, tell
from games.core.moves import Ambiguous, Unreadable
from games.core.pieces import Pieces
from games.core.refused import Refused
from games.registry import NAMES

_NONE: Final = GameWording({})
_OWN: Final = (
    general.SENTENCES,
    gathering.SENTENCES,
    nights.SENTENCES,
    notices.SENTENCES,
    practice.SENTENCES,
    privacy.SENTENCES,
    consent.SENTENCES,
    fairness.SENTENCES,
    edge.SENTENCES,
    delivery.SENTENCES,
    tally.SENTENCES,
    doctor.SENTENCES,
)

TYPED: Final = ("given", "name", "words")
"""Facts of refusals that hold typed text or a person's name."""
UNRULED: Final = ("TABLE", "TALLY", "HOUSE", "QUOTA")
"""Rules of refusals that are in no rulebook. The sentence of such a refusal does not name its rule."""


def catalogues(game: str = "", talk: str = "") -> tuple[Catalogue, ...]:
    """The catalogues in which a key is looked up, in order."""
    wording = find_wording(game) if game in NAMES else _NONE
    return (wording.talks.get(talk, {}), wording.sentences, *_OWN)


def knows(key: str, game: str = "", talk: str = "") -> bool:
    """True if a key has a sentence."""
    return find(key, *catalogues(game, talk)) is not None


def say(key: str, game: str = "", talk: str = "", **facts: object) -> str:
    """Fill the sentence of `key` with facts. Without a sentence, return the last part of the key in plain letters."""
    sentence = find(key, *catalogues(game, talk))
    return key.rpartition("/")[2].replace("_", " ") if sentence is None else fill(sentence, facts)


def label(verb: str, game: str = "", talk: str = "") -> str:
    """The label of a verb's button."""
    sentence = find(f"button/{verb}", *catalogues(game, talk))
    return sentence if sentence is not None else verb.replace("_", " ").capitalize()


def refusal(
    refused: Refused, game: str = "", talk: str = "", names: tuple[str, ...] = (), nicknames: Nicknames = ()
) -> str:
    """Word a refusal in one sentence, which begins with the rule ("PB-45: too late ...") unless that is `UNRULED`."""
    facts: dict[str, object] = {
        name: _named(name, value if name in TYPED else _told(value, game, talk), names)
        for name, value in refused.facts.items()
    }
    name = refused.facts.get("name")
    if refused.reason == "option":
        facts["name"] = house_name(str(name), game)
        facts["allowed"] = describe_allowed_by_name(str(name), str(refused.facts.get("allowed", "")), game)
    if knows(f"needs/{name}", game, talk):
        facts |= {"needs": say(f"needs/{name}", game, talk), "name": say(f"choice/{name}", game, talk)}
    pieces = pieces_of(game)
    if pieces is not None and pieces.by_name:
        facts = {name: _piece_named(pieces, value, talk, nicknames) for name, value in facts.items()}
    sentence = find(refused.key, *catalogues(game, talk))
    if sentence is None:
        sentence = find(f"*/{refused.reason}", *catalogues(game, talk))
    plain = refused.reason.replace("_", " ") if sentence is None else fill(sentence, facts)
    return plain if refused.rule in UNRULED else f"{refused.rule}: {plain}"


def _told(value: object, game: str, talk: str) -> object:
    """Apply `_labelled` to a fact, or to each text in it."""
    if isinstance(value, tuple):
        return tuple(_told(part, game, talk) for part in value)
    return _labelled(value, game, talk) if isinstance(value, str) else value


def unreadable(error: Unreadable, game: str = "", talk: str = "") -> str:
    """Word an error about typed text that was not understood, or that could mean several things."""
    key = "unreadable/ambiguous" if isinstance(error, Ambiguous) else "unreadable/unreadable"
    found = error.candidates[:6] if isinstance(error, Ambiguous) else ()
    expected, candidates = (_labelled(text, game, talk) for text in (error.expected, " / ".join(found)))
    return say(key, game, talk, words=error.words[:80], expected=expected, candidates=candidates)


def _labelled(text: str, game: str, talk: str) -> str:
    """Replace identifiers in a text by the labels that players know."""

    def told(found: re.Match[str]) -> str:
        key = next((key for key in (f"choice/{found[0]}", f"button/{found[0]}") if knows(key, game, talk)), "")
        return say(key, game, talk) if key else found[0].replace("_", " ")

    return _IDENTIFIER.sub(told, text)


_IDENTIFIER: Final = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b|\bduel\b|\bkrabler\b")


def _named(name: str, value: object, names: tuple[str, ...]) -> object:
    """Replace seats by the names of their players, in the facts named `seat` and `seats`."""
    if name == "seat" and isinstance(value, int) and 0 <= value < len(names):
        return names[value]
    if name == "seats" and isinstance(value, tuple):
        return tuple(names[seat] if isinstance(seat, int) and 0 <= seat < len(names) else seat for seat in value)
    return value


def _piece_named(pieces: Pieces, value: object, talk: str, nicknames: Nicknames) -> object:
    """Replace a fact that is a piece's code by the name of the piece."""
    piece = read_code(pieces, value) if isinstance(value, str) else None
    return value if piece is None else tell(pieces, piece, talk, nicknames)
