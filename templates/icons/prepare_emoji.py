"""Make `twemoji.zip` from the npm package @twemoji/svg: `python prepare_emoji.py FOLDER`.

FOLDER is the unpacked package. Skin tones are left out: they are set as the sign without one.
"""

from __future__ import annotations

import re
import sys
import zipfile
from pathlib import Path

TONE = re.compile("1f3f[b-f]")


def main(folder: Path) -> None:
    """Write the archive, in the order of names and without times."""
    target = Path(__file__).parent / "twemoji.zip"
    with zipfile.ZipFile(target, "w") as archive:
        for file in sorted(folder.glob("*.svg")):
            if not TONE.search(file.stem):
                entry = zipfile.ZipInfo(file.name)
                archive.writestr(entry, file.read_bytes(), zipfile.ZIP_DEFLATED, 9)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
