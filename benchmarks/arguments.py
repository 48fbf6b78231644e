"""What the commands of the benchmarks are given."""

import argparse
from collections.abc import Iterable

__all__ = ["above_zero", "add_seconds", "parser_of", "whole_above_zero"]


def above_zero(text: str) -> float:
    """Return a number above zero."""
    number = float(text)
    if not number > 0:
        raise argparse.ArgumentTypeError(f"{text} is not above zero")
    return number


def whole_above_zero(text: str) -> int:
    """Return a whole number above zero."""
    return int(above_zero(str(int(text))))


def parser_of(command: str, description: str, names: Iterable[str]) -> argparse.ArgumentParser:
    """Return a parser with what most benchmarks have: what is measured, how often, and how told."""
    parser = argparse.ArgumentParser(prog=f"python -m {command}", description=description)
    parser.add_argument(
        "--rounds", type=whole_above_zero, default=5, help="in which all take turns (default: 5)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of all generators (default: 1)")
    parser.add_argument(
        "--only", action="append", choices=list(names), help="measure this one; may be repeated"
    )
    parser.add_argument("--json", action="store_true", help="print all figures as JSON")
    return parser


def add_seconds(parser: argparse.ArgumentParser) -> None:
    """Add how long each entry is measured, in all rounds together."""
    parser.add_argument(
        "--seconds", type=above_zero, default=10.0, help="for each entry (default: 10)"
    )
