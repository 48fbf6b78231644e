"""Small changes of a state, each with its event, so that no event is forgotten."""

from tabletop_rules.core import Event, Seat, Transition
from tabletop_rules.dominum.contents import Worded
from tabletop_rules.dominum.events import (
    CardLeft,
    CardMoved,
    CardStatus,
    Cause,
    ChargesChanged,
    PointsChanged,
    SurgeMoved,
)
from tabletop_rules.dominum.state import Player, State, Unit, make_player, make_unit

__all__ = [
    "change_charges",
    "change_points",
    "left_play",
    "marked",
    "moved",
    "named",
    "rested",
    "set_surge",
    "statused",
    "without_marks",
    "worded",
]

_MOST_CHARGES = 3


def named(state: State, unit: Unit) -> str:
    """Return the name of a card on the battlefield."""
    return state.config.domains[unit.seat].cards[unit.card].name


def worded(state: State, seat: Seat, card: int) -> Worded:
    """Return a card, or with -1 the stronghold of a seat."""
    if card >= 0:
        return state.config.domains[seat].cards[card]
    stronghold = state.stronghold(seat)
    assert stronghold is not None  # abilities of strongholds come after the choice
    return stronghold


def player_with(  # noqa: PLR0913 - the fields that change by themselves
    player: Player,
    *,
    hand: tuple[int, ...] | None = None,
    known: tuple[int, ...] | None = None,
    discard: tuple[int, ...] | None = None,
    charges: int | None = None,
    surge: bool | None = None,
    points: int | None = None,
    tokens: int | None = None,
    link: bool | None = None,
    used: int | None = None,
    fired: tuple[int, ...] | None = None,
) -> Player:
    """Return a player with some fields changed."""
    return make_player(
        player.hand if hand is None else hand,
        player.known if known is None else known,
        player.discard if discard is None else discard,
        player.stronghold,
        player.charges if charges is None else charges,
        player.surge if surge is None else surge,
        player.points if points is None else points,
        player.tokens if tokens is None else tokens,
        player.link if link is None else link,
        player.used if used is None else used,
        player.fired if fired is None else fired,
    )


def change_charges(state: State, seat: Seat, amount: int, rule: str) -> Transition[State]:
    """Return the state with charges added, up to three, or taken away (rules DM-SH-1, DM-R30)."""
    player = state.players[seat]
    charges = min(max(player.charges + amount, 0), _MOST_CHARGES)
    event = ChargesChanged(rule=rule, seat=seat, amount=charges - player.charges, charges=charges)
    return Transition(state.with_player(seat, player_with(player, charges=charges)), (event,))


def change_points(state: State, seat: Seat, amount: int, rule: str) -> Transition[State]:
    """Return the state with points added, or taken away, never below 0."""
    player = state.players[seat]
    points = max(player.points + amount, 0)
    event = PointsChanged(rule=rule, seat=seat, amount=points - player.points, points=points)
    return Transition(state.with_player(seat, player_with(player, points=points)), (event,))


def set_surge(state: State, seat: Seat, held: bool, rule: str) -> Transition[State]:
    """Return the state in which a seat holds its Surge token, or does not (rule DM-R29)."""
    player = state.players[seat]
    if player.surge is held:
        return Transition(state, ())
    event = SurgeMoved(rule=rule, seat=seat, held=held)
    return Transition(state.with_player(seat, player_with(player, surge=held)), (event,))


def marked(  # noqa: PLR0913 - the fields that change by themselves
    unit: Unit,
    *,
    space: int | None = None,
    wounded: bool | None = None,
    weakened: bool | None = None,
    moved: bool | None = None,
    attacked: bool | None = None,
    used: int | None = None,
) -> Unit:
    """Return a card on the battlefield with some fields changed."""
    return make_unit(
        unit.seat,
        unit.card,
        unit.space if space is None else space,
        unit.wounded if wounded is None else wounded,
        unit.weakened if weakened is None else weakened,
        unit.moved if moved is None else moved,
        unit.attacked if attacked is None else attacked,
        unit.used if used is None else used,
        unit.boosts,
        unit.granted,
    )


def without_marks(state: State, *, activation: bool) -> State:
    """Return the state without what lasts for a phase only (rules DM-ACT-4, DM-R31).

    `activation`: strongholds may be used again too; otherwise only those that may in every phase.
    """
    units, players = rested(state, activation=activation)
    return State(state.config, state.clock, players, state.powers, units, state.agenda)


def rested(state: State, *, activation: bool) -> tuple[tuple[Unit, ...], tuple[Player, Player]]:
    """Return the cards and the players of `without_marks`."""
    units = state.units
    for unit in units:
        if unit.moved or unit.attacked or unit.used or unit.boosts or unit.granted:
            units = tuple(
                [make_unit(u.seat, u.card, u.space, u.wounded, u.weakened) for u in units]
            )
            break
    first, second = players = state.players
    if first.used or second.used or first.fired or second.fired:
        players = (_rested(state, 0, activation), _rested(state, 1, activation))
    return units, players


def _rested(state: State, seat: Seat, activation: bool) -> Player:
    player = state.players[seat]
    used = 0
    stronghold = state.stronghold(seat)
    if not activation and stronghold is not None:
        for place, ability in stronghold.activated:
            if not ability.every_phase:
                used |= player.used & 1 << place
    return player_with(player, used=used, fired=())


def moved(  # noqa: PLR0913 - how it moved, and by which rule
    state: State, unit: Unit, space: int, how: str, rule: str, *, mark: bool = False
) -> Transition[State]:
    """Return the state in which a card has gone to another space."""
    names = state.config.board.names
    event = CardMoved(
        rule=rule,
        seat=unit.seat,
        card=named(state, unit),
        start=names[unit.space],
        end=names[space],
        how=how,
    )
    there = marked(unit, space=space, moved=True if mark else None)
    return Transition(state.with_unit(there), (event,))


def statused(state: State, unit: Unit, status: str, rule: str) -> Event:
    """Return the event that a card is wounded, healed, weakened or cured."""
    space = state.config.board.names[unit.space]
    return CardStatus(
        rule=rule, seat=unit.seat, card=named(state, unit), space=space, status=status
    )


_LEAVING = {
    Cause.DEFEATED: "DM-COND-2",
    Cause.SACRIFICED: "DM-SAC-1",
    Cause.RETREATED: "DM-DEP-4",
}


def left_play(state: State, unit: Unit, cause: Cause) -> Transition[State]:
    """Return the state in which a card has gone to the discard pile (rules DM-R26, DM-R44).

    What a defeat sets off besides is not here: a retreat or sacrifice sets off nothing (rules
    DM-DEP-5, DM-SAC-2).
    """
    units = tuple([u for u in state.units if u.card != unit.card or u.seat != unit.seat])
    player = state.players[unit.seat]
    discard = tuple(sorted((*player.discard, unit.card)))
    event = CardLeft(
        rule=_LEAVING[cause],
        seat=unit.seat,
        card=named(state, unit),
        space=state.config.board.names[unit.space],
        cause=cause,
    )
    after = state.with_units(units).with_player(unit.seat, player_with(player, discard=discard))
    return Transition(after, (event,))
