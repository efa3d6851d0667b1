"""The JavaScript modules of a page: separate for a server, or joined for a page opened as a
file.
"""

from __future__ import annotations

import re
from pathlib import Path

MAIN = "main.js"
JOINED = "table.js"
IMPORT = re.compile(r"^import \{([^}]*)\} from \"\./([\w-]+\.js)\";$", re.MULTILINE)
EXPORTED = re.compile(r"^export (?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)
EXPORTED_WORD = re.compile(r"^export (?=(?:async )?(?:function|const|let|class) )", re.MULTILINE)
EXPORTS = re.compile(r"^export \{([^}]*)\};?$", re.MULTILINE)


def module(folder: Path, name: str) -> bytes | None:
    """Return the text of the JavaScript module with a name, or None."""
    names = {each.name for each in folder.glob("*.js")}
    return (folder / name).read_bytes() if name in names else None


def joined(folder: Path) -> bytes:
    """Return all JavaScript modules of a folder as one plain script.

    Browsers load modules only from a server. Each module becomes a function, so that names in
    different modules do not collide.
    """
    done: dict[str, str] = {}
    _add(folder, MAIN, done)
    return ('"use strict";\nconst modules = {};\n' + "".join(done.values())).encode()


def _add(folder: Path, name: str, done: dict[str, str]) -> None:
    """Add a module after the modules that it imports."""
    text = (folder / name).read_text("utf-8")
    for found in IMPORT.finditer(text):
        if found[2] not in done:
            _add(folder, found[2], done)
    text = IMPORT.sub(r"const {\1} = modules['\2'];", text)
    listed = [each.strip() for found in EXPORTS.findall(text) for each in found.split(",")]
    values = ", ".join([*EXPORTED.findall(text), *filter(None, listed)])
    body = EXPORTS.sub("", EXPORTED_WORD.sub("", text))
    done[name] = f"modules['{name}'] = (() => {{\n{body}\nreturn {{{values}}};\n}})();\n"
