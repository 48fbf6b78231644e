"""Bonuses of settlement tokens and goods, and the choice of a star track."""

from functools import lru_cache
from typing import Any, Final

from attrs import frozen

from tabletop_rules.core import Event, Question, Refusal, Seat, Transition
from tabletop_rules.core.agenda import run_steps
from tabletop_rules.dominus_portus.actions import Action, ChooseTrack
from tabletop_rules.dominus_portus.events import (
    BeautificationGained,
    Gained,
    StarGained,
    TokenWithoutEffect,
    UnitDeployed,
)
from tabletop_rules.dominus_portus.state import Army, City, State
from tabletop_rules.dominus_portus.values import STAR, Bonus, Colour

__all__ = ["Track", "gain", "gained"]

_TRACKS: Final[tuple[Action, ...]] = tuple(ChooseTrack(colour) for colour in Colour)

_SETTLED: Final = {
    "points": "DS-SETTLE-4",
    "coins": "DS-SETTLE-6",
    "faith": "DS-SETTLE-7",
}
"""The rule of a settlement token that gives only this."""

GOODS: Final = "PT-GOODS-4"
"""The rule by which goods give their bonuses."""


@lru_cache(maxsize=1 << 12)
def gained(rule: str, seat: Seat, what: Bonus) -> Gained:
    """Return the event of gaining coins, population, faith and points, always the same object."""
    return Gained(
        rule=rule,
        seat=seat,
        coins=what.coins,
        population=what.population,
        faith=what.faith,
        points=what.points,
    )


def _rule_of(bonus: Bonus, rule: str) -> str:
    """Return the rule that gives coins, population, faith and points of a bonus."""
    if rule == GOODS:
        return rule
    given = [name for name in ("coins", "population", "faith", "points") if getattr(bonus, name)]
    return _SETTLED.get(given[0], rule) if len(given) == 1 else rule


def gain(
    state: State,
    seat: Seat,
    bonus: Bonus,
    rule: str,
    events: tuple[Event, ...],
) -> Transition[State]:
    """Return the state in which a seat has a bonus, with a choice of tracks on the agenda.

    Legion symbols are the caller's. Coins, population, faith and points are tallied here and
    booked by a host (rule DS-R12); a star is asked for (rule DS-R11).
    """
    agenda: tuple[Any, ...] = state.agenda
    if bonus.stars:
        agenda = (*agenda, Track(seat, bonus.stars, rule))
    city = state.cities[seat]
    if bonus.coins or bonus.population or bonus.faith or bonus.points:
        city = City(
            city.tally,
            city.coins + bonus.coins,
            city.population + bonus.population,
            city.faith + bonus.faith,
            city.points + bonus.points,
        )
        events += (gained(_rule_of(bonus, rule), seat, bonus),)
    for _ in range(bonus.beautifications):
        if state.config.rulings.beautifications:
            events += (BeautificationGained(rule=_settled("DS-SETTLE-5", rule), seat=seat),)
        else:
            events += (TokenWithoutEffect(rule="DS-R4", seat=seat, what="Beautification tile"),)
    made = state.with_city(seat, city, agenda)
    if bonus.deploy and made.armies:
        cited = _settled("DS-SETTLE-3", rule)
        return _deploy_free(made, seat, bonus.deploy, cited, events)
    return Transition(made, events)


def _settled(printed: str, rule: str) -> str:
    """Return the rule of a settlement's bonus, or `rule` where goods give the same."""
    return rule if rule.startswith("PT") else printed


def _deploy_free(
    state: State, seat: Seat, count: int, rule: str, events: tuple[Event, ...]
) -> Transition[State]:
    """Put Legions into Rome, as far as the supply goes (rules DS-SETTLE-3, DS-R5)."""
    army = state.armies[seat]
    rome = state.config.map_board.rome
    possible = min(count, army.supply)
    for _ in range(possible):
        events += (UnitDeployed(rule=rule, seat=seat, general=False, province=rome),)
    if possible < count:
        events += (TokenWithoutEffect(rule="DS-R5", seat=seat, what="Legion"),)
    deployed = Army((army.legions[0] + possible, *army.legions[1:]), army.general)
    return Transition(state.with_army(seat, deployed, state.agenda), events)


@frozen
class Track(Question[State, Action]):
    """A seat chooses the star track on which it advances, `left` times (rule DS-R11).

    `source` is the rule that gives the star.
    """

    seat: Seat
    left: int = 1
    source: str = "DS-SETTLE-1"

    @property
    def actor(self) -> Seat:
        """The one who gets the star."""
        return self.seat

    @property
    def rule(self) -> str:
        """The owner chooses."""
        return "DS-R11"

    def options(self, state: State, /) -> tuple[Action, ...]:
        """Return the three tracks."""
        return _TRACKS

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Advance on the track."""
        assert isinstance(action, ChooseTrack)
        city = state.cities[self.seat]
        starred = City(
            city.tally.plus(STAR[action.track]),
            city.coins,
            city.population,
            city.faith,
            city.points,
        )
        agenda: tuple[Any, ...] = state.agenda[:-1]
        if self.left > 1:
            agenda = (*agenda, Track(self.seat, self.left - 1, self.source))
        rule = GOODS if self.source == GOODS else "DS-SETTLE-8"
        event = StarGained(rule=rule, seat=self.seat, track=action.track)
        return run_steps(state.with_city(self.seat, starred, agenda), (event,))

    def refuse(self, state: State, action: object, /) -> Refusal:
        """Say that a track must be chosen."""
        return Refusal(
            "DS-R11", f"seat {self.seat} must choose the brown, purple or red star track"
        )
