"""What each seat has observed so far: positions that know how they were reached.

A view is all that a seat may know of a state, but not how it came to know it: it need not hold the
seat's own past decisions. Algorithms that need perfect recall are given the history instead: the
seat's own actions and the events that it saw, step by step. Two positions have the same one for a
seat exactly when the seat cannot tell them apart.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from random import Random
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from attrs import fields

from tabletop_rules.core import CHANCE, HOST, Actor, Event, Seat, to_json
from tabletop_rules.encodings import Encoding, encoding
from tabletop_rules.encodings.rewards import rewards
from tabletop_rules.environments.errors import EnvironmentsError

__all__ = ["Position", "Row", "Step", "begin", "numbered"]


class Row(NamedTuple):
    """A step as a seat has it: the number of its own action, if it acted, and its view then."""

    action: int | None
    view: Any


class Step(NamedTuple):
    """How a position was reached: from which one, and what its actor and the rules did."""

    parent: "Position"
    action: Any
    events: tuple[Event, ...]


class _Before(NamedTuple):
    """What a seat has before the first step."""

    text: str
    rows: tuple[Row, ...]


_SHORT: Final = 128
_KEPT: Final = 2**13
"""So many positions of games of at most `_SHORT` actions are kept for whoever walks trees."""
_NOTHING: Final[Mapping[Seat | None, _Before]] = MappingProxyType({})


class Position:
    """A state and the way to it, as numbers and texts. It never changes; it is its own copy.

    Attributes:
        encoding: what its numbers mean
        state: the state of the game
        actor: who acts next; none when the game is over
        step: the last step of the way; none at its beginning
        short: whether no game has more steps than a tree of which all positions are kept
    """

    def __init__(
        self,
        numbers: Encoding[Any, Any, Any],
        state: Any,
        step: Step | None = None,
        *,
        before: Mapping[Seat | None, _Before] = _NOTHING,
    ) -> None:
        """Take a state, and the step that led to it, or what seats have `before` the first.

        Raises:
            EnvironmentsError: the game waits for its host, who is nobody here.
        """
        self.encoding: Final = numbers
        self.state: Final = state
        self.actor: Final[Actor] = numbers.game.actor(state)
        if self.actor is HOST:
            what = "a config that does not wait for its host, whom no seat can play"
            raise EnvironmentsError(numbers.name, what, numbers.config)
        self.step: Final = step
        self.short: Final[bool] = (
            numbers.game.max_actions(numbers.config) <= _SHORT
            if step is None
            else step.parent.short
        )
        self._before: Final = before
        self._texts: dict[Seat | None, str] = {}

    # ---------------------------------------------------------------- the rules, by numbers

    @cached_property
    def options(self) -> tuple[int, ...]:
        """The numbers of what the seat that acts may do, in ascending order."""
        if not isinstance(self.actor, int):
            return ()
        encode = self.encoding.encode
        return tuple(sorted(map(encode, self.encoding.game.legal_actions(self.state))))

    @cached_property
    def chances(self) -> tuple[tuple[int, float], ...]:
        """The numbers of what chance may do, in ascending order, with the probability of each."""
        if self.actor is not CHANCE:
            return ()
        encode = self.encoding.encode_chance
        outcomes = self.encoding.game.chance_outcomes(self.state)
        return tuple(sorted((encode(action), float(odds)) for action, odds in outcomes))

    def after(self, number: int) -> "Position":
        """Return the position after an action of whoever acts.

        Raises:
            ActionNumberError: the number stands for no action.
            IllegalActionError: the rules do not allow it.
            EnvironmentsError: the game is over.
        """
        if self.actor is None:
            raise EnvironmentsError("apply_action", "a game that is not over; action", number)
        return (_kept if self.short else _made)(self, number)

    def made(self, action: Any) -> "Position":
        """Return the position after an action as a value, as `after` does for its number.

        Raises:
            IllegalActionError: the rules do not allow it.
        """
        state, events = self.encoding.game.apply(self.state, action)
        return Position(self.encoding, state, Step(self, action, events))

    def named(self, number: int, *, chance: bool) -> str:
        """Return the notation of the action of a number.

        Raises:
            ActionNumberError: the number stands for no action.
        """
        decode = self.encoding.decode_chance if chance else self.encoding.decode
        return self.encoding.game.format_action(decode(number))

    def result(self, *, points: bool) -> tuple[float, ...]:
        """Return what each seat has gained; nothing until the game is over. It sums to 0.

        It is the reward of the result, or the seat's points less the mean of the others' points.
        """
        score = self.encoding.game.score(self.state)
        outcome = self.encoding.game.outcome(self.state)
        if outcome is None:
            return (0.0,) * len(score)
        if not points:
            return rewards(outcome)
        others = len(score) - 1
        return tuple(own - (sum(score) - own) / others for own in score)

    # ---------------------------------------------------------------- what a seat knows

    def view(self, seat: Seat | None) -> Any:
        """Return what a seat may know of the state."""
        return self.encoding.game.view(self.state, seat)

    def seen(self, seat: Seat | None) -> str:
        """Return a seat's view as a text: JSON in a line for each of its fields, but the config."""
        return "\n".join(_lines(self.view(seat), self.encoding.config))

    def __str__(self) -> str:
        return "\n".join(_lines(self.state, self.encoding.config))

    def text(self, seat: Seat | None) -> str:
        """Return the history of a seat: a line for each step, with its own action and the events.

        A step of which it sees nothing is an empty line: it may know that it was made.
        """
        if (known := self._texts.get(seat)) is not None:
            return known
        lines: list[str] = []
        for at in self.path():
            if (known := at.told(seat)) is not None:
                lines.append(known)
                break
            lines.append(at.line(seat))
        text = self._texts[seat] = "\n".join(reversed(lines))
        return text

    def path(self) -> Iterator["Position"]:
        """Give this position and those on the way to it, backwards."""
        at = self
        yield at
        while at.step is not None:
            at = at.step.parent
            yield at

    def told(self, seat: Seat | None) -> str | None:
        """Return the history of a seat if it is known without a look at steps."""
        return self._texts.get(seat) if self.step is not None else self.opening(seat)

    def line(self, seat: Seat | None) -> str:
        """Return the last line of the history of a seat."""
        if self.step is None:
            return self.opening(seat)
        own = seat is not None and self.step.parent.actor == seat
        line = [f"> {self.encoding.game.format_action(self.step.action)}"] if own else []
        seen = self.encoding.game.observe(self.step.events, seat)
        return "; ".join([*line, *map(repr, seen)])

    def rows(self, seat: Seat | None) -> list[Row]:
        """Return the history of a seat as its view after each step, from the beginning on."""
        found: list[Row] = []
        for at in self.path():
            if at.step is None:
                found += reversed(at.first_rows(seat))
                break
            own = seat is not None and at.step.parent.actor == seat
            number = self.encoding.encode(at.step.action) if own else None
            found.append(Row(number, at.view(seat)))
        return found[::-1]

    def opening(self, seat: Seat | None) -> str:
        """Return the history of a seat before the first step from here."""
        if (known := self._before.get(seat)) is not None:
            return known.text
        who = "spectator" if seat is None else f"seat {seat}"
        # A game begins alike for all; a position from elsewhere does not.
        return f"{who}\n{self.seen(seat)}" if self._before else who

    def first_rows(self, seat: Seat | None) -> tuple[Row, ...]:
        """Return the history of a seat before the first step from here, as its views."""
        known = self._before.get(seat)
        return (Row(None, self.view(seat)),) if known is None else known.rows

    def resampled(self, seat: Seat, rng: Random) -> "Position":
        """Return a position that the seat cannot tell from this one, drawn as `Game.resample` does.

        The seat has the history that it has here; that of the others begins with their view.
        """
        state = self.encoding.game.resample(self.view(seat), rng)
        known = _Before(self.text(seat), tuple(self.rows(seat)))
        return Position(self.encoding, state, before=MappingProxyType({seat: known}))

    # ---------------------------------------------------------------- copies

    def __copy__(self) -> "Position":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        *steps, start = self.path()
        actions = tuple(at.step.action for at in reversed(steps) if at.step is not None)
        return _remade, (self.encoding.name, self.encoding.config, start.origin, actions)

    @property
    def origin(self) -> tuple[Any, dict[Seat | None, _Before]] | None:
        """What the first position of a way is made from; none for that of a game."""
        return (self.state, dict(self._before)) if self._before else None

    def __repr__(self) -> str:
        return f"<Position of {self.encoding.name}: {self.actor} acts>"


def _lines(value: Any, config: Any) -> Iterator[str]:
    """Give a line for each field of a state or of a view, as JSON; its config is known to all."""
    for each in fields(type(value)):
        held = getattr(value, each.name)
        if getattr(held, "config", None) == config:  # a view that holds a state
            yield from _lines(held, config)
        elif type(held) is not type(config):
            yield f"{each.name}: {to_json(held, each.type)}"


@lru_cache(maxsize=_KEPT)
def _kept(position: Position, number: int) -> Position:
    return _made(position, number)


def _made(position: Position, number: int) -> Position:
    numbers = position.encoding
    chance = position.actor is CHANCE
    return position.made((numbers.decode_chance if chance else numbers.decode)(number))


@lru_cache(maxsize=64)
def numbered(name: str, config: Any) -> Encoding[Any, Any, Any]:
    """Return the encoding of a game with a config, the same one each time.

    Raises:
        EncodingError: there is none.
    """
    return encoding(name, config)


@lru_cache(maxsize=64)
def begin(numbers: Encoding[Any, Any, Any]) -> Position:
    """Return the position before the first action of a game, the same one each time.

    Raises:
        EnvironmentsError: the game waits for its host.
    """
    return Position(numbers, numbers.game.initial_state(numbers.config))


def _remade(
    name: str,
    config: Any,
    start: tuple[Any, dict[Seat | None, _Before]] | None,
    actions: tuple[Any, ...],
) -> Position:
    """Return a position that was pickled: the way to it is gone again."""
    at = begin(numbered(name, config))
    if start is not None:
        state, before = start
        at = Position(at.encoding, state, before=MappingProxyType(before))
    for action in actions:
        at = at.made(action)
    return at
