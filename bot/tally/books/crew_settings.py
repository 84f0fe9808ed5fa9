"""A crew's settings, such as the unit of its tally, its channel, the scorer's role and the defaults of new tables.

They are stored in the crew's row under "tally". Settings that came later are stored under the keys of `_LATER`, which
older releases ignore.
"""

import contextlib
import re
from collections import ChainMap
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, tzinfo
from fractions import Fraction
from typing import Final, NamedTuple

from bot.people.preferences import read_hours
from bot.people.quiet_hours import QuietHours, find_zone
from bot.ports import MINUTE
from bot.store import Connection, Json, JsonObject, RowDamaged
from bot.store.books import Crew, crews, houses
from bot.tally.books import stakes
from bot.tally.books.money_words import clean_words
from bot.wording import ENGLISH, Language, Words, choose_language
from bot.wording.translations import find_language, list_offered, name_language
from games import registry
from games.core import Option, Options, Refused, Value
from games.core.numbers import parse_whole


def words_of_crew(crew: Crew) -> Words:
    """The wording of messages to a crew, in its language."""
    return Words(language_of(crew))


NOTHING: Final = ENGLISH
"""The language that a crew learned if it learns none."""
USUAL_UNIT: Final = ("match", "matches")
"""The unit of a crew that has chosen none, as it is stored; `translate_unit` puts it into words."""
_LATER: Final = {
    "calls": ("call_role", "call_quiet"),
    "scale": ("weights",),
    "speech": ("language", "heard"),
    "learned": ("learned",),
    "robots": ("robots",),
    "memories": ("memories",),
}
"""By key in a crew's row, the settings that came later."""
EVEN: Final = "even"
"""The word for even weights. With them, a player wins or loses about as much in an evening of any game."""
AN_EVENING: Final = 60
"""The units that a player wins or loses in a typical evening at even weights."""
MOST_WEIGHT: Final = 1_000
LEAST_WEIGHT: Final = Fraction(1, 10_000)
MOST_MINUTES: Final = 30 * 24 * 60

SUBSTITUTES: Final = Option(
    "stand_ins_score",
    "player",
    "HOUSE",
    "Who scores a hand that changed players: whoever began it, whoever ended it (robot), or half each",
    ("player", "robot", "split"),
)
TABLE_OPTIONS: Final = (SUBSTITUTES, stakes.POST, *stakes.OPTIONS)
"""House rules about the tally. A crew may set their values for new tables. A table has only those that its game
offers."""


class MemoryPlace(NamedTuple):
    """The channel in which a crew is told about this day in earlier years, and the time zone of its days."""

    channel: int
    zone: tzinfo


@dataclass(frozen=True, slots=True)
class CrewSettings:
    """A crew's settings."""

    unit: tuple[str, str] = USUAL_UNIT
    """The words for one unit and for several."""
    channel: int = 0
    """The id of the channel in which changes are announced; 0 for none."""
    scorer: int = 0
    """The id of the scorer's role; 0 for none."""
    confirm: int | None = None
    """The minutes in which a hand may be disputed before it counts; None for the bot's own default."""
    tables: Options = field(default_factory=dict)
    """The values of `TABLE_OPTIONS` for new tables."""
    call_role: int = 0
    """The id of the role that lobbies may call for players; 0 for none."""
    call_quiet: str = ""
    """The hours in which lobbies call nobody: two minutes of the day and a time zone ("1320-420 UTC"). "" for none."""
    robots: str = "apart"
    """"apart" if results against robots count in no balance, or "people" if such hands count between the people."""
    weights: Mapping[str, str] = field(default_factory=dict)
    """By game, the worth of its unit in units of the crew, such as "1/100". It is 1 for games without an entry."""
    language: str = ""
    """The language that the crew chose; "" for that of its server."""
    memories: str = ""
    """The channel and the time zone in which earlier years are remembered ("123 Europe/Berlin"); "" for none."""
    heard: str = ""
    """The language of the crew's server when a table was last opened there; "" for English."""
    learned: str = ""
    """The language that most people spoke at the crew's first table that was not English; "" before. `NOTHING`
    if an admin chose the language of the server."""

    def weight_of(self, game: str) -> Fraction:
        """The worth of a game's unit in units of the crew."""
        return Fraction(self.weights.get(game, "1"))

    @property
    def memory_place(self) -> MemoryPlace | None:
        """The channel and the time zone in which earlier years are remembered, or None."""
        channel, _, zone = self.memories.partition(" ")
        timezone = find_zone(zone) if zone else None
        return None if timezone is None else MemoryPlace(int(channel), timezone)

    @property
    def zone(self) -> tzinfo:
        """The time zone of the crew's days: that of its memories, or else of its quiet hours, or else UTC."""
        if self.memory_place is not None:
            return self.memory_place.zone
        return UTC if self.quiet is None else self.quiet.zone

    @property
    def quiet(self) -> QuietHours | None:
        """The hours in which nobody is called, or None."""
        hours, _, zone = self.call_quiet.partition(" ")
        timezone = find_zone(zone)
        if not hours or timezone is None:
            return None
        first, last = hours.split("-")
        return QuietHours(timezone, int(first), int(last))

    @property
    def spoken(self) -> Language:
        """The language in which the crew is spoken to."""
        return choose_language(self.language or self.heard or self.learned)

    def format_amount(self, amount: int) -> str:
        """Format an amount with the unit: "1 match", "6 matches"."""
        return f"{amount} {self.unit[0] if abs(amount) == 1 else self.unit[1]}"

    def find_dispute_time(self, usual: int) -> int:
        """The time in which a hand may be disputed, in milliseconds. It is `usual` if the crew has set none."""
        return usual if self.confirm is None else self.confirm * MINUTE


def read_settings(settings: Mapping[str, Json]) -> CrewSettings:
    """Read the tally's settings from a crew's stored settings."""
    kept = dict(ChainMap({}, *(settings.get(key, {}) for key in (*_LATER, "tally"))))
    if "unit" in kept:
        kept["unit"] = tuple(kept["unit"])
    return CrewSettings(**kept)


def merge_settings(settings: Mapping[str, Json], own: CrewSettings) -> JsonObject:
    """Return a crew's stored settings with the tally's settings replaced by `own`."""
    kept, usual = asdict(own), asdict(CrewSettings())
    merged = {key: value for key, value in settings.items() if key not in _LATER}
    for key, names in _LATER.items():
        changed = {name: value for name in names if (value := kept.pop(name)) != usual[name]}
        if changed:
            merged[key] = changed
    return {**merged, "tally": kept}


def make_settings_of_crew(language: str = ENGLISH) -> JsonObject:
    """The settings of a new crew: even weights, and the language of its server. Crews from older releases keep their
    own settings."""
    return merge_settings({}, CrewSettings(weights=parse_weights(EVEN), heard="" if language == ENGLISH else language))


def make_settings_of_group(server: Mapping[str, Json]) -> JsonObject:
    """The settings of a new group, which speaks the language of its server's own crew until it chooses another."""
    own, even = read_settings(server), parse_weights(EVEN)
    return merge_settings({}, CrewSettings(language=own.language, heard=own.heard, learned=own.learned, weights=even))


def note_language(connection: Connection, crew: Crew, language: str, speaker: str = "") -> str:
    """Note the language of a crew's server; "" means unknown. Return the language in which the crew is addressed: the
    one that it chose, or its server's, or else `speaker`, since a server may say "English" whatever its people
    speak."""
    own = read_settings(crew.settings)
    heard = {"": own.heard, ENGLISH: ""}.get(language, language)
    if own.heard != heard:
        _keep_language(connection, crew, replace(own, heard=heard))
    return own.language or heard or ("" if ENGLISH in (speaker, own.learned) else speaker)


def learn_language(connection: Connection, crew: Crew, language: str) -> None:
    """Note the language that the crew's people speak."""
    _keep_language(connection, crew, replace(read_settings(crew.settings), learned=language))


def _keep_language(connection: Connection, crew: Crew, own: CrewSettings) -> None:
    """Store settings with a language that was noted. In a damaged row, they stay as they are, and the game goes on."""
    with contextlib.suppress(RowDamaged):
        crews.change_settings(connection, crew.id, merge_settings(crew.settings, own))


def translate_unit(own: CrewSettings, words: Words) -> CrewSettings:
    """The settings with the unit in the reader's language, unless the crew has chosen its own words for it."""
    if own.unit != USUAL_UNIT:
        return own
    singular, *forms = words.say("tally/unit").split("|")
    return replace(own, unit=(singular, forms[-1] if forms else singular))


def language_of(crew: Crew) -> Language:
    """The language in which a crew is spoken to."""
    return read_settings(crew.settings).spoken


def list_languages() -> tuple[str, ...]:
    """The codes of the languages that a table may speak."""
    return (ENGLISH, *list_offered())


def parse_language(text: str) -> str:
    """Parse a language by its name or code, or "server" for that of the server. Raises Refused."""
    if text.strip().casefold() in ("server", "none", "off"):
        return ""
    try:
        return find_language(text)
    except KeyError:
        raise Refused(
            "TALLY", "language", given=text[:30], languages=tuple(map(name_language, list_languages()))
        ) from None


def parse_weights(text: str) -> dict[str, str]:
    """Parse games with their weights, such as a game's name and "1/100", or "even" or "none". Raises Refused."""
    typed = text.strip().casefold()
    if typed in ("none", "off", "1"):
        return {}
    if typed == EVEN:
        even = {name: find_even_weight(registry.game(name).STAKES.typical_evening) for name in registry.NAMES}
        return {name: str(weight) for name, weight in even.items() if weight != 1}
    found: dict[str, str] = {}
    for part in text.split(","):
        game, _, number = part.strip().rpartition(" ")
        weight = _parse_weight(number)
        names = [name for name in registry.NAMES if game and name.startswith("-".join(game.casefold().split()))]
        if len(names) != 1 or weight is None:
            raise Refused("TALLY", "weights", given=part.strip()[:60], games=tuple(registry.NAMES))
        found[names[0]] = str(weight)
    return {name: weight for name, weight in found.items() if weight != "1"}


def find_even_weight(evening: float) -> Fraction:
    """The weight at which `evening` units of a game are worth about `AN_EVENING` units of the crew, rounded to one
    significant digit."""
    return Fraction(f"{AN_EVENING / evening:.0e}")


def _parse_weight(text: str) -> Fraction | None:
    """Parse a weight ("1/100", "0.05" or "5"). None for anything else, and for weights out of bounds."""
    if not re.fullmatch(r"[0-9]{1,5}(?:/[0-9]{1,5}|\.[0-9]{1,4})?", text):
        return None
    try:
        found = Fraction(text)
    except ZeroDivisionError:
        return None
    return found if LEAST_WEIGHT <= found <= MOST_WEIGHT else None


def parse_call_quiet(text: str, zone: str) -> str:
    """Parse hours ("22:30-7") into the form that is stored ("1350-420 UTC"), or "off" into "". Raises Refused."""
    try:
        hours = read_hours(text)
    except ValueError:
        raise Refused("TALLY", "call_quiet", given=text[:60]) from None
    return "" if hours is None else f"{hours[0]}-{hours[1]} {zone}"


def parse_unit(text: str) -> tuple[str, str]:
    """Parse a unit: "paper clip, paper clips" (or with a slash), or a single word for both. Raises Refused."""
    first, *rest = re.split("[,/]", text, maxsplit=1)
    singular = clean_words(first, "unit", 30)
    return singular, clean_words(rest[0], "unit", 30) if rest else singular


def parse_minutes(given: object) -> int:
    """Parse the time in which a hand may be disputed, in minutes. Raises Refused."""
    return _parse_number(given, MOST_MINUTES, "minutes", most=MOST_MINUTES)


def parse_id(given: object) -> int:
    """Parse the id of a channel or a role; 0 for none. Raises Refused."""
    return _parse_number(given, 2**63 - 1, "no_id", given=str(given)[:60])


def _parse_number(typed: object, greatest: int, refusal: str, **facts: str | int) -> int:
    found = typed if isinstance(typed, int) else parse_whole(str(typed), 20)
    if found is None or not 0 <= found <= greatest:
        raise Refused("TALLY", refusal, **facts)
    return found


def read_talks(connection: Connection, crew: int) -> dict[str, str]:
    """By game, the talk that a crew keeps for its tables. That of live tables comes before that of slow ones."""
    found: dict[str, str] = {}
    for game in map(registry.game, registry.NAMES):
        for option in (option for option in game.OPTIONS if option.names_talk):
            for _, kept in sorted(houses.find(connection, crew, game.NAME).items()):  # "correspondence", then "live"
                with contextlib.suppress(KeyError, Refused):
                    found[game.NAME] = str(option.read(kept[option.name]))
    return found


def find_table_options(settings: Mapping[str, Json]) -> dict[str, Value]:
    """The defaults of the crew's new tables."""
    kept = read_settings(settings).tables
    return {option.name: option.value_in(kept) for option in TABLE_OPTIONS}
