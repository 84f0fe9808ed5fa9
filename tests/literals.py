"""The texts that the bot hands to its functions, read from its source."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]


class Handed(NamedTuple):
    """A text that is handed to a function or a class as its first argument."""

    to: str
    """The bare name of the function: "say" for `words.say`."""
    text: str
    place: str


@cache
def list_handed() -> tuple[Handed, ...]:
    """Every literal, and every constant of the calling module, that the bot hands to something. The store speaks to
    nobody, and is left out."""
    return tuple(_read())


def _read() -> Iterator[Handed]:
    for path in sorted((ROOT / "bot").rglob("*.py")):
        place = path.relative_to(ROOT)
        if "store" in path.parts:
            continue
        known = vars(import_module(".".join(place.with_suffix("").parts)))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=[first, *_]):
                    yield from (Handed(name, text, f"{place}:{node.lineno}") for text in _list_possible(first, known))


def _list_possible(node: ast.AST, known: Mapping[str, object]) -> Iterator[str]:
    """The possible texts of an expression; none if it is put together or worked out."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Name(id=name) if isinstance(known.get(name), str):
            yield str(known[name])
        case ast.IfExp(body=body, orelse=other):
            yield from (*_list_possible(body, known), *_list_possible(other, known))
        case ast.Call(args=[ast.Tuple(elts=offered)]):  # a choice out of several
            for one in offered:
                yield from _list_possible(one, known)
