"""Downloads one file, up to a size limit. No other module connects to other hosts.

An address may come with a deck from anywhere, so it must be https and lead to a public host. Each
host, including those of redirections, is resolved once, its IP addresses are checked, and the
connection goes to one of these. With `allow_local`, http is allowed, and so are hosts in the user's
own network.
"""

from __future__ import annotations

import http.client
import ipaddress
import re
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import SplitResult, parse_qs, urljoin, urlsplit

LARGEST = 32 * 1024 * 1024  # bytes
MOST_SECONDS = 60.0  # for all of it
PATIENCE = 15.0  # seconds without a byte
MOST_TURNS = 5  # redirections
CHUNK = 65_536
_GOOGLE = re.compile(r"/spreadsheets/d/([\w-]+)(?:/(?:edit|view|htmlview|preview)?)?$")
_TURNED = (301, 302, 303, 307, 308)


class DownloadError(Exception):
    """Raised for a file that cannot be downloaded; the message explains why."""


def download(address: str, form: str, allow_local: bool = False) -> bytes:
    """Return the CSV (`form` ``csv``) or workbook (``xlsx``) at an address.

    Raises DownloadError.
    """
    late = time.monotonic() + MOST_SECONDS
    address = as_file(address, form)
    for _ in range(MOST_TURNS + 1):
        found = _answer(address, allow_local, late)
        if isinstance(found, bytes):
            _check_kind(found, form)
            return found
        try:
            address = urljoin(address, found)
        except ValueError as error:
            raise DownloadError(f"the server redirects to an invalid address ({error})") from None
    raise DownloadError(f"more than {MOST_TURNS} redirections")


def as_file(address: str, form: str) -> str:
    """Return the address of a Google sheet's file, given the sheet's address in the browser."""
    try:
        parts = urlsplit(address)
    except ValueError as error:
        raise DownloadError(f"the address is invalid ({error})") from None
    match = _GOOGLE.fullmatch(parts.path)
    if parts.hostname != "docs.google.com" or not match:
        return address
    named = {**parse_qs(parts.query), **parse_qs(parts.fragment)}
    tab = f"&gid={named['gid'][0]}" if "gid" in named and form == "csv" else ""
    return f"https://docs.google.com/spreadsheets/d/{match[1]}/export?format={form}{tab}"


def _check_kind(data: bytes, form: str) -> None:
    start = data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<!doctype html", b"<html")):
        raise DownloadError(
            "the server sent a web page and not a spreadsheet; share the spreadsheet with "
            f"everybody who has the link, or publish it as {form.upper()}"
        )
    workbook = data.startswith(b"PK\x03\x04")
    if workbook != (form == "xlsx"):
        answer = "an" if workbook else "not an"
        raise DownloadError(
            f"the answer is {answer} .xlsx workbook, but the card file is named .{form}; name the "
            "file after the format that the address gives"
        )


def _answer(address: str, allow_local: bool, late: float) -> bytes | str:
    """Return the response to a request, or the address that it redirects to."""
    try:
        with _connection(_checked(address, allow_local), allow_local) as connection:
            target = address.split("://", 1)[1].partition("#")[0]
            _, slash, path = target.partition("/")
            connection.request(
                "GET", slash + path or "/",
                headers={"Accept-Encoding": "identity", "User-Agent": "pieria"},
            )  # fmt: skip
            answer = connection.getresponse()
            if answer.status in _TURNED and (there := answer.getheader("Location")):
                return there
            if answer.status != 200:
                raise DownloadError(f"the server answered {answer.status} {answer.reason}")
            return _body(answer, late)
    except DownloadError:
        raise
    except TimeoutError:
        raise DownloadError(f"the server did not answer for {PATIENCE:g} seconds") from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise DownloadError(f"cannot be read: {error}") from None


def _body(answer: http.client.HTTPResponse, late: float) -> bytes:
    parts: list[bytes] = []
    size = 0
    while part := answer.read1(CHUNK):
        parts.append(part)
        size += len(part)
        if size > LARGEST:
            raise DownloadError(f"the answer is larger than {LARGEST // 1024**2} MB")
        if time.monotonic() > late:
            raise DownloadError(f"the download takes longer than {MOST_SECONDS:g} seconds")
    return b"".join(parts)


def _checked(address: str, allow_local: bool) -> SplitResult:
    parts = urlsplit(address)
    if not address.isascii() or not address.isprintable() or " " in address:
        raise DownloadError("expected an address of ASCII characters without spaces")
    if parts.scheme not in (("https", "http") if allow_local else ("https",)):
        raise DownloadError(f"expected an address with https, not '{parts.scheme or address}'")
    if not parts.hostname or parts.username is not None:
        raise DownloadError("expected https://HOST/…, without a user's name")
    return parts


@contextmanager
def _connection(parts: SplitResult, allow_local: bool) -> Iterator[http.client.HTTPConnection]:
    """Open a connection to a host, at an address that was checked."""
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    places = [str(each[4][0]) for each in found]
    if not allow_local and not all(map(_is_public, places)):
        raise DownloadError(
            f"'{host}' is not a public host; --allow-local allows addresses on this machine and "
            "its local network"
        )
    sock = socket.create_connection((places[0], port), PATIENCE)
    try:
        if secure:
            sock = ssl.create_default_context().wrap_socket(sock, server_hostname=host)
        connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
        connection.sock = sock
        yield connection
    finally:
        sock.close()


def _is_public(place: str) -> bool:
    address = ipaddress.ip_address(place.partition("%")[0])
    inner = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (inner or address).is_global
