"""All games of a tournament as JSON for other programs."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tabletop_rules.arena.refereeing import Result
from tabletop_rules.arena.running import Tournament
from tabletop_rules.core import to_data

__all__ = ["export_text", "game_data"]


def game_data(
    result: Result, about: Mapping[str, Any], *, with_record: bool = False
) -> dict[str, Any]:
    """Return what came of a game as data that JSON can hold.

    All lists are by seat, but `faults`, of which each says its seat. A record holds everything
    that was secret in its game, and is left out unless asked for.
    """
    fixture = result.fixture
    data: dict[str, Any] = {
        "number": fixture.number,
        "round": fixture.round,
        "seed": fixture.seed,
        "bots": [about["bots"][place]["name"] for place in fixture.seats],
        "kind": result.kind,
        "ranks": list(result.ranks),
        "score": list(result.score),
        "points": [round(each, 6) for each in result.points],
        "actions": result.actions,
        "fault_counts": list(result.fault_counts),
        "faults": to_data(result.faults),
    }
    return data | {"record": result.record} if with_record else data


def export_text(tournament: Tournament, *, with_records: bool = False) -> Iterator[str]:
    """Give the pieces of a JSON text: what the tournament is, and a line for each game.

    Together they are one object: the keys of `Tournament.about`, and the list `games`. They are
    given one by one because a million games are a large text.
    """
    about = json.dumps(dict(tournament.about), sort_keys=True)
    yield f'{about[:-1]}, "games": ['
    between = "\n"
    for result in tournament.results():
        data = game_data(result, tournament.about, with_record=with_records)
        yield between + json.dumps(data)
        between = ",\n"
    yield "\n]}\n"
