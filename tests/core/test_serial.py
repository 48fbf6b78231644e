"""Values as plain data and as JSON: they come back equal, and nothing else is read."""

import json
from enum import Enum
from typing import Any, TypeAlias

import pytest
from attrs import field, frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_rules.core import (
    ContentError,
    Deck,
    Distribution,
    PositionError,
    Problem,
    ProblemsError,
    from_data,
    from_json,
    to_data,
    to_json,
)


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@frozen
class Dot:
    """Has the same fields as `Ring`, so that only the type key tells them apart."""

    size: int


@frozen
class Ring:
    size: int


@frozen
class Nothing:
    pass


@frozen
class Both:
    first: "Shape"
    second: "Shape"


Shape: TypeAlias = Dot | Ring | Nothing | Both


EMPTY: Deck[str] = Deck()


@frozen
class Picture:
    name: str
    colour: Colour
    open: bool = False
    size: int | None = None
    shapes: tuple[Shape, ...] = ()
    corners: tuple[int, int] = (0, 0)
    words: tuple[str, ...] = ()
    by_name: dict[str, Shape] = field(factory=dict)
    deck: Deck[str] = EMPTY


@frozen
class Share:
    share: float = 0.0


@frozen
class Perhaps:
    shape: Dot | Ring | None = None
    dot: Dot | None = None


ANY_SHAPE: Any = Shape  # to a type checker a union is no class
SHAPES: Any = tuple[Shape, ...]

plain_shapes = st.builds(Dot, st.integers()) | st.builds(Ring, st.integers()) | st.just(Nothing())
shapes: st.SearchStrategy[Shape] = st.recursive(
    plain_shapes, lambda inner: st.builds(Both, inner, inner), max_leaves=6
)
pictures = st.builds(
    Picture,
    name=st.text(),
    colour=st.sampled_from(Colour),
    open=st.booleans(),
    size=st.none() | st.integers(),
    shapes=st.lists(shapes, max_size=3).map(tuple),
    corners=st.tuples(st.integers(), st.integers()),
    words=st.lists(st.text(), max_size=3).map(tuple),
    by_name=st.dictionaries(st.text(), shapes, max_size=3),
    deck=st.lists(st.text(max_size=2), max_size=3).map(Deck.shuffled),
)
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)

GOOD = {"name": "a", "colour": "red"}


def refused(data: object, kind: Any) -> list[tuple[str, str]]:
    """Return place and text of all that is wrong."""
    with pytest.raises(ProblemsError) as caught:
        from_data(data, kind)
    return [(problem.where, problem.what) for problem in caught.value.problems]


def places(data: object, kind: Any) -> list[str]:
    return sorted(where for where, _ in refused(data, kind))


# ------------------------------------------------------------------------------ there and back


@settings(deadline=None)
@given(pictures)
def test_values_come_back_equal(picture: Picture) -> None:
    assert from_data(to_data(picture), Picture) == picture
    assert from_json(to_json(picture), Picture) == picture
    assert from_json(to_json(picture, indent=2), Picture) == picture


@settings(deadline=None)
@given(shapes)
def test_members_of_a_union_come_back_equal_and_of_the_same_class(shape: Shape) -> None:
    made = from_json(to_json(shape, ANY_SHAPE), ANY_SHAPE)
    assert made == shape
    assert type(made) is type(shape)


@settings(deadline=None)
@given(st.lists(shapes).map(tuple))
def test_a_tuple_of_a_union_comes_back_equal(listed: tuple[Shape, ...]) -> None:
    assert from_json(to_json(listed, SHAPES), SHAPES) == listed


def test_a_member_of_a_union_is_told_by_its_type_key() -> None:
    value = Both(Dot(1), Both(Ring(1), Nothing()))
    assert to_data(value, ANY_SHAPE) == {
        "type": "both",
        "first": {"type": "dot", "size": 1},
        "second": {
            "type": "both",
            "first": {"type": "ring", "size": 1},
            "second": {"type": "nothing"},
        },
    }


def test_a_union_with_none_keeps_its_type_key() -> None:
    for value in (Perhaps(Ring(1)), Perhaps(Dot(1)), Perhaps(None)):
        assert from_json(to_json(value), Perhaps) == value


def test_a_class_or_none_needs_no_type_key() -> None:
    assert to_data(Perhaps(dot=Dot(1))) == {"shape": None, "dot": {"size": 1}}
    assert from_data({"dot": {"size": 1}}, Perhaps) == Perhaps(dot=Dot(1))
    assert places({"dot": {"type": "dot", "size": 1}}, Perhaps) == ["dot.type"]
    assert places({"dot": []}, Perhaps) == ["dot"]


@settings(deadline=None)
@given(pictures)
def test_data_is_nothing_but_dicts_lists_texts_and_numbers(picture: Picture) -> None:
    def check(data: object) -> None:
        if type(data) is dict:
            assert all(type(key) is str for key in data)
            for item in data.values():
                check(item)
        elif type(data) is list:
            for item in data:
                check(item)
        else:
            assert type(data) in (str, int, bool, type(None))

    check(to_data(picture))


def test_the_tuples_of_a_game_are_written_like_plain_ones() -> None:
    listed = (Dot(1), Dot(2))
    assert to_json(listed) == '[{"size": 1}, {"size": 2}]'
    assert to_data(Distribution.uniform(listed).actions) == to_data(listed)


# ------------------------------------------------------------------------------ equal texts


@settings(deadline=None)
@given(pictures)
def test_equal_values_give_equal_texts_of_one_line(picture: Picture) -> None:
    twin = Picture(
        picture.name,
        picture.colour,
        picture.open,
        picture.size,
        tuple(shape for shape in picture.shapes),
        picture.corners,
        picture.words,
        dict(reversed(picture.by_name.items())),
        Deck.shuffled(reversed(picture.deck.cards)),
    )
    assert twin == picture
    assert to_json(twin) == to_json(picture)
    assert "\n" not in to_json(picture)


def test_keys_are_sorted_and_letters_of_all_languages_stay_readable() -> None:
    picture = Picture("żółw 龜 🐢", Colour.RED, by_name={"b": Dot(1), "a": Dot(2)})
    text = to_json(picture)
    assert "żółw 龜 🐢" in text
    assert text.index('"a"') < text.index('"b"')
    assert list(json.loads(text)) == sorted(json.loads(text))


# ------------------------------------------------------------------------------ strictness


@pytest.mark.parametrize(
    ("key", "wrong"),
    [
        ("size", "3"),
        ("size", 3.0),
        ("size", True),
        ("size", [3]),
        ("open", 1),
        ("open", 0),
        ("open", "true"),
        ("open", None),
        ("name", 3),
        ("name", None),
        ("name", True),
        ("name", ["a"]),
        ("colour", "green"),
        ("colour", "RED"),
        ("colour", None),
        ("colour", []),
        ("colour", {}),
        ("shapes", None),
        ("shapes", 1),
        ("corners", [1]),
        ("corners", [1, 2, 3]),
        ("corners", None),
        ("by_name", None),
        ("by_name", [["a", {"type": "nothing"}]]),
        ("deck", None),
        ("deck", ["a"]),
        ("deck", "a"),
    ],
)
def test_a_value_of_the_wrong_type_is_refused_at_its_place(key: str, wrong: object) -> None:
    assert places({**GOOD, key: wrong}, Picture) == [key]


@pytest.mark.parametrize("wrong", ["ab", "", {"a": 1}, {}])
def test_a_list_is_neither_a_text_nor_a_table(wrong: object) -> None:
    assert places({**GOOD, "words": wrong}, Picture) == ["words"]
    assert places({**GOOD, "shapes": wrong}, Picture) == ["shapes"]


@frozen
class Lists:
    listed: list[str] = field(factory=list)
    any: frozenset[str] = frozenset()


@pytest.mark.parametrize("wrong", ["ab", "", {"a": 1}, {}, None, 1])
@pytest.mark.parametrize("key", ["listed", "any"])
def test_no_collection_is_read_from_a_text_or_a_table(key: str, wrong: object) -> None:
    assert from_data({"listed": ["a", "b"]}, Lists) == Lists(["a", "b"])
    assert from_data({"any": ["a", "b"]}, Lists) == Lists([], frozenset("ab"))
    assert places({key: wrong}, Lists) == [key]


@pytest.mark.parametrize("wrong", ["1.5", "nan", "inf", True, None])
def test_a_number_with_a_fraction_is_no_text_and_no_truth_value(wrong: object) -> None:
    assert from_json('{"share": 1.5}', Share) == Share(1.5)
    assert places({"share": wrong}, Share) == ["share"]


def test_whole_numbers_in_json_are_not_taken_from_texts_or_truth_values() -> None:
    assert from_json('{"size": 1}', Dot) == Dot(1)
    for text in ('"1"', "true", "1.0", "1e0", "null", "NaN", "Infinity", "-Infinity", "[]", "{}"):
        with pytest.raises(ProblemsError) as caught:
            from_json(f'{{"size": {text}}}', Dot)
        assert [problem.where for problem in caught.value.problems] == ["size"]


@pytest.mark.parametrize("kind", [Picture, Dot, Nothing, Share])
@pytest.mark.parametrize(
    "data", [None, True, 3, 1.5, "", "size", "name", [], ["size"], [["size", 1]]]
)
def test_only_a_table_is_read_as_a_value_with_fields(data: object, kind: type[Any]) -> None:
    assert places(data, kind) == [""]


# ------------------------------------------------------------------------------ places


def test_every_missing_key_is_listed() -> None:
    assert refused({}, Picture) == [("name", "missing"), ("colour", "missing")]


def test_a_missing_key_deep_inside_has_its_whole_place() -> None:
    data = {**GOOD, "shapes": [{"type": "nothing"}, {"type": "both", "first": {"type": "dot"}}]}
    assert refused(data, Picture) == [
        ("shapes[1].first.size", "missing"),
        ("shapes[1].second", "missing"),
    ]


def test_every_unknown_key_is_listed_with_those_that_are_known() -> None:
    found = refused({"size": 1, "sise": 2, "colour": "red"}, Dot)
    assert sorted(where for where, _ in found) == ["colour", "sise"]
    assert all("unknown key" in what and "size" in what for _, what in found)


def test_unknown_keys_of_all_types_are_listed() -> None:
    assert len(refused({"size": 1, "b": 2, 3: 4, None: 5, (6,): 7}, Dot)) == 4


def test_all_problems_are_listed_with_their_places() -> None:
    data = {
        "name": 1,
        "colour": "green",
        "shapes": [
            {"type": "dot", "size": "1"},
            {"type": "square"},
            {"size": 1},
            "dot",
            {"type": "both", "first": {"type": "ring", "size": None}, "second": []},
        ],
        "corners": ["a", "b"],
        "words": [1, "two", 3],
        "by_name": {"x": {"type": "dot", "size": 1, "more": 2}},
        "deck": {"top": [1]},
        "extra": 1,
    }
    assert places(data, Picture) == sorted(
        [
            "name",
            "colour",
            "shapes[0].size",
            "shapes[1]",
            "shapes[2]",
            "shapes[3]",
            "shapes[4].first.size",
            "shapes[4].second",
            "corners[0]",
            "corners[1]",
            "words[0]",
            "words[2]",
            "by_name[x].more",
            "deck.top[0]",
            "extra",
        ]
    )


@pytest.mark.parametrize("tag", ["square", "Dot", "", None, 1, ["dot"], {}])
def test_an_unknown_type_key_is_refused_with_those_that_are_known(tag: object) -> None:
    ((where, what),) = refused({"type": tag, "size": 1}, ANY_SHAPE)
    assert where == ""
    assert all(f"'{known}'" in what for known in ("dot", "ring", "nothing", "both"))


@frozen
class Even:
    number: int = field()

    def __attrs_post_init__(self) -> None:
        if self.number % 2:
            raise ContentError([Problem("number", "odd"), Problem("", "not even")], "inside")


@frozen
class Evens:
    listed: tuple[Even, ...]


def test_problems_that_a_class_finds_itself_get_their_whole_place() -> None:
    assert refused({"listed": [{"number": 2}, {"number": 3}]}, Evens) == [
        ("listed[1].number", "odd"),
        ("listed[1]", "not even"),
    ]


# ------------------------------------------------------------------------------ hostile input


@settings(deadline=None)
@given(plain)
def test_arbitrary_data_gives_a_value_or_problems(data: object) -> None:
    for kind in (Picture, ANY_SHAPE, SHAPES, Nothing):
        made = value_or_error(data, kind)
        if isinstance(made, ProblemsError):
            assert made.problems
        else:
            assert from_data(to_data(made, kind), kind) == made


def value_or_error(data: object, kind: Any) -> Any:
    try:
        return from_data(data, kind)
    except ProblemsError as error:
        return error


@settings(deadline=None)
@given(st.text())
def test_arbitrary_text_gives_a_value_or_problems(text: str) -> None:
    with pytest.raises(ProblemsError):
        from_json(text, Dot)


@pytest.mark.parametrize("opening", ["[", '{"size":', '{"a":[', '[{"type":'])
def test_deep_nesting_is_refused(opening: str) -> None:
    for depth in (10, 900, 100_000):
        for kind in (Dot, ANY_SHAPE, SHAPES):
            with pytest.raises(ProblemsError):
                from_json(opening * depth, kind)


@pytest.mark.parametrize("depth", [50, 5_000])
def test_deep_nesting_in_data_is_refused(depth: int) -> None:
    tree: dict[str, Any] = {"type": "dot", "size": "wrong"}
    table: dict[str, Any] = {}
    listed: list[Any] = []
    for _ in range(depth):
        tree = {"type": "both", "first": {"type": "nothing"}, "second": tree}
        table = {"size": table}
        listed = [listed]
    for data in (tree, table, listed):
        for kind in (Dot, ANY_SHAPE, SHAPES):
            with pytest.raises(ProblemsError):
                from_data(data, kind)


@pytest.mark.parametrize("digits", ["1" * 10_000, "-" + "9" * 10_000, "1e999999"], ids=range(3))
def test_huge_numbers_are_refused(digits: str) -> None:
    with pytest.raises(ProblemsError):
        from_json(f'{{"size": {digits}}}', Dot)


def test_a_number_of_any_size_that_can_be_written_comes_back() -> None:
    for size in (2**63, -(2**64), 10**1000):
        assert from_json(to_json(Dot(size)), Dot) == Dot(size)


@pytest.mark.parametrize(
    "data",
    [
        {"size": "x" * 10**6},
        {"size": 1, "k" * 10**6: 2},
        {"size": ["x"] * 10**5},
        {"size": 1, **{f"key {number}": 0 for number in range(20_000)}},
    ],
    ids=["a long text", "a long key", "a long list", "many keys"],
)
def test_an_error_about_large_data_stays_readable(data: object) -> None:
    with pytest.raises(ProblemsError) as caught:
        from_data(data, Dot)
    assert len(str(caught.value)) < 10_000


def test_an_error_about_a_long_name_of_an_enum_stays_readable() -> None:
    with pytest.raises(ProblemsError) as caught:
        from_data({**GOOD, "colour": "x" * 10**6}, Picture)
    assert len(str(caught.value)) < 10_000


# ------------------------------------------------------------------------------ the error


def test_the_error_is_of_the_class_that_was_asked_for_and_names_the_source() -> None:
    for text in ("{", "[]", '{"size": "1"}'):
        with pytest.raises(PositionError) as caught:
            from_json(text, Dot, error=PositionError, source="file.json")
        assert caught.value.source == "file.json"
        assert "file.json" in str(caught.value)
    with pytest.raises(PositionError) as caught:
        from_data({"number": 1}, Even, error=PositionError, source="file.json")
    assert caught.value.source == "file.json"


def test_a_mistake_in_json_is_told_with_its_line() -> None:
    with pytest.raises(ProblemsError, match=r"not JSON.*line 3"):
        from_json('{\n"size": 1\n"name": 2}', Dot)
