"""Runs Pieria's commands as processes.

A new command stops a running one of the same kind.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from typing import Any, NamedTuple

from generator.core.again import command
from generator.studio.tables import EditError

TIME = 600.0  # seconds that a command may take
PLAYED = re.compile(rb"Played ([0-9]+) of ([0-9]+)")
LINK = re.compile(rb"http://127\.0\.0\.1:[0-9]+/t/[\w-]+/")


class Ended(NamedTuple):
    """The output and exit code of a finished command."""

    code: int
    out: bytes
    error: bytes

    def json(self) -> Any:
        """Return the output as parsed JSON.

        If it is not JSON, EditError contains the output.
        """
        try:
            return json.loads(self.out)
        except ValueError:
            words = (self.error or self.out).decode("utf-8", "replace").strip().splitlines()
            raise EditError(words[-1].removeprefix("Error: ") if words else "nothing") from None


class Runs:
    """The commands that are running, at most one of each kind."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.subprocess.Process] = {}
        self.played: dict[str, int] = {}  # finished games of commands that say so, by kind
        self._table = ""

    def stop(self, kind: str = "") -> None:
        """Stop the command of this kind, or all commands."""
        for name, process in [*self._running.items()]:
            if kind in ("", name):
                del self._running[name]
                with contextlib.suppress(ProcessLookupError):
                    process.kill()

    async def close(self) -> None:
        """Stop all commands, and wait until they have ended."""
        running = [*self._running.values()]
        self.stop()
        for process in running:
            await process.wait()

    async def _started(self, kind: str, arguments: tuple[str, ...]) -> asyncio.subprocess.Process:
        self.stop(kind)
        process = await asyncio.create_subprocess_exec(
            *command(*arguments), stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        self._running[kind] = process
        return process

    async def run(self, kind: str, *arguments: str) -> Ended | None:
        """Run a command to its end, and return its output.

        Returns None if another command of this kind has replaced it.
        """
        process = await self._started(kind, arguments)
        try:
            async with asyncio.timeout(TIME):
                assert process.stdout is not None
                out, error = await asyncio.gather(process.stdout.read(), self._heard(kind, process))
                await process.wait()
        except TimeoutError:
            self.stop(kind)
            raise EditError(
                "this takes longer than ten minutes; use the command line instead"
            ) from None
        if self._running.get(kind) is not process:
            return None
        del self._running[kind]
        return Ended(process.returncode or 0, out, error)

    async def _heard(self, kind: str, process: asyncio.subprocess.Process) -> bytes:
        """Return what a command writes to standard error.

        Reports of finished games are counted while it runs.
        """
        said, before, last = [], 0, 0
        self.played[kind] = 0
        assert process.stderr is not None
        async for line in process.stderr:
            if found := PLAYED.match(line):
                before += last if int(found[1]) < last else 0  # another version is being played now
                last = int(found[1])
                self.played[kind] = before + last
            else:
                said.append(line)
        return b"".join(said)

    @property
    def open_table(self) -> str:
        """The link to the running table, or an empty string if none is running."""
        process = self._running.get("table")
        return self._table if process is not None and process.returncode is None else ""

    async def table(self, *arguments: str) -> str:
        """Start a table, and return the link to it.

        It runs until another table is started or all commands are stopped.
        """
        process = await self._started("table", arguments)
        assert process.stdout is not None
        assert process.stderr is not None
        async for line in process.stdout:
            if link := LINK.search(line):
                self._table = link[0].decode()
                return self._table
        words = (await process.stderr.read()).decode("utf-8", "replace").strip().splitlines()
        raise EditError(words[-1].removeprefix("Error: ") if words else "the table did not start")
