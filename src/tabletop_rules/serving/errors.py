"""What goes wrong at the play page: with its file or settings, and with a request."""

from typing import Any

from tabletop_rules.core import ProblemsError

__all__ = ["RequestError", "ServingError", "StoreError"]


class ServingError(ProblemsError):
    """A file, config, player or setting that nothing can be served with."""

    kind = "play page"


class StoreError(OSError):
    """The file of the games could not be written; nothing has changed."""


class RequestError(Exception):
    """A request that is refused: nothing has changed.

    `status` is the HTTP status, `code` a word for programs, `more` what else the answer holds.
    """

    def __init__(self, status: int, code: str, message: str, **more: Any) -> None:
        super().__init__(status, code, message)
        self.status = status
        self.code = code
        self.message = message
        self.more = more

    def __str__(self) -> str:
        return self.message

    @property
    def data(self) -> dict[str, Any]:
        """What the answer says."""
        return {"error": {"code": self.code, "message": self.message, **self.more}}
