"""Small fights written as text: cards, two armies and a phase, seen from either seat."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar

import pytest
from attrs import frozen

from tabletop_rules import dominum as dm
from tabletop_rules.core import CHANCE, Event, IllegalActionError
from tabletop_rules.dominum import events

E = TypeVar("E", bound=Event)
SEATS = (0, 1)
ROWS = 5
DEADLY, EVASIVE, KNOCKBACK, LUNGE, OUTFLANK, SUBMERGE, FREE_STRIKE, BARRAGE = (
    f'type = "keyword", keyword = "{keyword}"'
    for keyword in (
        "deadly",
        "evasive",
        "knockback",
        "lunge",
        "outflank",
        "submerge",
        "free_strike",
        "barrage",
    )
)
_SPACE = re.compile(r"(?<=\b[a-z])[1-5]\b")
_PLAIN = 'type = "activated", phases = ["initiative"], effects = [{ type = "gain_surge" }]'


def card(
    name: str,
    strength: int,
    *abilities: str,
    kind: str = "warrior",
    reach: str = "standard",
    defence: int | None = None,
    fly: bool = False,
) -> str:
    """Return the TOML of a card; its abilities are the insides of TOML tables."""
    lines = ["[[cards]]", f'name = "{name}"', f'type = "{kind}"', f"strength = {strength}"]
    lines += [f'range = "{reach}"', 'text = "As its abilities say."']
    lines += [f"abilities = [{_tables(abilities)}]", f"fly = {str(fly).lower()}"]
    lines += [] if defence is None else [f"defence = {defence}"]
    return "\n".join(lines)


def stronghold(name: str, *abilities: str) -> str:
    """Return the TOML of a stronghold."""
    return f'[[strongholds]]\nname = "{name}"\ntext = "So."\nabilities = [{_tables(abilities)}]'


def _tables(insides: Iterable[str]) -> str:
    return ", ".join(f"{{ {inside} }}" for inside in insides)


def triggered(trigger: str, *effects: str, more: str = "") -> str:
    """Return the inside of a triggered ability."""
    extra = f", {more}" if more else ""
    return f'type = "triggered", trigger = "{trigger}", effects = [{_tables(effects)}]{extra}'


def activated(phases: str, *effects: str, more: str = "") -> str:
    """Return the inside of an activated ability; `phases` are words."""
    extra = f", {more}" if more else ""
    return f'type = "activated", phases = {_words(phases)}, effects = [{_tables(effects)}]{extra}'


def _words(text: str) -> str:
    return "[" + ", ".join(f'"{word}"' for word in text.split()) + "]"


@lru_cache
def domain(*parts: str) -> dm.Domain:
    """Return a domain with these cards and strongholds, filled up with plain ones."""
    cards = [part for part in parts if part.startswith("[[cards]]")]
    holds = [part for part in parts if not part.startswith("[[cards]]")]
    kinds = Counter(part.split('type = "', 1)[1].split('"', 1)[0] for part in cards)
    for kind, least in (("hero", 1), ("elite", 4)):
        cards += [card(f"Spare {kind} {i}", 1, kind=kind) for i in range(kinds[kind], least)]
    cards += [card(f"Spare {i}", 1) for i in range(30 - len(cards))]
    holds += [stronghold(f"Keep {i}", _PLAIN) for i in range(3 - len(holds))]
    return dm.load_domain("\n".join(['id = "fights"', 'name = "Fights"', *holds, *cards]))


def war(*parts: str, rulings: dm.Rulings | None = None) -> dm.Config:
    """Return the config of a game in which both seats have these cards and strongholds."""
    both = domain(*parts)
    return dm.Config((both, both), rulings=rulings or dm.Rulings())


def _side(cards: str, head: str) -> str:
    listed = ", ".join(f'"{" ".join(text.split())}"' for text in cards.split(",") if text.strip())
    return f"[[seats]]\ncards = [{listed}]\n{head}\n"


@frozen
class Scene:
    """A position as seat `me` sees the board, its own domain below, and what led to it.

    All spaces here are written as if `me` were seat 0.
    """

    me: int
    state: dm.State
    events: tuple[Event, ...] = ()

    def turned(self, text: str) -> str:
        """Return a text with its spaces as the other side of the board names them."""
        return text if self.me == 0 else _SPACE.sub(lambda row: str(ROWS + 1 - int(row[0])), text)

    def play(self, *actions: str) -> "Scene":
        """Apply actions; the new scene's events are theirs.

        "=3" and "=critical" draw that power card from the deck, whoever is asked.
        """
        state = self.state
        happened: tuple[Event, ...] = ()
        for text in actions:
            for step in Scene(self.me, state).steps(text):
                wanted = dm.parse_action(self.turned(step))
                legal = dm.legal_actions(state)
                assert wanted in legal, f"{step!r} is none of {Scene(self.me, state).options}"
                state, more = dm.apply(state, wanted)
                assert_sound(state, more)
                happened += more
        return Scene(self.me, state, happened)

    def steps(self, text: str) -> list[str]:
        """Return the actions that a text stands for."""
        if not text.startswith("="):
            return [text]
        draw = f"draw {text[1:]}"
        return [draw] if self.asked == "chance" else ["power deck", draw]

    @property
    def options(self) -> list[str]:
        """The notation of all legal actions."""
        return [self.turned(dm.format_action(a)) for a in dm.legal_actions(self.state)]

    def starting(self, verb: str) -> set[str]:
        """Return the rest of all options that begin with a word."""
        return {text[len(verb) + 1 :] for text in self.options if text.split()[0] == verb}

    @property
    def asked(self) -> str:
        """Who is asked: me, you, chance or nobody."""
        who = dm.actor(self.state)
        if who is None:
            return "nobody"
        return "chance" if who is CHANCE else "me" if who == self.me else "you"

    @property
    def cards(self) -> dict[str, str]:
        """What stands where, with what is on it."""
        found: dict[str, str] = {}
        for unit in self.state.units:
            space = self.turned(self.state.config.board.names[unit.space])
            marks = [m for m in ("wounded", "weakened") if getattr(unit, m)]
            owner = "" if unit.seat == self.me else "-"
            found[space] = " ".join([owner + self.state.card(unit.uid).name, *marks])
        return found

    def discard(self, whose: str) -> list[str]:
        """Return the names in the discard pile of "me" or "you"."""
        seat = self.seat(whose)
        cards = self.state.config.domains[seat].cards
        return [cards[number].name for number in self.state.players[seat].discard]

    def hand(self, whose: str) -> list[str]:
        """Return the names in the hand of "me" or "you"."""
        seat = self.seat(whose)
        cards = self.state.config.domains[seat].cards
        return [cards[number].name for number in self.state.players[seat].hand]

    def seat(self, whose: str) -> int:
        """Return the seat of "me" or "you"."""
        return self.me if whose == "me" else 1 - self.me

    def charges(self, whose: str) -> int:
        """Return the Charge tokens of "me" or "you"."""
        return self.state.players[self.seat(whose)].charges

    def power(self, whose: str) -> dm.Power:
        """Return the Power Deck of "me" or "you"."""
        return self.state.powers[self.seat(whose)]

    def of(self, kind: type[E]) -> list[E]:
        """Return the events of a kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    def totals(self) -> list[int | None]:
        """Return the attack totals that were said."""
        return [event.total for event in self.of(events.AttackTotalled)]

    def results(self) -> list[tuple[int | None, bool]]:
        """Return the defence totals and whether the attack wounded."""
        return [(event.defence, event.wounds) for event in self.of(events.AttackResolved)]

    def left(self) -> list[tuple[str, str]]:
        """Return which cards left the battlefield, and why."""
        return [(event.card, event.cause.name) for event in self.of(events.CardLeft)]

    def refused(self, action: str) -> str:
        """Check that an action is refused by a rule; return the rule's id."""
        wrong = dm.parse_action(self.turned(action))
        assert wrong not in dm.legal_actions(self.state)
        with pytest.raises(IllegalActionError) as caught:
            dm.apply(self.state, wrong)
        assert caught.value.rule in dm.rulebook
        assert caught.value.reason
        return caught.value.rule


def scene(
    config: dm.Config,
    mine: str,
    yours: str = "",
    *,
    me: int = 0,
    phase: str = "attack",
    my: str = "",
    your: str = "",
    head: str = "",
) -> Scene:
    """Return a position in the middle of my phase; cards are written with commas between."""
    empty = Scene(me, dm.initial_state(config))
    sides = [_side(empty.turned(mine), my), _side(empty.turned(yours), your)]
    seats = "\n".join(sides if me == 0 else reversed(sides))
    during = f'phase = "{phase}"' if phase else ""
    text = f"round = 2\nturn = {me}\n{during}\n{head}\n{seats}"
    state = dm.parse_state(text, config)
    assert_sound(state)
    return Scene(me, state)


def assert_sound(state: dm.State, happened: tuple[Event, ...] = ()) -> None:
    """Check what holds in every state: good options, rules cited, no power card lost."""
    legal = dm.legal_actions(state)
    assert (dm.actor(state) is None) == (legal == ())
    assert len(set(legal)) == len(legal)
    assert {event.rule for event in happened} <= set(dm.rulebook)
    for power in state.powers:
        cards = power.deck + power.reserve + power.used
        assert Counter(cards) == Counter(state.config.power_deck.cards)
    spaces = [unit.space for unit in state.units]
    assert len(set(spaces)) == len(spaces)


both_seats = pytest.mark.parametrize("me", SEATS)
COLUMNS = "abcdef"
SPACES = [f"{column}{row}" for column in COLUMNS for row in range(1, ROWS + 1)]
OPEN = [space for space in SPACES if space not in ("c1", "d1", "c5", "d5")]
"""All spaces but the strongholds, which are two columns wide (rule DM-R1)."""


def around(space: str) -> set[str]:
    """Return the up to eight neighbours of a space, strongholds left out (rule DM-R19)."""
    return {other for other in OPEN if other != space and max(_apart(space, other)) == 1}


def beside(space: str) -> set[str]:
    """Return the up to four spaces above, below and beside, strongholds left out (DM-ADJ-1)."""
    return {other for other in OPEN if sum(_apart(space, other)) == 1}


def _apart(first: str, second: str) -> tuple[int, int]:
    return abs(ord(first[0]) - ord(second[0])), abs(int(first[1]) - int(second[1]))
