"""Settings that every test shares: how hard Hypothesis looks.

`HYPOTHESIS_PROFILE=thorough` looks longer and elsewhere on every run; the usual profile `ci` tries the same
examples every time, so that a red build means a changed program.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci",
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("thorough", max_examples=1_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
