"""``tabletop-rules play``: a game of persons and bots, or of bots alone."""

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import click
from attrs import frozen

from tabletop_rules.cli import INTERRUPTED
from tabletop_rules.cli.conversation import Conversation
from tabletop_rules.cli.files import overwrite_option
from tabletop_rules.cli.inputs import (
    AnyGame,
    AnyRecord,
    AnyStep,
    find_game,
    read_config,
    read_record,
    read_steps,
    seat_count,
)
from tabletop_rules.cli.narration import outcome_data, outcome_line, read_eyes, score_line
from tabletop_rules.cli.saving import Keeper
from tabletop_rules.cli.seating import (
    DEFAULT_BOT,
    bots_option,
    persons_option,
    seat_players,
)
from tabletop_rules.cli.session import Session
from tabletop_rules.cli.terminal import STRONG, WEAK, Terminal
from tabletop_rules.cli.text import clean
from tabletop_rules.cli.watching import advancing, show_step
from tabletop_rules.core import Eyes, Record, Seat, to_data

__all__ = ["play_command"]

_FILE: Final = click.Path(path_type=Path)
_SEED: Final = click.IntRange(0, 2**63 - 1)
_PERSON: Final = "human"
_UNFINISHED: Final = 1


@frozen(kw_only=True)
class Request:
    """What was asked for on the command line."""

    game_name: str | None
    persons: tuple[Seat, ...]
    bots: tuple[str, ...]
    seed: int | None
    config: Path | None
    save: Path | None
    overwrite: bool
    resume: Path | None
    eyes: str | None
    pictures: bool
    as_json: bool


@click.command("play", short_help="Play a game, or watch bots play it.")
@click.argument("game_name", metavar="[GAME]", required=False)
@persons_option("A person at this terminal plays the seat; may be given for several seats.")
@bots_option()
@click.option(
    "--seed",
    metavar="N",
    type=_SEED,
    help="Decides all chance, and what bots leave to chance.  [default: 0]",
)
@click.option("--config", metavar="FILE", type=_FILE, help="The config of the game, in TOML.")
@click.option(
    "--save",
    metavar="FILE",
    type=_FILE,
    help="Keep the game in this file: at each decision of a person, and at the end.",
)
@overwrite_option("--save")
@click.option(
    "--resume",
    metavar="FILE",
    type=_FILE,
    help="Go on with the game in this file; GAME need not be named.",
)
@click.option(
    "--eyes",
    metavar="WHOSE",
    help="With bots alone: show what this seat sees; 'all': everything; 'none': what a "
    "spectator sees.  [default: all]",
)
@click.option(
    "--pictures", is_flag=True, help="With bots alone: show the table before each decision."
)
@click.option("--json", "as_json", is_flag=True, help="Print the game as JSON for programs.")
@click.pass_context
def play_command(context: click.Context, /, **given: Any) -> None:
    """Play GAME: persons at this terminal, bots, or bots alone.

    Without --human all seats are played by bots, and the game is shown action by action. A person
    sees only what the own seat may see; 'help' tells what can be typed. The same seed, config and
    bots give the same game on every machine.
    """
    context.exit(_play(Request(**given)))


def _play(request: Request) -> int:
    """Play as requested and return the exit code."""
    from tabletop_rules.cli.players import made_bot, read_bots  # noqa: PLC0415 - needs an extra

    _check_combinations(request)
    game, record, steps = _opening(request)
    seats = seat_count(game, record.config)
    given = [bot for _, bot in read_bots(request.bots or (DEFAULT_BOT,), game)]
    players = seat_players(given, request.persons, seats)
    eyes = read_eyes("all" if request.eyes is None else request.eyes, seats)
    keeper = Keeper(
        request.save,
        resumed=request.resume,
        config=request.config,
        overwrite=request.overwrite,
        players=_player_options(request),
    )
    seed = record.seed if record.seed is not None else request.seed or 0
    names = [_PERSON if player is None else player.name for player in players]
    with ExitStack() as programs:
        bots = {
            seat: made_bot(player, game, f"{seed} seat {seat}", programs)
            for seat, player in enumerate(players)
            if player is not None
        }
        session = Session(game, record, bots, seed=seed, steps=steps)
        if request.resume is not None:
            keeper.note_resumed(session)
        return _Evening(request, session, keeper, eyes, names).play()


def _check_combinations(request: Request) -> None:
    if request.game_name is None and request.resume is None:
        raise click.UsageError("missing argument GAME")
    if request.resume is not None and request.config is not None:
        raise click.UsageError("--config cannot be combined with --resume: the game has a config")
    watching = request.eyes is not None or request.pictures
    if watching and request.persons:
        raise click.UsageError("--eyes and --pictures are for bots alone: a person sees its seat")
    if watching and request.as_json:
        raise click.UsageError("--json holds the whole game: see 'replay --json' for --eyes")


def _opening(request: Request) -> tuple[AnyGame, AnyRecord, tuple[AnyStep, ...]]:
    """Return the game, and the record and steps that it begins with."""
    game = None if request.game_name is None else find_game(request.game_name)
    if request.resume is None:
        assert game is not None
        config = read_config(game, request.config)
        seed = request.seed or 0
        return game, Record(game.name, game.rules_version, config, seed), ()
    game, record = read_record(request.resume, game)
    if record.seed is not None and request.seed not in (None, record.seed):
        what = f"--seed {request.seed} is not the seed of {request.resume}, {record.seed}"
        raise click.UsageError(what)
    return game, record, read_steps(game, record, request.resume)


def _player_options(request: Request) -> list[str]:
    """Return the options by which the seats have the same players when the game is resumed."""
    options = [part for seat in request.persons for part in ("--human", str(seat))]
    if request.bots != (DEFAULT_BOT,):
        options += [part for bots in request.bots for part in ("--bots", bots)]
    if request.resume is not None and request.seed is not None:
        options += ["--seed", str(request.seed)]
    return options


class _Evening:
    """One use of the command: a session that is played on, shown and kept."""

    def __init__(
        self, request: Request, session: Session, keeper: Keeper, eyes: Eyes, names: list[str]
    ) -> None:
        self._request: Final = request
        self._session: Final = session
        self._keeper: Final = keeper
        self._eyes: Final = eyes
        self._names: Final = names
        self._told: Final = bool(request.persons) or not request.as_json
        watched = not request.persons and request.save is not None
        self._terminal: Final = Terminal(error=request.as_json, goes_on=watched)

    def play(self) -> int:
        """Play until the game is over or a person leaves; return the exit code.

        Whatever happens, the game so far is in the file that --save names.
        """
        session, keeper = self._session, self._keeper
        try:
            if self._told:
                self._announce()
            if self._request.persons:
                persons = frozenset(self._request.persons)
                finished = Conversation(session, self._terminal, keeper, persons).play()
            else:
                finished = self._watch()
        except (EOFError, KeyboardInterrupt) as error:
            keeper.keep(session)
            click.echo(f"\nStopped. {clean(keeper.farewell(session))}", err=True)
            if isinstance(error, KeyboardInterrupt):
                return INTERRUPTED
            return 0 if keeper.is_saved(session) else _UNFINISHED
        except BaseException:
            keeper.keep(session)
            if self._request.persons:
                click.echo(clean(keeper.farewell(session)), err=True)
            raise
        finally:
            session.stop()
        keeper.keep(session)
        self._conclude(finished)
        return 0

    def _announce(self) -> None:
        book = self._session.game.rulebook
        players = ", ".join(f"seat {seat} {name}" for seat, name in enumerate(self._names))
        head = f", rules {book.version}, seed {self._session.seed}: {players}"
        self._terminal.line((book.title, STRONG), (head, WEAK))
        if self._session.steps:
            count = len(self._session.steps)
            self._terminal.line((f"Continued after {count} actions.", WEAK))

    def _watch(self) -> bool:
        """Play with bots to the end, and show it unless it is printed as JSON."""
        game, pictures = self._session.game, self._request.pictures
        for numbered in advancing(self._session):
            if self._told:
                show_step(self._terminal, game, numbered, self._eyes, pictures)
        return True

    def _conclude(self, finished: bool) -> None:
        """Tell how the game ended, or where it can be continued from."""
        game, state = self._session.game, self._session.state
        if self._told:
            if finished:
                self._terminal.line(*outcome_line(game.outcome(state)))
                self._terminal.line(score_line(game.score(state), self._names))
            if self._request.save is not None or not finished:
                self._terminal.line(self._keeper.farewell(self._session))
        if self._request.as_json:
            click.echo(json.dumps(_data(self._session), indent=2))


def _data(session: Session) -> dict[str, Any]:
    """Return the game as data; its actions, which hold every secret, once it is over."""
    game, record = session.game, session.record
    outcome = game.outcome(session.state)
    actions = [game.format_action(action) for action in record.actions]
    return {
        "game": record.game,
        "rules_version": record.rules_version,
        "seed": record.seed,
        "config": to_data(record.config),
        "actions": actions if outcome is not None else None,
        "score": list(game.score(session.state)),
        "outcome": outcome_data(outcome),
    }
