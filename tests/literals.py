"""The texts in the source of the bot: those that it hands to its functions, and those that it composes."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from bot.ports import Pattern
from tests.architecture.tree import ROOT, modules


class HandedText(NamedTuple):
    """A text that is handed to a function or a class as its first argument."""

    to: str
    """The bare name of the function: "say" for `words.say`."""
    text: str
    place: str
    facts: frozenset[str | None]
    """The names of the facts that are handed with the text; None stands for a mapping of facts (`**facts`)."""


@cache
def list_handed_texts() -> tuple[HandedText, ...]:
    """List every literal, and every constant of the calling module, that the bot hands to a function or a class.

    The store is left out, since it speaks to nobody.
    """
    return tuple(_read())


@cache
def list_texts() -> tuple[tuple[str, str], ...]:
    """List every text in the source of the bot, with its place. Keys of mappings are left out: they name sentences."""
    found = []
    for place, nodes in _parse_all():
        names = {id(key) for node in nodes if isinstance(node, ast.Dict) for key in node.keys}
        for node in nodes:
            match node:
                case ast.Constant(value=str(text)) if id(node) not in names:
                    found.append((text, f"{place}:{node.lineno}"))
    return tuple(found)


class ComposedText(NamedTuple):
    """A text that the bot composes in an f-string."""

    pattern: re.Pattern[str]
    """A pattern that matches every text that the f-string can make."""
    place: str
    to: str
    """The bare name of the function that gets the text as its first argument; "" for none."""


@cache
def list_composed_texts() -> tuple[ComposedText, ...]:
    """List every text that the bot composes in an f-string. Texts without a word of their own are left out."""
    found = []
    for place, nodes in _parse_all():
        known = vars(import_module(".".join(place.with_suffix("").parts)))
        handed = dict[int, str]()
        for node in nodes:
            match node:
                case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=[ast.JoinedStr() as first, *_]):
                    handed[id(first)] = name
                case ast.JoinedStr(values=parts):
                    pattern = "".join(_write_pattern(part, known) for part in parts)
                    if re.search("[a-z]{2}", pattern):
                        made = ComposedText(re.compile(pattern), f"{place}:{node.lineno}", handed.get(id(node), ""))
                        found.append(made)
    return tuple(found)


@cache
def list_patterns() -> frozenset[str]:
    """The texts of all patterns of controls that a module of the bot has under a name."""
    modules = (import_module(".".join(place.with_suffix("").parts)) for place, _ in _parse_all())
    return frozenset(found.text for module in modules for found in vars(module).values() if isinstance(found, Pattern))


def _write_pattern(part: ast.expr, known: Mapping[str, object]) -> str:
    match part:
        case ast.Constant(value=str(text)):
            return re.escape(text)
        case ast.FormattedValue(value=ast.Name(id=name)) if isinstance(known.get(name), str):
            return re.escape(str(known[name]))
        case _:
            return ".+"


@cache
def _parse_all() -> tuple[tuple[Path, tuple[ast.AST, ...]], ...]:
    spoken = [module for module in modules("bot") if "store" not in module.parts]
    return tuple((module.path.relative_to(ROOT), module.nodes) for module in spoken)


def _read() -> Iterator[HandedText]:
    for place, nodes in _parse_all():
        known = vars(import_module(".".join(place.with_suffix("").parts)))
        for node in nodes:
            match node:
                case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=[first, *_], keywords=facts):
                    given = frozenset(fact.arg for fact in facts)
                    for text in _list_possible(first, known):
                        yield HandedText(name, text, f"{place}:{node.lineno}", given)


def _list_possible(node: ast.AST, known: Mapping[str, Any]) -> Iterator[str]:
    """The texts that an expression can have, or the pattern of a name; none if the program computes it."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Name(id=name) if isinstance(known.get(name), str):
            yield str(known[name])
        case ast.Call(func=ast.Attribute(attr="make", value=ast.Name(id=name))) if isinstance(known.get(name), Pattern):
            yield known[name].text
        case ast.IfExp(body=body, orelse=other):
            yield from (*_list_possible(body, known), *_list_possible(other, known))
        case ast.Call(args=[ast.Tuple(elts=offered)]):  # a choice out of several
            for option in offered:
                yield from _list_possible(option, known)
