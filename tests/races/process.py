"""The bot as `boneyard run` starts it, but with shuffles that follow from a seed, and no emojis to draw."""

import hashlib
import os
import sys
from functools import partial
from unittest.mock import patch

from bot.__main__ import main
from bot.app import App
from bot.cli import run
from bot.tables import changes
from games.core.chance import commitment

SEED = "SHUFFLES_FROM"
"""The variable of the environment that has the seed."""


def shuffled() -> tuple[str, str]:
    """The one secret of this seed, and its commitment."""
    secret = hashlib.sha256(os.environ[SEED].encode()).digest()
    return secret.hex(), commitment(secret)


if __name__ == "__main__":
    with patch.object(run, "App", partial(App, pieces=dict)), patch.object(changes, "new_secret", shuffled):
        sys.exit(main(["run"]))
