"""Finding the sentence of a key for a game and a talk."""

from __future__ import annotations

from typing import Any, Final

from bot.wording import bonedoneskis, duo, edge, general, lombardy, pussers, tally
from bot.wording.formatter import Catalogue, filled, find
from games.core.moves import Ambiguous, Unreadable
from games.core.refused import Refused
from games.pieces.bones import CODES, from_code

GAMES: Final[dict[str, dict[str, Catalogue]]] = {
    "pussers-bones": {"": pussers.SENTENCES, "messdeck": pussers.MESSDECK, "civvy": pussers.CIVVY},
    "lombardy-bones": {"": lombardy.SENTENCES},
    "duo-dominoes": {"": duo.SENTENCES},
    "bonedoneskis": {"": bonedoneskis.SENTENCES},
}

_SEATS: Final = frozenset(
    {"seat", "by", "to", "of", "winner", "loser", "holder", "turn", "caller", "seller", "buyer", "target", "other",
     "player", "payer", "owner", "victim"}
)  # fmt: skip
"""Facts that are seats, and are told by name where names are known."""


UNRULED: Final = ("TABLE", "TALLY", "HOUSE")
"""What refuses without a rule of a book: the table, the tally, and house rules that there are not."""


def catalogues(game: str = "", talk: str = "") -> tuple[Catalogue, ...]:
    """Where a key is looked for, in this order."""
    own = GAMES.get(game, {})
    spoken = (own[talk],) if talk in own and talk else ()
    return (*spoken, *((own[""],) if own else ()), general.SENTENCES, edge.SENTENCES, tally.SENTENCES)


def knows(key: str, game: str = "", talk: str = "") -> bool:
    """Whether there is a sentence for a key."""
    return find(key, *catalogues(game, talk)) is not None


def say(key: str, game: str = "", talk: str = "", **facts: Any) -> str:
    """The sentence of `key`; a key without one gives its last part in plain letters."""
    sentence = find(key, *catalogues(game, talk))
    return key.rpartition("/")[2].replace("_", " ") if sentence is None else filled(sentence, facts)


def label(verb: str, game: str = "", talk: str = "") -> str:
    """What a button for a verb says."""
    sentence = find(f"button/{verb}", *catalogues(game, talk))
    return sentence if sentence is not None else verb.replace("_", " ").capitalize()


def refusal(refused: Refused, game: str = "", talk: str = "", names: tuple[str, ...] = ()) -> str:
    """One private sentence about a refusal, which names its rule: "PB-45: too late ..."."""
    facts: dict[str, Any] = {name: _named(name, value, names) for name, value in refused.facts.items()}
    if game == "pussers-bones" and facts.get("bone") in CODES:
        facts["bone"] = f"{pussers.spoken(from_code(facts['bone']), talk)} ({facts['bone']})"
    sentence = find(refused.key, *catalogues(game, talk))
    if sentence is None:
        sentence = find(f"*/{refused.reason}", *catalogues(game, talk))
    plain = refused.reason.replace("_", " ") if sentence is None else filled(sentence, facts)
    return plain if refused.rule in UNRULED else f"{refused.rule}: {plain}"


def unreadable(error: Unreadable, game: str = "", talk: str = "") -> str:
    """One private sentence about words that were not understood, or that fit several things."""
    key = "unreadable/ambiguous" if isinstance(error, Ambiguous) else "unreadable/unreadable"
    found = tuple(getattr(error, "candidates", ()))[:6]
    return say(key, game, talk, words=error.words[:80], expected=error.expected, candidates=" / ".join(found))


def _named(name: str, value: Any, names: tuple[str, ...]) -> Any:
    """A fact that is a seat by its player's name."""
    if isinstance(value, bool):
        return value
    if name in _SEATS and isinstance(value, int) and 0 <= value < len(names):
        return names[value]
    if name in ("seats", "players") and isinstance(value, tuple) and names:
        return tuple(names[one] if isinstance(one, int) and 0 <= one < len(names) else one for one in value)
    return value
