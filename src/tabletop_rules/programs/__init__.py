"""Bots in any language: programs that read and write lines of JSON (docs/bot_protocol.md)."""

from tabletop_rules.programs.bot import ProgramBot
from tabletop_rules.programs.limits import Limits

__all__ = ["Limits", "ProgramBot"]
