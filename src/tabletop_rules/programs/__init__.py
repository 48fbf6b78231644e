"""Bots in any language: programs that read and write lines of JSON (docs/bot_protocol.md)."""

from tabletop_rules.programs.bot import ProgramBot
from tabletop_rules.programs.checking import CHECKS, Check, Finding, check_program
from tabletop_rules.programs.limits import Limits
from tabletop_rules.programs.process import NotStartedError
from tabletop_rules.programs.serving import ServeError, serve

__all__ = [
    "CHECKS",
    "Check",
    "Finding",
    "Limits",
    "NotStartedError",
    "ProgramBot",
    "ServeError",
    "check_program",
    "serve",
]
