"""What can be wrong with a domain or a power deck that somebody has written down."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from tabletop_rules.core import Problem
from tabletop_rules.core.errors import shown
from tabletop_rules.dominum.abilities import (
    Ability,
    Activated,
    AltAttack,
    At,
    Attack,
    Attacking,
    Bonus,
    Cards,
    Charge,
    Choose,
    Condition,
    Cost,
    Count,
    Defending,
    Deployment,
    DrawPower,
    Effect,
    GainReserve,
    Infiltrate,
    Is,
    Keyword,
    KeywordName,
    LoseReserve,
    Move,
    OtherIs,
    PlaceCard,
    PowerDuel,
    Protector,
    Reserve,
    Shift,
    Side,
    Strengthen,
    Swap,
    Targeted,
    Trigger,
    Triggered,
    Type,
    VictoryPoints,
    Who,
    Wound,
)

if TYPE_CHECKING:
    from tabletop_rules.dominum.contents import Army, Domain, PowerDeckList, Worded

__all__ = ["ALL_HEAR", "WITH_OTHER", "army_problems", "domain_problems", "power_problems"]

_CARDS: Final = 30
_STRONGHOLDS: Final = 3
_FORCES: Final = {Type.HERO: 1, Type.ELITE: 4, Type.WARRIOR: 7}
_LONGEST: Final = 60
_HIGHEST: Final = 20
_MOST: Final = 12
_DEEPEST: Final = 3
_MOST_ABILITIES: Final = 9
"""So many have one digit in the notation, and room in what counts their uses."""
_ID: Final = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")

WITH_OTHER: Final = frozenset(Trigger) - {Trigger.ON_DEPLOY, Trigger.MOVES, Trigger.ASSAULTS}
"""The triggers that have another card."""
ALL_HEAR: Final = frozenset(
    {
        Trigger.ALLY_DEFEATED,
        Trigger.ENEMY_DEFEATED,
        Trigger.ALLY_DEPLOYS,
        Trigger.ENEMY_DEPLOYS,
        Trigger.ASSAULTS,
    }
)
"""The triggers that a stronghold can have: they do not happen to a card of its own."""


def domain_problems(domain: "Domain") -> Iterator[Problem]:
    """Give everything that is wrong with a domain, and where."""
    yield from _number_problems(domain)
    for number, card in enumerate(domain.cards):
        where = f"cards[{number}] ({card.name})"
        for key, value in (("strength", card.strength), ("defence", card.defence)):
            if value is not None:
                yield from _between(f"{where}.{key}", value, 0, _HIGHEST)
        yield from _worded_problems(where, card, domain, stronghold=False)
    for number, stronghold in enumerate(domain.strongholds):
        where = f"strongholds[{number}] ({stronghold.name})"
        yield from _worded_problems(where, stronghold, domain, stronghold=True)
    for number, army in enumerate(domain.armies):
        yield from army_problems(domain, army, f"armies[{number}]")


def _worded_problems(
    where: str, worded: "Worded", domain: "Domain", *, stronghold: bool
) -> Iterator[Problem]:
    yield from _name_problems(f"{where}.name", worded.name)
    if worded.abilities and not worded.text:
        yield Problem(f"{where}.text", "missing: abilities need their wording")
    if len(worded.abilities) > _MOST_ABILITIES:
        what = f"expected at most {_MOST_ABILITIES}, got {len(worded.abilities)}"
        yield Problem(f"{where}.abilities", what)
    for place, ability in enumerate(worded.abilities):
        yield from _ability_problems(f"{where}.abilities[{place}]", ability, domain, stronghold)


def _number_problems(domain: "Domain") -> Iterator[Problem]:
    if not _ID.fullmatch(domain.id):
        yield Problem("id", f"expected small letters, digits, - and _, got {shown(domain.id)}")
    yield from _name_problems("name", domain.name)
    if len(domain.cards) != _CARDS:
        yield Problem("cards", f"expected {_CARDS}, got {len(domain.cards)}")
    if len(domain.strongholds) != _STRONGHOLDS:
        yield Problem("strongholds", f"expected {_STRONGHOLDS}, got {len(domain.strongholds)}")
    types = Counter(card.type for card in domain.cards)
    for kind, least in _FORCES.items():
        if types[kind] < least:
            what = f"expected {least} or more of type {kind.value!r}, got {types[kind]}"
            yield Problem("cards", what)
    names = [card.name for card in domain.cards] + [s.name for s in domain.strongholds]
    for name, times in Counter(name.lower() for name in names).items():
        if times > 1:
            yield Problem("cards", f"the name {shown(name)} stands there {times} times")


def army_problems(domain: "Domain", army: "Army", where: str = "") -> Iterator[Problem]:
    """Give everything that keeps a list from being an army of the domain (rule DM-SEL-2)."""
    dot = f"{where}." if where else ""
    if army.stronghold not in domain.stronghold_numbers:
        known = ", ".join(domain.stronghold_numbers)
        what = f"expected one of {known}, got {shown(army.stronghold)}"
        yield Problem(f"{dot}stronghold", what)
    for name, times in Counter(army.cards).items():
        if name not in domain.numbers:
            yield Problem(f"{dot}cards", f"no card of {domain.name} is called {shown(name)}")
        elif times > 1:
            yield Problem(f"{dot}cards", f"{name} stands there {times} times")
    chosen = [
        domain.cards[domain.numbers[n]] for n in dict.fromkeys(army.cards) if n in domain.numbers
    ]
    types = Counter(card.type for card in chosen)
    for kind, count in _FORCES.items():
        if types[kind] != count:
            what = f"expected {count} of type {kind.value!r}, got {types[kind]}"
            yield Problem(f"{dot}cards", what)


def power_problems(deck: "PowerDeckList") -> Iterator[Problem]:
    """Give everything that is wrong with a power deck (rule DM-R49)."""
    if not _ID.fullmatch(deck.id):
        yield Problem("id", f"expected small letters, digits, - and _, got {shown(deck.id)}")
    if len(deck.numbers) != 8:
        what = f"expected 8, with the Critical nine cards, got {len(deck.numbers)}"
        yield Problem("numbers", what)
    for place, number in enumerate(deck.numbers):
        yield from _between(f"numbers[{place}]", number, 1, 9)
    if len(deck.counters) != 4 or len(set(deck.counters)) != 4:
        yield Problem("counters", f"expected 4 different ones, got {list(deck.counters)}")
    for place, counter in enumerate(deck.counters):
        if counter not in deck.numbers:
            yield Problem(f"counters[{place}]", f"no power card has the number {counter}")
    yield from _between("critical_counts", deck.critical_counts, 0, 9)


def _name_problems(where: str, name: str) -> Iterator[Problem]:
    clean = name.isprintable() and not set(name) & set(',#?"')
    if not clean or name != " ".join(name.split()) or not 1 <= len(name) <= _LONGEST:
        expected = f'1 to {_LONGEST} printable characters without , # ? " or spare spaces'
        yield Problem(where, f"expected {expected}, got {shown(name)}")


def _between(where: str, value: int, lowest: int, highest: int) -> Iterator[Problem]:
    if not lowest <= value <= highest:
        yield Problem(where, f"expected {lowest} to {highest}, got {value}")


class _Context:
    """Whose ability is being looked at, and whether it has another card."""

    def __init__(self, domain: "Domain", stronghold: bool, other: bool) -> None:
        self.domain = domain
        self.stronghold = stronghold
        self.other = other


def _ability_problems(
    where: str, ability: Ability, domain: "Domain", stronghold: bool
) -> Iterator[Problem]:
    other = isinstance(ability, Triggered) and ability.trigger in WITH_OTHER
    context = _Context(domain, stronghold, other)
    for place, condition in enumerate(ability.when):
        yield from _condition_problems(f"{where}.when[{place}]", condition, context)
    if isinstance(ability, Keyword | Bonus):
        if ability.to is not None:
            yield from _cards_problems(f"{where}.to", ability.to, context)
        elif stronghold and not (isinstance(ability, Bonus) and ability.stat.value == "assault"):
            yield Problem(f"{where}.to", "missing: a stronghold is no card on the battlefield")
    if isinstance(ability, Keyword):
        yield from _circle_problems(where, ability)
    if isinstance(ability, Bonus):
        yield from _amount_problems(f"{where}.amount", ability.amount)
    if isinstance(ability, Deployment | AltAttack) and stronghold:
        yield Problem(where, "only cards have such an ability")
    yield from _empty_problems(where, ability)
    if isinstance(ability, Activated) and ability.every_phase and not stronghold:
        yield Problem(f"{where}.every_phase", "it is for strongholds: cards may anyway")
    if isinstance(ability, Triggered) and stronghold and ability.trigger not in ALL_HEAR:
        what = f"a stronghold cannot have the trigger {ability.trigger.value!r}"
        yield Problem(f"{where}.trigger", what)
    if isinstance(ability, Deployment | Triggered | Activated | AltAttack):
        yield from _cost_problems(f"{where}.cost", ability.cost, context)
    if isinstance(ability, Triggered | Activated):
        yield from _effects_problems(f"{where}.effects", ability.effects, context, 1)


def _circle_problems(where: str, ability: Keyword) -> Iterator[Problem]:
    """Refuse that whether a card flies depends on which cards fly."""
    if ability.keyword is not KeywordName.FLYING:
        return
    named: list[tuple[str, Cards | None]] = [("to", ability.to)]
    for place, condition in enumerate(ability.when):
        match condition:
            case Count(cards=cards) | OtherIs(cards=cards):
                named.append((f"when[{place}].cards.flying", cards))
            case Attacking(against=cards) | Defending(against=cards):
                named.append((f"when[{place}].against.flying", cards))
            case _:
                pass
    for key, cards in named:
        if cards is not None and cards.flying is not None:
            what = "what makes a card fly cannot depend on which cards fly"
            yield Problem(f"{where}.{key}", what)


def _empty_problems(where: str, ability: Ability) -> Iterator[Problem]:
    if isinstance(ability, Deployment) and not ability.places:
        yield Problem(f"{where}.places", "expected at least one place")
    if isinstance(ability, Activated | AltAttack) and not ability.phases:
        yield Problem(f"{where}.phases", "expected at least one phase")


def _amount_problems(where: str, amount: int) -> Iterator[Problem]:
    if amount == 0:
        yield Problem(where, "expected a number other than 0")
    yield from _between(where, amount, -_MOST, _MOST)


def _cards_problems(where: str, cards: Cards, context: _Context) -> Iterator[Problem]:
    if context.stronghold and cards.within is not None:
        yield Problem(f"{where}.within", "a stronghold has no space to count from")
    if context.stronghold and cards.itself:
        yield Problem(f"{where}.itself", "a stronghold is no card on the battlefield")
    if cards.side is Side.ENEMY and cards.itself:
        yield Problem(f"{where}.itself", "the card itself is no enemy")


def _condition_problems(where: str, condition: Condition, context: _Context) -> Iterator[Problem]:
    own_card = (Infiltrate, Protector, At, Is, Attacking, Defending)
    if context.stronghold and isinstance(condition, own_card):
        yield Problem(where, "a stronghold is no card on the battlefield")
    match condition:
        case At(places=places) if not places:
            yield Problem(f"{where}.places", "expected at least one place")
        case Is(status=status) if not status:
            yield Problem(f"{where}.status", "expected at least one")
        case Count(cards=cards):
            yield from _cards_problems(f"{where}.cards", cards, context)
            yield from _range_problems(where, condition.at_least, condition.at_most)
        case Reserve():
            yield from _range_problems(where, condition.at_least, condition.at_most)
        case OtherIs(cards=cards):
            yield from _cards_problems(f"{where}.cards", cards, context)
            if not context.other:
                yield Problem(where, "there is no other card in this ability")
        case Attacking(against=cards) | Defending(against=cards) if cards is not None:
            yield from _cards_problems(f"{where}.against", cards, context)
        case _:
            pass


def _range_problems(where: str, least: int, most: int | None) -> Iterator[Problem]:
    if least < 0 or (most is not None and most < least):
        yield Problem(where, f"expected at_least from 0 to at_most, got {least} and {most}")


def _cost_problems(where: str, cost: Cost, context: _Context) -> Iterator[Problem]:
    yield from _between(f"{where}.charges", cost.charges, 0, 3)
    yield from _between(f"{where}.discard_power", cost.discard_power, 0, 3)
    yield from _between(f"{where}.draw_power", cost.draw_power, 0, 3)
    if cost.sacrifice is not None:
        yield from _cards_problems(f"{where}.sacrifice", cost.sacrifice, context)
        if cost.sacrifice.side is not Side.OWN:
            yield Problem(f"{where}.sacrifice.side", "expected 'own': one sacrifices one's own")


def _effects_problems(
    where: str, effects: tuple[Effect, ...], context: _Context, depth: int
) -> Iterator[Problem]:
    if depth == 1 and not effects:
        yield Problem(where, "expected at least one effect")
    if depth > _DEEPEST:
        yield Problem(where, f"effects are nested more than {_DEEPEST} deep")
        return
    for place, effect in enumerate(effects):
        yield from _effect_problems(f"{where}[{place}]", effect, context, depth)


def _effect_problems(  # noqa: PLR0912 - one case for each kind of effect
    where: str, effect: Effect, context: _Context, depth: int
) -> Iterator[Problem]:
    if isinstance(effect, Targeted):
        yield from _target_problems(where, effect, context)
    match effect:
        case Wound(wounds=wounds):
            yield from _between(f"{where}.wounds", wounds, 1, 2)
        case Shift(spaces=spaces) | Move(spaces=spaces):
            yield from _between(f"{where}.spaces", spaces, 1, _MOST)
        case PlaceCard(near=near, within=within):
            if near is not None:
                yield from _cards_problems(f"{where}.near", near, context)
            if within is not None and context.stronghold:
                yield Problem(f"{where}.within", "a stronghold has no space to count from")
        case Swap() if context.stronghold:
            yield Problem(where, "a stronghold has no space to swap")
        case Strengthen(amount=amount) | Charge(amount=amount) | VictoryPoints(amount=amount):
            yield from _amount_problems(f"{where}.amount", amount)
        case Attack(victim=victim):
            yield from _cards_problems(f"{where}.victim", victim, context)
        case GainReserve(count=count) | LoseReserve(count=count):
            yield from _between(f"{where}.count", count, 1, 3)
        case PowerDuel(win=win, lose=lose):
            yield from _effects_problems(f"{where}.win", win, context, depth + 1)
            yield from _effects_problems(f"{where}.lose", lose, context, depth + 1)
        case DrawPower(at_least=least, success=success, failure=failure):
            yield from _between(f"{where}.at_least", least, 1, 9)
            yield from _effects_problems(f"{where}.success", success, context, depth + 1)
            yield from _effects_problems(f"{where}.failure", failure, context, depth + 1)
        case Choose(first=first, second=second):
            yield from _effects_problems(f"{where}.first", first, context, depth + 1)
            yield from _effects_problems(f"{where}.second", second, context, depth + 1)
        case _:
            pass


def _target_problems(where: str, effect: Targeted, context: _Context) -> Iterator[Problem]:
    yield from _cards_problems(f"{where}.target", effect.target, context)
    yield from _between(f"{where}.count", effect.count, 1, _MOST)
    if effect.who is Who.SELF and context.stronghold:
        yield Problem(f"{where}.who", "a stronghold is no card on the battlefield")
    if effect.who is Who.OTHER and not context.other:
        yield Problem(f"{where}.who", "there is no other card in this ability")
    for name in effect.target.names:
        if effect.target.side is Side.OWN and name not in context.domain.numbers:
            yield Problem(f"{where}.target.names", f"no card is called {shown(name)}")
