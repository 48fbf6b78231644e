"""Plots of games and of what was tried of their rules, as SVG.

They need matplotlib, which comes with the extra ``plots``. Equal arguments give equal bytes.
"""

from tabletop_rules.plots.canvas import PlotsMissingError, need_plots
from tabletop_rules.plots.coverage import coverage_plot
from tabletop_rules.plots.scores import score_plot

__all__ = ["PlotsMissingError", "coverage_plot", "need_plots", "score_plot"]
