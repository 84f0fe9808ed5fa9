"""The crew's commands. Each module of the list offers `COMMANDS`; the words of the games come from their verbs."""

from __future__ import annotations

from types import ModuleType

from bot.commands import doctor, game_verbs, hand, me, mydata, orders, rules, table, tally, verify
from bot.edge.command_tree import Command, CommandTree, Group

MODULES: tuple[ModuleType, ...] = (table, hand, orders, rules, me, mydata, tally, verify, doctor)
"""One module a group; a new group is a module with `COMMANDS` and its name here."""


def book() -> CommandTree:
    """All commands: those of the modules, and every word that makes a move in one of the games."""
    entries: list[Command | Group] = [entry for module in MODULES for entry in module.COMMANDS]
    taken = frozenset(entry.name for entry in entries)
    return CommandTree([*entries, *game_verbs.commands(taken)])
