"""The slash commands and menu entries. The modules listed here declare `COMMANDS`; games' verbs become commands too."""

from __future__ import annotations

from types import ModuleType

from bot.commands import (
    doctor,
    game_verbs,
    hand,
    help,
    learn,
    me,
    menus,
    mydata,
    night,
    orders,
    practice,
    rules,
    table,
    tally,
    verify,
)
from bot.edge.command_tree import Command, CommandTree, Group, MenuCommand

MODULES: tuple[ModuleType, ...] = (
    help, learn, practice, table, night, hand, orders, rules, me, mydata, tally, verify, doctor, menus,
)  # fmt: skip
"""The modules with commands. To add a command, write a module that declares `COMMANDS`, and list it here."""


def command_tree() -> CommandTree:
    """Build the tree of all commands: those of `MODULES`, and one for each verb of the games."""
    entries: list[Command | Group | MenuCommand] = [entry for module in MODULES for entry in module.COMMANDS]
    taken = frozenset(entry.name for entry in entries)
    return CommandTree([*entries, *game_verbs.commands(taken)])
