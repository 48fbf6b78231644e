"""What can go wrong with environments."""

from tabletop_rules.core.errors import MissingExtraError, shown

__all__ = ["EnvironmentsError", "MissingExtraError", "NotBegunError", "OverError"]


class EnvironmentsError(ValueError):
    """Base of the errors of environments: something was expected, and something else was given."""

    def __init__(self, where: str, expected: str, *given: object) -> None:
        super().__init__(where, expected, *given)
        self.where = where
        self.expected = expected
        self.given = given

    def __str__(self) -> str:
        got = f", got {', '.join(map(shown, self.given))}" if self.given else ""
        return f"{self.where}: expected {self.expected}{got}"


class NotBegunError(EnvironmentsError):
    """An environment that was used before its first reset."""

    def __init__(self, where: str) -> None:
        super().__init__(where, "reset() before it")


class OverError(EnvironmentsError):
    """Something that is only there until a game is over, such as its next action."""

    def __init__(self, where: str) -> None:
        super().__init__(where, "reset() after the end of a game")
