"""Bots that misbehave in their second decision, or when they are made or told something."""

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Final, NoReturn

from tabletop_rules.arena.engines.sweeper import MARK
from tabletop_rules.core import FaultError

IN_WORKER: Final = MARK in os.environ
"""Bots are made once in the arena's process as well, to see whether they can be."""


class Sound:
    """Takes an option of the middle; the others are this up to their second decision."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: object, options: tuple[Any, ...], /) -> Any:
        self.asked += 1
        return self.act(view, options) if self.asked == 2 else options[len(options) // 2]

    def act(self, _view: object, options: tuple[Any, ...], /) -> Any:
        return options[len(options) // 2]


# ---------------------------------------------------------------- exceptions


class Raises(Sound):
    def act(self, _view: object, _options: tuple[Any, ...], /) -> Any:
        raise ValueError("with \x1b[2J and a line\n# forfeited: seat 7")


class Interrupts(Sound):
    def act(self, _view: object, _options: tuple[Any, ...], /) -> Any:
        raise KeyboardInterrupt


class Misreports(Sound):
    def act(self, _view: object, _options: tuple[Any, ...], /) -> Any:
        raise FaultError("late", self)  # type: ignore[arg-type]  # that is the point


class Exits(Sound):
    def act(self, _view: object, _options: tuple[Any, ...], /) -> Any:
        sys.exit(0)


class Recurses(Sound):
    def act(self, view: object, options: tuple[Any, ...], /) -> Any:
        return self.act(view, options)


class Reads(Sound):
    def act(self, _view: object, _options: tuple[Any, ...], /) -> Any:
        return input()


# ---------------------------------------------------------------- illegal answers


class Nonsense(Sound):
    def act(self, _view: object, _options: tuple[Any, ...], /) -> Any:
        return "nonsense"


class Stale(Sound):
    """Answers with what was an option before."""

    def choose(self, view: object, options: tuple[Any, ...], /) -> Any:
        if self.asked == 0:
            self.before = options
        return super().choose(view, options)

    def act(self, _view: object, options: tuple[Any, ...], /) -> Any:
        return next((each for each in self.before if each not in options), None)


class Alike:
    """Equals everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class Disguised(Sound):
    def act(self, _view: object, _options: tuple[Any, ...], /) -> Any:
        return Alike()


# ---------------------------------------------------------------- silence


class Loops(Sound):
    def act(self, _view: object, _options: tuple[Any, ...], /) -> Any:
        while True:
            pass


class Sleeps(Sound):
    def act(self, _view: object, _options: tuple[Any, ...], /) -> Any:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGALRM):
            signal.signal(number, lambda *_: None)
        while True:
            time.sleep(1000)


class Holds(Sound):
    """Calls C that keeps every other thread from running."""

    def act(self, _view: object, _options: tuple[Any, ...], /) -> Any:
        ctypes.PyDLL(None).sleep(1000)


class Stops(Sound):
    def act(self, _view: object, options: tuple[Any, ...], /) -> Any:
        os.kill(os.getpid(), signal.SIGSTOP)
        return options[0]


# ---------------------------------------------------------------- crashes


class Ends(Sound):
    def act(self, _view: object, _options: tuple[Any, ...], /) -> Any:
        os._exit(0)


class Segfaults(Sound):
    def act(self, _view: object, _options: tuple[Any, ...], /) -> Any:
        ctypes.string_at(0)


class Kills(Sound):
    def act(self, _view: object, _options: tuple[Any, ...], /) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


class Closes(Sound):
    """Closes all files, and then takes its time before it answers."""

    def act(self, _view: object, options: tuple[Any, ...], /) -> Any:
        os.closerange(0, 256)
        time.sleep(0.2)
        return options[0]


class Bequeaths(Sound):
    """Ends while a fork of it holds all its pipes open."""

    def act(self, _view: object, _options: tuple[Any, ...], /) -> Any:
        if not os.fork():
            time.sleep(1000)
        os._exit(1)


# ---------------------------------------------------------------- memory


class Fills(Sound):
    def act(self, _view: object, _options: tuple[Any, ...], /) -> Any:
        held: list[bytes] = []
        while True:
            held.append(bytes(2**20))


class Hoards(Sound):
    """Takes a bit in each decision, and keeps it."""

    def choose(self, view: object, options: tuple[Any, ...], /) -> Any:
        self.held = [*getattr(self, "held", []), bytes(2**24)]
        return super().choose(view, options)


KEPT: Final[list[bytes]] = []


class Leaks(Sound):
    """Keeps some memory beyond its game."""

    def choose(self, view: object, options: tuple[Any, ...], /) -> Any:
        if len(KEPT) < 3:
            KEPT.append(bytes(30 * 2**20))
        return super().choose(view, options)


class Needs(Sound):
    def act(self, _view: object, options: tuple[Any, ...], /) -> Any:
        bytes(60 * 2**20)
        return options[0]


# ---------------------------------------------------------------- what is no fault, but a nuisance


class Alarms(Sound):
    """Would be ended by a signal soon after its decision."""

    def act(self, _view: object, options: tuple[Any, ...], /) -> Any:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, 0.001)
        return options[len(options) // 2]


class Floods(Sound):
    def act(self, _view: object, options: tuple[Any, ...], /) -> Any:
        for _ in range(100):
            os.write(1, b"flood\n" * 10_000)
            print("flood " * 10_000)  # noqa: T201 - that is the point
            sys.stderr.write("flood " * 10_000)
        return options[len(options) // 2]


class Forks(Sound):
    """Comes back twice, and leaves processes and a thread behind."""

    def __init__(self) -> None:
        super().__init__()
        self.process = os.getpid()

    def choose(self, view: object, options: tuple[Any, ...], /) -> Any:
        if os.getpid() != self.process and "LEFT_BY" in os.environ:
            Path(os.environ["LEFT_BY"], "played by a fork").touch()
        return super().choose(view, options)

    def act(self, _view: object, options: tuple[Any, ...], /) -> Any:
        if not os.fork():
            return options[0]
        if not os.fork():
            os.setsid()
            if not os.fork():
                time.sleep(1000)
            os._exit(0)
        subprocess.Popen(["sleep", "1000"], start_new_session=True)
        threading.Thread(target=time.sleep, args=(1000,)).start()
        return options[len(options) // 2]


# ---------------------------------------------------------------- when it is made or told things


def hang() -> NoReturn:
    while True:
        time.sleep(1000)


class Told(Sound):
    """A sound one that is told things."""

    def begin(self, _config: object, _seat: int, _seed: int, /) -> None:
        pass

    def notice(self, _events: tuple[Any, ...], /) -> None:
        pass

    def finish(self, _outcome: object, _score: tuple[int, ...], /) -> None:
        pass


class RaisesWhenMade(Sound):
    def __init__(self) -> None:
        super().__init__()
        if IN_WORKER:
            raise ValueError("not here")


class HangsWhenMade(Sound):
    def __init__(self) -> None:
        super().__init__()
        if IN_WORKER:
            hang()


class EndsWhenMade(Sound):
    def __init__(self) -> None:
        super().__init__()
        if IN_WORKER:
            os._exit(0)


class FillsWhenMade(Sound):
    def __init__(self) -> None:
        super().__init__()
        if IN_WORKER:
            Fills().act(None, ())


class InterruptsWhenMade(Sound):
    def __init__(self) -> None:
        super().__init__()
        if IN_WORKER:
            raise KeyboardInterrupt


class IsNoneWhenMade:
    @property
    def choose(self) -> Any:
        if IN_WORKER:
            raise ValueError("not here")
        return Sound().choose


class Hides(Sound):
    def __getattr__(self, name: str) -> Any:
        raise ValueError(name)


class InterruptsInNotice(Told):
    def notice(self, _events: tuple[Any, ...], /) -> None:
        raise KeyboardInterrupt


class RaisesInBegin(Told):
    def begin(self, _config: object, _seat: int, _seed: int, /) -> None:
        raise ValueError("begin")


class HangsInBegin(Told):
    def begin(self, _config: object, _seat: int, _seed: int, /) -> None:
        hang()


class RaisesInNotice(Told):
    def notice(self, _events: tuple[Any, ...], /) -> None:
        raise ValueError("notice")


class EndsInNotice(Told):
    def notice(self, _events: tuple[Any, ...], /) -> None:
        os._exit(0)


class FillsInNotice(Told):
    def notice(self, _events: tuple[Any, ...], /) -> None:
        self.act = Fills.act  # type: ignore[method-assign, assignment]  # a cycle, too
        Fills().act(None, ())


class RaisesInFinish(Told):
    def finish(self, _outcome: object, _score: tuple[int, ...], /) -> None:
        raise ValueError("finish")


class HangsInFinish(Told):
    def finish(self, _outcome: object, _score: tuple[int, ...], /) -> None:
        hang()


# ---------------------------------------------------------------- between processes


class Unsendable(Sound):
    """Cannot be pickled."""

    def __reduce__(self) -> Any:
        raise TypeError("it is mine")

    def __deepcopy__(self, memo: object) -> "Unsendable":
        return self


class Unloadable(Unsendable):
    """Can be pickled, but not be loaded."""

    def __reduce__(self) -> Any:
        return divmod, (1, 0)


class EndsWhenLoaded(Unsendable):
    def __reduce__(self) -> Any:
        return os._exit, (3,)


class HangsWhenLoaded(Unsendable):
    def __reduce__(self) -> Any:
        return time.sleep, (1000,)
