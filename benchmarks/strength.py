"""How strong the bots are: pairs of bots play whole games of each game, with seats in turn.

Run it with ``python -m benchmarks.strength``.

The first bot of a pair has one seat, the second all others. The first has each seat in turn with
the same seed of chance. A share is what the first got of the games, a win counting 1 and a shared
first place or a draw a half; the interval is Wilson's of 95 %.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from time import perf_counter
from typing import Any, TypeAlias

from attrs import frozen

from benchmarks.tables import table
from tabletop_rules.arena.standings import wilson
from tabletop_rules.bots import make_bot
from tabletop_rules.core import Bot, ConfigError, Game, game_names, load_game, play_steps

AnyGame: TypeAlias = Game[Any, Any, Any, Any]
MakeBot: TypeAlias = Callable[[AnyGame, str], Bot[Any, Any]]

PAIRS = (("greedy", "random"), ("mcts", "greedy"))


@frozen
class Match:
    """What came of the games of two bots, seen from the first."""

    games: int
    won: int
    shared: int
    seconds: float
    """Of play, all games together."""

    @property
    def share(self) -> float:
        """The share of the games that the first got, from 0 to 1."""
        return (self.won + self.shared / 2) / self.games


def results(  # noqa: PLR0913 - both bots, and how they play
    game: AnyGame, config: Any, first: MakeBot, second: MakeBot, *, games: int, seed: int
) -> Iterator[float]:
    """Give for each game what the first bot got: 1, a half or 0."""
    seats = len(game.score(game.initial_state(config)))
    for number in range(games):
        seat, chance = number % seats, seed + number // seats
        bots = [
            (first if place == seat else second)(game, f"{chance} seat {place}")
            for place in range(seats)
        ]
        *_, last = play_steps(game, config, bots, seed=chance)
        outcome = game.outcome(last.after)
        assert outcome is not None  # the game is over
        winners = outcome.winners
        yield 0.5 if not winners else (seat in winners) / min(len(winners), 2)


def match(  # noqa: PLR0913 - both bots, and how they play
    game: AnyGame, config: Any, first: MakeBot, second: MakeBot, *, games: int, seed: int
) -> Match:
    """Play the games of two bots."""
    start = perf_counter()
    got = list(results(game, config, first, second, games=games, seed=seed))
    return Match(games, got.count(1.0), got.count(0.5), perf_counter() - start)


def named(name: str) -> MakeBot:
    """Return what makes the bot of a name."""
    return lambda game, seed: make_bot(name, game, seed)


def row(game: str, pair: Sequence[str], played: Match) -> tuple[str, ...]:
    """Return the row of a match in the table."""
    low, high = wilson(played.share, played.games)
    return (
        game,
        " against ".join(pair),
        f"{played.games}",
        f"{played.won}",
        f"{played.shared}",
        f"{played.share:.1%}",
        f"{low:.1%} to {high:.1%}",
        f"{played.seconds / played.games:.2f}",
    )


def a_pair(text: str) -> tuple[str, str]:
    """Return two names of bots."""
    first, comma, second = text.partition(",")
    if not comma:
        raise argparse.ArgumentTypeError(f"expected two bots with a comma between, got {text}")
    return first, second


def main(argv: Iterable[str] | None = None) -> None:
    """Print a row for each game and pair."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    names = game_names()
    parser.add_argument("--games", type=int, default=40, help="of each pair (default: 40)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game (default: 0)")
    parser.add_argument(
        "--pair", action="append", type=a_pair, metavar="A,B", help="instead of the usual pairs"
    )
    parser.add_argument("--seats", type=int, help="of games for several numbers of players")
    parser.add_argument("--only", action="append", choices=names, help="this game; may be repeated")
    options = parser.parse_args(None if argv is None else list(argv))
    heads = ("game", "bots", "games", "won", "shared", "share", "95 %", "s/game")
    rows: list[tuple[str, ...]] = []
    for name in options.only or names:
        game = load_game(name)
        try:
            config = game.Config() if options.seats is None else game.Config(seats=options.seats)
        except (ConfigError, TypeError):
            parser.error(f"{name} is not played by {options.seats}")
        for pair in options.pair or PAIRS:
            first, second = map(named, pair)
            played = match(game, config, first, second, games=options.games, seed=options.seed)
            rows.append(row(name, pair, played))
            print(" ".join(rows[-1]), file=sys.stderr, flush=True)  # a table takes long
    print(table(heads, rows))


if __name__ == "__main__":
    main()
