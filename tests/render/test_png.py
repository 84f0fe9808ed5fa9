"""Packed pictures: equal pictures have equal bytes."""

import io
import zlib

from PIL import Image

from render.base.png import join, pack


def test_the_first_byte_is_packed_by_itself() -> None:
    """Otherwise, in about one of 8,192 pictures, the bytes would depend on the memory address of the packer."""
    packed = pack(bytearray(401 * 300), 400).chunk[8:]
    flushed = packed.index(b"\0\0\xff\xff") + 4
    assert zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed[:flushed]) == b"\0"


def test_strips_that_are_packed_apart_make_one_picture() -> None:
    """A decoder checks the sums of the chunks, and that of all rows together."""
    palette = bytes(channel for entry in range(256) for channel in (entry,) * 3)
    strips, wanted = [], b""
    for height in (700, 1, 40):
        pixels = bytes((7 * at * at + height) % 256 for at in range(300 * height))
        strips.append(pack(bytearray(b"".join(pixels[at : at + 300] + b"?" for at in range(0, len(pixels), 300))), 300))
        wanted += pixels
    png = join(strips, 300, palette)
    with Image.open(io.BytesIO(png)) as picture:
        assert (picture.size, picture.tobytes()) == ((300, 741), wanted)
    data, at = b"", 8
    while at < len(png):
        size, kind = int.from_bytes(png[at : at + 4]), png[at + 4 : at + 8]
        data += png[at + 8 : at + 8 + size] if kind == b"IDAT" else b""
        assert zlib.crc32(png[at + 4 : at + 8 + size]) == int.from_bytes(png[at + 8 + size : at + 12 + size])
        at += 12 + size
    assert len(zlib.decompress(data)) == 301 * 741
