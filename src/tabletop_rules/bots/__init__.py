"""Players for every game. They are given views and options, and never a state.

>>> from tabletop_rules.bots import make_bot
>>> from tabletop_rules.core import load_game, play
>>> game = load_game("dome-crushers")
>>> bots = [make_bot("greedy", game, seed=1), make_bot("random", game, seed=2)]
>>> record = play(game, game.Config(), bots, seed=3)
"""

from tabletop_rules.bots.endgame import EndgameBot
from tabletop_rules.bots.evaluations import EVALUATIONS, Evaluation
from tabletop_rules.bots.flat import FlatBot
from tabletop_rules.bots.greedy import GreedyBot
from tabletop_rules.bots.loading import BotLoadError, BotMaker, bot_maker, load_bot_maker
from tabletop_rules.bots.making import (
    BudgetNameError,
    UnknownBotError,
    bot_descriptions,
    bot_names,
    make_bot,
)
from tabletop_rules.bots.mcts import MctsBot
from tabletop_rules.bots.random_bot import RandomBot, Seed
from tabletop_rules.bots.solver import Obstacle, Solved, Solver, UnsolvedError

__all__ = [
    "EVALUATIONS",
    "BotLoadError",
    "BotMaker",
    "BudgetNameError",
    "EndgameBot",
    "Evaluation",
    "FlatBot",
    "GreedyBot",
    "MctsBot",
    "Obstacle",
    "RandomBot",
    "Seed",
    "Solved",
    "Solver",
    "UnknownBotError",
    "UnsolvedError",
    "bot_descriptions",
    "bot_maker",
    "bot_names",
    "load_bot_maker",
    "make_bot",
]
