"""Short hashes of texts and bytes."""

from __future__ import annotations

import hashlib

LENGTH = 12  # hexadecimal digits: one chance in 10^8 for two of a thousand faces to be taken as one


def hash_of(*parts: str | bytes) -> str:
    """A short hash of some texts or bytes, in this order."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(b"%d:" % len(data))
        digest.update(data)
    return digest.hexdigest()[:LENGTH]
