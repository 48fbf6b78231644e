"""Positions as TOML that a person can read and write.

Only what is not plain has to be written: a deck holds all cards that stand nowhere else, shuffled;
``turn = 0`` is short for the agenda of a round in which seat 0 is to play.

    round = 2
    start_player = 1
    turn = 0
    abilities = [{ seat = 1, card = "Hornback" }]

    [[seats]]
    hand = ["Dustmite", "Tusker"]

    [[seats]]
    hand = ["Gulper"]
    face_up = ["Dome Titan"]
"""

from collections import Counter
from typing import Any, Final

from attrs import evolve, frozen

from tabletop_rules.core import Deck, PositionError, Problem, from_data, to_data
from tabletop_rules.core.errors import shown
from tabletop_rules.core.toml import read_toml, toml_lines
from tabletop_rules.dome_crushers.asks import Ask
from tabletop_rules.dome_crushers.config import Config
from tabletop_rules.dome_crushers.position_checks import problems_of
from tabletop_rules.dome_crushers.questions import Under
from tabletop_rules.dome_crushers.rounds import Round, Turn
from tabletop_rules.dome_crushers.state import Batch, InPlay, Player, State

__all__ = ["format_state", "parse_state"]

_NAME: Final = "dome-crushers"


@frozen
class _Placed:
    """A card on the table; `play` 0 stands for the next number that is free."""

    seat: int
    card: str
    play: int = 0
    turned: bool = False
    due: bool = False


@frozen
class _Seat:
    """A player; ``None`` stands for what follows from the rest of the position."""

    hand: tuple[str, ...] = ()
    top: tuple[str, ...] = ()
    bottom: tuple[str, ...] = ()
    face_up: tuple[str, ...] = ()
    face_down: tuple[str, ...] = ()
    plays: int | None = None
    known: tuple[str, ...] = ()
    revealed: tuple[str, ...] | None = None
    late: tuple[int, ...] = ()
    batches: tuple[Batch, ...] | None = None


@frozen
class _Position:
    seats: tuple[_Seat, ...]
    game: str = _NAME
    round: int = 1
    start_player: int = 0
    turn: int | None = None
    attackers: tuple[_Placed, ...] = ()
    abilities: tuple[_Placed, ...] = ()
    agenda: tuple[Ask, ...] | None = None
    config: Config | None = None


def format_state(state: State) -> str:
    """Return the position as a text that parses back to an equal state."""
    whole: dict[str, Any] = {
        "game": _NAME,
        "round": state.round,
        "start_player": state.start_player,
    }
    if state.config != Config():
        whole["config"] = to_data(state.config)
    last = state.agenda[-1] if state.agenda else None
    if isinstance(last, Turn) and state.agenda == (Round(last.seat), last):
        whole["turn"] = last.seat
    else:
        whole["agenda"] = [to_data(ask, Ask) for ask in state.agenda]
    for key, cards in (("attackers", state.attackers), ("abilities", state.abilities)):
        if cards:
            whole[key] = [_plain(card) for card in cards]
    lines = toml_lines(whole)
    for seat, player in enumerate(state.players):
        lines += ["", "[[seats]]", *toml_lines(_seat_data(state, seat, player))]
    return "\n".join(lines) + "\n"


def _seat_data(state: State, seat: int, player: Player) -> dict[str, Any]:
    table = [c for c in state.attackers + state.abilities if c.seat == seat]
    data: dict[str, Any] = {
        "hand": player.hand,
        "top": player.deck.top,
        "bottom": player.deck.bottom,
        "face_up": player.face_up,
        "face_down": player.face_down,
        "known": player.known,
        "late": player.late,
    }
    written = {key: cards for key, cards in data.items() if cards or key == "hand"}
    if player.revealed != _played(table):
        written["revealed"] = player.revealed
    if player.plays != len(table):
        written["plays"] = player.plays
    if player.batches != _unseen(len(player.deck.bottom)):
        written["batches"] = [_plain(batch) for batch in player.batches]
    return written


def _plain(value: InPlay | Batch) -> dict[str, Any]:
    """Return the data of a value without what a reader takes for granted: 0 and false."""
    needed = ("seat", "open", "others")
    return {key: item for key, item in to_data(value).items() if item or key in needed}


def _played(table: list[InPlay]) -> tuple[str, ...]:
    """Return the cards of one seat on the table in the order in which they were played."""
    return tuple(card.card for card in sorted(table, key=lambda card: card.play))


def _unseen(cards: int) -> tuple[Batch, ...]:
    """Return the memory of cards at the bottom of a deck of which nobody else knows anything."""
    return (Batch((), cards),) if cards else ()


def parse_state(text: str, config: Config | None = None) -> State:
    """Return the position that `text` describes, validated.

    `config` is the config of the position; without it, that of the text, else the default one.

    Raises:
        PositionError: with everything that is wrong with it.
    """
    table = read_toml(text, error=PositionError)
    position = from_data(table, _Position, error=PositionError)
    problems: list[Problem] = []
    if position.game.replace("_", "-") != _NAME:
        problems.append(Problem("game", f"expected {_NAME!r}, got {shown(position.game)}"))
    if config is not None and position.config not in (None, config):
        problems.append(Problem("config", "it is not the config that was given beside the text"))
    if len(position.seats) != 2:
        problems.append(Problem("seats", f"expected 2, got {len(position.seats)}"))
    if position.turn is not None and position.agenda is not None:
        problems.append(Problem("turn", "give either a turn or an agenda, not both"))
    if position.turn not in (None, 0, 1):
        problems.append(Problem("turn", f"expected 0 or 1, got {position.turn}"))
    if position.turn is None and position.agenda is None:
        problems.append(Problem("agenda", "missing: give an agenda or a turn"))
    if problems:
        raise PositionError(problems)
    state, problems = _state(position, config or position.config or Config())
    problems += problems_of(state)
    if problems:
        raise PositionError(problems)
    return state


def _state(position: _Position, config: Config) -> tuple[State, list[Problem]]:
    """Return the state as it is written, and what keeps it from being complete."""
    problems: list[Problem] = []
    agenda = position.agenda
    if agenda is None:
        seat = position.turn or 0
        agenda = (Round(seat), Turn(seat))
    attackers, abilities = _numbered(position)
    players: list[Player] = []
    for seat, written in enumerate(position.seats):
        own = [c for c in attackers + abilities if c.seat == seat]
        table = [c.card for c in own]
        under = [a for a in agenda if isinstance(a, Under) and a.seat == seat]
        going = [card for ask in under for card in ask.placed + ask.left]
        elsewhere = Counter(written.hand + written.top + written.bottom)
        elsewhere.update(written.face_up + written.face_down)
        elsewhere.update(table + going)
        rest = Counter(config.deck.listed)
        rest.subtract(elsewhere)
        problems += [
            Problem(
                f"seats[{seat}]",
                f"{elsewhere[card]} of {shown(card)}, but the deck has {count + elsewhere[card]}",
            )
            for card, count in sorted(rest.items())
            if count < 0
        ]
        batches = written.batches
        players.append(
            Player(
                Deck(written.top, tuple(sorted((+rest).elements())), written.bottom),
                tuple(sorted(written.hand)),
                tuple(sorted(written.face_up)),
                tuple(sorted(written.face_down)),
                len(table) if written.plays is None else written.plays,
                tuple(sorted(written.known)),
                _played(own) if written.revealed is None else written.revealed,
                written.late,
                _unseen(len(written.bottom)) if batches is None else _sorted(batches),
            )
        )
    state = State(
        config,
        position.round,
        position.start_player,
        (players[0], players[1]),
        attackers,
        abilities,
        agenda,
    )
    return state, problems


def _sorted(batches: tuple[Batch, ...]) -> tuple[Batch, ...]:
    return tuple(evolve(b, open=tuple(sorted(b.open)), safe=tuple(sorted(b.safe))) for b in batches)


def _numbered(position: _Position) -> tuple[tuple[InPlay, ...], tuple[InPlay, ...]]:
    """Return the cards on the table; those without a number get the free ones, in order."""
    written = position.attackers + position.abilities
    taken = {card.play for card in written}
    free = (number for number in range(1, len(written) + 1) if number not in taken)
    cards = [
        InPlay(card.play or next(free), card.seat, card.card, card.turned, card.due)
        for card in written
    ]
    count = len(position.attackers)
    return tuple(cards[:count]), tuple(cards[count:])
