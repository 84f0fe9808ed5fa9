"""The packing of finished pictures as PNGs.

Packing is most of the work of a picture. ISA-L packs these pictures two and a half times as fast as zlib-ng, and a
tenth larger; and ten times as fast as the fastest level of the standard library's zlib, and no larger. They are packed
in bands that fit the processor's cache.
"""

import struct
from collections.abc import Iterator
from typing import Final

from isal import isal_zlib
from PIL import Image

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_LEVEL: Final = 1
"""The level of compression. Level 0 is no faster, and a picture becomes a sixth larger."""
_EIGHT_BITS: Final = 8
_BY_PALETTE: Final = 3
"""The colour type of a PNG whose pixels are palette entries."""
_NO_FILTER: Final = b"\0"
"""The filter with which a row of a PNG begins."""
_BAND: Final = 320
"""The rows packed at once. A band of a board fits a processor's cache; with smaller ones, the calls take longer."""


def pack(pixels: Image.Image, palette: bytes) -> bytes:
    """Return the PNG of an "L" image whose pixels are entries of `palette`, three bytes each.

    The last column is not part of the picture; it is overwritten.
    """
    width, height = pixels.width - 1, pixels.height
    head = struct.pack(">IIBBBBB", width, height, _EIGHT_BITS, _BY_PALETTE, 0, 0, 0)
    packed = b"".join(_pack_rows(pixels))
    chunks = ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", packed), (b"IEND", b""))
    return _SIGNATURE + b"".join(part for kind, data in chunks for part in _chunk(kind, data))


def _pack_rows(pixels: Image.Image) -> Iterator[bytes]:
    width, height = pixels.size
    pixels.paste(_NO_FILTER[0], (width - 1, 0, width, height))  # the last column holds the filters of the next rows
    packer = isal_zlib.compressobj(_LEVEL)
    yield packer.compress(_NO_FILTER)
    for top in range(0, height, _BAND):
        rows = pixels.crop((0, top, width, min(top + _BAND, height))).tobytes()
        yield packer.compress(rows if top + _BAND < height else rows[:-1])
    yield packer.flush()


def _chunk(kind: bytes, data: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    return struct.pack(">I", len(data)), kind, data, struct.pack(">I", isal_zlib.crc32(data, isal_zlib.crc32(kind)))
