"""What holds now: which cards are meant, conditions, keywords, strengths. Nothing is changed."""

from collections.abc import Iterator
from functools import lru_cache
from typing import assert_never

from attrs import frozen

from tabletop_rules.core import Seat
from tabletop_rules.core.building import quickly_built
from tabletop_rules.dominum.abilities import (
    At,
    Attacking,
    Bonus,
    Cards,
    Charged,
    Condition,
    Coordinated,
    Count,
    Defending,
    During,
    Infiltrate,
    Is,
    Keyword,
    KeywordName,
    Leading,
    OtherIs,
    Place,
    Protector,
    Reserve,
    Side,
    Stat,
    Status,
    Trailing,
    Turn,
    Uncharged,
    Within,
)
from tabletop_rules.dominum.board import Board
from tabletop_rules.dominum.contents import Range, Worded
from tabletop_rules.dominum.state import Fight, State, Uid, Unit

__all__ = [
    "Sight",
    "attack_strength",
    "defence_strength",
    "fits",
    "has",
    "hold",
    "matching",
    "places_mask",
    "range_mask",
    "seats_of",
    "stat_bonus",
    "within_mask",
]


def seats_of(side: Side, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that a side means, seen from `seat`."""
    if side is Side.OWN:
        return (seat,)
    return (1 - seat,) if side is Side.ENEMY else (0, 1)


def places_mask(state: State, places: tuple[Place, ...], seat: Seat) -> int:
    """Return the spaces of any of `places`, seen from `seat`; all spaces if there are none."""
    return _places_mask(state.config.board, places, seat)


@lru_cache(maxsize=1 << 10)
def _places_mask(board: Board, places: tuple[Place, ...], seat: Seat) -> int:
    if not places:
        return board.spaces
    found = 0
    for place in places:
        found |= board.places[seat][place]
    return found


def range_mask(state: State, unit: Unit) -> int:
    """Return the spaces within a card's range: one step (rules DM-CARD-3, DM-R19)."""
    board = state.config.board
    radial = state.config.domains[unit.seat].cards[unit.card].range is Range.RADIAL
    return board.around[unit.space] if radial else board.adjacent[unit.space]


def within_mask(state: State, unit: Unit, within: Within) -> int:
    """Return the spaces so near to a card (rule DM-ADJ-1)."""
    board = state.config.board
    match within:
        case Within.ADJACENT:
            return board.adjacent[unit.space]
        case Within.AROUND:
            return board.around[unit.space]
        case Within.RANGE:
            return range_mask(state, unit)
        case Within.ROW:
            return board.row_of(unit.space)
        case Within.COLUMN:
            return board.column_of(unit.space)
        case _:
            assert_never(within)


def _is(unit: Unit, status: Status) -> bool:
    """Return whether a card is so (rules DM-COND-1, DM-COND-3)."""
    match status:
        case Status.WOUNDED:
            return unit.wounded
        case Status.UNWOUNDED:
            return not unit.wounded
        case Status.WEAKENED:
            return unit.weakened
        case Status.UNWEAKENED:
            return not unit.weakened
        case _:
            assert_never(status)


def fits(state: State, cards: Cards, unit: Unit, seat: Seat, own: Unit | None) -> bool:
    """Return whether `unit` is one of `cards`, for an ability of `seat` on the card `own`."""
    side = cards.side
    if side is not Side.EITHER and (side is Side.OWN) is not (unit.seat == seat):
        return False
    if own is not None and not cards.itself and unit.uid == own.uid:
        return False
    card = state.config.domains[unit.seat].cards[unit.card]
    if cards.types and card.type not in cards.types:
        return False
    if cards.places and not places_mask(state, cards.places, seat) >> unit.space & 1:
        return False
    if cards.within is not None and (own is None or not _is_near(state, cards.within, unit, own)):
        return False
    if any(not _is(unit, status) for status in cards.status):
        return False
    if cards.most_strength is not None and card.strength > cards.most_strength:
        return False
    if cards.names and card.name not in cards.names:
        return False
    return cards.flying is None or has(state, unit, KeywordName.FLYING) is cards.flying


def _is_near(state: State, within: Within, unit: Unit, own: Unit) -> bool:
    near = within_mask(state, own, within) | 1 << own.space
    return bool(near >> unit.space & 1)


def matching(state: State, cards: Cards, seat: Seat, own: Unit | None) -> tuple[Unit, ...]:
    """Return all of `cards` on the battlefield, in board order."""
    return tuple(unit for unit in state.units if fits(state, cards, unit, seat, own))


@quickly_built
@frozen(weakref_slot=False)
class Sight:
    """From where a condition is looked at: the owner's seat, the card, the other card, the attack.

    `own` is ``None`` for a stronghold or a card in hand. `other_gone`: the other card has left, and
    is looked at as it was, whatever came back under its name (rules DM-R26, DM-R31).
    """

    seat: Seat
    own: Unit | None
    other: Unit | None = None
    fight: Fight | None = None
    other_gone: bool = False


def hold(state: State, conditions: tuple[Condition, ...], sight: Sight) -> bool:
    """Return whether all conditions hold."""
    return all(_holds(state, each, sight) for each in conditions)


def _holds(state: State, condition: Condition, sight: Sight) -> bool:  # noqa: PLR0912 - one case for each kind of condition
    players, seat, own, fight = state.players, sight.seat, sight.own, sight.fight
    match condition:
        case Infiltrate():  # DM-TRIG-2
            return own is not None and bool(state.config.board.domains[1 - seat] >> own.space & 1)
        case Protector():  # DM-TRIG-3
            return own is not None and bool(state.config.board.domains[seat] >> own.space & 1)
        case At(places=places):
            return own is not None and bool(places_mask(state, places, seat) >> own.space & 1)
        case Charged(side=side, at_least=least):  # DM-COND-5
            return all(players[s].charges >= least for s in seats_of(side, seat))
        case Uncharged(side=side):
            return all(players[s].charges == 0 for s in seats_of(side, seat))
        case Is(status=status):
            return own is not None and all(_is(own, each) for each in status)
        case Count(cards=cards, at_least=least, at_most=most):
            count = len(matching(state, cards, seat, own))
            return count >= least and (most is None or count <= most)
        case Trailing():
            return players[seat].points < players[1 - seat].points
        case Leading():
            return players[seat].points > players[1 - seat].points
        case During(phases=phases):
            return state.clock.phase in phases
        case Turn(side=side):
            return state.clock.active in seats_of(side, seat)
        case Attacking(against=against):
            if fight is None or own is None or fight.attacker != own.uid:
                return False
            return against is None or _foe_fits(state, against, fight.defender, sight)
        case Defending(against=against):
            if fight is None or own is None or fight.defender != own.uid:
                return False
            return against is None or _foe_fits(state, against, fight.attacker, sight)
        case Coordinated():
            return fight is not None and bool(fight.helpers)
        case OtherIs(cards=cards):
            other = sight.other
            return other is not None and fits(state, cards, other, seat, own)
        case Reserve(side=side, at_least=least, at_most=most):
            sizes = [len(state.powers[s].reserve) for s in seats_of(side, seat)]
            return all(n >= least and (most is None or n <= most) for n in sizes)
        case _:
            assert_never(condition)


def _foe_fits(state: State, cards: Cards, uid: Uid, sight: Sight) -> bool:
    """Return whether the enemy in an attack is one of `cards`, or was when it left."""
    foe, other = state.unit(uid), sight.other
    if other is not None and other.uid == uid and (foe is None or sight.other_gone):
        foe = other
    return foe is not None and fits(state, cards, foe, sight.seat, sight.own)


def has(state: State, unit: Unit, keyword: KeywordName, fight: Fight | None = None) -> bool:
    """Return whether a card has a keyword now; `fight` is the attack at hand (rule DM-ACT-1)."""
    card = state.config.domains[unit.seat].cards[unit.card]
    if keyword in card.keywords or keyword in unit.granted:
        return True
    if fight is not None and keyword in fight.keywords and fight.attacker == unit.uid:
        return True
    if keyword is KeywordName.FLYING and card.fly:
        return True
    for ability in card.conditional:
        if ability.keyword is keyword and hold(
            state, ability.when, Sight(unit.seat, unit, fight=fight)
        ):
            return True
    return _is_lent(state, unit, keyword, fight)


def _is_lent(state: State, unit: Unit, keyword: KeywordName, fight: Fight | None) -> bool:
    """Return whether another card or a stronghold gives a keyword to a card."""
    first, second = state.config.domains
    if keyword not in first.lends and keyword not in second.lends:
        return False
    return any(
        _reaches(state, ability, unit, giver) for giver, ability in _lent(state, keyword, fight)
    )


def _lent(
    state: State, keyword: KeywordName, fight: Fight | None
) -> Iterator[tuple[Sight, Keyword]]:
    """Give the abilities that give a keyword to other cards, each with who has it."""
    for seat, domain in enumerate(state.config.domains):
        if keyword in domain.lends:
            for giver, worded in _givers(state, seat, domain.lenders):
                if keyword is not KeywordName.OUTFLANK and _only_helps(giver, fight):
                    continue
                for ability in worded.lent:
                    if ability.keyword is keyword:
                        yield Sight(seat, giver, fight=fight), ability


def _radiated(
    state: State, stats: tuple[Stat, ...], fight: Fight | None
) -> Iterator[tuple[Sight, Bonus]]:
    """Give the bonuses of such numbers for other cards, each with who gives it."""
    for seat, domain in enumerate(state.config.domains):
        for giver, worded in _givers(state, seat, domain.radiators):
            if _only_helps(giver, fight):
                continue
            for ability in worded.auras:
                if ability.stat in stats:
                    yield Sight(seat, giver, fight=fight), ability


def _only_helps(giver: Unit | None, fight: Fight | None) -> bool:
    """Return whether a card takes part in an attack without being its primary attacker.

    Then its abilities count for nothing in it, Outflank excepted (rules DM-COORD-5, DM-R23).
    """
    return (
        fight is not None
        and giver is not None
        and giver.seat == fight.attacker[0]
        and giver.card in fight.helpers
    )


def _givers(
    state: State, seat: Seat, numbers: frozenset[int]
) -> Iterator[tuple[Unit | None, Worded]]:
    """Give those of the cards that are on the battlefield, and the stronghold."""
    cards = state.config.domains[seat].cards
    for unit in state.units:
        if unit.card in numbers and unit.seat == seat:
            yield unit, cards[unit.card]
    stronghold = state.stronghold(seat)
    if stronghold is not None:
        yield None, stronghold


def _reaches(state: State, ability: Keyword | Bonus, unit: Unit, giver: Sight) -> bool:
    """Return whether an ability for other cards is for this one, and holds."""
    assert ability.to is not None  # such abilities are kept apart
    return fits(state, ability.to, unit, giver.seat, giver.own) and hold(state, ability.when, giver)


def stat_bonus(
    state: State, unit: Unit, stats: tuple[Stat, ...], fight: Fight | None = None
) -> int:
    """Return what abilities add to a card's numbers; nothing of it is written on the card."""
    total = 0
    for stat, amount in unit.boosts:
        if stat in stats:
            total += amount
    domains = state.config.domains
    for bonus in domains[unit.seat].cards[unit.card].bonuses:
        if bonus.stat in stats and (
            not bonus.when or hold(state, bonus.when, Sight(unit.seat, unit, fight=fight))
        ):
            total += bonus.amount
    first, second = domains
    for stat in stats:
        if stat in first.radiates or stat in second.radiates:
            for giver, aura in _radiated(state, stats, fight):
                if _reaches(state, aura, unit, giver):
                    total += aura.amount
            break
    return total


_ATTACK = (Stat.STRENGTH, Stat.ATTACK)
_DEFENCE = (Stat.STRENGTH, Stat.DEFENCE)


def attack_strength(state: State, unit: Unit, fight: Fight | None = None) -> int:
    """Return the strength with which a card attacks (rules DM-COND-3, DM-R18)."""
    printed = state.config.domains[unit.seat].cards[unit.card].strength
    return max(0, printed - unit.weakened + stat_bonus(state, unit, _ATTACK, fight))


def defence_strength(state: State, unit: Unit, fight: Fight | None = None) -> int:
    """Return the strength with which a card defends (rules DM-COND-3, DM-R18)."""
    printed = state.config.domains[unit.seat].cards[unit.card].guard
    return max(0, printed - unit.weakened + stat_bonus(state, unit, _DEFENCE, fight))
