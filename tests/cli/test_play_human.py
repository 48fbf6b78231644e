"""``play`` with persons at the terminal, whose input is scripted."""

import json
from pathlib import Path
from typing import Any

import pytest

from tabletop_rules.cli.terminal import Terminal
from tabletop_rules.core import load_game, parse_record, replay_steps

from .toy import AnyGame, Run

GAME = load_game("dome-crushers")
ALONE = ("play", "toy-cards", "--human", 0, "--bots", "random", "--seed", 1)


def after(shown: str, typed: str) -> str:
    """Return what is shown between the line that was typed and the next prompt."""
    return shown.split(f"> {typed}\n", 1)[1].split("seat 0> ", 1)[0]


def test_options_are_numbered_and_a_number_or_the_notation_chooses(run: Run, toy: AnyGame) -> None:
    shown = run(*ALONE, typed="2\nfold\n").stdout
    assert "\n  1  red\n  2  Blue\nseat 0> 2\n" in shown
    assert "Seat 0 says [bold]Blue[/bold].  [TC-TURN-1]" in shown
    assert "\n  1  peek\n  2  show\n  3  fold\nseat 0> fold\n" in shown
    assert "The game is over" in shown
    assert "Score: seat 0 (human) 2, " in shown


@pytest.mark.parametrize("typed", ["blue", "BLUE", " Blue "])
def test_the_notation_is_taken_in_any_case(run: Run, toy: AnyGame, typed: str) -> None:
    assert "says [bold]Blue[/bold]" in run(*ALONE, typed=f"{typed}\n").stdout


def test_an_action_written_in_another_way_than_its_option_is_taken(run: Run) -> None:
    shown = run("play", "dome-crushers", "--human", 0, "--seed", 1, typed="attack   Tusker\n")
    assert "Seat 0 plays Tusker (#1) in attack mode." in shown.stdout


def test_the_person_sees_the_own_seat_alone(run: Run, toy: AnyGame) -> None:
    shown = run(*ALONE, typed="red\nfold\n").stdout
    own = [line for line in shown.splitlines() if line.startswith("Table of seat 0:")]
    assert len(own) == 2
    assert all(line.count("?") == 2 for line in own)
    assert "Seat 1 gets a card." in shown
    assert "Seat 1 gets card" not in shown


def test_empty_lines_and_unknown_words_ask_again(run: Run, toy: AnyGame) -> None:
    shown = run(*ALONE, typed="\n\nnonsense\n0\n3\n99999999999999999999\nred\n").stdout
    assert "cannot read 'nonsense' as an action: expected an action of the toy" in shown
    assert shown.count("The options are numbered from 1 to 2.") == 3
    assert "says [bold]red[/bold]" in shown


def test_an_action_that_is_not_allowed_names_rule_reason_and_words(run: Run, toy: AnyGame) -> None:
    shown = run(*ALONE, typed="show\n").stdout
    expected = (
        "Not allowed: show is not asked for  [TC-TURN-1]\n"
        "TC-TURN-1    A seat names a colour, then shows or folds.\n"
    )
    assert after(shown, "show").startswith(expected)


def test_why(run: Run, toy: AnyGame) -> None:
    shown = run(*ALONE, typed="why show\nwhy 1\nwhy red\nwhy\nwhy nonsense\n").stdout
    assert after(shown, "why show") == (
        "Not allowed: show is not asked for  [TC-TURN-1]\n"
        "TC-TURN-1    A seat names a colour, then shows or folds.\n"
    )
    assert after(shown, "why 1") == "red is allowed now.\n"
    assert after(shown, "why red") == "red is allowed now.\n"
    assert after(shown, "why") == "Name an action: why ACTION\n"
    assert after(shown, "why nonsense").startswith("cannot read 'nonsense'")
    assert "says" not in shown


def test_rule(run: Run, toy: AnyGame) -> None:
    shown = run(*ALONE, typed="rule tc-deal-1\nrule TC-X\nrule\n").stdout
    assert after(shown, "rule tc-deal-1") == (
        "TC-DEAL-1    Each seat is dealt a card [red]unseen[/red] by the others.\n"
    )
    assert "has no rule 'TC-X'" in after(shown, "rule TC-X")
    assert after(shown, "rule") == "Name a rule: rule ID\n"


def test_help_look_and_options(run: Run, toy: AnyGame) -> None:
    shown = run(*ALONE, typed="HELP\nlook\noptions\noptions blu\n").stdout
    listed = after(shown, "HELP")
    for command in ("NUMBER", "ACTION", "options", "look", "why", "rule", "undo", "save", "quit"):
        assert f"\n  {command}" in f"\n{listed}"
    assert "Table of seat 0:" in after(shown, "look")
    assert after(shown, "options") == "  1  red\n  2  Blue\n"
    assert after(shown, "options blu") == "  2  Blue\n"


def test_a_long_list_of_options_is_shown_whole_when_asked_for(
    run: Run, toy: AnyGame, tmp_path: Path
) -> None:
    config = tmp_path / "config.toml"
    config.write_text("colours = 43\n", encoding="utf-8")
    shown = run(*ALONE, "--config", config, typed="options all\noptions 43\n43\n").stdout
    assert "\n  40  colour 40\n... and 3 more: 'options all', or 'options WORD'\nseat" in shown
    assert after(shown, "options all").endswith("\n  42  colour 42\n  43  colour 43\n")
    assert after(shown, "options 43") == "  43  colour 43\n"
    assert "says [bold]colour 43[/bold]" in shown


# --- Taking back


def test_undo_takes_back_a_decision_that_revealed_nothing(
    run: Run, toy: AnyGame, tmp_path: Path
) -> None:
    saved = tmp_path / "game.txt"
    typed = "red\nundo\nBlue\nundo\nred\nfold\n"
    shown = run(*ALONE, "--save", saved, typed=typed).stdout
    assert shown.count("Taken back.") == 2
    straight = tmp_path / "straight.txt"
    run(*ALONE, "--save", straight, typed="red\nfold\n")
    assert saved.read_text("utf-8") == straight.read_text("utf-8")


def test_undo_is_refused_before_the_first_decision(run: Run, toy: AnyGame) -> None:
    shown = run(*ALONE, typed="undo\n").stdout
    assert after(shown, "undo") == (
        "That cannot be taken back: you have not decided anything yet.\n"
    )


def test_undo_is_refused_after_a_decision_that_has_shown_something(run: Run, toy: AnyGame) -> None:
    shown = run(*ALONE, typed="red\npeek\nundo\n").stdout
    assert after(shown, "undo") == (
        "That cannot be taken back: your last decision has revealed something to you.\n"
    )


def test_undo_is_refused_after_the_decision_of_another_seat(run: Run) -> None:
    shown = run("play", "dome-crushers", "--human", 0, "--seed", 1, typed="1\nundo\n").stdout
    assert "That cannot be taken back: seat 1 has decided since your last decision." in shown


def test_undo_is_refused_after_chance_has_acted(run: Run, toy: AnyGame, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text("dice = true\n", encoding="utf-8")
    shown = run(*ALONE, "--config", config, typed="red\nroll\nundo\n").stdout
    assert " is rolled.  [TC-TURN-1]" in shown
    assert after(shown, "undo") == (
        "That cannot be taken back: chance has acted since your last decision.\n"
    )


# --- Ending


def test_quit_asks_again_while_the_game_is_not_saved(run: Run, toy: AnyGame) -> None:
    once = run(*ALONE, typed="quit\nlook\nquit\n")
    assert once.stdout.count("The game is not saved. Type 'save FILE' first") == 2
    assert once.exit_code == 1  # the input ended
    twice = run(*ALONE, typed="quit\nquit\n")
    assert twice.exit_code == 0
    assert twice.stdout.endswith(
        "The game was not saved (--save FILE, or the command 'save FILE', would have).\n"
    )


def test_the_end_of_the_input_says_that_the_game_is_lost(run: Run, toy: AnyGame) -> None:
    done = run(*ALONE, typed="red\n")
    assert done.exit_code == 1
    assert done.stderr.startswith("\nStopped. The game was not saved")


def test_with_json_the_conversation_is_on_standard_error(run: Run, toy: AnyGame) -> None:
    done = run(*ALONE, "--json", typed="red\nfold\n")
    data = json.loads(done.stdout)
    assert data["actions"][3:5] == ["red", "fold"]
    assert data["outcome"]["kind"] == "win"
    assert "seat 0> " in done.stderr
    assert "Score: seat 0 (human)" in done.stderr


def test_json_of_a_game_that_is_not_over_holds_no_secrets(run: Run, toy: AnyGame) -> None:
    data = json.loads(run(*ALONE, "--json", typed="red\nquit\nquit\n").stdout)
    assert data["outcome"] is None
    assert data["actions"] is None


# --- Several persons


def test_each_person_looks_after_the_device_was_passed(
    run: Run, toy: AnyGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Terminal, "wipe", lambda self: self.line("<wiped>"))
    saved = tmp_path / "game.txt"
    typed = "\nred\npeek\nfold\n" + "\nBlue\nfold\n" + "move\n\nred\nfold\n"
    done = run("play", "toy-cards", *("--human", 0, "--human", 1, "--human", 2), "--seed", 1,
               "--save", saved, typed=typed)  # fmt: skip
    assert done.exit_code == 0
    screens = done.stdout.split("<wiped>\n")
    prompts = [screen for screen in screens if "Pass the device" in screen]
    tables = [screen for screen in screens if "Table of" in screen]
    assert not set(prompts) & set(tables)
    assert ["Pass the device to seat 0." in prompts[0], len(prompts)] == [True, 3]
    steps = list(replay_steps(toy, parse_record(saved.read_text("utf-8"), toy)))
    for seat, screen in enumerate(tables):
        assert all(f"Table of seat {other}" not in screen for other in {0, 1, 2} - {seat})
        for step in steps:
            for event in step.events:
                if event.seen_by(seat) != event:
                    assert event.describe() not in screen
    assert prompts[2].count("Press Enter when only seat 2 is looking: ") == 2
    assert screens[-1].startswith("\n    Seat 0 ends its turn.")  # all that seat 0 has not seen
    assert "Seat 2 ends its turn." in screens[-1]
    for step in steps:
        for event in step.events:
            if event.seen_by(None) != event:
                assert event.describe() not in screens[-1]


@pytest.mark.parametrize(("others", "loaded"), [((), 1), (("--human", 1), 0)])
def test_several_persons_have_no_history_that_shows_what_another_one_typed(
    run: Run, toy: AnyGame, monkeypatch: pytest.MonkeyPatch, others: tuple[Any, ...], loaded: int
) -> None:
    calls: list[int] = []
    module = "tabletop_rules.cli.conversation.load_line_editing"
    monkeypatch.setattr(module, lambda: calls.append(1))
    run("play", "toy-cards", "--human", 0, *others)
    assert len(calls) == loaded


def test_one_can_quit_while_the_device_is_passed(run: Run, toy: AnyGame) -> None:
    done = run("play", "toy-cards", "--human", 0, "--human", 1, typed="quit\nquit\n")
    assert done.exit_code == 0
    assert "Table of" not in done.stdout
