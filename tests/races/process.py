"""The bot as `boneyard run` starts it, but with shuffles that follow from a seed, and no emojis to draw."""

import hashlib
import os
from functools import partial

from bot.__main__ import main
from bot.serving import fleet
from bot.serving.app import App
from bot.tables.fairness.chance import CommittedChance

SEED = "SHUFFLES_FROM"
"""The environment variable with the seed."""
IDENTIFY_EVERY = "IDENTIFY_EVERY"
"""The environment variable with the seconds between two connections that identify; 0 if it is not set."""


class OneSecret(CommittedChance):
    """Chance with the same secret for every shuffle, in every process."""

    def make_secret(self) -> bytes:
        return hashlib.sha256(os.environ[SEED].encode()).digest()


def run_bot() -> int:
    """Run the bot until it ends; returns its exit status."""
    setattr(fleet, "IDENTIFIED_EVERY", float(os.environ.get(IDENTIFY_EVERY, "0")))  # noqa: B010  (a constant)
    return main(["run"], partial(App, pieces=dict, chance=OneSecret()))
