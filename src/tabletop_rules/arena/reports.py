"""The report of a tournament as one HTML page that needs no other file and no script."""

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from string import Template
from typing import Any, Final

from attrs import define, field

from tabletop_rules.arena.faults import FaultNote
from tabletop_rules.arena.pages import cross_html, table_html
from tabletop_rules.arena.plots import course_plot, rating_plot
from tabletop_rules.arena.refereeing import Result
from tabletop_rules.arena.running import Tournament
from tabletop_rules.arena.standings import Standings, Table
from tabletop_rules.core import to_data
from tabletop_rules.core.toml import toml_lines
from tabletop_rules.pages.html import text_html, visible

__all__ = ["repeat_command", "report_page"]

_POINTS: Final = 80
"""At how many numbers of games the course of the ratings is looked at."""
_FAULTS: Final = 100
"""How many faults are listed; all are counted in the table."""
_MEBIBYTE: Final = 2**20

_PAGE: Final = Template("""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title: tournament</title>
<style>
:root { color-scheme: light dark; --line: #8886; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid var(--line); padding: .35rem .6rem; text-align: right;
  font-variant-numeric: tabular-nums; white-space: nowrap; }
th.name, td.name { text-align: left; overflow-wrap: anywhere; white-space: normal;
  min-width: 7rem; }
td small { opacity: .75; }
figure { margin: 1rem 0; }
svg { height: auto; max-width: 100%; }
pre { border: 1px solid var(--line); overflow-x: auto; padding: 1rem; }
</style>
</head>
<body>
<h1>$title: tournament</h1>
<p>$summary</p>
<h2>Table</h2>
<div class="wide">$table</div>
<p><small>A share is of the points: of the others at the table that a bot has beaten, an equal rank
counting a half. Intervals are of 95 %, shares by Wilson, ratings by the model of Plackett and Luce
on the scale of Elo.</small></p>
<h2>Who got what against whom</h2>
<div class="wide">$cross</div>
<p><small>The share of the row against the column, and of how many games. Blue is above a half,
orange below.</small></p>
<h2>Ratings</h2>
<figure role="img" aria-label="Ratings with their intervals, as in the table">$ratings</figure>
<h2>Ratings over the games</h2>
<figure role="img" aria-label="Rating of each bot after so many games">$course</figure>
<h2>How the games ended</h2>
$endings
<h2>Faults</h2>
$faults
<h2>How to repeat it</h2>
$repeat
</body>
</html>
""")


def report_page(tournament: Tournament) -> str:
    """Return the report of a tournament; the same games give the same bytes.

    Raises:
        PlotsMissingError: matplotlib, of the extra ``plots``, is not installed.
    """
    table, about = tournament.table, tournament.about
    names = [visible(row.name) for row in table.rows]
    facts = _facts(tournament)
    summary = (
        f"{table.games} games of {len(names)} bots, {about['schedule']}, seed {about['seed']},"
        f" rules {about['rules_version']}."
    )
    # Not every plot has something to show: a rating begins with the first game.
    played = table.games > 0
    return _PAGE.substitute(
        title=escape(tournament.game.rulebook.title),
        summary=escape(summary),
        table=table_html(table),
        cross=cross_html(table),
        ratings=rating_plot(names, [(row.rating, row.margin) for row in table.rows]),
        course=course_plot(names, facts.games, facts.ratings) if played else "<p>No games.</p>",
        endings="\n".join(_endings(facts)),
        faults="\n".join(_fault_list(tournament, facts)),
        repeat="\n".join(_repeat(tournament)),
    )


# ---------------------------------------------------------------- what the games tell


@define
class _Facts:
    """What is found in one pass over the games."""

    games: list[int] = field(factory=list)
    ratings: list[list[float]] = field(factory=list)
    """After so many games, in the order of the table."""
    kinds: Counter[str] = field(factory=Counter[str])
    seats: list[float] = field(factory=list)
    """The sum of the points of each seat."""
    faults: list[tuple[Result, FaultNote]] = field(factory=list)
    noted: int = 0


def _facts(tournament: Tournament) -> _Facts:
    names = [each["name"] for each in tournament.about["bots"]]
    standings = Standings(names)
    places = _places(names, tournament.table)
    facts = _Facts()
    step = max(1, tournament.table.games // _POINTS)
    for result in tournament.results():
        standings.add(result)
        facts.kinds[result.kind] += 1
        sums = facts.seats or [0.0] * len(result.points)
        facts.seats = [one + other for one, other in zip(sums, result.points, strict=True)]
        facts.noted += len(result.faults)
        facts.faults += [(result, note) for note in result.faults][: _FAULTS - len(facts.faults)]
        if not standings.games % step or standings.games == tournament.table.games:
            facts.games.append(standings.games)
            facts.ratings.append([standings.rating(place)[0] for place in places])
    return facts


def _places(names: Sequence[str], table: Table) -> list[int]:
    """Return the place of the entrant of each row; of equal names, each once."""
    left = list(enumerate(names))
    places: list[int] = []
    for row in table.rows:
        found = next(each for each in left if each[1] == row.name)
        left.remove(found)
        places.append(found[0])
    return places


def _endings(facts: _Facts) -> Iterator[str]:
    total = sum(facts.kinds.values())
    words = {
        "win": "won",
        "draw": "drawn",
        "truncated": "cut off by the config, without a winner",
        "forfeit": "ended or decided by a forfeit",
    }
    yield "<ul>"
    for kind, count in sorted(facts.kinds.items(), key=lambda each: (-each[1], each[0])):
        yield f"<li>{count} {escape(words.get(kind, kind))} ({count / total:.1%})</li>"
    for seat, points in enumerate(facts.seats):
        yield f"<li>Seat {seat} got {points / total:.1%} of its points, whoever sat there.</li>"
    yield "</ul>"


def _fault_list(tournament: Tournament, facts: _Facts) -> Iterator[str]:
    if not facts.faults:
        yield "<p>None.</p>"
        return
    names = [each["name"] for each in tournament.about["bots"]]
    yield "<p>Print such a game, as a record that <code>tabletop-rules replay</code> reads, with"
    yield "<code>tabletop-rules arena --file FILE --record GAME</code>.</p>"
    yield '<div class="wide"><table><thead><tr><th scope="col">game</th>'
    yield '<th class="name" scope="col">bot</th><th scope="col">seat</th>'
    yield '<th scope="col">decision</th><th scope="col">fault</th>'
    yield '<th class="name" scope="col">what it did</th></tr></thead>'
    for result, note in facts.faults:
        name = names[result.fixture.seats[note.seat]]
        yield (
            f'<tr><td>{result.fixture.number}</td><td class="name">{text_html(name)}</td>'
            f"<td>{note.seat}</td><td>{note.decision}</td><td>{note.fault.value}</td>"
            f'<td class="name">{text_html(note.reason)}</td></tr>'
        )
    yield "</table></div>"
    if facts.noted > len(facts.faults):
        yield f"<p>And {facts.noted - len(facts.faults)} more that are noted in the file.</p>"


# ---------------------------------------------------------------- how to repeat it


def repeat_command(tournament: Tournament) -> str:
    """Return the command line that plays the same tournament again.

    A config that is not the default one is taken to be in ``config.toml``. Bots that were given
    as objects of Python stand there as where their class is.
    """
    about: Any = tournament.about
    policy = about["policy"]
    words = ["tabletop-rules", "arena", about["game"].replace("_", "-")]
    for bot in about["bots"]:
        text = bot["plays"] if bot["name"] == bot["plays"] else f"{bot['name']}={bot['plays']}"
        words += ["--bots", text]
    words += ["--games", str(tournament.table.games), "--schedule", about["schedule"]]
    if "luck" in about:
        words += ["--luck", about["luck"]]
    words += ["--seed", str(about["seed"]), "--on-fault", policy["on_fault"]]
    if policy["seconds"] is not None:
        words += ["--time", f"{policy['seconds']}".removesuffix(".0")]
    if policy["memory"] is not None:
        words += ["--memory", str(policy["memory"] // _MEBIBYTE)]
    if tournament.config != tournament.game.Config():
        words += ["--config", "config.toml"]
    return shlex.join(words)


def _repeat(tournament: Tournament) -> Iterator[str]:
    yield f"<pre>{text_html(repeat_command(tournament))}</pre>"
    if tournament.config != tournament.game.Config():
        yield "<p>with this file <code>config.toml</code>:</p><pre>"
        yield from map(text_html, toml_lines(to_data(tournament.config)))
        yield "</pre>"
    yield (
        "<p>It plays the same games on every machine, unless a bot looks at the clock or runs out"
        " of its time.</p>"
    )
