"""The bot as `boneyard run` starts it, but with shuffles that follow from a seed, and no emojis to draw."""

import hashlib
import os
from functools import partial

from bot.__main__ import main
from bot.serving.app import App
from bot.tables.fairness.chance import CommittedChance

SEED = "SHUFFLES_FROM"
"""The environment variable with the seed."""


class OneSecret(CommittedChance):
    """Chance with the same secret for every shuffle, in every process."""

    def make_secret(self) -> bytes:
        return hashlib.sha256(os.environ[SEED].encode()).digest()


def run_bot() -> int:
    """Run the bot until it ends; returns its exit status."""
    return main(["run"], partial(App, pieces=dict, chance=OneSecret()))
