"""Domains and power decks: what is printed on the cards, as typed values read from TOML."""

from collections.abc import Mapping
from enum import Enum
from functools import cached_property
from typing import ClassVar, Final

from attrs import frozen

from tabletop_rules.core import Content, ContentError, Provenance, Shelf, load_content
from tabletop_rules.core.building import quickly_read
from tabletop_rules.dominum.abilities import (
    Ability,
    Activated,
    AltAttack,
    Attack,
    Bonus,
    Deployment,
    Keyword,
    KeywordName,
    Phase,
    Stat,
    Trigger,
    Triggered,
    Type,
)
from tabletop_rules.dominum.board import Board, load_board
from tabletop_rules.dominum.content_checks import domain_problems, power_problems

__all__ = [
    "CRITICAL",
    "ELITES",
    "FORCES",
    "HIDDEN",
    "WARRIORS",
    "Army",
    "Board",
    "Card",
    "Domain",
    "PowerDeckList",
    "Range",
    "Stronghold",
    "Worded",
    "load_board",
    "load_domain",
    "load_power_deck",
]

HIDDEN: Final = -1
"""Stands in a view for a card that its viewer does not know."""

CRITICAL: Final = 0
"""The Critical among power cards, which are whole numbers (rule DM-POWER-8)."""

ELITES: Final = 4
WARRIORS: Final = 7
FORCES: Final = {Type.HERO: 1, Type.ELITE: ELITES, Type.WARRIOR: WARRIORS}
"""How many cards of each type an army has (rule DM-SEL-2)."""


class Range(Enum):
    """In which directions a card moves and attacks (rules DM-MOVE-4, DM-R19)."""

    STANDARD = "standard"
    """Orthogonally."""
    RADIAL = "radial"
    """Orthogonally and diagonally."""


@quickly_read
@frozen(kw_only=True)
class Worded:
    """Base of what has abilities: they are sorted once, by what the rules ask for.

    `text` is the printed wording of `abilities`.
    """

    name: str
    text: str = ""
    abilities: tuple[Ability, ...] = ()
    provenance: Provenance = Provenance.RECONSTRUCTED

    @cached_property
    def keywords(self) -> tuple[KeywordName, ...]:
        """The keywords that it always has; a tuple, as looking through a few beats hashing."""
        found = (a for a in self.abilities if isinstance(a, Keyword))
        return tuple(a.keyword for a in found if a.to is None and not a.when)

    @cached_property
    def conditional(self) -> tuple[Keyword, ...]:
        """The keywords that it has under a condition."""
        found = (a for a in self.abilities if isinstance(a, Keyword))
        return tuple(a for a in found if a.to is None and a.when)

    @cached_property
    def lent(self) -> tuple[Keyword, ...]:
        """The keywords that it gives to other cards."""
        found = (a for a in self.abilities if isinstance(a, Keyword))
        return tuple(a for a in found if a.to is not None)

    @cached_property
    def bonuses(self) -> tuple[Bonus, ...]:
        """The bonuses for itself, or for its owner's assaults."""
        found = (a for a in self.abilities if isinstance(a, Bonus))
        return tuple(a for a in found if a.to is None)

    @cached_property
    def auras(self) -> tuple[Bonus, ...]:
        """The bonuses for other cards."""
        found = (a for a in self.abilities if isinstance(a, Bonus))
        return tuple(a for a in found if a.to is not None)

    @cached_property
    def deployments(self) -> tuple[Deployment, ...]:
        """Where else it may be deployed."""
        return tuple(a for a in self.abilities if isinstance(a, Deployment))

    @cached_property
    def triggered(self) -> tuple[tuple[int, Triggered], ...]:
        """Its triggered abilities, each with its place in `abilities`."""
        return tuple((i, a) for i, a in enumerate(self.abilities) if isinstance(a, Triggered))

    @cached_property
    def phases(self) -> tuple[Phase, ...]:
        """The phases in which any of its abilities can be used."""
        return tuple(p for p in Phase if any(p in ability.phases for _, ability in self.activated))

    @cached_property
    def activated(self) -> tuple[tuple[int, Activated], ...]:
        """Its activated abilities and Alt Attacks, each with its place in `abilities`."""
        listed: list[tuple[int, Activated]] = []
        for place, ability in enumerate(self.abilities):
            if isinstance(ability, AltAttack):
                attack = Attack(free=ability.free, keywords=ability.keywords, bonus=ability.bonus)
                ability = Activated(ability.phases, (attack,), ability.when, ability.cost)  # noqa: PLW2901 - seen as one
            if isinstance(ability, Activated):
                listed.append((place, ability))
        return tuple(listed)


@quickly_read
@frozen(kw_only=True)
class Card(Worded):
    """One card: what is printed on it, and its abilities as data (rule DM-CARD-1).

    `defence` is given only where it differs from
    `strength` (rule DM-R18). `fly` is the icon.
    """

    type: Type
    strength: int
    range: Range = Range.STANDARD
    defence: int | None = None
    fly: bool = False

    @property
    def guard(self) -> int:
        """Its printed defence (rule DM-R18)."""
        return self.strength if self.defence is None else self.defence


@quickly_read
@frozen(kw_only=True)
class Stronghold(Worded):
    """One stronghold of a domain, with its ability (rule DM-SH-2)."""


@frozen
class Army:
    """A named choice of forces: a stronghold and twelve cards, by their names (rule DM-SEL-2)."""

    name: str
    stronghold: str
    cards: tuple[str, ...]


@quickly_read
@frozen(cache_hash=True, repr=False)
class Domain(Content):
    """A domain of 30 different cards and 3 strongholds (rules DM-COMP-1, DM-COMP-2).

    Inside the engine a card is its number, its place in `cards`; `armies` are ready lists, the
    first of them the default one.

    Raises:
        ContentError: with everything that is wrong with the domain, and where.
    """

    shelf: ClassVar[Shelf["Domain"]]

    id: str
    name: str
    cards: tuple[Card, ...]
    strongholds: tuple[Stronghold, ...]
    armies: tuple[Army, ...] = ()
    provenance: Provenance = Provenance.RECONSTRUCTED
    note: str = ""

    def __attrs_post_init__(self) -> None:
        problems = list(domain_problems(self))
        if problems:
            raise ContentError(problems)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each card by its name."""
        return {card.name: number for number, card in enumerate(self.cards)}

    @cached_property
    def stronghold_numbers(self) -> Mapping[str, int]:
        """The number of each stronghold by its name."""
        return {stronghold.name: number for number, stronghold in enumerate(self.strongholds)}

    @cached_property
    def of_type(self) -> Mapping[Type, tuple[int, ...]]:
        """The numbers of the cards of each type."""
        return {
            kind: tuple(n for n, card in enumerate(self.cards) if card.type is kind)
            for kind in Type
        }

    @cached_property
    def triggers(self) -> tuple[Trigger, ...]:
        """What sets off any ability in it."""
        worded = (*self.cards, *self.strongholds)
        found = [ability.trigger for w in worded for _, ability in w.triggered]
        return tuple(dict.fromkeys(found))

    @cached_property
    def users(self) -> Mapping[Phase, frozenset[int]]:
        """For each phase in which any ability in it can be used, the cards that have one."""
        return {
            phase: frozenset(n for n, card in enumerate(self.cards) if phase in card.phases)
            for phase in Phase
            if any(phase in worded.phases for worded in (*self.cards, *self.strongholds))
        }

    @cached_property
    def deploys_further(self) -> bool:
        """Whether any card of it may be deployed elsewhere by its own ability."""
        return any(card.deployments for card in self.cards)

    @cached_property
    def lends(self) -> tuple[KeywordName, ...]:
        """The keywords that anything in it gives to other cards."""
        found = [a.keyword for w in (*self.cards, *self.strongholds) for a in w.lent]
        return tuple(dict.fromkeys(found))

    @cached_property
    def lenders(self) -> frozenset[int]:
        """The cards that give keywords to others."""
        return frozenset(number for number, card in enumerate(self.cards) if card.lent)

    @cached_property
    def radiates(self) -> tuple[Stat, ...]:
        """The numbers that anything in it changes on other cards."""
        found = [a.stat for w in (*self.cards, *self.strongholds) for a in w.auras]
        return tuple(dict.fromkeys(found))

    @cached_property
    def radiators(self) -> frozenset[int]:
        """The cards that give bonuses to others."""
        return frozenset(number for number, card in enumerate(self.cards) if card.auras)


Domain.shelf = Shelf("tabletop_rules.dominum", "domains", lambda: Domain)


@quickly_read
@frozen(cache_hash=True, repr=False)
class PowerDeckList(Content):
    """The nine cards of a Power Deck: eight `numbers` and one Critical; and the Cycle Counters.

    How often each number occurs is reconstructed in what is shipped (rule DM-R2).

    Raises:
        ContentError: with everything that is wrong (rule DM-R49).
    """

    shelf: ClassVar[Shelf["PowerDeckList"]]

    id: str
    name: str
    numbers: tuple[int, ...] = (1, 1, 2, 2, 3, 3, 4, 4)
    counters: tuple[int, ...] = (1, 2, 3, 4)
    critical_counts: int = 4
    """What the Critical counts in an assault and for the first player (rule DM-POWER-10)."""
    provenance: Provenance = Provenance.RECONSTRUCTED
    note: str = ""

    def __attrs_post_init__(self) -> None:
        problems = list(power_problems(self))
        if problems:
            raise ContentError(problems)

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """All nine cards, sorted, the Critical first."""
        return tuple(sorted((*self.numbers, CRITICAL)))


PowerDeckList.shelf = Shelf("tabletop_rules.dominum", "power_decks", lambda: PowerDeckList)


def load_domain(text: str, source: str = "") -> Domain:
    """Return the domain that a TOML text describes.

    Raises:
        ContentError: with every problem of the text and its place.
    """
    return load_content(text, Domain, source)


def load_power_deck(text: str, source: str = "") -> PowerDeckList:
    """Return the Power Deck that a TOML text describes.

    Raises:
        ContentError: with every problem of the text and its place.
    """
    return load_content(text, PowerDeckList, source)
