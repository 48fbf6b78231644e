"""What a server does: keep the state, send each player a view, take actions as text.

Run it with ``python examples/server_side.py``.
"""

from random import Random

from tabletop_rules import dome_crushers as dc
from tabletop_rules.core import (
    CHANCE,
    IllegalActionError,
    NotationError,
    from_json,
    sample,
    to_json,
)


class Table:
    """One game on a server; it is saved as JSON after every action."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)
        self._saved = to_json(dc.initial_state(dc.Config()))
        self._settle_chance()

    @property
    def _state(self) -> dc.State:
        return from_json(self._saved, dc.State)

    def _settle_chance(self) -> None:
        state = self._state
        while dc.actor(state) is CHANCE:
            state = dc.apply(state, sample(dc.chance_outcomes(state), self._rng)).state
        self._saved = to_json(state)

    def page(self, seat: int) -> str:
        """Return what the browser of a seat is sent: nothing that it may not know."""
        return dc.render(dc.view(self._state, seat))

    def options(self, seat: int) -> list[str]:
        """Return the notation of what a seat can do now."""
        state = self._state
        actions = dc.legal_actions(state) if dc.actor(state) == seat else ()
        return [dc.format_action(action) for action in actions]

    def receive(self, seat: int, text: str) -> str:
        """Return the answer to what the browser of a seat has sent; bad input changes nothing."""
        state = self._state
        try:
            action = dc.parse_action(text)
        except NotationError as error:
            return str(error)
        refusal = dc.why_not(state, action, seat)
        if refusal is not None:
            return f"{refusal.reason} ({dc.rulebook[refusal.rule].text})"
        try:
            state, events = dc.apply(state, action)
        except IllegalActionError as error:
            return str(error)
        self._saved = to_json(state)
        self._settle_chance()
        return " ".join(event.describe() for event in dc.observe(events, seat))


def main() -> None:
    """Let two browsers send good and bad input."""
    table = Table(seed=3)
    print(table.page(0))
    for seat in (0, 1):
        print(f"seat {seat} may: {table.options(seat)}")
        print(f"seat {seat} sends nonsense: {table.receive(seat, 'fly away')}")
        print(f"seat {seat} plays another's card: {table.receive(seat, 'attack Kraken')}")
    seat = 0 if table.options(0) else 1
    print(table.receive(seat, table.options(seat)[0]))
    print(table.page(1))


if __name__ == "__main__":
    main()
