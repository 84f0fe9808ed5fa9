"""The walk over the tests that finds chance which would be different in the next run."""

import ast
from collections.abc import Iterator
from itertools import pairwise

from tests.architecture.tree import Module

DRAWN = {"secrets": None, "uuid": {"uuid1", "uuid4"}, "os": {"urandom", "getrandom"}, "random": None}
"""Modules and the names in them that draw; None stands for every name."""
SEEDED = {"Random", "seed"}
FLAG = "-m"
PACKAGE = "bot"


def unfixed(module: Module) -> Iterator[str]:
    """Each place where a test draws by real chance, or starts the program without the secrets of a test."""
    imports = [node for node in ast.walk(module.syntax) if isinstance(node, ast.Import)]
    sources = {name.asname or name.name for node in imports for name in node.names}
    for node in ast.walk(module.syntax):
        for line, what in _draws(node, sources):
            yield f"{module.at(line)}: {what}"


def _draws(node: ast.AST, sources: set[str]) -> Iterator[tuple[int, str]]:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="random"), attr="Random") | ast.Name(id="Random"), args=[]):
            yield node.lineno, "random.Random() without a seed"
        case ast.Attribute(value=ast.Name(id=home), attr=name) if home in sources and _draws_from(home, name):
            yield node.lineno, f"{home}.{name}"
        case ast.ImportFrom(module=str(home), names=names):
            yield from ((node.lineno, f"{home}.{name.name}") for name in names if _draws_from(home, name.name))
        case ast.keyword(arg="derandomize", value=ast.Constant(value=False)):
            yield node.lineno, "derandomize=False"
        case ast.Call(args=arguments) | ast.List(elts=arguments) | ast.Tuple(elts=arguments):
            words = [argument.value if isinstance(argument, ast.Constant) else None for argument in arguments]
            if (FLAG, PACKAGE) in pairwise(words):
                yield node.lineno, "-m bot: start it as -m tests.child NAME bot"


def _draws_from(home: str, name: str) -> bool:
    drawn = DRAWN.get(home, set[str]())
    return name not in SEEDED and (drawn is None or name in drawn)
