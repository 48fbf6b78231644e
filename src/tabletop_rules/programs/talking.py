"""A conversation with a program, message by message, to check how it keeps to the protocol."""

import json
from time import monotonic
from typing import Any, Final, Self, TypeAlias

from tabletop_rules.bots import RandomBot
from tabletop_rules.core import CHANCE, Fault, FaultError, Game, sample
from tabletop_rules.core.playing import chance_generator
from tabletop_rules.programs.forms import choose_message, end_message, hello_message, start_message
from tabletop_rules.programs.limits import Limits
from tabletop_rules.programs.messages import Answer, Choice, Log, Ready, encode, read_answer
from tabletop_rules.programs.process import Program

__all__ = ["Talk"]

AnyGame: TypeAlias = Game[Any, Any, Any, Any]

_QUIET: Final = 0.3
"""Seconds in which a program that writes unasked has written."""


class Talk:
    """Asks a program about the first decision of a game, in the order the caller wants.

    Each method raises `FaultError` if the program does not answer as it should; `more` are fields
    of a message that the protocol has not got.
    """

    def __init__(self, command: tuple[str, ...], game: AnyGame, limits: Limits) -> None:
        self._game: Final = game
        self._limits: Final = limits
        self._state: Final = _first_decision(game)
        self._program: Final = Program(command, limits)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._program.kill()

    def send(self, **message: Any) -> None:
        """Send any message."""
        self._program.send(encode(message))

    def send_utf8(self, **message: Any) -> None:
        """Send any message without escapes."""
        self._program.send(json.dumps(message, ensure_ascii=False).encode() + b"\n")

    def greet(self, **more: Any) -> None:
        """Say hello, and expect that the program gets ready."""
        self.send(**hello_message(self._game), **more)
        self._expect_ready("hello")

    def start(self, **more: Any) -> None:
        """Start a game, in which the program has the seat that is asked first."""
        seat, config = self._game.actor(self._state), self._game.Config()
        assert isinstance(seat, int)
        self.send(**start_message(self._game, config, seat, 1, self._limits.seconds), **more)
        self._expect_ready("start")

    def choose(self, asked: int = 1, *, utf8: bool = False, **more: Any) -> None:
        """Ask the first question, under an id, and expect one of its options."""
        game, state = self._game, self._state
        seat, options = game.actor(state), game.legal_actions(state)
        assert isinstance(seat, int)
        view = game.view(state, seat)
        message = choose_message(game, asked, view, options, (), self._limits.seconds)
        send = self.send_utf8 if utf8 else self.send
        send(**message, **more)
        answer = self._answer(self._limits.seconds)
        match answer:
            case Choice(answered, option) if answered == asked:
                texts = [game.format_action(each) for each in options]
                if option not in texts and option not in range(len(options)):
                    raise FaultError(Fault.ILLEGAL, "chose what is none of its options")
            case Choice(answered):
                raise FaultError(Fault.PROTOCOL, f"answered the question {asked} as {answered}")
            case None:
                raise FaultError(Fault.SILENT, "did not answer in time")
            case _:
                raise FaultError(Fault.PROTOCOL, "did not make a choice when asked to")

    def stop(self) -> None:
        """Stop the game."""
        self.send(**end_message(None, self._game.score(self._state), ()))

    def end_input(self) -> None:
        """Close the input of the program."""
        self._program.end_input()

    def expect_nothing(self, after: str) -> None:
        """Expect that the program writes nothing but a log for a while."""
        if self._answer(_QUIET) is not None:
            raise FaultError(
                Fault.PROTOCOL, f"wrote something after {after} that was not asked for"
            )

    def expect_end(self, after: str) -> None:
        """Expect that the program ends with exit code 0, within the grace."""
        code = self._program.exit_code(monotonic() + self._limits.grace_seconds)
        if code is None:
            seconds = f"{self._limits.grace_seconds:g} s"
            raise FaultError(Fault.SILENT, f"did not end within {seconds} after {after}")
        if code != 0:
            how = f"exit code {code}" if code > 0 else f"signal {-code}"
            raise FaultError(Fault.CRASH, f"ended with {how} after {after}, expected exit code 0")

    def _expect_ready(self, after: str) -> None:
        match self._answer(self._limits.start_seconds):
            case Ready():
                pass
            case None:
                raise FaultError(Fault.SILENT, f"was not ready in time after {after}")
            case _:
                raise FaultError(Fault.PROTOCOL, f"did not get ready after {after}")

    def _answer(self, seconds: float) -> Answer | None:
        """Return what the program writes next, other than a log."""
        deadline = monotonic() + seconds
        while (line := self._program.receive(deadline)) is not None:
            answer = read_answer(line)
            if not isinstance(answer, Log):
                self._program.begin_count()
                return answer
        return None


def _first_decision(game: AnyGame) -> Any:
    """Return the state of the first decision between several options, in one game at random."""
    chance, players = chance_generator(1), RandomBot("players")
    state = game.initial_state(game.Config())
    while True:
        options = game.legal_actions(state)
        if game.actor(state) is CHANCE:
            action = sample(game.chance_outcomes(state), chance)
        elif len(options) > 1:
            return state
        elif not options:
            raise ValueError(f"{game.name} has no decision in its default config")
        else:
            action = players.choose(None, options)
        state = game.apply(state, action).state
