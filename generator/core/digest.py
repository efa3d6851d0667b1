"""Short hashes of texts and bytes."""

from __future__ import annotations

import hashlib

LENGTH = 12  # hexadecimal digits: one chance in 10^8 for two of a thousand faces to be taken as one


def hash_of(*parts: str | bytes) -> str:
    """Return a short hash of texts or bytes, in this order."""
    coded = [part.encode() if isinstance(part, str) else part for part in parts]
    whole = b"".join([each for data in coded for each in (b"%d:" % len(data), data)])
    return hashlib.sha256(whole).hexdigest()[:LENGTH]
