"""Components, forces, the first player, the initial deployment: what exercises their rules."""

from types import MappingProxyType
from typing import Final

from tabletop_rules.dominum.abilities import KeywordName, Move, Phase, Trigger, Type
from tabletop_rules.dominum.actions import Hop, HopVerb
from tabletop_rules.dominum.contents import CRITICAL, Range
from tabletop_rules.dominum.events import (
    AbilityUsed,
    AssaultBegan,
    AssaultSettled,
    AttackDeclared,
    AttackTotalled,
    CardDeployed,
    CardMoved,
    CardStatus,
    ChargesChanged,
    CounterSpent,
    PhaseActivated,
    PointsChanged,
    RevealedTotals,
    RoundBegan,
    SurgeMoved,
)
from tabletop_rules.dominum.questions.fights import Fighting
from tabletop_rules.dominum.questions.powers import Refill, TopCard
from tabletop_rules.dominum.questions.rounds import ChoosePhase
from tabletop_rules.dominum.questions.setup import ChooseForce, Place
from tabletop_rules.dominum.questions.strikes import Strike
from tabletop_rules.dominum.questions.targets import Spot, Target
from tabletop_rules.dominum.state import FightKind
from tabletop_rules.dominum.verifying.watching import (
    Step,
    Witnesses,
    asked,
    card_named,
    happened,
    open_question,
    unit_at,
    waiting,
)

__all__ = ["WITNESSES"]

_PRINTED_POWERS: Final = (1, 1, 2, 2, 3, 3, 4, 4)


# ---------------------------------------------------------------- components


def _one_of_thirty(step: Step, question: ChooseForce) -> bool:
    domain = step.before.config.domains[question.seat]
    return question.chosen > 0 and len(domain.cards) == 30


def _one_of_three(step: Step, question: ChooseForce) -> bool:
    return question.chosen == 0 and len(step.before.options) == 3


def _initiative_is_gone(step: Step, question: ChoosePhase) -> bool:
    """The other player has the one token: it cannot be taken."""
    clock = step.before.clock
    return clock.initiative is not None and clock.initiative != question.seat


def _a_token_was_put_or_taken(step: Step) -> bool:
    return any(
        isinstance(event, CardStatus | SurgeMoved)
        or (isinstance(event, ChargesChanged | PointsChanged) and event.amount != 0)
        for event in step.events
    )


# ---------------------------------------------------------------- board and cards


def _deploys_in_two_rows(step: Step, event: CardDeployed) -> bool:
    """A card comes to a Domain that is two rows deep."""
    board = step.before.config.board
    mask = board.domains[event.seat]
    rows = {space // board.stride for space in board.names if mask >> space & 1}
    return len(rows) == 2 and bool(mask >> board.by_name[event.space] & 1)


def _deploys_between(step: Step, event: CardDeployed) -> bool:
    board = step.before.config.board
    return bool(board.neutral >> board.by_name[event.space] & 1)


def _counts_in_a_zone_of_six(step: Step, event: AssaultBegan) -> bool:
    board = step.before.config.board
    return board.zones[1 - event.seat].bit_count() == 6 and event.initial > 0


def _scores(step: Step, event: AssaultSettled) -> bool:
    return event.points > 0


def _printed_strength_counts(step: Step, event: AttackTotalled) -> bool:
    fighting = waiting(step.after, Fighting)
    printed = fighting is not None and step.after.card(fighting.fight.attacker).strength
    return event.total is not None and bool(printed)


def _attacks_diagonally(step: Step, event: AttackDeclared) -> bool:
    attacker = unit_at(step.after, event.space)
    target = step.before.config.board.by_name[event.target_space]
    if attacker is None or step.after.card(attacker.uid).range is not Range.RADIAL:
        return False
    return not step.before.config.board.adjacent[attacker.space] >> target & 1


def _chooses_within_a_type(step: Step, question: ChooseForce) -> bool:
    return question.chosen > 0


# ---------------------------------------------------------------- forces and first player


def _begins(step: Step, question: ChooseForce) -> bool:
    return question.seat == 0 and question.chosen == 0


def _begins_with_printed_powers(step: Step, question: ChooseForce) -> bool:
    return _begins(step, question) and step.before.config.power_deck.numbers == _PRINTED_POWERS


def _shows_a_hidden_card(step: Step, event: CardDeployed) -> bool:
    player = step.before.players[event.seat]
    card = step.before.config.domains[event.seat].numbers[event.card]
    return card in player.hand and card not in player.known


def _takes_the_first_initiative(step: Step, event: PhaseActivated) -> bool:
    return step.before.clock.round == 1 and event.phase == Phase.INITIATIVE.value


def _is_tied_or_critical(step: Step, event: RevealedTotals) -> bool:
    first, second = event.totals
    return first == second or any(CRITICAL in power.reserve for power in step.after.powers)


# ---------------------------------------------------------------- initial deployment


def _other_places_next(step: Step, question: Place) -> bool:
    following = open_question(step.after, Place)
    return following is not None and following.seat != question.seat


def _first_round(step: Step, event: RoundBegan) -> bool:
    return event.round == 1


def _before_the_first_round(step: Step, event: AbilityUsed) -> bool:
    return step.before.clock.round == 0 and event.rule == "DM-DEP-3"


def _leaves_a_fortified_space(step: Step, event: CardDeployed) -> bool:
    """One of the first two cards goes elsewhere although a Fortified Space is free."""
    question = open_question(step.before, Place)
    if question is None or question.number >= 4:
        return False
    board = step.before.config.board
    free = board.fortified[event.seat] & step.before.empty
    return bool(free) and not free >> board.by_name[event.space] & 1


def _lines_up_by_ability(step: Step, event: CardDeployed) -> bool:
    if event.rule != "DM-INIT-8" or step.before.clock.round:
        return False
    return _deploys_between(step, event)


def _warrior_moves_on_deploy(step: Step, event: CardMoved) -> bool:
    """An ally Warrior moves by an On Deploy ability that has cost a Charge."""
    question = step.before.agenda[-1]
    if not isinstance(question, Spot | Target) or not isinstance(question.effect, Move):
        return False
    source = question.source
    if source.card < 0 or card_named(step.before, event.seat, event.card).type is not Type.WARRIOR:
        return False
    abilities = step.before.config.domains[source.seat].cards[source.card].triggered
    return any(
        ability.trigger is Trigger.ON_DEPLOY
        and ability.cost.charges > 0
        and question.effect in ability.effects
        for _, ability in abilities
    )


def _strikes_freely_with_lunge(step: Step, question: Strike) -> bool:
    """A card takes a free strike with Lunge that an ability gives it."""
    action = step.action
    lunging = question.lunged or (isinstance(action, Hop) and action.verb is HopVerb.LUNGE)
    given = question.kind is FightKind.ABILITY and question.free
    return given and lunging and KeywordName.LUNGE in question.keywords


def _line_is_bound(step: Step, question: Place) -> bool:
    """One of the last three: exactly one of them goes to the Neutral Line."""
    line = step.before.config.board.neutral & step.before.empty
    bound = question.lined[question.seat] or question.number >= 10
    return question.number >= 6 and bool(line) and bound


def _several_can_come(step: Step) -> bool:
    """Each card of the deck is as likely: cutting it would change nothing."""
    question = step.before.agenda[-1]
    if not isinstance(question, TopCard | Refill):
        return False
    deck = step.before.powers[question.seat].deck
    return deck[0] != deck[-1]


WITNESSES: Final[Witnesses] = MappingProxyType(
    {
        "DM-COMP-1": asked(ChooseForce, _one_of_thirty),
        "DM-COMP-2": asked(ChooseForce, _one_of_three),
        "DM-COMP-3": asked(ChoosePhase, _initiative_is_gone),
        "DM-COMP-5": _a_token_was_put_or_taken,
        "DM-BOARD-1": happened(CardDeployed, _deploys_in_two_rows),
        "DM-BOARD-2": happened(CardDeployed, _deploys_between),
        "DM-BOARD-3": happened(AssaultBegan, _counts_in_a_zone_of_six),
        "DM-BOARD-4": happened(AssaultSettled, _scores),
        "DM-CARD-1": happened(AttackTotalled, _printed_strength_counts),
        "DM-CARD-2": asked(ChooseForce, _chooses_within_a_type),
        "DM-CARD-3": happened(AttackDeclared, _attacks_diagonally),
        "DM-SEL-1": asked(ChooseForce, _begins),
        "DM-SETUP-2": happened(CardDeployed, _shows_a_hidden_card),
        "DM-SETUP-3": happened(PhaseActivated, _takes_the_first_initiative),
        "DM-INIT-1": asked(Place, _other_places_next),
        "DM-INIT-3": happened(RoundBegan, _first_round),
        "DM-INIT-5": happened(AbilityUsed, _before_the_first_round),
        "DM-INIT-6": happened(CardDeployed, _leaves_a_fortified_space),
        "DM-INIT-7": happened(CardDeployed, _lines_up_by_ability),
        "DM-INIT-9": happened(CardMoved, _warrior_moves_on_deploy),
        "DM-INIT-10": asked(Strike, _strikes_freely_with_lunge),
        "DM-R2": asked(ChooseForce, _begins_with_printed_powers),
        "DM-R4": happened(RevealedTotals, _is_tied_or_critical),
        "DM-R5": asked(Place, _line_is_bound),
        "DM-R48": _several_can_come,
        "DM-R49": happened(CounterSpent),
    }
)
