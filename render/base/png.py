"""The packing of finished pictures as PNGs.

Packing is most of the work of a picture. ISA-L takes a tenth of the time of the standard library's zlib at its fastest
level, and its files are no larger. zlib-ng makes them a tenth smaller, but takes two and a half times as long. Pictures
are packed in bands that fit the processor's cache. A picture may consist of strips, each of which is packed once for
all pictures in which it stands.
"""

import struct
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

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


_HEAD: Final = b"\x78\x01"
"""The head of a zlib stream, before its deflate blocks."""
_END: Final = b"\x03\x00"
"""The last, empty block of a deflate stream."""
_MODULUS: Final = 65521
"""The modulus of adler32."""


class Strip(NamedTuple):
    """Packed rows of a picture, which may stand in many pictures of the same width and palette."""

    chunk: bytes
    """A chunk with deflate blocks. They end at a byte, and the last is not marked as the stream's last."""
    adler: int
    size: int
    """The number of bytes before packing."""
    height: int


def pack(rows: bytearray, width: int) -> Strip:
    """Pack rows of pixels that are entries of a palette.

    Behind the `width` pixels of each row stands one more byte, which is overwritten.
    """
    stride = width + 1
    rows[width::stride] = _NO_FILTER * (len(rows) // stride)  # behind each row stands the filter of the next
    with memoryview(rows) as view, view[:-1] as used:
        chunk = _make_chunk(b"IDAT", b"".join(_pack_rows(used, stride)))
        return Strip(chunk, isal_zlib.adler32(used, isal_zlib.adler32(_NO_FILTER)), len(rows), len(rows) // stride)


def join(strips: Sequence[Strip], width: int, palette: bytes) -> bytes:
    """Return the PNG of a picture whose strips stand one below the other. `palette` has three bytes for each entry."""
    head = struct.pack(">IIBBBBB", width, sum(strip.height for strip in strips), _EIGHT_BITS, _BY_PALETTE, 0, 0, 0)
    low, high = 1, 0
    for strip in strips:  # the checksum of a whole follows from those of its parts
        high = (high + strip.size * (low - 1) + (strip.adler >> 16)) % _MODULUS
        low = (low + (strip.adler & 0xFFFF) - 1) % _MODULUS
    return b"".join(
        (
            _SIGNATURE,
            _make_chunk(b"IHDR", head),
            _make_chunk(b"PLTE", palette),
            _make_chunk(b"IDAT", _HEAD),
            *(strip.chunk for strip in strips),
            _make_chunk(b"IDAT", _END + struct.pack(">HH", high, low)),
            _make_chunk(b"IEND", b""),
        )
    )


def _pack_rows(rows: memoryview, stride: int) -> Iterator[bytes]:
    packer = isal_zlib.compressobj(_LEVEL, isal_zlib.DEFLATED, -isal_zlib.MAX_WBITS)
    yield packer.compress(_NO_FILTER)
    # Equal pictures must have equal bytes. In ISA-L 2.31 the hash of a stream's third byte depends on an address
    # in memory (`.write_first_byte` in igzip_icf_body_h1_gr_bt.asm). To flush the first byte avoids that code.
    yield packer.flush(isal_zlib.Z_SYNC_FLUSH)
    for start in range(0, len(rows), _BAND * stride):
        yield packer.compress(rows[start : start + _BAND * stride])
    yield packer.flush(isal_zlib.Z_SYNC_FLUSH)


def _make_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", isal_zlib.crc32(data, isal_zlib.crc32(kind)))
