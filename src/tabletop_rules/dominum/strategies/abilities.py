"""Hypothesis strategies that give abilities of every kind that a card or stronghold can have."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Final, TypeAlias, TypeVar

from attrs import frozen
from hypothesis import strategies as st

from tabletop_rules.dominum import abilities as ab
from tabletop_rules.dominum.content_checks import ALL_HEAR, WITH_OTHER

__all__ = ["NAMES", "Bearer", "Strategy", "abilities", "few"]

T = TypeVar("T")
E = TypeVar("E", bound=ab.TargetedEffect)

Strategy: TypeAlias = st.SearchStrategy[T]

NAMES: Final = tuple(f"Card {number}" for number in range(1, 31))
"""The names of all cards of a domain, which abilities can name."""

_DEEPEST: Final = 3
_ALL: Final = 9


def _amounts() -> Strategy[int]:
    return st.sampled_from((1, 2, 3, -1, -2, -3))


def _rarely(given: Strategy[T]) -> Strategy[T | None]:
    return st.none() | st.none() | st.none() | given


def few(of: Iterable[T], most: int = 2) -> Strategy[tuple[T, ...]]:
    """Give up to `most` different ones of them."""
    return st.lists(st.sampled_from(tuple(of)), max_size=most, unique=True).map(tuple)


def _seldom(of: Iterable[T], most: int = 2) -> Strategy[tuple[T, ...]]:
    return st.just(()) | st.just(()) | few(of, most)


def some(of: Iterable[T]) -> Strategy[tuple[T, ...]]:
    return st.lists(st.sampled_from(tuple(of)), min_size=1, max_size=3, unique=True).map(tuple)


# Made once, as every ability asks for them.
_SIDES: Final = tuple(ab.Side)
_TYPES: Final = _seldom(ab.Type)
_PLACES: Final = _seldom(ab.Place)
_STATUS: Final = _seldom(ab.Status, most=1)
_NAMED: Final = _seldom(NAMES, most=6)
_NEAR: Final = _rarely(st.sampled_from(ab.Within))
_FLYING: Final = _rarely(st.booleans())
_STRENGTH: Final = _rarely(st.integers(0, 5))


@frozen
class Bearer:
    """What has an ability: a card or a stronghold; whether there is another card in it."""

    stronghold: bool = False
    other: bool = False
    flies: bool = True
    """Whether it may depend on which cards fly."""


def abilities(bearer: Bearer) -> Strategy[tuple[ab.Ability, ...]]:
    """Give up to two abilities for such a bearer."""
    return st.lists(_ability(bearer), max_size=2).map(tuple)


@cache
def _ability(bearer: Bearer) -> Strategy[ab.Ability]:
    """Give abilities that such a bearer can have."""
    kinds: list[Strategy[ab.Ability]] = [_keywords(bearer), _bonuses(bearer)]
    if not bearer.stronghold:
        kinds.append(
            st.builds(
                ab.Deployment,
                places=some(ab.Place),
                cost=_costs(bearer),
                when=_conditions(bearer),
            )
        )
        kinds.append(
            st.builds(
                ab.AltAttack,
                phases=some(ab.Phase),
                when=_conditions(bearer),
                cost=_costs(bearer),
                free=st.booleans(),
                keywords=few(ab.KeywordName),
                bonus=st.integers(-2, 2),
            )
        )
    kinds.append(
        st.builds(
            ab.Activated,
            phases=some(ab.Phase),
            effects=_effects(bearer),
            when=_conditions(bearer),
            cost=_costs(bearer),
            every_phase=st.booleans() if bearer.stronghold else st.just(False),
        )
    )
    kinds += [_triggered(bearer, trigger) for trigger in _triggers(bearer)]
    return st.one_of(kinds)


def _triggers(bearer: Bearer) -> tuple[ab.Trigger, ...]:
    return tuple(each for each in ab.Trigger if not bearer.stronghold or each in ALL_HEAR)


def _triggered(bearer: Bearer, trigger: ab.Trigger) -> Strategy[ab.Ability]:
    seeing = Bearer(bearer.stronghold, trigger in WITH_OTHER)
    return st.builds(
        ab.Triggered,
        trigger=st.just(trigger),
        effects=_effects(seeing),
        when=_conditions(seeing),
        cost=_costs(seeing),
        may=st.booleans(),
    )


@st.composite
def _keywords(draw: st.DrawFn, bearer: Bearer) -> ab.Ability:
    keyword = draw(st.sampled_from(ab.KeywordName))
    seeing = Bearer(bearer.stronghold, flies=keyword is not ab.KeywordName.FLYING)
    lent = _cards(seeing) if bearer.stronghold else st.none() | _cards(seeing)
    return ab.Keyword(keyword, draw(_conditions(seeing)), draw(lent))


@st.composite
def _bonuses(draw: st.DrawFn, bearer: Bearer) -> ab.Ability:
    stat = draw(st.sampled_from(ab.Stat))
    aura = bearer.stronghold and stat is not ab.Stat.ASSAULT
    to = _cards(bearer) if aura else st.none() | _cards(bearer)
    return ab.Bonus(stat, draw(_amounts()), draw(_conditions(bearer)), draw(to))


# ---------------------------------------------------------------- cards, conditions, costs


@st.composite
def _cards(draw: st.DrawFn, bearer: Bearer, sides: tuple[ab.Side, ...] = ()) -> ab.Cards:
    """Give which cards are meant; most often few things are asked of them."""
    side = draw(st.sampled_from(sides or _SIDES))
    alone = bearer.stronghold or side is ab.Side.ENEMY
    return ab.Cards(
        side=side,
        types=draw(_TYPES),
        places=draw(_PLACES),
        within=None if bearer.stronghold else draw(_NEAR),
        status=draw(_STATUS),
        itself=False if alone else draw(st.booleans()),
        flying=draw(_FLYING) if bearer.flies else None,
        most_strength=draw(_STRENGTH),
        names=draw(_NAMED),
    )


def _conditions(bearer: Bearer) -> Strategy[tuple[ab.Condition, ...]]:
    return _rarely(_condition(bearer)).map(lambda one: () if one is None else (one,))


@cache
def _condition(bearer: Bearer) -> Strategy[ab.Condition]:
    """Give conditions that can hold for such a bearer, or not."""
    sides, cards = st.sampled_from(ab.Side), _cards(bearer)
    kinds: list[Strategy[ab.Condition]] = [
        st.builds(ab.Charged, side=sides, at_least=st.integers(1, 3)),
        st.builds(ab.Uncharged, side=sides),
        st.builds(ab.Trailing),
        st.builds(ab.Leading),
        st.builds(ab.During, phases=some(ab.Phase)),
        st.builds(ab.Turn, side=sides),
        st.builds(ab.Coordinated),
        _ranges().flatmap(lambda r: st.builds(ab.Count, cards, st.just(r[0]), st.just(r[1]))),
        _ranges().flatmap(lambda r: st.builds(ab.Reserve, sides, st.just(r[0]), st.just(r[1]))),
    ]
    if not bearer.stronghold:
        kinds += [
            st.builds(ab.Infiltrate),
            st.builds(ab.Protector),
            st.builds(ab.At, places=some(ab.Place)),
            st.builds(ab.Is, status=some(ab.Status)),
            st.builds(ab.Attacking, against=st.none() | cards),
            st.builds(ab.Defending, against=st.none() | cards),
        ]
    if bearer.other:
        kinds.append(st.builds(ab.OtherIs, cards=cards))
    return st.one_of(kinds)


@st.composite
def _ranges(draw: st.DrawFn) -> tuple[int, int | None]:
    least = draw(st.integers(0, 3))
    return least, draw(st.none() | st.integers(least, 4))


@cache
def _costs(bearer: Bearer) -> Strategy[ab.Cost]:
    paid = st.builds(
        ab.Cost,
        charges=st.integers(0, 2),
        discard_power=st.integers(0, 2),
        draw_power=st.integers(0, 2),
        sacrifice=st.none() | _cards(bearer, (ab.Side.OWN,)),
    )
    return st.just(ab.FREE) | paid


# ---------------------------------------------------------------- effects


def _effects(bearer: Bearer, depth: int = 1) -> Strategy[tuple[ab.Effect, ...]]:
    least, most = (1, 3) if depth == 1 else (0, 2)
    return st.lists(_effect(bearer, depth), min_size=least, max_size=most).map(tuple)


def _targeted(
    kind: Callable[..., E], bearer: Bearer, **fields: Strategy[object]
) -> Strategy[ab.Effect]:
    """Give effects of one kind for cards on the battlefield."""
    who = [ab.Who.CHOSEN, ab.Who.ALL, ab.Who.SAME]
    who += [] if bearer.stronghold else [ab.Who.SELF]
    who += [ab.Who.OTHER] if bearer.other else []
    return st.builds(
        kind,
        who=st.sampled_from(who),
        target=_cards(bearer),
        count=st.integers(1, 3),
        may=st.booleans(),
        **fields,
    )


@cache
def _effect(bearer: Bearer, depth: int) -> Strategy[ab.Effect]:
    """Give effects of every kind; those that hold others only if they are not too deep."""
    kinds = [*_for_cards(bearer), *_for_players()]
    if depth < _DEEPEST:
        within = st.deferred(lambda: _effects(bearer, depth + 1))
        kinds += [
            st.builds(ab.PowerDuel, win=within, lose=within),
            st.builds(ab.DrawPower, st.integers(1, _ALL), within, within),
            st.builds(ab.Choose, within, within),
        ]
    return st.one_of(kinds)


def _for_cards(bearer: Bearer) -> list[Strategy[ab.Effect]]:
    keywords, stats = st.sampled_from(ab.KeywordName), st.sampled_from(ab.Stat)
    kinds = [
        _targeted(ab.Wound, bearer, wounds=st.integers(1, 2)),
        _targeted(ab.Heal, bearer),
        _targeted(ab.Weaken, bearer),
        _targeted(ab.Cure, bearer),
        _targeted(ab.Shift, bearer, spaces=st.integers(1, 3)),
        _targeted(ab.Move, bearer, spaces=st.integers(1, 4)),
        _targeted(
            ab.PlaceCard,
            bearer,
            places=few(ab.Place),
            within=st.none() if bearer.stronghold else _NEAR,
            near=_rarely(_cards(bearer)),
        ),
        _targeted(ab.Strengthen, bearer, amount=_amounts(), stat=stats),
        _targeted(ab.Grant, bearer, keyword=keywords),
        _targeted(
            ab.Attack,
            bearer,
            victim=_cards(bearer),
            free=st.booleans(),
            keywords=few(ab.KeywordName),
            bonus=st.integers(-2, 2),
        ),
        _targeted(ab.ExtraAttack, bearer),
        _targeted(ab.Sacrifice, bearer),
    ]
    return kinds if bearer.stronghold else [*kinds, _targeted(ab.Swap, bearer)]


def _for_players() -> list[Strategy[ab.Effect]]:
    sides, counts = st.sampled_from(ab.Side), st.integers(1, 3)
    types, places, may = few(ab.Type), few(ab.Place), st.booleans()
    return [
        st.builds(ab.Charge, amount=_amounts(), side=sides),
        st.builds(ab.GainReserve, count=counts, source=st.sampled_from(ab.Pile)),
        st.builds(ab.LoseReserve, count=counts, side=sides),
        st.builds(ab.ResetPower, side=sides),
        st.builds(ab.ReturnCard, types=types, places=places, may=may),
        st.builds(ab.Deploy, types=types, places=places, may=may),
        st.builds(ab.VictoryPoints, amount=_amounts(), side=sides),
        st.builds(ab.GainSurge),
    ]
