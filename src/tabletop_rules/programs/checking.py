"""Checking whether a program keeps to the protocol, before it enters a tournament."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, TypeAlias

from attrs import frozen

from tabletop_rules.bots import RandomBot
from tabletop_rules.core import CHANCE, HOST, Fault, FaultError, Game, Seat, sample, verification_of
from tabletop_rules.programs.bot import ProgramBot
from tabletop_rules.programs.limits import Limits
from tabletop_rules.programs.process import NotStartedError
from tabletop_rules.programs.talking import Talk

__all__ = ["CHECKS", "Check", "Finding", "check_program"]

AnyGame: TypeAlias = Game[Any, Any, Any, Any]
AnyProgramBot: TypeAlias = ProgramBot[Any, Any, Any, Any]

_STRANGE: Final = "Zoë 🎲 \u2028 中"
_LONG: Final = "x" * 200_000


@frozen
class Finding:
    """Something that a check has found; a warning is no breach of the protocol."""

    check: str
    what: str
    warning: bool = False


@frozen
class _Trial:
    """What is checked."""

    command: tuple[str, ...]
    game: AnyGame
    limits: Limits

    def bot(self) -> AnyProgramBot:
        return ProgramBot(self.command, self.game, limits=self.limits)

    def talk(self) -> Talk:
        return Talk(self.command, self.game, self.limits)

    def started(self) -> AnyProgramBot:
        """Return a bot whose program takes seat 0 of a game of the default config."""
        bot = self.bot()
        try:
            bot.begin(self.game.Config(), 0, 1)
        except BaseException:
            bot.close()
            raise
        return bot


@frozen
class Check:
    """One thing that is asked of a program: its name, and what it asks in a sentence."""

    name: str
    asks: str
    run: Callable[[_Trial], None]
    """Raises `FaultError` if the program does not."""
    warning: bool = False


def check_program(
    command: Sequence[str],
    game: AnyGame,
    *,
    limits: Limits | None = None,
    checks: Sequence[Check] | None = None,
) -> list[Finding]:
    """Make `checks`, all of `CHECKS` unless given, on a program, and return what they find.

    If it does not get ready for a first game, the other checks are left out.

    Raises:
        NotStartedError: there is no such program, or it cannot be run.
        ValueError: the command is empty, or is not made of texts.
    """
    trial = _Trial(tuple(command), game, limits or Limits())
    found: list[Finding] = []
    for check in CHECKS if checks is None else checks:
        try:
            check.run(trial)
        except NotStartedError:
            raise
        except FaultError as error:
            found.append(Finding(check.name, error.reason, check.warning))
            if check is CHECKS[0]:
                break
    return found


# ---------------------------------------------------------------- playing


def _play(  # noqa: PLR0913, PLR0917 - a game, and how far it is played
    game: AnyGame, config: Any, bot: AnyProgramBot, seat: Seat, seed: int, most: int | None = None
) -> list[Any]:
    """Play a game against random bots, to its end or for `most` decisions; return the choices."""
    rng = Random(f"check {seed}")
    others = RandomBot(f"others {seed}")
    state = game.initial_state(config)
    chosen: list[Any] = []
    bot.begin(config, seat, seed)
    while (actor := game.actor(state)) is not None and actor is not HOST:
        if most is not None and len(chosen) >= most:
            break
        options = game.legal_actions(state)
        if actor is CHANCE:
            action = sample(game.chance_outcomes(state), rng)
        elif actor == seat:
            action = bot.choose(game.view(state, seat), options)
            chosen.append(action)
        else:
            action = others.choose(None, options)
        state, events = game.apply(state, action)
        bot.notice(game.observe(events, seat))
    bot.finish(game.outcome(state), game.score(state))
    return chosen


def _configs(game: AnyGame) -> list[Any]:
    """Return the default config, and the one of the game's own that promises the shortest games."""
    default = game.Config()
    others = [
        config
        for config in verification_of(game).configs.values()
        if config != default and _needs_no_host(game, config)
    ]
    others.sort(key=game.max_actions)
    return [default, *others[:1]]


def _needs_no_host(game: AnyGame, config: Any) -> bool:
    """Return whether bots alone can play a game to its end, by playing one."""
    rng = Random("host")
    state = game.initial_state(config)
    for _ in range(200):  # who needs its host at all needs it early
        actor = game.actor(state)
        if actor is None:
            return True
        if actor is HOST:
            return False
        if actor is CHANCE:
            action = sample(game.chance_outcomes(state), rng)
        else:
            action = RandomBot(f"{rng.random()}").choose(None, game.legal_actions(state))
        state = game.apply(state, action).state
    return True


def _seats(game: AnyGame, config: Any) -> range:
    return range(len(game.score(game.initial_state(config))))


# ---------------------------------------------------------------- the checks


def _starts(trial: _Trial) -> None:
    with trial.started() as bot:
        if not bot.name.strip():
            raise FaultError(Fault.PROTOCOL, "has no name")


def _plays(trial: _Trial) -> None:
    game = trial.game
    with trial.bot() as bot:
        for config in _configs(game):
            for seat in _seats(game, config):
                _play(game, config, bot, seat, seed=seat)


def _stopped(trial: _Trial) -> None:
    game = trial.game
    with trial.bot() as bot:
        for most in (0, 2, 3):
            _play(game, game.Config(), bot, 0, 1, most)


def _repeats(trial: _Trial) -> None:
    game = trial.game
    with trial.bot() as first, trial.bot() as second:
        games = [_play(game, game.Config(), bot, 0, 5, most=20) for bot in (first, second, first)]
    if not games[0] == games[1] == games[2]:
        what = "chose otherwise in the same game with the same seed"
        raise FaultError(Fault.PROTOCOL, what)


def _unknown(trial: _Trial) -> None:
    with trial.talk() as talk:
        talk.greet(rumour=[1, {"a": None}])
        talk.send(type="weather", sunny=True)
        talk.start(rumour=None)
        talk.send(type="weather", sunny=False)
        talk.choose(rumour={"deep": [[]]})


def _strange(trial: _Trial) -> None:
    with trial.talk() as talk:
        talk.greet()
        talk.start(note=_STRANGE)
        talk.choose(note=_STRANGE)
        talk.choose(utf8=True, note=_STRANGE)


def _long(trial: _Trial) -> None:
    with trial.talk() as talk:
        talk.greet()
        talk.start()
        talk.choose(note=_LONG)


def _ids(trial: _Trial) -> None:
    with trial.talk() as talk:
        talk.greet()
        talk.start()
        for asked in (7, 8, 2**40, 3):
            talk.choose(asked)


def _quiet(trial: _Trial) -> None:
    with trial.talk() as talk:
        talk.greet()
        talk.expect_nothing("hello")
        talk.start()
        talk.expect_nothing("start")
        talk.choose()
        talk.expect_nothing("its answer")
        talk.stop()
        talk.expect_nothing("end")


def _quits(trial: _Trial) -> None:
    with trial.talk() as talk:
        talk.greet()
        talk.start()
        talk.choose()
        talk.send(type="quit")
        talk.expect_end("quit")


def _input_ends(trial: _Trial) -> None:
    for begun in (False, True):
        with trial.talk() as talk:
            if begun:
                talk.greet()
                talk.start()
            talk.end_input()
            talk.expect_end("the end of its input")


CHECKS: Final = (
    Check("starts", "It starts, says its name and its protocol, and gets ready.", _starts),
    Check("plays", "It plays whole games from each seat, one after another.", _plays),
    Check("stopped", "It begins another game after one that was stopped.", _stopped),
    Check("ids", "It answers with the id of the question, whatever that is.", _ids),
    Check("unknown", "It ignores types of messages and fields that it does not know.", _unknown),
    Check("unicode", "It reads texts in any script, escaped or in UTF-8.", _strange),
    Check("long lines", "It reads lines of any length.", _long),
    Check("quiet", "It writes nothing that was not asked for.", _quiet),
    Check("quits", "It ends at quit, with exit code 0.", _quits),
    Check("input ends", "It ends when its input ends, with exit code 0.", _input_ends),
    Check("repeats", "It chooses alike with an equal seed.", _repeats, warning=True),
)
"""All checks, in the order in which they are made."""
