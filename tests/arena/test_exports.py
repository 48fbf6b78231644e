"""All games as JSON."""

import json

from tabletop_rules import arena, dome_crushers
from tabletop_rules.arena.exports import export_text
from tabletop_rules.core import parse_record, replay


def test_the_export_holds_every_game() -> None:
    tournament = arena.run(
        "dome-crushers", {"a": "random", "b": "random", "c": "random"}, games=9, workers=0
    )
    data = json.loads("".join(export_text(tournament)))
    games = data.pop("games")
    assert data == json.loads(json.dumps(dict(tournament.about)))
    assert [game["number"] for game in games] == list(range(9))
    for game, result in zip(games, tournament.results(), strict=True):
        assert game["seed"] == result.fixture.seed
        assert game["bots"] == ["abc"[place] for place in result.fixture.seats]
        assert game["ranks"] == list(result.ranks)
        assert game["faults"] == []
        assert "record" not in game
    points = dict.fromkeys("abc", 0.0)
    for game in games:
        for name, got in zip(game["bots"], game["points"], strict=True):
            points[name] += got
    assert points == {row.name: row.score.points for row in tournament.table.rows}


def test_records_are_there_if_asked_for() -> None:
    tournament = arena.run("dome-crushers", {"a": "random", "b": "random"}, games=3, workers=0)
    games = json.loads("".join(export_text(tournament, with_records=True)))["games"]
    for game in games:
        record = parse_record(game["record"], dome_crushers)
        *_, end = replay(dome_crushers, record)
        assert list(dome_crushers.score(end)) == game["score"]


def test_each_game_is_a_line() -> None:
    tournament = arena.run("dome-crushers", {"a": "random", "b": "random"}, games=4, workers=0)
    lines = "".join(export_text(tournament)).splitlines()
    assert len(lines) == 1 + 4 + 1
    assert [json.loads(line.rstrip(","))["number"] for line in lines[1:-1]] == [0, 1, 2, 3]
