"""Records: a text that a person can read and edit, and what is refused of it, and where."""

import copy
import pickle

import pytest
from attrs import evolve
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tabletop_rules import dome_crushers as dc
from tabletop_rules.core import (
    ConfigError,
    Problem,
    Record,
    RecordError,
    format_record,
    from_json,
    load_game,
    parse_record,
    play,
    replay,
    to_json,
)

from . import heap
from .heap import Action, Add, Config, Start, Take
from .players import AnyOption

WRITTEN = """\
# A game that I played at home.
format = 1
game = "heap"
rules_version = "3"
seed = 57  # of the chance
config = { seats = 3, tokens = 5 }
---
start 1
# a comment
take 3

  take 2
"""
READ: Record[Config, Action] = Record(
    "heap", "3", Config(seats=3, tokens=5), 57, (Start(1), Take(3), Take(2))
)
HEAD, ACTIONS = WRITTEN.split("---\n")
LONG = "x" * 10**5

actions: st.SearchStrategy[Action] = (
    st.builds(Start, st.integers(0, 3))
    | st.builds(Take, st.integers(0, 10**8))
    | st.builds(Add, st.integers(0, 10**8))
)
configs = st.builds(Config, st.integers(2, 4), st.integers(1, 10**9), st.integers())
records = st.builds(
    Record[Config, Action],
    st.just("heap"),
    st.just("3"),
    configs,
    st.none() | st.integers(),
    st.lists(actions, max_size=5).map(tuple),
)


def problems(text: str) -> tuple[Problem, ...]:
    with pytest.raises(RecordError) as caught:
        parse_record(text, heap, "game.txt")
    assert caught.value.source == "game.txt"
    return caught.value.problems


def places(text: str) -> list[str]:
    return sorted(problem.where for problem in problems(text))


# ------------------------------------------------------------------------------ the text


def test_a_text_as_a_person_writes_it_is_read() -> None:
    assert parse_record(WRITTEN, heap) == READ


@settings(deadline=None)
@given(records)
def test_a_record_comes_back_from_its_text(record: Record[Config, Action]) -> None:
    assert parse_record(format_record(heap, record), heap) == record


def test_the_text_is_a_head_and_then_an_action_a_line() -> None:
    head, below = format_record(heap, READ).split("\n---\n")
    assert below == "start 1\ntake 3\ntake 2\n"
    assert 'game = "heap"' in head.splitlines()
    assert 'rules_version = "3"' in head.splitlines()
    assert "seed = 57" in head.splitlines()
    assert "seats = 3" in head


def test_equal_records_have_equal_texts() -> None:
    assert format_record(heap, parse_record(WRITTEN, heap)) == format_record(heap, READ)


def test_a_seed_that_nobody_knows_is_left_out() -> None:
    record = evolve(READ, seed=None)
    assert "seed" not in format_record(heap, record)
    assert parse_record(WRITTEN.replace("seed = 57  # of the chance\n", ""), heap) == record


def test_a_config_that_is_left_out_is_the_default() -> None:
    text = WRITTEN.replace("config = { seats = 3, tokens = 5 }\n", "")
    assert parse_record(text, heap) == evolve(READ, config=Config())


@pytest.mark.parametrize(
    "text",
    [
        WRITTEN.replace("\n", "\r\n"),
        WRITTEN.rstrip("\n"),
        WRITTEN + "\n\n# the end\n",
        "\n\n" + WRITTEN,
        WRITTEN.replace("take 3", "\ttake 3  "),
        WRITTEN.replace("---\n", "---\n\n   # nothing yet\n\n"),
        WRITTEN.replace("config = {", "[config]\n").replace(", ", "\n").replace(" }", ""),
        WRITTEN.replace("start 1\n", "start 1\n#take 1\n"),
    ],
    ids=[
        "CRLF",
        "no last newline",
        "below",
        "above",
        "spaces",
        "comments",
        "a table",
        "crossed out",
    ],
)
def test_layout_does_not_matter(text: str) -> None:
    assert parse_record(text, heap) == READ


@pytest.mark.parametrize("below", ["---", "---\n", "---\n\n", "---\n# none\n", "---\r\n"])
def test_a_record_without_actions(below: str) -> None:
    assert parse_record(HEAD + below, heap) == evolve(READ, actions=())


@pytest.mark.parametrize("name", ["dome_crushers", "dome-crushers"])
def test_the_game_is_found_by_its_name_with_dashes_or_underscores(name: str) -> None:
    text = f'format = 1\ngame = "{name}"\nrules_version = "{dc.rules_version}"\n---\nstart 1\n'
    expected: Record[dc.Config, dc.Action] = Record(
        "dome_crushers", dc.rules_version, dc.Config(), None, (dc.StartWith(1),)
    )
    found: Record[dc.Config, dc.Action] = parse_record(text)
    assert found == expected
    assert parse_record(text, dc) == expected
    assert parse_record(text, load_game(name)) == expected


@pytest.mark.parametrize(
    ("head", "place"),
    [
        ('format = 1\nrules_version = "3"', "game"),
        ('format = 1\ngame = 3\nrules_version = "3"', "game"),
        ('format = 1\ngame = ["heap"]\nrules_version = "3"', "game"),
        ('format = 2\ngame = "no such game"\nplayers = 2', "format"),
        ('format = 2\ngame = "dome_crushers"\nrules_version = "0"', "format"),
        ('format = 1\ngame = "dome_crushers"\nrules_version = "0"\nnew = 1', "rules_version"),
    ],
)
def test_a_wrong_head_is_refused_when_the_game_is_to_be_found_by_its_name(
    head: str, place: str
) -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(f"{head}\n---\nno action\n", source="game.txt")
    assert [problem.where for problem in caught.value.problems] == [place]
    assert caught.value.source == "game.txt"


def test_a_config_with_own_content_travels_inside() -> None:
    deck = evolve(dc.Config().deck, id="mine", name='A "deck" of my own')
    config = dc.Config(deck, hand_size=2, max_rounds=2, rulings=dc.Rulings(simple_variant=True))
    record = play(dc, config, [AnyOption(1), AnyOption(2)], seed=-3)
    made: Record[dc.Config, dc.Action] = parse_record(format_record(dc, record))
    assert made == record
    assert made.config.deck.name == 'A "deck" of my own'
    assert list(replay(dc, made)) == list(replay(dc, record))


# ------------------------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    ("line", "wrong", "place"),
    [
        ("format = 1", "format = 2", "format"),
        ("format = 1", "format = 0", "format"),
        ("format = 1", 'format = "1"', "format"),
        ("format = 1", "format = true", "format"),
        ("format = 1", "format = 1.0", "format"),
        ("format = 1\n", "", "format"),
        ('"heap"', '"dome_crushers"', "game"),
        ('"heap"', '"Heap"', "game"),
        ('"heap"', '""', "game"),
        ('"heap"', "3", "game"),
        ('game = "heap"\n', "", "game"),
        ('"3"', '"2"', "rules_version"),
        ('"3"', '"3.0"', "rules_version"),
        ('"3"', "3", "rules_version"),
        ('rules_version = "3"\n', "", "rules_version"),
        ("57", '"57"', "seed"),
        ("57", "57.0", "seed"),
        ("57", "false", "seed"),
        ("tokens = 5", "tokens = 0", "config.tokens"),
        ("tokens = 5", 'tokens = "5"', "config.tokens"),
        ("tokens = 5", "token = 5", "config.token"),
        ("{ seats = 3, tokens = 5 }", "[]", "config"),
        ("{ seats = 3, tokens = 5 }", "3", "config"),
        ("seed =", "sede =", "sede"),
    ],
)
def test_a_wrong_head_is_refused_by_name_before_actions_are_read(
    line: str, wrong: str, place: str
) -> None:
    assert line in HEAD
    assert places(HEAD.replace(line, wrong) + "---\nno action\n") == [place]


def test_the_refusal_of_another_version_tells_both() -> None:
    (problem,) = problems(WRITTEN.replace('"3"', '"2.5"'))
    assert "'3'" in problem.what
    assert "'2.5'" in problem.what


def test_a_record_that_is_read_and_one_that_is_played_are_refused_alike() -> None:
    for name, version in (("chess", "3"), ("heap", "2.5")):
        read = problems(WRITTEN.replace('"heap"', f'"{name}"').replace('"3"', f'"{version}"'))
        with pytest.raises(RecordError) as played:
            replay(heap, Record(name, version, Config()))
        assert tuple(read) == played.value.problems


def test_another_format_is_refused_as_such_whatever_else_its_head_holds() -> None:
    assert places('format = 2\ngame = "heap"\nplayers = ["Ann", "Bob"]\n---\n') == ["format"]


def test_another_game_is_refused_as_such_whatever_its_config_holds() -> None:
    assert places(WRITTEN.replace('"heap"', '"chess"').replace("seats", "clock")) == ["game"]


def test_another_version_is_refused_as_such_whatever_its_config_holds() -> None:
    assert places(WRITTEN.replace('"3"', '"4"').replace("seats", "players")) == ["rules_version"]


def test_all_that_is_wrong_in_a_head_is_listed() -> None:
    text = (
        WRITTEN.replace('game = "heap"\n', "")
        .replace("57", '"57"')
        .replace("seed", "date = 1\nseed")
    )
    assert places(text) == ["date", "game", "seed"]


def test_all_that_is_wrong_in_a_config_is_listed() -> None:
    assert places(WRITTEN.replace("seats = 3, tokens = 5", 'seats = "3", token = 5')) == [
        "config.seats",
        "config.token",
    ]
    assert places(WRITTEN.replace("seats = 3, tokens = 5", "seats = 5, tokens = 0")) == [
        "config.seats",
        "config.tokens",
    ]


def test_a_mistake_in_the_toml_of_the_head_is_told_with_its_line() -> None:
    (problem,) = problems(WRITTEN.replace("seed = 57", "seed = fifty"))
    assert "line 5" in problem.what
    (problem,) = problems(WRITTEN.replace("seed = 57", "seed = fifty").replace("\n", "\r\n"))
    assert "line 5" in problem.what


NUMBERED = """\
format = 1
game = "heap"

# line 4
rules_version = "3"
---
start 1
tkae 8

take 10
# line 11
 take eleven 12
take 13

take
"""


@pytest.mark.parametrize("text", [NUMBERED, NUMBERED.replace("\n", "\r\n"), NUMBERED.rstrip("\n")])
def test_bad_lines_are_listed_with_their_numbers_as_an_editor_counts_them(text: str) -> None:
    assert [problem.where for problem in problems(text)] == ["line 8", "line 12", "line 15"]
    assert "'tkae 8'" in problems(text)[0].what


@pytest.mark.parametrize("above", range(4))
@pytest.mark.parametrize("between", range(4))
def test_the_number_of_a_bad_line_counts_all_lines_above_it(above: int, between: int) -> None:
    text = "# a comment\n" * above + HEAD + "---\n" + "\n" * between + "take 1\nbad\n"
    number = text.splitlines().index("bad") + 1
    assert places(text) == [f"line {number}"]


def test_a_bad_line_of_any_length_is_shown_in_short() -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(WRITTEN + LONG, heap)
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize(
    "text", ["", "\n", "---", "---\n", "\n---\n", "start 1\ntake 2\n", "{}", "null"]
)
def test_a_text_without_a_head_is_refused(text: str) -> None:
    assert problems(text)


def test_a_head_that_was_cut_off_is_refused_wherever_the_cut_is() -> None:
    text = format_record(heap, READ)
    end = text.index("\n---\n")
    for cut in range(end + 1):
        assert problems(text[:cut])


def test_actions_that_were_cut_off_give_the_first_of_them_or_are_refused() -> None:
    text = format_record(heap, READ)
    for cut in range(text.index("\n---\n") + 5, len(text)):
        whole, _, part = text[:cut].rpartition("\n")
        if part in {"", "start 1", "take 3", "take 2"}:
            made = parse_record(text[:cut], heap)
            assert made == evolve(READ, actions=READ.actions[: len(made.actions)])
        else:
            assert places(text[:cut]) == [f"line {whole.count(chr(10)) + 2}"]


@settings(deadline=None)
@given(st.binary())
@example(bytes(range(256)))
@example(b"\x00" * 100)
@example(b"\xff\xfe" + WRITTEN.encode("utf-16-le"))
@example(b"\xef\xbb\xbf\xff")
@example(b"\x1f\x8b\x08\x00")
def test_binary_garbage_is_refused(garbage: bytes) -> None:
    for text in (garbage.decode("latin-1"), garbage.decode("utf-8", "replace")):
        assert problems(text)
        assert problems(text + "\n---\nstart 1\n")


@settings(deadline=None)
@given(st.text())
def test_garbage_below_a_head_gives_actions_or_problems_with_lines(garbage: str) -> None:
    try:
        made = parse_record(f"{HEAD}---\n{garbage}", heap)
    except RecordError as error:
        wheres = [problem.where for problem in error.problems]
    else:
        wheres = []
        assert evolve(made, actions=()) == evolve(READ, actions=())
    assert all(where.startswith("line ") for where in wheres)
    assert all(int(where.removeprefix("line ")) >= 8 for where in wheres)


@pytest.mark.parametrize(
    ("line", "huge"),
    [
        ("57", "9" * 5_000),
        ("format = 1", "format = 0x" + "f" * 5_000),
        ("tokens = 5", "tokens = -0x" + "f" * 5_000),
        ("tokens = 5", "tokens = " + "[" * 100_000),
        ('"3"', f'"{LONG}"'),
        ('"heap"', f'"{LONG}"'),
        ("seed", LONG),
        ("tokens", LONG),
    ],
    ids=[
        "digits",
        "hex",
        "a hex number in the config",
        "deep",
        "version",
        "game",
        "key",
        "key of config",
    ],
)
def test_huge_values_in_a_head_are_refused_in_short(line: str, huge: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(WRITTEN.replace(line, huge), heap)
    assert len(str(caught.value)) < 2000


# ------------------------------------------------------------------------------ the value


def test_a_record_pickles_hashes_and_goes_through_json() -> None:
    kind = Record[Config, Action]
    for made in (
        pickle.loads(pickle.dumps(READ)),
        copy.deepcopy(READ),
        from_json(to_json(READ, kind), kind),
    ):
        assert made == READ
        assert hash(made) == hash(READ)


def test_the_configs_own_refusal_is_a_config_error_when_no_text_is_involved() -> None:
    with pytest.raises(ConfigError):
        Config(seats=9)
