"""Bots for tests: honest ones, and ones that do what they must not."""

from collections.abc import Callable
from random import Random
from typing import Any, Generic, TypeVar

A = TypeVar("A")


class AnyOption:
    """Chooses at random, from its own seed."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def choose(self, view: object, options: tuple[A, ...], /) -> A:
        return options[int(self._rng.random() * len(options))]


class Scripted(Generic[A]):
    """Gives the answers of a list, whatever it is asked, and keeps what it was given."""

    def __init__(self, answers: list[A]) -> None:
        self._answers = iter(answers)
        self.given: list[tuple[object, tuple[A, ...]]] = []

    def choose(self, view: object, options: tuple[A, ...], /) -> A:
        self.given.append((view, options))
        return next(self._answers)


class Answering:
    """Answers with what a function makes of its options; untyped, so that it can misbehave."""

    def __init__(self, answer: Callable[[tuple[Any, ...]], Any]) -> None:
        self._answer = answer

    def choose(self, view: object, options: tuple[Any, ...], /) -> Any:
        return self._answer(options)


class Attentive(AnyOption):
    """Keeps what it is told, and does something else when it is told one thing."""

    def __init__(self, seed: int, failing: str = "", error: BaseException | None = None) -> None:
        super().__init__(seed)
        self.told: list[tuple[Any, ...]] = []
        self._failing = failing
        self._error = error

    def _hear(self, *what: Any) -> None:
        self.told.append(what)
        if what[0] == self._failing and self._error is not None:
            raise self._error

    def begin(self, config: Any, seat: int, seed: int, /) -> None:
        self._hear("begin", config, seat, seed)

    def notice(self, events: tuple[Any, ...], /) -> None:
        self._hear("notice", events)

    def finish(self, outcome: Any, score: tuple[int, ...], /) -> None:
        self._hear("finish", outcome, score)
