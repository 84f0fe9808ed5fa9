"""The number of cases that tests try: `HYPOTHESIS_PROFILE=thorough` tries more than the usual run has time for."""

import os
from typing import Final

THOROUGH: Final = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"


def rounds(usual: int, thorough: int) -> int:
    """The number of cases to try: `usual`, or `thorough` with that profile."""
    return thorough if THOROUGH else usual
