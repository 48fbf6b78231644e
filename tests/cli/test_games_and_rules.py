"""``games`` and ``rules``."""

import json

import pytest

from tabletop_rules.cli import BAD_INPUT
from tabletop_rules.cli.rules import rule_lines
from tabletop_rules.core import Rule, RuleKind, load_game

from .toy import AnyGame, Run


def test_games_lists_version_rules_and_seats(run: Run, toy: AnyGame) -> None:
    lines = [" ".join(line.split()) for line in run("games").stdout.splitlines()]
    assert "toy-cards Toy [bold]Cards[/bold] :dice: rules 1.0, 3 rules, 3 seats" in lines
    assert lines[0].startswith("dome-crushers Dome Crushers rules ")


def test_games_as_json(run: Run, toy: AnyGame) -> None:
    listed = {entry["name"]: entry for entry in json.loads(run("games", "--json").stdout)}
    assert listed["toy-cards"] == {
        "name": "toy-cards",
        "title": "Toy [bold]Cards[/bold] :dice:",
        "rules_version": "1.0",
        "rules": 3,
        "seats": 3,
    }
    game = load_game("dome-crushers")
    assert listed["dome-crushers"]["rules_version"] == game.rules_version
    assert listed["dome-crushers"]["rules"] == len(game.rulebook)
    assert listed["dome-crushers"]["seats"] == 2


def test_a_package_that_cannot_be_imported_hides_no_other_game(run: Run, broken_toy: None) -> None:
    done = run("games")
    assert done.stdout.startswith("dome-crushers")
    assert done.stderr == ("toy-cards: the game cannot be loaded: No module named 'toy_parts'\n")
    done = run("rules", "toy-cards")
    assert done.exit_code == BAD_INPUT
    assert done.stderr == "Error: the game cannot be loaded: No module named 'toy_parts'\n"


def test_rules_shows_all_rules_by_section_and_no_text_is_markup(run: Run, toy: AnyGame) -> None:
    assert run("rules", "toy_cards").stdout == (
        "Toy [bold]Cards[/bold] :dice:, rules 1.0, 3 rules\n"
        "\n"
        "Deal\n"
        "TC-DEAL-1    Each seat is dealt a card [red]unseen[/red] by the others.\n"
        "\n"
        "Turns\n"
        "TC-TURN-1    A seat names a colour, then shows or folds.\n"
        "\n"
        "Rulings\n"
        "TC-R1        (ruling) Equal scores share the win.\n"
    )


def test_every_rule_of_a_ledger_is_shown(run: Run) -> None:
    game = load_game("dome-crushers")
    shown = run("rules", "dome-crushers").stdout
    for rule in game.rulebook.values():
        assert f"\n{rule.id} " in shown
        assert rule.text in shown


@pytest.mark.parametrize("typed", ["TC-R1", "tc-r1"])
def test_one_rule(run: Run, toy: AnyGame, typed: str) -> None:
    assert run("rules", "toy-cards", typed).stdout == (
        "TC-R1        (ruling) Equal scores share the win.\n"
    )
    assert json.loads(run("rules", "toy-cards", typed, "--json").stdout) == {
        "id": "TC-R1",
        "section": "Rulings",
        "kind": "ruling",
        "text": "Equal scores share the win.",
    }


def test_rules_as_json(run: Run, toy: AnyGame) -> None:
    listed = json.loads(run("rules", "toy-cards", "--json").stdout)
    assert [rule["id"] for rule in listed] == ["TC-DEAL-1", "TC-TURN-1", "TC-R1"]


def test_an_unknown_rule_is_one_line_with_the_ids_that_come_near(run: Run, toy: AnyGame) -> None:
    done = run("rules", "toy-cards", "TC-TRUN-1")
    assert (done.exit_code, done.stdout) == (BAD_INPUT, "")
    assert done.stderr.startswith(
        "Error: Toy [bold]Cards[/bold] :dice: has no rule 'TC-TRUN-1': did you mean TC-TURN-1"
    )
    assert done.stderr.count("\n") == 1
    far = run("rules", "toy-cards", "?" * 10_000)
    assert far.exit_code == BAD_INPUT
    assert "none is near it" in far.stderr
    assert len(far.stderr) < 500


def test_a_rule_is_wrapped_to_the_width_of_a_terminal_and_whole_elsewhere() -> None:
    rule = Rule("TC-1", "one two three four five six seven eight nine ten", "Any", RuleKind.SWITCH)
    assert [line[1] for line in rule_lines(rule, 45)] == [
        "(switch) one two three four five",
        "six seven eight nine ten",
    ]
    assert [line[1] for line in rule_lines(rule, None)] == [f"(switch) {rule.text}"]
