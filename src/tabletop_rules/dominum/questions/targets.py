"""Effects for cards on the battlefield: which cards, where to, and what becomes of them."""

from collections.abc import Iterator
from typing import assert_never

from attrs import frozen

from tabletop_rules.core import Seat, Step, Transition
from tabletop_rules.core.agenda import run_steps
from tabletop_rules.dominum.abilities import (
    Attack,
    Cure,
    Effect,
    ExtraAttack,
    Grant,
    Heal,
    KeywordName,
    Move,
    PlaceCard,
    Sacrifice,
    Shift,
    Strengthen,
    Swap,
    Targeted,
    TargetedEffect,
    Weaken,
    Who,
    Wound,
)
from tabletop_rules.dominum.actions import Action, OnSpace, SpaceVerb, Word, on_space, said
from tabletop_rules.dominum.board import bits
from tabletop_rules.dominum.changes import left_play, marked, moved, named, statused
from tabletop_rules.dominum.events import (
    AbilityDeclined,
    CardBoosted,
    CardMoved,
    Cause,
    TargetNamed,
)
from tabletop_rules.dominum.moving import move_mask, shift_mask
from tabletop_rules.dominum.questions import fights, performing, strikes
from tabletop_rules.dominum.questions.base import Decision, unchanged
from tabletop_rules.dominum.sources import Source, live_card, own_card
from tabletop_rules.dominum.standing import has, matching, places_mask, within_mask
from tabletop_rules.dominum.state import State, Uid, Unit, make_unit

__all__ = ["Spot", "Spotting", "Target", "Targeting", "aim", "candidates"]


def candidates(
    state: State,
    source: Source,
    effect: TargetedEffect,
    same: Uid | None,
    after: tuple[Effect, ...] = (),
) -> tuple[Unit, ...]:
    """Return the cards that an effect can be for, in board order.

    A card fits also if only the effects right `after` it, for the same card, would do anything.
    """
    return tuple(_candidates(state, source, effect, same, after))


def has_candidates(
    state: State, source: Source, effect: TargetedEffect, after: tuple[Effect, ...]
) -> bool:
    """Return whether an effect, the first of its ability, can be for any card."""
    return any(True for _ in _candidates(state, source, effect, None, after))


def _candidates(
    state: State,
    source: Source,
    effect: TargetedEffect,
    same: Uid | None,
    after: tuple[Effect, ...],
) -> Iterator[Unit]:
    found: tuple[Unit | None, ...]
    match effect.who:
        case Who.SELF:
            found = (live_card(state, source),)
        case Who.OTHER:
            other = None if source.other_gone else source.other
            found = (None if other is None else state.unit(other.uid),)
        case Who.SAME:
            found = (None if same is None else state.unit(same),)
        case Who.CHOSEN | Who.ALL:
            found = matching(state, effect.target, source.seat, own_card(state, source))
        case _:
            assert_never(effect.who)
    together = (effect, *_for_same(after))
    for unit in found:
        if unit is not None and any(_is_useful(state, source, each, unit) for each in together):
            yield unit


def _for_same(effects: tuple[Effect, ...]) -> Iterator[TargetedEffect]:
    """Give the effects at the beginning that are for the same card as the one before them."""
    for effect in effects:
        if not isinstance(effect, Targeted) or effect.who is not Who.SAME:
            return
        yield effect


def _is_useful(state: State, source: Source, effect: TargetedEffect, unit: Unit) -> bool:
    """Return whether an effect would do anything to a card."""
    match effect:
        case Heal():
            return unit.wounded
        case Weaken():
            return not unit.weakened
        case Cure():
            return unit.weakened
        case Shift() | Move() | PlaceCard():
            return bool(_spot_mask(state, source, effect, unit))
        case Swap():
            own = live_card(state, source)
            return own is not None and own.uid != unit.uid
        case Attack():
            return _can_strike(state, effect, unit)
        case ExtraAttack():
            return unit.attacked
        case _:
            return True


def _can_strike(state: State, effect: Attack, unit: Unit) -> bool:
    victims = strikes.victims_mask(state, unit, effect.victim)
    if strikes.attack_options(state, unit, victims):
        return True
    lunge = KeywordName.LUNGE
    lunges = lunge in effect.keywords or has(state, unit, lunge)
    return lunges and bool(strikes.lunge_options(state, unit, effect.victim))


def _spot_mask(state: State, source: Source, effect: TargetedEffect, unit: Unit) -> int:
    """Return the spaces to which an effect can bring a card (rules DM-SHIFT-1, DM-R43)."""
    if isinstance(effect, Shift):
        return shift_mask(state, unit)
    if isinstance(effect, Move):
        return move_mask(state, unit, effect.spaces)
    assert isinstance(effect, PlaceCard)
    seat, own = source.seat, own_card(state, source)
    mask = state.empty & places_mask(state, effect.places, seat)
    if effect.within is not None:
        mask &= 0 if own is None else within_mask(state, own, effect.within)
    if effect.near is not None:
        near = 0
        for card in matching(state, effect.near, seat, own):
            near |= state.config.board.adjacent[card.space]
        mask &= near
    return mask


def aim(
    state: State, source: Source, effect: TargetedEffect, same: Uid | None, *, tells: bool
) -> Transition[State]:
    """Return the state in which an effect is performed, or its owner is asked on whom.

    `tells`: the effects that follow, next on the agenda, learn which card it was for.
    """
    found = candidates(state, source, effect, same, _rest(state, tells))
    if not found:
        return Transition(state, ())
    if effect.who is Who.CHOSEN:
        return Transition(state.push(Targeting(source, effect, effect.count, (), tells)), ())
    if effect.who is Who.ALL:
        return _for_all(state, source, effect, found)
    if effect.may and not isinstance(effect, Shift | Move | PlaceCard | Attack):
        uids = (found[0].uid,)
        return Transition(state.push(Target(source.seat, source, effect, 1, (), tells, uids)), ())
    return _done_to(_told(state, found[0], tells), source, effect, found[0])


def _rest(state: State, tells: bool) -> tuple[Effect, ...]:
    """Return the effects that follow, next on the agenda."""
    if not tells:
        return ()
    rest = state.agenda[-1]
    assert isinstance(rest, performing.Perform)
    return rest.effects


def _told(state: State, unit: Unit, tells: bool) -> State:
    if not tells:
        return state
    rest = state.agenda[-1]
    assert isinstance(rest, performing.Perform)
    return state.popped(performing.Perform(rest.source, rest.effects, unit.uid))


def _for_all(
    state: State, source: Source, effect: TargetedEffect, found: tuple[Unit, ...]
) -> Transition[State]:
    """Return the state after an effect on several cards at once (rule DM-R25)."""
    if isinstance(effect, Wound):
        own, gone = own_card(state, source), source.gone
        return fights.hit(state, found, own, None, effect.wounds, gone=gone)
    if isinstance(effect, Shift | Move | PlaceCard | Attack | Swap):
        later = [Later(source, effect, unit.uid) for unit in reversed(found)]
        return Transition(state.push(*later), ())
    after = Transition(state, ())
    for unit in found:
        done = _done_to(after.state, source, effect, unit)
        after = Transition(done.state, after.events + done.events)
    return after


@frozen
class Later(Step[State]):
    """One of several cards that an effect is for, each with a decision of its own."""

    source: Source
    effect: TargetedEffect
    uid: Uid

    def run(self, state: State, /) -> Transition[State]:
        """Perform the effect on the card, if it still can be."""
        unit = state.unit(self.uid)
        if unit is None or not _is_useful(state, self.source, self.effect, unit):
            return unchanged(state)
        return _done_to(state.popped(), self.source, self.effect, unit)


def _done_to(  # noqa: PLR0912 - one case for each kind of effect
    state: State, source: Source, effect: TargetedEffect, unit: Unit
) -> Transition[State]:
    """Return the state after an effect on one card; nothing if it does nothing to that card."""
    if not _is_useful(state, source, effect, unit):
        return Transition(state, ())
    match effect:
        case Wound():
            own, gone = own_card(state, source), source.gone
            return fights.hit(state, (unit,), own, None, effect.wounds, gone=gone)
        case Heal():
            healed = marked(unit, wounded=False)
            return Transition(state.with_unit(healed), (statused(state, unit, "healed", "DM-R44"),))
        case Weaken():
            weak = marked(unit, weakened=True)
            event = statused(state, unit, "weakened", "DM-COND-4")
            return Transition(state.with_unit(weak), (event,))
        case Cure():
            cured = marked(unit, weakened=False)
            return Transition(
                state.with_unit(cured), (statused(state, unit, "no longer weakened", "DM-COND-3"),)
            )
        case Shift() | Move() | PlaceCard():
            left = effect.spaces if isinstance(effect, Shift) else 1
            return Transition(state.push(Spotting(source, effect, unit.uid, left, effect.may)), ())
        case Swap():
            return _swapped(state, source, unit)
        case Strengthen(amount=amount, stat=stat):
            boosts = tuple(sorted((*unit.boosts, (stat, amount)), key=_order))
            return _boosted(state, unit, boosts, unit.granted, f"{amount:+} {stat.value}")
        case Grant(keyword=keyword):
            granted = {*unit.granted, keyword}
            listed = tuple(each for each in KeywordName if each in granted)
            return _boosted(state, unit, unit.boosts, listed, keyword.value)
        case Attack():
            strike = strikes.Striking(
                unit.uid, effect.free, effect.keywords, effect.bonus, effect.victim
            )
            return Transition(state.push(strike), ())
        case ExtraAttack():
            fresh = marked(unit, attacked=False)
            boost = CardBoosted(
                rule="DM-R31", seat=unit.seat, card=named(state, unit), what="one more attack"
            )
            return Transition(state.with_unit(fresh), (boost,))
        case Sacrifice():
            return left_play(state, unit, Cause.SACRIFICED)
        case _:
            raise AssertionError("there is no other effect for cards")


def _order(boost: tuple[object, int]) -> str:
    return str(boost)


def _boosted(
    state: State,
    unit: Unit,
    boosts: tuple[tuple[object, int], ...],
    granted: tuple[KeywordName, ...],
    what: str,
) -> Transition[State]:
    made = make_unit(
        unit.seat,
        unit.card,
        unit.space,
        unit.wounded,
        unit.weakened,
        unit.moved,
        unit.attacked,
        unit.used,
        boosts,
        granted,
    )
    event = CardBoosted(rule="DM-R31", seat=unit.seat, card=named(state, unit), what=what)
    return Transition(state.with_unit(made), (event,))


def _swapped(state: State, source: Source, unit: Unit) -> Transition[State]:
    own = live_card(state, source)
    assert own is not None  # looked at before
    names = state.config.board.names
    events = tuple(
        CardMoved(
            rule="DM-R43",
            seat=one.seat,
            card=named(state, one),
            start=names[one.space],
            end=names[two.space],
            how="is swapped",
        )
        for one, two in ((own, unit), (unit, own))
    )
    places = {own.uid: unit.space, unit.uid: own.space}
    units = [marked(u, space=places[u.uid]) if u.uid in places else u for u in state.units]
    units.sort(key=lambda u: u.space)
    return Transition(state.with_units(tuple(units)), events)


# ---------------------------------------------------------------- whom


@frozen
class Targeting(Step[State]):
    """An effect is for up to `left` more cards, chosen one by one; `picked` were chosen already."""

    source: Source
    effect: TargetedEffect
    left: int
    picked: tuple[Uid, ...]
    tells: bool

    def run(self, state: State, /) -> Transition[State]:
        """Ask, unless there is nothing to choose."""
        below = state.popped()
        rest = _rest(below, self.tells)
        found = candidates(state, self.source, self.effect, None, rest)
        uids = tuple(unit.uid for unit in found if unit.uid not in self.picked)
        if not uids or self.left < 1:
            return Transition(below, ())
        asked = Target(
            self.source.seat,
            self.source,
            self.effect,
            self.left,
            self.picked,
            self.tells,
            uids,
        )
        if len(uids) == 1 and not asked.may_decline:
            return asked.aimed(below, uids[0])
        return Transition(below.push(asked), ())


@frozen
class Target(Decision):
    """The owner of an ability chooses a card for its effect; after the first it may stop."""

    cites = "DM-ACT-1"
    wants = "choose a card for the ability, 'target c3', or decline where that is offered"

    seat: Seat
    source: Source
    effect: TargetedEffect
    left: int
    picked: tuple[Uid, ...]
    tells: bool
    uids: tuple[Uid, ...]

    @property
    def may_decline(self) -> bool:
        """Whether no card, or no further card, need be chosen."""
        return self.effect.may or bool(self.picked)

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return each card that fits."""
        names = state.config.board.names
        options: list[Action] = []
        for uid in self.uids:
            unit = state.unit(uid)
            if unit is not None:
                options.append(on_space(SpaceVerb.TARGET, names[unit.space]))
        no: tuple[Action, ...] = (said[Word.DECLINE],) if self.may_decline else ()
        return (*options, *no)

    def aimed(self, state: State, uid: Uid) -> Transition[State]:
        """Return the state in which the effect is performed on the card chosen."""
        unit = state.unit(uid)
        assert unit is not None
        told = _told(state, unit, self.tells)
        if self.left > 1:
            picked = (*self.picked, uid)
            more = Targeting(self.source, self.effect, self.left - 1, picked, self.tells)
            told = told.push(more)
        return _done_to(told, self.source, self.effect, unit)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Perform the effect on the card, or stop."""
        below = state.popped()
        if isinstance(action, OnSpace):
            unit = state.at[state.config.board.by_name[action.space]]
            chosen = TargetNamed(
                rule=self.cites, seat=self.seat, card=named(state, unit), space=action.space
            )
            aimed = self.aimed(below, unit.uid)
            return run_steps(aimed.state, (chosen, *aimed.events))
        return run_steps(below, (AbilityDeclined(rule=self.cites, seat=self.seat),))


# ---------------------------------------------------------------- where to


@frozen
class Spotting(Step[State]):
    """A card is brought to another space by an ability, up to `left` times."""

    source: Source
    effect: TargetedEffect
    uid: Uid
    left: int
    may: bool

    def run(self, state: State, /) -> Transition[State]:
        """Ask where to, unless there is nothing to choose."""
        unit = state.unit(self.uid)
        below = state.popped()
        if unit is None or self.left < 1:
            return Transition(below, ())
        mask = _spot_mask(state, self.source, self.effect, unit)
        if not mask:
            return Transition(below, ())
        asked = Spot(self.source.seat, self.source, self.effect, self.uid, self.left, self.may)
        if mask.bit_count() == 1 and not self.may:
            return asked.brought(below, mask.bit_length() - 1)
        return Transition(below.push(asked), ())


@frozen
class Spot(Decision):
    """The owner of an ability chooses the space for a card (rules DM-SHIFT-1, DM-R43)."""

    cites = "DM-R43"
    wants = "choose a space for the card, 'to c4', or decline where that is offered"

    seat: Seat
    source: Source
    effect: TargetedEffect
    uid: Uid
    left: int
    may: bool

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return each space that is possible."""
        unit = state.unit(self.uid)
        assert unit is not None
        names = state.config.board.names
        mask = _spot_mask(state, self.source, self.effect, unit)
        no: tuple[Action, ...] = (said[Word.DECLINE],) if self.may else ()
        return (*(on_space(SpaceVerb.TO, names[space]) for space in bits(mask)), *no)

    def brought(self, state: State, space: int) -> Transition[State]:
        """Return the state in which the card is there; it may be shifted on."""
        unit = state.unit(self.uid)
        assert unit is not None
        if self.left > 1:
            state = state.push(Spotting(self.source, self.effect, self.uid, self.left - 1, True))
        shift, move = isinstance(self.effect, Shift), isinstance(self.effect, Move)
        how = "shifts" if shift else "moves" if move else "is placed"
        rule = "DM-SHIFT-1" if shift else "DM-R43"
        return moved(state, unit, space, how, rule)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Bring it there, or leave it."""
        below = state.popped()
        if isinstance(action, OnSpace):
            space = state.config.board.by_name[action.space]
            return run_steps(*self.brought(below, space))
        return run_steps(below, (AbilityDeclined(rule=self.cites, seat=self.seat),))
