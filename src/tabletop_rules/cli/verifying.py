"""What ``tabletop-rules verify`` does, once the extra ``testing`` is there."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import click
from attrs import frozen

from tabletop_rules import testing
from tabletop_rules.cli.files import check_outputs, check_writable, write_text
from tabletop_rules.cli.inputs import AnyGame, find_game, read_config
from tabletop_rules.cli.progress import progress_bar
from tabletop_rules.cli.rules import rule_lines
from tabletop_rules.cli.terminal import RULE, STRONG, WEAK, Terminal
from tabletop_rules.cli.verify import FOUND, SAVED
from tabletop_rules.core import verification_of

__all__ = ["Request", "verify"]

_RAREST: Final = 8


@frozen(kw_only=True)
class Request:
    """What was asked for on the command line."""

    game_name: str
    examples: int
    seed: int
    config: Path | None
    checks: tuple[str, ...]
    workers: int
    exhaustive: bool
    states: int
    against: str | None
    save: Path | None
    html: Path | None
    overwrite: bool
    every: bool
    as_json: bool


def verify(request: Request) -> None:
    """Check a game as requested, and leave with the exit code if something is wrong."""
    game = find_game(request.game_name)
    config, checks, html = request.config, request.checks, request.html
    saved = _checked_paths(request)
    try:
        testing.chosen(checks)
    except testing.UnknownCheckError as error:
        raise click.BadParameter(str(error), param_hint="'--check'") from error
    configs = None if config is None else {config.name: read_config(game, config)}
    if request.exhaustive and request.against is not None:
        raise click.UsageError("--exhaustive and --against are two things: leave one out")
    if request.exhaustive or request.against is not None:
        for option, given in (("--html", html), ("--json", request.as_json), ("--check", checks)):
            if given:
                raise click.UsageError(f"{option} is for games that are drawn: leave it out here")
    if request.exhaustive:
        _prove(game, configs, request.states, saved)
    elif request.against is not None:
        _compare(game, find_game(request.against), configs, request.examples, request.seed, saved)
    else:
        with progress_bar(f"{game.rulebook.title}", request.examples) as progress:
            report = testing.verify(
                game,
                configs,
                examples=request.examples,
                seed=request.seed,
                checks=checks or None,
                workers=request.workers,
                progress=progress,
            )
        if html is not None:
            write_text(html, testing.report_page(report))
        _show(report, saved, every=request.every, as_json=request.as_json)


def _checked_paths(request: Request) -> Path:
    """Return where a game that fails is saved, once it is known that all files can be written."""
    default = Path(SAVED) if request.save is None else None
    saved = request.save or Path(SAVED)
    check_writable(saved)
    check_outputs(
        {"--save": request.save, "--html": request.html},
        kept={"--config": request.config, f"the default of --save, {SAVED}": default},
        overwrite=request.overwrite,
    )
    return saved


# ---------------------------------------------------------------- games that are drawn


def _show(report: testing.Report, saved: Path, *, every: bool, as_json: bool) -> None:
    """Print a report, save the game that fails, and leave with the exit code."""
    if as_json:
        click.echo(json.dumps(testing.report_data(report), indent=2))
    else:
        terminal = Terminal()
        _show_coverage(terminal, report, every=every)
        if report.failure is None:
            terminal.line(("Every check holds.", STRONG))
    if report.failure is not None:
        _fail(report.failure, saved, quiet=as_json)


def _show_coverage(terminal: Terminal, report: testing.Report, *, every: bool) -> None:
    coverage = report.coverage
    book = coverage.rulebook
    configs = f"{len(report.configs)} config{'s' * (len(report.configs) != 1)}"
    share = f"{100 * coverage.share:.1f} %"
    seldom = sorted(coverage.exercised, key=coverage.times)[:_RAREST]
    terminal.line((book.title, STRONG), (f", rules {report.rules_version}", WEAK))
    terminal.line(f"  examples  {report.examples} of {configs}, seed {report.seed}")
    terminal.line(f"  actions   {report.actions}; {report.states} states looked at closely")
    terminal.line(f"  checks    {', '.join(report.checks)}")
    terminal.line(f"  rules     {len(coverage.exercised)} of {len(book)} exercised, {share}")
    terminal.line(f"  seldom    {', '.join(f'{rule} {coverage.times(rule)}' for rule in seldom)}")
    if every:
        for rule in coverage.exercised:
            ways = [(how.value, coverage.counts[rule, how]) for how in testing.How]
            by = ", ".join(f"{how} {count}" for how, count in ways if count)
            terminal.line((f"{rule:<12} ", RULE), f"{coverage.times(rule)}: {by}")
    if coverage.missing:
        terminal.line(("Not exercised:", STRONG))
    for rule in coverage.missing:
        for parts in rule_lines(book[rule], terminal.width):
            terminal.line(*parts)
        if rule in report.unreachable:
            terminal.line(f"{'':<12} (no step can: {report.unreachable[rule]})")


def _fail(failure: testing.Failure, saved: Path, *, quiet: bool) -> None:
    """Say what a check has found, save the way there, and leave with the exit code."""
    terminal = Terminal(error=True)
    if failure.record:
        write_text(saved, failure.record)
    if not quiet:
        terminal.line((f"The check {failure.check!r} has found something:", STRONG))
        terminal.lines(failure.what.split("\n"))
        if failure.record:
            terminal.line(f"The way there is in {saved}: tabletop-rules replay {saved}")
    raise click.exceptions.Exit(FOUND)


# ---------------------------------------------------------------- all states, and two games


def _prove(game: AnyGame, configs: Mapping[str, Any] | None, states: int, saved: Path) -> None:
    """Prove the small configs of a game, or the one that is given, of at most so many states."""
    terminal = Terminal()
    small = verification_of(game).small if configs is None else configs
    if not small:
        what = f"{game.name} names no config that is small enough: give one with --config"
        raise click.ClickException(what)
    coverage = testing.Coverage.of(game.rulebook)
    proven = 0
    for name, config in small.items():
        try:
            testing.explore(game, config, lambda _: None, most=states)
        except ValueError as error:
            if configs is not None:
                raise click.ClickException(f"{name}: {error}: give more --states") from error
            terminal.line((f"{name}: ", RULE), f"left out, as it has more than {states} states")
            continue
        try:
            proof = testing.prove(game, config)
        except testing.BrokenProtocolError as error:
            terminal.line((f"{name}: ", RULE), "a check has found something")
            _fail(testing.Failure(error.check, error.what, error.record), saved, quiet=False)
        except ValueError as error:
            raise click.ClickException(f"{name}: {error}") from error
        else:
            terminal.line((f"{name}: ", RULE), str(proof))
            coverage.update(proof.coverage)
            proven += 1
    if not proven:
        raise click.ClickException(f"nothing was proven: give more --states than {states}")
    terminal.line(f"{len(coverage.exercised)} of {len(game.rulebook)} rules exercised")


def _compare(  # noqa: PLR0913, PLR0917 - two games, and how much is compared
    game: AnyGame,
    other: AnyGame,
    configs: Mapping[str, Any] | None,
    examples: int,
    seed: int,
    saved: Path,
) -> None:
    """Compare two implementations, on the configs of the first as data for the second."""
    terminal = Terminal()
    for name, config in (configs or verification_of(game).configs).items():
        try:
            twin = testing.same_config(config, other)
            compared = testing.check_same(game, other, config, twin, games=examples, seed=seed)
        except testing.BrokenProtocolError as error:
            terminal.line((f"{name}: ", RULE), "there is a difference")
            _fail(testing.Failure(error.check, error.what, error.record), saved, quiet=False)
        else:
            terminal.line((f"{name}: ", RULE), str(compared))
