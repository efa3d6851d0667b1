"""Explains how to install an optional extra, depending on how Pieria was installed."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, requires


def install(extra: str) -> str:
    """Return the command that installs the libraries of an extra.

    It names the libraries rather than ``pieria[extra]``, because an index may not contain Pieria.
    If the package's metadata is missing, only the extra is named.
    """
    try:
        lines = requires("pieria") or []
    except PackageNotFoundError:
        lines = []
    found = [
        line.partition(";")[0].replace(" ", "")
        for line in lines
        if re.search(rf"extra\s*==\s*['\"]{extra}['\"]", line)
    ]
    return "pip install " + (" ".join(f"'{each}'" for each in found) or f"'pieria[{extra}]'")
