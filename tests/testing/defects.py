"""Planted defects: each broken game differs from the sound one in one place.

`DEFECTS` lists them: what is wrong, the check that is meant to find it, what it says, and the
functions that are replaced.
"""

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any, Final, TypeAlias

from attrs import evolve, field, fields, frozen

from tabletop_rules.core import (
    Distribution,
    Event,
    Game,
    IllegalActionError,
    Outcome,
    OutcomeKind,
    PositionError,
    Problem,
    Refusal,
    Transition,
    Weighted,
    from_json,
    to_json,
)

from . import sound, unordered
from .sound import (
    BRISK,
    THREE,
    AskLay,
    AskPrize,
    Config,
    Deal,
    Dealt,
    Lay,
    Prize,
    RoundBegan,
    RoundWon,
    Shown,
    State,
    Take,
    Taken,
    View,
)

Functions: TypeAlias = Mapping[str, Any]
_NAMES: Final = tuple(name for name in vars(Game) if not name.startswith("_"))


@frozen
class Defect:
    """What is wrong with a game.

    Attributes:
        name: what is wrong
        check: the check that is meant to find it
        says: a part of what the check says
        functions: what is replaced; made anew for each game where it keeps something
        config: the config in which it is looked for
        most: how many actions its record may have
    """

    name: str
    check: str
    says: str
    functions: Functions | Callable[[], Functions] | ModuleType
    config: Config = BRISK
    most: int = 12

    def game(self) -> Any:
        """Return the broken game."""
        if isinstance(self.functions, ModuleType):
            return self.functions
        functions = self.functions() if callable(self.functions) else self.functions
        kept = {each: getattr(sound, each) for each in (*_NAMES, "verification")}
        return SimpleNamespace(**{**kept, **functions})


# ---------------------------------------------------------------- options


def _asked(state: State) -> bool:
    """Return whether a seat is asked."""
    return isinstance(sound.actor(state), int)


def _listing(change: Callable[[tuple[Any, ...]], tuple[Any, ...]]) -> Functions:
    """Return a game that changes the options of seats."""

    def legal_actions(state: State) -> tuple[Any, ...]:
        options = sound.legal_actions(state)
        return change(options) if _asked(state) else options

    return {"legal_actions": legal_actions}


def _fickle() -> Functions:
    """Turn the options round each time."""
    times = [0]

    def turned(options: tuple[Any, ...]) -> tuple[Any, ...]:
        times[0] += 1
        return options[:: 1 if times[0] % 2 else -1]

    return _listing(turned)


def _stuck(state: State) -> tuple[Any, ...]:
    """Give a seat that holds one kind of card no option."""
    options = sound.legal_actions(state)
    return () if _asked(state) and len(options) == 1 else options


def _applying(change: Callable[[State, Any, State, Any], Transition[State]]) -> Functions:
    """Return a game in which what an action leads to is changed; see what `change` is given."""

    def apply(state: State, action: Any) -> Transition[State]:
        after, events = sound.apply(state, action)
        return change(state, action, after, events)

    return {"apply": apply}


def _raises(state: State, action: Any, after: State, events: Any) -> Transition[State]:
    if action == Take(Prize.CARD):
        raise IndexError("there is no such prize")
    return Transition(after, events)


def _accepts_junk(state: State, action: Any) -> Transition[State]:
    return Transition(state, ()) if action == "junk" else sound.apply(state, action)


def _looks_up_the_fields(state: State, action: Any) -> Transition[State]:
    """Look an action up by its hash, which nothing has that holds a list."""
    hash(action)
    return sound.apply(state, action)


def _looks_up_the_class(state: State, action: Any) -> Transition[State]:
    kinds: dict[str, Any] = {"Deal": Deal, "Lay": Lay, "Take": Take}
    kind = kinds[type(action).__name__]
    return sound.apply(state, action if isinstance(action, kind) else kind)


# ---------------------------------------------------------------- refusals


def _refusing(change: Callable[[State, Refusal], Refusal]) -> Functions:
    """Return a game that refuses otherwise, in `apply` as in `why_not`."""

    def apply(state: State, action: Any) -> Transition[State]:
        try:
            return sound.apply(state, action)
        except IllegalActionError as error:
            changed = change(state, Refusal(error.rule, error.reason))
            raise IllegalActionError(action, changed.rule, changed.reason) from None

    def why_not(state: State, action: Any, seat: int) -> Refusal | None:
        refusal = sound.why_not(state, action, seat)
        return refusal and change(state, refusal)

    return {"apply": apply, "why_not": why_not}


def _tells_why_of_the_hand(state: State, action: Any, seat: int) -> Refusal | None:
    refusal = sound.why_not(state, action, seat)
    asked = sound.actor(state)
    if refusal and isinstance(asked, int) and asked != seat:
        return evolve(refusal, reason=f"seat {asked} can choose of {sound.legal_actions(state)}")
    return refusal


def _cites_another(state: State, action: Any, seat: int) -> Refusal | None:
    refusal = sound.why_not(state, action, seat)
    return refusal and evolve(refusal, rule="MK-SHOW-1")


def _allows_all(state: State, action: Any, seat: int) -> Refusal | None:
    return sound.why_not(state, action, seat) if action in sound.legal_actions(state) else None


def _asks_anybody(state: State, action: Any, seat: int) -> Refusal | None:
    return None if action in sound.legal_actions(state) else sound.why_not(state, action, seat)


# ---------------------------------------------------------------- chance


def _weighing(change: Callable[[State, list[Weighted[Any]]], Any]) -> Functions:
    """Return a game with other odds."""

    def chance_outcomes(state: State) -> Any:
        odds = sound.chance_outcomes(state)
        return change(state, list(odds)) if odds else odds

    return {"chance_outcomes": chance_outcomes}


def _impossible(_: State, odds: list[Weighted[Any]]) -> Any:
    first, *others, last = (*odds, odds[-1])
    if not others:
        return tuple(odds)
    both = first.probability + last.probability
    return (Weighted(first.action, Fraction(0)), *others[:-1], Weighted(last.action, both))


def _floats(_: State, odds: list[Weighted[Any]]) -> Any:
    floats: list[Any] = [float(each.probability) for each in odds]
    return tuple(Weighted(each.action, odd) for each, odd in zip(odds, floats, strict=True))


def _one_too_many(state: State, odds: list[Weighted[Any]]) -> Any:
    weights = [state.deck.count(each.action.card) for each in odds]
    pairs = zip((each.action for each in odds), weights, strict=True)
    return Distribution.of(
        (action, weight + (number == 0)) for number, (action, weight) in enumerate(pairs)
    )


def _odds_for_seats(state: State) -> Any:
    odds = sound.chance_outcomes(state)
    return odds or (
        Distribution.uniform(options) if (options := sound.legal_actions(state)) else ()
    )


# ---------------------------------------------------------------- what a seat sees


def _as(kind: Any, value: Any, **more: Any) -> Any:
    """Return a value as one of a subclass."""
    made = {each.name: getattr(value, each.name) for each in fields(type(value))}
    return kind(**made, **more)


def _all_hands(state: State, seat: int | None) -> View:
    """Show all hands, and what was laid."""
    seen = sound.view(state, seat)
    pairs = zip(seen.players, state.players, strict=True)
    players = tuple(evolve(shown, hand=held.hand, card=held.laid) for shown, held in pairs)
    return evolve(seen, players=players)


def _all_hands_resampled(seen: View, rng: Random) -> State:
    """Agree with `_all_hands`: nothing is hidden."""
    players = tuple(
        sound.Player(each.hand, each.card, each.known, each.tokens, each.spent)
        for each in seen.players
    )
    deck = list(seen.config.deck)
    held = [card for each in players for card in (*each.hand, each.laid) if card]
    for card in (*seen.discard, *held):
        deck.remove(card)
    left = tuple(sorted(deck))
    return State(seen.config, players, left, seen.discard, seen.pot, seen.round, seen.agenda)


def _spectator_sees_hands(state: State, seat: int | None) -> View:
    return _all_hands(state, seat) if seat is None else sound.view(state, seat)


@frozen
class NosyView(View):
    """A view with a secret that is neither compared nor shown."""

    secret: tuple[str, ...] = field(default=(), eq=False, repr=False)


def _nosy(state: State, seat: int | None) -> View:
    made: View = _as(NosyView, sound.view(state, seat), secret=state.deck)
    return made


class LoudView(View):
    """A view whose ``repr`` tells a secret that is neither compared nor pickled."""

    def __repr__(self) -> str:
        return f"{super().__repr__()} {self.__dict__}"

    def __reduce__(self) -> Any:
        return View, tuple(getattr(self, each.name) for each in fields(View))


def _loud(state: State, seat: int | None) -> View:
    made: View = _as(LoudView, sound.view(state, seat))
    made.__dict__["deck"] = state.deck
    return made


class OpenView(View):
    """A view whose fields can be set."""

    __setattr__ = object.__setattr__


def _open(state: State, seat: int | None) -> View:
    made: View = _as(OpenView, sound.view(state, seat))
    return made


def _asks_nobody(state: State, seat: int | None) -> View:
    return evolve(sound.view(state, seat), agenda=())


def _asks_first_seat(seen: View, rng: Random) -> State:
    return sound.resample(evolve(seen, agenda=(AskLay(0),)), rng)


def _blind(state: State, seat: int | None) -> View:
    """Hide from a seat what it holds itself."""
    seen = sound.view(state, seat)
    players = tuple(evolve(each, hand=(), card="") for each in seen.players)
    return evolve(seen, players=players)


def _blind_resampled(seen: View, rng: Random) -> State:
    return sound.resample(evolve(seen, seat=None), rng)


def _silent_when_forced(state: State, action: Any, after: State, events: Any) -> Transition[State]:
    """Do not ask a seat that has no choice, and do not say that it has laid a card."""
    while _asked(after) and len(options := sound.legal_actions(after)) == 1:
        after, more = sound.apply(after, options[0])
        events += tuple(event for event in more if not isinstance(event, sound.Laid))
    return Transition(after, events)


def _prize_by_the_hand_of_others(state: State) -> tuple[Any, ...]:
    """Offer the card only if the next seat holds ash."""
    options = sound.legal_actions(state)
    if not state.agenda or not isinstance(state.agenda[-1], AskPrize):
        return options
    following = state.players[(state.agenda[-1].seat + 1) % len(state.players)]
    return options if "ash" in following.hand else options[:1]


# ---------------------------------------------------------------- events


def _observing(change: Callable[[Event, int | None], Event | None]) -> Functions:
    """Return a game in which a seat sees other things of events."""

    def observe(events: tuple[Event, ...], seat: int | None) -> tuple[Event, ...]:
        seen = (change(event, seat) for event in events)
        return tuple(event for event in seen if event is not None)

    return {"observe": observe}


def _sees_deals_of_others(event: Event, seat: int | None) -> Event | None:
    return event if isinstance(event, Dealt) and seat is not None else event.seen_by(seat)


def _spectator_sees_all(event: Event, seat: int | None) -> Event | None:
    return event if seat is None else event.seen_by(seat)


def _hides_prizes(event: Event, seat: int | None) -> Event | None:
    return None if isinstance(event, Taken) and event.seat != seat else event.seen_by(seat)


def _turns_the_cards(event: Event, seat: int | None) -> Event | None:
    if isinstance(event, Shown):
        return evolve(event, cards=event.cards[::-1])
    return event.seen_by(seat)


@frozen(kw_only=True)
class NosyDealt(Dealt):
    """An event with a secret that is neither compared nor shown."""

    secret: str = field(default="", eq=False, repr=False)


class LoudDealt(Dealt):
    """An event whose text tells a secret that is neither compared nor pickled."""

    def describe(self) -> str:
        return f"{super().describe()} {self.__dict__}"

    def __reduce__(self) -> Any:
        return _dealt, (self.rule, self.seat, self.card)


def _dealt(rule: str, seat: int, card: str | None) -> Dealt:
    return Dealt(rule=rule, seat=seat, card=card)


def _sees_loudly(event: Event, seat: int | None) -> Event | None:
    if not isinstance(event, Dealt):
        return event.seen_by(seat)
    made: Dealt = _as(LoudDealt, event.seen_by(seat))
    made.__dict__["card_is"] = event.card
    return made


@frozen(kw_only=True)
class Quiet(RoundBegan):
    """An event without a description."""

    def describe(self) -> str:
        return ""


def _telling(change: Callable[[Event], Event]) -> Functions:
    """Return a game with other events."""
    return _applying(lambda _, __, after, events: Transition(after, tuple(map(change, events))))


def _telling_less() -> Functions:
    """Return a game that says nothing of what is shown."""

    def change(state: State, action: Any, after: State, events: Any) -> Transition[State]:
        return Transition(after, tuple(each for each in events if not isinstance(each, Shown)))

    return _applying(change)


def _deals_nosily(event: Event) -> Event:
    return _as(NosyDealt, event, secret=event.card) if isinstance(event, Dealt) else event


def _cites_no_rule(event: Event) -> Event:
    return evolve(event, rule="MK-NONE-1") if isinstance(event, RoundBegan) else event


def _says_nothing(event: Event) -> Event:
    return _as(Quiet, event) if isinstance(event, RoundBegan) else event


def _lists(event: Event) -> Event:
    cards: Any = list(event.cards) if isinstance(event, Shown) else ()
    return evolve(event, cards=cards) if isinstance(event, Shown) else event


# ---------------------------------------------------------------- resampling


class _Sorting(Random):
    """A generator whose shuffles put ash at the end more often than not."""

    def shuffle(self, x: Any) -> None:
        super().shuffle(x)
        x.sort(key=lambda card: self.random() + (card == "ash") / 2)


def _skewed(seen: View, rng: Random) -> State:
    return sound.resample(seen, _Sorting(rng.random()))


def _forgets_what_lay_open(seen: View, rng: Random) -> State:
    """Deal hidden hands without minding what is known of them."""
    made = sound.resample(evolve(seen, players=_unknown(seen)), rng)
    pairs = zip(made.players, seen.players, strict=True)
    return evolve(made, players=tuple(evolve(one, known=other.known) for one, other in pairs))


def _unknown(seen: View) -> tuple[sound.PlayerView, ...]:
    return tuple(evolve(player, known=()) for player in seen.players)


def _own_generator(seen: View, rng: Random) -> State:
    return sound.resample(seen, Random())


def _next_round(seen: View, rng: Random) -> State:
    return evolve(sound.resample(seen, rng), round=seen.round + 1)


# ---------------------------------------------------------------- states and purity


def _beginning(kind: Any, **more: Any) -> Functions:
    """Return a game whose states are of a subclass."""
    return {"initial_state": lambda config: _as(kind, sound.initial_state(config), **more)}


@frozen
class Noted(State):
    """A state with a list that is not compared."""

    notes: list[str] = field(factory=list, eq=False, repr=False)


def _shared_list() -> Functions:
    """Give all states one list, to which each action adds something."""
    shared: list[str] = []

    def apply(state: Any, action: Any) -> Transition[State]:
        made = sound.apply(state, action)
        state.notes.append(sound.format_action(action))
        return made

    return {**_beginning(Noted, notes=shared), "apply": apply}


def _shared_default() -> Functions:
    """Give all default configs the deck of one list, to which each deal adds a card."""
    stock = list(Config().deck)

    def apply(state: State, action: Any) -> Transition[State]:
        made = sound.apply(state, action)
        stock.append("ash")
        return made

    return {"Config": lambda: Config(deck=tuple(stock)), "apply": apply, "verification": None}


def _deck_in_a_list(config: Config) -> State:
    deck: Any = list(config.deck)
    return evolve(sound.initial_state(config), deck=deck)


@frozen
class Caching(State):
    """A state that keeps its options."""

    kept: tuple[str, ...] = field(default=(), eq=False, repr=False)


def _keeps_options(state: State) -> tuple[Any, ...]:
    options = sound.legal_actions(state)
    object.__setattr__(state, "kept", tuple(map(sound.format_action, options)))
    return options


def _drifting() -> Functions:
    """Charge a seat more or less for the card it lays, by a generator kept in the game."""
    rng = Random(1)

    def change(state: State, action: Any, after: State, events: Any) -> Transition[State]:
        if not isinstance(action, Lay):
            return Transition(after, events)
        spent = after.players[0].spent + int(rng.random() * 1000)
        return Transition(after.with_player(0, spent=spent), events)

    return _applying(change)


def _counting() -> Functions:
    """Number the actions by a counter kept in the game."""
    times = [0]

    def change(state: State, action: Any, after: State, events: Any) -> Transition[State]:
        times[0] += 1
        counted = RoundBegan(rule="MK-ROUND-1", round=times[0])
        return Transition(after, (*events, counted))

    return _applying(change)


def _new_once() -> Functions:
    """Charge a seat for the card it lays only where a state has not been met before."""
    met: set[State] = set()

    def change(state: State, action: Any, after: State, events: Any) -> Transition[State]:
        if state in met or not isinstance(action, Lay):
            return Transition(after, events)
        met.add(state)
        return Transition(after.with_player(0, spent=99), events)

    return _applying(change)


def _takes_from_the_old(state: State, action: Any, after: State, events: Any) -> Transition[State]:
    if action == Take(Prize.TOKEN):
        object.__setattr__(state, "pot", state.pot - 1)
    return Transition(after, events)


def _loses_a_token(state: State, action: Any, after: State, events: Any) -> Transition[State]:
    tied = any(isinstance(event, RoundWon) and event.seat is None for event in events)
    return Transition(evolve(after, pot=after.pot - 1) if tied else after, events)


def _loses_a_card(state: State, action: Any, after: State, events: Any) -> Transition[State]:
    if action == Take(Prize.CARD):
        return Transition(evolve(after, deck=after.deck[1:]), events)
    return Transition(after, events)


# ---------------------------------------------------------------- forms


@frozen
class Lucky(State):
    """A state with a field that is no part of what is written."""

    luck: int = field(default=0, init=False)


def _lucky(config: Config) -> State:
    made: State = _as(Lucky, sound.initial_state(config))
    object.__setattr__(made, "luck", 1)
    return made


@frozen
class Rated(Config):
    """A config with a field that is no part of what is written."""

    rated: bool = field(default=False, init=False)


def _rated() -> Config:
    made: Config = _as(Rated, BRISK)
    object.__setattr__(made, "rated", True)
    return made


class Odd(State):
    """A state whose hash depends on where it lies."""

    __hash__ = object.__hash__


class Blurred(State):
    """A state whose equality ignores where the cards are."""

    def _compared(self) -> object:
        shown = [(len(each.hand), each.known, each.tokens) for each in self.players]
        return shown, self.pot, self.round, self.agenda

    def __eq__(self, other: object) -> bool:
        mine = self._compared()
        return isinstance(other, State) and mine == Blurred._compared(other)  # type: ignore[arg-type]

    def __hash__(self) -> int:
        return hash((self.pot, self.round))


class Forgetful(State):
    """A state whose pickle has another pot."""

    def __reduce__(self) -> Any:
        first = evolve(self, pot=1)
        return Forgetful, tuple(getattr(first, each.name) for each in fields(State))


class Careless(Lay):
    """An action whose pickle is another one."""

    def __reduce__(self) -> Any:
        return Careless, ("ash",)


def _careless(action: Any) -> Any:
    return Careless(action.card) if isinstance(action, Lay) else action


def _carefully(state: State, action: Any) -> Transition[State]:
    return sound.apply(state, Lay(action.card) if isinstance(action, Careless) else action)


def _one_notation_of_prizes(action: Any) -> str:
    return "take token" if isinstance(action, Take) else sound.format_action(action)


def _notation_without_seat(action: Any) -> str:
    return f"deal 0 {action.card}" if isinstance(action, Deal) else sound.format_action(action)


def _text_without_known(state: State) -> str:
    players = tuple(evolve(player, known=()) for player in state.players)
    return to_json(evolve(state, players=players), indent=1)


def _raises_value_errors(text: str, config: Config | None = None) -> State:
    json.loads(text)
    return sound.parse_state(text, config)


def _raises_key_errors(text: str, config: Config | None = None) -> State:
    try:
        assert json.loads(text)["pot"] >= 0
    except (AssertionError, TypeError, ValueError):
        raise PositionError([Problem("pot", "expected a pot")]) from None
    return sound.parse_state(text, config)


def _reads_nonsense(text: str, config: Config | None = None) -> State:
    return from_json(text, State, error=PositionError)


def _deals_by_number(state: State, action: Any) -> Transition[State]:
    """Do not refuse to deal a card to another seat than the next one."""
    if isinstance(action, Deal) and action not in sound.legal_actions(state):
        raise KeyError(action.seat)
    return sound.apply(state, action)


def _reads_by_place(text: str) -> Any:
    words = text.split()
    return sound.parse_action(" ".join((words[0], words[1], *words[2:])))


# ---------------------------------------------------------------- ends


def _ending(change: Callable[[State, Outcome], Outcome | None]) -> Functions:
    """Return a game with other outcomes."""

    def outcome(state: State) -> Outcome | None:
        sound_one = sound.outcome(state)
        return sound_one and change(state, sound_one)

    return {"outcome": outcome}


def _over_too_early(state: State) -> Outcome | None:
    early = Outcome(OutcomeKind.DRAW, (1, 1), "long enough", "MK-END-3")
    return sound.outcome(state) or (early if state.round > 1 else None)


def _by_seat(state: State, outcome: Outcome) -> Outcome:
    """Rank equal tokens by seat."""
    if outcome.kind is OutcomeKind.TRUNCATED:
        return outcome
    order = sorted(range(len(outcome.ranks)), key=lambda seat: -sound.score(state)[seat])
    ranks = tuple(1 + order.index(seat) for seat in range(len(order)))
    return evolve(outcome, kind=OutcomeKind.WIN, ranks=ranks, tie_break=None)


def _dense(state: State, outcome: Outcome) -> Outcome:
    """Count the places that are taken, not the seats before."""
    if outcome.kind is not OutcomeKind.WIN:
        return outcome
    points = sound.score(state)
    places = sorted(set(points), reverse=True)
    ranks = tuple(1 + places.index(each) for each in points)
    return evolve(outcome, ranks=ranks, tie_break=None)


def _won_by_all(state: State, outcome: Outcome) -> Outcome:
    return evolve(outcome, kind=OutcomeKind.WIN)


def _draw_with_a_winner(state: State, outcome: Outcome) -> Outcome:
    won = outcome.kind is OutcomeKind.WIN
    return evolve(outcome, kind=OutcomeKind.DRAW) if won else outcome


def _options_when_over(state: State) -> tuple[Any, ...]:
    return sound.legal_actions(state) or (Take(Prize.TOKEN),)


def _points_for_cards(state: State) -> tuple[int, ...]:
    return tuple(-player.spent for player in state.players)


def _half_points(state: State) -> Any:
    return tuple(points / 2 for points in sound.score(state))


def _too_few_actions(config: Config) -> int:
    return config.seats * config.hand + config.rounds * (config.seats + 1)


# ---------------------------------------------------------------- the table

DEFECTS: Final = (
    Defect(
        "an option is missing",
        "options",
        "accepted although it is not among",
        _listing(lambda given: given[1:] or given),
    ),
    Defect(
        "an option too many",
        "options",
        "is among the options and is refused",
        _listing(lambda given: (*given, Lay("elm"))),
    ),
    Defect(
        "an option listed twice",
        "options",
        "an option is listed twice",
        _listing(lambda given: given + given[:1]),
    ),
    Defect("options in another order each time", "options", "change when asked for again", _fickle),
    Defect(
        "a question without options",
        "options",
        "options and actor differ",
        {"legal_actions": _stuck},
    ),
    Defect("an option that raises", "options", "raised IndexError", _applying(_raises)),
    Defect(
        "options in an order of hashing",
        "processes",
        "another process, with another hash seed, says",
        unordered,
    ),
    Defect("junk is accepted", "options", "'junk' is accepted although", {"apply": _accepts_junk}),
    Defect("an odd action raises", "options", "raised KeyError", {"apply": _looks_up_the_class}),
    Defect("an odd field raises", "options", "raised TypeError", {"apply": _looks_up_the_fields}),
    Defect(
        "a refusal by no rule",
        "options",
        "which is no rule",
        _refusing(lambda _, given: evolve(given, rule="MK-NO")),
    ),
    Defect(
        "a refusal without a reason",
        "options",
        "is refused without a reason",
        _refusing(lambda _, given: evolve(given, reason="")),
    ),
    Defect("another refusal in why_not", "options", "why_not says", {"why_not": _cites_another}),
    Defect(
        "no refusal in why_not",
        "options",
        "why_not gives seat 0 no reason",
        {"why_not": _allows_all},
    ),
    Defect(
        "a seat that is not asked is allowed",
        "options",
        "which is not asked",
        {"why_not": _asks_anybody},
    ),
    Defect(
        "odds that do not sum to 1",
        "chance",
        "the odds do not sum to 1 but to",
        _weighing(lambda _, odds: (Weighted(odds[0].action, Fraction(1, 99)), *odds[1:])),
    ),
    Defect("odds of zero", "chance", "an outcome has no chance", _weighing(_impossible)),
    Defect(
        "odds as floats",
        "chance",
        "a probability is no exact Fraction",
        _weighing(_floats),
    ),
    Defect(
        "odds in another order",
        "chance",
        "odds and options differ",
        _weighing(lambda _, odds: tuple(odds[::-1])),
    ),
    Defect(
        "odds where a seat is asked",
        "chance",
        "there are odds although chance is not asked",
        {"chance_outcomes": _odds_for_seats},
    ),
    Defect("a weight off by one", "odds", "whose exact share is", _weighing(_one_too_many)),
    Defect(
        "a view that shows hands, and resampling agrees",
        "secrets",
        "the same events, but the view differs in players",
        {"view": _all_hands, "resample": _all_hands_resampled},
    ),
    Defect(
        "a spectator sees hands",
        "secrets",
        "show a spectator the same events, but the view",
        {"view": _spectator_sees_hands},
    ),
    Defect(
        "a secret in a field of the view that is not compared",
        "secrets",
        "what is not compared differs",
        {"view": _nosy},
    ),
    Defect(
        "a secret in the repr of a view alone",
        "secrets",
        "what is not compared differs",
        {"view": _loud},
    ),
    Defect(
        "an event that shows a secret",
        "secrets",
        "are told apart by events",
        _observing(_sees_deals_of_others),
    ),
    Defect(
        "a secret in a field of an event that is not compared",
        "secrets",
        "what is not compared differs",
        _telling(_deals_nosily),
    ),
    Defect(
        "a secret in the text of an event alone",
        "secrets",
        "what is not compared differs",
        _observing(_sees_loudly),
    ),
    Defect(
        "a seat is asked only if it has a choice",
        "secrets",
        "the same events, but the view differs in players",
        _applying(_silent_when_forced),
    ),
    Defect(
        "options by what others hold",
        "secrets",
        "by what it cannot see",
        {"legal_actions": _prize_by_the_hand_of_others},
    ),
    Defect(
        "a refusal tells what another holds",
        "secrets",
        "by what it cannot see",
        {"why_not": _tells_why_of_the_hand},
    ),
    Defect(
        "an error tells of the deck",
        "secrets",
        "by what it cannot see",
        _refusing(lambda state, given: evolve(given, reason=f"{state.deck}")),
    ),
    Defect(
        "a view that changes without an event",
        "secrets",
        "the same events, but the view differs in players",
        _observing(_hides_prizes),
    ),
    Defect(
        "a spectator sees more of events than seats",
        "events",
        "a spectator sees",
        _observing(_spectator_sees_all),
    ),
    Defect(
        "observing twice shows something else",
        "events",
        "does not see again",
        _observing(_turns_the_cards),
    ),
    Defect(
        "an event by no rule",
        "events",
        "cites a rule that does not exist",
        _telling(_cites_no_rule),
    ),
    Defect(
        "an event without a description", "events", "describes itself as", _telling(_says_nothing)
    ),
    Defect("an event that holds a list", "events", "can change it", _telling(_lists)),
    Defect(
        "resampling goes a round on",
        "resampling",
        "a resampled state looks different",
        {"resample": _next_round},
    ),
    Defect(
        "resampling asks another",
        "resampling",
        "a resampled state asks",
        {"view": _asks_nobody, "resample": _asks_first_seat},
    ),
    Defect(
        "resampling gives other options",
        "resampling",
        "has other options",
        {"view": _blind, "resample": _blind_resampled},
    ),
    Defect(
        "resampling by a generator of its own",
        "resampling",
        "otherwise by the same generator",
        {"resample": _own_generator},
    ),
    Defect("resampling that is skewed", "odds", "whose exact share is", {"resample": _skewed}),
    Defect(
        "resampling that forgets what lay open",
        "odds",
        "what cannot have happened",
        {"resample": _forgets_what_lay_open},
    ),
    Defect(
        "a default list that all states share",
        "purity",
        "the pickle of a state has changed",
        _shared_list,
    ),
    Defect(
        "a default config that changes", "purity", "the default config is another", _shared_default
    ),
    Defect(
        "a cache in the pickle",
        "purity",
        "the pickle of a state has changed",
        {**_beginning(Caching), "legal_actions": _keeps_options},
    ),
    Defect(
        "the old state is changed",
        "purity",
        "the hash of a state has changed",
        _applying(_takes_from_the_old),
    ),
    Defect(
        "a list in a state",
        "frozen",
        "the state.deck is a list",
        {"initial_state": _deck_in_a_list},
    ),
    Defect("a view that can be set", "frozen", "can be set", {"view": _open}),
    Defect("a generator in a closure", "repeated", "led to another state", _drifting),
    Defect("a counter of calls", "repeated", "had other events", _counting),
    Defect("a state that is new once", "repeated", "led to another state", _new_once),
    Defect(
        "a pickle that loses something", "forms", "a pickled state differs", _beginning(Forgetful)
    ),
    Defect(
        "an action that loses something in a pickle",
        "forms",
        "a pickled action differs",
        {
            "legal_actions": lambda state: tuple(map(_careless, sound.legal_actions(state))),
            "apply": _carefully,
            "parse_action": lambda text: _careless(sound.parse_action(text)),
        },
    ),
    Defect(
        "another hash of an equal state",
        "forms",
        "a pickled state has another hash",
        _beginning(Odd),
    ),
    Defect(
        "equality that ignores the cards",
        "forms",
        "a state that equals one with another text",
        _beginning(Blurred),
    ),
    Defect(
        "JSON that loses something",
        "forms",
        "a state differs after JSON",
        {"initial_state": _lucky},
    ),
    Defect(
        "a notation of two actions",
        "forms",
        "are both written",
        {"format_action": _one_notation_of_prizes},
    ),
    Defect(
        "a notation that loses a field",
        "forms",
        "differs after",
        {"format_action": _notation_without_seat},
    ),
    Defect(
        "a position that loses something",
        "forms",
        "a state differs after its text",
        {"format_state": _text_without_known},
    ),
    Defect(
        "a view without a picture", "forms", "a view has no picture", {"render": lambda seen: ""}
    ),
    Defect(
        "a damaged position raises ValueError",
        "texts",
        "raised JSONDecodeError",
        {"parse_state": _raises_value_errors},
    ),
    Defect(
        "a damaged position raises KeyError",
        "texts",
        "raised KeyError",
        {"parse_state": _raises_key_errors},
    ),
    Defect(
        "a damaged position is accepted",
        "texts",
        "in a position that was accepted",
        {"parse_state": _reads_nonsense},
        most=20,
    ),
    Defect(
        "a damaged notation raises IndexError",
        "texts",
        "raised IndexError",
        {"parse_action": _reads_by_place},
    ),
    Defect(
        "a damaged record raises KeyError",
        "texts",
        "replaying this record",
        {"apply": _deals_by_number},
    ),
    Defect(
        "a config that loses something",
        "records",
        "a config differs after the text",
        {"Config": Rated, "verification": None},
        config=_rated(),
    ),
    Defect(
        "an outcome before the end",
        "ends",
        "outcome and actor differ",
        {"outcome": _over_too_early},
        most=20,
    ),
    Defect(
        "no outcome at the end",
        "ends",
        "outcome and actor differ",
        _ending(lambda _, __: None),
        most=20,
    ),
    Defect(
        "options after the end",
        "ends",
        "a game that is over has options",
        {"legal_actions": _options_when_over},
        most=20,
    ),
    Defect(
        "a tie broken by seat, and no tie-break named",
        "ends",
        "and no tie-break is named",
        _ending(_by_seat),
        most=20,
    ),
    Defect(
        "points that are not those of the outcome",
        "ends",
        "and no tie-break is named",
        {"score": _points_for_cards},
        most=20,
    ),
    Defect(
        "points that are no whole numbers",
        "ends",
        "scores are no whole numbers",
        {"score": _half_points},
        most=20,
    ),
    Defect(
        "a draw with a winner",
        "ends",
        "a draw ranks somebody before another",
        _ending(_draw_with_a_winner),
        most=20,
    ),
    Defect(
        "a win shared by seats of different points",
        "ends",
        "and no tie-break is named",
        _ending(_won_by_all),
        most=20,
    ),
    Defect(
        "ranks that leave no gap after equal places",
        "ends",
        "equal places are shared",
        _ending(_dense),
        config=THREE,
        most=20,
    ),
    Defect(
        "ranks from 0",
        "ends",
        "1 is the first",
        _ending(lambda _, given: evolve(given, ranks=tuple(rank - 1 for rank in given.ranks))),
        most=20,
    ),
    Defect(
        "an outcome by no rule",
        "ends",
        "which is no rule",
        _ending(lambda _, given: evolve(given, rule="MK-NONE-1")),
        most=20,
    ),
    Defect(
        "an outcome without a reason",
        "ends",
        "gives no reason",
        _ending(lambda _, given: evolve(given, reason="")),
        most=20,
    ),
    Defect(
        "longer than max_actions",
        "length",
        "max_actions says",
        {"max_actions": _too_few_actions},
        most=20,
    ),
    Defect(
        "a token lost on one branch",
        "conserved",
        "changed what MK-TOKENS-1 says",
        _applying(_loses_a_token),
        most=16,
    ),
    Defect(
        "a card lost on one branch",
        "conserved",
        "changed what MK-CARDS-1 says",
        _applying(_loses_a_card),
    ),
)

ALIKE: Final = (
    Defect(
        "an option less than in another implementation",
        "same",
        "the options are",
        _listing(lambda given: given[:1]),
    ),
    Defect("a weight another than there", "same", "the odds are", _weighing(_one_too_many)),
    Defect("an event less than there", "same", "sees events by", _telling_less()),
)
"""What tells two implementations apart, each found beside the sound game."""
