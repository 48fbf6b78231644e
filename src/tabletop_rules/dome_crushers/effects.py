"""Abilities at work: entering Ability Mode, immediate effects, their targets, chain reactions.

`settle` is the one place where a change in what works takes effect. It is called after every
change of the cards in Ability Mode.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from tabletop_rules.core import Event, Question, Refusal, Seat, Step, Transition
from tabletop_rules.core.agenda import run_steps
from tabletop_rules.dome_crushers.actions import Action, Decline, TargetCard
from tabletop_rules.dome_crushers.contents import (
    Draw,
    Mode,
    ReturnToHand,
    Side,
    Switch,
)
from tabletop_rules.dome_crushers.draws import draw_cards, with_card
from tabletop_rules.dome_crushers.events import (
    AbilityCancelled,
    AbilityRestored,
    CardReturned,
    CardSwitched,
    DrawBegun,
    EffectDeclined,
    EffectMissed,
    EffectUnmet,
    RoundCutShort,
)
from tabletop_rules.dome_crushers.state import InPlay, Player, State, in_play, works_of

if TYPE_CHECKING:
    from tabletop_rules.dome_crushers.asks import Ask

__all__ = ["Effects", "Target", "enter_ability_mode"]


def enter_ability_mode(  # noqa: PLR0913, PLR0917 - a state in the making, field by field
    state: State,
    players: tuple[Player, Player],
    card: InPlay,
    attackers: tuple[InPlay, ...],
    agenda: "tuple[Ask, ...]",
    events: tuple[Event, ...],
) -> Transition[State]:
    """Return what happens when `card` comes to Ability Mode, as the newest (rule DC-ABIL-1).

    `players`, `attackers` and `agenda` are those of the state from now on.
    """
    return settle(state, players, attackers, (*state.abilities, card), agenda, events, card)


def settle(  # noqa: PLR0913, PLR0917 - a state in the making, field by field
    state: State,
    players: tuple[Player, Player],
    attackers: tuple[InPlay, ...],
    abilities: tuple[InPlay, ...],
    agenda: "tuple[Ask, ...]",
    events: tuple[Event, ...],
    entered: InPlay | None = None,
) -> Transition[State]:
    """Return `state` with other players, table and agenda, and what follows from what now works.

    In this order: what stopped and what began to work again is told; a working ability that ends
    the round drops everything pending (rule DC-R10); the immediate effects of `entered`, the last
    of `abilities`, are put on the agenda or are missed (rules DC-SWITCH-2, DC-R2), below those
    that were due and may now be performed, the oldest on top.
    """
    deck = state.config.deck
    works = works_of(deck, abilities)
    if not all(works) or not all(state.works):
        events += _changes(state, abilities, works)
    late = state.config.rulings.missed_effects_fire
    for card, now in zip(abilities, works, strict=True):
        if now and card.card in deck.enders:
            cut = RoundCutShort(rule="DC-R10", play=card.play, card=card.card)
            left = _undue(abilities, (True,) * len(abilities)) if late else abilities
            made = state.with_table(players, attackers, left, agenda[:1])
            return Transition(made, (*events, cut))
    if late:
        return _settle_late(state, players, attackers, abilities, agenda, events, entered)
    if entered is not None and deck.by_name[entered.card].immediate:
        if works[-1]:
            agenda += (effects_of(entered.play, entered.seat, entered.card),)
        else:
            events += (EffectMissed(rule="DC-R2", play=entered.play, card=entered.card),)
    return Transition(state.with_table(players, attackers, abilities, agenda), events)


def _settle_late(  # noqa: PLR0913, PLR0917 - as `settle`
    state: State,
    players: tuple[Player, Player],
    attackers: tuple[InPlay, ...],
    abilities: tuple[InPlay, ...],
    agenda: "tuple[Ask, ...]",
    events: tuple[Event, ...],
    entered: InPlay | None,
) -> Transition[State]:
    """Settle where missed effects fire late: they stay due until they begin (rule DC-R2)."""
    deck = state.config.deck
    if entered is not None and deck.by_name[entered.card].immediate:
        waiting = in_play(entered.play, entered.seat, entered.card, entered.turned, True)
        abilities = (*abilities[:-1], waiting)
    before = dict(zip((card.play for card in state.abilities), state.works, strict=True))
    begun = [
        effects_of(card.play, card.seat, card.card)
        for card, now in zip(abilities, works_of(deck, abilities), strict=True)
        if card.due and now and not before.get(card.play, False)
    ]
    agenda += tuple(reversed(begun))
    return Transition(state.with_table(players, attackers, abilities, agenda), events)


def _changes(
    state: State, abilities: tuple[InPlay, ...], works: tuple[bool, ...]
) -> tuple[Event, ...]:
    """Return which abilities stopped working, or work again, since `state`."""
    before = {card.play: now for card, now in zip(state.abilities, state.works, strict=True)}
    return tuple(
        AbilityRestored(rule="DC-CANCEL-2", play=card.play, card=card.card)
        if now
        else AbilityCancelled(rule="DC-CANCEL-1", play=card.play, card=card.card)
        for card, now in zip(abilities, works, strict=True)
        if now != before.get(card.play, True)
    )


def _undue(abilities: tuple[InPlay, ...], settled: tuple[bool, ...]) -> tuple[InPlay, ...]:
    """Return `abilities` without what is due on those that are `settled`."""
    return tuple(
        in_play(card.play, card.seat, card.card, card.turned) if card.due and done else card
        for card, done in zip(abilities, settled, strict=True)
    )


@frozen
class Effects(Step[State]):
    """The immediate effects of a card from number `at` on, `done` targets of it settled.

    They are finished although the card may have stopped working meanwhile (rule DC-R17), and
    their owner is that of the card, whoever caused them (rule DC-R16).
    """

    play: int
    seat: Seat
    card: str
    at: int = 0
    done: int = 0

    def run(self, state: State, /) -> Transition[State]:
        """Perform the next effect, or as much of it as needs no decision."""
        if state.config.rulings.missed_effects_fire and (self.at, self.done) == (0, 0):
            beginning = self._beginning(state)
            if beginning is None:
                return Transition(state.with_agenda(state.agenda[:-1]), ())
            state = beginning
        effect = self.effect(state)
        below = state.agenda[:-1]
        if isinstance(effect, Draw):
            possible = min(effect.count, len(state.players[self.seat].deck))
            asked = (draw_cards(self.seat, possible),) if possible else ()
            rule = "DC-ABIL-2" if possible == effect.count else "DC-R8"
            begun = DrawBegun(rule=rule, seat=self.seat, wanted=effect.count, possible=possible)
            agenda = (*below, *self.following(state), *asked)
            return Transition(state.with_agenda(agenda), (begun,))
        targets = self.targets(state)
        if not targets:
            rule = "DC-R15" if self.barred(state) else "DC-R17"
            unmet = EffectUnmet(rule=rule, play=self.play, card=self.card)
            return Transition(state.with_agenda((*below, *self.following(state))), (unmet,))
        if effect.may or len(targets) != 1:
            question = Target(self.play, self.seat, self.card, self.at, self.done)
            return Transition(state.with_agenda((*below, question)), ())
        return self.perform(state, targets[0])

    def _beginning(self, state: State) -> State | None:
        """Return the state in which the effects are no longer due.

        ``None`` if they cannot begin now: the card has left Ability Mode, is cancelled again (and
        stays due), or its effects have begun since they were put on the agenda.
        """
        for place, card in enumerate(state.abilities):
            if card.play == self.play and card.due and state.works[place]:
                undue = in_play(card.play, card.seat, card.card, card.turned)
                abilities = (*state.abilities[:place], undue, *state.abilities[place + 1 :])
                return state.with_table(state.players, state.attackers, abilities, state.agenda)
        return None

    def effect(self, state: State) -> Draw | Switch | ReturnToHand:
        """Return the effect that is being performed."""
        return state.config.deck.by_name[self.card].immediate[self.at]

    def following(self, state: State) -> tuple["Effects", ...]:
        """Return what is left when this effect is done with: the next one, if there is one."""
        if self.at + 1 == len(state.config.deck.by_name[self.card].immediate):
            return ()
        return (effects_of(self.play, self.seat, self.card, self.at + 1),)

    def targets(self, state: State) -> tuple[InPlay, ...]:
        """Return the cards that the effect may move now: attackers first, then abilities."""
        if isinstance(self.effect(state), Switch):
            return tuple([card for card in self._fitting(state) if not card.turned])
        return self._fitting(state)

    def barred(self, state: State) -> tuple[InPlay, ...]:
        """Return the cards that it may not move as they have switched already (rule DC-R15)."""
        if isinstance(self.effect(state), Switch):
            return tuple([card for card in self._fitting(state) if card.turned])
        return ()

    def _fitting(self, state: State) -> tuple[InPlay, ...]:
        """Return the cards that the text of the effect fits."""
        effect = self.effect(state)
        if isinstance(effect, Draw):
            return ()
        wanted = _other(effect.to) if isinstance(effect, Switch) else effect.mode
        cards = state.attackers if wanted is not Mode.ABILITY else ()
        cards += state.abilities if wanted is not Mode.ATTACK else ()
        unwanted = {Side.OWN: 1 - self.seat, Side.OPPONENT: self.seat}.get(effect.side)
        itself = self.play if effect.other else None
        return tuple([card for card in cards if card.seat != unwanted and card.play != itself])

    def perform(self, state: State, card: InPlay) -> Transition[State]:
        """Return what moving `card` leads to; this is on top of the agenda, or asked for it."""
        effect = self.effect(state)
        if isinstance(effect, Draw):
            raise AssertionError("drawing has no target")
        more = self.done + 1 < effect.count
        rest = effects_of(self.play, self.seat, self.card, self.at, self.done + 1)
        agenda = (*state.agenda[:-1], *((rest,) if more else self.following(state)))
        attackers = tuple([c for c in state.attackers if c.play != card.play])
        abilities = tuple([c for c in state.abilities if c.play != card.play])
        if isinstance(effect, ReturnToHand):
            returned = CardReturned(rule="DC-R18", seat=card.seat, play=card.play, card=card.card)
            players = _with_returned(state, card)
            return settle(state, players, attackers, abilities, agenda, (returned,))
        turned = in_play(card.play, card.seat, card.card, True)
        if effect.to is Mode.ABILITY:
            switched = CardSwitched(
                rule="DC-SWITCH-1", play=card.play, card=card.card, to=Mode.ABILITY
            )
            return enter_ability_mode(state, state.players, turned, attackers, agenda, (switched,))
        switched = CardSwitched(rule="DC-MODE-3", play=card.play, card=card.card, to=Mode.ATTACK)
        attackers = (*attackers, turned)
        return settle(state, state.players, attackers, abilities, agenda, (switched,))


effects_of = lru_cache(maxsize=1 << 12)(Effects)
"""Make an `Effects`, the same object for the same fields."""


def _other(mode: Mode) -> Mode:
    return Mode.ATTACK if mode is Mode.ABILITY else Mode.ABILITY


def _with_returned(state: State, card: InPlay) -> tuple[Player, Player]:
    """Return the players when the owner of `card` holds it, which everybody knows (DC-R20)."""
    player = state.players[card.seat]
    holder = Player(
        player.deck,
        with_card(player.hand, card.card),
        player.face_up,
        player.face_down,
        player.plays,
        with_card(player.known, card.card),
        player.revealed,
        player.late,
        player.batches,
    )
    return with_player(state, card.seat, holder)


def with_player(state: State, seat: Seat, player: Player) -> tuple[Player, Player]:
    """Return the players of `state` with one of them replaced."""
    return (player, state.players[1]) if seat == 0 else (state.players[0], player)


@frozen
class Target(Question[State, Action]):
    """The owner of an effect chooses the card that it moves (rule DC-R17); fields as `Effects`."""

    play: int
    seat: Seat
    card: str
    at: int = 0
    done: int = 0

    @property
    def actor(self) -> Seat:
        """The owner of the card whose effect it is (rule DC-R16)."""
        return self.seat

    @property
    def rule(self) -> str:
        """The owner of the effect chooses among targets."""
        return "DC-R17"

    def _effects(self) -> Effects:
        return effects_of(self.play, self.seat, self.card, self.at, self.done)

    def options(self, state: State, /) -> tuple[Action, ...]:
        """Return each possible target, then declining if the effect allows it."""
        effect = self._effects().effect(state)
        chosen: list[Action] = [
            TargetCard(card.play, card.card) for card in self._effects().targets(state)
        ]
        if not isinstance(effect, Draw) and effect.may:
            chosen.append(Decline())
        return tuple(chosen)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Move the chosen card, or go on to the next effect."""
        effects = self._effects()
        if isinstance(action, TargetCard):
            card = next(c for c in effects.targets(state) if c.play == action.play)
            return run_steps(*effects.perform(state, card))
        declined = EffectDeclined(rule="DC-R17", play=self.play, card=self.card)
        agenda = (*state.agenda[:-1], *effects.following(state))
        return run_steps(state.with_agenda(agenda), (declined,))

    def refuse(self, state: State, action: object, /) -> Refusal:
        """Say what can be chosen."""
        if isinstance(action, Decline):
            return Refusal("DC-R17", f"the effect of {self.card} must be done as far as possible")
        if isinstance(action, TargetCard):
            table = state.attackers + state.abilities
            if not any((c.play, c.card) == (action.play, action.card) for c in table):
                return Refusal("DC-R17", f"no {action.card} of play {action.play} is on the table")
            if any(c.play == action.play for c in self._effects().barred(state)):
                return Refusal("DC-R15", f"{action.card} has already switched in this resolution")
            return Refusal("DC-R17", f"the effect of {self.card} cannot move {action.card}")
        return Refusal("DC-R17", f"a target for the effect of {self.card} must be chosen now")
