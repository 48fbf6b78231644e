"""Before the first round: forces, strongholds, the first player, the initial deployment."""

from functools import lru_cache

from attrs import evolve, frozen

from tabletop_rules.core import (
    Distribution,
    Refusal,
    Seat,
    Step,
    Transition,
)
from tabletop_rules.core.agenda import run_steps
from tabletop_rules.dominum.abilities import Type
from tabletop_rules.dominum.actions import (
    Action,
    ChooseCard,
    ChooseFirst,
    DeployCard,
    FlipCoin,
    Word,
    choose,
    said,
)
from tabletop_rules.dominum.changes import without_marks
from tabletop_rules.dominum.contents import CRITICAL, FORCES, Domain
from tabletop_rules.dominum.events import (
    CoinFlipped,
    FirstPlayerNamed,
    ForceChosen,
    PlacementSkipped,
    RevealedTotals,
    StrongholdsRevealed,
)
from tabletop_rules.dominum.questions import rounds
from tabletop_rules.dominum.questions.base import Decision, Lot
from tabletop_rules.dominum.questions.deploying import deploy_by_ability, deployed, has_room
from tabletop_rules.dominum.questions.phases import deploys, further_deploys
from tabletop_rules.dominum.questions.powers import reset_power
from tabletop_rules.dominum.state import BATTLEFIELD, Player, State

__all__ = ["ChooseForce", "DecideFirst", "FlipForFirst", "Place", "Placement", "Reveal"]

_PLACED = 12
"""Placements of both players together (rules DM-INIT-3, DM-R35)."""


@lru_cache(maxsize=1 << 11)
def _forces(domain: Domain, stronghold: int, hand: tuple[int, ...]) -> tuple[Action, ...]:
    """Return what can be chosen next (rules DM-SEL-2, DM-R3)."""
    if stronghold < 0:
        return tuple(choose(each.name) for each in domain.strongholds)
    kinds = [domain.cards[card].type for card in hand]
    for kind in Type:
        if kinds.count(kind) < FORCES[kind]:
            left = (card for card in domain.of_type[kind] if card not in hand)
            return tuple(choose(domain.cards[card].name) for card in left)
    return ()


@frozen
class ChooseForce(Decision):
    """A seat chooses its stronghold, then its cards, one by one and in secret (rules DM-SEL-2).

    It is asked 13 times, also when only one card is possible (rule DM-R3).
    """

    cites = "DM-SEL-2"
    wants = "choose a stronghold, a Hero, four Elites and seven Warriors, in this order"

    seat: Seat = 0
    chosen: int = 0
    """How many of the 13 choices were made; everybody sees that."""

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return what can be chosen next."""
        player = state.players[self.seat]
        return _forces(state.config.domains[self.seat], player.stronghold, player.hand)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Note the choice; after the last one it is the other's turn to choose."""
        assert isinstance(action, ChooseCard)
        seat, domain = self.seat, state.config.domains[self.seat]
        player = state.players[seat]
        if player.stronghold < 0:
            player = Player(stronghold=domain.stronghold_numbers[action.name])
        else:
            hand = tuple(sorted((*player.hand, domain.numbers[action.name])))
            player = Player(hand, stronghold=player.stronghold)
        chosen = ForceChosen(rule="DM-R3", seat=seat, name=action.name)
        after = state.with_player(seat, player)
        if len(player.hand) < _PLACED:
            return Transition(after.popped(ChooseForce(seat, self.chosen + 1)), (chosen,))
        following: ChooseForce | Reveal = ChooseForce(1) if seat == 0 else Reveal()
        return run_steps(after.popped(following), (chosen,))


@frozen
class Reveal(Step[State]):
    """Both strongholds are turned up with two charges, the decks reset (DM-SETUP-1, DM-FIRST-1)."""

    def run(self, state: State, /) -> Transition[State]:
        """Reveal them, and let the decks be reset."""
        players = tuple(evolve(player, charges=2) for player in state.players)
        first, second = state.stronghold(0), state.stronghold(1)
        assert first is not None
        assert second is not None
        revealed = StrongholdsRevealed(rule="DM-SETUP-1", names=(first.name, second.name))
        after = State(
            state.config,
            state.clock,
            (players[0], players[1]),
            state.powers,
            state.units,
            (Compare(),),
        )
        after, later = reset_power(after, 1, "DM-FIRST-1")
        after, sooner = reset_power(after, 0, "DM-FIRST-1")
        return Transition(after, (revealed, *sooner, *later))


@frozen
class Compare(Step[State]):
    """The higher total of the revealed cards decides who is first (rules DM-FIRST-2, DM-R4)."""

    def run(self, state: State, /) -> Transition[State]:
        """Ask who has the higher total; a tie is for the coin."""
        counts = state.config.power_deck.critical_counts
        totals = tuple(
            sum(counts if card == CRITICAL else card for card in power.reserve)
            for power in state.powers
        )
        first, second = totals
        compared = RevealedTotals(rule="DM-FIRST-2", totals=(first, second))
        if first == second:
            return Transition(state.popped(FlipForFirst()), (compared,))
        return Transition(state.popped(DecideFirst(int(second > first))), (compared,))


_COIN: Distribution[Action] = Distribution.uniform((FlipCoin(0), FlipCoin(1)))


@frozen
class FlipForFirst(Lot):
    """A coin says who decides about the 1st Player (rules DM-FIRST-4, DM-R4)."""

    cites = "DM-FIRST-4"
    wants = "the coin must name seat 0 or 1"

    def odds(self, state: State, /) -> Distribution[Action]:
        """Return one half for each seat."""
        return _COIN

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Let that seat decide."""
        assert isinstance(action, FlipCoin)
        flipped = CoinFlipped(rule="DM-FIRST-4", seat=action.seat)
        return Transition(state.popped(DecideFirst(action.seat)), (flipped,))


@frozen
class DecideFirst(Decision):
    """The seat with the higher total names the 1st Player (rule DM-FIRST-2)."""

    cites = "DM-FIRST-2"
    wants = "name the 1st Player, 'first 0' or 'first 1'"

    seat: Seat

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return either seat."""
        return (ChooseFirst(0), ChooseFirst(1))

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Begin the initial deployment."""
        assert isinstance(action, ChooseFirst)
        seat = action.seat
        named = FirstPlayerNamed(rule="DM-FIRST-3", seat=seat)
        clock = evolve(state.clock, first=seat, starter=seat, active=seat)
        after = state.with_clock(clock).popped(Placement(0))
        return run_steps(after, (named,))


@frozen
class Placement(Step[State]):
    """The placements of the initial deployment, counted from 0 over both (rules DM-INIT-1 to 3).

    `lined` says of each seat whether one of its last three went to the Neutral Line (DM-R5).
    """

    number: int
    lined: tuple[bool, bool] = (False, False)

    def run(self, state: State, /) -> Transition[State]:
        """Ask for the next card, skip an impossible placement, or begin the first round."""
        rested = without_marks(state, activation=True)
        if self.number == _PLACED:
            return rounds.begin_round(rested.popped(), ())
        first = state.clock.first
        seat = first if self.number % 2 == 0 else 1 - first
        timed = rested.with_clock(evolve(state.clock, active=seat))
        after = timed.popped(Place(seat, self.number, self.lined))
        if after.options:
            return Transition(after, ())
        skipped = PlacementSkipped(rule="DM-R35", seat=seat)
        return Transition(timed.popped(Placement(self.number + 1, self.lined)), (skipped,))


@frozen
class Place(Decision):
    """A seat places a card in the initial deployment (rules DM-INIT-2, DM-INIT-4, DM-R5)."""

    cites = "DM-INIT-2"
    wants = "place a card of the hand, 'deploy NAME c2'"

    seat: Seat
    number: int
    lined: tuple[bool, bool] = (False, False)

    def _must_line(self, state: State) -> bool:
        """Return whether this card must go to the Neutral Line (rules DM-R5, DM-R35)."""
        last = self.number // 2 == BATTLEFIELD - 1 and not self.lined[self.seat]
        return last and bool(state.config.board.neutral & state.empty)

    def _spaces(self, state: State) -> int:
        """Return the empty spaces on which a card may be placed as such."""
        board, empty = state.config.board, state.empty
        if self._must_line(state):
            return board.neutral & empty
        if self.number // 2 < BATTLEFIELD // 2 or self.lined[self.seat]:
            return board.domains[self.seat] & empty
        return (board.domains[self.seat] | board.neutral) & empty

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return each card on each space where it may be placed (rule DM-INIT-6)."""
        if not has_room(state, self.seat):
            return ()
        options = deploys(state, self.seat, self._spaces(state))
        if self._must_line(state):
            return options
        domain = state.config.domains[self.seat]
        further = further_deploys(state, self.seat, state.config.board.domains[self.seat])
        if options or not (domain.deploys_further and state.players[self.seat].hand):
            return options + further
        # Whether the hand holds such a card is a secret: its owner is asked in any case.
        return (*further, said[Word.DECLINE])

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Place the card; On Deploy works (rule DM-INIT-5)."""
        seat = self.seat
        if not isinstance(action, DeployCard):
            skipped = PlacementSkipped(rule="DM-R35", seat=seat)
            return run_steps(state.popped(Placement(self.number + 1, self.lined)), (skipped,))
        card = state.config.domains[seat].numbers[action.name]
        space = state.config.board.by_name[action.space]
        lined = self.lined
        on_line = bool(state.config.board.neutral >> space & 1)
        if on_line and not action.ability:
            lined = (True, lined[1]) if seat == 0 else (lined[0], True)
        below = state.popped(Placement(self.number + 1, lined))
        if action.ability:
            return run_steps(*deploy_by_ability(below, seat, card, space))
        rule = "DM-INIT-4" if on_line else "DM-INIT-2"
        return run_steps(*deployed(below, seat, card, space, rule))

    def reason_against(self, state: State, action: object, /) -> Refusal | None:
        """Say what the rules have against a placement."""
        texts = (getattr(action, key, None) for key in ("name", "space"))
        if not isinstance(action, DeployCard) or not all(isinstance(text, str) for text in texts):
            return None
        numbers = state.config.domains[self.seat].numbers
        if numbers.get(action.name) not in state.players[self.seat].hand:
            return Refusal("DM-INIT-2", f"{action.name} is not in hand")
        if self._must_line(state):
            return Refusal("DM-R5", "one of the last three must go to the Neutral Line: this one")
        space = state.config.board.by_name.get(action.space, -1)
        if action.ability is True:
            return Refusal("DM-INIT-8", f"no ability lets {action.name} be placed there now")
        lined = self.number // 2 < BATTLEFIELD // 2 or self.lined[self.seat]
        if lined and space >= 0 and state.config.board.neutral >> space & 1:
            return Refusal("DM-R5", "exactly one of the last three goes to the Neutral Line")
        return Refusal("DM-INIT-2", f"{action.name} cannot be placed on {action.space}")
