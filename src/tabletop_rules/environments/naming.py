"""Configs as the texts that other libraries pass around."""

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import quote, unquote

from attrs import evolve

from tabletop_rules.core import (
    ConfigError,
    Game,
    Problem,
    from_data,
    from_json,
    load_game,
    to_json,
    verification_of,
)
from tabletop_rules.core.toml import read_toml
from tabletop_rules.environments.errors import EnvironmentsError

__all__ = ["DEFAULT", "config_from", "config_text", "named_configs", "with_players"]

DEFAULT: Final = "default"
"""The name of the config that a game has without arguments."""


@cache
def named_configs(game: str) -> Mapping[str, Any]:
    """Return the configs of a game that have a name: its default, and those it is verified with.

    Names are in small letters with underscores. Where a large and a small config have the same
    name it is the small one's.

    Raises:
        UnknownGameError: no game has that name.
    """
    played: Game[Any, Any, Any, Any] = load_game(game)
    said = verification_of(played)
    found = {_plain(name): config for name, config in {**said.configs, **said.small}.items()}
    return MappingProxyType({DEFAULT: played.Config()} | found)


def _plain(name: str) -> str:
    return re.sub(r"\W+", "_", name.lower())


def config_from(game: str, text: str) -> Any:
    """Return the config that a text stands for: a name, or the config as JSON or TOML.

    JSON may be percent-encoded, as `config_text` writes it.

    Raises:
        EnvironmentsError: it is neither.
        ConfigError: it is JSON or TOML, but no config of the game; it says what is wrong.
        UnknownGameError: no game has that name.
    """
    named = named_configs(game)
    if (known := named.get(_plain(text.strip()))) is not None:
        return known
    kind = load_game(game).Config
    plain = text if text.lstrip().startswith("{") else unquote(text)
    if plain.lstrip().startswith("{"):
        return from_json(plain, kind, error=ConfigError)
    if "=" in plain:
        return from_data(read_toml(plain, error=ConfigError), kind, error=ConfigError)
    raise EnvironmentsError("config", f"{', '.join(named)}, or a config as JSON or TOML", text)


def config_text(game: str, config: object) -> str:
    """Return a config as a text of one word: its name, or percent-encoded JSON.

    It has none of the signs that have a meaning in a list of parameters.

    >>> from tabletop_rules import dome_crushers
    >>> config_text("dome_crushers", dome_crushers.Config())
    'default'
    """
    for name, known in named_configs(game).items():
        if known == config:
            return name
    return quote(to_json(config), safe="")


def with_players(config: Any, players: int, seats: int) -> Any:
    """Return a config for a number of players; 0 leaves it as it is, with its `seats`.

    Raises:
        ConfigError: it is not a game for so many.
    """
    if players in {0, seats}:
        return config
    if not hasattr(config, "seats"):
        raise ConfigError([Problem("players", f"expected {seats}, got {players}")])
    return evolve(config, seats=players)
