"""Rows that are kept by the objects they are of."""

from tabletop_rules.encodings.rows import by_identity, numbers


def test_a_row_is_made_once_for_an_object_and_anew_for_an_equal_one() -> None:
    made: list[tuple[int, ...]] = []

    def make(value: tuple[int, ...]) -> bytes:
        made.append(value)
        return numbers(value)

    row = by_identity(make)
    values = [1, 2]
    first, second = tuple(values), tuple(values)
    assert row(first) is row(first)
    assert row(second) == row(first)
    assert made == [first, second]


def test_many_objects_that_are_gone_are_never_taken_for_others() -> None:
    row = by_identity(numbers)
    for number in range(20_000):
        assert row((number % 97, number % 89)) == numbers((number % 97, number % 89))
