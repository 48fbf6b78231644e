"""Actions as texts that parse back, the same in every position."""

import re
from typing import Final, TypeAlias, assert_never

from tabletop_rules.core import NotationError
from tabletop_rules.dominus_portus.actions import (
    Action,
    ChooseTrack,
    CloseTurn,
    DealIsland,
    DealTile,
    Decline,
    DeployGeneral,
    DeployLegion,
    DrawGood,
    FinalPoints,
    FurtherGains,
    MoveGeneral,
    MoveLegion,
    RefillRing,
    Resolve,
    RevealToken,
    TakePoints,
    TakeTile,
)
from tabletop_rules.dominus_portus.values import (
    TALLY_FIELDS,
    Colour,
    Placement,
    Symbol,
    SymbolKind,
    Tally,
)

__all__ = ["format_action", "parse_action"]

_EXPECTED: Final = (
    "'take TILE', 'resolve SYMBOL', 'deploy legion', 'deploy general', 'move legion FROM > TO', "
    "'move general FROM > TO', 'points', 'decline', 'track COLOUR', of chance 'tile NAME', "
    "'island NAME', 'refill TILE', 'reveal TOKEN', 'draw GOOD', or of a host 'place SEAT COLOUR "
    "...', 'gains SEAT ...', 'close', 'final POINTS ...'"
)
_NUMBER: Final = re.compile(r"-?[0-9]{1,9}")
_Named: TypeAlias = DealTile | DealIsland | RefillRing | RevealToken | DrawGood | TakeTile
_Plain: TypeAlias = Decline | TakePoints | DeployLegion | DeployGeneral | CloseTurn

_NAMED: Final[dict[str, type[_Named]]] = {
    "tile": DealTile,
    "island": DealIsland,
    "refill": RefillRing,
    "reveal": RevealToken,
    "draw": DrawGood,
    "take": TakeTile,
}
_PLAIN: Final[dict[str, _Plain]] = {
    "decline": Decline(),
    "points": TakePoints(),
    "deploy legion": DeployLegion(),
    "deploy general": DeployGeneral(),
    "close": CloseTurn(),
}
_PLAIN_TEXTS: Final = {type(action): text for text, action in _PLAIN.items()}
_COLOURS: Final = {colour.value: colour for colour in Colour}


def format_action(action: Action) -> str:
    """Return the notation of an action.

    >>> from tabletop_rules.dominus_portus import Colour, MoveLegion, Placement, Tally
    >>> format_action(MoveLegion("Rome", "Gallia"))
    'move legion Rome > Gallia'
    >>> format_action(Placement(1, Colour.RED, coins=2, change=Tally(lyres=1)))
    'place 1 red coins=2 lyres=1'
    """
    match action:
        case DealTile() | DealIsland() | RefillRing() | RevealToken() | DrawGood() | TakeTile():
            return _named_text(action)
        case Decline() | TakePoints() | DeployLegion() | DeployGeneral() | CloseTurn():
            return _PLAIN_TEXTS[type(action)]
        case Resolve(symbol=symbol):
            return f"resolve {_symbol_text(symbol)}"
        case MoveLegion(source=source, target=target):
            return f"move legion {source} > {target}"
        case MoveGeneral(source=source, target=target):
            return f"move general {source} > {target}"
        case ChooseTrack(track=track):
            return f"track {track.value}"
        case Placement():
            return " ".join(_placement_words(action))
        case FurtherGains(seat=seat, legions=legions, change=change):
            return " ".join([f"gains {seat}", *_gains_words(legions, change)])
        case FinalPoints(points=points, tie_break=broken):
            tail = f" ties {' '.join(map(str, broken))}" if broken else ""
            return f"final {' '.join(map(str, points))}{tail}"
        case _:
            assert_never(action)


def _named_text(action: _Named) -> str:
    match action:
        case DealTile(tile=name):
            return f"tile {name}"
        case DealIsland(island=name):
            return f"island {name}"
        case RefillRing(tile=name):
            return f"refill {name}"
        case RevealToken(token=name):
            return f"reveal {name}"
        case DrawGood(good=name):
            return f"draw {name}"
        case TakeTile(tile=name):
            return f"take {name}"
        case _:
            assert_never(action)


def _symbol_text(symbol: Symbol) -> str:
    row = "same" if symbol.same else "different"
    points = f":{symbol.points}" if symbol.points else ""
    return f"{symbol.kind.value}:{row}{points}"


def _placement_words(placed: Placement) -> list[str]:
    words = [f"place {placed.seat} {placed.colour.value}"]
    for name, number in (("coins", placed.coins), ("population", placed.population)):
        if number:
            words.append(f"{name}={number}")
    words += [_symbol_text(symbol) for symbol in placed.symbols]
    return words + _gains_words(placed.legions, placed.change)


def _gains_words(legions: int, change: Tally) -> list[str]:
    numbers = zip(("legions", *TALLY_FIELDS), (legions, *change.numbers), strict=True)
    return [f"{name}={number}" for name, number in numbers if number]


def parse_action(text: str) -> Action:
    """Return the action that `text` is the notation of; spare spaces do not matter.

    Raises:
        NotationError: it is the notation of none.
    """
    line = " ".join(text.split())
    if line in _PLAIN:
        return _PLAIN[line]
    verb, _, rest = line.partition(" ")
    action: Action | None = None
    if rest and verb in _NAMED:
        action = _NAMED[verb](rest)
    elif rest and verb == "move":
        action = _move(rest)
    elif rest in _COLOURS and verb == "track":
        action = ChooseTrack(_COLOURS[rest])
    elif verb == "resolve" and (symbol := _symbol(rest)) is not None:
        action = Resolve(symbol)
    elif verb == "place":
        action = _place(rest.split())
    elif verb == "gains":
        action = _gains(rest.split())
    elif verb == "final":
        action = _final(rest)
    if action is None:
        raise NotationError(text, _EXPECTED)
    return action


def _move(rest: str) -> Action | None:
    unit, _, way = rest.partition(" ")
    source, arrow, target = way.partition(" > ")
    if not source or not arrow or not target:
        return None
    if unit == "legion":
        return MoveLegion(source, target)
    return MoveGeneral(source, target) if unit == "general" else None


_KINDS: Final = {kind.value: kind for kind in SymbolKind}


def _symbol(word: str) -> Symbol | None:
    kind, _, tail = word.partition(":")
    row, _, points = tail.partition(":")
    if kind not in _KINDS or row not in ("same", "different"):
        return None
    if points and not _NUMBER.fullmatch(points):
        return None
    return Symbol(_KINDS[kind], row == "same", int(points or 0))


def _numbers(words: list[str], names: tuple[str, ...]) -> dict[str, int] | None:
    """Return what words such as ``coins=2`` say, or ``None`` if one is no such word."""
    numbers: dict[str, int] = {}
    for word in words:
        name, _, number = word.partition("=")
        if name not in names or name in numbers or not _NUMBER.fullmatch(number):
            return None
        numbers[name] = int(number)
    return numbers


def _change(numbers: dict[str, int]) -> Tally:
    return Tally(*(numbers.get(name, 0) for name in TALLY_FIELDS))


def _place(words: list[str]) -> Action | None:
    if len(words) < 2 or not _NUMBER.fullmatch(words[0]) or words[1] not in _COLOURS:
        return None
    symbols = [_symbol(word) for word in words[2:] if ":" in word]
    plain = [word for word in words[2:] if ":" not in word]
    numbers = _numbers(plain, ("coins", "population", "legions", *TALLY_FIELDS))
    known = tuple(symbol for symbol in symbols if symbol is not None)
    if numbers is None or len(known) < len(symbols):
        return None
    return Placement(
        int(words[0]),
        _COLOURS[words[1]],
        numbers.get("coins", 0),
        numbers.get("population", 0),
        known,
        numbers.get("legions", 0),
        _change(numbers),
    )


def _gains(words: list[str]) -> Action | None:
    if not words or not _NUMBER.fullmatch(words[0]):
        return None
    numbers = _numbers(words[1:], ("legions", *TALLY_FIELDS))
    if numbers is None:
        return None
    return FurtherGains(int(words[0]), numbers.get("legions", 0), _change(numbers))


def _final(rest: str) -> Action | None:
    points, ties, broken = rest.partition(" ties ")
    words = points.split(), broken.split()
    if not words[0] or (ties and not words[1]):
        return None
    if not all(_NUMBER.fullmatch(word) for word in words[0] + words[1]):
        return None
    return FinalPoints(tuple(map(int, words[0])), tuple(map(int, words[1])))
