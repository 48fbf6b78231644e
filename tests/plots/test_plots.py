"""Plots of scores and of rule coverage."""

import re
from collections import Counter

import pytest
from attrs import evolve

from tabletop_rules import dome_crushers
from tabletop_rules.bots import RandomBot
from tabletop_rules.core import RecordError, play
from tabletop_rules.plots import PlotsMissingError, canvas, coverage_plot, score_plot
from tabletop_rules.testing import Coverage, Lawyer, random_walk

RECORD = play(dome_crushers, dome_crushers.Config(), [RandomBot(0), RandomBot(1)], seed=1)


def covered() -> Coverage:
    coverage = Coverage.of(dome_crushers.rulebook)
    lawyer = Lawyer(dome_crushers)
    for step in random_walk(dome_crushers, dome_crushers.Config(), 1).steps:
        coverage.add(lawyer.exercised(step))
    return coverage


def test_coverage_has_a_bar_for_each_section_and_says_how_much() -> None:
    coverage = covered()
    svg = coverage_plot(coverage)
    every = Counter(rule.section for rule in coverage.rulebook.values())
    for section, count in every.items():
        done = [r for r in coverage.exercised if coverage.rulebook[r].section == section]
        assert f">{section}<" in svg
        assert f">{len(done)} of {count}<" in svg


def test_scores_have_a_curve_for_each_seat() -> None:
    svg = score_plot(dome_crushers, RECORD)
    assert all(f">seat {seat}<" in svg for seat in range(2))
    assert svg == score_plot(dome_crushers, RECORD)
    with pytest.raises(RecordError):
        score_plot(dome_crushers, evolve(RECORD, rules_version="0"))


def test_plots_take_the_colour_of_the_page() -> None:
    for svg in (score_plot(dome_crushers, RECORD), coverage_plot(covered())):
        assert canvas.TEXT not in svg
        assert "currentColor" in svg
        assert not re.search(r'(?:src|href)="(?!#)', svg)


def test_without_the_extra_the_error_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canvas, "find_spec", lambda _name: None)
    with pytest.raises(PlotsMissingError, match=r"tabletop-rules\[plots\]"):
        score_plot(dome_crushers, RECORD)
    with pytest.raises(PlotsMissingError, match=r"tabletop-rules\[plots\]"):
        coverage_plot(covered())
