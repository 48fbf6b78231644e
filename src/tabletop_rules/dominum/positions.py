"""Positions as TOML that a person can read and write.

Only what is not plain has to be written. A card on the battlefield is a text with its name, its
space and what is on it; the Power Deck holds what is neither on the reserve board nor used.
``turn = 0`` is short for the agenda in which seat 0 chooses a phase, with ``phase = "attack"``
for that in which it is in the middle of that phase.

    round = 2
    turn = 0
    phase = "attack"

    [[seats]]
    stronghold = "Bastion"
    charges = 2
    hand = ["Grunt"]
    cards = ["Duellist c3", "Pike d3 wounded weakened"]
    reserve = "3 critical"
    used = "1 1 2"

    [[seats]]
    cards = ["Scout c4"]
"""

import re
from collections import Counter
from typing import Any, Final

from attrs import frozen

from tabletop_rules.core import PositionError, Problem, from_data, to_data
from tabletop_rules.core.errors import shown
from tabletop_rules.core.toml import read_toml, toml_lines
from tabletop_rules.dominum.abilities import KeywordName, Phase, Stat
from tabletop_rules.dominum.asks import Ask
from tabletop_rules.dominum.config import Config
from tabletop_rules.dominum.contents import CRITICAL
from tabletop_rules.dominum.notation import power_name
from tabletop_rules.dominum.position_checks import problems_of
from tabletop_rules.dominum.questions.phases import PhasePlay
from tabletop_rules.dominum.questions.rounds import ChoosePhase, EndPhase, Turns
from tabletop_rules.dominum.state import (
    Clock,
    Player,
    Power,
    State,
    Unit,
    make_power,
    make_unit,
    token,
)

__all__ = ["format_state", "parse_state"]

_NAME: Final = "dominum"
_SEAT_KEYS: Final = ("first", "starter", "initiative", "active", "turn")
_SPACE: Final = re.compile(r"[a-z][1-9][0-9]?")
_STATS: Final = "|".join(stat.value for stat in Stat)
_KEYWORDS: Final = "|".join(keyword.value for keyword in KeywordName)
_MARK: Final = re.compile(
    rf"(wounded|weakened|moved|attacked)|used=([0-9]{{1,9}})"
    rf"|({_STATS})([+-][0-9]{{1,3}})|has=({_KEYWORDS})"
)


@frozen
class _Seat:
    stronghold: str | None = None
    charges: int = 0
    points: int = 0
    surge: bool = False
    hand: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    reserve: str = ""
    used: str = ""
    counters: tuple[int, ...] | None = None
    phases: tuple[Phase, ...] = ()
    linked: bool = False
    stronghold_used: int = 0
    fired: tuple[int, ...] = ()


@frozen
class _Position:
    seats: tuple[_Seat, ...]
    game: str = _NAME
    round: int = 1
    first: int = 0
    starter: int | None = None
    initiative: int | None = None
    active: int | None = None
    turn: int | None = None
    phase: Phase | None = None
    acted: bool = False
    agenda: tuple[Ask, ...] | None = None
    config: Config | None = None


# ---------------------------------------------------------------- writing


def format_state(state: State) -> str:
    """Return the position as a text that parses back to an equal state."""
    clock = state.clock
    whole: dict[str, Any] = {"game": _NAME, "round": clock.round, "first": clock.first}
    if clock.starter != clock.first:
        whole["starter"] = clock.starter
    whole["initiative"] = clock.initiative
    whole |= _question_data(state)
    if not _is_default(state.config):
        whole["config"] = to_data(state.config)
    lines = toml_lines(whole)
    for seat in (0, 1):
        lines += ["", "[[seats]]", *toml_lines(_seat_data(state, seat))]
    return "\n".join(lines) + "\n"


def _is_default(config: Config) -> bool:
    return config == Config()


def _question_data(state: State) -> dict[str, Any]:
    """Return the agenda, in the short form where it has one."""
    agenda, clock = state.agenda, state.clock
    top = agenda[-1] if agenda else None
    if isinstance(top, ChoosePhase) and agenda == (top,) and clock.phase is None:
        data: dict[str, Any] = {"turn": top.seat}
        if clock.active != top.seat:
            data["active"] = clock.active
        return data
    if (
        isinstance(top, PhasePlay)
        and agenda == _phase_agenda(top.seat, top.phase, top.acted)
        and (clock.active, clock.phase) == (top.seat, top.phase)
    ):
        data = {"turn": top.seat, "phase": top.phase.value}
        return data | ({"acted": True} if top.acted else {})
    phase = None if clock.phase is None else clock.phase.value
    asks = [to_data(ask, Ask) for ask in agenda]
    return {"active": clock.active, "phase": phase, "agenda": asks}


def _phase_agenda(seat: int, phase: Phase, acted: bool) -> tuple[Ask, ...]:
    return (Turns(seat), EndPhase(seat), PhasePlay(seat, phase, acted))


def _seat_data(state: State, seat: int) -> dict[str, Any]:
    player, power = state.players[seat], state.powers[seat]
    domain = state.config.domains[seat]
    stronghold = state.stronghold(seat)
    data: dict[str, Any] = {
        "stronghold": None if stronghold is None else stronghold.name,
        "charges": player.charges,
        "points": player.points,
        "surge": player.surge,
        "hand": [domain.cards[card].name for card in player.hand],
        "known": [domain.cards[card].name for card in player.known],
        "discard": [domain.cards[card].name for card in player.discard],
        "cards": [_unit_text(state, unit) for unit in state.units if unit.seat == seat],
        "reserve": " ".join(map(power_name, power.reserve)),
        "used": " ".join(map(power_name, power.used)),
        "phases": [phase.value for phase in Phase if player.tokens & token(phase)],
        "linked": not player.link,
        "stronghold_used": player.used,
        "fired": player.fired,
    }
    written = {key: value for key, value in data.items() if value}
    if power.counters != tuple(sorted(state.config.power_deck.counters)):
        written["counters"] = power.counters
    return written


def _unit_text(state: State, unit: Unit) -> str:
    marks = [state.card(unit.uid).name, state.config.board.names[unit.space]]
    marks += [name for name in ("wounded", "weakened", "moved", "attacked") if getattr(unit, name)]
    if unit.used:
        marks.append(f"used={unit.used}")
    marks += [f"{stat.value}{amount:+}" for stat, amount in unit.boosts]
    marks += [f"has={keyword.value}" for keyword in unit.granted]
    return " ".join(marks)


# ---------------------------------------------------------------- reading


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
    seats = {key: getattr(position, key) for key in _SEAT_KEYS}
    problems += [
        Problem(key, f"expected 0 or 1, got {seat}")
        for key, seat in seats.items()
        if seat not in (None, 0, 1)
    ]
    if (position.turn is None) == (position.agenda is None):
        problems.append(Problem("turn", "give either a turn or an agenda"))
    if problems:
        raise PositionError(problems)
    reader = _Reader(position, config or position.config or Config())
    state = reader.state()
    problems = reader.problems or problems_of(state)
    if problems:
        raise PositionError(problems)
    return state


class _Reader:
    """Reads a position and notes everything that is wrong on the way."""

    def __init__(self, position: _Position, config: Config) -> None:
        self.position = position
        self.config = config
        self.problems: list[Problem] = []

    def _wrong(self, where: str, what: str) -> None:
        self.problems.append(Problem(where, what))

    def state(self) -> State:
        """Return the state; it is sound only if there are no problems."""
        position = self.position
        players = [self._player(seat) for seat in (0, 1)]
        powers = [self._power(seat) for seat in (0, 1)]
        units = [unit for seat in (0, 1) for unit in self._units(seat)]
        units.sort(key=lambda unit: unit.space)
        starter = position.first if position.starter is None else position.starter
        agenda = position.agenda
        turn = position.turn
        if agenda is None:
            seat = turn or 0
            phase = position.phase
            if phase is None:
                agenda = (ChoosePhase(seat),)
            else:
                agenda = _phase_agenda(seat, phase, position.acted)
        active = position.active
        if active is None:
            active = starter if turn is None else turn
        clock = Clock(
            position.round,
            position.first,
            starter,
            active,
            position.phase,
            position.initiative,
        )
        return State(
            self.config,
            clock,
            (players[0], players[1]),
            (powers[0], powers[1]),
            tuple(units),
            agenda,
        )

    def _numbers(self, seat: int, key: str, names: tuple[str, ...]) -> tuple[int, ...]:
        domain = self.config.domains[seat]
        found: list[int] = []
        for name in names:
            if name in domain.numbers:
                found.append(domain.numbers[name])
            else:
                what = f"no card of {domain.name} is called {shown(name)}"
                self._wrong(f"seats[{seat}].{key}", what)
        return tuple(sorted(found))

    def _player(self, seat: int) -> Player:
        written = self.position.seats[seat]
        numbers = self.config.domains[seat].stronghold_numbers
        stronghold = -1
        if written.stronghold is not None:
            stronghold = numbers.get(written.stronghold, -1)
            if stronghold < 0:
                known = ", ".join(numbers)
                what = f"expected one of {known}, got {shown(written.stronghold)}"
                self._wrong(f"seats[{seat}].stronghold", what)
        tokens = 0
        for phase in written.phases:
            tokens |= token(phase)
        if self.position.phase is not None and self.position.turn == seat:
            tokens |= token(self.position.phase)
        return Player(
            self._numbers(seat, "hand", written.hand),
            self._numbers(seat, "known", written.known),
            self._numbers(seat, "discard", written.discard),
            stronghold,
            written.charges,
            written.surge,
            written.points,
            tokens,
            not written.linked,
            written.stronghold_used,
            tuple(sorted(written.fired)),
        )

    def _power(self, seat: int) -> Power:
        written = self.position.seats[seat]
        reserve = self._cards(f"seats[{seat}].reserve", written.reserve)
        used = self._cards(f"seats[{seat}].used", written.used)
        deck = Counter(self.config.power_deck.cards)
        deck.subtract(reserve + used)
        for card, count in deck.items():
            if count < 0:
                what = f"{power_name(card)} stands there more often than a Power Deck has it"
                self._wrong(f"seats[{seat}]", what)
        counters = written.counters
        if counters is None:
            counters = self.config.power_deck.counters
        rest = tuple(sorted((+deck).elements()))
        return make_power(rest, reserve, used, tuple(sorted(counters)))

    def _cards(self, where: str, text: str) -> tuple[int, ...]:
        found: list[int] = []
        for word in text.split():
            if word == power_name(CRITICAL):
                found.append(CRITICAL)
            elif re.fullmatch(r"[1-9]", word):
                found.append(int(word))
            else:
                self._wrong(where, f"expected numbers and 'critical', got {shown(word)}")
        return tuple(sorted(found))

    def _units(self, seat: int) -> list[Unit]:
        found: list[Unit] = []
        for place, text in enumerate(self.position.seats[seat].cards):
            unit = self._unit(seat, f"seats[{seat}].cards[{place}]", text)
            if unit is not None:
                found.append(unit)
        return found

    def _unit(self, seat: int, where: str, text: str) -> Unit | None:
        words = text.split()
        for place in range(1, len(words)):
            marks = [_MARK.fullmatch(word) for word in words[place + 1 :]]
            if _SPACE.fullmatch(words[place]) and all(marks):
                name, space = " ".join(words[:place]), words[place]
                number = self.config.domains[seat].numbers.get(name)
                at = self.config.board.by_name.get(space)
                if number is None:
                    self._wrong(where, f"no card of this domain is called {shown(name)}")
                if at is None:
                    self._wrong(where, f"the board has no space {space}")
                if number is None or at is None:
                    return None
                return _marked(seat, number, at, [m for m in marks if m is not None])
        self._wrong(where, f"expected 'NAME c3' and perhaps marks, got {shown(text)}")
        return None


def _marked(seat: int, card: int, space: int, marks: list[re.Match[str]]) -> Unit:
    words = {mark[1] for mark in marks}
    used = sum(int(mark[2]) for mark in marks if mark[2])
    boosts = [(Stat(mark[3]), int(mark[4])) for mark in marks if mark[3]]
    granted = {KeywordName(mark[5]) for mark in marks if mark[5]}
    return make_unit(
        seat,
        card,
        space,
        "wounded" in words,
        "weakened" in words,
        "moved" in words,
        "attacked" in words,
        used,
        tuple(sorted(boosts, key=str)),
        tuple(each for each in KeywordName if each in granted),
    )
