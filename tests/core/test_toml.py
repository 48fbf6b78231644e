"""TOML: what is written is read back by the standard library to the same."""

import tomllib
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tabletop_rules.core import PositionError, ProblemsError
from tabletop_rules.core.toml import read_toml, toml_lines, toml_value

CONTROL = "".join(map(chr, [*range(32), *range(127, 160)]))
HARD = [
    '"',
    "\\",
    "'''",
    '"""',
    "\\u0041",
    "a = 1",
    "# no comment",
    "\n---\n",
    "\u2028\u2029\u0085",
]

texts = st.text(st.characters(exclude_categories=["Cs"])) | st.text(st.sampled_from(CONTROL))
values = st.recursive(
    st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


@settings(deadline=None)
@given(texts)
@example(CONTROL)
@example("🐢龜\U0010ffff\ue000")
@example("".join(HARD))
def test_a_text_comes_back_the_same_and_stays_in_its_line(text: str) -> None:
    line = toml_value(text)
    assert tomllib.loads(f"key = {line}") == {"key": text}
    assert "\n" not in line
    assert "\r" not in line
    assert read_toml(f"key = {line}") == {"key": text}


@settings(deadline=None)
@given(texts)
@example("")
@example("-")
@example("_")
@example("1")
@example("1.5")
@example("a.b")
@example("ä")
@example("²")
@example(CONTROL)
def test_a_key_comes_back_the_same(key: str) -> None:
    assert tomllib.loads("\n".join(toml_lines({key: 1}))) == {key: 1}


@settings(deadline=None)
@given(st.dictionaries(texts, values, max_size=4))
def test_a_table_comes_back_the_same_a_line_for_each_key(table: dict[str, Any]) -> None:
    lines = toml_lines(table)
    assert len(lines) == len(table)
    assert not any("\n" in line for line in lines)
    read = tomllib.loads("\n".join(lines))
    assert read == table
    assert repr(read) == repr(table)  # no true for 1, and all keys in their order


@pytest.mark.parametrize("text", HARD)
def test_what_looks_like_toml_is_only_a_text(text: str) -> None:
    assert tomllib.loads("\n".join(toml_lines({text: text}))) == {text: text}


def test_values_as_one_would_write_them() -> None:
    assert toml_value(True) == "true"
    assert toml_value(-3) == "-3"
    assert toml_value("a") == '"a"'
    assert toml_value([1, "a", []]) == '[1, "a", []]'
    assert toml_value((1, 2)) == "[1, 2]"
    assert toml_value({}) == "{}"
    assert toml_lines({"plain_key-1": 1, "two words": 2}) == ["plain_key-1 = 1", '"two words" = 2']


@pytest.mark.parametrize("number", [0, -1, 2**63, -(2**64), 10**100])
def test_whole_numbers_of_any_size_come_back(number: int) -> None:
    assert tomllib.loads(f"key = {toml_value(number)}") == {"key": number}


def test_none_is_left_out_of_tables_at_every_depth() -> None:
    table = {"a": None, "b": {"c": None, "d": [{"e": None}]}}
    assert tomllib.loads("\n".join(toml_lines(table))) == {"b": {"d": [{}]}}


@pytest.mark.parametrize("value", [None, [None], 1.5, {"a": 1.5}, object(), b"ab", {1, 2}])
def test_what_is_no_plain_data_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="has no place"):
        toml_value(value)


def test_any_mapping_is_a_table() -> None:
    class Halves(Mapping[str, int]):
        def __getitem__(self, key: str) -> int:
            return int(key) // 2

        def __iter__(self) -> Any:
            return iter(("2", "4"))

        def __len__(self) -> int:
            return 2

    assert tomllib.loads("\n".join(toml_lines(Halves()))) == {"2": 1, "4": 2}


# ------------------------------------------------------------------------------ reading


@pytest.mark.parametrize(
    ("text", "line"),
    [("a = 1\nb = \n", 2), ("\n\n\nname\nb = 1", 4), ("a = 1\r\na = 2\r\n", 2), ('a = "x\ny"', 1)],
)
def test_a_mistake_is_told_with_its_line(text: str, line: int) -> None:
    with pytest.raises(PositionError, match=f"not TOML.*line {line}") as caught:
        read_toml(text, error=PositionError, source="file.toml")
    assert caught.value.source == "file.toml"


@pytest.mark.parametrize(
    "text",
    ["a = " + "[" * 100_000, "a = " + "{ a = " * 100_000, "\x00", "a = 2020-13-45", "a = 1_", "["],
    ids=["lists", "tables", "a zero byte", "a date", "a number", "a bracket"],
)
def test_hostile_texts_are_refused(text: str) -> None:
    with pytest.raises(ProblemsError):
        read_toml(text)


def test_a_number_with_too_many_digits_is_refused() -> None:
    with pytest.raises(ProblemsError):
        read_toml("a = " + "9" * 5_000)


@settings(deadline=None)
@given(st.text())
def test_arbitrary_text_gives_a_table_or_problems(text: str) -> None:
    read = table_or_error(text)
    assert isinstance(read, dict) or len(read.problems) == 1


def table_or_error(text: str) -> dict[str, Any] | ProblemsError:
    try:
        return read_toml(text)
    except ProblemsError as error:
        return error
