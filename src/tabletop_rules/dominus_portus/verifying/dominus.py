"""Witnesses of the rules of Dominus that no event, question or result cites."""

from collections.abc import Callable, Mapping
from typing import Final

from tabletop_rules.core import Witness
from tabletop_rules.dominus_portus.actions import Action, RevealToken, TakePoints
from tabletop_rules.dominus_portus.events import (
    Gained,
    ProvinceScored,
    StarGained,
    TokenRevealed,
    UnitDeployed,
    UnitMoved,
)
from tabletop_rules.dominus_portus.map_boards import Needs
from tabletop_rules.dominus_portus.scoring import Award, breakdown, places
from tabletop_rules.dominus_portus.state import State
from tabletop_rules.dominus_portus.units import SecondUse, Use
from tabletop_rules.dominus_portus.values import Placement, SymbolKind
from tabletop_rules.dominus_portus.verifying.seen import (
    DEPLOYMENTS,
    MOVES,
    UNITS,
    Seen,
    of_kind,
    placement_of,
    sets_out,
    used,
)

__all__ = ["DOMINUS"]


# --- setup --------------------------------------------------------------------------------------


def _map_in_play(step: Seen) -> bool:
    if not sets_out(step) or not step.after.armies:
        return False
    return len(step.after.dealt.tiles) == len(step.after.config.map_board.provinces)


def _tokens_sealed(step: Seen) -> bool:
    if not sets_out(step) or not step.after.armies:
        return False
    provinces = len(step.after.config.map_board.provinces)
    return step.after.sealed == (1 << provinces + 1) - 2 and sum(step.after.tokens) >= provinces


def _legion_in_rome(step: Seen) -> bool:
    if not sets_out(step) or not step.after.armies:
        return False
    return all(army.legions[0] == 1 == sum(army.legions) for army in step.after.armies)


# --- symbols ------------------------------------------------------------------------------------


def _one_unit(step: Seen) -> bool:
    """One unit was used for a symbol that allows no more."""
    ask = used(step)
    return ask is not None and not ask.symbol.same


def _two_rows(step: Seen) -> bool:
    """Somebody used a symbol of one colour who could have moved the General with the other row."""
    ask = used(step)
    if ask is None or not ask.symbol.same:
        return False
    return step.before.armies[ask.seat].general is not None


def _no_legion_left(step: Seen) -> bool:
    """A symbol was used or left by somebody who has no Legion to deploy."""
    ask = step.before.agenda[-1]
    return isinstance(ask, Use | SecondUse) and step.before.armies[ask.seat].supply == 0


def _prestige_chosen(step: Seen) -> bool:
    """A Prestige symbol that is worth points was scored, or used for a unit instead."""
    if type(step.action) not in (*UNITS, TakePoints):
        return False
    ask = step.before.agenda[-1]
    if not isinstance(ask, Use) or ask.symbol.kind is not SymbolKind.PRESTIGE:
        return False
    return ask.symbol.points > 0


def _prestige_points(step: Seen) -> bool:
    """The points that come with a Prestige symbol were scored, by choice or without Dominus."""
    if isinstance(step.action, TakePoints):
        ask = step.before.agenda[-1]
        return isinstance(ask, Use) and ask.symbol.points > 0
    if step.before.config.dominus:
        return False
    placed = placement_of(step)
    return placed is not None and any(symbol.points for symbol in placed.symbols)


# --- units --------------------------------------------------------------------------------------


def _into_rome(step: Seen) -> bool:
    """A unit came from the supply to Rome and nowhere else."""
    if type(step.action) not in DEPLOYMENTS:
        return False
    rome = step.before.config.map_board.rome
    return any(event.province == rome for event in of_kind(step, UnitDeployed))


def _led_in_rome(step: Seen) -> bool:
    """One seat has the most power in Rome after units came or went, and controls nothing."""
    if type(step.action) not in UNITS or not step.after.agenda:
        return False
    if type(step.action) in MOVES:
        rome = step.before.config.map_board.rome
        if not any(rome in (move.source, move.target) for move in of_kind(step, UnitMoved)):
            return False
    return _has_leader([army.power(0) for army in step.after.armies])


def _has_leader(powers: list[int]) -> bool:
    return powers.count(max(powers)) == 1


def _units_by_symbol(step: Seen) -> bool:
    """The symbol decided which unit could move: the General is on the map, and so are Legions."""
    if type(step.action) not in MOVES:
        return False
    ask = step.before.agenda[-1]
    if not isinstance(ask, Use | SecondUse):
        return False
    army = step.before.armies[ask.seat]
    return army.general is not None and any(army.legions)


def _movement_shared(step: Seen) -> bool:
    """The second Legion of a symbol was moved where there are Legions in several provinces."""
    if type(step.action) not in MOVES:
        return False
    ask = step.before.agenda[-1]
    if not isinstance(ask, SecondUse):
        return False
    return sum(count > 0 for count in step.before.armies[ask.seat].legions) > 1


def _crowded(step: Seen) -> bool:
    """A unit moved into a province where units were already."""
    if type(step.action) not in MOVES:
        return False
    index = step.before.config.map_board.index
    return any(
        any(army.power(index[move.target]) for army in step.before.armies)
        for move in of_kind(step, UnitMoved)
    )


def _bonus_between_moves(step: Seen) -> bool:
    """A token was revealed, and its bonus taken, before the second Legion of a symbol."""
    if not isinstance(step.action, RevealToken) or len(step.before.agenda) < 2:
        return False
    return isinstance(step.before.agenda[-2], SecondUse)


def _nothing_to_reveal(step: Seen) -> bool:
    """A unit moved to where there is no token any more: back to Rome, or after somebody else."""
    if type(step.action) not in MOVES:
        return False
    state = step.before
    index = state.config.map_board.index
    return any(not state.sealed >> index[move.target] & 1 for move in of_kind(step, UnitMoved))


# --- settlements and gains ----------------------------------------------------------------------


def _token_discarded(step: Seen) -> bool:
    """The token that was revealed is no longer among those that may lie somewhere."""
    if not isinstance(step.action, RevealToken):
        return False
    gone = sum(step.before.tokens) - sum(step.after.tokens)
    return gone == len(list(of_kind(step, TokenRevealed)))


def _token_undecided(step: Seen) -> bool:
    """A token was revealed that could have been one of another type."""
    return isinstance(step.action, RevealToken) and sum(map(bool, step.before.tokens)) > 1


def _tallied(step: Seen) -> bool:
    """What the modules give was tallied, and told to a host."""
    if not any(type(event) in (Gained, StarGained) for event in step.events):
        return False
    return step.before.cities != step.after.cities


# --- the end ------------------------------------------------------------------------------------


def _is_end(step: Seen) -> bool:
    return not step.after.agenda


def _any_scored(condition: Callable[[ProvinceScored], bool]) -> Witness[State, Action]:
    """Return whether a game ends and a seat scores a province in a certain way."""

    def witness(step: Seen) -> bool:
        return _is_end(step) and any(map(condition, of_kind(step, ProvinceScored)))

    return witness


def _any_award(condition: Callable[[Award, list[int], int], bool]) -> Witness[State, Action]:
    """Return whether a game ends with a certain award, even of nothing.

    The condition is told the award, the power of all seats there, and how many sets of the tile
    the city has.
    """

    def witness(step: Seen) -> bool:
        if not _is_end(step) or not step.after.armies:
            return False
        return any(
            condition(award, [other.power for other in province.awards], award.count)
            for province in breakdown(step.after).provinces
            for award in province.awards
        )

    return witness


def _left_out_by_tie(award: Award, powers: list[int], count: int) -> bool:
    """A seat of the third group got nothing for its sets because the second place was shared."""
    return award.rule == "DS-TIE-4" and count > 0 and award.power in powers


def _ranked_in_groups(award: Award, powers: list[int], count: int) -> bool:
    """A fourth seat, or seats tied for the third place, got nothing for their sets.

    Or the group after a tie for the first place is tied itself, and yet scores.
    """
    if award.rule == "DS-R2":
        return count > 0
    return award.rule == "DS-TIE-3" and count > 0 and powers.count(max(powers)) > 1


def _absent(award: Award, powers: list[int], count: int) -> bool:
    """A seat without power had sets, and would have a place if that took no power."""
    if award.rule != "DS-R3" or not count:
        return False
    return places(tuple(power + 1 for power in powers))[award.seat].multiplier is not None


def _worth_of_generals(step: Seen) -> bool:
    """A province has other places than if a General were worth no more than a Legion."""
    if not _is_end(step):
        return False
    armies = step.after.armies
    for province in {army.general for army in armies if army.general}:
        powers = tuple(army.power(province) for army in armies)
        equal = tuple(army.power(province) - (army.general == province) for army in armies)
        if places(powers) != places(equal):
            return True
    return False


def _power_in_rome(step: Seen) -> bool:
    """A game ends with units in Rome, which nobody scores."""
    return _is_end(step) and any(army.power(0) for army in step.after.armies)


def _things_left(step: Seen) -> bool:
    """A game ends with goods on an island or tokens not revealed, which give nothing."""
    if not _is_end(step):
        return False
    return step.after.sealed != 0 or any(ship.goods for ship in step.after.ships)


def _paid_by(needs: Needs, points: tuple[int, int, int]) -> Witness[State, Action]:
    """Return whether a game ends and a seat scores a province with a certain score tile."""

    def witness(step: Seen) -> bool:
        if not _is_end(step):
            return False
        config = step.after.config
        for scored in of_kind(step, ProvinceScored):
            place = config.map_board.index[scored.province] - 1
            tile = config.score_tiles.by_name[step.after.dealt.tiles[place]]
            if tile.needs == needs and tile.points == points:
                return True
        return False

    return witness


_USUAL: Final = (3, 2, 1)
_HIGHER: Final = (4, 3, 2)

DOMINUS: Final[Mapping[str, Witness[State, Action]]] = {
    "DS-SETUP-1": _map_in_play,
    "DS-SETUP-3": _tokens_sealed,
    "DS-SETUP-4": _legion_in_rome,
    "DS-AIM-1": _any_scored(lambda scored: scored.power > 0),
    "DS-POWER-1": _worth_of_generals,
    "DS-ACT-1": _one_unit,
    "DS-DEPLOY-1": _into_rome,
    "DS-ROME-1": _power_in_rome,
    "DS-ROME-2": _led_in_rome,
    "DS-MOVE-3": _units_by_symbol,
    "DS-MOVE-4": _movement_shared,
    "DS-MOVE-5": _crowded,
    "DS-SETTLE-2": _token_discarded,
    "DS-END-2": _any_scored(lambda scored: scored.count > 1),
    "DS-TIE-4": _any_award(_left_out_by_tie),
    "DS-TILE-1": _paid_by(Needs(lyres=2), _USUAL),
    "DS-TILE-2": _paid_by(Needs(columns=2), _USUAL),
    "DS-TILE-3": _paid_by(Needs(columns=1, lyres=1), _USUAL),
    "DS-TILE-4": _paid_by(Needs(columns=1, masks=1), _USUAL),
    "DS-TILE-5": _paid_by(Needs(monuments=1), _HIGHER),
    "DS-TILE-6": _paid_by(Needs(columns=1, masks=1, lyres=1), _HIGHER),
    "DS-TILE-7": _paid_by(Needs(masks=1, lyres=1), _USUAL),
    "DS-TILE-8": _paid_by(Needs(brown=1), _USUAL),
    "DS-TILE-9": _paid_by(Needs(purple=1), _USUAL),
    "DS-TILE-10": _paid_by(Needs(red=1), _USUAL),
    "DS-TILE-11": _paid_by(Needs(stars=4), _HIGHER),
    "DS-TILE-12": _paid_by(Needs(masks=2), _USUAL),
    "DS-R1": lambda step: type(step.action) is Placement,
    "DS-R2": _any_award(_ranked_in_groups),
    "DS-R3": _any_award(_absent),
    "DS-R5": _no_legion_left,
    "DS-R6": _two_rows,
    "DS-R7": _bonus_between_moves,
    "DS-R8": _nothing_to_reveal,
    "DS-R10": _prestige_chosen,
    "DS-R12": _tallied,
    "DS-R16": _prestige_points,
    "DS-R18": _things_left,
    "DS-R19": _token_undecided,
    "DS-R20": _any_scored(lambda scored: scored.rule == "DS-TIE-3" and scored.multiplier == 1),
}
"""By rule, whether a step exercises it."""
