"""House options: one typed table per game, which drives validation, the lobby, the help and the documents."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from functools import cache, cached_property, lru_cache
from types import MappingProxyType
from typing import (
    Any,
    ClassVar,
    Final,
    Generic,
    Literal,
    TypeAlias,
    TypedDict,
    TypeGuard,
    TypeVar,
    Unpack,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from games.core.numbers import ANY_DIGITS, MOST_DIGITS, format_hundredths, group_digits, parse_hundredths, parse_whole
from games.core.refused import Refused

Value = int | str | bool | Mapping[str, str]
Options = Mapping[str, Value]
H = TypeVar("H", bound=Hashable)
T = TypeVar("T", bound=Value)
P = TypeVar("P")

A_WEEK_S: Final = 604_800
"""Seconds in a week: the longest wait that a house rule may set."""

MOST_SHOWN: Final = 40
"""Maximum letters of a refused value that are quoted in the refusal."""
_SWITCH: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(frozen=True)  # with slots, `Option[int](...)` fails on Python 3.11
class Option(Generic[T]):
    """One house rule, with values of type `T`: bool, int, str, or a mapping of names."""

    name: str
    default: T
    rule: str
    """The id of the rule that provides for the option."""
    description: str
    """One line that explains the option to players."""
    values: tuple[T, ...] = ()
    """The accepted values of an enumerated option."""
    least: int | None = None
    """The lower bound; every numeric option has both bounds."""
    most: int | None = None
    """The upper bound."""
    pattern: str = ""
    """The expected form of free text, described in words."""
    check: Callable[[T], object] | None = None
    """A function that raises Refused for meaningless text or names."""
    parsed: bool = False
    """True if the house holds the result of `check` instead of the value."""
    hundredths: bool = False
    """True for an amount that is stored in hundredths and said in whole units: 250 is 2.50."""
    limits_seats: bool = False
    """True for a number of players that the table may not exceed."""
    follows_seats: bool = False
    """True for a number of players that is set to the number of taken seats when the game begins."""
    names_talk: bool = False
    """True for the option that selects a way of talking: the game's sentences and the names of its pieces."""
    names_pieces: bool = False
    """True for the option that holds the house's own names of pieces, by code."""
    tells_time: bool = False
    """True for text that may be a time of day (`TimeOfDay`). The bot adds the time zone of the person who sets it. When
    the game begins, the bot adds that zone's lead over UTC too."""
    older: T | None = None
    """The value at tables that are older than this option; None if no table is older."""

    def read(self, given: Value, bounded: bool = True) -> T:
        """Parse a value from typed text or data. If `bounded` is False, accept numbers outside the bounds.

        Raises Refused(rule, "option", name, given, allowed) for an unsuitable value, or the error that `check` raises.
        """
        value = self._parse(given, bounded) if isinstance(given, str) else given
        if not self._is_suitable(value, bounded):
            raise self._make_refusal(given)
        if self.check is not None:
            self.check(value)
        return value

    def value_in(self, stored: Options) -> T:
        """The value of this option among stored options; `value_if_unnamed` if they have no suitable value."""
        found = self.find_in(stored)
        return self.value_if_unnamed if found is None else found

    def to_held(self, value: Value) -> object:
        """The value as the game's `House` holds it."""
        return self.check(cast(T, value)) if self.parsed and self.check is not None else value

    @property
    def value_if_unnamed(self) -> T:
        """The option's value if stored options do not name it."""
        return self.default if self.older is None else self.older

    def find_in(self, stored: Options) -> T | None:
        """The value of this option among stored options; None if the stored options have no suitable value."""
        value = stored.get(self.name)
        return value if value is not None and self._is_suitable(value, bounded=False) else None

    def _parse(self, text: str, bounded: bool) -> Value:
        """Typed text as a value of the option's type. Text that is no such value is returned as it is."""
        if isinstance(self.default, bool):
            return _SWITCH.get(text.strip().lower(), text)
        if isinstance(self.default, int):
            number = parse_whole(text, MOST_DIGITS if bounded else ANY_DIGITS)
            return text if number is None else number
        return text.strip() if isinstance(self.default, str) else text

    def _is_suitable(self, value: Value, bounded: bool) -> TypeGuard[T]:
        """True for a value of the option's type, among its accepted values and, if `bounded`, within its bounds."""
        if isinstance(self.default, bool):
            good = isinstance(value, bool)
        elif isinstance(self.default, int):
            good = isinstance(value, int) and not isinstance(value, bool)
            if good and bounded and isinstance(value, int):
                good = (self.least is None or value >= self.least) and (self.most is None or value <= self.most)
        elif isinstance(self.default, str):
            good = isinstance(value, str)
        else:
            good = isinstance(value, Mapping)
        return good and (not self.values or value in self.values)

    def parse_spoken(self, text: str) -> Value:
        """Parse a value as a person says it: an amount in whole units, any other value as in `read`. Raises Refused."""
        if not self.hundredths:
            return self.read(text)
        number = parse_hundredths(text)
        try:
            if number is not None:
                return self.read(number)
        except Refused:
            pass
        raise self._make_refusal(text)

    def to_spoken(self, value: Value) -> Value:
        """A value as people say it: an amount in whole units, any other value unchanged."""
        return format_hundredths(value) if self.hundredths and isinstance(value, int) else value

    def _make_refusal(self, given: Value) -> Refused:
        return Refused(self.rule, "option", name=self.name, given=_shorten(given), allowed=self.allowed)

    @property
    def allowed(self) -> str:
        """The accepted values, in words: "3, 4", "0 to 1,000", "true, false"."""
        if self.values:
            return ", ".join(str(value) for value in self.values)
        if isinstance(self.default, bool):
            return "true, false"
        if self.pattern:
            return self.pattern
        if isinstance(self.default, int):
            write = format_hundredths if self.hundredths else group_digits
            if self.least is not None and self.most is not None:
                return f"{write(self.least)} to {write(self.most)}"
            return f"{write(self.least)} or more" if self.least is not None else "a number"
        return "names" if isinstance(self.default, Mapping) else "text"


AnyOption: TypeAlias = Option[bool] | Option[int] | Option[str] | Option[Mapping[str, str]]
"""A house rule of any type."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A named bundle of option values."""

    name: str
    description: str
    values: Options = field(default_factory=dict)
    for_newcomers: bool = False
    """True for the rules with which newcomers begin: at practice tables, at the first table of the page, and offered in
    the lobby of a crew that has not chosen."""
    whole: bool = False
    """True for a house that is the same whatever a crew has kept: options not named have their defaults, apart from the
    number of players and the names of pieces. Otherwise they stay as they are."""
    cloth: str = ""
    """The cloth that lies on the table then; "" for whichever lies there."""


def _shorten(given: Value) -> str:
    if isinstance(given, int) and abs(given) >= 10**MOST_SHOWN:
        return "a number that long"
    text = str(given)
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…"


def settle(declared: Iterable[AnyOption], *given: Options) -> Options:
    """Give every `declared` option its value: the default, or the value in the last of `given` that names the option.

    Raises Refused for an unknown option ("option_name") or an unsuitable value ("option").
    """
    return _settle(declared, {}, given, bounded=True)


def restore(declared: Iterable[AnyOption], *given: Options) -> Options:
    """Settle options that this release or an older one accepted before. Numbers may be outside today's bounds."""
    known = tuple(declared)
    return _settle(known, {option.name: option.value_if_unnamed for option in known}, given, bounded=False)


def omit_older(declared: Iterable[AnyOption], settled: Options) -> dict[str, Value]:
    """Leave out each settled option whose value is the one that older tables have. `restore` adds it again.

    So older tables are stored just as they were before these options existed.
    """
    older = {option.name: option.older for option in declared if option.older is not None}
    return {name: value for name, value in settled.items() if name not in older or value != older[name]}


def _settle(declared: Iterable[AnyOption], first: Options, given: Iterable[Options], bounded: bool) -> Options:
    known = {option.name: option for option in declared}
    settled: dict[str, Value] = {name: option.default for name, option in known.items()} | dict(first)
    for layer in given:
        for name, value in layer.items():
            if name not in known:
                raise Refused("HOUSE", "option_name", name=name, allowed=", ".join(known))
            settled[name] = known[name].read(value, bounded)
    return MappingProxyType(settled)


def list_differing(declared: Iterable[AnyOption], settled: Options) -> dict[str, str]:
    """The settled values, as text, that `restore` would not fill in by itself. `restore` reads them back."""
    return {
        option.name: str(settled[option.name]) for option in declared if settled[option.name] != option.value_if_unnamed
    }


class Details(TypedDict, total=False):
    """The members of `Option` that a declaration gives by name."""

    least: int
    most: int
    pattern: str
    check: Callable[[str], object]
    hundredths: bool
    limits_seats: bool
    follows_seats: bool
    names_talk: bool
    names_pieces: bool
    tells_time: bool
    older: Value


def option(default: T, rule: str, description: str, **details: Unpack[Details]) -> T:
    """Declare a field of a game's `House`: a house rule with its default, the id of its rule, and a line about it.

    The option has the field's name and accepts the values of its `Literal`.
    """
    declared = Option[Any]("", default, rule, description, **details)
    return field(default=default, metadata={Option: declared})


def parsed_option(default: T, rule: str, description: str, parse: Callable[[T], P], **details: Unpack[Details]) -> P:
    """Declare a field that holds the result of `parse` for its option's value. `parse` raises Refused for an unsuitable
    value."""
    declared = replace(Option[Any]("", default, rule, description, **details), check=parse, parsed=True)
    return field(default=parse(default), metadata={Option: declared})


class Derived:
    """The base of a `House` whose members with `@cached_property` follow from its options.

    They are worked out with the house, in the order in which they stand, and are then read like fields: a tenth of the
    time of a `cached_property`.
    """

    _members: ClassVar[Mapping[str, Callable[[Any], object]]]

    def __init_subclass__(cls) -> None:
        cls._members = {name: member.func for name, member in vars(cls).items() if isinstance(member, cached_property)}
        for name in cls._members:
            delattr(cls, name)

    def __post_init__(self) -> None:
        for name, derive in self._members.items():
            vars(self)[name] = derive(self)


@cache
def list_options(house: type) -> tuple[AnyOption, ...]:
    """The house rules that a game's `House` declares, in order."""
    types = get_type_hints(house)

    def complete(declared: Field[Any]) -> AnyOption:
        kind = types[declared.name]
        values = get_args(kind) if get_origin(kind) is Literal else ()
        return cast(AnyOption, replace(declared.metadata[Option], name=declared.name, values=values))

    return tuple(complete(declared) for declared in fields(house))


def bind(house: type[H], settled: Options) -> H:
    """The house with these settled options. Equal houses are the same object. Raises KeyError for a missing option."""
    return cast(H, _share(house(**{rule.name: rule.to_held(settled[rule.name]) for rule in list_options(house)})))


@lru_cache(maxsize=256)
def _share(house: Hashable) -> Hashable:
    return house
