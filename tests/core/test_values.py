"""Events and who sees them, outcomes and who has won."""

import pytest
from attrs import frozen

from tabletop_rules.core import Event, Outcome, OutcomeKind, Seat, Transition, observe


@frozen(kw_only=True)
class Opened(Event):
    card: str


@frozen(kw_only=True)
class Drew(Event):
    """Its card is for its seat; the others see the public twin."""

    seat: Seat
    card: str

    def seen_by(self, seat: Seat | None, /) -> Event:
        return self if seat == self.seat else DrewOne(rule=self.rule, seat=self.seat)


@frozen(kw_only=True)
class DrewOne(Event):
    seat: Seat


@frozen(kw_only=True)
class Peeked(Event):
    """Only its seat knows that it happened."""

    seat: Seat

    def seen_by(self, seat: Seat | None, /) -> Event | None:
        return self if seat == self.seat else None


OPENED = Opened(rule="X-1", card="king")
DREW = Drew(rule="X-2", seat=1, card="ace")
PEEKED = Peeked(rule="X-3", seat=2)
EVENTS = (PEEKED, OPENED, DREW, OPENED)
TWIN = DrewOne(rule="X-2", seat=1)


@pytest.mark.parametrize(
    ("seat", "seen"),
    [
        (0, (OPENED, TWIN, OPENED)),
        (1, (OPENED, DREW, OPENED)),
        (2, (PEEKED, OPENED, TWIN, OPENED)),
        (None, (OPENED, TWIN, OPENED)),
    ],
)
def test_each_seat_and_the_spectator_see_their_part_in_order(
    seat: Seat | None, seen: tuple[Event, ...]
) -> None:
    assert observe(EVENTS, seat) == seen


def test_observing_what_was_observed_changes_nothing() -> None:
    for seat in (0, 1, 2, None):
        seen = observe(EVENTS, seat)
        assert observe(seen, seat) == seen
    assert observe((), 0) == ()


def test_an_event_is_public_and_described_unless_its_class_says_otherwise() -> None:
    event = Event(rule="X-1")
    assert event.seen_by(0) is event
    assert event.seen_by(None) is event
    assert event.describe()


def test_an_event_names_its_rule_by_keyword() -> None:
    with pytest.raises(TypeError):
        Event("X-1")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]  # that is the test


def test_a_transition_is_a_pair_with_names() -> None:
    made = Transition("state", EVENTS)
    state, events = made
    assert (made.state, made.events) == (state, events) == ("state", EVENTS)


@pytest.mark.parametrize(
    ("tie_break", "rules"),
    [(None, ("X-9",)), ("X-10", ("X-9", "X-10")), ("X-9", ("X-9",)), ("", ("X-9", ""))],
)
def test_an_outcome_cites_each_rule_once(tie_break: str | None, rules: tuple[str, ...]) -> None:
    assert Outcome(OutcomeKind.WIN, (1, 2), "a reason", "X-9", tie_break).rules == rules


@pytest.mark.parametrize(
    ("kind", "ranks", "winners"),
    [
        (OutcomeKind.WIN, (2, 1, 3), (1,)),
        (OutcomeKind.WIN, (1, 3, 1), (0, 2)),
        (OutcomeKind.DRAW, (1, 1), ()),
        (OutcomeKind.TRUNCATED, (1, 1, 1), ()),
    ],
)
def test_winners_are_the_first_of_a_game_that_was_won(
    kind: OutcomeKind, ranks: tuple[int, ...], winners: tuple[Seat, ...]
) -> None:
    assert Outcome(kind, ranks, "a reason", "X-9").winners == winners
