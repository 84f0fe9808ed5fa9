"""`Words`, which says every sentence to its reader in their language, with the names and the talk of their table."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.wording.formatter import Catalogue, fill
from bot.wording.house_rules import name_house_rule
from bot.wording.house_values import describe_allowed_by_name, describe_value
from bot.wording.languages import ENGLISH, Language, catalogue_of, choose_table_language, read_catalogues
from bot.wording.pieces import Nicknames, name_briefly, pieces_of, read_code
from games.core.moves import Ambiguous, Unreadable
from games.core.pieces import Pieces
from games.core.refused import Refused
from games.core.seats import Seat

TYPED: Final = ("given", "name", "words")
"""Facts of refusals that hold typed text or a person's name."""
UNRULED: Final = ("TABLE", "TALLY", "HOUSE", "QUOTA", "REAL", "KEEP")
"""Rules of refusals that are in no rulebook. The sentence of such a refusal does not name its rule."""
_IDENTIFIER: Final = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b|\bduel\b|\bkrabler\b")


@dataclass(frozen=True, slots=True)
class Words:
    """The language of the reader, and the wording of a table: its game, its players' names by seat, its talk, and its
    own names of pieces."""

    language: Language
    game: str = ""
    names: tuple[str, ...] = ()
    talk: str = ""
    nicknames: Nicknames = ()
    mark: Callable[[str], str] | None = None
    """A function from a piece's code to the mark that follows the piece's name. None for texts without marks."""
    away: bool = field(default=False, compare=False)
    """True away from tables of the game, as in the books. There, each sentence that the language lacks is in English.

    At a table of a game that the language does not cover, all sentences are in English.
    """
    outsiders: Mapping[int, str] = field(default_factory=dict, compare=False)
    """The mentions of outsiders who acted at the table, by their numbers in events."""

    def about(self, game: str) -> Words:
        """The same reader's words about a game, or about none (""). For the table's own game, these same words."""
        return self if game == self.game else Words(self.language, game, away=True)

    def read_in(self, language: Language) -> Words:
        """The same table's words for a reader of another language."""
        return self if language == self.language else replace(self, language=language)

    @property
    def spoken(self) -> Language:
        """The language of the sentences: the reader's, or English at a table of a game that language does not cover."""
        return self.language if self.away else choose_table_language(self.game, self.language)

    @property
    def _catalogue(self) -> Catalogue:
        return catalogue_of(self.spoken, self.game, self.talk)

    def knows(self, key: str) -> bool:
        """True if a key has a sentence."""
        return key in self._catalogue

    def say(self, key: str, /, **facts: object) -> str:
        """Fill the sentence of `key` with facts. Without a sentence, return the last part of the key in plain
        letters."""
        sentence = self._catalogue.get(key)
        return key.rpartition("/")[2].replace("_", " ") if sentence is None else fill(sentence, facts, self)

    def fill(self, sentence: str) -> str:
        """Fill a sentence without facts that is in no catalogue, such as the name of a house rule."""
        return fill(sentence, {}, self) if "{" in sentence else sentence

    def label(self, verb: str) -> str:
        """The label of a verb's button."""
        sentence = self._catalogue.get(f"button/{verb}")
        return sentence if sentence is not None else verb.replace("_", " ").capitalize()

    def choose_form(self, count: object, forms: str) -> str:
        """Choose the form ("bone|bones") that goes with a number."""
        offered = forms.split("|")
        place = read_catalogues(self.spoken).choose_form(count) if isinstance(count, int) else len(offered) - 1
        return offered[min(place, len(offered) - 1)]

    def name(self, seat: int | None) -> str:
        """The name of the player in a seat; "nobody" for None."""
        if seat is None:
            return self.say("fact/nobody")
        return self.names[seat] if 0 <= seat < len(self.names) else self.say("fact/seat", number=seat + 1)

    def name_outsider(self, number: object) -> str:
        """The mention of the outsider with this number in events."""
        known = self.outsiders.get(number) if isinstance(number, int) else None
        return self.say("log/outsider") if known is None else known

    def name_side(self, seats: Sequence[Seat]) -> str:
        """The names of the players of a side ("Bear + Wal")."""
        return " + ".join(map(self.name, seats))

    def word_refusal(self, refused: Refused) -> str:
        """Word a refusal in one sentence. It begins with the rule ("PB-45: too late ..."), unless the rule is one of
        `UNRULED`."""
        facts: dict[str, object] = {
            name: self._name_seat(name, value if name in TYPED else self._relabel_all(value))
            for name, value in refused.facts.items()
        }
        name = refused.facts.get("name")
        if refused.reason == "option":
            facts["name"] = name_house_rule(str(name), self)
            facts["allowed"] = describe_allowed_by_name(str(name), str(refused.facts.get("allowed", "")), self)
        if refused.reason == "option_name":
            facts["allowed"] = tuple(name_house_rule(known, self) for known in _list_allowed(refused))
        if refused.reason == "preset":
            game_words = self.about(str(refused.facts.get("game", self.game)))
            facts["allowed"] = tuple(game_words.say(f"preset/{known}") for known in _list_allowed(refused))
        if refused.reason == "agreed_beforehand":
            facts = {name: describe_value(name, str(value), self) for name, value in refused.facts.items()}
        if self.knows(f"needs/{name}"):
            facts |= {"needs": self.say(f"needs/{name}"), "name": self.say(f"choice/{name}")}
        pieces = pieces_of(self.game)
        if pieces is not None and pieces.by_name:
            facts = {name: self._name_piece(pieces, value) for name, value in facts.items()}
        key = next((key for key in (refused.key, f"*/{refused.reason}") if self.knows(key)), "")
        plain = self.say(key, **facts) if key else refused.reason.replace("_", " ")
        return plain if refused.rule in UNRULED else f"{refused.rule}: {plain}"

    def word_unreadable(self, error: Unreadable) -> str:
        """Word an error about typed text that was not understood, or that could mean several things."""
        typed = error.words[:80]
        if isinstance(error, Ambiguous):
            candidates = " / ".join(map(self._say_typed, error.candidates[:6]))
            return self.say("unreadable/ambiguous", words=typed, candidates=candidates)
        facts = {name: self._relabel_all(value) for name, value in error.facts.items()}
        if "verb" in facts:
            facts["verb"] = self._say_typed(str(error.facts["verb"]))
        facts["example"] = self.say("form/orders_example")
        return self.say("unreadable/unreadable", words=typed, expected=self.say(f"expected/{error.expected}", **facts))

    def _say_typed(self, move: str) -> str:
        """Say a written move as its player may type it: "play 6-4 A" as "jogar 6-4 A"."""
        verb, space, rest = move.partition(" ")
        key = f"typed/{verb}"
        typed_verb = self.say(key).partition(";")[0] if self.knows(key) else verb
        return self._relabel(f"{typed_verb}{space}{rest}")

    def _relabel_all(self, value: object) -> object:
        """Apply `_relabel` to a fact, or to each text in it."""
        if isinstance(value, tuple):
            return tuple(map(self._relabel_all, value))
        return self._relabel(value) if isinstance(value, str) else value

    def _relabel(self, text: str) -> str:
        """Replace identifiers in a text by the labels that players know."""

        def find_label(found: re.Match[str]) -> str:
            key = next((key for key in (f"choice/{found[0]}", f"button/{found[0]}") if self.knows(key)), "")
            return self.say(key) if key else found[0].replace("_", " ")

        return _IDENTIFIER.sub(find_label, text)

    def _name_seat(self, name: str, value: object) -> object:
        """Replace seats by the names of their players, in the facts that are named `seat` or `seats`."""
        if name == "seat" and isinstance(value, int) and 0 <= value < len(self.names):
            return self.names[value]
        if name == "seats" and isinstance(value, tuple):
            return tuple(self._name_seat("seat", seat) for seat in value)
        return value

    def _name_piece(self, pieces: Pieces, value: object) -> object:
        """Replace a fact that is a piece's code by the name of the piece."""
        piece = read_code(pieces, value) if isinstance(value, str) else None
        return value if piece is None else name_briefly(pieces, piece, self.talk, self.nicknames)


HOST: Final = Words(ENGLISH)
"""The wording for the person who runs the bot: the command line, the log, and letters about its health, in English
like the documents."""


def _list_allowed(refused: Refused) -> Sequence[str]:
    """The names that a refusal lists, as a text or a tuple."""
    allowed = refused.facts.get("allowed", ())
    return tuple(map(str, allowed)) if isinstance(allowed, tuple) else str(allowed).split(", ")
