"""Writing to a terminal, and results in words."""

import io
import sys

import pytest

from tabletop_rules.cli.narration import outcome_line
from tabletop_rules.cli.terminal import Terminal
from tabletop_rules.core import Outcome, OutcomeKind


class Screen(io.StringIO):
    """Text that is shown on a terminal."""

    def isatty(self) -> bool:
        return True


def test_wiping_clears_a_terminal_and_what_was_scrolled_off_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    Terminal().wipe()
    assert screen.getvalue() == "\x1b[H\x1b[2J\x1b[3J"


def test_there_is_nothing_to_wipe_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    Terminal().wipe()
    assert capsys.readouterr().out == ""


def test_texts_are_shown_as_they_are_but_cannot_steer_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    long = "word " * 100
    Terminal().line("[red]a[/red] :dice: ", ("\x1b[2J\tb", "bold"), f" {long}")
    assert capsys.readouterr().out == f"[red]a[/red] :dice: \\x1b[2J\\tb {long}\n"


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        (None, "The game is not over."),
        (
            Outcome(OutcomeKind.WIN, (2, 1), "3 points to 2", "X-1"),
            "The game is over, seat 1 has won: 3 points to 2.  [X-1]",
        ),
        (
            Outcome(OutcomeKind.WIN, (1, 2), "3 points each", "X-1", "X-2"),
            "The game is over, seat 0 has won: 3 points each.  [X-1, X-2]",
        ),
        (
            Outcome(OutcomeKind.WIN, (1, 3, 1, 1), "3 points", "X-1"),
            "The game is over, seats 0, 2 and 3 have won together: 3 points.  [X-1]",
        ),
        (
            Outcome(OutcomeKind.DRAW, (1, 1), "3 points each", "X-1"),
            "The game is over, a draw: 3 points each.  [X-1]",
        ),
        (
            Outcome(OutcomeKind.TRUNCATED, (1, 1), "the cap was reached", "X-1"),
            "The game is over, cut short without a winner: the cap was reached.  [X-1]",
        ),
    ],
)
def test_results_in_words(outcome: Outcome | None, told: str) -> None:
    parts = outcome_line(outcome)
    assert "".join(part if isinstance(part, str) else part[0] for part in parts) == told
