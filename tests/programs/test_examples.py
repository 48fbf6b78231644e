"""The example bots in other languages play whole games without a fault."""

import shutil
import sys
from pathlib import Path

import pytest

from tabletop_rules import arena

FOLDER = Path(__file__).parents[2] / "examples" / "programs"
COMMANDS = {
    "Python": [sys.executable, "-I", "-S", str(FOLDER / "brute.py")],
    "JavaScript": ["node", str(FOLDER / "brute.mjs")],
    "Perl": ["perl", str(FOLDER / "brute.pl")],
}
POLICY = arena.Policy(seconds=60)


@pytest.mark.parametrize("language", COMMANDS)
@pytest.mark.parametrize("game", ["dome-crushers", "dominum", "dominus-portus"])
def test_an_example_plays_without_a_fault(language: str, game: str) -> None:
    command = COMMANDS[language]
    if shutil.which(command[0]) is None:
        pytest.skip(f"there is no {command[0]}")
    bots = {language: command, "random": "random"}
    tournament = arena.run(game, bots, games=2, workers=0, policy=POLICY)
    with tournament.store:
        assert [result.faults for result in tournament.results()] == [(), ()]


def test_a_program_plays_the_same_games_again() -> None:
    bots = {"program": COMMANDS["Python"], "random": "random"}
    runs = [arena.run("dome-crushers", bots, games=6, workers=w, policy=POLICY) for w in (0, 2)]
    one, other = (list(each.results()) for each in runs)
    assert one == other
    for each in runs:
        each.store.close()
