"""``tabletop-rules serve``: what it prints, and what it refuses."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tabletop_rules.cli import main, service
from tabletop_rules.serving import Store, running


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Let the command end when it would begin to answer, and keep what it would serve."""
    kept: dict[str, Any] = {}

    def run(rooms: Any, listening: Any, **more: Any) -> None:
        more["on_start"]()
        kept.update(more, rooms=rooms, address=listening.getsockname())

    monkeypatch.setattr(service, "run", run)
    return kept


def command(tmp_path: Path, *args: str) -> Result:
    file = ["--file", str(tmp_path / "games.sqlite"), "--port", "0"]
    return CliRunner().invoke(main, ["serve", *args, *file], catch_exceptions=False)


def test_it_prints_a_link_for_each_person_and_for_spectators(
    quiet: dict[str, Any], tmp_path: Path
) -> None:
    done = command(tmp_path, "dominum", "--bots", "mcts:0.5s")
    assert done.exit_code == 0, done.output
    port = quiet["address"][1]
    lines = done.output.splitlines()
    links = {name: link.strip() for name, link in (line.split(":", 1) for line in lines[:3])}
    assert set(links) == {"Seat 0", "Spectators", "Start page"}
    base = f"http://127.0.0.1:{port}"
    assert links["Seat 0"].startswith(f"{base}/play#")
    assert links["Start page"] == f"{base}/#{quiet['host_token']}"
    assert len({link.partition("#")[2] for link in links.values()}) == 3


def test_two_persons_get_two_links(quiet: dict[str, Any], tmp_path: Path) -> None:
    done = command(tmp_path, "dome-crushers", "--human", "0", "--human", "1")
    assert "Seat 0:" in done.output
    assert "Seat 1:" in done.output


def test_bots_given_one_by_one(quiet: dict[str, Any], tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text("seats = 3", encoding="utf-8")
    bots = ("--bots", "flat", "--bots", "mcts:20")
    done = command(tmp_path, "dominus-portus", "--config", str(config), "--human", "1", *bots)
    assert done.exit_code == 0, done.output
    assert quiet["bots"] == ("flat", "mcts:20")


def test_without_a_game_there_is_a_start_page(quiet: dict[str, Any], tmp_path: Path) -> None:
    done = command(tmp_path)
    assert done.output.startswith("Start page:")
    assert "Seat" not in done.output


def test_it_opens_the_page_if_asked(
    quiet: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    done = command(tmp_path, "dome-crushers", "--open")
    assert opened == [done.output.splitlines()[0].partition(":")[2].strip()]


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["chess"], "chess"),
        (["dominum", "--bots", "nobody"], "nobody"),
        (["dominum", "--bots", "random,random"], "expected one bot"),
        (["dominum", "--human", "2"], "seat from 0 to 1"),
        (["dominum", "--config", "missing.toml"], "missing.toml"),
        (["--human", "0"], "name GAME"),
        (["--seed", "1"], "name GAME"),
        (["--bots", "flat"], "name GAME"),
        (["dominum", "--bots", "flat,flat", "--bots", "flat"], "expected one list"),
        (["dominum", "--human", "0", "--human", "1", "--bots", "nobody"], "nobody"),
        (["--host", "no.such.host.invalid"], "no.such.host.invalid"),
    ],
)
def test_bad_input_is_refused_in_a_line(
    quiet: dict[str, Any], tmp_path: Path, args: list[str], word: str
) -> None:
    done = command(tmp_path, *args)
    assert done.exit_code == 2
    assert word in done.output
    assert "Traceback" not in done.output


def test_a_port_that_is_taken_is_named(quiet: dict[str, Any], tmp_path: Path) -> None:
    with running.listen("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        args = ["serve", "--file", str(tmp_path / "games.sqlite"), "--port", port]
        done = CliRunner().invoke(main, args, catch_exceptions=False)
    assert done.exit_code == 2
    assert port in done.output
    assert "--port" in done.output


def test_beside_a_running_server_the_way_out_is_named(
    quiet: dict[str, Any], tmp_path: Path
) -> None:
    with Store(tmp_path / "games.sqlite"):
        done = command(tmp_path)
    assert done.exit_code == 2
    assert str(tmp_path / "games.sqlite") in done.output
    assert "another --file and --port" in done.output
    (tmp_path / "games.sqlite").write_bytes(b"a letter" * 1000)
    assert "--port" not in command(tmp_path).output  # which does not help against that


def test_what_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def found(name: str, package: str | None = None) -> Any:
        return None if name == "uvicorn" else find_spec(name, package)

    monkeypatch.setattr(running, "find_spec", found)
    done = command(tmp_path)
    assert done.exit_code == 2
    assert "tabletop-rules[serve]" in done.output


@pytest.mark.parametrize(
    ("host", "shown"), [("0.0.0.0", "127.0.0.1"), ("::1", "[::1]"), ("localhost", "localhost")]
)
def test_the_links_have_an_address_that_a_browser_can_call(
    quiet: dict[str, Any], tmp_path: Path, host: str, shown: str
) -> None:
    assert f"http://{shown}:" in command(tmp_path, "--host", host).output


def test_a_name_is_in_the_links_of_a_server_for_all(quiet: dict[str, Any], tmp_path: Path) -> None:
    done = command(tmp_path, "--host", "0.0.0.0", "--name", "table.local")
    assert "http://table.local:" in done.output
    assert quiet["names"] == ("table.local",)
