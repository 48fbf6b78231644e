"""Games are in the file, whatever happens to the server."""

import gc
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tabletop_rules.serving import ServingError, Store

from .tables import PATIENCE, Browser, house, play_on, step

SEED = 5


@pytest.mark.parametrize("name", ["dome-crushers", "dominum"])
def test_a_game_with_breaks_is_the_game_without(tmp_path: Path, name: str) -> None:
    with house() as whole:
        links, _ = whole.small(name, seed=SEED)
        play_on(whole, links)
        expected = whole.store.actions(links.game)
    path = tmp_path / "games.sqlite"
    with house(path) as first:
        links, _ = first.small(name, seed=SEED)
    goes_on = True
    kept = None
    while goes_on:
        with house(path) as again:
            goes_on = all(step(again, links) for _ in range(25))
            kept = again.store.actions(links.game)
    assert kept == expected


def test_undo_and_requests_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with house(path) as before:
        links, browsers = before.small("dominum")
        actor = browsers[0].table()["actor"]
        option = browsers[actor].table()["options"][0]["text"]
        browsers[actor].act(option, 0, "one")
        browsers[actor].undo(1, "two")
        news = browsers[actor].news()
    with house(path) as after:
        browser = Browser(after.client, links.seats[actor])
        assert browser.news() == news
        assert browser.act(option, 0, "one").json() == {"version": 1}
        assert browser.undo(1, "two").json() == {"version": 2}
        assert browser.news() == news


def no_space(store: Store) -> None:
    """Let the file grow no further, as on a full disk."""
    pages = store._base.execute("PRAGMA page_count").fetchone()[0]
    store._base.execute(f"PRAGMA max_page_count = {pages}")


def space(store: Store) -> None:
    store._base.execute("PRAGMA max_page_count = 1000000")


def test_nothing_changes_if_the_file_cannot_be_written(tmp_path: Path) -> None:
    with house(tmp_path / "games.sqlite") as made:
        links, browsers = made.begin("dominum")
        match = made.match(links)
        no_space(made.store)
        answer, kept = None, made.store.actions(links.game)
        while (answer is None or answer.status_code == 200) and match.actor is not None:
            kept = made.store.actions(links.game)
            who = match.actor if isinstance(match.actor, int) else 0
            action = match.game.format_action(match.options[0])
            answer = browsers[who].act(action, match.version)
        assert answer is not None
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "file")
        assert made.store.actions(links.game) == kept
        news = browsers[0].news()
        assert len(news["log"]) == len(kept)
        space(made.store)
        assert step(made, links)
        assert browsers[0].news()["failure"] is None
        assert len(made.store.actions(links.game)) > len(kept)


def test_what_chance_and_bots_cannot_write_they_do_later(tmp_path: Path) -> None:
    with house(tmp_path / "games.sqlite") as made:
        links, _ = made.begin("dominum", ("random", "random"))
        spectator = Browser(made.client, links.spectator)
        no_space(made.store)
        until = time.perf_counter() + PATIENCE
        while spectator.news()["failure"] is None and time.perf_counter() < until:
            time.sleep(0.05)
        assert spectator.news()["failure"] == "the file of the games cannot be written"
        space(made.store)
        kept = len(made.store.actions(links.game))
        while len(made.store.actions(links.game)) < kept + 9 and time.perf_counter() < until:
            time.sleep(0.05)
            spectator.news()
        assert len(made.store.actions(links.game)) >= kept + 9
        assert spectator.news()["failure"] is None


def test_a_write_that_fails_at_its_end_is_no_half_write(tmp_path: Path) -> None:
    with house(tmp_path / "games.sqlite") as made:
        links, browsers = made.begin("dominum")
        acting = browsers[browsers[0].table()["actor"]]
        # What is checked at the end of a transaction makes its COMMIT fail.
        wrong = "PRAGMA defer_foreign_keys = ON; INSERT INTO links VALUES (x'00', 99, 0)"

        def write() -> None:
            with made.store._writing():
                for statement in wrong.split(";"):
                    made.store._base.execute(statement)

        with pytest.raises(sqlite3.IntegrityError):
            write()
        assert not made.store._base.in_transaction
        assert acting.first().status_code == 200
        assert len(made.store.actions(links.game)) == 1


def test_a_file_is_for_one_server(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with Store(path), pytest.raises(ServingError, match="no other program has: database is locked"):
        Store(path)


def test_the_file_is_for_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with Store(path):
        assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("content", [b"no database at all, but long enough to be looked at" * 40])
def test_another_file_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(ServingError, match=r"notes\.txt"):
        Store(path)
    assert path.read_bytes() == content


def test_another_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE things (name TEXT)")
    base.commit()
    base.close()
    with pytest.raises(ServingError, match="another database"):
        Store(path)


def test_another_layout_is_refused_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    Store(path).close()
    base = sqlite3.connect(path)
    base.execute("PRAGMA user_version = 99")
    base.commit()
    base.close()
    with pytest.raises(ServingError, match="format: expected 1, got 99"):
        Store(path)


@pytest.mark.parametrize("where", ["", "missing/games.sqlite"])
def test_a_place_for_no_file_is_refused(tmp_path: Path, where: str) -> None:
    with pytest.raises(OSError, match="directory"):
        Store(tmp_path / where)


@pytest.mark.parametrize(
    ("column", "value"),
    [("rules_version", "0.0"), ("game", "chess"), ("config", '{"hand_size": "four"}')],
)
def test_a_game_that_cannot_be_gone_on_with_says_so_and_hinders_no_other(
    tmp_path: Path, column: str, value: str
) -> None:
    path = tmp_path / "games.sqlite"
    with house(path) as before:
        links, _ = before.begin("dome-crushers")
        other, _ = before.begin("dominum")
    base = sqlite3.connect(path)
    base.execute(f"UPDATE games SET {column} = ? WHERE id = ?", (value, links.game))
    base.commit()
    base.close()
    with house(path) as after:
        answer = Browser(after.client, links.seats[0]).get("/api/table")
        assert answer.status_code == 410
        assert answer.json()["error"]["code"] == "cannot_go_on"
        assert Browser(after.client, other.seats[0]).table()["title"] == "Dominum"


# ---------------------------------------------------------------- a real process


@contextmanager
def served(path: Path, *args: str) -> Generator[tuple[subprocess.Popen[str], dict[str, str]]]:
    """Run the command, and give its process and the links that it prints, by their names."""
    command = [sys.executable, "-m", "tabletop_rules.cli", "serve", *args]
    process = subprocess.Popen(
        [*command, "--file", str(path), "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        assert process.stdout is not None
        links: dict[str, str] = {}
        for line in process.stdout:
            name, colon, link = line.partition(":")
            if not colon or "http" not in link:
                break
            links[name] = link.strip()
        yield process, links
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def ask(link: str, path: str, form: Any = None, token: str = "") -> Any:
    base, _, own = link.partition("#")
    headers = {"Authorization": f"Bearer {token or own}"}
    origin = "/".join(base.split("/")[:3])
    if form is None:
        return httpx2.get(origin + path, headers=headers, timeout=PATIENCE)
    return httpx2.post(origin + path, headers=headers, json=form, timeout=PATIENCE)


def await_turn(link: str, token: str) -> Any:
    until = time.perf_counter() + PATIENCE
    while time.perf_counter() < until:
        news = ask(link, "/api/table", token=token).json()
        if news["table"]["yours"]:
            return news
        time.sleep(0.02)
    raise AssertionError("the bot does not act")


def first_option(news: Any, request: str) -> Any:
    table = news["table"]
    action = table["options"][0]["text"]
    return {"version": table["version"], "action": action, "request": request}


def test_a_game_survives_a_kill_of_the_server(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with served(path, "dome-crushers", "--bots", "random") as (process, links):
        link = links["Seat 0"]
        token = link.partition("#")[2]
        acknowledged: list[tuple[Any, Any]] = []
        for number in range(3):
            form = first_option(await_turn(link, token), str(number))
            answer = ask(link, "/api/act", form)
            assert answer.status_code == 200
            acknowledged.append((form, answer.json()))
        process.send_signal(signal.SIGKILL)
        process.wait()
    with served(path) as (_, links):
        start = links["Start page"]
        for form, answer in acknowledged:
            assert ask(start, "/api/act", form, token).json() == answer
        news = await_turn(start, token)
        own = [entry["action"] for entry in news["log"] if entry["action"]]
        assert own == [form["action"] for form, _ in acknowledged]
        assert ask(start, "/api/act", first_option(news, "and on"), token).status_code == 200


def test_nothing_of_a_link_is_printed_later_on(tmp_path: Path) -> None:
    with served(tmp_path / "games.sqlite", "dome-crushers", "--human", "0") as (process, links):
        token = links["Seat 0"].partition("#")[2]
        for path in ("/api/table", "/nowhere", "/api/start"):
            ask(links["Seat 0"], path)
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=PATIENCE)
        assert token not in rest


def test_a_file_that_nobody_uses_any_more_is_closed(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite")
    base = store._base
    del store
    gc.collect()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        base.execute("SELECT 1")
