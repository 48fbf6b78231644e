"""The replay page: a game from its record in one file of HTML that works from the disk."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources import files
from string import Template
from typing import Any, Final, get_args

from tabletop_rules.core import Eyes, Game, Problem, ProblemsError, Record, replay_steps
from tabletop_rules.core.errors import shown as shown_value
from tabletop_rules.drawing import Layout, draw, need_drawing, stylesheet
from tabletop_rules.pages.curves import curve_svg
from tabletop_rules.pages.films import Cutter, Strip
from tabletop_rules.pages.html import json_html, policy, text_html
from tabletop_rules.pages.steps import cited, result_html, rules_html, steps_html
from tabletop_rules.pages.watching import ALL, SPECTATOR, Moment, Whose, eyes_of, moments

__all__ = ["PageError", "replay_page"]

_FOLDER: Final = files("tabletop_rules.pages")


class PageError(ProblemsError):
    """A page that cannot be made."""

    kind = "page"


def replay_page(
    game: Game[Any, Any, Any, Any],
    record: Record[Any, Any],
    *,
    eyes: Whose = ALL,
    title: str | None = None,
    progress: Callable[[float], None] | None = None,
) -> str:
    """Return a page on which a game can be looked at step by step.

    With the `eyes` of a seat, or of a ``"spectator"``, it holds what these have seen and nothing
    else, so that it can be given to them; ``"all"`` shows everything, and can switch. `title` is
    the game's name unless given. Equal arguments give equal bytes.

    A long game takes a minute: `progress` is told which part of it is done, from 0 to 1.

    Raises:
        RecordError: the record is of another game or version of its rules, or an action is illegal.
        PageError: there are no such eyes.
        DrawingMissingError: the extra ``drawing`` is not installed.
    """
    need_drawing()
    steps = replay_steps(game, record)
    start = game.initial_state(record.config)
    seats = len(game.score(start))
    if eyes not in (ALL, SPECTATOR, *range(seats)) or isinstance(eyes, bool):
        what = f"expected a seat from 0 to {seats - 1}, 'all' or 'spectator'"
        raise PageError([Problem("eyes", f"{what}, got {shown_value(eyes)}")])
    watchers = eyes_of(eyes, seats)
    watched = list(moments(game, start, steps, watchers))
    return _page(game, watched, watchers, title or game.rulebook.title, progress)


def _page(
    game: Game[Any, Any, Any, Any],
    watched: Sequence[Moment],
    watchers: Mapping[str, Eyes],
    title: str,
    progress: Callable[[float], None] | None,
) -> str:
    last = watched[-1].state
    outcome = game.outcome(last)
    scores = [game.score(moment.state) for moment in watched]
    film, first = _filmed(game, watched, watchers, progress)
    look, pictures, script = _part("replay.css"), stylesheet(), _part("replay.js")
    data = film | {"scores": scores}
    return Template(_part("replay.html")).substitute(
        policy=policy([script], [look, pictures]),
        title=text_html(title),
        look=look,
        pictures=pictures,
        facts=_facts(game, watchers),
        result=result_html(outcome),
        last=len(watched) - 1,
        figures=first,
        eyes=_choice(watchers),
        alone=" hidden" if len(watchers) == 1 else "",
        curve=curve_svg(scores),
        highest=max(max(score, default=0) for score in scores),
        legend=_legend(scores[-1]),
        steps=steps_html(watched),
        rules=rules_html(game, cited(watched, outcome)),
        data=json_html(data),
        script=script,
    )


def _part(name: str) -> str:
    return _FOLDER.joinpath(name).read_text(encoding="utf-8")


def _filmed(
    game: Game[Any, Any, Any, Any],
    watched: Sequence[Moment],
    watchers: Mapping[str, Eyes],
    progress: Callable[[float], None] | None,
) -> tuple[dict[str, Any], str]:
    """Return all pictures as data for the page, and the last one of those it begins with."""
    cutter = Cutter()
    films: dict[tuple[Strip, ...], int] = {}
    captions: list[str] = []
    lasts: list[str] = []
    shown: dict[str, dict[str, list[int]]] = {}
    layouts = get_args(Layout)
    seeing = sum(not eyes.everything for eyes in watchers.values())
    drawn, every = 0, len(layouts) * seeing * len(watched)
    for layout in layouts:
        of_eyes = shown[layout] = {}
        for name, eyes in watchers.items():
            if eyes.everything:
                continue
            pictures: list[str] = []
            for picture in _pictures(game, watched, name, eyes, layout):
                pictures.append(picture)
                drawn += 1
                if progress is not None:
                    progress(drawn / every)
            film = tuple(cutter.cut(picture) for picture in pictures)
            if film not in films:
                films[film] = len(films)
                captions.append(_caption(name))
                lasts.append(pictures[-1])
            of_eyes[name] = [films[film]]
        if ALL in watchers:  # what a spectator sees, each seat sees too
            seats = [found for name, found in of_eyes.items() if name != SPECTATOR]
            of_eyes[ALL] = list(dict.fromkeys(place for found in seats for place in found))
    first = shown["wide"][next(iter(watchers))]
    figures = "".join(
        f"<figure><figcaption>{captions[place]}</figcaption>{lasts[place]}</figure>"
        for place in first
    )
    return cutter.packed(films) | {"eyes": shown, "captions": captions}, figures


def _pictures(
    game: Game[Any, Any, Any, Any],
    watched: Sequence[Moment],
    name: str,
    eyes: Eyes,
    layout: Layout,
) -> Iterator[str]:
    """Give the picture of each moment; of moments that look the same the same one."""
    seen: object = None
    picture = ""
    for moment in watched:
        now = game.view(moment.state, eyes.seat), moment.told[name].events
        if now != seen:
            seen = now
            picture = draw(game, now[0], events=now[1], layout=layout).unstyled
        yield picture


def _caption(name: str) -> str:
    return "What a spectator sees" if name == SPECTATOR else f"What seat {name} sees"


def _choice(watchers: Mapping[str, Eyes]) -> str:
    """Return the options of whose eyes."""
    words = {ALL: "everything", SPECTATOR: "a spectator"}
    return "".join(
        f'<option value="{name}">{words.get(name, f"seat {name}")}</option>' for name in watchers
    )


def _facts(game: Game[Any, Any, Any, Any], watchers: Mapping[str, Eyes]) -> str:
    begins = next(iter(watchers))
    seen = "Everything is shown." if begins == ALL else f"{_caption(begins)}, and no more."
    return f"{text_html(f'{game.rulebook.title}, rules {game.rules_version}.')} {seen}"


def _legend(score: Sequence[int]) -> str:
    """Return the seats with the line that each has in the curve, and their points."""
    return "".join(
        f'<li><svg class="tabletop-rules theme-auto" viewBox="0 0 32 8" aria-hidden="true">'
        f'<path class="line{seat % 6} course{seat % 6}" d="M0 4H32"/></svg>'
        f" seat {seat} <b>{points}</b></li>"
        for seat, points in enumerate(score)
    )
