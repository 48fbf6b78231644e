"""Hypothesis strategies that give configs and content of Dominus and Portus, all of them playable.

They need the extra ``testing``. Everything is valid by the way it is made, nothing is filtered out;
`configs` shrinks to the default config, content to the smallest there is.

```python
from hypothesis import given
from tabletop_rules import dominus_portus
from tabletop_rules.dominus_portus.strategies import configs
from tabletop_rules.testing import check_walk, walks


@given(walks(dominus_portus, configs()))
def test_every_state_keeps_the_protocol(walk):
    check_walk(dominus_portus, walk)
```
"""

from typing import Final, TypeVar

from attrs import evolve

from tabletop_rules.core import MissingExtraError
from tabletop_rules.dominus_portus.config import Config, Rulings
from tabletop_rules.dominus_portus.contents import (
    CityTile,
    CityTiles,
    Good,
    Goods,
    Harbour,
    Island,
    IslandSpace,
    MapBoard,
    Needs,
    Rates,
    ScoreTile,
    ScoreTiles,
    Settlement,
    Settlements,
)
from tabletop_rules.dominus_portus.map_boards import NEEDS_FIELDS
from tabletop_rules.dominus_portus.values import (
    TALLY_FIELDS,
    Bonus,
    Colour,
    Symbol,
    SymbolKind,
    Tally,
)

try:
    from hypothesis import strategies as st
except ModuleNotFoundError as missing:
    raise MissingExtraError("hypothesis", "testing") from missing

__all__ = [
    "city_tiles",
    "configs",
    "goods",
    "harbours",
    "map_boards",
    "score_tiles",
    "settlements",
]

T = TypeVar("T")

_ID: Final = "drawn"
_NAME: Final = "Drawn by a strategy"
_MODULES: Final = ((True, True), (True, False), (False, True))
_COLOURS: Final = st.sampled_from(tuple(Colour))
_LETTERS: Final = st.characters(categories=("L", "N", "P", "S"), exclude_characters=',#?">=')
_WORDS: Final = st.text(_LETTERS, min_size=1, max_size=6)
_NAMES: Final = st.one_of(
    st.text("abcdefgh", min_size=1, max_size=3),
    st.lists(_WORDS, min_size=1, max_size=3).map(" ".join),
)
"""Names of parts: anything that can stand in a notation."""


def _names(least: int, most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(_NAMES, min_size=least, max_size=most, unique=True)


def _few(most: int) -> st.SearchStrategy[int]:
    """Give numbers up to `most`, mostly none or few."""
    return st.sampled_from([0, 0, 0, 0, 1, 1, 2, 3, most // 2, most])


_SYMBOLS: Final = st.one_of(
    st.builds(Symbol, st.just(SymbolKind.MILITARY), st.booleans()),
    st.builds(Symbol, st.just(SymbolKind.PRESTIGE), st.booleans(), _few(99)),
)
_BONUSES: Final = st.builds(
    Bonus,
    coins=_few(99),
    population=_few(99),
    faith=_few(99),
    points=_few(99),
    stars=_few(5),
    deploy=_few(12),
    legions=_few(4),
    beautifications=_few(3),
)
_CHANGES: Final = st.dictionaries(st.sampled_from(TALLY_FIELDS), st.integers(1, 5), max_size=4).map(
    lambda numbers: Tally(**numbers)
)
_NEEDS: Final = st.dictionaries(
    st.sampled_from(NEEDS_FIELDS), st.integers(1, 4), min_size=1, max_size=3
).map(lambda numbers: Needs(**numbers))
_POINTS: Final = st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
_COPIES: Final = st.integers(1, 4)
_RATES: Final = st.integers(1, 5)
_SPACES: Final = st.lists(st.builds(IslandSpace, _COLOURS, st.booleans()), min_size=1, max_size=4)
_TILES: Final = st.builds(
    CityTile,
    name=st.just(""),
    colour=_COLOURS,
    coins=_few(99),
    population=_few(99),
    symbols=st.lists(_SYMBOLS, max_size=4).map(tuple),
    legions=_few(8),
    change=_CHANGES,
    copies=_COPIES,
)
"""City tiles without a name."""


@st.composite
def configs(draw: st.DrawFn, *, hosted: bool | None = None) -> Config:
    """Give configs: any seats, modules, switches, turns and content, hosted and host-drawn ones.

    With `hosted` all of them are, or none is.
    """
    default = Config()
    seats = draw(st.integers(2, 4))
    dominus, portus = draw(st.sampled_from(_MODULES))
    by_host = draw(st.booleans() if hosted is None else st.just(hosted))
    turns = draw(st.one_of(st.just(default.turns), st.integers(1, 5), st.integers(1, 24)))
    board = draw(_default_or(default.map_board, map_boards()))
    provinces = len(board.provinces)
    return Config(
        seats=seats,
        dominus=dominus,
        portus=portus,
        hosted=by_host,
        host_draws=by_host and draw(st.booleans()),
        turns=turns,
        map_board=board,
        score_tiles=draw(_default_or(default.score_tiles, score_tiles(least=provinces))),
        settlements=draw(_default_or(default.settlements, settlements(least=provinces))),
        harbour=draw(_default_or(default.harbour, harbours(least=seats))),
        goods=draw(_default_or(default.goods, goods())),
        city_tiles=draw(_default_or(default.city_tiles, city_tiles(least=turns))),
        rulings=Rulings(draw(st.booleans()), not draw(st.booleans())),
    )


def _default_or(default: T, others: st.SearchStrategy[T]) -> st.SearchStrategy[T]:
    return st.one_of(st.just(default), others)


@st.composite
def map_boards(draw: st.DrawFn, *, most: int = 8) -> MapBoard:
    """Give maps of 1 to `most` provinces besides Rome; the printed score tiles are enough for 12.

    They are chains, stars, rings and webs, joined by borders, by dots, or by both.
    """
    rome, *provinces = draw(_names(2, most + 1))
    known = [rome, *provinces]
    before = [draw(st.integers(0, place)) for place in range(len(provinces))]
    pairs = [(known[first], new) for first, new in zip(before, provinces, strict=True)]
    places = st.integers(0, len(provinces))
    for first, second in draw(st.lists(st.tuples(places, places), max_size=most)):
        if first != second:
            pairs.append((known[first], known[second]))
    kinds = draw(st.lists(st.integers(0, 2), min_size=len(pairs), max_size=len(pairs)))
    borders = [pair for pair, kind in zip(pairs, kinds, strict=True) if kind != 1]
    dotted = [pair for pair, kind in zip(pairs, kinds, strict=True) if kind != 0]
    return MapBoard(_ID, _NAME, rome, tuple(provinces), tuple(borders), tuple(dotted))


@st.composite
def score_tiles(draw: st.DrawFn, *, least: int = 1) -> ScoreTiles:
    """Give at least `least` score tiles that need one to three kinds of things."""
    names = draw(_names(least, least + 3))
    tiles = [ScoreTile(name, "", draw(_NEEDS), draw(_POINTS)) for name in names]
    return ScoreTiles(_ID, _NAME, tuple(tiles))


@st.composite
def settlements(draw: st.DrawFn, *, least: int = 1) -> Settlements:
    """Give settlement tokens, at least `least` of one to five types, with any bonuses."""
    names = draw(_names(1, 5))
    copies = [draw(_COPIES) for _ in names]
    copies[0] += max(0, least - sum(copies))
    tokens = [
        Settlement(name, "", draw(_BONUSES), count)
        for name, count in zip(names, copies, strict=True)
    ]
    return Settlements(_ID, _NAME, tuple(tokens))


@st.composite
def harbours(draw: st.DrawFn, *, least: int = 2) -> Harbour:
    """Give ports and at least `least` islands, with an Anchor in any place, or with none."""
    names = draw(_names(least, least + 2))
    islands = [Island(name, tuple(draw(_SPACES))) for name in names]
    return Harbour(_ID, _NAME, draw(st.integers(1, 3)), tuple(islands))


@st.composite
def goods(draw: st.DrawFn) -> Goods:
    """Give one to six types of goods, often so few that ships can hold them all."""
    listed = [Good(name, draw(_BONUSES), draw(_COPIES)) for name in draw(_names(1, 6))]
    return Goods(_ID, _NAME, tuple(listed))


@st.composite
def city_tiles(draw: st.DrawFn, *, least: int = 1) -> CityTiles:
    """Give city tiles, at least `least` for each player, with any placements, rates and ring."""
    tiles = [evolve(draw(_TILES), name=name) for name in draw(_names(1, 5))]
    missing = least - sum(tile.copies for tile in tiles)
    if missing > 0:
        tiles[0] = evolve(tiles[0], copies=tiles[0].copies + missing)
    rates = Rates(*draw(st.tuples(_RATES, _RATES, _RATES)))
    return CityTiles(_ID, _NAME, tuple(tiles), draw(st.integers(1, 9)), rates)
