"""The garbage collector: off while the program is imported, and rarely run afterwards.

The bot holds some hundred thousand objects as long as it runs: modules, rules, wording. With Python's default settings
the collector scans them again and again. That takes a tenth of the import time, and later pauses the event loop.
"""

import contextlib
import gc
from collections.abc import Iterator
from typing import Final

THRESHOLDS: Final = (2_000, 2, 100)
"""The arguments of `gc.set_threshold`.

Most collections scan a few thousand objects and take some milliseconds. A collection of all generations runs an
eighth as often as with Python's default settings.
"""


@contextlib.contextmanager
def freeze_startup_objects() -> Iterator[None]:
    """Turn the collector off in this context. Afterwards it runs rarely, and never scans the objects made so far."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(*THRESHOLDS)
        gc.enable()
