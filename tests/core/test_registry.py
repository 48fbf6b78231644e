"""Games by name, those of other distributions too."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop_rules import dome_crushers
from tabletop_rules.core import (
    RecordError,
    UnknownGameError,
    format_record,
    game_names,
    load_game,
    parse_record,
    play,
    registry,
)

from . import heap
from .players import AnyOption

LONG = "x" * 10**5


@pytest.fixture
def other_distribution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install a distribution that registers the game of these tests, and a broken one."""
    info = tmp_path / "heap_game-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: heap-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        f"[tabletop_rules.games]\nheap = {heap.__name__}\n"
        f"two_words = {heap.__name__}\nbroken = no_such_package.game\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    registry._entries.cache_clear()
    yield
    registry._entries.cache_clear()


@pytest.mark.parametrize("name", ["dome_crushers", "dome-crushers"])
def test_a_game_is_found_with_dashes_and_with_underscores(name: str) -> None:
    assert load_game(name) is dome_crushers


def test_names_are_sorted_and_each_of_them_loads() -> None:
    names = game_names()
    assert "dome-crushers" in names
    assert list(names) == sorted(names)
    assert [load_game(name).name.replace("_", "-") for name in names] == list(names)


@pytest.mark.parametrize(
    "name", ["", "chess", "dome crushers", "dome_crushers.core", "../x", LONG], ids=range(6)
)
def test_an_unknown_name_is_refused_with_those_that_are_known(name: str) -> None:
    with pytest.raises(UnknownGameError) as caught:
        load_game(name)
    assert caught.value.name == name
    assert caught.value.known == game_names()
    assert "dome-crushers" in str(caught.value)
    assert len(str(caught.value)) < 1000


@pytest.mark.usefixtures("other_distribution")
def test_the_game_of_another_distribution_is_found_beside_ours() -> None:
    assert load_game("heap") is heap
    assert load_game("two-words") is load_game("two_words") is heap
    assert {"broken", "dome-crushers", "heap", "two-words"} <= set(game_names())
    assert list(game_names()) == sorted(game_names())
    assert load_game("dome-crushers") is dome_crushers


@pytest.mark.usefixtures("other_distribution")
def test_a_record_finds_the_game_of_another_distribution() -> None:
    record = play(heap, heap.Config(), [AnyOption(1), AnyOption(2)], seed=3)
    assert parse_record(format_record(heap, record)) == record


def test_a_record_of_a_game_that_is_not_installed_names_it() -> None:
    record = play(heap, heap.Config(), [AnyOption(1), AnyOption(2)], seed=3)
    text = format_record(heap, record)
    with pytest.raises(UnknownGameError) as caught:
        parse_record(text)
    assert caught.value.name == "heap"
    with pytest.raises(RecordError):
        parse_record(text, dome_crushers)


@pytest.mark.usefixtures("other_distribution")
def test_a_game_that_cannot_be_imported_disturbs_no_other() -> None:
    assert load_game("heap") is heap
    with pytest.raises(ImportError):
        load_game("broken")
