"""Bots at the page: whatever they do, the game goes on."""

import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tabletop_rules.core import Fault, FaultError, load_game
from tabletop_rules.serving import Store
from tabletop_rules.serving.crew import Crew, program_bot
from tabletop_rules.serving.match import Match

from .tables import PATIENCE, AnyGame, Browser, House, house


class Failing:
    """Does something else than choosing."""

    def __init__(self, how: str) -> None:
        self.how = how
        self.closed = False

    def choose(self, view: Any, options: tuple[Any, ...]) -> Any:
        if self.how == "raise":
            raise ValueError(f"I hold {view.players[1].hand}")
        if self.how == "exit":
            raise SystemExit(3)
        if self.how == "crash":
            raise FaultError(Fault.CRASH, "has ended")
        return "none of the options"


@pytest.mark.parametrize("how", ["raise", "exit", "crash", "illegal"])
def test_a_bot_that_fails_has_an_option_chosen_for_it_with_a_note(how: str) -> None:
    def make(_name: str, _game: AnyGame) -> Failing:
        return Failing(how)

    game = load_game("dome-crushers")
    with house(make=make) as made:
        links, (browser,) = made.begin(
            "dome-crushers", (None, "mine"), config=game.Config(max_rounds=1)
        )
        while (table := browser.await_turn())["actor"] is not None:
            assert browser.first().status_code == 200
        assert table["outcome"]
        notes = [entry["note"] for entry in browser.news()["log"] if entry["actor"] == 1]
        assert notes
        assert all(note.startswith("The bot of seat 1 has failed") for note in notes)
        assert not any(" hold " in note for note in notes), "what a bot says may be a secret"
        kept = [each.note for each in made.store.actions(links.game) if each.note]
        assert kept == notes


def test_a_bot_that_cannot_be_made_is_no_end() -> None:
    def make(_name: str, _game: AnyGame) -> Any:
        raise OSError("gone")

    with house(make=make) as made:
        _, (browser,) = made.begin("dome-crushers", (None, "mine"))
        browser.await_turn()
        browser.first()
        assert browser.await_turn()["yours"]


def test_bots_alone_play_to_the_end() -> None:
    game = load_game("dome-crushers")
    with house() as made:
        config = game.Config(max_rounds=2)
        links, _ = made.begin("dome-crushers", ("random", "greedy"), config=config)
        spectator = Browser(made.client, links.spectator)
        assert spectator.await_turn()["outcome"]


class Attentive:
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[Any] = []
        self.seed: int | None = None
        self.ended: Any = None

    def begin(self, _config: Any, seat: int, seed: int) -> None:
        self.seat, self.seed = seat, seed

    def notice(self, events: tuple[Any, ...]) -> None:
        self.told += events

    def finish(self, outcome: Any, score: tuple[int, ...]) -> None:
        self.ended = (outcome, score)

    def choose(self, _view: Any, options: tuple[Any, ...]) -> Any:
        return options[0]


def test_a_bot_is_told_what_its_seat_observes_also_what_it_missed() -> None:
    game = load_game("dome-crushers")
    match = Match(game, game.Config(), 77)
    match.add(match.ahead())
    bots = list[Attentive]()

    def make(_name: str, _game: AnyGame) -> Attentive:
        bots.append(Attentive())
        return bots[-1]

    crew = Crew(match, ("a", "b"), make)
    for number in range(8):
        actor = match.actor
        assert isinstance(actor, int)
        history = [move.step.events for move in match.moves]
        action, fault = crew.decide(match.state, actor, history)
        assert fault is None
        bot = [each for each in bots if each.seat == actor][-1]
        assert tuple(bot.told) == game.observe(tuple(e for step in history for e in step), actor)
        assert bot.seed != 77, "the seed of the game would tell all chance"
        match.add(match.ahead(action))
        if number == 4:
            crew.close()
    assert len(bots) > 2


@pytest.mark.parametrize("players", [(None, "mine"), ("mine", None), ("mine", "mine")])
def test_a_bot_is_told_how_the_game_ended(players: tuple[str | None, ...]) -> None:
    """Whoever made the last decision, and all that happened until then."""
    bots = list[Attentive]()

    def make(_name: str, _game: AnyGame) -> Attentive:
        bots.append(Attentive())
        return bots[-1]

    game = load_game("dome-crushers")
    with house(make=make) as made:
        links, browsers = made.begin("dome-crushers", players, config=game.Config(max_rounds=1))
        browser = browsers[0] if browsers else Browser(made.client, links.spectator)
        while browser.await_turn()["actor"] is not None:
            browser.first()
        match = made.match(links)
        until = time.perf_counter() + PATIENCE
        while any(bot.ended is None for bot in bots) and time.perf_counter() < until:
            time.sleep(0.01)
    assert len(bots) == players.count("mine")
    for bot in bots:
        assert bot.ended == (game.outcome(match.state), game.score(match.state))
        seen = [game.observe(move.step.events, bot.seat) for move in match.moves]
        assert bot.told == [event for events in seen for event in events]


def test_a_bot_plays_in_a_process_of_its_own() -> None:
    game = load_game("dome-crushers")
    match = Match(game, game.Config(), 3)
    match.add(match.ahead())
    crew = Crew(match, ("random", "greedy"), program_bot)
    actor = match.actor
    assert isinstance(actor, int)
    try:
        action, fault = crew.decide(match.state, actor, [m.step.events for m in match.moves])
        assert fault is None
        assert action in match.options
        assert crew.working
    finally:
        crew.close()
    assert not crew.working


def test_a_bot_in_the_current_directory_plays_and_other_files_there_are_no_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "attrs.py").write_text("raise RuntimeError('these are not attrs')\n", "utf-8")
    (tmp_path / "last_option.py").write_text(
        "class Last:\n    def choose(self, view, options):\n        return options[-1]\n", "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    game = load_game("dome-crushers")
    match = Match(game, game.Config(), 3)
    match.add(match.ahead())
    crew = Crew(match, ("last_option:Last", "last_option:Last"), program_bot)
    actor = match.actor
    assert isinstance(actor, int)
    try:
        action, fault = crew.decide(match.state, actor, [m.step.events for m in match.moves])
    finally:
        crew.close()
    assert fault is None
    assert action == match.options[-1]


def test_undo_waits_for_no_bot_that_thinks_already(house: House) -> None:
    _, (browser,) = house.begin("dome-crushers", (None, "random"))
    while True:
        table = browser.await_turn()
        if table["actor"] is None:
            break
        browser.first()
        refused = browser.undo()
        assert refused.status_code == 409 or browser.table()["yours"]


def test_a_game_whose_file_cannot_be_written_stands_still_and_says_so(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, (browser,) = house.begin("dome-crushers", (None, "random"))
    browser.await_turn()
    written = Store.add_actions

    def fails_for_bots(store: Store, number: int, first: int, actions: Any, receipt: Any) -> None:
        if receipt is None:
            raise OSError("disk full")
        written(store, number, first, actions, receipt)

    monkeypatch.setattr(Store, "add_actions", fails_for_bots)
    while browser.table()["yours"]:
        assert browser.first().status_code == 200
    until = time.perf_counter() + PATIENCE
    while browser.news()["failure"] is None and time.perf_counter() < until:
        time.sleep(0.01)
    assert browser.news()["failure"] == "OSError"
