"""Requests that no page of ours sends: each gets a clear error and changes nothing."""

import json
import socket
import threading
import time
from collections.abc import Generator
from contextlib import ExitStack
from typing import Any, Final

import pytest
import uvicorn
from attrs import field, frozen

from tabletop_rules.serving import Links
from tabletop_rules.serving.app import create_app
from tabletop_rules.serving.connections import BoundedProtocol
from tabletop_rules.serving.guarding import BODY_LIMIT

from .tables import HOST_TOKEN, Browser, House

ACT: Final = "/api/act"


@frozen
class Hostile:
    """A request that differs from a good answer of the seat that decides, and what it gets."""

    status: int
    code: str
    method: str = "POST"
    path: str = ACT
    link: str = "acting"
    headers: dict[str, str] = field(factory=dict)
    form: dict[str, Any] = field(factory=dict)
    """What is put into the form of a good answer; ``None`` takes a key out."""
    body: bytes | None = None


CASES: Final = {
    "the other seat": Hostile(422, "not_allowed", link="waiting"),
    "a spectator": Hostile(403, "spectator", link="spectator"),
    "a spectator asks why": Hostile(
        403, "spectator", link="spectator", path="/api/why", body=b'{"action": "keep nothing"}'
    ),
    "no link": Hostile(401, "no_link", headers={"Authorization": ""}),
    "another scheme": Hostile(401, "no_link", headers={"Authorization": "Basic YTpi"}),
    "an unknown link": Hostile(401, "unknown_link", headers={"Authorization": "Bearer x"}),
    "a link that is no ASCII": Hostile(
        401, "unknown_link", headers={"Authorization": "Bearer \xff\xfe"}
    ),
    "the link of the host": Hostile(
        401, "unknown_link", headers={"Authorization": f"Bearer {HOST_TOKEN}"}
    ),
    "a seat begins games": Hostile(
        401, "unknown_link", path="/api/start/games", body=b'{"game": "dominum", "players": []}'
    ),
    "a seat reads the start page": Hostile(401, "unknown_link", method="GET", path="/api/start"),
    "stale": Hostile(409, "stale", form={"version": 0}),
    "from the future": Hostile(409, "stale", form={"version": 10**9}),
    "no notation": Hostile(422, "notation", form={"action": "fly away"}),
    "no action": Hostile(422, "notation", form={"action": ""}),
    "two actions": Hostile(422, "not_allowed", form={"action": "attack Tusker\nattack Tusker"}),
    "an action of chance": Hostile(422, "not_allowed", form={"action": "draw Tusker"}),
    "an action of another kind": Hostile(422, "not_allowed", form={"action": "keep nothing"}),
    "a long action": Hostile(422, "form", form={"action": "a" * 1001}),
    "a number as action": Hostile(422, "form", form={"action": 1}),
    "a text as version": Hostile(422, "form", form={"version": "9"}),
    "a fraction as version": Hostile(422, "form", form={"version": 9.0}),
    "true as version": Hostile(422, "form", form={"version": True}),
    "a missing version": Hostile(422, "form", form={"version": None}),
    "a missing request": Hostile(422, "form", form={"request": None}),
    "an empty request": Hostile(422, "form", form={"request": ""}),
    "a long request": Hostile(422, "form", form={"request": "r" * 65}),
    "a request with controls": Hostile(422, "form", form={"request": "a\nb"}),
    "a seat in the form": Hostile(422, "form", form={"seat": 0}),
    "a list": Hostile(422, "form", body=b"[]"),
    "a text": Hostile(422, "form", body=b'"attack Tusker"'),
    "no JSON": Hostile(400, "not_json", body=b"{"),
    "no body": Hostile(400, "not_json", body=b""),
    "no UTF-8": Hostile(400, "not_json", body=b'{"action": "\xff"}'),
    "a key twice": Hostile(400, "not_json", body=b'{"version": 1, "version": 2}'),
    "NaN": Hostile(400, "not_json", body=b'{"version": NaN}'),
    "nested deeply": Hostile(400, "not_json", body=b"[" * 30_000),
    "a number of many digits": Hostile(400, "not_json", body=b"9" * 10_000),
    "half a character": Hostile(400, "not_json", body=b'{"action": "\\ud800"}'),
    "half a character as key": Hostile(400, "not_json", body=b'{"\\ud800": 1}'),
    "a large body": Hostile(413, "too_large", body=b" " * (BODY_LIMIT + 1)),
    "a form": Hostile(
        415, "content_type", headers={"Content-Type": "application/x-www-form-urlencoded"}
    ),
    "plain text": Hostile(415, "content_type", headers={"Content-Type": "text/plain"}),
    "encoded content": Hostile(415, "content_type", headers={"Content-Encoding": "gzip"}),
    "another origin": Hostile(403, "origin", headers={"Origin": "https://evil.example"}),
    "another port": Hostile(403, "origin", headers={"Origin": "http://127.0.0.1:8000"}),
    "a hidden origin": Hostile(403, "origin", headers={"Origin": "null"}),
    "an origin that is none": Hostile(403, "origin", headers={"Origin": "http://[::1"}),
    "another site": Hostile(403, "origin", headers={"Sec-Fetch-Site": "cross-site"}),
    "a site beside": Hostile(403, "origin", headers={"Sec-Fetch-Site": "same-site"}),
    "another name": Hostile(421, "host", headers={"Host": "evil.example:8484"}),
    "another name, reading": Hostile(
        421, "host", method="GET", path="/api/table", headers={"Host": "evil.example"}
    ),
    "a name that begins well": Hostile(421, "host", headers={"Host": "127.0.0.1.evil.example"}),
    "a name with a user": Hostile(421, "host", headers={"Host": "127.0.0.1@evil.example"}),
    "no name": Hostile(421, "host", headers={"Host": ""}),
    "a long path": Hostile(414, "path_too_long", path=f"/api/act/{'a' * 1100}"),
    "a long query": Hostile(414, "path_too_long", path=f"/api/act?{'a' * 1100}"),
    "no such path": Hostile(404, "not_found", path="/api/state"),
    "out of the folder": Hostile(404, "not_found", method="GET", path="/static/..%2fapp.py"),
    "no such layout": Hostile(422, "form", method="GET", path="/api/table?layout=deep"),
    "reading where one writes": Hostile(405, "method", method="GET"),
    "writing where one reads": Hostile(405, "method", path="/api/table"),
    "deleting": Hostile(405, "method", method="DELETE"),
    "putting": Hostile(405, "method", method="PUT"),
}


def dump(house: House) -> list[str]:
    return list(house.store._base.iterdump())


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_a_hostile_request_gets_a_clear_error_and_changes_nothing(
    house: House, case: Hostile
) -> None:
    links, browsers = house.begin("dome-crushers")
    acting = browsers[browsers[0].table()["actor"]]
    waiting = browsers[1 - acting.table()["seat"]]
    spectator = Browser(house.client, links.spectator)
    who = {"acting": acting, "waiting": waiting, "spectator": spectator}[case.link]
    table = acting.table()
    good = {"version": table["version"], "action": table["options"][0]["text"], "request": "1"}
    form = {key: value for key, value in {**good, **case.form}.items() if value is not None}
    body = json.dumps(form).encode() if case.body is None else case.body
    headers = {"Content-Type": "application/json", **who.headers, **case.headers}
    before = dump(house), [each.news() for each in (acting, waiting, spectator)]
    answer = house.client.request(
        case.method,
        case.path,
        headers=[(key.encode(), value.encode("latin-1")) for key, value in headers.items()],
        content=None if case.method == "GET" else body,
    )
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (case.status, case.code), error
    assert len(error["message"]) > 10
    assert (dump(house), [each.news() for each in (acting, waiting, spectator)]) == before
    assert acting.post(ACT, good).status_code == 200


def test_a_good_request_is_good(house: House) -> None:
    _, browsers = house.begin("dome-crushers")
    acting = browsers[browsers[0].table()["actor"]]
    table = acting.table()
    answer = house.client.post(
        ACT,
        headers={
            **acting.headers,
            "Content-Type": "application/json; charset=utf-8",
            "Origin": "http://127.0.0.1:8484",
            "Sec-Fetch-Site": "same-origin",
        },
        json={"version": table["version"], "action": table["options"][0]["text"], "request": "1"},
    )
    assert answer.status_code == 200


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1:80", "[::1]:8484", "192.168.0.7:8484"])
def test_an_address_is_a_good_name(house: House, name: str) -> None:
    assert house.client.get("/", headers={"Host": name}).status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "/play", "/static/play.js", "/api/table", "/nowhere", "/picture.css"]
)
def test_every_answer_protects_itself(house: House, path: str) -> None:
    headers = house.client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_pages_hold_no_script_or_style_of_their_own_and_nothing_from_elsewhere(
    house: House,
) -> None:
    for path in ("/", "/play"):
        page = house.client.get(path).text
        assert "<script>" not in page
        assert "<style" not in page
        assert " style=" not in page
        assert "http" not in page


def test_a_bug_is_told_without_its_words_and_protects_itself(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _links, browsers = house.begin("dome-crushers")
    monkeypatch.setattr(house.rooms, "enter", lambda _: 1 // 0)
    answer = browsers[0].get("/api/table")
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "bug"
    assert "ZeroDivisionError" not in answer.text
    assert "ZeroDivisionError" in caplog.text
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "no-store"


def test_tokens_are_kept_as_digests_only(house: House) -> None:
    links, browsers = house.begin("dome-crushers")
    browsers[browsers[0].table()["actor"]].first()
    kept = "\n".join(dump(house))
    for token in (*links.seats.values(), links.spectator):
        assert len(token) >= 43
        assert token not in kept


@pytest.fixture
def real(house: House) -> Generator[tuple[int, Links]]:
    """Serve at a port, beside the client that needs none."""
    links, _ = house.begin("dome-crushers")
    app = create_app(house.rooms, host_token=HOST_TOKEN)
    server = uvicorn.Server(
        uvicorn.Config(app, http=BoundedProtocol, log_level="critical", lifespan="off")
    )
    listening = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield listening.getsockname()[1], links
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


def exchange(port: int, *parts: bytes) -> bytes:
    """Send parts of a request as they are, and return what comes back."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        for part in parts:
            line.sendall(part)
        answer = b""
        while more := line.recv(65536):
            answer += more
        return answer


def test_a_body_without_a_length_is_limited_too(real: tuple[int, Links]) -> None:
    port, links = real
    head = (
        f"POST /api/act HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {links.seats[0]}\r\nTransfer-Encoding: chunked\r\n\r\n"
    ).encode()
    chunk = b"8000\r\n" + b" " * 0x8000 + b"\r\n"
    answer = exchange(port, head, chunk, chunk, chunk)
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"too_large" in answer


def test_a_body_that_does_not_come_is_not_waited_for(
    real: tuple[int, Links], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletop_rules.serving.guarding._BODY_SECONDS", 0.05)
    port, links = real
    head = (
        f"POST /api/act HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {links.seats[0]}\r\nContent-Length: 100\r\n\r\n"
    ).encode()
    answer = exchange(port, head, b"{")
    assert answer.startswith(b"HTTP/1.1 408")
    assert b"too_slow" in answer


def test_who_says_nothing_is_not_listened_to_for_long(
    real: tuple[int, Links], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletop_rules.serving.connections._SILENT_SECONDS", 0.05)
    port, _ = real
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        assert line.recv(1) == b""


def test_no_more_connections_are_kept_than_there_is_room_for(
    real: tuple[int, Links], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletop_rules.serving.connections._MOST", 3)
    port, links = real
    ask = (
        f"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        f"Authorization: Bearer {links.spectator}\r\n\r\n"
    ).encode()
    with ExitStack() as opened:
        lines = [
            opened.enter_context(socket.create_connection(("127.0.0.1", port), timeout=30))
            for _ in range(3)
        ]
        for line in lines:
            line.sendall(ask)
            assert line.recv(12) == b"HTTP/1.1 200"
        with pytest.raises(OSError, match="reset"):
            exchange(port, ask)
    page = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    for _ in range(100):
        try:
            assert exchange(port, page).startswith(b"HTTP/1.1 200")
        except OSError:  # the server has not heard yet that those before are closed
            time.sleep(0.05)
        else:
            return
    pytest.fail("nobody is let in any more")


def test_two_names_are_refused(real: tuple[int, Links]) -> None:
    port, _ = real
    answer = exchange(
        port,
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
    )
    assert answer.partition(b"\r\n")[0].split()[1] in (b"400", b"421")


def test_a_websocket_is_closed(real: tuple[int, Links]) -> None:
    port, _ = real
    answer = exchange(
        port,
        f"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close, Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode(),
    )
    assert answer.partition(b"\r\n")[0].split()[1].startswith(b"4")
