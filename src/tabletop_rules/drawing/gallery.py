"""The pictures that the docs show: ``python -m tabletop_rules.drawing.gallery docs/pictures``."""

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from tabletop_rules.bots import make_bot
from tabletop_rules.core import Played, Seat, load_game, play_steps
from tabletop_rules.drawing.pictures import Layout, Picture, draw

__all__ = ["SAMPLES", "Sample", "picture_of"]


@frozen
class Sample:
    """A moment of a game of greedy bots, as `seat` sees it before the step of that number.

    `config` has the fields of the config that are not the default ones.
    """

    name: str
    game: str
    seed: int
    step: int
    seat: Seat | None
    layout: Layout = "wide"
    config: tuple[tuple[str, Any], ...] = ()


SAMPLES: Final = (
    Sample("dominum_army", "dominum", 3, 9, 0),
    Sample("dominum_attack", "dominum", 3, 288, 0),
    Sample("dominum_defence", "dominum", 3, 141, 1, "narrow"),
    Sample("dome_crushers_turn", "dome_crushers", 6, 15, 0),
    Sample("dominus_portus_symbol", "dominus_portus", 1, 201, 0),
    Sample("dominus_portus_four", "dominus_portus", 5, 285, 1, config=(("seats", 4),)),
)


def picture_of(sample: Sample) -> Picture:
    """Return the picture of a sample, with the options of its seat and the step before it."""
    game = load_game(sample.game)
    steps = _steps(sample.game, sample.seed, sample.config)
    state = steps[sample.step].before
    options = game.legal_actions(state) if game.actor(state) == sample.seat else ()
    return draw(
        game,
        game.view(state, sample.seat),
        options=options,
        events=game.observe(steps[sample.step - 1].events, sample.seat),
        layout=sample.layout,
    )


@cache
def _steps(
    name: str, seed: int, changes: tuple[tuple[str, Any], ...]
) -> tuple[Played[Any, Any], ...]:
    game = load_game(name)
    config = game.Config(**dict(changes))
    seats = len(game.score(game.initial_state(config)))
    bots = [make_bot("greedy", game, seed=seed * 10 + seat) for seat in range(seats)]
    return tuple(play_steps(game, config, bots, seed=seed))


def _written(folder: Path) -> Iterator[Path]:
    """Write all samples, and give the files."""
    for sample in SAMPLES:
        path = folder / f"{sample.name}.svg"
        path.write_text(f"{picture_of(sample).svg}\n", encoding="utf-8")
        yield path


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tabletop_rules.drawing.gallery FOLDER")
    for written in _written(Path(sys.argv[1])):
        print(written)  # noqa: T201 - a script
