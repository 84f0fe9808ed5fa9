"""A search through the source of the tests for random values that would differ in the next run."""

import ast
from collections.abc import Iterator
from itertools import pairwise

from bot.delivery.seals import Seals
from bot.tables.fairness.chance import CommittedChance
from bot.tables.fairness.sealing import Sealer
from bot.tables.fairness.shuffles import Verdict
from games.core.chance import Committed
from games.core.proof import Proof
from tests.architecture.tree import Module

DRAWN = {"secrets": None, "uuid": {"uuid1", "uuid4"}, "os": {"urandom", "getrandom"}, "random": None}
"""Modules with the functions that draw random values; None stands for all functions of the module."""
SEEDED = {"Random", "seed"}
FAIR = frozenset(part.__module__ for part in (Committed, CommittedChance, Proof, Sealer, Seals, Verdict))
"""The modules that draw secrets, seal salts, deal, and check deals."""
FLAG = "-m"
PACKAGE = "bot"


def unfixed(module: Module) -> Iterator[str]:
    """Each place where a test draws real random values, or starts the program without the secrets of a test."""
    imports = [node for node in ast.walk(module.syntax) if isinstance(node, ast.Import)]
    sources = {name.asname or name.name for node in imports for name in node.names}
    for node in ast.walk(module.syntax):
        for line, what in _draws(node, sources):
            yield f"{module.at(line)}: {what}"


def replaced(module: Module) -> Iterator[str]:
    """Each place where a test replaces a part of the product that makes shuffles fair."""
    known = _imported(module)
    for node in ast.walk(module.syntax):
        match node:
            case ast.Call(func=ast.Attribute(attr="setattr" | "object") | ast.Name(id="setattr"), args=[owner, *_]):
                pass
            case ast.Call(func=ast.Attribute(attr="patch") | ast.Name(id="patch"), args=[ast.Constant() as owner, *_]):
                pass
            case ast.Assign(targets=[ast.Attribute(value=owner)]):
                pass
            case _:
                continue
        target = str(owner.value) if isinstance(owner, ast.Constant) else known.get(_first_name(owner), "")
        if any(target == home or target.startswith(f"{home}.") for home in FAIR):
            yield f"{module.at(owner.lineno)}: replaces a part of {target}: hand SeededChance and a sealer in instead"


def _first_name(node: ast.expr) -> str:
    return ast.unparse(node).partition(".")[0]


def _imported(module: Module) -> dict[str, str]:
    """The names that a module imports, with what they stand for."""
    found: dict[str, str] = {}
    for node in ast.walk(module.syntax):
        match node:
            case ast.ImportFrom(module=str(home), names=names):
                found |= {name.asname or name.name: f"{home}.{name.name}" for name in names}
            case ast.Import(names=names):
                found |= {name.asname: name.name for name in names if name.asname}
    return found


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
