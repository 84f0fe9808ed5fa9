"""A rack drawn without the cache, against Pillow's PNG encoder on the same pixels: `python -m tests.bench rack`.

Ours is the whole work after a cache miss: from the view to the canvas, the alt text and the PNG. The encoder starts
from the finished picture in memory and only compresses it, at the same level. No rack comes twice in a round. Both
sides take turns. The times are medians over the rounds, and the ratio is the median of each round's ratio.
"""

import io
import statistics
import time
from random import Random

from PIL import Image

from games.pieces.bones import FULL_SET, Bone, is_pretty
from games.pussers.view import View
from tests.bench.rows import Row
from tests.render import samples, shown as scenes
from tests.views import changed

_AT_LEAST = 0.8
"""The least ratio: our time is at most 1.25 times the anchor's."""


def _views(count: int, seed: int) -> list[View]:
    random = Random(seed)
    standing = [bone for bone in FULL_SET if not is_pretty(bone)]
    views = []
    for turn in range(count):
        hand = random.sample(standing, 14)
        rack = tuple(sorted(map(Bone, hand[:13])))
        views.append(changed(samples.pussers_full(), rack=rack, working=hand[13], left=20 + turn % 70))
    return views


def _encode(image: Image.Image) -> bytes:
    sink = io.BytesIO()
    image.save(sink, "PNG", compress_level=1)
    return sink.getvalue()


def measure(quick: bool) -> list[Row]:
    """Seconds a rack and the ratio anchor / ours. Raises ValueError if the two pictures differ."""
    rounds, each = (5, 10) if quick else (15, 40)
    for view in _views(60, 0):
        scenes.draw_hand(view, samples.NAMES)
    ours, anchor, ratios = [], [], []
    for turn in range(rounds):
        views = _views(each, turn + 1)
        images = []
        for view in views:
            picture = scenes.draw_hand(view, samples.NAMES)
            image = Image.open(io.BytesIO(picture.png))
            image.load()
            if Image.open(io.BytesIO(_encode(image))).tobytes() != image.tobytes():
                raise ValueError("the anchor packs another picture")
            images.append(image)
        mine, bare = [], []
        for view, image in zip(views, images, strict=True):
            start = time.perf_counter()
            scenes.draw_hand(view, samples.NAMES)
            middle = time.perf_counter()
            _encode(image)
            mine.append(middle - start)
            bare.append(time.perf_counter() - middle)
        ours.append(statistics.median(mine))
        anchor.append(statistics.median(bare))
        ratios.append(statistics.median(bare) / statistics.median(mine))
    figures = statistics.median(ours), statistics.median(anchor), statistics.median(ratios)
    return [Row("a rack picture, cache miss (s)", *figures, _AT_LEAST)]
