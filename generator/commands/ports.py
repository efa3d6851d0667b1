"""Opens the port of a command that serves pages on this computer."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from generator.commands.terminal import show

if TYPE_CHECKING:
    import socket


def listening(port: int | None, host: str = "", last: int | None = None) -> socket.socket:
    """Return a listening socket.

    If the address cannot be used, the command ends with an error.
    """
    from generator.web.security import HOST
    from generator.web.serving import listen

    try:
        return listen(port, host or HOST, last)
    except OSError as error:
        what = f"{host}:{port}" if port and host else host or f"port {port}"
        show(f"{what} cannot be used: {error.strerror or error}", err=True)
        sys.exit(2)
