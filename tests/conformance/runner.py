"""Reads a file of vectors, asks a game's module for results and lists the differences."""

import importlib
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, cast

import yaml

RULES: Final = Path(__file__).resolve().parents[2] / "docs" / "rules"
"""The rulebooks, each with its own vectors beside it."""
VECTORS: Final = Path(__file__).resolve().parents[1] / "vectors"
"""Further vectors, which stand in no rulebook."""

Section = Callable[[dict[str, object], dict[str, object]], dict[str, object]]


class Engine(Protocol):
    """The names that a game's module in this package exports; the package's docstring explains them."""

    SECTIONS: dict[str, Section]
    KNOWN: dict[str, set[str]]


_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""PyYAML's loader in C, ten times as fast, if its wheel includes it."""


class Malformed(Exception):
    """A file of vectors does not have the usual layout."""


def engine_of(game: str) -> Engine:
    """The module that plays the vectors of `game`. Raises ModuleNotFoundError if there is none."""
    name = f"tests.conformance.{game.replace('-', '_')}"
    try:
        return cast(Engine, importlib.import_module(name))
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"write {name}, which plays the vectors of {game}") from error


def files_of(game: str) -> list[Path]:
    """The vectors of the game's rulebook, then all others of the game in tests/vectors."""
    return [RULES / f"{game}.vectors.yaml", *sorted(VECTORS.glob(f"{game}.*vectors.yaml"))]


def load(path: Path) -> dict[str, object]:
    """One file of vectors: section -> list of vectors. Raises Malformed, or yaml.YAMLError."""
    document = yaml.load(path.read_text(encoding="utf-8"), _LOADER)
    if not isinstance(document, dict) or not all(isinstance(name, str) for name in document):
        raise Malformed(f"{path.name} is not a mapping of sections")
    return document


@dataclass(frozen=True)
class Case:
    """One vector with its section and its file. `str(case)` is its id for pytest."""

    section: str
    id: str
    vector: dict[str, object]
    document: dict[str, object]

    def __str__(self) -> str:
        return f"{self.section}-{self.id}"

    def differences(self, engine: Engine) -> list[str]:
        """Differences between the vector and the engine, one line per field; empty when it conforms."""
        section = engine.SECTIONS.get(self.section)
        if section is None:
            return [f"{self.id}: no such section: {self.section}"]
        try:
            got = section(self.vector, self.document)
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            facts = "".join(f", {name} {value}" for name, value in getattr(error, "facts", {}).items())
            failure = f"{type(error).__name__}: {error}{facts}"
            return [f"{self.id}: {failure} ({Path(where.filename).name}:{where.lineno})"]
        return [f"{self.id} {line}" for line in _compare(self.section, self.vector, got, engine.KNOWN)]


def cases(document: dict[str, object]) -> Iterator[Case]:
    """The vectors of a file in order. Raises Malformed if a section is not a list of vectors with ids."""
    for section, vectors in document.items():
        if not isinstance(vectors, list):
            raise Malformed(f"section {section} is not a list of vectors")
        seen: set[str] = set()
        for vector in vectors:
            if not isinstance(vector, dict) or "id" not in vector:
                raise Malformed(f"section {section} has a vector without id: {vector!r:.80}")
            name = str(vector["id"])
            if name in seen:
                raise Malformed(f"section {section} has two vectors {name}")
            seen.add(name)
            yield Case(section, name, vector, document)


def only_named(got: Mapping[str, object], expected: object) -> dict[str, object]:
    """The part of `got` with the names in `expected`, for results that list only some seats."""
    if not isinstance(expected, Mapping):
        return dict(got)
    return {name: value for name, value in got.items() if name in expected}


def _compare(
    place: str, vector: Mapping[str, object], got: Mapping[str, object], known: Mapping[str, set[str]]
) -> Iterator[str]:
    inputs = known.get(place, set()) | {"id", "note", "expect"}
    expected = {name: value for name, value in vector.items() if name not in inputs}
    if "expect" in vector:
        results = vector["expect"]
        expected |= results if isinstance(results, dict) else {"expect": results}
    if not expected:
        yield "expects nothing"
    for name, value in expected.items():
        if name not in got:
            yield f"{name}: expected {value!r}, got nothing (the engine's module does not know this field)"
        elif _is_nested(value):
            yield from _compare_entries(f"{place}.{name}", value, got[name], known)
        elif not same(value, got[name]):
            yield f"{name}: expected {value!r}, got {got[name]!r}"


def _is_nested(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(entry, dict) and "expect" in entry for entry in value)


def _compare_entries(place: str, value: object, got: object, known: Mapping[str, set[str]]) -> Iterator[str]:
    name = place.rpartition(".")[2]
    expected = cast("list[Mapping[str, object]]", value)
    if not isinstance(got, Sequence) or len(got) != len(expected):
        yield f"{name}: expected {len(expected)} entries, got {got!r}"
        return
    for number, (entry, result) in enumerate(zip(expected, got, strict=True), start=1):
        for line in _compare(place, entry, result, known):
            yield f"{name}[{number}] {line}"


def same(expected: object, got: object) -> bool:
    """True if two values are equal as YAML; a set in `got` equals a list in any order."""
    if isinstance(expected, dict):
        return (
            isinstance(got, Mapping)
            and expected.keys() == got.keys()
            and all(same(value, got[name]) for name, value in expected.items())
        )
    if isinstance(expected, list):
        if isinstance(got, set | frozenset):
            return len(expected) == len(got) and all(value in got for value in expected)
        return (
            isinstance(got, list | tuple)
            and len(expected) == len(got)
            and all(same(left, right) for left, right in zip(expected, got, strict=True))
        )
    return isinstance(expected, bool) == isinstance(got, bool) and expected == got
