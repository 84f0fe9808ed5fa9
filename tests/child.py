"""Runs a module with secrets that follow from a name: `python -m tests.child NAME MODULE ARGUMENT...`.

Tests use it to start the program in a process of its own. Everything but its chance is as in the product.
"""

from __future__ import annotations

import runpy
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.__main__ import main
from tests import fixed_secrets

if TYPE_CHECKING:
    from bot.config import Settings
    from bot.serving.app import App
    from bot.store.store import Store


def make_app(name: str, settings: Settings, store: Store, **parts: Any) -> App:
    """Build the bot with shuffles that follow from a name. Only the bot itself waits for these imports."""
    from bot.serving.app import App
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
