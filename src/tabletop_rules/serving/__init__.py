"""The play page: a local server at which persons and bots play any of the games in browsers.

It needs Starlette and uvicorn, which come with the extra ``serve``. The application itself is
``tabletop_rules.serving.app.create_app``.
"""

from tabletop_rules.core import MissingExtraError

try:
    from tabletop_rules.serving.errors import RequestError, ServingError
    from tabletop_rules.serving.links import new_token
    from tabletop_rules.serving.room import Room
    from tabletop_rules.serving.rooms import Links, Rooms
    from tabletop_rules.serving.running import ServingMissingError, listen, need_serving, run
    from tabletop_rules.serving.store import Store
except MissingExtraError as missing:
    raise MissingExtraError(missing.library, "serve") from missing

__all__ = [
    "Links",
    "RequestError",
    "Room",
    "Rooms",
    "ServingError",
    "ServingMissingError",
    "Store",
    "listen",
    "need_serving",
    "new_token",
    "run",
]
