"""The house rules of a table: those of its game, those that are the same for every game, and a crew's defaults."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.people.quiet_hours import find_zone
from bot.ports import clean
from bot.ports.text import MOST_NAME, tell_apart
from bot.store import Connection, Pace
from bot.store.books import Crew, houses
from bot.store.tables.settings import PEOPLE, SPEECH
from bot.tables.aggregate import Table
from bot.tables.fairness.sealing import SECRETS
from bot.tables.timing import deadlines
from bot.tables.timing.tempo import TEMPO
from bot.tally.books import crew_settings, stakes
from games.core import AnyGame, AnyOption, Option, Options, Refused, Value, settle
from games.core.options import Preset
from games.core.time_of_day import TimeOfDay

TEXT_ONLY: Final = Option("text_only", False, "HOUSE", "Boards in words, for screen readers")
START: Final = Option(
    "start",
    "button",
    "HOUSE",
    "Whether the game starts by the button only, or also when all seats are taken",
    ("button", "full"),
)
BANTER: Final = Option("banter", True, "HOUSE", "Whether robots say a word now and then", older=False)
LANGUAGE: Final = Option(
    SPEECH,
    PEOPLE,
    "HOUSE",
    "The table's language in the channel: what most people here speak, or one language",
    (PEOPLE, *crew_settings.list_languages()),
)
CLOTH: Final = "cloth"
FELT: Final = "felt"
_OF_EVERY_GAME: Final = (TEXT_ONLY, START, SECRETS, TEMPO, BANTER, LANGUAGE, *deadlines.OPTIONS)
"""The house rules that are the same for every game."""


_TECHNICAL: Final = frozenset({"race_grace_ms"})
"""The house rules that only make up for messages that reach the bot late. Players do not notice them."""
ALONE: Final = "alone"
"""The preset of a live table of one person and robots, in games that have it."""
_NONE: Final = Preset("", "")


def list_table_options(game: AnyGame) -> tuple[AnyOption, ...]:
    """The house rules of a table that are not its game's: on the tally, looks, start, secrets and waits."""
    return (crew_settings.SUBSTITUTES, stakes.POST, *stakes.list_options(game), *_OF_EVERY_GAME, *_list_cloths(game))


def _list_cloths(game: AnyGame) -> tuple[AnyOption, ...]:
    """The house rule about the cloth, in games that offer more than felt."""
    if not game.CLOTHS:
        return ()
    return (Option(CLOTH, FELT, "HOUSE", "What covers the table; it's only a look", (FELT, *game.CLOTHS)),)


LATER: Final = frozenset({TEXT_ONLY.name, TEMPO.name, BANTER.name, SPEECH, CLOTH})
"""The house rules that may change after the start, since no result depends on them."""


def is_in_words(table: Table) -> bool:
    """True if the house rules ask for boards in words."""
    return TEXT_ONLY.value_in(table.settings.house)


def may_banter(table: Table) -> bool:
    """True if robots may say a word. They keep quiet at a table in a DM, where one person plays alone."""
    return not table.kind.is_private and BANTER.value_in(table.settings.house)


def find_cloth(table: Table) -> str:
    """The cloth on the table, as its house rules say."""
    held = table.settings.house
    return next((str(option.value_in(held)) for option in _list_cloths(table.game)), FELT)


def may_start_when_full(table: Table) -> bool:
    """True if the house rules let the game start as soon as all seats are taken."""
    return START.value_in(table.settings.house) == "full"


def options_of(game: AnyGame, pace: Pace, own: Options, preset: str) -> dict[str, Value]:
    """The options of a new table: those of the preset for the pace, then the crew's own rules, then those of `preset`.

    A whole preset replaces the crew's rules (`Preset.whole`). Raises Refused("HOUSE", "preset").
    """
    chosen, usual = find_preset(game, preset), next((known for known in game.PRESETS if known.name == pace), _NONE)
    if chosen.whole:
        kept = {option.name for option in game.OPTIONS if option.follows_seats or option.names_pieces}
        own = {name: value for name, value in own.items() if name in kept}
    return as_json(settle(game.OPTIONS, usual.values, own, chosen.values))


def find_preset(game: AnyGame, name: str) -> Preset:
    """The preset with this name; for "", one that changes nothing. Raises Refused("HOUSE", "preset")."""
    presets = {"": _NONE, **{known.name: known for known in game.PRESETS}}
    if name not in presets:
        raise Refused("HOUSE", "preset", name=name, game=game.NAME, allowed=tuple(filter(None, presets)))
    return presets[name]


def find_newcomers_preset(game: AnyGame) -> Preset | None:
    """The preset of a game for newcomers, or None."""
    return next((known for known in game.PRESETS if known.for_newcomers), None)


def find_offered_preset(table: Table) -> Preset | None:
    """The preset to offer in a lobby; None once somebody has chosen house rules, for the table or for the crew."""
    game, row = table.game, table.row
    offered = find_newcomers_preset(game)
    if offered is None or row.pace != Pace.LIVE:
        return None
    usual = options_of(game, row.pace, {}, "")
    choosable = (option.name for option in game.OPTIONS if not option.follows_seats)
    return offered if all(row.options.get(name) == usual[name] for name in choosable) else None


def find_alone_rules(game: AnyGame, pace: Pace, options: Options) -> dict[str, Value]:
    """The options to set where one person plays with robots; {} if the crew has changed any of them.

    Among people, the table waits equally long after every bone, so that no wait hints at a hand. Robots take no hints,
    so these options drop the waits.
    """
    wanted = next((known.values for known in game.PRESETS if known.name == ALONE), {})
    usual = options_of(game, pace, {}, "")
    untouched = all(options.get(name) == usual.get(name) for name in wanted)
    return dict(wanted) if untouched else {}


def find_starting_rules(table: Table) -> dict[str, Value]:
    """The options with which the game would begin now. For one person with robots, they include `find_alone_rules`."""
    row = table.row
    alone = len(table.users) == 1 < len(table.seats) and row.pace == Pace.LIVE and not table.kind.is_private
    return {**row.options, **(find_alone_rules(table.game, row.pace, row.options) if alone else {})}


def find_unlisted_rules(table: Table) -> frozenset[str]:
    """The technical rules that a lobby does not list: nobody chose them, since they come with `find_alone_rules`."""
    row, starting = table.row, find_starting_rules(table)
    return frozenset(name for name in _TECHNICAL if starting.get(name) != row.options.get(name))


def find_default_settings(crew: Crew, game: AnyGame) -> dict[str, Value]:
    """The settings that new tables of a crew begin with."""
    own = crew_settings.find_table_options(crew.settings)
    return {option.name: own.get(option.name, option.default) for option in list_table_options(game)}


def read_crew_defaults(
    connection: Connection, crew: int, game: AnyGame, pace: Pace, known: Iterable[AnyOption]
) -> dict[str, Value]:
    """The crew's saved defaults for this game and pace. Unknown rules and invalid values are ignored."""
    kept = houses.find(connection, crew, game.NAME).get(pace, {})
    found: dict[str, Value] = {}
    for option in known:
        with suppress(KeyError, Refused):
            found[option.name] = option.read(kept[option.name])
    return found


def read_value(game: AnyGame, name: str, value: str) -> Value:
    """Read a typed value of a house rule: a mapping as "R1=Jimmy, Blood=Claret", an amount as "2.50".

    Raises Refused for an amount that is not a number or not allowed.
    """
    option = _find_option(game, name)
    if option is not None and option.hundredths:
        return option.parse_spoken(value)
    if option is None or not isinstance(option.default, Mapping):
        return value
    found: dict[str, str] = {}
    for key, _, item in (pair.partition("=") for pair in value.split(",") if pair.strip()):
        nickname = clean(item)[:MOST_NAME].strip()
        found[_find_code(game, clean(key))] = tell_apart(nickname, found.values()) if nickname else nickname
    return found


def _find_option(game: AnyGame, name: str) -> AnyOption | None:
    return next((known for known in game.OPTIONS if known.name == name), None)


def _find_code(game: AnyGame, name: str) -> str:
    """The code of a piece, given its code or its name in one of the game's talks. Other text is returned unchanged."""
    talks = next((tuple(map(str, option.values)) for option in game.OPTIONS if option.names_talk), ("",))
    pieces = game.PIECES
    codes = {pieces.name(piece, talk).lower(): pieces.code(piece) for talk in talks for piece in pieces.every}
    return codes.get(name.lower(), name)


def format_stored(value: Value) -> str:
    """A house rule's value as text. Amounts stay in hundredths; `format_spoken` writes what a person would type."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key}={item}" for key, item in value.items()) or "none"
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def format_spoken(game: AnyGame, name: str, value: Value) -> str:
    """A house rule's value as a person would type it, with amounts in units instead of hundredths."""
    option = _find_option(game, name)
    return format_stored(value if option is None else option.to_spoken(value))


def as_json(options: Options) -> dict[str, Value]:
    """Options as JSON data."""
    return {name: dict(value) if isinstance(value, Mapping) else value for name, value in options.items()}


def with_zone_leads(game: AnyGame, options: Mapping[str, Value], at: int) -> dict[str, Value]:
    """The options with which a game begins: each time of day has its zone's lead over UTC (`TimeOfDay.lead`)."""
    found = dict(options)
    for option in game.OPTIONS:
        time = TimeOfDay.read(str(options.get(option.name))) if option.tells_time else None
        if time is not None and time.zone:
            lead = datetime.fromtimestamp(at / 1000, find_zone(time.zone) or UTC).utcoffset() or timedelta()
            found[option.name] = replace(time, lead=int(lead.total_seconds()) // 60).write()
    return found
