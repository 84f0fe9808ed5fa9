"""A crew's settings: the unit of its tally, the channel, the scorer's role, the time for disputes, the defaults of new
tables, and the role that lobbies may call. They are stored in the crew's settings under "tally"; those that older
releases do not know are under "calls" and "scale"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Final

from bot.people.preferences import read_hours
from bot.people.quiet_hours import QuietHours, find_zone
from bot.store.database.schema import Json
from bot.tally import stakes
from bot.tally.money_words import clean_words
from games import registry
from games.core.numbers import parse_whole
from games.core.options import Option, Options, Value
from games.core.refused import Refused

MINUTE: Final = 60_000
CALLS: Final = "calls"
SCALE: Final = "scale"
EVEN: Final = "even"
"""The word for the weights at which a typical evening moves about the same number of units in every game."""
AN_EVENING: Final = 60
"""The units that a typical evening moves for a player at these weights."""
MOST_WEIGHT: Final = 1_000
LEAST_WEIGHT: Final = Fraction(1, 10_000)
MOST_MINUTES: Final = 30 * 24 * 60

SUBSTITUTES: Final = Option(
    "stand_ins_score",
    "player",
    "HOUSE",
    "Whose tally a hand counts for that changed hands: who began it, who ended it (robot), or half each",
    ("player", "robot", "split"),
)
TABLE_OPTIONS: Final = (SUBSTITUTES, stakes.POST, *stakes.OPTIONS)
"""House rules about the tally, for which a crew may set the values of new tables. A table has only the rules that its
game offers."""


@dataclass(frozen=True, slots=True)
class CrewSettings:
    """A crew's settings."""

    unit: tuple[str, str] = ("match", "matches")
    """The word for one unit and for several."""
    channel: int = 0
    """Discord's id of the channel in which changes are announced; 0 for none."""
    scorer: int = 0
    """Discord's id of the role that keeps the books; 0 for none."""
    confirm: int | None = None
    """The minutes in which a hand may be disputed before it counts; None for the bot's own default."""
    tables: Options = field(default_factory=dict)
    """The options of new tables."""
    call_role: int = 0
    """Discord's id of the role that lobbies may call for players; 0 for none."""
    call_quiet: str = ""
    """The hours in which lobbies call nobody: two minutes of the day and a time zone ("1320-420 UTC"); "" for none."""
    weights: Mapping[str, str] = field(default_factory=dict)
    """For each game, the worth of its unit in the crew's, such as "1/100"; 1 for a game that is not named."""

    def weight(self, game: str) -> Fraction:
        """The worth of a game's unit in the crew's."""
        return Fraction(self.weights.get(game, "1"))

    @property
    def quiet(self) -> QuietHours | None:
        """The hours in which nobody is called, or None."""
        hours, _, zone = self.call_quiet.partition(" ")
        known = find_zone(zone)
        if not hours or known is None:
            return None
        first, last = hours.split("-")
        return QuietHours(known, int(first), int(last))

    def format_amount(self, amount: int) -> str:
        """ "1 match", "6 matches"."""
        return f"{amount} {self.unit[0] if abs(amount) == 1 else self.unit[1]}"

    def wait(self, usual: int) -> int:
        """The time in which a hand may be disputed, in milliseconds; `usual` if the crew has set none."""
        return usual if self.confirm is None else self.confirm * MINUTE


def of(settings: Mapping[str, Json]) -> CrewSettings:
    """The tally's part of a crew's settings."""
    kept = {**settings.get("tally", {}), **settings.get(CALLS, {}), **settings.get(SCALE, {})}
    if "unit" in kept:
        kept["unit"] = tuple(kept["unit"])
    return CrewSettings(**kept)


def put(settings: Mapping[str, Json], house: CrewSettings) -> dict[str, Json]:
    """A crew's stored settings with `house` as the tally's part."""
    kept = asdict(house)
    calls = {name: kept.pop(name) for name in ("call_role", "call_quiet")}
    scale = {"weights": dict(kept.pop("weights"))}
    others = {name: value for name, value in settings.items() if name != SCALE}
    return {**others, "tally": kept, CALLS: calls, **({SCALE: scale} if scale["weights"] else {})}


def of_new_crew() -> dict[str, Json]:
    """The settings of a crew without books: all games on one scale. Crews of older releases go on as they were."""
    return put({}, CrewSettings(weights=weights(EVEN)))


def weights(text: str) -> dict[str, str]:
    """Read games with their numbers ("one 1/100, other 5"), "even" or "none". Raises Refused."""
    said = text.strip().casefold()
    if said in ("none", "off", "1"):
        return {}
    if said == EVEN:
        even = {name: even_weight(registry.game(name).STAKES.evening) for name in registry.NAMES}
        return {name: str(weight) for name, weight in even.items() if weight != 1}
    found: dict[str, str] = {}
    for part in text.split(","):
        game, _, number = part.strip().rpartition(" ")
        weight = _ratio(number)
        names = [name for name in registry.NAMES if game and name.startswith("-".join(game.casefold().split()))]
        if len(names) != 1 or weight is None:
            raise Refused("TALLY", "weights", given=part.strip()[:60], games=tuple(registry.NAMES))
        found[names[0]] = str(weight)
    return {name: weight for name, weight in found.items() if weight != "1"}


def even_weight(evening: float) -> Fraction:
    """The weight, of one significant digit, that turns `evening` units of a game into about `AN_EVENING` of a crew."""
    exact = AN_EVENING / Fraction(evening).limit_denominator(100)
    unit = Fraction(1)
    while exact < unit:
        unit /= 10
    while exact >= 10 * unit:
        unit *= 10
    return max(1, round(exact / unit)) * unit


def _ratio(text: str) -> Fraction | None:
    """Read a weight ("1/100", "0.05" or "5"); None for anything else, and for a weight out of bounds."""
    if not re.fullmatch(r"[0-9]{1,5}(?:/[0-9]{1,5}|\.[0-9]{1,4})?", text):
        return None
    try:
        found = Fraction(text)
    except ZeroDivisionError:
        return None
    return found if LEAST_WEIGHT <= found <= MOST_WEIGHT else None


def call_quiet(text: str, zone: str) -> str:
    """Turn hours ("22:30-7") and a time zone into the stored text ("1350-420 UTC"); "" for "off". Raises Refused."""
    try:
        hours = read_hours(text)
    except ValueError:
        raise Refused("TALLY", "call_quiet", given=text[:60]) from None
    return "" if hours is None else f"{hours[0]}-{hours[1]} {zone}"


def unit(text: str) -> tuple[str, str]:
    """Read a unit: "paper clip, paper clips" (or with a slash), or one word for one and many. Raises Refused."""
    one, *many = re.split("[,/]", text, maxsplit=1)
    clean = clean_words(one, "unit", 30)
    return clean, clean_words(many[0], "unit", 30) if many else clean


def minutes(given: object) -> int:
    """Read the time in which a hand may be disputed, in minutes. Raises Refused."""
    found = _number(given)
    if found is None or not 0 <= found <= MOST_MINUTES:
        raise Refused("TALLY", "minutes", most=MOST_MINUTES)
    return found


def number_of(given: object, what: str) -> int:
    """Discord's id of a channel or a role, 0 for none. Raises Refused."""
    found = _number(given)
    if found is None or not 0 <= found < 2**63:
        raise Refused("TALLY", "no_id", what=what)
    return found


def _number(given: object) -> int | None:
    return given if isinstance(given, int) else parse_whole(str(given), 20)


def table_settings(settings: Mapping[str, Json]) -> dict[str, Value]:
    """The defaults of the crew's new tables."""
    kept = of(settings).tables
    return {option.name: option.value_in(kept) for option in TABLE_OPTIONS}
