"""The packing of finished pictures as PNGs.

Packing is most of the work of a picture. zlib-ng packs these pictures smaller than the standard library's zlib, in half
the time.
"""

import struct
from typing import Final

from PIL import Image
from zlib_ng import zlib_ng

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_LEVEL: Final = 2
"""The level of compression. At level 3 a picture takes a third longer, and becomes a twentieth smaller."""
_EIGHT_BITS: Final = 8
_BY_PALETTE: Final = 3
"""The colour type of a PNG whose pixels are palette entries."""


def pack(pixels: Image.Image, palette: bytes) -> bytes:
    """Return the PNG of an "L" image whose pixels are entries of `palette`, three bytes each."""
    width, height = pixels.size
    rows = Image.new("L", (width + 1, height))  # a row of a PNG begins with its filter; 0 is none
    rows.paste(pixels, (1, 0))
    head = struct.pack(">IIBBBBB", width, height, _EIGHT_BITS, _BY_PALETTE, 0, 0, 0)
    packed = zlib_ng.compress(rows.tobytes(), _LEVEL)
    chunks = ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", packed), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib_ng.crc32(data, zlib_ng.crc32(kind)))
