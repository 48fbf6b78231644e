"""Each planted defect is found by the check that is meant for it, and the sound game passes."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random

import pytest
from _pytest.mark import ParameterSet

from tabletop_rules.core import Game, parse_record, replay_steps
from tabletop_rules.testing import (
    BrokenProtocolError,
    Lawyer,
    check_forks,
    check_game,
    check_histories,
    check_same,
    prove,
)
from tabletop_rules.testing.trials import CHECKS, WHOLE_CHECKS, Trial, made
from tabletop_rules.testing.walking import walk_of

from . import sound
from .defects import ALIKE, DEFECTS

DOCS = Path(__file__).parents[2] / "docs" / "verification.md"
ALL = {defect.name: defect for defect in (*DEFECTS, *ALIKE)}
BY_LAST_STATE = ("options", "chance", "frozen", "forms", "resampling", "secrets", "ends")
"""The checks that find a defect in the last state of its record."""
ELSEWHERE = (
    "a notation of two actions",
    "a notation that loses a field",
    "an option is missing",
    "resampling by a generator of its own",
)
"""What makes the record one of other actions, or is shown by an action of later in the game.

Two draws of a generator of one's own may by chance be equal: what then shows it comes later.
"""
PROVED = {
    "an option is missing": "options",
    "odds of zero": "chance",
    "options after the end": "options",
    "an outcome before the end": "ends",
    "a cache in the pickle": "purity",
    "the old state is changed": "purity",
    "a generator in a closure": "repeated",
    "an event by no rule": "events",
    "a view that can be set": "frozen",
    "equality that ignores the cards": "forms",
    "resampling by a generator of its own": "resampling",
    "a spectator sees hands": "secrets",
    "a token lost on one branch": "conserved",
    "longer than max_actions": "length",
}
"""Defects that are looked for in all states of the tiny config, too; by what they are found."""
market: Game[sound.Config, sound.State, sound.Action, sound.View] = sound


def each(names: Iterable[str]) -> list[ParameterSet]:
    """Return the names as parameters; what is asked of one defect is asked in one process."""
    return [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in names]


@cache
def found(name: str) -> BrokenProtocolError:
    """Return what the check that is meant for a defect says of it."""
    defect = ALL[name]
    try:
        if defect in ALIKE:
            check_same(market, defect.game(), defect.config, defect.config, depth=0)
        else:
            check_game(defect.game(), defect.config, examples=400, checks=[defect.check])
    except BrokenProtocolError as error:
        return error
    return pytest.fail("nothing was found")


@pytest.mark.parametrize("name", each(ALL))
def test_a_planted_defect_is_found(name: str) -> None:
    error = found(name)
    assert error.check == ALL[name].check
    assert ALL[name].says in error.what


@pytest.mark.parametrize("name", each(ALL))
def test_its_record_is_short_and_can_be_opened(name: str) -> None:
    record = parse_record(found(name).record, market)
    assert len(record.actions) <= ALL[name].most


@pytest.mark.parametrize(
    "name",
    each(name for name in ALL if ALL[name].check in BY_LAST_STATE and name not in ELSEWHERE),
)
def test_its_record_ends_at_the_place(name: str) -> None:
    game, check = ALL[name].game(), ALL[name].check
    record = parse_record(found(name).record, game)
    start = game.initial_state(record.config)
    walk = walk_of(game, record.config, start, tuple(replay_steps(game, record)))
    looked = tuple(range(len(walk.steps) + 1))

    def ten_trials() -> None:
        """Make the check with what is sampled by one generator and another."""
        for seed in range(10):
            made(CHECKS[check], Trial(Lawyer(game), walk, looked, Random(seed)))

    with pytest.raises(BrokenProtocolError) as raised:
        ten_trials()
    assert ALL[name].says in raised.value.what
    assert raised.value.record == walk.text


@pytest.mark.parametrize("name", PROVED)
def test_proving_finds_it_too(name: str) -> None:
    with pytest.raises(BrokenProtocolError) as raised:
        prove(ALL[name].game(), sound.TINY)
    assert raised.value.check == PROVED[name]


@pytest.mark.parametrize("check", [*CHECKS, *WHOLE_CHECKS])
def test_the_sound_game_passes_each_check_and_each_check_has_a_defect(check: str) -> None:
    assert check_game(market, sound.BRISK, examples=60, checks=[check]).clean
    assert check in {defect.check for defect in DEFECTS}


@pytest.mark.no_cover
def test_the_sound_game_passes_all_checks() -> None:
    report = check_game(market, examples=200)
    assert report.clean
    assert report.coverage.missing == ()


def test_the_sound_game_is_proved() -> None:
    proof = prove(market, sound.TINY)
    assert proof.explored.states < 1000
    assert set(proof.coverage.missing) <= {"MK-END-3"}  # the deck runs short before


@pytest.mark.parametrize("seat", [0, 1, None])
def test_following_all_that_is_seen_finds_a_leak_on_which_view_and_resampling_agree(
    seat: int | None,
) -> None:
    check_histories(market, sound.TINY, seat)
    game = ALL["a view that shows hands, and resampling agrees"].game()
    with pytest.raises(BrokenProtocolError, match="two games that look different") as raised:
        check_histories(game, sound.TINY, seat)
    assert raised.value.check == "histories"


@pytest.mark.parametrize("seat", [1, None])
def test_forking_finds_it_where_the_secret_is_declared(seat: int | None) -> None:
    game = ALL["a view that shows hands, and resampling agrees"].game()
    state = sound.initial_state(sound.BRISK)
    check_forks(market, state, (seat,))
    with pytest.raises(BrokenProtocolError, match="can tell apart"):
        check_forks(game, state, (seat,))


def test_the_documentation_lists_the_planted_defects() -> None:
    section = DOCS.read_text("utf-8").split("## Planted defects\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    rows = [tuple(cell.strip(" `") for cell in line.strip("|").split("|")) for line in lines[2:]]
    assert rows == [(each.name, each.check, each.says) for each in ALL.values()]
