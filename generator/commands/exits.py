"""Exit codes and messages of commands that are stopped or cannot write their output.

The codes are 0 for success, 1 for problems in the data, 2 for usage errors or files that cannot be
written, and 128 + N for signal N: 130 for Ctrl-C, 143 for SIGTERM, 141 for a broken pipe.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn, TextIO

import click

from generator.commands.terminal import as_shown, show
from validator.core.interrupt import STOPS

INTERRUPTED = 128 + signal.SIGINT
LAST_DATE = 253_402_300_799  # the last second of the year 9999, in seconds since 1970
UNREAD = 128 + 13  # SIGPIPE, whose number is the same wherever it exists
# Errors of writing to standard output; our files report such errors themselves.
NO_SPACE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


class StoppedError(BaseException):
    """Raised when a signal other than Ctrl-C requests the program to stop."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def exit_codes() -> Iterator[None]:
    """Convert signals and unhandled system errors to an exit code.

    Open files and temporary folders are closed and removed on the way out, as after any exception.
    """
    try:
        with _stopped_by_signals():
            yield
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a second signal ends the process at once
        _report("\nStopped. Finished files are kept, and none is incomplete.")
        sys.exit(INTERRUPTED)
    except StoppedError as stopped:
        sys.exit(128 + stopped.number)
    except click.ClickException as error:
        raise as_shown(error) from None
    except OSError as error:
        _end_by(error)


def dated() -> None:
    """Check the environment variable for the date in PDF files. Raises click.UsageError."""
    date = os.environ.get("SOURCE_DATE_EPOCH", "").strip()
    if date and not (date.isascii() and date.isdigit() and int(date[:20]) <= LAST_DATE):
        raise click.UsageError(
            f"the environment variable SOURCE_DATE_EPOCH is '{date[:40]}'; expected seconds since "
            "1970, such as 946684800: correct it, or unset it"
        )


@contextmanager
def silent_interrupt() -> Iterator[None]:
    """Let Ctrl-C end the process without a traceback, even while Python shuts down after the
    block.
    """
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """Make signals that would end the process silently raise an exception instead."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    ours = [each for each in STOPS if signal.getsignal(each) is signal.SIG_DFL]
    for each in ours:
        signal.signal(each, _stop)
    try:
        yield
    finally:
        for each in ours:
            signal.signal(each, signal.SIG_DFL)


def _stop(number: int, _: FrameType | None) -> NoReturn:
    raise StoppedError(number)


def _end_by(error: OSError) -> NoReturn:
    _drop_what_cannot_be_written(sys.stdout)
    _drop_what_cannot_be_written(sys.stderr)
    if error.errno == errno.EPIPE:
        sys.exit(UNREAD)
    words = error.strerror or str(error)
    if error.filename is not None:
        _report(f"{os.fsdecode(error.filename)}: cannot be used: {words}")
    elif error.errno in NO_SPACE:
        _report(f"the output cannot be written: {words}")
    else:
        raise error
    sys.exit(2)


def _drop_what_cannot_be_written(stream: TextIO | None) -> None:
    """Empty a stream that cannot be written, because Python would flush it again at exit."""
    if stream is None:  # closed from the start
        return
    try:
        stream.flush()
    except OSError:
        with suppress(OSError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


def _report(words: str) -> None:
    with suppress(OSError):
        show(words, err=True)
