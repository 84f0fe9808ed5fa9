"""Every kind of announcement has a teller, and every teller is among those that the bot starts with."""

import ast
import importlib
from collections.abc import Iterator
from operator import attrgetter

from bot.outbox.outbox import Teller
from bot.store import Store
from tests.architecture.tree import Module, modules
from tests.bot.harness.room import Room, settings

POSTED_AT_ONCE = "bot.outbox.outbox"
"""The module that notes what it posts at once. Nobody makes such a message from its note."""


def list_tellers(parent: type[Teller] = Teller) -> Iterator[type[Teller]]:
    """All tellers of the bot."""
    for teller in parent.__subclasses__():
        yield from list_tellers(teller)
        if teller.__module__.startswith("bot."):
            yield teller


def list_announced(module: Module) -> Iterator[tuple[str, str]]:
    """The kinds of messages that a module adds to the outbox, each with the place in the code."""
    for node in module.nodes:
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("NewMessage"):
            name = ast.unparse(node.args[0])  # such as "KIND" or "Letters.kind"
            yield attrgetter(name)(importlib.import_module(module.name)), module.at(node.lineno)


async def test_no_announcement_waits_for_a_teller_that_nobody_added(store: Store) -> None:
    told = set(Room(store, settings()).parts.outbox.tellers)
    missing = {teller.__name__ for teller in list_tellers() if teller.kind not in told}
    assert not missing, "bot/serving/build.py adds no such teller"
    for module in modules("bot"):
        if module.name != POSTED_AT_ONCE:
            for kind, place in list_announced(module):
                assert kind in told, f"{place} announces what no teller tells"
