"""The program as a single file: without arguments it opens the studio, as for a double click."""

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
