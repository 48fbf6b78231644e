"""Running the server."""

import socket
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from typing import Final

from tabletop_rules.core import MissingExtraError
from tabletop_rules.serving.rooms import Rooms

__all__ = ["ServingMissingError", "listen", "need_serving", "run"]

_GRACE_SECONDS: Final = 1


class ServingMissingError(MissingExtraError):
    """What the page is served with is not installed."""

    def __init__(self, library: str = "starlette and uvicorn", extra: str = "serve") -> None:
        super().__init__(library, extra)


def need_serving() -> None:
    """Make sure that a page can be served.

    Raises:
        ServingMissingError: it cannot.
    """
    if find_spec("starlette") is None or find_spec("uvicorn") is None:
        raise ServingMissingError


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address; port 0 takes one that is free.

    Raises:
        OSError: it cannot.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise OSError(error.errno, error.strerror, f"{host}:{port}") from error


def run(  # noqa: PLR0913 - what `create_app` has, and where
    rooms: Rooms,
    listening: socket.socket,
    *,
    host_token: str,
    bots: Iterable[str] = (),
    names: Iterable[str] = (),
    on_start: Callable[[], None] = lambda: None,
) -> None:
    """Answer at a socket until the process is told to end; see `create_app` for the rest.

    No addresses are logged.

    Raises:
        ServingMissingError: starlette and uvicorn are not installed.
    """
    need_serving()
    import uvicorn  # noqa: PLC0415 - an extra

    from tabletop_rules.serving.app import create_app  # noqa: PLC0415 - an extra
    from tabletop_rules.serving.connections import (  # noqa: PLC0415 - an extra
        BACKLOG,
        BoundedProtocol,
    )

    app = create_app(rooms, host_token=host_token, bots=bots, names=names, on_start=on_start)
    config = uvicorn.Config(
        app,
        http=BoundedProtocol,
        backlog=BACKLOG,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        lifespan="on",
    )
    uvicorn.Server(config).run(sockets=[listening])
