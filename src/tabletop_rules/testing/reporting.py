"""The report of a verification as data for JSON, and as a page in HTML."""

from collections.abc import Iterator
from html import escape
from string import Template
from typing import Any, Final

from tabletop_rules.core import Rule, RuleKind
from tabletop_rules.testing.coverage import How
from tabletop_rules.testing.verifying import Report

__all__ = ["report_data", "report_page"]


def report_data(report: Report) -> dict[str, Any]:
    """Return a report as data that JSON can hold: the same for the same arguments."""
    failure = report.failure
    coverage = report.coverage
    return {
        "game": report.game,
        "rules_version": report.rules_version,
        "seed": report.seed,
        "configs": list(report.configs),
        "checks": list(report.checks),
        "examples": report.examples,
        "actions": report.actions,
        "states": report.states,
        "clean": report.clean,
        "failure": failure
        and {"check": failure.check, "what": failure.what, "record": failure.record},
        "rules": len(coverage.rulebook),
        "exercised": len(coverage.exercised),
        "share": coverage.share,
        "coverage": [_rule_data(report, rule) for rule in coverage.rulebook.values()],
    }


def _rule_data(report: Report, rule: Rule) -> dict[str, Any]:
    counts = report.coverage.counts
    return {
        "id": rule.id,
        "section": rule.section,
        "kind": rule.kind.value,
        "text": rule.text,
        "times": report.coverage.times(rule.id),
        "by": {how.value: counts[rule.id, how] for how in How if counts[rule.id, how]},
        "unreachable": report.unreachable.get(rule.id),
    }


# ---------------------------------------------------------------- the page

_PAGE: Final = Template("""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title: rule coverage</title>
<style>
:root { color-scheme: light dark; --line: #8886; --none: #c2410c; --some: #0369a1; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .35rem .6rem; text-align: left;
  vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.id { white-space: nowrap; font-family: ui-monospace, monospace; }
tr.never td.number, .failed { color: var(--none); font-weight: bold; }
progress { width: 12rem; accent-color: var(--some); }
pre { border: 1px solid var(--line); overflow-x: auto; padding: 1rem; }
small { opacity: .75; }
</style>
</head>
<body>
<h1>$title</h1>
<p>Rules version $version. $summary</p>
<p><progress max="$rules" value="$exercised" aria-label="rules exercised"></progress>
$exercised of $rules rules exercised ($share %)</p>
$failure
$sections
</body>
</html>
""")


def report_page(report: Report) -> str:
    """Return a report as one HTML page that needs no other file: the ledger, and how often."""
    coverage = report.coverage
    summary = (
        f"{report.examples} examples of the configs {', '.join(report.configs)}, seed"
        f" {report.seed}: {report.actions} actions, {report.states} states looked at closely,"
        f" by the checks {', '.join(report.checks)}."
    )
    return _PAGE.substitute(
        title=escape(coverage.rulebook.title),
        version=escape(report.rules_version),
        summary=escape(summary),
        rules=len(coverage.rulebook),
        exercised=len(coverage.exercised),
        share=f"{100 * coverage.share:.1f}",
        failure="\n".join(_failure(report)),
        sections="\n".join(_sections(report)),
    )


def _failure(report: Report) -> Iterator[str]:
    failure = report.failure
    if failure is None:
        yield "<p>Every check holds.</p>"
        return
    yield f'<p class="failed">The check {escape(failure.check)} has found something:</p>'
    yield f"<pre>{escape(failure.what)}</pre>"
    if failure.record:
        yield "<details><summary>The way there</summary>"
        yield f"<pre>{escape(failure.record)}</pre></details>"


def _sections(report: Report) -> Iterator[str]:
    section = None
    for rule in report.coverage.rulebook.values():
        if rule.section != section:
            if section is not None:
                yield "</tbody></table>"
            section = rule.section
            yield f"<h2>{escape(section)}</h2>"
            yield _share(report, section)
            yield "<table><thead><tr><th>Rule</th><th>In our words</th><th>Times</th></tr></thead>"
            yield "<tbody>"
        yield _row(report, rule)
    if section is not None:
        yield "</tbody></table>"


def _share(report: Report, section: str) -> str:
    """Return how many rules of a section were exercised, as a bar and in numbers."""
    rules = [rule.id for rule in report.coverage.rulebook.values() if rule.section == section]
    done = sum(report.coverage.times(rule) > 0 for rule in rules)
    return (
        f'<p><progress max="{len(rules)}" value="{done}" aria-label="rules exercised"></progress>'
        f" {done} of {len(rules)}</p>"
    )


def _row(report: Report, rule: Rule) -> str:
    data = _rule_data(report, rule)
    kind = "" if rule.kind is RuleKind.RULE else f" <small>({rule.kind.value})</small>"
    how = ", ".join(f"{name} {count}" for name, count in data["by"].items())
    why = data["unreachable"]
    note = f"<br><small>No step can exercise it: {escape(why)}</small>" if why else ""
    never = "" if data["times"] else ' class="never"'
    return (
        f'<tr{never}><td class="id">{escape(rule.id)}</td><td>{escape(rule.text)}{kind}{note}</td>'
        f'<td class="number" title="{escape(how)}">{data["times"]}</td></tr>'
    )
