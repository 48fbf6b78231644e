"""Pages of HTML that need no other file, server or network: a whole game to look at again.

>>> from tabletop_rules import dome_crushers, pages
>>> from tabletop_rules.bots import RandomBot
>>> from tabletop_rules.core import play
>>> record = play(dome_crushers, dome_crushers.Config(), [RandomBot(0), RandomBot(1)], seed=1)
>>> page = pages.replay_page(dome_crushers, record, eyes=1)
>>> page.startswith("<!doctype html>")
True
"""

from tabletop_rules.pages.notebooks import Shown, load_ipython_extension, show
from tabletop_rules.pages.replaying import PageError, replay_page
from tabletop_rules.pages.watching import Whose

__all__ = ["PageError", "Shown", "Whose", "load_ipython_extension", "replay_page", "show"]
