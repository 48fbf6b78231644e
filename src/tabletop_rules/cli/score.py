"""``tabletop-rules score``: scoring the end of a game that was played elsewhere."""

import json
from pathlib import Path
from typing import Any

import click

from tabletop_rules.cli.files import read_text
from tabletop_rules.cli.terminal import RULE, STRONG, WEAK, Terminal
from tabletop_rules.core import to_data
from tabletop_rules.dominus_portus import (
    Award,
    ProvinceScore,
    Standing,
    read_standing,
    score_standing,
)

__all__ = ["score_command"]

_FILE = click.Path(path_type=Path)


@click.command("score", short_help="Score the end of a game from a small file.")
@click.argument("what", metavar="WHAT", type=click.Choice(["dominus"]))
@click.argument("file", metavar="FILE", type=_FILE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def score_command(what: str, file: Path, *, as_json: bool) -> None:
    """Score WHAT, the provinces of "dominus", from FILE.

    The file is TOML: a table [cities.NAME] for each player with what its city counts, and
    [[provinces]], each with a name, its score tile, and the units of each player in it.
    """
    assert what == "dominus"
    standing = read_standing(read_text(file), str(file))
    provinces = score_standing(standing)
    totals = {
        player: sum(province.awards[seat].points for province in provinces)
        for seat, player in enumerate(standing.players)
    }
    if as_json:
        listed = [_province_data(standing, province) for province in provinces]
        click.echo(json.dumps({"provinces": listed, "totals": totals}, indent=2))
        return
    terminal = Terminal()
    for province in provinces:
        terminal.line((province.province, STRONG), (f", {province.tile}", WEAK))
        for award in province.awards:
            if award.power:
                player = standing.players[award.seat]
                terminal.line(f"  {player}: {_award_text(award)} ", (f"[{award.rule}]", RULE))
    terminal.line(("Total", STRONG))
    for player, points in totals.items():
        terminal.line(f"  {player}: {points}")


def _award_text(award: Award) -> str:
    if award.place is None:
        return f"power {award.power}, no place"
    how = f"{award.count} times {award.multiplier}"
    return f"power {award.power}, {how} is {award.points}"


def _province_data(standing: Standing, province: ProvinceScore) -> dict[str, Any]:
    data: dict[str, Any] = to_data(province)
    for award in data["awards"]:
        award["player"] = standing.players[award.pop("seat")]
    return data
