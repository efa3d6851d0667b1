"""A library that another one imports, loaded when something of it is first asked for.

reportlab imports Pillow, which takes as long as drawing a dozen cards, and most kits need nothing
of it. The loader of the standard library does the same, but not for several threads.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec, module_from_spec
from threading import RLock
from types import ModuleType
from typing import Any

_LOCK = RLock()
_OF_IMPORTS = frozenset({"__class__", "__dict__", "__name__", "__path__", "__spec__"})


def late(name: str) -> None:
    """Put a module where imports find it; its code is run when it is first used."""
    spec = None if name in sys.modules else find_spec(name)
    if spec is not None:
        module = module_from_spec(spec)
        module.__class__ = _Late
        sys.modules[name] = module
        parent, _, own = name.rpartition(".")
        if parent:  # as an import does: others write `import PIL.Image` and then `PIL.Image`
            setattr(sys.modules[parent], own, module)


class _Late(ModuleType):
    """A module whose code has not been run yet."""

    def __getattribute__(self, name: str) -> Any:
        if name not in _OF_IMPORTS:
            with _LOCK:  # a thread that comes second waits for the whole module
                spec = ModuleType.__getattribute__(self, "__spec__")
                if not vars(self).get("__begun__"):
                    vars(self)["__begun__"] = True
                    spec.loader.exec_module(self)
                    self.__class__ = ModuleType  # type: ignore[assignment]
        return ModuleType.__getattribute__(self, name)
