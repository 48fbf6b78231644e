"""A person at a seat sees nothing that the seat may not know."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tabletop_rules.bots import make_bot
from tabletop_rules.core import (
    CHANCE,
    Actor,
    Record,
    format_record,
    load_game,
    parse_record,
    play_steps,
    replay_steps,
    sample,
)
from tabletop_rules.core.playing import chance_generator

from .toy import Run

GAME = load_game("dome-crushers")
TYPED = "help\nlook\noptions all\nundo\nwhy attack Tusker\nwhy draw Tusker\nwhy keep Tusker\nquit\n"


def write(path: Path, actions: Iterable[Any]) -> Path:
    record = Record(GAME.name, GAME.rules_version, GAME.Config(), 1, tuple(actions))
    path.write_text(format_record(GAME, record), encoding="utf-8")
    return path


def dealt(seed: int) -> tuple[list[Any], Actor]:
    """Return the actions up to the first play, and who starts."""
    state, rng, actions = GAME.initial_state(GAME.Config()), chance_generator(seed), []
    while GAME.actor(state) is CHANCE:
        actions.append(sample(GAME.chance_outcomes(state), rng))
        state = GAME.apply(state, actions[-1]).state
    return actions, GAME.actor(state)


def test_another_hand_of_the_opponent_changes_nothing_that_is_shown(
    run: Run, tmp_path: Path
) -> None:
    shown = set()
    hands = set()
    for seed in range(8):
        actions, _ = dealt(seed)
        start, own = actions[0], dealt(0)[0][1:5]
        start = dealt(0)[0][0] if dealt(0)[1] == 0 else type(start)(0)
        hidden = actions[5:9]
        hands.add(tuple(hidden))
        path = write(tmp_path / "game.txt", [start, *own, *hidden])
        done = run("play", "--human", 0, "--resume", path, typed=TYPED)
        assert "\nRound 1, started by seat 0\n" in done.stdout
        shown.add(done.stdout)
    assert len(hands) > 1
    assert len(shown) == 1


def test_another_answer_of_the_opponent_to_a_simultaneous_question_changes_nothing(
    run: Run, tmp_path: Path
) -> None:
    """DC-R12: seat 1 is asked what to keep after seat 0 has answered in secret."""
    path = tmp_path / "game.txt"
    run("play", "dome-crushers", "--bots", "random", "--seed", 1, "--save", path)
    steps = list(replay_steps(GAME, parse_record(path.read_text("utf-8"), GAME)))
    asked = [
        number
        for number, step in enumerate(steps)
        if GAME.format_action(step.action).startswith("keep")
        and step.actor == 0
        and len(GAME.legal_actions(step.before)) > 1
    ]
    assert asked
    before = [step.action for step in steps[: asked[0]]]
    shown = {
        run(
            "play",
            *("--human", 1, "--resume", write(path, [*before, answer])),
            typed=TYPED,
        ).stdout
        for answer in GAME.legal_actions(steps[asked[0]].before)
    }
    assert len(shown) == 1
    assert "Seat 0 has chosen what to keep." in shown.pop()


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_in_a_whole_game_a_person_is_told_what_the_seat_observes(
    run: Run, tmp_path: Path, seat: int, bot: str
) -> None:
    path = tmp_path / "game.txt"
    game = ("play", "dome-crushers", "--human", seat, "--bots", bot, "--seed", 7)
    done = run(*game, "--save", path, typed="2\n" * 200)
    steps = list(replay_steps(GAME, parse_record(path.read_text("utf-8"), GAME)))
    assert GAME.outcome(steps[-1].after) is not None
    told = [line for line in done.stdout.splitlines() if line.startswith("    ")]
    assert told == [
        f"    {event.describe()}  [{event.rule}]"
        for step in steps
        for event in GAME.observe(step.events, seat)
    ]
    secrets = {
        event.describe()
        for step in steps
        for event in step.events
        if event not in GAME.observe(step.events, seat)
    }
    assert secrets
    assert not [secret for secret in secrets if secret in done.stdout]
    rest = done.stdout
    for step in steps:
        if step.actor == seat:
            rest = rest.replace(f"{GAME.render(GAME.view(step.before, seat))}\n", "", 1)
    listed = [line for line in rest.splitlines() if line and not line.startswith("    ")]
    prompts = [line for line in listed if line.startswith(f"seat {seat}> ")]
    options = [line for line in listed if line.startswith("  ")]
    own = [step for step in steps if step.actor == seat]
    assert len(prompts) == len(own)
    assert [line.split(maxsplit=1)[1] for line in options] == [
        GAME.format_action(option) for step in own for option in GAME.legal_actions(step.before)
    ]
    # What is left: the head, the result, the score and where it is saved.
    assert len(listed) - len(prompts) - len(options) == 4


def test_undo_does_not_let_one_learn_how_many_cards_the_opponent_keeps(
    run: Run, tmp_path: Path
) -> None:
    """DC-NEXT-1: the counts are shown with the second answer, so that it stands."""
    bots = [make_bot("random", GAME, seat) for seat in (0, 1)]
    for seed in range(100):
        steps = list(play_steps(GAME, GAME.Config(), bots, seed=seed))
        asked = [
            number
            for number, step in enumerate(steps)
            if GAME.format_action(step.action).startswith("keep")
            and [after.actor for after in steps[number : number + 3]] == [0, 1, 1]
            and len(GAME.legal_actions(step.before)) > 1
        ]
        if asked:
            path = write(tmp_path / "game.txt", [s.action for s in steps[: asked[0] + 2]])
            shown = run("play", "--human", 1, "--resume", path, typed="undo\n").stdout
            assert "your last decision has revealed something to you" in shown
            return
    pytest.fail("no game in which seat 1 is asked again right after it kept cards")
