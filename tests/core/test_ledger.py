"""The rule ledger: a mapping of ids to rules, in the order of the rulebook."""

import pickle
from itertools import count
from pathlib import Path

import pytest

from tabletop_rules.core import ProblemsError, Rule, Rulebook, RuleKind, load_rulebook

FIRST = Rule("Z-1", "First things first.", "Setup")
SECOND = Rule("A-1", "Then the others.", "Turn", RuleKind.RULING)
PACKAGES = count()

LEDGER = """
title = "A game"
rules_version = "2.1"

[[rules]]
id = "Z-1"
text = "First things first."
section = "Setup"

[[rules]]
id = "A-1"
text = "Then the others."
section = "Turn"
kind = "ruling"
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a new package that can be imported by the folder's name."""
    folder = tmp_path / f"ledger_package_{next(PACKAGES)}"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    return folder


def loaded(package: Path, ledger: str) -> Rulebook:
    (package / "rulebook.toml").write_text(ledger, encoding="utf-8")
    return load_rulebook(package.name)


def test_it_is_a_mapping_in_the_order_of_the_rulebook() -> None:
    rulebook = Rulebook("A game", "2.1", (FIRST, SECOND))
    assert list(rulebook) == ["Z-1", "A-1"]
    assert list(rulebook.values()) == [FIRST, SECOND]
    assert len(rulebook) == 2
    assert rulebook["A-1"] is SECOND
    assert "Z-1" in rulebook
    assert "z-1" not in rulebook
    assert "B-1" not in rulebook
    assert rulebook.get("B-1") is None
    with pytest.raises(KeyError):
        rulebook["B-1"]


def test_it_tells_what_it_is() -> None:
    rulebook = Rulebook("A game", "2.1", (FIRST, SECOND))
    assert (rulebook.title, rulebook.version) == ("A game", "2.1")
    assert "A game" in repr(rulebook)
    assert "2 rules" in repr(rulebook)


def test_ids_that_occur_twice_are_refused_by_name_and_no_others() -> None:
    twice = Rule("Z-1", "Another text.", "End")
    with pytest.raises(ValueError, match="twice") as caught:
        Rulebook("A game", "2.1", (FIRST, SECOND, twice, FIRST))
    assert "Z-1" in str(caught.value)
    assert "A-1" not in str(caught.value)


def test_it_pickles() -> None:
    rulebook = Rulebook("A game", "2.1", (FIRST, SECOND))
    made = pickle.loads(pickle.dumps(rulebook))
    assert made == rulebook
    assert (made.title, made.version) == (rulebook.title, rulebook.version)


def test_it_is_loaded_from_the_file_of_a_package(package: Path) -> None:
    rulebook = loaded(package, LEDGER)
    assert (rulebook.title, rulebook.version) == ("A game", "2.1")
    assert list(rulebook.values()) == [FIRST, SECOND]
    assert rulebook["Z-1"].kind is RuleKind.RULE


def test_a_file_with_an_id_twice_is_refused(package: Path) -> None:
    with pytest.raises(ValueError, match=r"twice.*Z-1"):
        loaded(package, LEDGER.replace("A-1", "Z-1"))


def test_all_that_is_wrong_in_a_file_is_listed_with_its_place(package: Path) -> None:
    wrong = LEDGER.replace('kind = "ruling"', 'kind = "law"\nsince = 3')
    wrong = wrong.replace('rules_version = "2.1"', "rules_version = 2.1")
    with pytest.raises(ProblemsError) as caught:
        loaded(package, wrong)
    assert sorted(problem.where for problem in caught.value.problems) == [
        "rules[1].kind",
        "rules[1].since",
        "rules_version",
    ]
