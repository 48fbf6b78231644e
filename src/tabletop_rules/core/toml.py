"""Reading and writing TOML: content files, position texts and the heads of records."""

import json
import tomllib
from collections.abc import Mapping
from typing import Any

from tabletop_rules.core.errors import Problem, ProblemsError, shortened

__all__ = ["read_toml", "toml_lines", "toml_value"]


def read_toml(
    text: str, *, error: type[ProblemsError] = ProblemsError, source: str = ""
) -> dict[str, Any]:
    """Return the table that a TOML text holds.

    Raises:
        ProblemsError: (or the subclass given as `error`) with the line of the mistake.
    """
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as raised:  # a ValueError: a number with too many digits
        raise error([Problem("", f"not TOML: {shortened(raised)}")], source) from None


def toml_value(value: Any) -> str:
    """Return a value of `to_data` as TOML, in one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return "{ " + ", ".join(toml_lines(value)) + " }" if value else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml_value(item) for item in value) + "]"
    raise TypeError(f"{type(value).__name__} has no place in a text of this library")


def toml_lines(table: Mapping[str, Any]) -> list[str]:
    """Return a line ``key = value`` for each entry; entries that are ``None`` are left out."""
    return [
        f"{key if _bare(key) else toml_value(key)} = {toml_value(value)}"
        for key, value in table.items()
        if value is not None
    ]


def _bare(key: str) -> bool:
    return bool(key) and key.isascii() and key.replace("_", "").replace("-", "").isalnum()
