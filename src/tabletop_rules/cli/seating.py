"""Who plays which seat: the options ``--human`` and ``--bots`` of the commands that play a game."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, TypeVar

import click

from tabletop_rules.bots import BotLoadError, UnknownBotError, bot_names
from tabletop_rules.cli.inputs import check_seat
from tabletop_rules.core import ProblemsError, Seat
from tabletop_rules.core.errors import shown

__all__ = ["DEFAULT_BOT", "bots_option", "given_bots", "persons_option", "seat_players"]

DEFAULT_BOT: Final = "greedy"

F = TypeVar("F", bound=Callable[..., Any])


def persons_option(text: str) -> Callable[[F], F]:
    """Return the option ``--human``, with its line in the help."""
    return click.option("--human", "persons", metavar="SEAT", type=int, multiple=True, help=text)


def bots_option(more: str = "") -> Callable[[F], F]:
    """Return the option ``--bots``, with what there is besides the bots of the library."""
    return click.option(
        "--bots",
        metavar="NAMES",
        multiple=True,
        help="The bots of all other seats in their order, with commas between them; one name "
        "serves all. If given several times, each time is one bot. There are: "
        f"{', '.join(bot_names())}{more}.  [default: {DEFAULT_BOT}]",
    )


def given_bots(given: Sequence[str], read: Callable[[str], object]) -> list[str]:
    """Return the bots of ``--bots``: given once it is a list, given several times each is one bot.

    `read` raises if a text is no bot; a command may hold a comma.

    Raises:
        UsageError: one of several is a list.
    """
    if len(given) == 1:
        return [text.strip() for text in given[0].split(",")]
    for text in given:
        if "," in text:
            try:
                read(text)
            except (BotLoadError, ProblemsError, UnknownBotError) as error:
                expected = "expected one list, or one bot each time, as it is given several times"
                what = f"{expected}: got {shown(text)}, which is no bot: {error}"
                raise click.BadParameter(what, param_hint="'--bots'") from error
    return [text.strip() for text in given]


def seat_players(bots: Sequence[str], persons: Collection[Seat], seats: int) -> list[str | None]:
    """Return for each seat the name of its bot, or ``None`` for a person.

    Raises:
        BadParameter: there is no such seat, or the bots are not as many as the other seats.
    """
    for seat in persons:
        check_seat(seat, seats, "--human")
    others = [seat for seat in range(seats) if seat not in persons]
    if len(bots) not in (1, len(others)):
        expected = f"expected one name, or one for each of {len(others)} seats without a person"
        raise click.BadParameter(f"{expected}, got {len(bots)}", param_hint="'--bots'")
    players: list[str | None] = [None] * seats
    for place, seat in enumerate(others):
        players[seat] = bots[0] if len(bots) == 1 else bots[place]
    return players
