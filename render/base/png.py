"""The packing of finished pictures as PNGs.

Packing is most of the work of a picture. ISA-L takes a tenth of the time of the standard library's zlib at its fastest
level, and its files are no larger. zlib-ng makes them a tenth smaller, but takes two and a half times as long. Pictures
are packed in bands that fit the processor's cache.
"""

import struct
from collections.abc import Iterator
from typing import Final

from isal import isal_zlib

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_LEVEL: Final = 1
"""The level of compression. Level 0 is no faster, and a picture becomes a sixth larger."""
_EIGHT_BITS: Final = 8
_BY_PALETTE: Final = 3
"""The colour type of a PNG whose pixels are palette entries."""
_NO_FILTER: Final = b"\0"
"""The filter with which a row of a PNG begins."""
_BAND: Final = 320
"""The rows packed at once. A band of a board fits a processor's cache; smaller bands take more time for their calls."""


def pack(rows: bytearray, width: int, palette: bytes) -> bytes:
    """Return the PNG of a picture whose pixels are entries of `palette`, three bytes each.

    `rows` holds the pixels row by row. Behind the `width` pixels of each row stands one more byte, which is
    overwritten.
    """
    height = len(rows) // (width + 1)
    head = struct.pack(">IIBBBBB", width, height, _EIGHT_BITS, _BY_PALETTE, 0, 0, 0)
    packed = b"".join(_pack_rows(rows, width + 1))
    chunks = ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", packed), (b"IEND", b""))
    return _SIGNATURE + b"".join(part for kind, data in chunks for part in _make_chunk(kind, data))


def _pack_rows(rows: bytearray, stride: int) -> Iterator[bytes]:
    rows[stride - 1 :: stride] = _NO_FILTER * (len(rows) // stride)  # behind each row stands the filter of the next
    packer = isal_zlib.compressobj(_LEVEL)
    yield packer.compress(_NO_FILTER)
    # Equal pictures must have equal bytes. In ISA-L 2.31 the hash of a stream's third byte depends on an address
    # in memory (`.write_first_byte` in igzip_icf_body_h1_gr_bt.asm). To flush the first byte avoids that code.
    yield packer.flush(isal_zlib.Z_SYNC_FLUSH)
    with memoryview(rows) as view:
        for start in range(0, len(rows), _BAND * stride):
            yield packer.compress(view[start : min(start + _BAND * stride, len(rows) - 1)])
    yield packer.flush()


def _make_chunk(kind: bytes, data: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    return struct.pack(">I", len(data)), kind, data, struct.pack(">I", isal_zlib.crc32(data, isal_zlib.crc32(kind)))
