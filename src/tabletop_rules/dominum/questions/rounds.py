"""Rounds: activations in turn, Link, the end of a round and of the game."""

from functools import lru_cache

from attrs import frozen

from tabletop_rules.core import Event, Refusal, Seat, Step, Transition
from tabletop_rules.core.agenda import run_steps
from tabletop_rules.dominum.abilities import Phase
from tabletop_rules.dominum.actions import Action, Activate, Say, Word, activate, said
from tabletop_rules.dominum.changes import player_with, rested, without_marks
from tabletop_rules.dominum.config import StrongholdUse
from tabletop_rules.dominum.events import GameEnded, Linked, PhaseActivated, RoundBegan, RoundEnded
from tabletop_rules.dominum.questions.assaults import can_assault
from tabletop_rules.dominum.questions.base import Decision
from tabletop_rules.dominum.questions.phases import phase_step
from tabletop_rules.dominum.scoring import verdict
from tabletop_rules.dominum.state import ACTIVATIONS, State, make_clock, token

__all__ = ["ChoosePhase", "EndPhase", "LinkOrPass", "Turns", "begin_round"]


def begin_round(state: State, before: tuple[Event, ...]) -> Transition[State]:
    """Return the state in which a round begins (rules DM-ROUND-2, DM-END-2, DM-END-3, DM-R8)."""
    clock = state.clock
    starter = clock.first if clock.initiative is None else clock.initiative
    made = make_clock(clock.round + 1, clock.first, starter, starter)
    players = tuple(player_with(p, tokens=0, link=True, used=0) for p in state.players)
    rule = "DM-END-3" if clock.round else "DM-ROUND-2"
    began = RoundBegan(rule=rule, round=made.round, seat=starter)
    after = State(
        state.config,
        made,
        (players[0], players[1]),
        state.powers,
        state.units,
        (ChoosePhase(starter),),
    )
    return Transition(after, (*before, began))


@frozen(cache_hash=True)
class Turns(Step[State]):
    """At the bottom of the agenda during a phase; `last` is activating (DM-ROUND-1, DM-ROUND-4).

    A player without cards goes on activating phases (rule DM-R46).
    """

    last: Seat

    def run(self, state: State, /) -> Transition[State]:
        """Give the other the turn while it has activations left, or end the round (rule DM-R7)."""
        for seat in (1 - self.last, self.last):
            if state.players[seat].activations < ACTIVATIONS:
                return Transition(state.popped(choose_phase(seat)), ())
        return end_round(state.popped())


turns = lru_cache(maxsize=2)(Turns)


@lru_cache(maxsize=1 << 12)
def _phases(tokens: int, initiative: bool, assault: bool) -> tuple[Action, ...]:
    return tuple(
        activate[phase]
        for phase in Phase
        if not tokens & token(phase)
        and (initiative or phase is not Phase.INITIATIVE)
        and (assault or phase is not Phase.ASSAULT)
    )


@frozen(cache_hash=True)
class ChoosePhase(Decision):
    """A player takes the token of a phase not activated in this round (rules DM-ROUND-3, DM-R6)."""

    cites = "DM-ROUND-3"
    wants = "activate a phase, for example 'phase move'"

    seat: Seat

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return the phases that are left (rules DM-COMP-3, DM-SETUP-3, DM-ASLT-1)."""
        tokens = state.players[self.seat].tokens
        assault = can_assault(state, self.seat)
        return _phases(tokens, state.clock.initiative is None, assault)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Perform the phase."""
        assert isinstance(action, Activate)
        seat, phase = self.seat, action.phase
        player = state.players[seat]
        made = player_with(player, tokens=player.tokens | token(phase))
        began = PhaseActivated(
            rule="DM-ROUND-3", seat=seat, phase=phase.value, number=made.activations
        )
        old = state.clock
        clock = make_clock(old.round, old.first, old.starter, seat, phase, old.initiative)
        players = (made, state.players[1]) if seat == 0 else (state.players[0], made)
        agenda = (turns(seat), end_phase(seat), phase_step(seat, phase))
        after = State(state.config, clock, players, state.powers, state.units, agenda)
        return run_steps(after, (began,))

    def reason_against(self, state: State, action: object, /) -> Refusal | None:
        """Say why a phase cannot be activated."""
        if not isinstance(action, Activate):
            return None
        phase = next((each for each in Phase if each is action.phase), None)
        if phase is None:  # an untyped caller's, who passes anything
            return None
        if state.players[self.seat].tokens & token(phase):
            return Refusal("DM-R6", f"{phase.value} was activated in this round already")
        if phase is Phase.INITIATIVE:
            return Refusal("DM-R6", "the Initiative token is taken")
        if phase is Phase.ASSAULT:
            return Refusal("DM-ASLT-1", "no own card is in the enemy Assault Zone")
        return None


choose_phase = lru_cache(maxsize=2)(ChoosePhase)


@frozen(cache_hash=True)
class EndPhase(Step[State]):
    """A phase is over: what lasted for it ends, and a second may be linked (rule DM-ACT-4)."""

    seat: Seat

    def run(self, state: State, /) -> Transition[State]:
        """Ask about linking where it makes a difference (rules DM-LINK-1, DM-R7)."""
        seat = self.seat
        each = state.config.rulings.stronghold_use is StrongholdUse.ACTIVATION
        units, players = rested(state, activation=each)
        old = state.clock
        clock = make_clock(old.round, old.first, old.starter, seat, None, old.initiative)
        agenda = state.agenda[:-1]
        player, other = players[seat], players[1 - seat]
        if player.link and max(player.activations, other.activations) < ACTIVATIONS:
            agenda += (link_or_pass(seat),)
        after = State(state.config, clock, players, state.powers, units, agenda)
        return Transition(after, ())


end_phase = lru_cache(maxsize=2)(EndPhase)


@frozen(cache_hash=True)
class LinkOrPass(Decision):
    """A player may spend the Link token on a second phase before passing (rule DM-LINK-1)."""

    cites = "DM-LINK-2"
    wants = "link a second phase, 'link', or pass"

    seat: Seat

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return both."""
        return (said[Word.LINK], said[Word.PASS])

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Go on with a second phase, or pass."""
        seat = self.seat
        if isinstance(action, Say) and action.word is Word.LINK:
            linked = Linked(rule="DM-LINK-1", seat=seat)
            made = player_with(state.players[seat], link=False)
            after = state.with_player(seat, made).with_agenda((choose_phase(seat),))
            return Transition(after, (linked,))
        return run_steps(state.popped(), ())


link_or_pass = lru_cache(maxsize=2)(LinkOrPass)


def end_round(state: State) -> Transition[State]:
    """Return the state after a round: the game is over, or the next round begins (DM-END-1)."""
    clock = state.clock
    points = (state.players[0].points, state.players[1].points)
    ended = RoundEnded(rule="DM-ROUND-5", round=clock.round, points=points)
    over = verdict(state)
    if over is None and clock.round >= state.config.max_rounds:
        reason = f"the cap of {state.config.max_rounds} rounds is reached"
        events = (ended, GameEnded(rule="DM-R32", reason=reason))
        return Transition(state.with_agenda(()), events)
    if over is not None:
        events = (ended, GameEnded(rule=over.rule, reason=over.reason))
        return Transition(state.with_agenda(()), events)
    return begin_round(without_marks(state, activation=True), (ended,))
