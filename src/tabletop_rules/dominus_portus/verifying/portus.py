"""Witnesses of the rules of Portus that no event, question or result cites."""

from collections.abc import Mapping
from typing import Final

from tabletop_rules.core import Witness
from tabletop_rules.dominus_portus.actions import Action
from tabletop_rules.dominus_portus.events import Gained, GoodsLost, GoodsPaid, ShipMoved
from tabletop_rules.dominus_portus.harbours import Space
from tabletop_rules.dominus_portus.state import State
from tabletop_rules.dominus_portus.values import NOTHING, Bonus
from tabletop_rules.dominus_portus.verifying.seen import Seen, of_kind, placement_of, sets_out
from tabletop_rules.dominus_portus.voyages import Good, guests_of

__all__ = ["PORTUS"]


# --- setup --------------------------------------------------------------------------------------


def _own_ports(step: Seen) -> bool:
    if not sets_out(step) or not step.after.ships:
        return False
    seats = range(step.after.config.seats)
    return {space.port for space in step.after.ring if space.arrow is None} == set(seats)


def _islands_left_over(step: Seen) -> bool:
    if not sets_out(step) or not step.after.ships:
        return False
    return len(step.after.config.harbour.islands) > len(step.after.dealt.islands)


def _all_in_supply(step: Seen) -> bool:
    return sets_out(step) and bool(step.after.ships) and not step.after.goods_held


def _on_last_space(step: Seen) -> bool:
    if not sets_out(step) or not step.after.ships:
        return False
    ring, last = step.after.ring, step.after.config.harbour.port_spaces
    return all(ring[ship.space] == Space(seat, last) for seat, ship in enumerate(step.after.ships))


# --- ships --------------------------------------------------------------------------------------


def _voyage(step: Seen) -> tuple[int, Space, Space] | None:
    """Return whose ship sailed in a step, from where and to where."""
    for moved in of_kind(step, ShipMoved):
        ring = step.before.ring
        before, after = step.before.ships[moved.seat], step.after.ships[moved.seat]
        return moved.seat, ring[before.space], ring[after.space]
    return None


def _stays_for_more(step: Seen) -> bool:
    """A ship stays where it is, on an Anchor, with goods, and draws another one."""
    if not step.after.agenda:
        return False
    ask = step.after.agenda[-1]
    if not isinstance(ask, Good):
        return False
    before, after = step.before.ships[ask.seat], step.after.ships[ask.seat]
    return bool(after.goods) and before.space == after.space


def _lost_before_paid(step: Seen) -> bool:
    """Goods were lost that would have paid."""
    by_name = step.before.config.goods.by_name
    return any(
        by_name[good].bonus != Bonus() for lost in of_kind(step, GoodsLost) for good in lost.goods
    )


def _left_the_anchor(step: Seen) -> bool:
    """A ship with goods left an Anchor by the colour."""
    voyage = _voyage(step)
    if voyage is None:
        return False
    seat, source, _ = voyage
    return source.anchor and bool(step.before.ships[seat].goods)


def _next_port(step: Seen) -> bool:
    """A ship came from an island to the port of the seat before the one it had left."""
    voyage = _voyage(step)
    if voyage is None:
        return False
    _, source, target = voyage
    if source.arrow is None or target.arrow is not None:
        return False
    return target.port == (source.port - 1) % step.before.config.seats


def _sailed_and_paid(step: Seen) -> bool:
    """A ship left its island, and then its goods paid."""
    kinds = [type(event) for event in step.events]
    return GoodsPaid in kinds and ShipMoved in kinds[: kinds.index(GoodsPaid)]


def _arrived_on_anchor(step: Seen) -> bool:
    """A ship moved onto an Anchor, where it draws at once or not by the switch."""
    voyage = _voyage(step)
    return voyage is not None and voyage[2].anchor


def _shared_space(step: Seen) -> bool:
    """A ship moved to where another one is."""
    for moved in of_kind(step, ShipMoved):
        spaces = [ship.space for ship in step.after.ships]
        return spaces.count(spaces[moved.seat]) > 1
    return False


# --- guests -------------------------------------------------------------------------------------


def _guests_gain_no_more(step: Seen) -> bool:
    """There was a guest at a placement that brought more than coins and population."""
    if not step.before.ships:
        return False
    placed = placement_of(step)
    if placed is None or (not placed.pending and placed.change == NOTHING):
        return False
    return bool(guests_of(step.before, placed.seat))


def _guests_of_gains(step: Seen) -> bool:
    """Several guests gained, or somebody who has guests did so other than by placing."""
    if not step.before.ships:
        return False
    guests = 0
    for gained in of_kind(step, Gained):
        guests += gained.rule == "PT-GUEST-1"
        if (gained.coins or gained.population) and guests_of(step.before, gained.seat):
            return True
    return guests > 1


PORTUS: Final[Mapping[str, Witness[State, Action]]] = {
    "PT-SETUP-1": _own_ports,
    "PT-SETUP-3": _islands_left_over,
    "PT-SETUP-4": _all_in_supply,
    "PT-SETUP-5": _on_last_space,
    "PT-ANCHOR-2": _stays_for_more,
    "PT-GOODS-2": _lost_before_paid,
    "PT-GOODS-3": _left_the_anchor,
    "PT-GUEST-2": _guests_gain_no_more,
    "PT-R1": _next_port,
    "PT-R2": _sailed_and_paid,
    "PT-R3": _arrived_on_anchor,
    "PT-R4": _guests_of_gains,
    "PT-R6": _shared_space,
}
"""By rule, whether a step exercises it."""
