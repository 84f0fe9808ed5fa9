"""The garbage collector: off while a program is imported, and rare afterwards.

A bot holds some hundred thousand objects for as long as it runs: modules, rules, wording. With Python's usual
settings the collector looks at them again and again, which costs a tenth of the imports and pauses the loop later.
"""

import contextlib
import gc
from collections.abc import Iterator
from typing import Final

THRESHOLDS: Final = (2_000, 2, 100)
"""New objects before a collection of generation 0; then collections of each generation before one of the next.

A usual collection looks at a few thousand objects, and takes some milliseconds. A collection of all generations comes
an eighth as often as by Python's usual settings.
"""


@contextlib.contextmanager
def spare_what_lasts() -> Iterator[None]:
    """Collect nothing in this context. At its end, exclude the present objects from collections; collect rarely."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(*THRESHOLDS)
        gc.enable()
