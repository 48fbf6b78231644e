"""The agenda: who is asked, what is refused and in which order, and steps that run themselves."""

import copy
import pickle

import pytest
from attrs import frozen

from tabletop_rules.core import (
    CHANCE,
    HOST,
    Actor,
    Event,
    IllegalActionError,
    Question,
    Refusal,
    Step,
    Transition,
    agenda,
)
from tabletop_rules.core.chance import Distribution, Weighted

OVER = "X-OVER"


@frozen
class State:
    agenda: "tuple[Question[State, str] | Step[State], ...]"
    said: tuple[str, ...] = ()

    def with_agenda(self, agenda: "tuple[Question[State, str] | Step[State], ...]", /) -> "State":
        return State(agenda, self.said)


@frozen(kw_only=True)
class Said(Event):
    word: str


@frozen
class Ask(Question[State, str]):
    who: Actor
    words: tuple[str, ...] = ("no", "yes")

    @property
    def actor(self) -> Actor:
        return self.who

    @property
    def rule(self) -> str:
        return "X-ASK"

    def options(self, state: State, /) -> tuple[str, ...]:
        return self.words

    def answer(self, state: State, action: str, /) -> Transition[State]:
        made = State(state.agenda[:-1], (*state.said, action))
        return agenda.run_steps(made, (Said(rule="X-ASK", word=action),))

    def refuse(self, state: State, action: object, /) -> Refusal:
        return Refusal("X-WORDS", f"one of {', '.join(self.words)} must be said")


@frozen
class Secret(Ask):
    """A question that must not be looked into."""

    def options(self, state: State, /) -> tuple[str, ...]:
        raise AssertionError("looked into the options")

    def refuse(self, state: State, action: object, /) -> Refusal:
        raise AssertionError("looked for a reason")


@frozen
class Toss(Ask):
    def chances(self, state: State, /) -> tuple[Weighted[str], ...]:
        return Distribution.uniform(self.words)


@frozen
class AnyWord(Ask):
    """An open set of actions: the options cannot be listed."""

    words: tuple[str, ...] = ()

    def accepts(self, state: State, action: object, /) -> bool:
        return isinstance(action, str) and action.isalpha()

    def refuse(self, state: State, action: object, /) -> Refusal:
        return Refusal("X-WORD", "a word must be said")


@frozen
class Say(Step[State]):
    word: str
    then: "tuple[Question[State, str] | Step[State], ...]" = ()

    def run(self, state: State, /) -> Transition[State]:
        made = State(state.agenda[:-1] + self.then, (*state.said, self.word))
        return Transition(made, (Said(rule="X-SAY", word=self.word),))


def words(events: tuple[Event, ...]) -> list[str]:
    return [event.word for event in events if isinstance(event, Said)]


# ------------------------------------------------------------------------------ who is asked


@pytest.mark.parametrize("who", [0, 3, CHANCE, HOST])
def test_whose_question_is_on_top_is_asked(who: Actor) -> None:
    assert agenda.actor(State((Ask(1), Ask(who)))) is who


def test_nobody_is_asked_when_the_agenda_is_empty() -> None:
    over = State(())
    assert agenda.actor(over) is None
    assert agenda.legal_actions(over) == ()
    assert agenda.chance_outcomes(over) == ()


def test_options_and_odds_are_those_of_the_top() -> None:
    state = State((Ask(0, ("below",)), Toss(CHANCE, ("heads", "tails"))))
    assert agenda.legal_actions(state) == ("heads", "tails")
    assert agenda.chance_outcomes(state) == Distribution.uniform(("heads", "tails"))
    assert agenda.chance_outcomes(State((Ask(0),))) == ()


# ------------------------------------------------------------------------------ apply


@pytest.mark.parametrize("action", ["no", "yes"])
def test_an_option_is_answered(action: str) -> None:
    made, events = agenda.apply(State((Ask(0),)), action, OVER)
    assert made == State((), (action,))
    assert words(events) == [action]


@pytest.mark.parametrize("action", ["maybe", "", None, 0, [], {}, ("no", "yes")])
def test_what_is_no_option_is_refused_by_the_question(action: object) -> None:
    state = State((Ask(1), Ask(0)))
    before = copy.deepcopy(state)
    with pytest.raises(IllegalActionError) as caught:
        agenda.apply(state, action, OVER)
    assert caught.value.action is action
    assert caught.value.rule == "X-WORDS"
    assert caught.value.reason == "one of no, yes must be said"
    assert state == before


class Claiming:
    """Hashes like an option, and claims to be equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash("no")


class Raising:
    """Raises when it is compared, hashed or shown."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("eq")

    def __hash__(self) -> int:
        raise RuntimeError("hash")

    def __repr__(self) -> str:
        raise RuntimeError("repr")


class Word(str):
    __slots__ = ()


@pytest.mark.parametrize(
    "action", [Claiming(), Raising(), Word("no")], ids=lambda a: type(a).__name__
)
def test_what_only_claims_to_be_an_option_is_none(action: object) -> None:
    state = State((Ask(0),))
    with pytest.raises(IllegalActionError) as caught:
        agenda.apply(state, action, OVER)
    assert caught.value.action is action
    assert caught.value.rule == "X-WORDS"
    assert len(str(caught.value)) < 400
    assert agenda.why_not(state, action, 0, OVER) == Refusal("X-WORDS", caught.value.reason)


@pytest.mark.parametrize("action", [True, False, 1.0, 0.0])
def test_a_number_of_another_class_is_another_action(action: object) -> None:
    assert agenda.is_among(1, (0, 1))
    assert not agenda.is_among(action, (0, 1))


def test_an_option_that_was_made_anew_is_the_same_option() -> None:
    made_anew = "".join(iter("no"))
    assert agenda.apply(State((Ask(0),)), made_anew, OVER).state == State((), ("no",))


def test_a_finished_game_refuses_by_the_rule_of_its_end() -> None:
    with pytest.raises(IllegalActionError) as caught:
        agenda.apply(State(()), "no", OVER)
    assert caught.value.rule == OVER
    assert caught.value.action == "no"


def test_an_answer_does_not_touch_the_old_state() -> None:
    state = State((Ask(1), Ask(0)))
    before = pickle.dumps(state)
    agenda.apply(state, "yes", OVER)
    assert pickle.dumps(state) == before


# ------------------------------------------------------------------------------ why_not


def test_why_not_is_none_for_the_options_of_the_one_who_is_asked() -> None:
    state = State((Ask(2),))
    assert agenda.why_not(state, "no", 2, OVER) is None
    assert agenda.why_not(state, "yes", 2, OVER) is None


@pytest.mark.parametrize("action", ["no", "maybe", []])
@pytest.mark.parametrize("who", [1, CHANCE, HOST])
def test_who_is_not_asked_learns_that_before_the_action_is_looked_at(
    who: Actor, action: object
) -> None:
    refusal = agenda.why_not(State((Secret(who),)), action, 0, OVER)
    assert refusal is not None
    assert refusal.rule == "X-ASK"
    assert refusal.reason.startswith("seat 0 is not asked now")


def test_why_not_says_whose_decision_it_is_but_keeps_programs_apart_from_players() -> None:
    of_seat = agenda.why_not(State((Ask(3),)), "no", 0, OVER)
    assert of_seat is not None
    assert "seat 3" in of_seat.reason
    for who in (CHANCE, HOST):
        of_program = agenda.why_not(State((Ask(who),)), "no", 0, OVER)
        assert of_program is not None
        assert "not a player's decision" in of_program.reason


def test_why_not_gives_the_refusal_that_apply_raises() -> None:
    state = State((Ask(0),))
    refusal = agenda.why_not(state, "maybe", 0, OVER)
    with pytest.raises(IllegalActionError) as caught:
        agenda.apply(state, "maybe", OVER)
    assert refusal == Refusal(caught.value.rule, caught.value.reason)


def test_why_not_of_a_finished_game_cites_the_rule_of_its_end() -> None:
    refusal = agenda.why_not(State(()), "no", 0, OVER)
    assert refusal is not None
    assert refusal.rule == OVER


# ------------------------------------------------------------------------------ open options


@pytest.mark.parametrize("action", ["maybe", "word", "x" * 10_000], ids=range(3))
def test_an_open_question_of_the_host_takes_what_it_accepts_and_lists_nothing(action: str) -> None:
    state = State((AnyWord(HOST),))
    assert agenda.actor(state) is HOST
    assert agenda.legal_actions(state) == ()
    assert agenda.apply(state, action, OVER).state == State((), (action,))


@pytest.mark.parametrize("action", ["two words", "", 7, None, []])
def test_an_open_question_refuses_what_it_does_not_accept(action: object) -> None:
    with pytest.raises(IllegalActionError) as caught:
        agenda.apply(State((AnyWord(HOST),)), action, OVER)
    assert caught.value.rule == "X-WORD"


# ------------------------------------------------------------------------------ steps


def test_steps_run_from_the_top_until_a_question_is_there() -> None:
    state = State((Say("never"), Ask(1), Say("second"), Say("first")))
    made, events = agenda.run_steps(state, (Said(rule="X-0", word="before"),))
    assert made == State((Say("never"), Ask(1)), ("first", "second"))
    assert words(events) == ["before", "first", "second"]


def test_a_step_may_put_steps_and_questions_on_top() -> None:
    first = Say("first", then=(Say("third"), Ask(0), Say("second")))
    made, events = agenda.run_steps(State((first,)), ())
    assert made.agenda == (Say("third"), Ask(0))
    assert words(events) == ["first", "second"]
    made, events = agenda.apply(made, "yes", OVER)
    assert made.agenda == ()
    assert words(events) == ["yes", "third"]


def test_steps_run_to_an_empty_agenda() -> None:
    made, events = agenda.run_steps(State((Say("last"), Say("first"))), ())
    assert made.agenda == ()
    assert words(events) == ["first", "last"]


def test_a_step_that_does_not_say_what_it_does_cannot_run() -> None:
    class Idle(Step[State]):
        pass

    with pytest.raises(NotImplementedError):
        agenda.run_steps(State((Idle(),)), ())


def test_nothing_runs_below_a_question() -> None:
    state = State((Say("never"), Ask(0)))
    assert agenda.run_steps(state, ()) == (state, ())


def test_a_state_in_the_middle_of_anything_pickles_and_compares() -> None:
    state = State((Say("x", then=(Ask(0),)), Ask(1), AnyWord(HOST), Toss(CHANCE)), ("said",))
    for made in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
        assert made == state
        assert hash(made) == hash(state)
        assert agenda.legal_actions(made) == agenda.legal_actions(state)


def test_a_question_without_its_parts_says_so_when_it_is_asked() -> None:
    class Half(Question[State, str]):
        @property
        def actor(self) -> Actor:
            return 0

    half = Half()  # type: ignore[abstract]  # that is the test
    state = State((half,), ())
    for ask in (agenda.legal_actions, lambda asked: agenda.apply(asked, "x", over="DC-END-1")):
        with pytest.raises(NotImplementedError):
            ask(state)
