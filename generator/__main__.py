"""Starts the program. Without arguments, as after a double click, it opens the studio."""

from __future__ import annotations

import sys


def main() -> None:
    """Run `pieria` with the arguments of the command line, or `pieria studio` if there are none."""
    if len(sys.argv) == 1:
        sys.argv.append("studio")
    from generator.cli import main as run

    run()


if __name__ == "__main__":
    main()
