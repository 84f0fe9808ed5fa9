"""The register of acts: a row for everything that people can ask of the bot by a command, a control or a menu entry.

Each module declares its rows as `ACTS`, and its groups of commands as `HEADINGS`. The games' verbs become rows too.
"""

from types import ModuleType

from bot.acts import (
    admin,
    books,
    daily,
    hand,
    keepsakes,
    lobby,
    me,
    menus,
    moves,
    night,
    real_table,
    reference,
    replay,
    table,
    tally,
)
from bot.edge.acts import Acts, AnyAct, Heading

MODULES: tuple[ModuleType, ...] = (
    reference,
    daily,
    table,
    lobby,
    night,
    hand,
    me,
    tally,
    real_table,
    keepsakes,
    books,
    replay,
    admin,
    menus,
)
"""The modules with acts. To add one, write a module that declares `ACTS`, and list it here."""
ROWS: tuple[AnyAct, ...] = tuple(row for module in MODULES for row in module.ACTS)
HEADINGS: dict[str, Heading] = {
    name: heading for module in MODULES for name, heading in getattr(module, "HEADINGS", {}).items()
}
"""The commands that have subcommands."""


def register() -> Acts:
    """Build the register: the acts of `MODULES`, and those of play."""
    return Acts([*ROWS, *moves.list_acts()], HEADINGS)


def list_first_commands() -> tuple[str, ...]:
    """List the commands with which newcomers begin."""
    return tuple(row.command for row in ROWS if row.for_newcomers)
