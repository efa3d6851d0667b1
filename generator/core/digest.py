"""Computes short hashes of texts and bytes."""

from __future__ import annotations

import hashlib

LENGTH = 12  # hexadecimal digits: a chance of 1 in 10^8 that two of a thousand faces are confused


def hash_of(*parts: str | bytes) -> str:
    """Return a short hash of several texts or bytes, in this order."""
    coded = [part.encode() if isinstance(part, str) else part for part in parts]
    whole = b"".join([each for data in coded for each in (b"%d:" % len(data), data)])
    return hashlib.sha256(whole).hexdigest()[:LENGTH]
