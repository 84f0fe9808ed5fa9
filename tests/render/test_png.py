"""Packed pictures: equal pictures have equal bytes."""

import zlib

from render.base.png import pack


def test_the_first_byte_is_packed_by_itself() -> None:
    """Otherwise, in about one of 8,192 pictures, the bytes would depend on the memory address of the packer."""
    png = pack(bytearray(401 * 300), 400, bytes(3))
    packed = png[png.index(b"IDAT") + 4 :]
    flushed = packed.index(b"\0\0\xff\xff") + 4
    assert zlib.decompressobj().decompress(packed[:flushed]) == b"\0"
