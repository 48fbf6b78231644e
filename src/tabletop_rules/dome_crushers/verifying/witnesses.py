"""For each rule that nothing cites while a duel goes on: the steps that would be others without it.

A witness looks at the events or the action first, as most steps exercise only a few rules.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tabletop_rules.core import Witness
from tabletop_rules.dome_crushers.actions import Action, DrawCard, KeepCards, PlayCard, StartWith
from tabletop_rules.dome_crushers.cancelling import reachable
from tabletop_rules.dome_crushers.contents import Mode
from tabletop_rules.dome_crushers.draws import DrawCards
from tabletop_rules.dome_crushers.effects import Effects, Target
from tabletop_rules.dome_crushers.events import (
    AbilityCancelled,
    AbilityRestored,
    BatchPlaced,
    CardReturned,
    CardsScored,
    CardSwitched,
    DecksShuffled,
    GameEnded,
    RoundBegan,
    RoundCutShort,
    RoundEnded,
    StartPlayerNamed,
)
from tabletop_rules.dome_crushers.rounds import Round, Turn
from tabletop_rules.dome_crushers.scoring import cannot_go_on, score
from tabletop_rules.dome_crushers.state import Player, State
from tabletop_rules.dome_crushers.verifying.steps import (
    SEATS,
    Entry,
    Step,
    entries,
    event_of,
    hands,
    lying,
    outside_pile,
    plays,
    printed,
    winner_of,
)

__all__ = ["WITNESSES"]


# --- Overview and setup -----------------------------------------------------------------------


def _opens_first_turn(step: Step) -> bool:
    """Both have drawn up, and the first turn of a round is asked for."""
    agenda = step.after.agenda
    first, second = step.after.players
    return bool(agenda) and isinstance(agenda[-1], Turn) and not first.plays + second.plays


def _attacks_or_works(step: Step) -> bool:
    """A card is played that builds the Strength Total, or whose ability is active."""
    if not isinstance(step.action, PlayCard):
        return False
    if step.action.mode is Mode.ATTACK:
        return step.before.config.deck.by_name[step.action.card].strength > 0
    return next(entries(step)).works


def _attackers_score(step: Step) -> bool:
    """Attackers of the winner of a round leave play and score."""
    if event_of(step, RoundEnded) is None:
        return False
    return any(isinstance(e, CardsScored) and e.face_up and e.cards for e in step.events)


def _ends_for_lack_of_cards(step: Step) -> bool:
    ended = event_of(step, GameEnded)
    return ended is not None and ended.rule == "DC-OVER-1"


def _starts_with_whole_decks(step: Step) -> bool:
    """The first step of a game finds all cards face down in their decks."""
    if not isinstance(step.action, StartWith):
        return False
    count = len(step.before.config.deck)
    return all(len(player.deck) == count for player in step.before.players)


# --- Turns and modes --------------------------------------------------------------------------


def _plays_a_card(step: Step) -> bool:
    return isinstance(step.action, PlayCard)


def _turn_passes_on(step: Step) -> bool:
    """The seat that did not have the latest turn of the round has one now."""
    before, after = step.before.agenda[0], step.after.agenda
    return (
        isinstance(before, Round)
        and bool(after)
        and isinstance(after[-1], Turn)
        and after[-1].seat != before.last
        and any(player.plays for player in step.after.players)
    )


def _comes_to_ability_mode(step: Step) -> bool:
    return next(entries(step), None) is not None


def _has_effects(step: Step, entry: Entry) -> bool:
    return bool(step.before.config.deck.by_name[entry.card].effects)


def _has_its_effects(step: Step) -> bool:
    """A card comes to Ability Mode, works, and its text says that something follows."""
    return any(entry.works and _has_effects(step, entry) for entry in entries(step))


def _has_its_effects_by_a_switch(step: Step) -> bool:
    return any(e.switched and e.works and _has_effects(step, e) for e in entries(step))


def _bonus_holds_or_ends(step: Step) -> bool:
    """A bonus changes a total at the end of a round, or ends as its card leaves Ability Mode."""
    ended = event_of(step, RoundEnded)
    if ended is not None and list(ended.totals) != printed(step):
        return True
    deck = step.before.config.deck
    for event in step.events:
        away = isinstance(event, CardSwitched) and event.to is Mode.ATTACK
        if away or isinstance(event, CardReturned):
            assert isinstance(event, CardSwitched | CardReturned)
            if deck.by_name[event.card].bonuses and _worked(step.before, event.play):
                return True
    return False


def _worked(state: State, play: int) -> bool:
    """Return whether a card lies in Ability Mode and works."""
    places = [place for place, card in enumerate(state.abilities) if card.play == play]
    return bool(places) and state.works[places[0]]


def _abilities_go_back(step: Step) -> bool:
    """A round is over, and cards in Ability Mode return to their decks."""
    if isinstance(step.action, KeepCards):
        return bool(step.before.abilities) and not step.after.abilities
    return event_of(step, DecksShuffled) is not None and bool(lying(step))


def _is_named_by_another(step: Step) -> bool:
    """A card refers to an ability that works, and is cancelled by it."""
    return event_of(step, AbilityCancelled) is not None


def _reminders_would_decide(step: Step) -> bool:
    """Somebody else had won the round if strengths in Ability Mode were added to the totals."""
    ended = event_of(step, RoundEnded)
    if ended is None:
        return False
    totals = list(ended.totals)
    for card in lying(step):
        totals[card.seat] += step.before.config.deck.by_name[card.card].strength
    return winner_of(totals) != ended.winner


def _attackers_count(step: Step) -> bool:
    return event_of(step, RoundEnded) is not None and any(printed(step))


def _attackers_decide(step: Step) -> bool:
    """Somebody else had won the round by bonuses alone."""
    ended = event_of(step, RoundEnded)
    if ended is None:
        return False
    bonuses = [total - own for total, own in zip(ended.totals, printed(step), strict=True)]
    return winner_of(bonuses) != ended.winner


def _attackers_leave(step: Step) -> bool:
    if event_of(step, RoundEnded) is None:
        return False
    return any(isinstance(event, CardsScored) and event.cards for event in step.events)


def _pile_counts_at_the_end(step: Step) -> bool:
    return not step.after.agenda and any(score(step.after))


# --- Round end and next round -----------------------------------------------------------------


def _all_plays_are_made(step: Step) -> bool:
    if event_of(step, RoundEnded) is None or event_of(step, RoundCutShort) is not None:
        return False
    return all(made == step.before.config.hand_size for made in plays(step))


def _ends_before_its_time(step: Step) -> bool:
    """A round is cut short in which somebody could still play."""
    if event_of(step, RoundCutShort) is None:
        return False
    size = step.before.config.hand_size
    return any(
        made < size and held > 0 for made, held in zip(plays(step), hands(step), strict=True)
    )


def _order_of_deck_matters(step: Step) -> bool:
    """A card is drawn while others of the deck cannot come, as they lie below."""
    asked = step.before.agenda[-1]
    if not isinstance(asked, DrawCards):
        return False
    deck = step.before.players[asked.seat].deck
    return bool(deck.bottom) and not set(deck.cards) <= set(deck.candidates)


def _next_round_begins(step: Step) -> bool:
    began = event_of(step, RoundBegan)
    return began is not None and began.round > 1


# --- Rulings ----------------------------------------------------------------------------------


def _cancelling_needs_a_ruling(step: Step) -> bool:
    """Of cards lying newly, one lists itself, is cancelled by its own side alone or in a ring."""
    before = step.before.abilities
    if step.after.abilities is before or not (now := lying(step)) or now == before:
        return False
    deck = step.before.config.deck
    names = tuple([card.card for card in now])
    cancellers, works = deck.cancelling.cancellers(names), deck.cancelling.working(names)
    for place, card in enumerate(now):
        printed_card = deck.by_name[card.card]
        if works[place] and printed_card.ability in printed_card.cancelled_by:
            return True
        by = [now[other].seat for other in cancellers[place] if works[other]]
        if by and all(seat == card.seat for seat in by):
            return True
        if place in reachable(cancellers, place):
            return True
    return False


def _missed_effect_fires(step: Step) -> bool:
    """Where the switch says so, an effect that was due begins as its card works again."""
    if event_of(step, AbilityRestored) is None or event_of(step, RoundCutShort) is not None:
        return False
    due = {card.play for card in step.before.abilities if card.due}
    due -= {card.play for card in step.after.abilities if card.due}
    return any(isinstance(event, AbilityRestored) and event.play in due for event in step.events)


def _one_player_ends_it_for_both(step: Step) -> bool:
    """Only one cannot come to a full hand; or both can, but one only with the cards in hand."""
    if event_of(step, RoundEnded) is None:
        return False
    size = step.before.config.hand_size
    outside = [outside_pile(step.after, seat) for seat in SEATS]
    short = [count < size for count in outside]
    if any(short):
        return not all(short)
    return any(count - held < size for count, held in zip(outside, hands(step), strict=True))


def _named_start_player_would_win(step: Step) -> bool:
    """A tie of the game is broken, and the next round would have had another start player."""
    named = event_of(step, StartPlayerNamed)
    if named is None or step.after.agenda or not cannot_go_on(step.after):
        return False
    first, second = score(step.after)
    return first == second and named.seat != step.after.start_player


def _larger_hand_gives_no_plays(step: Step) -> bool:
    return _all_plays_are_made(step) and any(hands(step))


def _shuffled_deck_decides(step: Step) -> bool:
    """In the first round, before any play, cards of more than one name may come."""
    asked = step.before.agenda[-1]
    if not isinstance(asked, DrawCards) or step.before.round != 1:
        return False
    rest = step.before.players[asked.seat].deck.rest
    return not any(player.plays for player in step.before.players) and rest[0] != rest[-1]


def _nobody_keeps_cards(step: Step) -> bool:
    """Everything is shuffled although somebody has cards that could be kept."""
    return event_of(step, DecksShuffled) is not None and any(hands(step))


def _bonus_is_not_scored(step: Step) -> bool:
    """The winner of a round scores cards whose strengths are not the Strength Total."""
    ended = event_of(step, RoundEnded)
    if ended is None or ended.winner is None or not _attackers_score(step):
        return False
    return ended.totals[ended.winner] != printed(step)[ended.winner]


def _switched_card_is_barred(step: Step) -> bool:
    """A target is chosen, and a card is none as it has switched already."""
    asked = step.before.agenda[-1]
    if not isinstance(asked, Target):
        return False
    effects = Effects(asked.play, asked.seat, asked.card, asked.at, asked.done)
    return bool(effects.barred(step.before))


def _owner_acts_in_others_turn(step: Step) -> bool:
    """A card is switched to Ability Mode in the other's turn, and its effects are its owner's."""
    turn = step.before.agenda[0]
    if not isinstance(turn, Round) or event_of(step, CardSwitched) is None:
        return False
    owners = {card.play: card.seat for card in step.before.attackers}
    return any(
        e.switched
        and e.works
        and _has_effects(step, e)
        and owners.get(e.play, turn.last) != turn.last
        for e in entries(step)
    )


def _negative_total_decides(step: Step) -> bool:
    """The round had another winner if no total were less than 0."""
    ended = event_of(step, RoundEnded)
    return ended is not None and winner_of([max(t, 0) for t in ended.totals]) != ended.winner


def _memory_changes(step: Step) -> bool:
    """A card comes back to a hand, open cards go under a deck or may come from there."""
    for event in step.events:
        if isinstance(event, CardReturned) or (isinstance(event, BatchPlaced) and event.open):
            return True
    asked = step.before.agenda[-1]
    if not isinstance(asked, DrawCards) or not isinstance(step.action, DrawCard):
        return False
    return _draws_from_open_batch(step.before.players[asked.seat])


def _draws_from_open_batch(player: Player) -> bool:
    if player.deck.rest or player.deck.top:
        return False
    return any(batch.open and batch.others for batch in player.batches if batch.left)


def _hand_of_other_size(step: Step) -> bool:
    return step.before.config.hand_size != 4 and event_of(step, RoundBegan) is not None


WITNESSES: Final[Mapping[str, Witness[State, Action]]] = MappingProxyType(
    {
        "DC-AIM-1": _opens_first_turn,
        "DC-AIM-2": _attacks_or_works,
        "DC-AIM-3": _attackers_score,
        "DC-AIM-4": _ends_for_lack_of_cards,
        "DC-SETUP-1": _starts_with_whole_decks,
        "DC-TURN-2": _plays_a_card,
        "DC-TURN-4": _turn_passes_on,
        "DC-MODE-1": _attackers_count,
        "DC-MODE-2": _comes_to_ability_mode,
        "DC-ABIL-3": _bonus_holds_or_ends,
        "DC-ABIL-4": _abilities_go_back,
        "DC-ABIL-5": _is_named_by_another,
        "DC-ABIL-6": _reminders_would_decide,
        "DC-ABIL-7": _has_its_effects,
        "DC-SWITCH-2": _has_its_effects_by_a_switch,
        "DC-ATK-1": _attackers_decide,
        "DC-ATK-2": _attackers_leave,
        "DC-ATK-3": _pile_counts_at_the_end,
        "DC-END-1": _all_plays_are_made,
        "DC-END-6": _ends_before_its_time,
        "DC-NEXT-3": _order_of_deck_matters,
        "DC-START-3": _next_round_begins,
        "DC-R1": _cancelling_needs_a_ruling,
        "DC-R2": _missed_effect_fires,
        "DC-R5": _one_player_ends_it_for_both,
        "DC-R6": _named_start_player_would_win,
        "DC-R7": _larger_hand_gives_no_plays,
        "DC-R11": _shuffled_deck_decides,
        "DC-R13": _nobody_keeps_cards,
        "DC-R14": _bonus_is_not_scored,
        "DC-R15": _switched_card_is_barred,
        "DC-R16": _owner_acts_in_others_turn,
        "DC-R19": _negative_total_decides,
        "DC-R20": _memory_changes,
        "DC-R21": _hand_of_other_size,
    }
)
"""The witness of each rule, by its id."""
