"""Who plays which seat: the options ``--human`` and ``--bots`` of the commands that play a game."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, TypeVar

import click

from tabletop_rules.bots import bot_names
from tabletop_rules.cli.inputs import check_seat
from tabletop_rules.core import Seat

__all__ = ["DEFAULT_BOT", "bots_option", "persons_option", "seat_players"]

DEFAULT_BOT: Final = "greedy"

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


def persons_option(text: str) -> Callable[[F], F]:
    """Return the option ``--human``, with its line in the help."""
    return click.option("--human", "persons", metavar="SEAT", type=int, multiple=True, help=text)


def bots_option() -> Callable[[F], F]:
    """Return the option ``--bots`` of the seats without a person."""
    return click.option(
        "--bots",
        metavar="LIST",
        multiple=True,
        help="The bots of all other seats in their order, with commas between them; one serves "
        f"all. They are names ({', '.join(bot_names())}), FILE.py:CLASS, or commands of programs. "
        "If given several times, each time is one bot; in a list write \\, for a comma of a bot."
        f"  [default: {DEFAULT_BOT}]",
    )


def seat_players(bots: Sequence[T], persons: Collection[Seat], seats: int) -> list[T | None]:
    """Return for each seat its bot, or ``None`` for a person.

    Raises:
        BadParameter: there is no such seat, or the bots are not as many as the other seats.
    """
    for seat in persons:
        check_seat(seat, seats, "--human")
    others = [seat for seat in range(seats) if seat not in persons]
    if len(bots) not in (1, len(others)):
        expected = f"expected one bot, or one for each of {len(others)} seats without a person"
        raise click.BadParameter(f"{expected}, got {len(bots)}", param_hint="'--bots'")
    players: list[T | None] = [None] * seats
    for place, seat in enumerate(others):
        players[seat] = bots[0] if len(bots) == 1 else bots[place]
    return players
