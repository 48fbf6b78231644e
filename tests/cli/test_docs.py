"""What docs/command_line.md shows is what the commands print."""

import re
import shlex
from pathlib import Path

import pytest

from .toy import Run

TEXT = (Path(__file__).parents[2] / "docs" / "command_line.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(console|toml)\n(.*?)^```$", TEXT, flags=re.DOTALL | re.MULTILINE)


def pattern(shown: str) -> str:
    """Return a pattern in which a line of three dots stands for lines, and three dots for text."""
    escaped = re.escape(shown)
    lines = re.sub(r"^\\\.\\\.\\\.\\\n", r"(?:.*\\n)*?", escaped, flags=re.MULTILINE)
    return lines.replace(re.escape("..."), ".*")


def test_the_commands_of_the_page_print_what_it_shows(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = 0
    for kind, block in BLOCKS:
        if kind == "toml":
            name = block.split("\n")[0].removeprefix("# ")
            Path(name).write_text(block, encoding="utf-8")
            continue
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            program, *arguments = shlex.split(command)
            typed = "".join(
                f"{line}\n" for line in re.findall(r"^seat \d> (.*)$", shown, re.MULTILINE)
            )
            done = run(*arguments, typed=typed)
            assert program == "tabletop-rules"
            assert re.fullmatch(pattern(shown), done.output), f"{command}\n{done.output}"
            commands += 1
    assert commands == 9
