"""The bot that plays small remainders exactly."""

from collections.abc import Iterator
from typing import Any

import pytest

from tabletop_rules.bots import EndgameBot, MctsBot, RandomBot, Solver, make_bot
from tabletop_rules.core import CHANCE, load_game, play, play_steps, replay

from ..core import heap  # noqa: TID252 - tests are no package that could be named
from .tiny import LOSS, WIN, Ask, End, Odds, State, Tiny, View, gamble, guess, in_two, trap

DOME: Any = load_game("dome-crushers")
CITY: Any = load_game("dominus-portus")


class Asked:
    """A fallback that remembers what it was offered, and takes the last."""

    def __init__(self) -> None:
        self.offers: list[tuple[Any, ...]] = []

    def choose(self, view: object, options: tuple[Any, ...]) -> Any:
        self.offers.append(options)
        return options[-1]


def endgame(game: Any, fallback: Any = None, **settings: Any) -> Any:
    return EndgameBot(game, 1, fallback, **settings)


@pytest.mark.parametrize(
    ("rules", "best"),
    [(in_two, "deep"), (trap, "plain"), (gamble(1, 2), "draw"), (gamble(2, 1), "gamble")],
)
def test_the_best_is_played_without_the_fallback(rules: Any, best: str) -> None:
    game, asked = Tiny(rules), Asked()
    options = game.legal_actions(State("", ()))
    assert endgame(game, asked).choose(View(0, ()), options) == best
    assert asked.offers == []


def test_the_fallback_chooses_among_what_is_equally_good() -> None:
    asked = Asked()
    state = heap.State(heap.Config(2, 8), 8, (heap.Turn(0),))
    assert endgame(heap, asked).choose(state, heap.legal_actions(state)) == heap.Take(3)
    assert [len(offer) for offer in asked.offers] == [3]


def test_the_fallback_chooses_where_something_is_hidden() -> None:
    game, asked = Tiny(guess, ("one", "two")), Asked()
    assert endgame(game, asked).choose(View(0, ()), ("one", "two", "safe")) == "safe"
    assert asked.offers == [("one", "two", "safe")]


def test_the_fallback_chooses_where_there_is_too_much() -> None:
    asked = Asked()
    bot = endgame(Tiny(in_two), asked, states=5)
    assert bot.choose(View(0, ()), ("half", "deep")) == "deep"
    assert asked.offers == [("half", "deep")]


def test_one_option_needs_no_thought() -> None:
    game = Tiny(trap)
    assert endgame(game).choose(View(0, ()), ("trap",)) == "trap"
    assert not game.states


def test_without_a_fallback_it_searches() -> None:
    assert isinstance(endgame(DOME)._fallback, MctsBot)


def test_a_budget_is_that_of_the_fallback() -> None:
    bot: Any = make_bot("endgame:200", DOME, 1)
    assert type(bot) is EndgameBot
    fallback: Any = bot._fallback
    assert fallback._budget.iterations == 200


class Attentive(Asked):
    """A fallback that wants to know all it can be told."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[Any, ...]] = []

    def reset(self) -> None:
        self.told.append(("reset",))

    def begin(self, *what: Any) -> None:
        self.told.append(("begin", *what))

    def notice(self, *what: Any) -> None:
        self.told.append(("notice", *what))

    def finish(self, *what: Any) -> None:
        self.told.append(("finish", *what))


def test_the_fallback_is_told_what_the_bot_is_told() -> None:
    alone, fallback = Attentive(), Attentive()
    for bot in (alone, endgame(DOME, fallback)):
        bot.reset()
        play(DOME, DOME.Config(), [bot, RandomBot(1)], seed=1)
    told = [kind for kind, *_ in fallback.told]
    assert told[:3] == ["reset", "begin", "notice"]
    assert told[-1] == "finish"
    assert fallback.told[:2] == alone.told[:2]


@pytest.mark.parametrize("fallback", [None, Asked()])
def test_a_bot_that_is_reset_is_as_new(fallback: Any) -> None:
    bot = endgame(CITY, fallback)
    config = CITY.Config(turns=2)
    first = play(CITY, config, [bot, RandomBot(2)], seed=3)
    bot.reset()
    assert play(CITY, config, [bot, RandomBot(2)], seed=3) == first


def corridor(_: str, path: tuple[str, ...]) -> Ask | Odds | End:
    """`out` loses at once; `in` leads to a choice whose first option is ten forced steps away."""
    match path:
        case ():
            return Ask(0, ("out", "in"))
        case ("out",):
            return LOSS
        case ("in",):
            return Ask(0, ("long", "short"))
        case ("in", "long", *steps) if len(steps) < 10:
            return Ask(0, ("on",))
        case _:
            return WIN if path[1] == "long" else LOSS


def test_a_bot_that_is_reset_knows_no_solution_of_the_game_before() -> None:
    """A quick solver of 128 states gives up in the corridor, unless it comes from before it."""
    inner = View(0, ("in",)), ("long", "short")
    new, used = Asked(), Asked()
    endgame(Tiny(corridor), new, states=128).choose(*inner)
    bot = endgame(Tiny(corridor), used, states=128)
    assert bot.choose(View(0, ()), ("out", "in")) == "in"
    assert used.offers == []
    bot.reset()
    bot.choose(*inner)
    assert used.offers == new.offers == [("long", "short")]


@pytest.mark.parametrize("states", [0, 1.5, None])
def test_a_number_of_states_is_checked(states: Any) -> None:
    with pytest.raises(ValueError, match="expected a whole number of 1 or more states"):
        endgame(heap, states=states)


def test_equal_arguments_choose_alike() -> None:
    config = CITY.Config(turns=3)
    games = [
        play(CITY, config, [endgame(CITY, RandomBot(bot)), RandomBot(2)], seed=3) for bot in (1, 1)
    ]
    assert games[0] == games[1]


def ends(game: Any, config: Any, seed: int, states: int) -> Iterator[Any]:
    """Give the states of a random game in which a seat chooses and the remainder is small."""
    solver = Solver(game, states=states)
    for state in replay(game, play(game, config, [RandomBot(1), RandomBot(2)], seed=seed)):
        if isinstance(game.actor(state), int) and len(game.legal_actions(state)) > 1:
            try:
                solver.solve(state)
            except ValueError:
                continue
            yield state


def follow(game: Any, state: Any, seat: int, solver: Any, bot: Any) -> int:
    """Return how many decisions of `bot` on `seat` were checked, over all that others may do.

    What the seat can expect never falls by its own choice.
    """
    actor = game.actor(state)
    if actor is None:
        return 0
    options = game.legal_actions(state)
    checked = 0
    if actor == seat:
        chosen = bot.choose(game.view(state, seat), options)
        after = game.apply(state, chosen).state
        assert solver.solve(after).values[seat] == solver.solve(state).values[seat]
        options, checked = (chosen,), 1
    elif actor is not CHANCE:
        values = [solver.solve(game.apply(state, option).state).values[seat] for option in options]
        assert min(values) == solver.solve(state).values[seat]  # two seats: the other minimizes
    return checked + sum(
        follow(game, game.apply(state, option).state, seat, solver, bot) for option in options
    )


@pytest.mark.parametrize(
    ("game", "config"),
    [
        (heap, heap.Config(2, 9)),
        (CITY, CITY.Config(dominus=False, turns=3)),
        (DOME, DOME.verification().small["tiny"]),
        (DOME, DOME.verification().small["duel"]),
    ],
)
def test_it_is_never_worse_than_the_best(game: Any, config: Any) -> None:
    checked = 0
    for seed in range(10):
        for state in ends(game, config, seed, 300):
            seat = game.actor(state)
            solver: Any = Solver(game)
            solver.solve(state)
            checked += follow(game, state, seat, solver, endgame(game, RandomBot(seed)))
    assert checked > 3


def test_it_plays_a_whole_game() -> None:
    bots = [make_bot("endgame:8", DOME, 1), RandomBot(2)]
    *_, last = play_steps(DOME, DOME.Config(), bots, seed=1)
    assert DOME.outcome(last.after) is not None
