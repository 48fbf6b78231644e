"""The application: pages, and the addresses that they call."""

import hmac
import logging
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, get_args

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from tabletop_rules.core import Seat
from tabletop_rules.core.errors import shown
from tabletop_rules.drawing import Layout, stylesheet
from tabletop_rules.serving.errors import RequestError, StoreError
from tabletop_rules.serving.forms import (
    ActForm,
    CheckForm,
    LinksForm,
    NewForm,
    UndoForm,
    WhyForm,
    read_form,
)
from tabletop_rules.serving.guarding import Guard
from tabletop_rules.serving.hosting import Hosting
from tabletop_rules.serving.payloads import encoded
from tabletop_rules.serving.room import Room
from tabletop_rules.serving.rooms import Rooms

__all__ = ["create_app"]

_LOG: Final = logging.getLogger("tabletop_rules.serving")
_PAGES: Final = Path(__file__).parent / "static"


def create_app(
    rooms: Rooms,
    *,
    host_token: str,
    bots: Iterable[str] = (),
    names: Iterable[str] = (),
    on_start: Callable[[], None] = lambda: None,
) -> Starlette:
    """Return the ASGI application that serves the games of `rooms`.

    `host_token` is the secret of who may begin games; `bots` are names of bots that they may use
    besides those of the library; `names` are those by which the server may be called besides its
    addresses. `on_start` is called when it is about to answer.
    """
    calls = _Calls(rooms, Hosting(rooms, tuple(bots)), host_token)

    @asynccontextmanager
    async def life(_app: Starlette) -> AsyncGenerator[None]:
        on_start()
        try:
            yield
        finally:
            await rooms.close()

    def page(name: str) -> Callable[[Request], Any]:
        async def answer(_request: Request) -> Response:
            return FileResponse(_PAGES / name)

        return answer

    get, post = ["GET"], ["POST"]
    return Starlette(
        routes=[
            Route("/", page("start.html"), methods=get),
            Route("/play", page("play.html"), methods=get),
            Route("/picture.css", _picture_style, methods=get),
            Mount("/static", StaticFiles(directory=_PAGES)),
            Route("/api/start", calls.start, methods=get),
            Route("/api/start/check", calls.check, methods=post),
            Route("/api/start/games", calls.new, methods=post),
            Route("/api/start/links", calls.links, methods=post),
            Route("/api/table", calls.table, methods=get),
            Route("/api/stream", calls.stream, methods=get),
            Route("/api/rules", calls.rules, methods=get),
            Route("/api/act", calls.act, methods=post),
            Route("/api/undo", calls.undo, methods=post),
            Route("/api/why", calls.why, methods=post),
        ],
        middleware=[Middleware(Guard, names=tuple(names))],
        exception_handlers={
            RequestError: _refuse,
            HTTPException: _refuse_http,
            StoreError: _refuse_file,
        },
        lifespan=life,
    )


async def _picture_style(_request: Request) -> Response:
    return Response(stylesheet(), media_type="text/css")


async def _refuse(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestError)
    return JSONResponse(error.data, error.status)


async def _refuse_file(_request: Request, error: Exception) -> Response:
    _LOG.error("%s", error)
    message = "the file of the games cannot be written: nothing has changed, try again later"
    return JSONResponse(RequestError(503, "file", message).data, 503)


async def _refuse_http(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = {404: ("not_found", "there is nothing at this address")}
    code, message = words.get(error.status_code, ("method", "this address takes no such method"))
    refused = RequestError(error.status_code, code, message)
    return JSONResponse(refused.data, refused.status, error.headers)


class _Calls:
    """What the pages call."""

    def __init__(self, rooms: Rooms, hosting: Hosting, host_token: str) -> None:
        self._rooms: Final = rooms
        self._hosting: Final = hosting
        self._host_token: Final = host_token.encode()

    def _host(self, request: Request) -> None:
        """Refuse whoever may not begin games."""
        if not hmac.compare_digest(_token(request).encode("utf-8", "replace"), self._host_token):
            message = "only the link that the server printed when it was started begins games"
            raise RequestError(401, "unknown_link", message)

    def _enter(self, request: Request) -> tuple[Room, Seat | None]:
        return self._rooms.enter(_token(request))

    async def start(self, request: Request) -> Response:
        self._host(request)
        return _json(self._hosting.overview())

    async def check(self, request: Request) -> Response:
        self._host(request)
        return _json(await self._hosting.check(read_form(await request.body(), CheckForm)))

    async def new(self, request: Request) -> Response:
        self._host(request)
        return _json(await self._hosting.new(read_form(await request.body(), NewForm)))

    async def links(self, request: Request) -> Response:
        self._host(request)
        return _json(self._hosting.links(read_form(await request.body(), LinksForm)))

    async def table(self, request: Request) -> Response:
        room, seat = self._enter(request)
        body, _ = await room.news(seat, _layout(request))
        return Response(body, media_type="application/json")

    async def stream(self, request: Request) -> Response:
        room, seat = self._enter(request)
        return StreamingResponse(
            room.stream(seat, _layout(request)), media_type="text/event-stream"
        )

    async def rules(self, request: Request) -> Response:
        return _json(self._enter(request)[0].rules())

    async def act(self, request: Request) -> Response:
        room, seat = self._enter(request)
        form = read_form(await request.body(), ActForm)
        return _json({"version": room.act(seat, form.version, form.action, form.request)})

    async def undo(self, request: Request) -> Response:
        room, seat = self._enter(request)
        form = read_form(await request.body(), UndoForm)
        return _json({"version": await room.undo(seat, form.version, form.request)})

    async def why(self, request: Request) -> Response:
        room, seat = self._enter(request)
        return _json(room.why(seat, read_form(await request.body(), WhyForm).action))


def _layout(request: Request) -> Layout:
    given = request.query_params.get("layout", "wide")
    for layout in get_args(Layout):
        if given == layout:
            return layout  # type: ignore[no-any-return]  # one of them
    expected = " or ".join(get_args(Layout))
    raise RequestError(422, "form", f"layout: expected {expected}, got {shown(given)}")


def _token(request: Request) -> str:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token:
        raise RequestError(401, "no_link", "expected the secret of a link")
    return token.strip()


def _json(data: Any) -> Response:
    return Response(encoded(data), media_type="application/json")
