"""Bringing cards to the battlefield, by a phase or by an ability."""

from functools import lru_cache

from attrs import frozen

from tabletop_rules.core import Refusal, Seat, Transition
from tabletop_rules.core.agenda import run_steps
from tabletop_rules.core.deck import removed
from tabletop_rules.dominum.abilities import FREE, Deploy, Phase, ReturnCard, Trigger
from tabletop_rules.dominum.actions import (
    Action,
    DeployCard,
    ReturnOne,
    Word,
    deploy,
    said,
)
from tabletop_rules.dominum.board import Board, bits
from tabletop_rules.dominum.changes import player_with
from tabletop_rules.dominum.events import AbilityDeclined, CardDeployed, CardReturned
from tabletop_rules.dominum.questions import newcomers, performing, phases
from tabletop_rules.dominum.questions.base import Decision
from tabletop_rules.dominum.questions.triggers import Moment, ready
from tabletop_rules.dominum.sources import Source
from tabletop_rules.dominum.standing import Sight, hold, places_mask
from tabletop_rules.dominum.state import BATTLEFIELD, State, Unit, make_unit

__all__ = [
    "Muster",
    "Recall",
    "deploy_by_ability",
    "deployed",
    "deployments",
    "has_room",
    "recall_options",
]


@lru_cache(maxsize=1 << 11)
def deployments(board: Board, name: str, mask: int, ability: bool) -> tuple[Action, ...]:
    """Return the actions that deploy a card on each space of a mask."""
    return tuple(deploy(name, board.names[space], ability) for space in bits(mask))


def has_room(state: State, seat: Seat) -> bool:
    """Return whether a seat may have one more card on the battlefield (rules DM-DEP-1, DM-R34)."""
    return state.masks[seat].bit_count() < BATTLEFIELD


def deployed(state: State, seat: Seat, card: int, space: int, rule: str) -> Transition[State]:
    """Return the state in which a card of the hand lies on the board, with what that sets off."""
    player = state.players[seat]
    known = player.known
    if card in known:  # it lay open before, so it may have been on the battlefield
        known = removed(known, card)
        state = newcomers.as_newcomer(state, (seat, card))
    hand = removed(player.hand, card)
    return arrived(
        state.with_player(seat, player_with(player, hand=hand, known=known)),
        seat,
        card,
        space,
        rule,
    )


def arrived(state: State, seat: Seat, card: int, space: int, rule: str) -> Transition[State]:
    """Return the state in which a card has been deployed: On Deploy works (rule DM-DEP-3)."""
    unit = make_unit(seat, card, space)
    units = [*state.units, unit]
    units.sort(key=_space)
    event = CardDeployed(
        rule=rule,
        seat=seat,
        card=state.config.domains[seat].cards[card].name,
        space=state.config.board.names[space],
    )
    after = state.with_units(tuple(units))
    moments = (
        Moment(Trigger.ON_DEPLOY, unit),
        Moment(Trigger.ALLY_DEPLOYS, unit, unit),
        Moment(Trigger.ENEMY_DEPLOYS, unit, unit),
    )
    after = _begun(after, seat)
    waiting = ready(after, moments)
    return Transition(after.push(*waiting) if waiting else after, (event,))


def _begun(state: State, seat: Seat) -> State:
    """Return the state in which nothing can retreat any more in this Deploy phase (DM-R33)."""
    if state.clock.phase is not Phase.DEPLOY:
        return state
    begun = phases.phase_step(seat, Phase.DEPLOY, True)
    waiting = phases.phase_step(seat, Phase.DEPLOY, False)
    if waiting not in state.agenda:
        return state
    return state.with_agenda(tuple(begun if ask == waiting else ask for ask in state.agenda))


def _space(unit: Unit) -> int:
    return unit.space


def further_spaces(state: State, seat: Seat, card: int) -> int:
    """Return where a card's own abilities let it be deployed besides (rules DM-INIT-8, DM-R5)."""
    mask = 0
    for ability in state.config.domains[seat].cards[card].deployments:
        source = Source(seat, card)
        if performing.is_payable(state, source, ability.cost) and hold(
            state, ability.when, Sight(seat, None)
        ):
            mask |= places_mask(state, ability.places, seat)
    return mask & state.empty


def deploy_by_ability(state: State, seat: Seat, card: int, space: int) -> Transition[State]:
    """Return the state in which a card was deployed where its own ability lets it, and paid for."""
    for ability in state.config.domains[seat].cards[card].deployments:
        source = Source(seat, card)
        fits = places_mask(state, ability.places, seat) >> space & 1
        if (
            fits
            and performing.is_payable(state, source, ability.cost)
            and hold(state, ability.when, Sight(seat, None))
        ):
            after, events = deployed(state, seat, card, space, "DM-INIT-8")
            if ability.cost == FREE:
                return Transition(after, events)
            paid, more = performing.pay(after, source, ability.cost)
            return Transition(paid, events + more)
    raise AssertionError("an option says that there is such an ability")


@frozen
class Muster(Decision):
    """An ability lets a seat deploy a card of its hand (rule DM-R34).

    It is asked whenever there is a hand and a space, and may be declined, as others do not know
    what is in the hand.
    """

    cites = "DM-R34"
    wants = "deploy such a card on one of these spaces, or decline"

    seat: Seat
    effect: Deploy

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return each card of the right type on each space."""
        mask = state.empty & places_mask(state, self.effect.places, self.seat)
        cards = state.config.domains[self.seat].cards
        options: list[Action] = []
        for number in state.players[self.seat].hand:
            if not self.effect.types or cards[number].type in self.effect.types:
                options += deployments(state.config.board, cards[number].name, mask, False)
        return (*options, said[Word.DECLINE])

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Deploy it, or not."""
        if not isinstance(action, DeployCard):
            return run_steps(state.popped(), (AbilityDeclined(rule=self.cites, seat=self.seat),))
        card = state.config.domains[self.seat].numbers[action.name]
        space = state.config.board.by_name[action.space]
        return run_steps(*deployed(state.popped(), self.seat, card, space, self.cites))


def recall_options(state: State, seat: Seat, effect: ReturnCard) -> tuple[Action, ...]:
    """Return how a card of the discard pile can come back (rule DM-R44)."""
    cards = state.config.domains[seat].cards
    fitting = [
        number
        for number in state.players[seat].discard
        if not effect.types or cards[number].type in effect.types
    ]
    if not effect.places:
        return tuple(ReturnOne(cards[number].name) for number in fitting)
    if not has_room(state, seat):
        return ()
    mask = state.empty & places_mask(state, effect.places, seat)
    options: list[Action] = []
    for number in fitting:
        options += deployments(state.config.board, cards[number].name, mask, False)
    return tuple(options)


def recall(state: State, seat: Seat, effect: ReturnCard) -> Transition[State]:
    """Return the state in which a card of the discard pile comes back (rule DM-R44)."""
    options = recall_options(state, seat, effect)
    if not options:
        return Transition(state, ())
    asked = Recall(seat, effect)
    if len(options) == 1 and not effect.may:
        return asked.answer(state.push(asked), options[0])
    return Transition(state.push(asked), ())


@frozen
class Recall(Decision):
    """An ability lets a seat take a card from its discard pile (rules DM-R44, DM-R45)."""

    cites = "DM-R44"
    wants = "choose a card of the discard pile, or decline where that is offered"

    seat: Seat
    effect: ReturnCard

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return the cards that can come back."""
        no: tuple[Action, ...] = (said[Word.DECLINE],) if self.effect.may else ()
        return (*recall_options(state, self.seat, self.effect), *no)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Return the card to the hand, where it stays known, or deploy it."""
        if not isinstance(action, ReturnOne | DeployCard):
            return run_steps(state.popped(), (AbilityDeclined(rule=self.cites, seat=self.seat),))
        player = state.players[self.seat]
        card = state.config.domains[self.seat].numbers[action.name]
        discard = removed(player.discard, card)
        if isinstance(action, DeployCard):
            made = player_with(player, discard=discard)
            space = state.config.board.by_name[action.space]
            below = newcomers.as_newcomer(state.popped(), (self.seat, card))
            below = below.with_player(self.seat, made)
            return run_steps(*arrived(below, self.seat, card, space, self.cites))
        hand = tuple(sorted((*player.hand, card)))
        known = tuple(sorted((*player.known, card)))
        made = player_with(player, discard=discard, hand=hand, known=known)
        returned = CardReturned(rule="DM-R45", seat=self.seat, card=action.name)
        return run_steps(state.popped().with_player(self.seat, made), (returned,))

    def reason_against(self, state: State, action: object, /) -> Refusal | None:
        """Say that the card is not in the pile."""
        if isinstance(action, ReturnOne):
            return Refusal("DM-R44", f"{action.name} is not in the discard pile, or does not fit")
        return None
