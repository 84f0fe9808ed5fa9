"""House options: one typed table a game, which drives validation, the lobby, the help and the documents."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, TypeVar, cast, get_type_hints

from games.core.refused import Refused

Value = int | str | bool | Mapping[str, str]
Options = Mapping[str, Value]
H = TypeVar("H", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule.

    `values` lists what an enumerated option may be; `least` and `most` bound a number; a `pattern` names the form
    of a free text in words, and `check` raises Refused for a text or names that mean nothing. The type is that of
    `default` (bool, int, str, or a mapping of names).
    """

    name: str
    default: Value
    rule: str
    plain: str
    values: tuple[Value, ...] = ()
    least: int | None = None
    most: int | None = None
    pattern: str = ""
    check: Callable[[Any], object] | None = None

    def read(self, given: Value) -> Value:
        """The value that `given` (typed text or data) stands for.

        Raises Refused(rule, "option", name, given, allowed) for anything else, or what `check` raises.
        """
        value: Value = given
        if isinstance(self.default, bool):
            if isinstance(given, str):
                value = {
                    "true": True,
                    "yes": True,
                    "on": True,
                    "false": False,
                    "no": False,
                    "off": False,
                }.get(given.strip().lower(), given)
            good = isinstance(value, bool)
        elif isinstance(self.default, int):
            if isinstance(given, str) and given.strip().lstrip("-").isdecimal():
                value = int(given)
            good = isinstance(value, int) and not isinstance(value, bool)
            if good and isinstance(value, int):
                good = (self.least is None or value >= self.least) and (self.most is None or value <= self.most)
        elif isinstance(self.default, str):
            value = given.strip() if isinstance(given, str) else given
            good = isinstance(value, str)
        else:
            good = isinstance(given, Mapping)
        if good and self.values:
            good = value in self.values
        if not good:
            raise Refused(self.rule, "option", name=self.name, given=str(given), allowed=self.allowed)
        if self.check is not None:
            self.check(value)
        return value

    @property
    def allowed(self) -> str:
        """What may be given, in words: "3, 4", "0 or more", "true, false"."""
        if self.values:
            return ", ".join(str(value) for value in self.values)
        if isinstance(self.default, bool):
            return "true, false"
        if self.pattern:
            return self.pattern
        if isinstance(self.default, int):
            if self.least is not None and self.most is not None:
                return f"{self.least} to {self.most}"
            return f"{self.least} or more" if self.least is not None else "a number"
        return "names" if isinstance(self.default, Mapping) else "text"


@dataclass(frozen=True, slots=True)
class Preset:
    """A named bundle of option values; options that it does not name stay as they are."""

    name: str
    plain: str
    values: Options = field(default_factory=dict)


def settle(table: Iterable[Option], *given: Options) -> Options:
    """Every option of `table` with its value: the default, or the last of `given` that names it.

    Raises Refused for an unknown option ("option_name") or a value that it does not take ("option").
    """
    known = {option.name: option for option in table}
    settled: dict[str, Value] = {name: option.default for name, option in known.items()}
    for layer in given:
        for name, value in layer.items():
            if name not in known:
                raise Refused("HOUSE", "option_name", name=name, allowed=", ".join(known))
            settled[name] = known[name].read(value)
    return MappingProxyType(settled)


def differing(table: Iterable[Option], settled: Options) -> dict[str, str]:
    """The options that differ from their defaults, as text; `settle` reads them back."""
    return {option.name: str(settled[option.name]) for option in table if settled[option.name] != option.default}


def number(settled: Options, name: str) -> int:
    """The value of a numeric option. Raises TypeError for another kind of option."""
    value = settled[name]
    if not isinstance(value, int):
        raise TypeError(f"{name} is {value!r}, which is not a number")
    return value


def bind(house: Callable[..., H], settled: Options, **derived: object) -> H:
    """Settled options as the frozen dataclass `house`: each field is the option of its name, or one of `derived`.

    Equal houses are one object, so that tables with the same rules share it. Raises KeyError for a field that has no
    value and TypeError for a value that is not of the field's type.
    """
    values: dict[str, object] = {}
    for name, kind in _types(house).items():
        value = values[name] = derived[name] if name in derived else settled[name]
        if isinstance(kind, type) and type(value) is not kind:
            raise TypeError(f"{name} is {value!r}, which is not of type {kind.__name__}")
    return cast(H, _shared(house(**values)))


@cache
def _types(house: Callable[..., object]) -> dict[str, object]:
    return get_type_hints(house)


@lru_cache(maxsize=256)
def _shared(house: Hashable) -> Hashable:
    return house
