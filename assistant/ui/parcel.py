"""A whole table as one short line of text, to be copied into a message and pasted on another device."""

from __future__ import annotations

import base64
import zlib

from engine.core import Message
from engine.log import LogError

MARK = "sleuthbook:"
LARGEST = 2_000_000
"""Bytes that an unpacked text may have."""


def pack(text: str) -> str:
    """Return `text` as one line of letters, digits, - and _ behind MARK."""
    return MARK + base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpack(line: str) -> str:
    """Return the text that `pack` packed, spaces and line breaks within it overlooked.

    What does not begin with MARK is returned as it is. Raises LogError for a line that is cut off.
    """
    packed = "".join(line.split())
    if not packed.startswith(MARK):
        return line
    packed = packed.removeprefix(MARK)
    try:
        pressed = base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True)
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(pressed, LARGEST)
        if not unpacking.eof:
            raise ValueError
        return text.decode()
    except (ValueError, zlib.error):
        raise LogError(1, Message("This text is damaged or not whole. Copy all of it.")) from None
