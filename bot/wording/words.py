"""`Words`, which says every sentence to its reader in their language, with the names and the talk of their table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from bot.wording.formatter import Catalogue, fill
from bot.wording.languages import ENGLISH, Language, catalogue_of, choose_table_language, read_catalogues
from bot.wording.pieces import Nicknames
from games.core import Seat

PUBLIC: Final = frozenset({
    "hand.show", "learn", "lobby.agree", "lobby.house", "lobby.join", "lobby.leave", "lobby.more", "lobby.robot+",
    "lobby.start", "night.in", "night.maybe", "night.out", "night.weekly", "offer.agree", "offer.no", "offer.yes",
    "resume",
})  # fmt: skip
"""The buttons that sentences mean as they stand in a channel. Those of a private message stand in its own language."""


@dataclass(frozen=True)
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
    channels: tuple[Language, ...] = ()
    """The languages of the channels whose buttons the sentences may name. Empty if the reader's own is meant."""
    talks: Mapping[str, str] = field(default_factory=dict, compare=False)
    """By game, the talk in which the books of a crew speak about it."""

    def about(self, game: str) -> Words:
        """The same reader's words about a game, or about none (""). For the table's own game, these same words."""
        if game == self.game:
            return self
        talk = self.talks.get(game, "")
        return Words(self.language, game, talk=talk, away=True, channels=self.channels, talks=self.talks)

    def read_in(self, language: Language) -> Words:
        """The same table's words for a reader of another language."""
        return self if language == self.language else replace(self, language=language)

    @property
    def spoken(self) -> Language:
        """The language of the sentences: the reader's, or English at a table of a game that language does not cover."""
        return self.language if self.away else choose_table_language(self.game, self.language)

    @cached_property
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

    def say_known(self, *keys: str, **facts: object) -> str:
        """Say the first of these sentences that there is; "" if there is none."""
        return next((self.say(key, **facts) for key in keys if self.knows(key)), "")

    def list_below(self, beginning: str) -> dict[str, str]:
        """The sentences whose keys begin so, without facts, by the rest of their keys."""
        keys = [key for key in self._catalogue if key.startswith(beginning)]
        return {key.removeprefix(beginning): self.say(key) for key in keys}

    def label(self, control: str) -> str:
        """The label of a control's button, or of a verb's: that of the first words of its name, without numbers.

        "replay.3.1.open" has the label of "replay.open", and "learn.game.duo-dominoes" that of "learn.game".
        """
        parts = [part for part in control.split(".") if part and not part.isdecimal()]
        keys, catalogue = (f"button/{'.'.join(parts[:count])}" for count in range(len(parts), 0, -1)), self._catalogue
        sentence = next((catalogue[key] for key in keys if key in catalogue), None)
        return sentence if sentence is not None else control.replace("_", " ").capitalize()

    def name_button(self, control: str) -> str:
        """The label of a button as it stands on the message that is meant: a `PUBLIC` one in the channel's language."""
        spoken = self.channels if control in PUBLIC else ()
        return " / ".join(
            dict.fromkeys(self.read_in(language).label(control) for language in spoken or (self.language,))
        )

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

    def tell(self, key: str, seat: int | None, **facts: object) -> str:
        """Say a sentence about the player in a seat, by name."""
        return self.say(key, name=self.name(seat), **facts)

    def name_outsider(self, number: object) -> str:
        """The mention of the outsider with this number in events."""
        known = self.outsiders.get(number) if isinstance(number, int) else None
        return self.say("log/outsider") if known is None else known

    def name_side(self, seats: Sequence[Seat]) -> str:
        """The names of the players of a side ("Bear + Wal")."""
        return " + ".join(map(self.name, seats))


HOST: Final = Words(ENGLISH)
"""The wording for the person who runs the bot: the command line, the log, and letters about its health, in English
like the documents."""
