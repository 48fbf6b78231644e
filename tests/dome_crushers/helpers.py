"""Small duels written as text, and games played by the notation of their actions."""

from collections import Counter
from typing import TypeVar

import pytest
from attrs import frozen

from tabletop_rules import dome_crushers as dc
from tabletop_rules.core import Event, IllegalActionError

E = TypeVar("E", bound=Event)
SEATS = (0, 1)


def card(
    name: str,
    strength: int,
    *effects: str,
    copies: int = 1,
    by: tuple[str, ...] = (),
    ability: str = "",
) -> str:
    """Return the TOML of a card; its ability is called "The NAME", `by` are its cancellers."""
    lines = [
        "[[cards]]",
        f'name = "{name}"',
        f"strength = {strength}",
        f"copies = {copies}",
        f'ability = "{ability or f"The {name}"}"',
        'text = "As its effects say."',
        f"cancelled_by = {list(by)}",
        f"effects = [{', '.join('{ ' + effect + ' }' for effect in effects)}]",
    ]
    return "\n".join(lines) + "\n"


def duel(
    *cards: str,
    hand_size: int = 4,
    max_rounds: int = 60,
    missed: bool = False,
    simple: bool = False,
) -> dc.Config:
    """Return the config of a game with a deck of these cards, each a text as `card` gives it."""
    deck = dc.load_deck("\n".join(['id = "duel"', 'name = "Duel"', *cards]))
    rulings = dc.Rulings(missed_effects_fire=missed, simple_variant=simple)
    return dc.Config(deck, hand_size, max_rounds, rulings)


def scene(config: dc.Config, me: int, head: str, mine: str, yours: str) -> dc.State:
    """Return a position seen from seat `me`; ME and YOU stand for the seats in `head`."""
    first, second = (mine, yours) if me == 0 else (yours, mine)
    head = head.replace("ME", str(me)).replace("YOU", str(1 - me))
    state = dc.parse_state(f"{head}\n[[seats]]\n{first}\n[[seats]]\n{second}\n", config)
    assert_sound(state)
    return state


@frozen
class Played:
    """Where a list of actions has led to, and all that happened on the way."""

    state: dc.State
    events: tuple[Event, ...]

    def of(self, kind: type[E]) -> list[E]:
        """Return the events of a kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]


def play(state: dc.State, *actions: str) -> Played:
    """Apply actions by their notation; every state on the way must be a sound one."""
    events: tuple[Event, ...] = ()
    for action in actions:
        wanted = dc.parse_action(action)
        assert wanted in dc.legal_actions(state), f"{action!r} is none of {options(state)}"
        state, more = dc.apply(state, wanted)
        assert_sound(state, more)
        events += more
    return Played(state, events)


def assert_sound(state: dc.State, events: tuple[Event, ...] = ()) -> None:
    """Check what holds in every state: no card is lost, the options and citations are good."""
    for seat in SEATS:
        assert cards_of(state, seat) == Counter(state.config.deck.listed)
    assert (dc.actor(state) is None) == (dc.legal_actions(state) == ())
    assert (dc.actor(state) is None) == (dc.outcome(state) is not None)
    assert len(set(dc.legal_actions(state))) == len(dc.legal_actions(state))
    assert {event.rule for event in events} <= set(dc.rulebook)


def cards_of(state: dc.State, seat: int) -> Counter[str]:
    """Return all cards of a seat, wherever they are."""
    player = state.players[seat]
    cards = player.deck.counts()
    cards.update(player.hand + player.face_up + player.face_down)
    cards.update(c.card for c in state.attackers + state.abilities if c.seat == seat)
    for ask in state.agenda:
        if type(ask).__name__ == "Under" and getattr(ask, "seat", None) == seat:
            cards.update(getattr(ask, "left", ()) + getattr(ask, "placed", ()))
    return cards


def options(state: dc.State) -> list[str]:
    """Return the notation of all legal actions."""
    return [dc.format_action(action) for action in dc.legal_actions(state)]


def odds(state: dc.State) -> dict[str, str]:
    """Return the chances of all outcomes as fractions."""
    return {dc.format_action(a): str(share) for a, share in dc.chance_outcomes(state)}


def refused(state: dc.State, action: str) -> str:
    """Check that an action is refused by a rule and changes nothing; return the rule's id."""
    before, number = dc.format_state(state), hash(state)
    wrong = dc.parse_action(action)
    assert wrong not in dc.legal_actions(state)
    with pytest.raises(IllegalActionError) as caught:
        dc.apply(state, wrong)
    rule = caught.value.rule
    assert rule in dc.rulebook
    assert caught.value.reason
    assert (dc.format_state(state), hash(state)) == (before, number)
    who = dc.actor(state)
    for seat in SEATS:
        refusal = dc.why_not(state, wrong, seat)
        assert refusal is not None
        assert refusal.rule in dc.rulebook
        if seat == who or who is None:
            assert refusal.rule == rule
    return rule


def working(state: dc.State) -> list[str]:
    """Return the cards in Ability Mode that work, oldest first."""
    seen = dc.view(state, None)
    return [card.card for card, works in zip(seen.abilities, seen.works, strict=True) if works]


def totals(state: dc.State) -> tuple[int, int]:
    """Return the Strength Totals as the cards lie."""
    return dc.view(state, None).totals


def attacking(state: dc.State, seat: int) -> list[str]:
    return [card.card for card in state.attackers if card.seat == seat]


def able(state: dc.State, seat: int) -> list[str]:
    """Return the cards of a seat in Ability Mode, oldest first."""
    return [card.card for card in state.abilities if card.seat == seat]


def hands(state: dc.State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    first, second = state.players
    return first.hand, second.hand


def draw_all(state: dc.State) -> Played:
    """Draw as long as chance is asked, always the first card offered."""
    events: tuple[Event, ...] = ()
    while options(state) and options(state)[0].startswith("draw "):
        step = play(state, options(state)[0])
        state, events = step.state, events + step.events
    return Played(state, events)
