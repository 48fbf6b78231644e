"""The start of a game, and choosing a ready army (rules DM-SEL-1, DM-SEL-2, DM-R3)."""

from tabletop_rules.core import ConfigError, Event, Problem, Transition
from tabletop_rules.core import agenda as _agenda
from tabletop_rules.dominum.actions import Action, ChooseCard
from tabletop_rules.dominum.config import Config
from tabletop_rules.dominum.content_checks import army_problems
from tabletop_rules.dominum.contents import Army
from tabletop_rules.dominum.questions.setup import ChooseForce
from tabletop_rules.dominum.state import Clock, Player, Power, State

__all__ = ["apply_list", "choices_of", "initial_state"]


def initial_state(config: Config) -> State:
    """Return the state before seat 0 chooses its forces (rules DM-SETUP-2, DM-SETUP-3)."""
    deck = config.power_deck
    power = Power(deck.cards, (), (), tuple(sorted(deck.counters)))
    player = Player()
    return State(config, Clock(), (player, player), (power, power), (), (ChooseForce(),))


def choices_of(state: State, army: Army) -> tuple[Action, ...]:
    """Return the 13 actions that choose an army, in the order in which they are asked for.

    Raises:
        ConfigError: with everything that is wrong with the army.
    """
    asked = state.agenda[-1] if state.agenda else None
    if not isinstance(asked, ChooseForce):
        raise ValueError("nobody is about to choose an army")
    domain = state.config.domains[asked.seat]
    problems: list[Problem] = list(army_problems(domain, army))
    if problems:
        raise ConfigError(problems, army.name)
    numbers = sorted(domain.numbers[name] for name in army.cards)
    kinds = list(domain.of_type)
    numbers.sort(key=lambda number: kinds.index(domain.cards[number].type))
    names = (army.stronghold, *(domain.cards[number].name for number in numbers))
    return tuple(ChooseCard(name) for name in names)


def apply_list(state: State, army: Army | None = None) -> Transition[State]:
    """Return the state after the seat that is asked has chosen a whole army.

    Raises:
        ConfigError: with everything that is wrong with the army.
        ValueError: nobody is about to choose an army, or it has begun to choose.
    """
    asked = state.agenda[-1] if state.agenda else None
    if not isinstance(asked, ChooseForce) or state.players[asked.seat].stronghold >= 0:
        raise ValueError("nobody is about to choose an army")
    if army is None:
        armies = state.config.domains[asked.seat].armies
        if not armies:
            raise ConfigError([Problem("armies", "the domain has no ready army")])
        army = armies[0]
    events: tuple[Event, ...] = ()
    for action in choices_of(state, army):
        state, more = _agenda.apply(state, action, "DM-END-1")
        events += more
    return Transition(state, events)
