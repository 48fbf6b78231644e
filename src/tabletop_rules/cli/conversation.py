"""A game in which persons at the terminal decide, each seeing only what the own seat may see."""

from collections.abc import Callable, Collection, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click

from tabletop_rules.cli.narration import event_line
from tabletop_rules.cli.rules import find_rule, rule_lines
from tabletop_rules.cli.saving import Keeper
from tabletop_rules.cli.session import Session
from tabletop_rules.cli.terminal import RULE, STRONG, WEAK, Terminal, load_line_editing
from tabletop_rules.core import Eyes, NotationError, Refusal, Seat

__all__ = ["Conversation"]

_LISTED: Final = 40
"""How many options are listed at once; a longer list is asked for with ``options``."""

_HELP: Final = (
    ("NUMBER", "choose the option of that number"),
    ("ACTION", "choose an action by its notation, as it stands in the list"),
    ("options [WORD]", "list all options, or those that contain a word"),
    ("look", "show the table again"),
    ("why ACTION", "say whether an action (or NUMBER) is allowed, and by which rule it is not"),
    ("rule ID", "show a rule"),
    ("undo", "take back your last decision, while nothing was revealed since"),
    ("save [FILE]", "save the game"),
    ("quit", "stop playing"),
    ("help", "show this"),
)


class _Leave(Exception):  # noqa: N818 - no error: the person asked for it
    """The person at the terminal leaves the game."""


class Conversation:
    """Plays a session to its end, or until a person leaves, who are asked at the terminal."""

    def __init__(
        self, session: Session, terminal: Terminal, keeper: Keeper, persons: Collection[Seat]
    ) -> None:
        self._session: Final = session
        self._game: Final = session.game
        self._terminal: Final = terminal
        self._keeper: Final = keeper
        self._several: Final = len(persons) > 1
        self._shown: Final = {seat: _own_last(session, seat) for seat in persons}
        self._looking: Seat | None = None
        self._warned = False
        self._commands: Final[Mapping[str, Callable[[Seat, str], None]]] = {
            "options": self._options,
            "look": self._look,
            "why": self._why,
            "rule": self._rule,
            "undo": self._undo,
            "save": self._save,
            "quit": self._quit,
            "help": self._help,
        }
        if not self._several:  # a history would show one person what the other has typed
            load_line_editing()

    def play(self) -> bool:
        """Return whether the game was played to its end.

        Raises:
            EOFError: the input has ended.
            KeyboardInterrupt: a person pressed Ctrl-C.
        """
        session = self._session
        while (actor := session.actor) is not None:
            if actor not in self._shown:
                session.advance()
                continue
            assert isinstance(actor, int)
            try:
                self._decide(actor)
            except _Leave:
                return False
        self._tell_end()
        return True

    def _decide(self, seat: Seat) -> None:
        """Ask the person at `seat` until a decision is made or taken back."""
        self._keep()
        if self._several and self._looking != seat:
            self._hand_over(seat)
        self._looking = seat
        self._tell_news(seat, Eyes(seat))
        self._look(seat)
        self._list_options("")
        made = len(self._session.steps)
        while len(self._session.steps) == made:
            typed = self._terminal.ask(f"seat {seat}> ")
            if typed:
                self._answer(seat, typed)

    def _answer(self, seat: Seat, typed: str) -> None:
        """Do what was typed: an option if it can be read as one, else a command, else say why."""
        option = self._option(typed)
        word, _, rest = typed.partition(" ")
        command = self._commands.get(word.lower())
        self._warned = self._warned and word.lower() == "quit"
        if option is not None:
            self._session.decide(option)
        elif command is not None:
            command(seat, rest.strip())
        else:
            self._act(seat, typed)

    def _option(self, typed: str) -> Any | None:
        """Return the option that has this number or notation, in any case if that is clear."""
        options = self._session.options
        if typed.isascii() and typed.isdigit():
            number = int(typed) if len(typed) <= len(str(len(options))) else 0
            return options[number - 1] if 1 <= number <= len(options) else None
        texts = [self._game.format_action(option) for option in options]
        if typed in texts:
            return options[texts.index(typed)]
        alike = [place for place, text in enumerate(texts) if text.lower() == typed.lower()]
        return options[alike[0]] if len(alike) == 1 else None

    def _act(self, seat: Seat, typed: str) -> None:
        """Choose an action that is written in another way than the options are, if it is one."""
        action = self._read(typed)
        if action is None:
            return
        refusal = self._game.why_not(self._session.state, action, seat)
        if refusal is None:
            self._session.decide(action)
        else:
            self._say_refusal(refusal)

    def _read(self, typed: str) -> Any | None:
        """Return the action that was typed, or say why there is none and return ``None``."""
        if typed.isascii() and typed.isdigit():
            count = len(self._session.options)
            self._terminal.line(f"The options are numbered from 1 to {count}.")
            return None
        try:
            return self._game.parse_action(typed)
        except NotationError as error:
            self._terminal.line(f"{error} (or a number, or a command: see 'help')")
            return None

    # --- What is shown

    def _hand_over(self, seat: Seat) -> None:
        """Hide what one person sees before another one looks."""
        if self._looking is not None:
            self._terminal.wipe()
        self._looking = None
        self._terminal.line((f"Pass the device to seat {seat}.", STRONG))
        while True:
            typed = self._terminal.ask(f"Press Enter when only seat {seat} is looking: ")
            if typed.lower() == "quit":
                self._quit(seat, "")
            elif not typed:
                break
        self._terminal.wipe()

    def _tell_news(self, seat: Seat, eyes: Eyes) -> None:
        """Tell what `eyes` see of the steps since the person at `seat` last looked."""
        steps = self._session.steps
        since = min(self._shown[seat], len(steps))
        self._terminal.line()
        for step in steps[since:]:
            for event in eyes.events(self._game, step.events):
                self._terminal.line(*event_line(event))
        self._shown[seat] = len(steps)

    def _tell_end(self) -> None:
        """Tell what has happened since; of several persons none sees what another one may."""
        earliest = min(self._shown, key=lambda seat: self._shown[seat])
        if self._several and self._looking is not None:
            self._terminal.wipe()
        self._tell_news(earliest, Eyes() if self._several else Eyes(earliest))

    def _look(self, seat: Seat, _rest: str = "") -> None:
        self._terminal.line()
        shown = self._game.render(self._game.view(self._session.state, seat))
        self._terminal.lines(shown.splitlines())
        self._terminal.line()

    def _list_options(self, word: str) -> None:
        texts = [self._game.format_action(option) for option in self._session.options]
        limit = len(texts) if word else _LISTED
        width = len(str(len(texts)))
        for number, text in enumerate(texts[:limit], 1):
            if word in ("", "all") or word.lower() in text.lower():
                self._terminal.line((f"{number:>{width + 2}}  ", WEAK), text)
        if len(texts) > limit:
            more = f"... and {len(texts) - limit} more: 'options all', or 'options WORD'"
            self._terminal.line((more, WEAK))

    # --- Commands

    def _options(self, _seat: Seat, rest: str) -> None:
        self._list_options(rest or "all")

    def _why(self, seat: Seat, rest: str) -> None:
        if not rest:
            self._terminal.line("Name an action: why ACTION")
            return
        option = self._option(rest)
        action = self._read(rest) if option is None else option
        if action is None:
            return
        refusal = self._game.why_not(self._session.state, action, seat)
        if refusal is None:
            self._terminal.line(f"{self._game.format_action(action)} is allowed now.")
        else:
            self._say_refusal(refusal)

    def _say_refusal(self, refusal: Refusal) -> None:
        self._terminal.line("Not allowed: ", refusal.reason, "  ", (f"[{refusal.rule}]", RULE))
        self._show_rule(refusal.rule)

    def _rule(self, _seat: Seat, rest: str) -> None:
        if not rest:
            self._terminal.line("Name a rule: rule ID")
            return
        try:
            self._show_rule(find_rule(self._game, rest).id)
        except click.ClickException as error:
            self._terminal.line(error.format_message())

    def _show_rule(self, rule_id: str) -> None:
        for parts in rule_lines(self._game.rulebook[rule_id], self._terminal.width):
            self._terminal.line(*parts)

    def _undo(self, seat: Seat, _rest: str) -> None:
        reason = self._session.undo(seat)
        if reason is not None:
            self._terminal.line(f"That cannot be taken back: {reason}.")
        else:
            self._terminal.line("Taken back.")

    def _save(self, _seat: Seat, rest: str) -> None:
        with self._saving():
            self._keeper.save(self._session, Path(rest).expanduser() if rest else None)
            self._terminal.line(self._keeper.farewell(self._session))

    def _keep(self) -> None:
        with self._saving():
            self._keeper.keep(self._session)

    @contextmanager
    def _saving(self) -> Generator[None, None, None]:
        """Go on if the game cannot be saved, and say so: it can be saved elsewhere."""
        try:
            yield
        except click.ClickException as error:
            self._terminal.line(f"Not saved: {error.format_message()}")
        except BrokenPipeError:  # the terminal is gone, not the file
            raise
        except (OSError, ValueError, RuntimeError) as error:  # no file can have that name
            self._terminal.line(f"Not saved: {error}")

    def _quit(self, _seat: Seat, _rest: str) -> None:
        self._keep()
        if not self._keeper.is_saved(self._session) and not self._warned:
            self._warned = True
            self._terminal.line(
                "The game is not saved. Type 'save FILE' first, or 'quit' again to lose it."
            )
            return
        raise _Leave

    def _help(self, _seat: Seat, _rest: str) -> None:
        width = max(len(usage) for usage, _ in _HELP)
        for usage, what in _HELP:
            self._terminal.line(f"  {usage:<{width}}  {what}")


def _own_last(session: Session, seat: Seat) -> int:
    """Return the number of steps up to the last decision of `seat`: those it has seen."""
    numbers = (n for n, step in enumerate(session.steps, 1) if step.actor == seat)
    return max(numbers, default=0)
