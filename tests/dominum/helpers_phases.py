"""Positions written for seat 0 and played from both sides: for seat 1 rows are turned round."""

import re
from collections import Counter
from typing import TypeVar

import pytest
from attrs import frozen

from tabletop_rules import dominum as dm
from tabletop_rules.core import Event, IllegalActionError

E = TypeVar("E", bound=Event)

SEATS = (0, 1)
_SPACE = re.compile(r"\b([a-f])([1-5])\b")
_KINDS = {"hero": ("Chief", 3), "elite": ("Elite", 9), "warrior": ("Soldier", 18)}


def card(
    name: str, kind: str = "warrior", strength: int = 2, *abilities: str, more: str = ""
) -> str:
    """Return the TOML of a card."""
    lines = ["[[cards]]", f'name = "{name}"', f'type = "{kind}"', f"strength = {strength}", more]
    if abilities:
        lines += ['text = "As its abilities say."', f"abilities = [{', '.join(abilities)}]"]
    return "\n".join(lines)


def stronghold(name: str, *abilities: str) -> str:
    """Return the TOML of a stronghold."""
    words = f'text = "As its abilities say."\nabilities = [{", ".join(abilities)}]'
    return f'[[strongholds]]\nname = "{name}"\n{words if abilities else ""}'


def domain(*parts: str, army: str = "") -> dm.Domain:
    """Return a domain of these cards and strongholds, filled up with plain ones.

    The plain ones are Chief 1 to 3, Elite 1 to 9, Soldier 1 to 18 (strength 4, 3, 2, Standard) and
    the strongholds Keep 1 to 3; those given take the places of the last of their kind.
    """
    text = "\n".join(parts)
    filled = ['id = "drill"', 'name = "Drill"', text]
    for kind, (name, count) in _KINDS.items():
        left = count - text.count(f'type = "{kind}"')
        strength = {"hero": 4, "elite": 3, "warrior": 2}[kind]
        filled += [card(f"{name} {number}", kind, strength) for number in range(1, left + 1)]
    keeps = 3 - text.count("[[strongholds]]")
    filled += [stronghold(f"Keep {number}") for number in range(1, keeps + 1)]
    return dm.load_domain("\n".join([*filled, army]))


def game(*parts: str, army: str = "", max_rounds: int = 60, **rulings: object) -> dm.Config:
    """Return the config of a game in which both play the same small domain."""
    made = domain(*parts, army=army)
    switches = dm.Rulings(**rulings)  # type: ignore[arg-type]  # tests give what the fields take
    return dm.Config((made, made), max_rounds=max_rounds, rulings=switches)


PLAIN = game()


def turned(text: str, me: int) -> str:
    """Return a text with its spaces as seat `me` sees them: for seat 1 row 1 is row 5."""
    if me == 0:
        return text
    return _SPACE.sub(lambda found: f"{found[1]}{6 - int(found[2])}", text)


@frozen
class Table:
    """A game seen from seat `me`: where it stands, and what has happened since it was set up."""

    me: int
    state: dm.State
    events: tuple[Event, ...] = ()

    def do(self, *actions: str) -> "Table":
        """Apply actions by their notation; every state on the way must be a sound one."""
        state, events = self.state, self.events
        for action in actions:
            wanted = dm.parse_action(self._seats(turned(action, self.me)))
            assert wanted in dm.legal_actions(state), (
                f"{action!r} is none of {self.at(state).options}"
            )
            state, more = dm.apply(state, wanted)
            assert_sound(state, more)
            events += more
        return Table(self.me, state, events)

    def _seats(self, text: str) -> str:
        return text.replace("ME", str(self.me)).replace("YOU", str(1 - self.me))

    def at(self, state: dm.State) -> "Table":
        """Return the same table in another state, nothing having happened."""
        return Table(self.me, state)

    @property
    def options(self) -> list[str]:
        """The notation of all legal actions, seen from `me`."""
        return [turned(dm.format_action(each), self.me) for each in dm.legal_actions(self.state)]

    def starting(self, verb: str) -> list[str]:
        """Return the options that begin with a word."""
        return [option for option in self.options if option.split()[0] == verb]

    @property
    def asked(self) -> str:
        """Who is asked: "me", "you", "chance" or "nobody"."""
        who = dm.actor(self.state)
        if who is None:
            return "nobody"
        return "chance" if not isinstance(who, int) else ("me" if who == self.me else "you")

    @property
    def odds(self) -> dict[str, str]:
        """The chances of all outcomes, as fractions."""
        return {dm.format_action(a): str(share) for a, share in dm.chance_outcomes(self.state)}

    def of(self, kind: type[E]) -> list[E]:
        """Return the events of a kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    def player(self, who: str = "me") -> dm.Player:
        return self.state.players[self.seat(who)]

    def power(self, who: str = "me") -> dm.Power:
        return self.state.powers[self.seat(who)]

    def seat(self, who: str) -> int:
        return self.me if who == "me" else 1 - self.me

    def on(self, space: str) -> str:
        """Return the card on a space with its seat and tokens, "" if there is none."""
        unit = self.state.at.get(self.state.config.board.by_name[turned(space, self.me)])
        if unit is None:
            return ""
        marks = [mark for mark in ("wounded", "weakened") if getattr(unit, mark)]
        side = "my" if unit.seat == self.me else "your"
        return " ".join([side, self.state.card(unit.uid).name, *marks])

    def names(self, where: str, who: str = "me") -> list[str]:
        """Return the names of the cards in the hand, the discard pile, or known in the hand."""
        seat = self.seat(who)
        cards = self.state.config.domains[seat].cards
        return [cards[number].name for number in getattr(self.state.players[seat], where)]

    def refused(self, action: str) -> str:
        """Check that an action is refused by a rule and changes nothing; return the rule's id."""
        before, number = dm.format_state(self.state), hash(self.state)
        wrong = dm.parse_action(self._seats(turned(action, self.me)))
        assert wrong not in dm.legal_actions(self.state)
        with pytest.raises(IllegalActionError) as caught:
            dm.apply(self.state, wrong)
        assert caught.value.rule in dm.rulebook
        assert caught.value.reason
        assert (dm.format_state(self.state), hash(self.state)) == (before, number)
        for seat in SEATS:
            refusal = dm.why_not(self.state, wrong, seat)
            assert refusal is not None
            if seat == dm.actor(self.state):
                assert (refusal.rule, refusal.reason) == (caught.value.rule, caught.value.reason)
        return caught.value.rule


def scene(me: int, head: str, mine: str = "", yours: str = "", config: dm.Config = PLAIN) -> Table:
    """Return a position; ME and YOU stand for the seats in `head`, spaces are seen from `me`."""
    first, second = (mine, yours) if me == 0 else (yours, mine)
    head = head.replace("ME", str(me)).replace("YOU", str(1 - me))
    text = turned(f"{head}\n[[seats]]\n{first}\n[[seats]]\n{second}\n", me)
    state = dm.parse_state(text, config)
    assert_sound(state)
    assert dm.parse_state(dm.format_state(state), config) == state
    return Table(me, state)


def assert_sound(state: dm.State, events: tuple[Event, ...] = ()) -> None:
    """Check what holds in every state: options, citations, caps, no power card is lost."""
    actions = dm.legal_actions(state)
    assert (dm.actor(state) is None) == (actions == ()) == (dm.outcome(state) is not None)
    assert len(set(actions)) == len(actions)
    assert {event.rule for event in events} <= set(dm.rulebook)
    board = state.config.board
    spaces = [unit.space for unit in state.units]
    assert len(set(spaces)) == len(spaces)
    assert set(spaces) <= set(board.names)
    for seat in SEATS:
        player, power = state.players[seat], state.powers[seat]
        every = Counter(power.deck + power.reserve + power.used)
        assert every == Counter(state.config.power_deck.cards)
        assert len(power.reserve) <= 3
        assert 0 <= player.charges <= 3
        assert sum(unit.seat == seat for unit in state.units) <= 6
        units = [unit.card for unit in state.units if unit.seat == seat]
        cards = Counter((*player.hand, *player.discard, *units))
        assert not cards or max(cards.values()) == 1


def chosen(config: dm.Config, seats: int = 2) -> dm.State:
    """Return the game once this many seats have chosen the default army of their domain."""
    state = dm.initial_state(config)
    for _ in range(seats):
        state, _ = dm.apply_list(state)
    return state


ARMY = """
[[armies]]
name = "Drill"
stronghold = "Keep 1"
cards = ["Chief 1", "Elite 1", "Elite 2", "Elite 3", "Elite 4",
  "Soldier 1", "Soldier 2", "Soldier 3", "Soldier 4", "Soldier 5", "Soldier 6", "Soldier 7"]
"""
"""The default army of a domain of which at least these plain cards are left."""


def lined_up(config: dm.Config, *draws: str, me: int = 0) -> Table:
    """Return the game after both have their armies and these cards are drawn for the reserves."""
    return Table(me, chosen(config)).do(*(f"draw {card}" for card in draws))
