"""What stands before every request: who may ask, how much, and how answers may be used."""

import asyncio
import logging
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tabletop_rules.serving.errors import RequestError
from tabletop_rules.serving.names import is_address

__all__ = ["BODY_LIMIT", "Guard"]

BODY_LIMIT: Final = 64 * 1024
"""The most bytes of a body."""
_PATH_LIMIT: Final = 1024
_LOG: Final = logging.getLogger("tabletop_rules.serving")
_BODY_SECONDS: Final = 10.0

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = (
    ("Content-Security-Policy", _POLICY),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
)


class Guard:
    """Refuses what no page of ours sends, and gives all answers the headers that protect them.

    The name by which the server is called must be an address, ``localhost``, or one of `names`: a
    page of another site whose name was made to lead here calls it by that name.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self._app: Final = app
        self._names: Final = {"localhost", *(name.lower() for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let the app answer it."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        begun = False

        async def send_guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS:
                    headers[name] = value
            await send(message)

        try:
            headers = Headers(scope=scope)
            self._check(scope, headers)
            if scope["method"] == "POST":
                _check_post(headers)
                body = await _whole_body(headers, receive)
                receive = _replayed(body, receive)
        except RequestError as error:
            answer = JSONResponse(error.data, error.status, {"Connection": "close"})
            await answer(scope, receive, send_guarded)
            return
        try:
            await self._app(scope, receive, send_guarded)
        except Exception:
            if begun:  # there is nothing left to say but in the log
                raise
            _LOG.exception("a bug in the server")
            bug = RequestError(500, "bug", "something went wrong in the server: its log says what")
            await JSONResponse(bug.data, bug.status)(scope, receive, send_guarded)

    def _check(self, scope: Scope, headers: Headers) -> None:
        path: str = scope["path"]
        if len(path) + len(scope.get("query_string", b"")) > _PATH_LIMIT:
            message = f"expected a path of up to {_PATH_LIMIT} characters"
            raise RequestError(414, "path_too_long", message)
        given = headers.getlist("host")
        name = urlsplit(f"//{given[0]}").hostname if len(given) == 1 and _sane(given[0]) else None
        if name is None or not (name in self._names or is_address(name)):
            message = "expected the address of this server, or a name that it was started with"
            raise RequestError(421, "host", message)


def _sane(host: str) -> bool:
    try:
        parts = urlsplit(f"//{host}")
        return parts.netloc == host and "@" not in host and (parts.port is None or parts.port > 0)
    except ValueError:
        return False


def _check_post(headers: Headers) -> None:
    origin = headers.get("origin")
    if origin is not None and _place(origin) != headers.get("host"):
        raise RequestError(403, "origin", "expected a request from a page of this server")
    site = headers.get("sec-fetch-site")
    if site not in (None, "same-origin"):
        raise RequestError(403, "origin", "expected a request from a page of this server")
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        message = f"expected content of the type application/json, got {kind[:100]!r}"
        raise RequestError(415, "content_type", message)
    if headers.get("content-encoding") is not None:
        raise RequestError(415, "content_type", "expected content that is not encoded")


def _place(address: str) -> str | None:
    """Return the host and port of an address, if it is one."""
    try:
        return urlsplit(address).netloc
    except ValueError:
        return None


async def _whole_body(headers: Headers, receive: Receive) -> bytes:
    too_large = RequestError(413, "too_large", f"expected up to {BODY_LIMIT} bytes")
    length = headers.get("content-length", "0")
    if length.isascii() and length.isdigit() and (len(length) > 9 or int(length) > BODY_LIMIT):
        raise too_large
    body = bytearray()
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            more = True
            while more:
                part = await receive()
                if part["type"] != "http.request":
                    raise RequestError(400, "cut_off", "the request was cut off")
                body += part.get("body", b"")
                more = part.get("more_body", False)
                if len(body) > BODY_LIMIT:
                    raise too_large
    except TimeoutError:
        message = f"the request did not end within {_BODY_SECONDS:g} s"
        raise RequestError(408, "too_slow", message) from None
    return bytes(body)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return what gives a body that was received already."""
    given = False

    async def receive_again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again
