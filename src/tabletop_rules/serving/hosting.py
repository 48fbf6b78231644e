"""Beginning games: which there are, who can play, and what a config says."""

import re
from collections.abc import Sequence
from typing import Any, Final

from tabletop_rules.bots import UnknownBotError, bot_descriptions, make_bot
from tabletop_rules.core import (
    ConfigError,
    ProblemsError,
    UnknownGameError,
    from_data,
    game_names,
    load_game,
    to_data,
)
from tabletop_rules.core.errors import shown
from tabletop_rules.core.toml import read_toml, toml_lines
from tabletop_rules.serving.errors import RequestError, ServingError
from tabletop_rules.serving.forms import CheckForm, LinksForm, NewForm
from tabletop_rules.serving.match import AnyGame
from tabletop_rules.serving.rooms import Links, Rooms
from tabletop_rules.serving.threads import beside

__all__ = ["PERSON", "Hosting", "config_of"]

PERSON: Final = "person"
"""The name of a player who is no bot."""
_MOST_SECONDS: Final = 20.0
_MOST_ITERATIONS: Final = 50_000
_BUDGET: Final = re.compile(r"[a-z]+:([0-9]{1,9}|[0-9]{1,9}(\.[0-9]{1,9})?s)")


def config_of(game: AnyGame, text: str, source: str = "") -> Any:
    """Return the config that a text in TOML describes; an empty one is the default.

    Raises:
        ConfigError: with everything that is wrong.
    """
    table = read_toml(text, error=ConfigError, source=source)
    return from_data(table, game.Config, error=ConfigError, source=source)


class Hosting:
    """What who has started the server may do; `bots` may play besides those of the library."""

    def __init__(self, rooms: Rooms, bots: Sequence[str] = ()) -> None:
        self._rooms: Final = rooms
        self._bots: Final = tuple(bots)

    def overview(self) -> dict[str, Any]:
        """Return the games, the bots, and the games that were begun."""
        bots = {**dict.fromkeys(self._bots, "named when the server started"), **bot_descriptions()}
        games: list[dict[str, Any]] = []
        for name in game_names():
            try:
                games.append(self._game_data(name))
            except (ImportError, AttributeError) as error:  # it hides no other game
                games.append({"name": name, "broken": type(error).__name__})
        return {
            "games": games,
            "bots": [{"name": name, "plays": plays} for name, plays in bots.items()],
            "begun": [
                {"number": kept.id, "game": kept.game, "players": kept.players}
                for kept in self._rooms.games()
            ],
        }

    def _game_data(self, name: str) -> dict[str, Any]:
        game = load_game(name)
        return {
            "name": name,
            "title": game.rulebook.title,
            "rules_version": game.rules_version,
            "config": "\n".join(toml_lines(to_data(game.Config()))),
            "seats": _seats(game, game.Config()),
        }

    async def check(self, form: CheckForm) -> dict[str, Any]:
        """Return how many seats a game has with a config."""
        game, config = await beside(lambda: _read(form.game, form.config))
        return {"seats": _seats(game, config)}

    async def new(self, form: NewForm) -> dict[str, Any]:
        """Begin a game, and return its links."""
        game, config = await beside(lambda: _read(form.game, form.config))
        players = [None if name == PERSON else self._bot(name, game) for name in form.players]
        try:
            return _links_data(self._rooms.new(game, config, players))
        except ServingError as error:
            raise _refusal(error) from error

    def links(self, form: LinksForm) -> dict[str, Any]:
        """Give a game other links, and return them."""
        return _links_data(self._rooms.new_links(form.game))

    def _bot(self, name: str, game: AnyGame) -> str:
        """Return the name of a bot that a page may choose: it leads to no code of a page's choice.

        Raises:
            RequestError: there is no such bot.
        """
        if name in self._bots:
            return name
        try:
            if ":" in name and not _BUDGET.fullmatch(name):
                raise UnknownBotError(name, tuple(bot_descriptions()))
            make_bot(name, game, 0)
        except UnknownBotError as error:
            raise RequestError(422, "form", str(error)) from error
        budget = name.partition(":")[2]
        if (budget.endswith("s") and float(budget[:-1]) > _MOST_SECONDS) or (
            budget.isdigit() and int(budget) > _MOST_ITERATIONS
        ):
            most = f"{_MOST_SECONDS:g}s or {_MOST_ITERATIONS}"
            raise RequestError(422, "form", f"expected a budget up to {most}, got {shown(name)}")
        return name


def _read(name: str, text: str) -> tuple[AnyGame, Any]:
    """Return a game and its config; with some texts that takes long.

    Raises:
        RequestError: there is no such game, or with everything that is wrong with the config.
    """
    try:
        game = load_game(name)
        return game, config_of(game, text)
    except UnknownGameError as error:
        raise RequestError(404, "no_game", str(error)) from error
    except (ImportError, AttributeError) as error:
        raise RequestError(422, "form", "the game cannot be loaded") from error
    except ProblemsError as error:
        raise _refusal(error) from error


def _refusal(error: ProblemsError) -> RequestError:
    problems = [{"where": p.where, "what": p.what} for p in error.problems]
    return RequestError(422, "form", str(error), problems=problems)


def _seats(game: AnyGame, config: Any) -> int:
    return len(game.score(game.initial_state(config)))


def _links_data(links: Links) -> dict[str, Any]:
    return {
        "game": links.game,
        "seats": [{"seat": seat, "token": token} for seat, token in links.seats.items()],
        "spectator": links.spectator,
    }
