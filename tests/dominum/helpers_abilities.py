"""Positions with shipped domains, and what became of their cards, as short texts."""

import json
from collections.abc import Sequence

from tabletop_rules import dominum as dm
from tabletop_rules.dominum import events

from .helpers import Played, scene

__all__ = ["against", "at", "field", "side", "strikes"]


def against(mine: str, yours: str) -> dm.Config:
    """Return the config of a game of one shipped domain (seat 0) against another."""
    return dm.Config(domains=(dm.Domain.shelf.get(mine), dm.Domain.shelf.get(yours)))


def at(config: dm.Config, phase: str, me: str, you: str, turn: int = 0) -> dm.State:
    """Return a position in the middle of a phase of `turn`; `me` is what seat 0 has."""
    return scene(f'turn = {turn}\nphase = "{phase}"', me, you, config=config)


def side(*cards: str, **keys: str | int | bool | Sequence[str | int]) -> str:
    """Return the text of a seat: its cards as "NAME c3 wounded", and other keys of a position."""
    return "\n".join(
        f"{key} = {json.dumps(what)}" for key, what in {"cards": cards, **keys}.items()
    )


def field(state: dm.State, seat: int) -> set[str]:
    """Return the cards of a seat on the battlefield, "NAME c3" with wounded and weakened."""
    found: set[str] = set()
    for unit in state.units:
        if unit.seat == seat:
            marks = [name for name in ("wounded", "weakened") if getattr(unit, name)]
            words = [state.card(unit.uid).name, state.config.board.names[unit.space], *marks]
            found.add(" ".join(words))
    return found


def strikes(played: Played) -> list[tuple[int | None, int | None, bool]]:
    """Return attack total, defence total and "wounds" of each attack settled; None: Critical."""
    totals = [event.total for event in played.of(events.AttackTotalled)]
    settled = [(event.defence, event.wounds) for event in played.of(events.AttackResolved)]
    return [(total, *rest) for total, rest in zip(totals, settled, strict=True)]
