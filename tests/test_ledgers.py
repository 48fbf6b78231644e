"""Every rule of every ledger has a test named by its id and a place in the code that cites it."""

import ast
import re
from importlib.resources import files
from pathlib import Path

import pytest

from tabletop_rules.core import RuleKind, game_names, load_game

TESTS = Path(__file__).parent
GAMES = game_names()
ID = re.compile(r"[A-Z]{2}(?:-[A-Z]+)?-[0-9]+|[A-Z]{2}-R[0-9]+")


def _sources(game: str) -> list[tuple[str, str]]:
    package = files(f"tabletop_rules.{game.replace('-', '_')}")
    folder = Path(str(package))
    return [
        (str(path.relative_to(folder)), path.read_text("utf-8")) for path in folder.rglob("*.py")
    ]


def _test_names(game: str) -> list[str]:
    names: list[str] = []
    for path in (TESTS / game.replace("-", "_")).rglob("test_*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        names += [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [name for name in names if name.startswith("test_")]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_test_named_by_its_id(game: str) -> None:
    names = [f"{name}_" for name in _test_names(game)]
    rules = load_game(game).rulebook
    missing = [rule for rule in rules if not any(f"_{rule.replace('-', '_')}_" in n for n in names)]
    assert missing == []


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_cited_in_the_code_and_no_other(game: str) -> None:
    rules = load_game(game).rulebook
    cited = {found for _, text in _sources(game) for found in ID.findall(text)}
    prefixes = {rule.split("-")[0] for rule in rules}
    assert {rule for rule in cited if rule.split("-")[0] in prefixes} == set(rules)


@pytest.mark.parametrize("game", GAMES)
def test_tests_are_named_by_rules_that_exist(game: str) -> None:
    rules = load_game(game).rulebook
    prefixes = {rule.split("-")[0] for rule in rules}
    pattern = re.compile(rf"(?:{'|'.join(prefixes)})_(?:R|[A-Z]+_)[0-9]+")
    named = {found for name in _test_names(game) for found in pattern.findall(name)}
    assert {found.replace("_", "-") for found in named} <= set(rules)


@pytest.mark.parametrize("game", GAMES)
def test_every_switch_is_a_field_of_the_rulings(game: str) -> None:
    loaded = load_game(game)
    fields = {field.name for field in type(loaded.Config().rulings).__attrs_attrs__}
    for rule in loaded.rulebook.values():
        if rule.kind is RuleKind.SWITCH:
            assert any(field in rule.text for field in fields), rule.id


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_golden_playthroughs(game: str) -> None:
    assert list((TESTS / game.replace("-", "_") / "playthroughs").glob("*.txt"))
