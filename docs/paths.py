"""The command line that the scripts that make pictures for the docs share."""

from __future__ import annotations

import argparse
from pathlib import Path


def paths(about: str, *names: str) -> list[Path]:
    """Return the paths given on the command line, one for each name; `--help` shows `about`."""
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in names:
        parser.add_argument(name, type=Path)
    found = vars(parser.parse_args())
    return [found[name] for name in names]
