"""The language of standing orders, and the topics that they name.

An order is one line. It begins with a verb of the game, and may go on with "any", a piece, an amount, or "unless" and
an exception: "pass unless Jimmy Rick or Blood", "yes any Blood", "fold to any raise", "discard R1". Topics are the
pieces and actions that the latest events at a table are about.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Final

from bot.messages.table_words import words_of
from bot.tables.aggregate.table import Table
from bot.wording import Words, facts_of, word_label
from bot.wording.pieces import name_briefly
from games import registry
from games.core import events
from games.core.events import kind_of
from games.core.game import AnyGame
from games.core.moves import Unreadable
from games.core.seats import Seat

_OR: Final = " or "
_ALTERNATIVES: Final = re.compile(r"\s*,\s*(?:(?:or|and)\s+)?|\s+(?:or|and)\s+")
_SHAPE: Final = re.compile(
    r"(?P<verb>\w+!?)\s*(?:(?P<how>unless|until|any|to|on|if)\b\s*)?(?P<about>.*)", re.IGNORECASE | re.DOTALL
)
_ALWAYS_FIRST: Final = re.compile(r"always\s+(?=\w)", re.IGNORECASE)
_ANY_FIRST: Final = re.compile(r"any\b\s*")
_ALWAYS: Final = ("always", "everything", "anything", "all")
_MY_TURN: Final = re.compile(r"(?:(?:it'?s|it is) )?my (?:own |next )?turn(?: comes)?", re.IGNORECASE)
_ANYTHING: Final = ("", "thing", "piece")


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """A parsed order."""

    verb: str
    words: str = ""
    """The rest of the move, after the verb."""
    unless: str = ""
    """The exceptions: topics at which the order does not apply.

    They are the player's own text until they are resolved, and then topics joined by "or".
    """
    only: str = ""
    """The only topics at which the order applies; empty for all. Their form is that of `unless`."""

    until: int | None = None
    """The sequence at which an order "until my turn" was given; None for other orders."""

    def to_json(self) -> dict[str, str | int]:
        """The order as it is stored. "until" is left out if it is None; older releases never wrote it."""
        until = {} if self.until is None else {"until": self.until}
        return {"verb": self.verb, "words": self.words, "unless": self.unless, "only": self.only, **until}


def parse_order(game: AnyGame, text: str, sequence: int = 0) -> StandingOrder:
    """Parse an order that is given after event `sequence`. "Always pass" means the same as "pass always".

    Raises Unreadable if `text` does not begin with a verb of the game, if no topic follows "unless", if anything
    but "my turn" follows "until", or if the verb cannot wait for it.
    """
    found = _SHAPE.fullmatch(_ALWAYS_FIRST.sub("", text.strip()))
    verbs = {verb.name: verb for verb in game.VERBS}
    typed_verb = found["verb"].lower().rstrip("!").replace("_", "") if found else ""
    name = next((name for name in verbs if name.replace("_", "") == typed_verb), None)
    if found is None or name is None:
        raise Unreadable(text, "order")
    about = found["about"].strip(" .!\"'“”").lower()
    match (found["how"] or "").lower():
        case "unless" if not about:
            raise Unreadable(text, "order_unless", verb=name)
        case "unless":
            return StandingOrder(name, unless=about)
        case "until" if not (verbs[name].declines_in and _MY_TURN.fullmatch(about)):
            waiting_verb = next((verb.name for verb in game.VERBS if verb.declines_in), None)
            raise (
                Unreadable(text, "order_until", verb=waiting_verb)
                if waiting_verb
                else Unreadable(text, "order_unless", verb=name)
            )
        case "until":
            return StandingOrder(name, until=sequence)
        case "any" | "on" | "if" | "to":
            topics = _ANY_FIRST.sub("", about)
            return StandingOrder(name, only="" if _is_anything(topics) else topics)
    if about in _ALWAYS and not verbs[name].takes:
        return StandingOrder(name)
    return StandingOrder(name, words=about) if verbs[name].takes and about else StandingOrder(name, only=about)


def _is_anything(about: str) -> bool:
    """True for words that mean every topic, such as "anything" or the noun for a game's pieces."""
    return about in _ANYTHING or about in _ALWAYS or about in {registry.cover(name).NOUN for name in registry.NAMES}


def split_topics(words: str) -> list[str]:
    """Split a player's list of topics: "Jimmy, Blood and R1" is three topics."""
    return _ALTERNATIVES.split(words) if words else []


def join_topics(topics: Collection[str]) -> str:
    """Join topics for storage in an order."""
    return _OR.join(topics)


def applies(order: StandingOrder, topics: Collection[str]) -> bool:
    """True if an order whose topics are resolved applies to the present topics of the table."""

    def is_present(named: str) -> bool:
        return any(matches(part, topic) for part in named.split(_OR) for topic in topics)

    return not (order.unless and is_present(order.unless)) and (not order.only or is_present(order.only))


def matches(wanted: str, topic: str) -> bool:
    """True if a word of the topic begins with `wanted`."""
    return re.search(rf"(?<!\w){re.escape(wanted)}", topic, re.IGNORECASE) is not None


def list_topics(table: Table, seat: Seat) -> tuple[str, ...]:
    """The present topics for a seat, in lower case.

    They are the pieces and actions of the last public events, and the actions of other seats since this seat acted. So
    a "raise" stays a topic even if someone has called since. Players' names are left out, since a player may have the
    name of a piece.
    """
    words = replace(_usual_words(table), names=("",) * table.public_view.players)
    found: list[str] = []
    for event in table.visibility.last_seen:
        found.append(_name_action(kind_of(event)))
        found += _find_texts(list(facts_of(event, words).values()))
    seats = list(table.visibility.last_public)
    later_seats = seats[seats.index(seat) + 1 :] if seat in seats else seats
    for other in later_seats:
        found += _find_texts(facts_of(table.visibility.last_public[other], words).get("how"))
    return tuple(text.lower() for text in found)


def resolve_topic(table: Table, seat: Seat, named: str) -> str:
    """Find the topic that a player named.

    They may type the beginning of a topic, or any name of a piece that the game reads. Raises Unreadable if no such
    topic can ever come up in the game.
    """
    words = _usual_words(table)
    pieces = table.game.PIECES
    if any(matches(named, name_briefly(pieces, piece, words.talk).lower()) for piece in pieces.every):
        return named
    verb = next((verb.name for verb in table.game.VERBS if verb.takes == "piece" and not verb.optional), "")
    try:
        piece = table.game.write(table.game.read(table.view(seat), verb, named)).split(" ")[1]
    except Unreadable as unreadable:
        if any(matches(named, action) for action in _list_actions(table.game)):
            return named
        raise Unreadable(named, unreadable.expected, **unreadable.facts) from None
    return word_label(piece, words).lower()


def _usual_words(table: Table) -> Words:
    """The wording of a table without its nicknames. Orders are stored and compared with the usual names."""
    return replace(words_of(table), nicknames=())


def _find_texts(value: object) -> Iterator[str]:
    """Yield the texts in a fact of an event."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        for part in value:
            yield from _find_texts(part)


def _list_actions(game: AnyGame) -> list[str]:
    """Everything that can be done or happen in a game, as topics."""
    return [*(verb.name for verb in game.VERBS), *map(_name_action, events.list_kinds(game.EVENT_PREFIX))]


def _name_action(kind: str) -> str:
    """The topic for a kind of event: "hand over" for the kind "hand_over" of any game."""
    return kind.partition(".")[2].replace("_", " ")
