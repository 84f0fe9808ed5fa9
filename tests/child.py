"""Runs a module as `python -m` does, with the secrets of a test: `python -m tests.child NAME MODULE ARGUMENT...`.

For tests that start the program in a process of its own. Its bot gets the chance of a test; all else is as in the
product.
"""

from __future__ import annotations

import runpy
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.__main__ import main
from tests import fixed_secrets

if TYPE_CHECKING:
    from bot.app import App
    from bot.config import Settings
    from bot.store.store import Store


def make_app(name: str, settings: Settings, store: Store, **parts: Any) -> App:
    """Build the bot with shuffles that follow from a name. Imported here, the bot does not slow down other commands."""
    from bot.app import App
    from tests.chance import FixedSeals, SeededChance

    return App(settings, store, **parts, chance=SeededChance(name), sealer=FixedSeals)


if __name__ == "__main__":
    _, name, module, *arguments = sys.argv
    fixed_secrets.install()
    fixed_secrets.current.begin(name)
    sys.argv = [module, *arguments]
    if module == "bot":
        sys.exit(main(arguments, partial(make_app, name)))
    runpy.run_module(module, run_name="__main__", alter_sys=True)
