"""Which rules a step exercises, worked out by hand, and counts that add up."""

from tabletop_rules.core import Game, Outcome, OutcomeKind, Played
from tabletop_rules.testing import Coverage, How, Lawyer

from . import sound

market: Game[sound.Config, sound.State, sound.Action, sound.View] = sound
Step = Played[sound.State, sound.Action]


def steps(config: sound.Config, *actions: str) -> list[Step]:
    state = sound.initial_state(config)
    made: list[Step] = []
    for text in actions:
        action = sound.parse_action(text)
        after, events = sound.apply(state, action)
        made.append(Played(state, sound.actor(state), action, after, events))
        state = after
    return made


NANO = sound.Config(2, 1, ("ash", "ash", "oak"), tokens=1, rounds=1)
GAME = ("deal 0 oak", "deal 1 ash", "lay oak", "lay ash", "take token")


def test_events_questions_witnesses_and_ends_are_told_apart() -> None:
    lawyer = Lawyer(market)
    deal, even, lay, show, take = (set(lawyer.exercised(step)) for step in steps(NANO, *GAME))
    assert deal == {
        ("MK-DEAL-1", How.EVENT),
        ("MK-DEAL-1", How.QUESTION),
        ("MK-DEAL-2", How.WITNESS),  # two ash and one oak
    }
    assert even == {("MK-DEAL-1", How.EVENT), ("MK-DEAL-1", How.QUESTION)}  # ash is all there is
    assert lay == {("MK-LAY-1", How.EVENT), ("MK-LAY-1", How.QUESTION)}
    assert show == lay | {("MK-SHOW-1", How.EVENT), ("MK-SHOW-2", How.EVENT)}
    assert take == {
        ("MK-PRIZE-1", How.EVENT),
        ("MK-PRIZE-1", How.QUESTION),
        ("MK-END-1", How.EVENT),
        ("MK-END-1", How.END),
    }


def test_an_end_cites_its_tie_break_too() -> None:
    config = sound.Config(2, 1, ("ash", "ash", "oak", "yew"), tokens=2, rounds=3)
    first = ("deal 0 ash", "deal 1 oak", "lay ash", "lay oak", "take token")
    *_, end = steps(config, *first, "deal 0 yew", "deal 1 ash", "lay yew", "lay ash", "take token")
    # a token each; 1 + 3 and 2 + 1 were laid
    expected = Outcome(OutcomeKind.WIN, (2, 1), "1 tokens", "MK-END-1", "MK-END-4")
    assert sound.outcome(end.after) == expected
    assert ("MK-END-4", How.END) in set(Lawyer(market).exercised(end))


def test_a_rule_is_asked_where_a_question_is_open() -> None:
    lawyer = Lawyer(market)
    made = steps(NANO, *GAME)
    asked = [lawyer.asked(step.before) for step in made]
    assert asked == ["MK-DEAL-1", "MK-DEAL-1", "MK-LAY-1", "MK-LAY-1", "MK-PRIZE-1"]
    assert lawyer.asked(made[-1].after) is None


def test_counts_add_up_and_ids_that_are_no_rules_are_passed_over() -> None:
    one, other = Coverage.of(sound.rulebook), Coverage.of(sound.rulebook)
    assert (one.exercised, one.share) == ((), 0)
    assert one.missing == tuple(sound.rulebook)
    one.add([("MK-LAY-1", How.EVENT), ("MK-DEAL-1", How.EVENT), ("MK-NONE-1", How.EVENT)])
    other.add([("MK-LAY-1", How.EVENT), ("MK-LAY-1", How.REFUSAL)])
    one.update(other)
    assert one.times("MK-LAY-1") == 3
    assert one.counts["MK-LAY-1", How.EVENT] == 2
    assert one.times("MK-NONE-1") == 0
    assert one.exercised == ("MK-DEAL-1", "MK-LAY-1")  # in the order of the ledger
    assert set(one.missing) == set(sound.rulebook) - set(one.exercised)
    assert one.share == 2 / 16
    assert other.times("MK-DEAL-1") == 0
