"""Files that are there already: one policy for all options that write one."""

import errno
from pathlib import Path

import pytest

from tabletop_rules.cli import BAD_INPUT, main
from tabletop_rules.cli.files import write_text

from .test_exit_codes import ARENA, commands
from .toy import Run

PLAY = "play dome-crushers --bots random"
VERIFY = "verify dome-crushers --examples 2 --check ends"
WRITING = {
    "play --save": f"{PLAY} --save OUT",
    "replay --html": "replay record --html OUT",
    "verify --save": f"{VERIFY} --save OUT",
    "verify --html": f"{VERIFY} --html OUT",
    "arena --csv": f"{ARENA} --csv OUT",
    "arena --export": f"{ARENA} --export OUT",
    "arena --html": f"{ARENA} --html OUT",
}
OLD = b"of somebody else"


@pytest.fixture
def record(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go to a folder with a record."""
    monkeypatch.chdir(tmp_path)
    assert run(*PLAY.split(), "--save", "record").exit_code == 0


def test_all_commands_that_write_files_have_the_option() -> None:
    having = {
        name
        for name, command in commands(main)
        if any("--overwrite" in each.opts for each in command.params)
    }
    assert having == {name.split()[0] for name in WRITING}


@pytest.mark.parametrize("option", WRITING)
@pytest.mark.usefixtures("record")
def test_a_file_that_is_there_stays_unless_it_is_to_be_overwritten(run: Run, option: str) -> None:
    out = Path("OUT")
    out.write_bytes(OLD)
    refused = run(*WRITING[option].split())
    assert (refused.exit_code, refused.stdout) == (BAD_INPUT, "")
    assert "OUT: there is such a file already" in refused.stderr
    assert "--overwrite" in refused.stderr
    assert out.read_bytes() == OLD
    assert run(*WRITING[option].split(), "--overwrite").exit_code == 0
    assert (out.read_bytes() == OLD) == (option == "verify --save")  # written if a check fails


@pytest.mark.parametrize("option", WRITING)
@pytest.mark.usefixtures("record")
def test_what_a_command_reads_is_never_written_over(run: Run, option: str) -> None:
    Path("config.toml").write_text("max_rounds = 2\n", encoding="utf-8")
    used, how = (
        ("record", ()) if "replay" in option else ("config.toml", ("--config", "config.toml"))
    )
    before = Path(used).read_bytes()
    refused = run(*WRITING[option].replace("OUT", used).split(), *how, "--overwrite")
    assert (refused.exit_code, refused.stdout) == (BAD_INPUT, "")
    assert "name the same file" in refused.stderr
    assert Path(used).read_bytes() == before


@pytest.mark.usefixtures("record")
def test_a_tournament_is_refused_before_a_game_of_it_is_played(run: Run) -> None:
    Path("OUT").write_bytes(OLD)
    assert run(*ARENA.split(), "--file", "t.db", "--csv", "OUT").exit_code == BAD_INPUT
    assert not Path("t.db").exists()


def test_what_cannot_be_written_is_told_with_its_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("tabletop_rules.cli.files.os.fsync", full)
    with pytest.raises(OSError, match="No space left on device") as caught:
        write_text(tmp_path / "out", "text")
    assert caught.value.filename == str(tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("record")
def test_a_report_that_cannot_be_written_in_the_end_costs_nothing_else(run: Run) -> None:
    Path("gone").mkdir()
    Path("breaker.py").write_text(BREAKER, encoding="utf-8")
    bots = ("--bots", "breaker.py:Breaker,random")
    files = ("--csv", "gone/games.csv", "--export", "games.json")
    done = run("arena", "dome-crushers", *bots, "--games", 2, "--workers", 0, *files)
    assert done.exit_code == BAD_INPUT
    assert "Dome Crushers: 2 games" in done.stdout
    assert "gone" in done.stderr
    assert "Traceback" not in done.output
    assert Path("games.json").exists()


BREAKER = """
from pathlib import Path

class Breaker:
    def choose(self, view, options):
        if Path("gone").exists():
            Path("gone").rmdir()
        return options[0]
"""
