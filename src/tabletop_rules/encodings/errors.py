"""What can go wrong when views and actions become numbers."""

from typing import Any

from tabletop_rules.core.errors import shown

__all__ = [
    "ActionNumberError",
    "BufferShapeError",
    "EncodingError",
    "NoEncodingError",
    "TooLargeError",
    "UnnumberedActionError",
]


class EncodingError(ValueError):
    """Base of the errors of encodings: something has no numbers, or a number stands for nothing."""


class NoEncodingError(EncodingError):
    """A game for which nobody has written an encoding."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(name, known)
        self.name = name
        self.known = known

    def __str__(self) -> str:
        return f"no encoding is there for {shown(self.name)}: expected {', '.join(self.known)}"


class UnnumberedActionError(EncodingError):
    """An action that the config never offers, or that is of the other numbering."""

    def __init__(self, action: Any, what: str) -> None:
        super().__init__(action, what)
        self.action = action
        self.what = what

    def __str__(self) -> str:
        return f"expected {self.what} of this config, got {shown(self.action)}"


class ActionNumberError(EncodingError):
    """A number that stands for no action."""

    def __init__(self, number: Any, count: int, what: str) -> None:
        super().__init__(number, count, what)
        self.number = number
        self.count = count
        self.what = what

    def __str__(self) -> str:
        return (
            f"expected the number of {self.what}, 0 to {self.count - 1}, got {shown(self.number)}"
        )


class BufferShapeError(EncodingError):
    """A buffer that cannot be written into."""

    def __init__(self, expected: str, given: str) -> None:
        super().__init__(expected, given)
        self.expected = expected
        self.given = given

    def __str__(self) -> str:
        return f"expected {self.expected} to write into, got {self.given}"


class TooLargeError(EncodingError):
    """More of something than there is room for, in a config or in a view that no game reaches."""

    def __init__(self, what: str, count: int, most: int) -> None:
        super().__init__(what, count, most)
        self.what = what
        self.count = count
        self.most = most

    def __str__(self) -> str:
        return f"expected at most {self.most:,} {self.what}, got {self.count:,}"
