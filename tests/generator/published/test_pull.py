"""Published sheets are copied from a server on this machine; elsewhere nothing is asked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from generator.published.download import DownloadError, as_file, download
from tests.conftest import run

SHEET = b"title,copies,words\nFord,2,Cross.\nMill,3,Grind.\n"
Pages = dict[str, tuple[int, bytes]]


@pytest.fixture
def pages() -> Pages:
    return {"/deck.csv": (200, SHEET)}


@pytest.fixture
def server(pages: Pages) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = pages.get(self.path, (404, b""))
            self.send_response(status)
            if status == 302:
                self.send_header("Location", body.decode())
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as found:
        threading.Thread(target=found.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://127.0.0.1:{found.server_port}"
        found.shutdown()


@pytest.fixture
def deck(tiny: Path, edit: Callable[[str, str, str], None], server: str) -> Path:
    said = f"cards: deck.csv\n    published: {server}/deck.csv"
    edit("game.yaml", "cards: cards.yaml", said)
    return tiny / "deck.csv"


def test_a_sheet_is_copied_and_its_changes_shown(deck: Path, pages: Pages) -> None:
    first = run("pull", "tiny", "--allow-local")
    assert first.exit_code == 0, first.output
    assert deck.read_bytes() == SHEET
    assert "new      cards/mill" in first.output
    pages["/deck.csv"] = (200, SHEET.replace(b"Mill,3,", b"Hill,1,").replace(b"2,C", b"4,C"))
    second = run("pull", "tiny", "--allow-local").output
    assert "changed  cards/ford: copies 2 → 4" in second
    assert "gone     cards/mill" in second
    assert "No card has changed." in run("pull", "tiny", "--allow-local").output


@pytest.mark.parametrize(
    ("status", "body", "words"),
    [
        (404, b"", "the server answered 404"),
        (200, b"<!DOCTYPE html><title>Sign in", "a web page and not a spreadsheet"),
        (200, b"PK\x03\x04", "the card file is named .csv"),
        (200, b"\xff\xfe\xfd", "not readable as UTF-16"),
        (200, b"\xe9", "not valid in UTF-8"),
        (302, b"/deck.csv", "more than 5 redirections"),
        (302, b"file:///etc/passwd", "expected an address with https"),
        (302, b"http://[::1", "the server redirects to an invalid address"),
    ],
)
def test_what_is_no_sheet_replaces_nothing(
    deck: Path, pages: Pages, status: int, body: bytes, words: str
) -> None:
    deck.write_bytes(SHEET)
    pages["/deck.csv"] = (status, body)
    found = run("pull", "tiny", "--allow-local")
    assert found.exit_code == 1
    assert words in found.output
    assert "/deck.csv" in found.output
    assert deck.read_bytes() == SHEET


def test_only_so_much_is_read(server: str, pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.published.download.LARGEST", 1000)
    pages["/deck.csv"] = (200, b"a" * 5000)
    with pytest.raises(DownloadError, match="is larger than"):
        download(f"{server}/deck.csv", "csv", allow_local=True)


def test_an_address_of_this_machine_needs_leave(server: str) -> None:
    with pytest.raises(DownloadError, match="expected an address with https"):
        download(f"{server}/deck.csv", "csv")
    for host in ("127.0.0.1", "localhost", "10.0.0.1", "[::1]", "[::ffff:127.0.0.1]"):
        with pytest.raises(DownloadError, match="not a public host"):
            download(f"https://{host}/deck.csv", "csv")


def test_the_address_of_a_google_sheet_in_a_browser_will_do() -> None:
    sheet = "https://docs.google.com/spreadsheets/d/KEY"
    assert as_file(f"{sheet}/edit#gid=7", "csv") == f"{sheet}/export?format=csv&gid=7"
    assert as_file(f"{sheet}/edit?usp=sharing", "xlsx") == f"{sheet}/export?format=xlsx"
    published = "https://docs.google.com/spreadsheets/d/e/KEY/pub?output=csv"
    assert as_file(published, "csv") == published


def test_a_file_outside_of_the_project_is_not_written(
    deck: Path, edit: Callable[[str, str, str], None]
) -> None:
    edit("game.yaml", "cards: deck.csv", "cards: ../deck.csv")
    assert run("pull", "tiny", "--allow-local").exit_code == 2
    assert not (deck.parent.parent / "deck.csv").exists()


def test_a_project_without_an_address_is_reported_how(tiny: Path) -> None:
    assert "published: https://" in run("pull", "tiny").output
    assert "comes with Pieria" in run("pull", "muse").output
