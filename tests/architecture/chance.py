"""A search through the source of the tests for chance that `tests.fixed_secrets` does not see while a test runs."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise

from bot.delivery.seals import Seals
from bot.tables.fairness.chance import CommittedChance
from bot.tables.fairness.sealing import Sealer
from bot.tables.fairness.shuffles import Verdict
from games.core import SecretChance
from games.core.proof import Proof
from tests.architecture.tree import Module

FAIR = frozenset(part.__module__ for part in (SecretChance, CommittedChance, Proof, Sealer, Seals, Verdict))
"""The modules that draw secrets, seal salts, deal, and check deals."""
UNSEEDED = {"Random", "SystemRandom"}
FLAG = "-m"
PACKAGES = ("bot", "bot.boneyard")
SIGNS = re.compile(rf"Random\(\)|derandomize|[\"']{FLAG}[\"']")
WRITES = re.compile(r"setattr|patch|object\(|\w\.\w+ = ")
"""A quick look at the text: only modules that match `SIGNS` or `WRITES` have to be parsed."""


def find_unfixed(module: Module) -> Iterator[str]:
    """Each place where a test makes a source of chance without a seed, or starts the program without fixed secrets."""
    for node in module.nodes if SIGNS.search(module.text) else ():
        yield from (f"{module.at(line)}: {fault}" for line, fault in _draws(node))


def find_replaced(module: Module) -> Iterator[str]:
    """Each place where a test replaces a part of the product that makes shuffles fair."""
    if not (WRITES.search(module.text) and any(home.rpartition(".")[2] in module.text for home in FAIR)):
        return
    known = _imported(module)
    for node in module.nodes:
        match node:
            case ast.Call(func=ast.Attribute(attr="setattr" | "object") | ast.Name(id="setattr"), args=[owner, *_]):
                pass
            case ast.Call(func=ast.Attribute(attr="patch") | ast.Name(id="patch"), args=[ast.Constant() as owner, *_]):
                pass
            case ast.Assign(targets=[ast.Attribute(value=owner)]):
                pass
            case _:
                continue
        named = ast.unparse(owner).strip("'")
        target = named if isinstance(owner, ast.Constant) else known.get(named.partition(".")[0], "")
        if any(target == home or target.startswith(f"{home}.") for home in FAIR):
            yield f"{module.at(owner.lineno)}: replaces a part of {target}: hand SeededChance and a sealer in instead"


def _imported(module: Module) -> dict[str, str]:
    """The names that a module imports, with what they stand for."""
    found: dict[str, str] = {}
    for node in module.nodes:
        match node:
            case ast.ImportFrom(module=str(home), names=names):
                found |= {name.asname or name.name: f"{home}.{name.name}" for name in names}
            case ast.Import(names=names):
                found |= {name.asname: name.name for name in names if name.asname}
    return found


def _draws(node: ast.AST) -> Iterator[tuple[int, str]]:
    match node:
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=[]) if name in UNSEEDED:
            yield node.lineno, f"{name}() without a seed"
        case ast.keyword(arg="derandomize", value=ast.Constant(value=False)):
            yield node.lineno, "derandomize=False"
        case ast.Call(args=arguments) | ast.List(elts=arguments) | ast.Tuple(elts=arguments):
            words = [argument.value if isinstance(argument, ast.Constant) else None for argument in arguments]
            if any((FLAG, package) in pairwise(words) for package in PACKAGES):
                yield node.lineno, "-m bot: start it as -m tests.child NAME bot"
