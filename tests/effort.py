"""The number of cases that tests try: few in `make test`, more in `.ci/run`, most with
`HYPOTHESIS_PROFILE=thorough`."""

import os
from typing import Final

PROFILE: Final = os.environ.get("HYPOTHESIS_PROFILE", "few")
"""The name of the effort: "few", "ci" or "thorough"."""
THOROUGH: Final = PROFILE == "thorough"
EXAMPLES: Final = {"few": 10, "ci": 60, "thorough": 1_000}
"""The number of examples of each property, by profile."""


def rounds(few: int, ci: int, thorough: int) -> int:
    """The number of cases to try with the present profile."""
    return {"few": few, "ci": ci, "thorough": thorough}[PROFILE]
