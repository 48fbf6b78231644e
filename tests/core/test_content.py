"""Content: shipped by id and digest, a caller's own as a whole, and refused with all its faults."""

import copy
import json
import pickle
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import ClassVar

import pytest
from attrs import evolve, frozen

from tabletop_rules.core import (
    ConfigError,
    Content,
    ContentError,
    Problem,
    ProblemsError,
    Provenance,
    Shelf,
    from_data,
    from_json,
    load_content,
    to_data,
    to_json,
)

PACKAGES = count()


@frozen
class Tile:
    letter: str
    value: int


@frozen(cache_hash=True)
class Board(Content):
    shelf: ClassVar[Shelf["Board"]]

    id: str
    tiles: tuple[Tile, ...]
    provenance: Provenance = Provenance.RECONSTRUCTED

    def __attrs_post_init__(self) -> None:
        problems = [
            Problem(f"tiles[{place}].value", f"expected 0 or more, got {tile.value}")
            for place, tile in enumerate(self.tiles)
            if tile.value < 0
        ]
        if not self.tiles:
            problems.append(Problem("tiles", "expected at least one"))
        if problems:
            raise ContentError(problems)


@frozen
class Config:
    board: Board
    others: tuple[Board, ...] = ()
    size: int = 3


SMALL = """
id = "small"
provenance = "printed"
tiles = [{ letter = "a", value = 1 }]
"""
LARGE = """
id = "large"

[[tiles]]
letter = "a"
value = 1

[[tiles]]
letter = "ż"
value = 5
"""
OWN = Board("mine", (Tile("x", 9),))

Ship = Callable[..., Shelf[Board]]


@pytest.fixture
def ship(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ship:
    """Return a function that ships texts, by their ids, in a package of another distribution."""
    monkeypatch.syspath_prepend(tmp_path)

    def ship(**texts: str) -> Shelf[Board]:
        package = tmp_path / f"content_package_{next(PACKAGES)}"
        folder = package / "content" / "boards"
        folder.mkdir(parents=True)
        (package / "__init__.py").touch()
        (folder / "README.md").write_text("no content")
        for content_id, text in texts.items():
            (folder / f"{content_id}.toml").write_bytes(text.encode())
        shelf = Shelf(package.name, "boards", lambda: Board)
        monkeypatch.setattr(Board, "shelf", shelf, raising=False)
        return shelf

    return ship


@pytest.fixture
def shelf(ship: Ship) -> Shelf[Board]:
    return ship(small=SMALL, large=LARGE)


# ------------------------------------------------------------------------------ the shelf


def test_ids_are_those_of_the_files_sorted(shelf: Shelf[Board]) -> None:
    assert shelf.ids == ("large", "small")


def test_shipped_content_is_read_from_its_file_and_always_the_same_object(
    shelf: Shelf[Board],
) -> None:
    small = shelf.get("small")
    assert small == Board("small", (Tile("a", 1),), Provenance.PRINTED)
    assert shelf.get("small") is small
    assert shelf.get("large").tiles == (Tile("a", 1), Tile("ż", 5))


@pytest.mark.parametrize(
    "content_id", ["", "tiny", "Small", "small.toml", "../boards/small", "README"]
)
def test_an_unknown_id_is_refused_with_those_that_are_known(
    shelf: Shelf[Board], content_id: str
) -> None:
    for ask in (shelf.get, shelf.digest, lambda asked: shelf.take(asked, "0" * 16)):
        with pytest.raises(ContentError, match="large, small") as caught:
            ask(content_id)
        assert repr(content_id) in str(caught.value)


def test_the_digest_changes_with_the_text_and_not_with_the_ends_of_lines(ship: Ship) -> None:
    first = ship(small=SMALL, large=LARGE)
    windows = ship(small=SMALL.replace("\n", "\r\n"), large=LARGE)
    changed = ship(small=SMALL.replace("value = 1", "value = 2"), large=LARGE)
    assert len(first.digest("small")) == 16
    assert set(first.digest("small")) <= set("0123456789abcdef")
    assert windows.digest("small") == first.digest("small")
    assert changed.digest("small") != first.digest("small")
    assert changed.digest("large") == first.digest("large")
    assert first.digest("large") != first.digest("small")


def test_content_is_taken_with_its_digest_and_with_no_other(shelf: Shelf[Board]) -> None:
    assert shelf.take("small", shelf.digest("small")) is shelf.get("small")
    with pytest.raises(ContentError) as caught:
        shelf.take("small", "0123456789abcdef")
    assert "'small'" in str(caught.value)
    assert "0123456789abcdef" in str(caught.value)
    assert shelf.digest("small") in str(caught.value)


def test_a_shipped_file_that_is_wrong_is_named(ship: Ship) -> None:
    shelf = ship(small=SMALL.replace("value = 1", "value = -1"), large="id = \n")
    with pytest.raises(ContentError, match=r"small.*tiles\[0\]\.value"):
        shelf.get("small")
    with pytest.raises(ContentError, match=r"large.*line 1"):
        shelf.get("large")


# ------------------------------------------------------------------------------ by reference


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_shipped_content_pickles_and_copies_to_the_same_object(
    shelf: Shelf[Board], protocol: int
) -> None:
    small = shelf.get("small")
    pickled = pickle.dumps(small, protocol)
    assert pickle.loads(pickled) is small
    assert b"Tile" not in pickled
    assert copy.copy(small) is small
    assert copy.deepcopy(small) is small
    assert copy.deepcopy(Config(small)).board is small


def test_what_equals_shipped_content_travels_as_it(shelf: Shelf[Board]) -> None:
    twin = Board("small", (Tile("a", 1),), Provenance.PRINTED)
    assert shelf.reference(twin) == ("small", shelf.digest("small"))
    assert pickle.loads(pickle.dumps(twin)) is shelf.get("small")


def test_shipped_content_is_written_by_id_and_digest(shelf: Shelf[Board]) -> None:
    config = Config(shelf.get("small"), (shelf.get("large"),))
    assert to_data(config) == {
        "board": {"shipped": "small", "digest": shelf.digest("small")},
        "others": [{"shipped": "large", "digest": shelf.digest("large")}],
        "size": 3,
    }
    made = from_json(to_json(config), Config)
    assert made == config
    assert made.board is config.board


def test_a_person_may_leave_the_digest_out(shelf: Shelf[Board]) -> None:
    assert from_data({"board": {"shipped": "small"}}, Config) == Config(shelf.get("small"))


def test_what_was_saved_with_other_content_is_refused(ship: Ship) -> None:
    small = ship(small=SMALL).get("small")
    pickled, text = pickle.dumps(Config(small)), to_json(Config(small))
    ship(small=SMALL.replace('letter = "a"', 'letter = "b"'))
    with pytest.raises(ContentError, match="digest"):
        pickle.loads(pickled)
    with pytest.raises(ProblemsError, match=r"board.*digest"):
        from_json(text, Config)
    ship(large=LARGE)
    with pytest.raises(ContentError, match="'small'"):
        pickle.loads(pickled)
    with pytest.raises(ProblemsError, match=r"board.*'small'"):
        from_json(text, Config)


@pytest.mark.parametrize(
    "reference",
    [
        {"shipped": 1},
        {"shipped": None},
        {"shipped": ["small"]},
        {"shipped": "small", "digest": 1},
        {"shipped": "small", "tiles": []},
        {"shipped": "small", "digest": "0" * 16, "id": "small"},
        {"shipped": "tiny"},
        {"shipped": "../boards/small"},
        {"shipped": "x" * 10**6},
        {"shipped": "small", "digest": "x" * 10**6},
    ],
    ids=range(10),
)
@pytest.mark.usefixtures("shelf")
def test_a_wrong_reference_is_refused_at_its_place(reference: object) -> None:
    with pytest.raises(ConfigError) as caught:
        from_data({"board": reference}, Config, error=ConfigError)
    assert [problem.where for problem in caught.value.problems] == ["board"]
    assert len(str(caught.value)) < 1000


def test_a_wrong_reference_alone_raises_the_error_that_was_asked_for(shelf: Shelf[Board]) -> None:
    with pytest.raises(ConfigError) as caught:
        from_data({"shipped": "tiny"}, Board, error=ConfigError, source="file.toml")
    assert caught.value.source == "file.toml"
    with pytest.raises(ConfigError) as caught:
        from_data({"shipped": "small", "digest": "0"}, Board, error=ConfigError, source="file.toml")
    assert caught.value.source == "file.toml"


# ------------------------------------------------------------------------------ as a whole


def test_a_callers_own_content_travels_whole(ship: Ship) -> None:
    shelf = ship(small=SMALL)
    hash(OWN)  # so that a kept hash would travel, too
    config = Config(OWN, (shelf.get("small"), OWN))
    assert shelf.reference(OWN) is None
    assert to_data(OWN) == {
        "id": "mine",
        "tiles": [{"letter": "x", "value": 9}],
        "provenance": "reconstructed",
    }
    for made in (
        *(pickle.loads(pickle.dumps(config, p)) for p in range(pickle.HIGHEST_PROTOCOL + 1)),
        copy.copy(config),
        copy.deepcopy(config),
        from_json(to_json(config), Config),
    ):
        assert made == config
        assert hash(made) == hash(config)


def test_own_content_needs_no_shipped_content_where_it_arrives(ship: Ship) -> None:
    ship(small=SMALL)
    pickled, text = pickle.dumps(OWN), to_json(OWN)
    ship()
    assert pickle.loads(pickled) == OWN
    assert from_json(text, Board) == OWN


def test_content_that_was_changed_under_a_shipped_id_travels_whole(shelf: Shelf[Board]) -> None:
    changed = evolve(shelf.get("small"), tiles=(Tile("a", 2),))
    assert shelf.reference(changed) is None
    for made in (
        pickle.loads(pickle.dumps(changed)),
        copy.deepcopy(changed),
        from_json(to_json(changed), Board),
    ):
        assert made == changed
        assert made != shelf.get("small")


def test_shipped_content_may_be_written_out(shelf: Shelf[Board]) -> None:
    whole = {"id": "small", "tiles": [{"letter": "a", "value": 1}], "provenance": "printed"}
    made = from_json(json.dumps(whole), Board)
    assert made == shelf.get("small")
    assert to_data(made) == {"shipped": "small", "digest": shelf.digest("small")}


# ------------------------------------------------------------------------------ reading


@pytest.mark.usefixtures("shelf")
def test_load_content_reads_toml() -> None:
    assert load_content(LARGE, Board) == Board("large", (Tile("a", 1), Tile("ż", 5)))
    assert load_content(LARGE.replace("\n", "\r\n"), Board) == load_content(LARGE, Board)


@pytest.mark.usefixtures("shelf")
def test_all_problems_are_listed_with_their_places() -> None:
    text = """
        provenance = "copied"
        colour = "red"
        tiles = [{ letter = 1, value = 1 }, { letter = "b", value = "2" }, { letter = "c" }, 3]
    """
    with pytest.raises(ContentError) as caught:
        load_content(text, Board, "mine.toml")
    assert caught.value.source == "mine.toml"
    assert sorted(problem.where for problem in caught.value.problems) == sorted(
        [
            "id",
            "provenance",
            "colour",
            "tiles[0].letter",
            "tiles[1].value",
            "tiles[2].value",
            "tiles[3]",
        ]
    )


@pytest.mark.usefixtures("shelf")
def test_what_the_class_finds_wrong_is_listed_with_its_places() -> None:
    text = """
        id = "mine"
        tiles = [
            { letter = "a", value = -1 },
            { letter = "b", value = 0 },
            { letter = "c", value = -2 },
        ]
    """
    with pytest.raises(ContentError) as caught:
        load_content(text, Board, "mine.toml")
    assert caught.value.source == "mine.toml"
    assert [problem.where for problem in caught.value.problems] == [
        "tiles[0].value",
        "tiles[2].value",
    ]


@pytest.mark.usefixtures("shelf")
def test_problems_of_content_inside_a_config_have_their_whole_place() -> None:
    own = {"id": "mine", "tiles": [{"letter": "a", "value": -1}]}
    with pytest.raises(ConfigError) as caught:
        from_data({"board": own, "others": [{}]}, Config, error=ConfigError)
    assert [problem.where for problem in caught.value.problems] == [
        "board.tiles[0].value",
        "others[0].id",
        "others[0].tiles",
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [('id = "a"\ntiles = [\n  oops\n]\n', 3), ('id = "a"\r\n\r\nid = "b"\r\n', 3), ("=", 1)],
)
def test_a_mistake_in_toml_is_told_with_its_line(text: str, line: int) -> None:
    with pytest.raises(ContentError, match=f"line {line}") as caught:
        load_content(text, Board, "mine.toml")
    assert caught.value.source == "mine.toml"
