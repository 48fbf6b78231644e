"""Market: a small sound game with everything in it that can go wrong in a game.

Chance deals each seat a hidden hand from a deck with copies. Each round every seat lays a card face
down, in seat order, and all are shown together. Whoever alone has laid the highest takes a token
from the pot, or its card back, which all then know to be in that hand. The hands are filled, and so
on until the pot is empty, the deck runs short, or the rounds are over: then nobody has won.

It is one file that imports the core alone, so that another process can load it.
"""

from enum import Enum
from random import Random
from typing import Any, Final, TypeAlias

from attrs import evolve, frozen

from tabletop_rules.core import (
    CHANCE,
    Actor,
    ConfigError,
    Distribution,
    Event,
    NotationError,
    Outcome,
    OutcomeKind,
    Played,
    PositionError,
    Problem,
    Question,
    Refusal,
    Rule,
    Rulebook,
    Seat,
    Step,
    Transition,
    Verification,
    Weighted,
    from_json,
    to_json,
)
from tabletop_rules.core import agenda as _agenda
from tabletop_rules.core import observe as _observe

name: Final = "sound"
rules_version: Final = "1"
rulebook: Final = Rulebook(
    "Market",
    rules_version,
    (
        Rule("MK-CARDS-1", "All cards stay in the game.", "Material"),
        Rule("MK-TOKENS-1", "All tokens stay in the game.", "Material"),
        Rule("MK-DEAL-1", "Hands are filled in seat order from a shuffled deck.", "Dealing"),
        Rule("MK-DEAL-2", "Each copy left in the deck is as likely to be dealt.", "Dealing"),
        Rule("MK-LAY-1", "Each seat lays a card face down.", "Laying"),
        Rule("MK-LAY-2", "A card that is laid comes from the hand.", "Laying"),
        Rule("MK-SHOW-1", "When all have laid a card, all are shown and discarded.", "Showing"),
        Rule("MK-SHOW-2", "Whoever alone has laid the highest wins the round.", "Showing"),
        Rule("MK-SHOW-3", "When several have laid the highest, nobody wins the round.", "Showing"),
        Rule("MK-PRIZE-1", "The winner takes a token, or its card back.", "Prizes"),
        Rule("MK-PRIZE-2", "A card taken back stays known to all.", "Prizes"),
        Rule("MK-ROUND-1", "After a round the next one begins.", "Rounds"),
        Rule("MK-END-1", "When the pot is empty, the most tokens win.", "End"),
        Rule("MK-END-2", "When the deck runs short, the most tokens win.", "End"),
        Rule("MK-END-3", "When the rounds are over, nobody has won.", "End"),
        Rule("MK-END-4", "Of equal tokens the cheaper cards shown rank first.", "End"),
    ),
)

VALUES: Final = {"ash": 1, "oak": 2, "yew": 3}
Cards: TypeAlias = tuple[str, ...]


@frozen
class Config:
    """What is agreed before a game."""

    seats: int = 3
    hand: int = 2
    deck: Cards = ("ash",) * 9 + ("oak",) * 6 + ("yew",) * 4
    tokens: int = 4
    rounds: int = 6

    def __attrs_post_init__(self) -> None:
        problems: list[Problem] = []
        if not 2 <= self.seats <= 3:
            problems.append(Problem("seats", f"expected 2 or 3, got {self.seats}"))
        if min(self.hand, self.tokens, self.rounds) < 1:
            problems.append(Problem("", "expected 1 or more of hand, tokens and rounds"))
        if not set(self.deck) <= set(VALUES):
            problems.append(Problem("deck", f"expected only {', '.join(VALUES)}"))
        if len(self.deck) < self.seats * self.hand:
            problems.append(Problem("deck", "expected enough cards for all hands"))
        if problems:
            raise ConfigError(problems)


# ---------------------------------------------------------------- actions and events


class Prize(Enum):
    """What the winner of a round takes."""

    TOKEN = "token"
    CARD = "card"


@frozen
class Deal:
    """Chance deals a card to a seat."""

    seat: Seat
    card: str


@frozen
class Lay:
    """The seat that is asked lays a card face down."""

    card: str


@frozen
class Take:
    """The winner of the round takes a prize."""

    prize: Prize


Action: TypeAlias = Deal | Lay | Take


@frozen(kw_only=True)
class Dealt(Event):
    """A seat got a card, which it alone sees."""

    seat: Seat
    card: str | None

    def seen_by(self, seat: Seat | None, /) -> "Dealt":
        return self if seat == self.seat else evolve(self, card=None)

    def describe(self) -> str:
        return f"Seat {self.seat} gets {self.card or 'a card'}."


@frozen(kw_only=True)
class Laid(Event):
    """A seat laid a card, which it alone sees."""

    seat: Seat
    card: str | None

    def seen_by(self, seat: Seat | None, /) -> "Laid":
        return self if seat == self.seat else evolve(self, card=None)

    def describe(self) -> str:
        return f"Seat {self.seat} lays {self.card or 'a card'}."


@frozen(kw_only=True)
class Shown(Event):
    """All see what each seat has laid."""

    cards: Cards

    def describe(self) -> str:
        return f"The cards are {', '.join(self.cards)}."


@frozen(kw_only=True)
class RoundWon(Event):
    """A seat won the round; ``None``: nobody did."""

    seat: Seat | None

    def describe(self) -> str:
        return f"{'Nobody' if self.seat is None else f'Seat {self.seat}'} wins the round."


@frozen(kw_only=True)
class Taken(Event):
    """A seat took a token, or this card back."""

    seat: Seat
    card: str | None

    def describe(self) -> str:
        return f"Seat {self.seat} takes {self.card or 'a token'}."


@frozen(kw_only=True)
class RoundBegan(Event):
    """A round began."""

    round: int

    def describe(self) -> str:
        return f"Round {self.round} begins."


@frozen(kw_only=True)
class Ended(Event):
    """The game is over."""

    def describe(self) -> str:
        return "The game is over."


# ---------------------------------------------------------------- states


@frozen
class Player:
    """What a seat has; `known` is what all have seen of its hand and its card on the table."""

    hand: Cards = ()
    laid: str = ""
    known: Cards = ()
    tokens: int = 0
    spent: int = 0


@frozen
class State:
    """All that there is. Cards are kept sorted."""

    config: Config
    players: tuple[Player, ...]
    deck: Cards
    discard: Cards
    pot: int
    round: int
    agenda: "tuple[Ask, ...]"

    def with_agenda(self, agenda: "tuple[Ask, ...]", /) -> "State":
        """Return the state with another agenda."""
        return evolve(self, agenda=agenda)

    def with_player(self, seat: Seat, **changes: Any) -> "State":
        """Return the state with another player."""
        made = evolve(self.players[seat], **changes)
        return evolve(self, players=(*self.players[:seat], made, *self.players[seat + 1 :]))


def without(cards: Cards, card: str) -> Cards:
    """Return cards without one copy of a card."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


@frozen
class AskDeal(Question[State, Action]):
    """Which card does a seat get?"""

    seat: Seat

    @property
    def actor(self) -> Actor:
        return CHANCE

    @property
    def rule(self) -> str:
        return "MK-DEAL-1"

    def options(self, state: State, /) -> tuple[Action, ...]:
        return tuple(Deal(self.seat, card) for card in dict.fromkeys(state.deck))

    def chances(self, state: State, /) -> tuple[Weighted[Action], ...]:
        kinds = dict.fromkeys(state.deck)
        return Distribution.of((Deal(self.seat, card), state.deck.count(card)) for card in kinds)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        assert isinstance(action, Deal)
        hand = tuple(sorted((*state.players[self.seat].hand, action.card)))
        dealt = evolve(state, deck=without(state.deck, action.card), agenda=(Fill(),))
        event = Dealt(rule="MK-DEAL-1", seat=self.seat, card=action.card)
        return _agenda.run_steps(dealt.with_player(self.seat, hand=hand), (event,))

    def refuse(self, state: State, action: object, /) -> Refusal:
        return Refusal("MK-DEAL-1", f"a card of the deck must be dealt to seat {self.seat}")


@frozen
class AskLay(Question[State, Action]):
    """Which card does a seat lay?"""

    seat: Seat

    @property
    def actor(self) -> Actor:
        return self.seat

    @property
    def rule(self) -> str:
        return "MK-LAY-1"

    def options(self, state: State, /) -> tuple[Action, ...]:
        return tuple(Lay(card) for card in dict.fromkeys(state.players[self.seat].hand))

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        assert isinstance(action, Lay)
        last = self.seat == state.config.seats - 1
        after = state.with_agenda((Show() if last else AskLay(self.seat + 1),))
        hand = without(state.players[self.seat].hand, action.card)
        after = after.with_player(self.seat, hand=hand, laid=action.card)
        event = Laid(rule="MK-LAY-1", seat=self.seat, card=action.card)
        return _agenda.run_steps(after, (event,))

    def refuse(self, state: State, action: object, /) -> Refusal:
        if type(action) is Lay:
            return Refusal("MK-LAY-2", f"seat {self.seat} has no such card in hand")
        return Refusal("MK-LAY-1", f"seat {self.seat} must lay a card")


@frozen
class AskPrize(Question[State, Action]):
    """What does the winner take?"""

    seat: Seat
    card: str

    @property
    def actor(self) -> Actor:
        return self.seat

    @property
    def rule(self) -> str:
        return "MK-PRIZE-1"

    def options(self, state: State, /) -> tuple[Action, ...]:
        return (Take(Prize.TOKEN), Take(Prize.CARD))

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        assert isinstance(action, Take)
        player = state.players[self.seat]
        if action.prize is Prize.TOKEN:
            event = Taken(rule="MK-PRIZE-1", seat=self.seat, card=None)
            after = evolve(state, pot=state.pot - 1, agenda=(Close(),))
            after = after.with_player(self.seat, tokens=player.tokens + 1)
            return _agenda.run_steps(after, (event,))
        hand = tuple(sorted((*player.hand, self.card)))
        known = tuple(sorted((*player.known, self.card)))
        after = evolve(state, discard=without(state.discard, self.card), agenda=(Close(),))
        event = Taken(rule="MK-PRIZE-2", seat=self.seat, card=self.card)
        return _agenda.run_steps(after.with_player(self.seat, hand=hand, known=known), (event,))

    def refuse(self, state: State, action: object, /) -> Refusal:
        return Refusal("MK-PRIZE-1", f"seat {self.seat} must take a token or its card")


@frozen
class Fill(Step[State]):
    """The next seat without a full hand gets a card; else the first lays one."""

    def run(self, state: State, /) -> Transition[State]:
        for seat, player in enumerate(state.players):
            if len(player.hand) < state.config.hand:
                return Transition(state.with_agenda((AskDeal(seat),)), ())
        return Transition(state.with_agenda((AskLay(0),)), ())


@frozen
class Show(Step[State]):
    """All cards that were laid are shown, and decide the round."""

    def run(self, state: State, /) -> Transition[State]:
        cards = tuple(player.laid for player in state.players)
        for seat, card in enumerate(cards):
            player = state.players[seat]
            known = without(player.known, card) if card in player.known else player.known
            spent = player.spent + VALUES[card]
            state = state.with_player(seat, laid="", known=known, spent=spent)
        state = evolve(state, discard=tuple(sorted(state.discard + cards)))
        shown = Shown(rule="MK-SHOW-1", cards=cards)
        highest = max(cards, key=VALUES.__getitem__)
        if cards.count(highest) > 1:
            tied = RoundWon(rule="MK-SHOW-3", seat=None)
            return Transition(state.with_agenda((Close(),)), (shown, tied))
        seat = cards.index(highest)
        won = RoundWon(rule="MK-SHOW-2", seat=seat)
        return Transition(state.with_agenda((AskPrize(seat, highest),)), (shown, won))


@frozen
class Close(Step[State]):
    """The round is over: another one begins, or the game is over too."""

    def run(self, state: State, /) -> Transition[State]:
        rule = _over(state)
        if rule is not None:
            return Transition(state.with_agenda(()), (Ended(rule=rule),))
        following = evolve(state, round=state.round + 1, agenda=(Fill(),))
        return Transition(following, (RoundBegan(rule="MK-ROUND-1", round=following.round),))


Ask: TypeAlias = AskDeal | AskLay | AskPrize | Fill | Show | Close


def _over(state: State) -> str | None:
    """Return the rule by which the game is over after this round."""
    if not state.pot:
        return "MK-END-1"
    if _needed(state) > len(state.deck):
        return "MK-END-2"
    return "MK-END-3" if state.round == state.config.rounds else None


def _needed(state: State) -> int:
    return sum(max(0, state.config.hand - len(player.hand)) for player in state.players)


# ---------------------------------------------------------------- the protocol


def initial_state(config: Config, /) -> State:
    players = (Player(),) * config.seats
    return State(config, players, tuple(sorted(config.deck)), (), config.tokens, 1, (AskDeal(0),))


def actor(state: State, /) -> Actor:
    return _agenda.actor(state)


def legal_actions(state: State, /) -> tuple[Action, ...]:
    return _agenda.legal_actions(state)


def chance_outcomes(state: State, /) -> tuple[Weighted[Action], ...]:
    return _agenda.chance_outcomes(state)


def apply(state: State, action: Action, /) -> Transition[State]:
    return _agenda.apply(state, action, "MK-END-1")


def why_not(state: State, action: Action, seat: Seat, /) -> Refusal | None:
    return _agenda.why_not(state, action, seat, "MK-END-1")


def score(state: State, /) -> tuple[int, ...]:
    return tuple(player.tokens for player in state.players)


def outcome(state: State, /) -> Outcome | None:
    if state.agenda:
        return None
    rule = _over(state) or "MK-END-3"
    if rule == "MK-END-3":
        nobody = (1,) * len(state.players)
        return Outcome(OutcomeKind.TRUNCATED, nobody, "the rounds are over", rule)
    points = score(state)
    worth = [(player.tokens, -player.spent) for player in state.players]
    ranks = tuple(1 + sum(other > mine for other in worth) for mine in worth)
    if set(ranks) == {1}:
        return Outcome(OutcomeKind.DRAW, ranks, "all have the same", rule)
    plain = tuple(1 + sum(other > mine for other in points) for mine in points)
    tie_break = None if ranks == plain else "MK-END-4"
    return Outcome(OutcomeKind.WIN, ranks, f"{max(points)} tokens", rule, tie_break)


# ---------------------------------------------------------------- views


@frozen
class PlayerView:
    """What somebody sees of a seat: of another one neither hand nor the card that was laid."""

    hand: Cards
    count: int
    laid: bool
    card: str
    known: Cards
    tokens: int
    spent: int


@frozen
class View:
    """What a seat may know, or a spectator."""

    config: Config
    seat: Seat | None
    players: tuple[PlayerView, ...]
    left: int
    discard: Cards
    pot: int
    round: int
    agenda: "tuple[Ask, ...]"


def view(state: State, seat: Seat | None, /) -> View:
    players = tuple(
        PlayerView(
            hand=player.hand if place == seat else (),
            count=len(player.hand),
            laid=bool(player.laid),
            card=player.laid if place == seat else "",
            known=player.known,
            tokens=player.tokens,
            spent=player.spent,
        )
        for place, player in enumerate(state.players)
    )
    left = len(state.deck)
    return View(
        state.config, seat, players, left, state.discard, state.pot, state.round, state.agenda
    )


def observe(events: tuple[Event, ...], seat: Seat | None, /) -> tuple[Event, ...]:
    return _observe(events, seat)


def resample(seen: View, rng: Random, /) -> State:
    unseen = list(seen.config.deck)
    for place, player in enumerate(seen.players):
        own = (*player.hand, player.card) if place == seen.seat else player.known
        for card in own:
            if card:
                unseen.remove(card)
    for card in seen.discard:
        unseen.remove(card)
    rng.shuffle(unseen)
    players: list[Player] = []
    for place, player in enumerate(seen.players):
        hand, laid = list(player.hand), player.card
        if place != seen.seat:
            hand = list(player.known)
            while len(hand) < player.count + player.laid:
                hand.append(unseen.pop())
            laid = hand.pop(int(rng.random() * len(hand))) if player.laid else ""
        cards = tuple(sorted(hand))
        players.append(Player(cards, laid, player.known, player.tokens, player.spent))
    deck = tuple(sorted(unseen))
    return State(seen.config, tuple(players), deck, seen.discard, seen.pot, seen.round, seen.agenda)


def render(seen: View, /) -> str:
    lines = [f"Round {seen.round}, pot {seen.pot}, deck {seen.left}"]
    for place, player in enumerate(seen.players):
        hand = " ".join(player.hand) or f"{player.count} hidden"
        known = f", known {' '.join(player.known)}" if player.known else ""
        laid = f", laid {player.card or '?'}" if player.laid else ""
        lines.append(f"Seat {place}: {hand}{known}{laid}, {player.tokens} tokens")
    return "\n".join(lines)


# ---------------------------------------------------------------- texts


def format_action(action: Action, /) -> str:
    match action:
        case Deal(seat=seat, card=card):
            return f"deal {seat} {card}"
        case Lay(card=card):
            return f"lay {card}"
        case Take(prize=prize):
            return f"take {prize.value}"


def parse_action(text: str, /) -> Action:
    match text.split():
        case ["deal", ("0" | "1" | "2") as seat, card] if card in VALUES:
            return Deal(int(seat), card)
        case ["lay", card] if card in VALUES:
            return Lay(card)
        case ["take", ("token" | "card") as prize]:
            return Take(Prize(prize))
        case _:
            raise NotationError(text, "'deal SEAT CARD', 'lay CARD' or 'take token|card'")


def format_state(state: State, /) -> str:
    return to_json(state, indent=1)


def parse_state(text: str, config: Config | None = None, /) -> State:
    state = from_json(text, State, error=PositionError)
    problems = _problems(state)
    if config is not None and state.config != config:
        problems.append(Problem("config", "expected the config that is given"))
    if problems:
        raise PositionError(problems)
    return state


def _problems(state: State) -> list[Problem]:
    """Return what makes no sense in a state that was written by somebody else."""
    config, players = state.config, state.players
    if len(players) != config.seats:
        return [Problem("players", f"expected {config.seats}, got {len(players)}")]
    cards = [*state.deck, *state.discard]
    cards += [card for player in players for card in (*player.hand, player.laid) if card]
    piles = [state.deck, state.discard, *(player.hand for player in players)]
    piles += [player.known for player in players]
    tokens = [state.pot, *(player.tokens for player in players)]
    wrong = {
        "the cards are not those of the deck": sorted(cards) != sorted(config.deck),
        "cards are not sorted": any(list(pile) != sorted(pile) for pile in piles),
        "a known card is not there": any(not _has_known(player) for player in players),
        "a hand is too big": any(
            len(player.hand) + bool(player.laid) > config.hand for player in players
        ),
        "tokens are missing": sum(tokens) != config.tokens or min(tokens) < 0,
        "there is no such round": not 1 <= state.round <= config.rounds,
        "the agenda cannot be": not all(_may_ask(state, ask) for ask in state.agenda),
        "several questions are open": len(state.agenda) > 1,
    }
    return [Problem("", what) for what, so in wrong.items() if so]


def _has_known(player: Player) -> bool:
    held = (*player.hand, player.laid)
    return all(player.known.count(card) <= held.count(card) for card in player.known)


def _may_ask(state: State, ask: Ask) -> bool:
    """Return whether a question can be open."""
    laid = [bool(player.laid) for player in state.players]
    if not isinstance(ask, AskDeal | AskLay | AskPrize) or ask.seat not in range(len(laid)):
        return False
    player = state.players[ask.seat]
    if isinstance(ask, AskDeal):
        short = len(player.hand) < state.config.hand and _needed(state) <= len(state.deck)
        return short and not any(laid)
    if isinstance(ask, AskPrize):
        return ask.card in state.discard and state.pot > 0 and not any(laid)
    all_have_cards = all(other.hand for other in state.players[ask.seat :])
    return all_have_cards and laid == [seat < ask.seat for seat in range(len(laid))]


def max_actions(config: Config, /) -> int:
    # the first hands, and each round a card and a new one for each seat, and a prize
    return config.seats * config.hand + config.rounds * (2 * config.seats + 1)


# ---------------------------------------------------------------- verification

BRISK: Final = Config(2, 2, ("ash",) * 5 + ("oak",) * 4 + ("yew",) * 2, tokens=2, rounds=3)
THREE: Final = Config(3, 1, ("ash",) * 4 + ("oak",) * 3 + ("yew",) * 2, tokens=2, rounds=2)
TINY: Final = Config(2, 2, ("ash",) * 3 + ("oak",) * 2, tokens=1, rounds=2)


def verification() -> Verification[Config, State, Action]:
    return Verification(
        configs={"default": Config(), "brisk": BRISK, "three": THREE},
        small={"tiny": TINY},
        witnesses={"MK-DEAL-2": _uneven},
        conserved={"MK-CARDS-1": cards, "MK-TOKENS-1": tokens},
    )


def _uneven(step: Played[State, Action]) -> bool:
    odds = {outcome.probability for outcome in chance_outcomes(step.before)}
    return len(odds) > 1


def cards(state: State) -> Cards:
    """Return all cards, sorted (rule MK-CARDS-1)."""
    held = [card for player in state.players for card in (*player.hand, player.laid) if card]
    return tuple(sorted((*state.deck, *state.discard, *held)))


def tokens(state: State) -> int:
    """Return the number of tokens (rule MK-TOKENS-1)."""
    return state.pot + sum(player.tokens for player in state.players)
