"""What can be wrong with a position that somebody has written down."""

from collections import Counter
from collections.abc import Iterator

from tabletop_rules.core import Problem, Question
from tabletop_rules.core.errors import shown
from tabletop_rules.dominum.abilities import Phase
from tabletop_rules.dominum.agenda_checks import agenda_problems
from tabletop_rules.dominum.contents import FORCES
from tabletop_rules.dominum.mark_checks import between_phases_problems, mark_problems
from tabletop_rules.dominum.questions.powers import TakeCounter
from tabletop_rules.dominum.questions.rounds import ChoosePhase, LinkOrPass
from tabletop_rules.dominum.questions.setup import ChooseForce, Place
from tabletop_rules.dominum.scoring import verdict
from tabletop_rules.dominum.state import ACTIVATIONS, BATTLEFIELD, State, token

__all__ = ["problems_of"]

_BROKEN = (AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError)
"""What a question may raise when the agenda was put together wrongly."""


def problems_of(state: State) -> list[Problem]:
    """Return everything that is wrong with a state, the simplest first."""
    simple = [*_clock_problems(state), *_player_problems(state), *_card_problems(state)]
    simple += mark_problems(state)
    return simple or [*_space_problems(state), *_agenda_problems(state)]


def _clock_problems(state: State) -> Iterator[Problem]:
    if not 0 <= state.clock.round <= state.config.max_rounds:
        what = f"expected 0 to {state.config.max_rounds}, got {state.clock.round}"
        yield Problem("round", what)


def _player_problems(state: State) -> Iterator[Problem]:
    counters = state.config.power_deck.counters
    for seat, (player, power) in enumerate(zip(state.players, state.powers, strict=True)):
        where = f"seats[{seat}]"
        if not 0 <= player.charges <= 3:
            yield Problem(f"{where}.charges", f"expected 0 to 3, got {player.charges}")
        if player.points < 0:
            yield Problem(f"{where}.points", f"expected 0 or more, got {player.points}")
        if player.activations > ACTIVATIONS:
            what = f"expected at most {ACTIVATIONS}, got {player.activations}"
            yield Problem(f"{where}.phases", what)
        if len(power.reserve) > 3:
            yield Problem(f"{where}.reserve", f"expected at most 3, got {len(power.reserve)}")
        if not power.deck and not power.reserve and not _is_cycling(state, seat):
            yield Problem(f"{where}.used", "the deck must have cycled: all nine cards are used")
        if Counter(power.counters) - Counter(counters):
            what = f"expected some of {list(counters)}, got {list(power.counters)}"
            yield Problem(f"{where}.counters", what)


def _is_cycling(state: State, seat: int) -> bool:
    """Return whether a seat is asked for the counter of a cycle: all nine are used then."""
    asked = state.agenda[-1] if state.agenda else None
    return isinstance(asked, TakeCounter) and asked.seat == seat


def _card_problems(state: State) -> Iterator[Problem]:
    for seat, player in enumerate(state.players):
        domain = state.config.domains[seat]
        units = [unit.card for unit in state.units if unit.seat == seat]
        everywhere = Counter((*player.hand, *player.discard, *units))
        for card, times in everywhere.items():
            if times > 1:
                yield Problem(f"seats[{seat}]", f"{domain.cards[card].name} is in {times} places")
        if Counter(player.known) - Counter(player.hand):
            yield Problem(f"seats[{seat}].known", "expected only cards in hand")
        for kind, most in FORCES.items():
            count = sum(domain.cards[card].type is kind for card in everywhere)
            if count > most:
                what = f"expected at most {most} of type {kind.value!r}, got {count}"
                yield Problem(f"seats[{seat}]", what)
        if len(units) > BATTLEFIELD:
            what = f"expected at most {BATTLEFIELD}, got {len(units)}"
            yield Problem(f"seats[{seat}].cards", what)


def _space_problems(state: State) -> Iterator[Problem]:
    names = state.config.board.names
    for space, times in Counter(unit.space for unit in state.units).items():
        if times > 1:
            yield Problem("cards", f"{times} cards stand on {names[space]}")


def _agenda_problems(state: State) -> Iterator[Problem]:
    if not state.agenda:
        if verdict(state) is None and state.clock.round < state.config.max_rounds:
            yield Problem("agenda", "it is empty, but the game is not over")
        return
    asked = state.agenda[-1]
    if not isinstance(asked, Question):
        yield Problem("agenda", "its last item must be a question that somebody answers")
        return
    try:
        shape = [*agenda_problems(state)]
    except _BROKEN as error:
        shape = [Problem("agenda", f"its items do not fit the position ({error!r})")]
    if not shape:
        shape += _track_problems(state)
    if isinstance(asked, ChoosePhase | LinkOrPass | Place):
        shape += between_phases_problems(state)
    if isinstance(asked, ChooseForce):
        shape += _force_problems(state, asked)
    yield from shape
    if shape:
        return
    try:
        options = state.options
        for option in {options[0], options[-1]} if options else ():
            asked.answer(state, option)
    except _BROKEN as error:
        yield Problem("agenda", f"its items do not fit the position ({error!r})")
        return
    if not options:
        yield Problem("agenda", "its last item leaves nothing to choose")


def _force_problems(state: State, asked: ChooseForce) -> Iterator[Problem]:
    """Give what is wrong with armies that are being chosen (rule DM-R3)."""
    for seat, player in enumerate(state.players):
        made = asked.chosen if seat == asked.seat else 13 * (seat < asked.seat)
        if (player.stronghold >= 0) != (made > 0):
            wrong = "a stronghold is missing" if made else "it has not chosen a stronghold yet"
            yield Problem(f"seats[{seat}].stronghold", wrong)
        if len(player.hand) != max(made - 1, 0):
            what = f"expected {max(made - 1, 0)} chosen cards, got {len(player.hand)}"
            yield Problem(f"seats[{seat}].hand", what)


def _track_problems(state: State) -> Iterator[Problem]:
    """Give what does not fit the tokens on the tracks (rules DM-ROUND-5, DM-LINK-1, DM-R6)."""
    clock = state.clock
    for ask in state.agenda:
        if isinstance(ask, ChoosePhase | LinkOrPass):
            player, where = state.players[ask.seat], f"seats[{ask.seat}]"
            if player.activations >= ACTIVATIONS:
                what = f"all {ACTIVATIONS} are activated: it cannot activate another one"
                yield Problem(f"{where}.phases", what)
            if isinstance(ask, LinkOrPass) and not player.link:
                yield Problem(f"{where}.linked", "the Link token is spent: it cannot link")
    for seat, player in enumerate(state.players):
        in_it = (clock.active, clock.phase) == (seat, Phase.INITIATIVE)
        taken = player.tokens & token(Phase.INITIATIVE)
        if taken and clock.initiative != seat and not (in_it and clock.initiative is None):
            what = f"expected {seat}, as seat {seat} has activated that phase"
            yield Problem("initiative", f"{what}, got {shown(clock.initiative)}")
