"""The program as one file: without words it opens the studio, as a double click does."""

from __future__ import annotations

import sys


def main() -> None:
    """Run `pieria` with the words of the command line, or `pieria studio` without any."""
    if len(sys.argv) == 1:
        sys.argv.append("studio")
    from generator.cli import main as run

    run()


if __name__ == "__main__":
    main()
