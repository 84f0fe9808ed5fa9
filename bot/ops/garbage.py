"""The garbage collector: off while a program is imported, and rare afterwards.

A bot is some hundred thousand objects that live as long as it does: modules, rules, wording. With Python's usual
settings the collector looks at them again and again, which costs a tenth of the imports and pauses the loop later.
"""

import contextlib
import gc
from collections.abc import Iterator
from typing import Final

THRESHOLDS: Final = (2_000, 2, 100)
"""The new objects before a collection of the youngest, and how many collections of each generation before the next.

A collection looks at a few thousand objects, some milliseconds long. One of everything is due eight times as seldom as
usual.
"""


@contextlib.contextmanager
def spare_what_lasts() -> Iterator[None]:
    """Collect nothing within; then leave the objects made so far out of later collections, and collect rarely."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(*THRESHOLDS)
        gc.enable()
