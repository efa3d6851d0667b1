"""Make a program of one file, a zip application with all libraries, and try it.

    python release/one_file.py [pieria.pyz]

It needs the network once, and runs with Python 3.11 or later on the same kind of machine. A double
click on it opens the studio.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SHIV = "shiv>=1.0.8,<2"
MAIN = "generator.__main__:main"


def main() -> None:
    """Write the file that the command line names, and run it once."""
    words = argparse.ArgumentParser(description="Make a program of one file with all libraries.")
    words.add_argument("target", nargs="?", default="pieria.pyz", help="the file to write")
    target = Path(words.parse_args().target).resolve()
    with tempfile.TemporaryDirectory(prefix="pieria-one-file-") as folder:
        venv.create(folder, with_pip=True)
        programs = Path(folder) / ("Scripts" if sys.platform == "win32" else "bin")
        run(programs / "pip", "install", "--quiet", SHIV)
        run(programs / "shiv", "--output-file", target, "--entry-point", MAIN,
            "--python", "/usr/bin/env python3", "--quiet", ROOT)  # fmt: skip
    run(sys.executable, target, "--version")
    print(f"{target} is ready: {target.stat().st_size / 1e6:.1f} MB")


def run(*words: object) -> None:
    """Run a command. Exits with its code if it fails."""
    done = subprocess.run([str(each) for each in words], check=False)
    if done.returncode:
        sys.exit(done.returncode)


if __name__ == "__main__":
    main()
