"""What all parts of the picture look up: the view, what is marked, the strengths that hold now."""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import svg
from attrs import define, frozen

from tabletop_rules.core import Seat
from tabletop_rules.dominum.abilities import KeywordName
from tabletop_rules.dominum.actions import OnPower, PowerVerb
from tabletop_rules.dominum.contents import Card
from tabletop_rules.dominum.questions.powers import Discard
from tabletop_rules.dominum.standing import attack_strength, defence_strength, has
from tabletop_rules.dominum.state import Fight, State, Unit
from tabletop_rules.dominum.views import View
from tabletop_rules.drawing.scenes import Mark, Marks, Scene

__all__ = ["Part", "Table"]


@frozen
class Part:
    """A part of the picture, painted from (0, 0) on, and its size."""

    width: float
    height: float
    elements: tuple[svg.Element, ...]


@define(slots=False)
class Table:
    """A scene of Dominum, with what follows from it."""

    scene: Scene[View]

    @property
    def view(self) -> View:
        """The view that is drawn."""
        return self.scene.view

    @property
    def marks(self) -> Marks:
        """The options and events to mark."""
        return self.scene.marks

    @property
    def narrow(self) -> bool:
        """Whether it is for a narrow screen."""
        return self.scene.narrow

    @property
    def near(self) -> Seat:
        """The seat whose side is drawn below: the viewer's."""
        return 1 if self.view.seat == 1 else 0

    @cached_property
    def asked(self) -> Seat | None:
        """The seat that the question on top is about; also when chance answers it."""
        agenda = self.view.agenda
        return getattr(agenda[-1], "seat", None) if agenda else None

    @cached_property
    def losing(self) -> Seat | None:
        """The seat of whose reserve board a card is to be discarded."""
        top = self.view.agenda[-1] if self.view.agenda else None
        return top.of if isinstance(top, Discard) else self.asked

    @cached_property
    def fights(self) -> tuple[Fight, ...]:
        """The attacks that are being settled, each once, the innermost last."""
        found: dict[object, Fight] = {}
        for ask in self.view.agenda:
            fight = getattr(ask, "fight", None)
            if isinstance(fight, Fight):
                found[fight.attacker, fight.defender] = fight
        return tuple(found.values())

    @cached_property
    def _state(self) -> State:
        """The view as a state, to ask what holds on the battlefield, where nothing is hidden."""
        seen = self.view
        return State(seen.config, seen.clock, seen.players, seen.powers, seen.units, seen.agenda)

    def card(self, seat: Seat, number: int) -> Card:
        """Return what is printed on a card."""
        return self.view.config.domains[seat].cards[number]

    def strengths(self, unit: Unit) -> tuple[int, int]:
        """Return with what strength a card attacks and defends now."""
        return attack_strength(self._state, unit), defence_strength(self._state, unit)

    def keywords(self, unit: Unit) -> Iterator[str]:
        """Give the names of the keywords that a card has now."""
        for keyword in KeywordName:
            if has(self._state, unit, keyword):
                yield keyword.value.replace("_", " ").title()

    def options(self, seat: Seat, wanted: Callable[[Any], bool]) -> tuple[int, ...]:
        """Return the indices of the options that are `wanted`, if the question is about `seat`."""
        return self.marks.where(wanted) if self.asked == seat else ()

    def power_options(self, seat: Seat, card: int, *verbs: PowerVerb) -> tuple[int, ...]:
        """Return the indices of the options of `verbs` with a power card or counter of `seat`."""
        about = {PowerVerb.DISCARD: self.losing}
        wanted = [verb for verb in verbs if about.get(verb, self.asked) == seat]
        return self.marks.where(
            lambda o: isinstance(o, OnPower) and o.card == card and o.verb in wanted
        )

    def names(self, seat: Seat, name: str, kind: type[Any]) -> tuple[int, ...]:
        """Return the indices of the options of `kind` that name a card or stronghold of `seat`."""
        return self.options(seat, lambda option: isinstance(option, kind) and option.name == name)

    def mark_space(self, name: str) -> Mark:
        """Return what the options and events have to do with a space or the card on it."""
        keys = [(field, name) for field in ("space", "start", "end", "target")]
        return Mark(self.marks.option(*keys), self.marks.happened(*keys, ("target_space", name)))
