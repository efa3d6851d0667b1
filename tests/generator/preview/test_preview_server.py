"""The preview's server: who may ask, for what, and that it follows the files."""

from __future__ import annotations

import http.client
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.preview.watch import matters
from generator.web.serving import listen
from tests.conftest import TINY, run
from tests.generator.preview.preview_server import PATIENCE, Server, serving, soon

SECRET = "no page may ever show this"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("preview")
    (place / "secret.svg").write_text(SECRET)
    shutil.copytree(TINY, place / "tiny")
    (place / "tiny" / "secret.svg").write_text(SECRET)
    return place / "tiny"


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with serving(folder) as found:
        yield found


def test_the_page_and_all_that_it_names_are_there(server: Server) -> None:
    status, headers, page = server.ask("/")
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert b"<title>Tiny" in page
    for group in server.state()["groups"]:
        for card in group["cards"]:
            status, headers, picture = server.ask(f"/pictures/{card['face']}.svg")
            assert (status, headers["content-type"]) == (200, "image/svg+xml")
            assert picture.startswith(b"<svg")
    for sheet in server.state()["sheets"]:
        assert server.ask(f"/sheets/{sheet['id']}.png")[1]["content-type"] == "image/png"
    assert server.ask("/preview.css")[0] == server.ask("/preview.js")[0] == 200


def test_what_runs_is_ours_alone(server: Server) -> None:
    policy = server.ask("/")[1]["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    face = server.state()["groups"][0]["cards"][0]["face"]
    picture = server.ask(f"/pictures/{face}.svg")[1]
    assert "default-src 'none'" in picture["content-security-policy"]
    assert "sandbox" in picture["content-security-policy"]
    for path in ("/", "/state", "/preview.js", f"/pictures/{face}.svg"):
        headers = server.ask(path)[1]
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", ""])
def test_another_host_s_name_is_refused(server: Server, host: str) -> None:
    for path in ("/", "/state", "/events", "/preview.js"):
        status, _, body = server.ask(path, Host=host)
        assert status == 400
        assert b"Tiny" not in body


def test_this_machine_s_names_are_known(server: Server) -> None:
    for host in ("127.0.0.1", "localhost"):
        assert server.ask("/", Host=f"{host}:{server.port}")[0] == 200


def test_only_this_machine_is_listened_to() -> None:
    with listen(None) as place:
        assert place.getsockname()[0] == "127.0.0.1"
        with listen(None) as another:
            assert another.getsockname()[1] != place.getsockname()[1]


def test_a_port_that_is_taken_is_reported(folder: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = run("preview", str(folder), "--port", str(port), "--no-open")
    assert result.exit_code == 2
    assert f"port {port} cannot be used" in result.output


WAYS_OUT = [
    "/../secret.svg", "/../../secret.svg", "/pictures/../secret.svg", "/pictures/../../secret.svg",
    "/pictures/..%2fsecret.svg", "/pictures/%2e%2e%2fsecret.svg", "/pictures/..%5csecret.svg",
    "/pictures/....//secret.svg", "/pictures/secret.svg", "/secret.svg", "/%2e%2e/secret.svg",
    "/sheets/../../secret.svg", "/game.yaml", "/pictures//etc/passwd", "//etc/passwd",
    "/preview.js/../../secret.svg", "/pictures/secret.svg%00.svg", "/pictures/.svg",
    "/templates/card.svg.j2", "http://127.0.0.1/secret.svg", "/preview.css%2f..%2fsecret.svg",
    "file:///etc/passwd", "/?file=../secret.svg", "/pictures/aaaaaaaaaaaa.svg",
    "/sheets/aaaaaaaaaaaa.png",
]  # fmt: skip


@pytest.mark.parametrize("path", WAYS_OUT)
def test_no_path_leads_out(server: Server, path: str) -> None:
    status, _, body = server.ask(path)
    assert status == (200 if path.startswith("/?") else 404)
    assert SECRET.encode() not in body
    assert b"root:" not in body


KNOWN = {"/", "/state", "/preview.css", "/preview.js"}


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.text(st.characters(codec="utf-8"), max_size=30),
    st.booleans(),
    st.sampled_from(["/", "/pictures/", "/sheets/"]),
)
def test_no_other_path_leads_anywhere(server: Server, words: str, plain: bool, room: str) -> None:
    path = room + quote(words, safe="/.%\\~!$&'()*+,;=:@" if plain else "")
    if path.split("?")[0] in KNOWN or path.startswith("/events"):
        return
    assert server.ask(path)[0] in (404, 405)


def test_other_methods_are_refused(server: Server) -> None:
    for method in ("POST", "PUT", "DELETE"):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        connection.request(method, "/state")
        assert connection.getresponse().status == 405
        connection.close()


def test_a_save_is_reported_to_those_who_listen(server: Server, folder: Path) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("GET", "/events")
    stream = connection.getresponse()
    assert stream.getheader("content-type", "").startswith("text/event-stream")

    def word() -> str:
        while not (line := stream.readline().decode()).startswith("data: "):
            pass
        return line[6:].strip()

    first = word()
    assert first == server.state()["tag"]
    file = folder / "cards.yaml"
    good = file.read_text("utf-8")
    try:
        file.write_text(good.replace("cross", "wade"), "utf-8")
        assert word() == server.state()["tag"] != first
        ford = server.state()["groups"][0]["cards"][0]
        assert ford["change"]["kind"] == "changed"
        assert server.ask(f"/pictures/{ford['face']}.svg")[0] == 200
        assert server.ask(f"/pictures/{ford['change']['face']}.svg")[0] == 200
    finally:
        file.write_text(good, "utf-8")
    connection.close()
    soon(lambda: not server.state()["groups"][0]["cards"][0]["text"].count("wade"))


@pytest.mark.parametrize(
    ("path", "is_of_the_game"),
    [
        ("/deck/cards.yaml", True), ("/deck/CARDS.CSV", True),
        ("/deck/templates/card.svg.j2", True), ("/deck/a.xlsm", True), ("/deck/~$a.xlsx", False),
        ("/deck/sea.png", True), ("/deck/.cards.yaml.swp", False), ("/deck/cards.yaml~", False),
        ("/deck/#cards.yaml#", False), ("/deck/output/tiny-a4.pdf", False), ("/deck/4913", False),
    ],
)  # fmt: skip
def test_an_editor_s_own_files_are_no_saves(path: str, is_of_the_game: bool) -> None:
    assert matters(None, path) is is_of_the_game
