"""What can be wrong with a position that somebody has written down."""

from collections import Counter
from collections.abc import Iterator

from tabletop_rules.core import Problem, Question, Seat
from tabletop_rules.core.errors import shown
from tabletop_rules.dome_crushers.actions import ways_to_keep
from tabletop_rules.dome_crushers.config import MOST_WAYS_TO_KEEP
from tabletop_rules.dome_crushers.contents import Draw
from tabletop_rules.dome_crushers.draws import DrawCards
from tabletop_rules.dome_crushers.effects import Effects, Target
from tabletop_rules.dome_crushers.memory import fits
from tabletop_rules.dome_crushers.questions import Keep, NameStart, Under
from tabletop_rules.dome_crushers.rounds import NewRound, Round, Turn, ends_now
from tabletop_rules.dome_crushers.scoring import cannot_go_on
from tabletop_rules.dome_crushers.state import Batch, Player, State

__all__ = ["problems_of"]

_SEATS = (0, 1)


def problems_of(state: State) -> list[Problem]:
    """Return everything that is wrong with a state, the simplest first.

    What depends on card names or seats is looked at only where those are right.
    """
    simple = [*_number_problems(state), *_card_problems(state)]
    if simple:
        return simple
    shape = list(_agenda_problems(state))
    return shape or [
        *_table_problems(state),
        *_hand_problems(state),
        *_memory_problems(state),
        *_top_problems(state),
    ]


def _number_problems(state: State) -> Iterator[Problem]:
    lowest = 0 if any(isinstance(ask, NameStart) for ask in state.agenda) else 1
    highest = 0 if lowest == 0 else state.config.max_rounds
    if not lowest <= state.round <= highest:
        yield Problem("round", f"expected {lowest} to {highest}, got {state.round}")
    if state.start_player not in _SEATS:
        yield Problem("start_player", f"expected 0 or 1, got {state.start_player}")
    for seat, player in enumerate(state.players):
        if not 0 <= player.plays <= state.config.hand_size:
            what = f"expected 0 to {state.config.hand_size}, got {player.plays}"
            yield Problem(f"seats[{seat}].plays", what)
    for index, ask in enumerate(state.agenda):
        seat = getattr(ask, "seat", getattr(ask, "last", 0))
        if seat not in _SEATS:
            yield Problem(f"agenda[{index}]", f"expected seat 0 or 1, got {seat}")
    for name, cards in (("attackers", state.attackers), ("abilities", state.abilities)):
        for index, card in enumerate(cards):
            if card.seat not in _SEATS:
                yield Problem(f"{name}[{index}].seat", f"expected 0 or 1, got {card.seat}")
            if card.play < 1:
                yield Problem(f"{name}[{index}].play", f"expected 1 or more, got {card.play}")


def _card_problems(state: State) -> Iterator[Problem]:
    by_name = state.config.deck.by_name
    named: list[tuple[str, tuple[str, ...]]] = [
        ("attackers", tuple(card.card for card in state.attackers)),
        ("abilities", tuple(card.card for card in state.abilities)),
    ]
    for seat, player in enumerate(state.players):
        named += [(f"seats[{seat}].batches", b.open + b.safe) for b in player.batches]
        named += [
            (f"seats[{seat}].{key}", cards)
            for key, cards in (
                ("hand", player.hand),
                ("top", player.deck.top),
                ("bottom", player.deck.bottom),
                ("face_up", player.face_up),
                ("face_down", player.face_down),
                ("known", player.known),
                ("revealed", player.revealed),
            )
        ]
    for index, ask in enumerate(state.agenda):
        if isinstance(ask, Effects | Target):
            named.append((f"agenda[{index}].card", (ask.card,)))
        if isinstance(ask, Under):
            named.append((f"agenda[{index}]", ask.placed + ask.left))
    for where, cards in named:
        for card in dict.fromkeys(cards):
            if card not in by_name:
                yield Problem(where, f"no card of the deck is called {shown(card)}")


def _agenda_problems(state: State) -> Iterator[Problem]:
    """Give what is wrong with the shape of the agenda."""
    agenda = state.agenda
    if not agenda:
        if not cannot_go_on(state) and state.round < state.config.max_rounds:
            yield Problem("agenda", "it is empty, but the game is not over")
        return
    if not isinstance(agenda[-1], Question):
        yield Problem("agenda", "its last item must be a question that somebody answers")
    if not isinstance(agenda[0], Round | NewRound):
        yield Problem("agenda", "its first item must be 'round' or 'new_round'")
        return
    above = agenda[1:]
    allowed: tuple[type, ...]
    if isinstance(agenda[0], NewRound):
        simple = state.config.rulings.simple_variant  # nobody keeps or places cards (DC-R13)
        allowed = (NameStart,) if simple else (NameStart, Keep, Under)
    else:
        allowed = (DrawCards, Turn, Effects, Target)
    for index, ask in enumerate(above, 1):
        if not isinstance(ask, allowed):
            names = ", ".join(kind.__name__ for kind in allowed)
            yield Problem(f"agenda[{index}]", f"expected only {names} above the first item")
    alone = (NameStart, Keep, Turn)
    if len(above) > 1 and any(isinstance(ask, alone) for ask in above):
        yield Problem("agenda", "only one question may stand above its first item here")
    unders = [ask.seat for ask in above if isinstance(ask, Under)]
    if unders not in ([], [0], [1], [1, 0]):
        yield Problem("agenda", "seat 0 places cards under its deck before seat 1 does, each once")
    turn = agenda[-1]
    if isinstance(agenda[0], Round) and isinstance(turn, Turn) and turn.seat != agenda[0].last:
        yield Problem("agenda[0].last", f"expected the seat that has the turn, {turn.seat}")


def _table_problems(state: State) -> Iterator[Problem]:
    table = state.attackers + state.abilities
    numbers = Counter(card.play for card in table)
    for number, times in sorted(numbers.items()):
        if times > 1:
            yield Problem("play", f"{times} cards on the table have the number {number}")
    for name, cards in (("attackers", state.attackers), ("abilities", state.abilities)):
        for index, card in enumerate(cards):
            late = state.config.rulings.missed_effects_fire and name == "abilities"
            immediate = state.config.deck.by_name[card.card].immediate
            if card.due and not (late and immediate):
                what = "only abilities with immediate effects that may fire late are due"
                yield Problem(f"{name}[{index}].due", what)
    if state.agenda and isinstance(state.agenda[0], Round):
        yield from _running_problems(state, numbers)
        return
    if state.attackers:
        yield Problem("attackers", "between rounds no card is in Attack Mode")
    for seat, player in enumerate(state.players):
        if player.plays:
            yield Problem(f"seats[{seat}].plays", "between rounds nobody has made plays")


def _running_problems(state: State, numbers: Counter[int]) -> Iterator[Problem]:
    """Give what is wrong with the plays of a round that is being played."""
    total = sum(player.plays for player in state.players)
    if numbers and max(numbers) > total:
        yield Problem("play", f"only {total} plays were made, but a card has number {max(numbers)}")
    for seat, player in enumerate(state.players):
        own = sum(card.seat == seat for card in state.attackers + state.abilities)
        if player.plays < own:
            what = f"expected at least {own}, the cards on the table, got {player.plays}"
            yield Problem(f"seats[{seat}].plays", what)
    if isinstance(state.agenda[-1], Turn):
        for name, cards in (("attackers", state.attackers), ("abilities", state.abilities)):
            for index, card in enumerate(cards):
                if card.turned:
                    what = "no played card is being resolved, so none has switched [DC-R15]"
                    yield Problem(f"{name}[{index}].turned", what)
    if ends_now(state):
        yield Problem(
            "abilities", "one that works ends the round, so nothing can be asked [DC-R10]"
        )


def _hand_problems(state: State) -> Iterator[Problem]:
    """Give which hands have too many parts to be asked what is kept of them (DC-NEXT-1).

    If no ability draws, a config sees to that for all hands that a game can lead to.
    """
    if state.config.rulings.simple_variant or state.config.deck.draws:
        return
    for seat, player in enumerate(state.players):
        table = tuple(c.card for c in state.attackers + state.abilities if c.seat == seat)
        ways = ways_to_keep(Counter(player.hand + table).values())
        if ways > MOST_WAYS_TO_KEEP:
            what = "ways to keep some of it and of the cards on the table"
            given = f"expected at most {MOST_WAYS_TO_KEEP:,} {what}, got {ways:,}"
            yield Problem(f"seats[{seat}].hand", given)


def _memory_problems(state: State) -> Iterator[Problem]:
    for seat, player in enumerate(state.players):
        where = f"seats[{seat}]"
        if Counter(player.known) - Counter(player.hand):
            yield Problem(f"{where}.known", "cards that are not in the hand")
        table = tuple(c.card for c in state.attackers + state.abilities if c.seat == seat)
        lying = Counter(player.face_up + player.face_down + table + player.known)
        if Counter(player.revealed) - lying:
            yield Problem(f"{where}.revealed", "cards that lie open nowhere")
        times = [*player.late, *(time for batch in player.batches for time in batch.drawn)]
        if any(not 0 <= time <= len(player.revealed) for time in times):
            what = f"expected numbers of revealed cards, 0 to {len(player.revealed)}"
            yield Problem(f"{where}.batches", what)
            continue
        if any(min(b.others, b.lost, b.left) < 0 for b in player.batches):
            yield Problem(f"{where}.batches", "a batch with negative numbers of cards")
            continue
        if not all(b.lost and Counter(b.safe) <= Counter(b.open) for b in player.batches if b.safe):
            what = "only open cards of a batch that has lost some are safe"
            yield Problem(f"{where}.batches", what)
            continue
        going = _going(state, seat)
        below = len(player.deck.bottom) + len(going)
        remembered = sum(batch.left for batch in player.batches)
        if state.config.rulings.simple_variant and (player.batches or below):
            yield Problem(f"{where}.bottom", "the Simple Variant has no cards at the bottom")
        elif remembered != below:
            what = f"they have {remembered} cards left, but {below} are at the bottom"
            yield Problem(f"{where}.batches", what)
        elif not _true_memory(player, going):
            yield Problem(f"{where}.batches", "they contradict where the cards really are")


def _going(state: State, seat: Seat) -> tuple[str, ...]:
    asked = [ask for ask in state.agenda if isinstance(ask, Under) and ask.seat == seat]
    return tuple(card for ask in asked for card in ask.placed + ask.left)


def _true_memory(player: Player, going: tuple[str, ...]) -> bool:
    bottom = player.deck.bottom + going
    inside: list[tuple[Batch, tuple[str, ...]]] = []
    for batch in player.batches:
        inside.append((batch, bottom[: batch.left]))
        bottom = bottom[batch.left :]
    hand = Counter(player.hand) - Counter(player.known)
    return fits(inside, tuple(hand.elements()), player.revealed)


def _top_problems(state: State) -> Iterator[Problem]:
    """Give what is wrong with each item of the agenda, looked at on its own."""
    for index, ask in enumerate(state.agenda):
        where = f"agenda[{index}]"
        match ask:
            case DrawCards(seat=seat, left=left):
                player = state.players[seat]
                most = len(player.deck)
                if not state.config.deck.draws:
                    most = min(most, state.config.hand_size - len(player.hand))
                if not 1 <= left <= most:
                    yield Problem(f"{where}.left", f"expected 1 to {most}, got {left}")
            case Turn(seat=seat):
                player = state.players[seat]
                if not player.hand or player.plays >= state.config.hand_size:
                    lack = "has no card in hand" if not player.hand else "has made all its plays"
                    short = state.agenda == (Round(seat), ask)
                    yield Problem("turn" if short else where, f"seat {seat} {lack}")
            case Effects() | Target():
                yield from _effect_problems(state, where, ask)
            case Keep():
                yield from _keep_problems(state, where, ask)
            case Under(left=left):
                if len(left) < 2 or list(left) != sorted(left):
                    what = f"expected two or more sorted cards, got {shown(left)}"
                    yield Problem(f"{where}.left", what)
            case _:
                pass


def _keep_problems(state: State, where: str, ask: Keep) -> Iterator[Problem]:
    if len(ask.kept) != ask.seat:
        yield Problem(where, f"expected {ask.seat} answers before seat {ask.seat}'s")
    for other, cards in enumerate(ask.kept[: ask.seat]):
        hand = Counter(state.players[other].hand)
        if cards is None or Counter(cards) - hand or list(cards) != sorted(cards):
            what = f"expected sorted cards from the hand, got {shown(cards)}"
            yield Problem(f"{where}.kept[{other}]", what)


def _effect_problems(state: State, where: str, ask: Effects | Target) -> Iterator[Problem]:
    immediate = state.config.deck.by_name[ask.card].immediate
    last = len(immediate) if isinstance(ask, Effects) else len(immediate) - 1
    if not 0 <= ask.at <= last:
        yield Problem(f"{where}.at", f"expected 0 to {last}, got {ask.at}")
        return
    if isinstance(ask, Target):
        effect = immediate[ask.at]
        if isinstance(effect, Draw) or not 0 <= ask.done < effect.count:
            yield Problem(where, f"effect {ask.at} of {ask.card} asks for no such target")
        elif len(ask.options(state)) < 2:
            yield Problem(where, "there is nothing to choose")
