"""Reading and writing files."""

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar

import click

__all__ = ["check_outputs", "check_writable", "overwrite_option", "read_text", "write_text"]

F = TypeVar("F", bound=Callable[..., Any])

_MOST_BYTES: Final = 64 * 2**20


def read_text(path: Path) -> str:
    """Return the text of a file.

    Raises:
        ClickException: it is too large, or not text in UTF-8.
        OSError: it is missing, a directory or cannot be read.
    """
    with path.open("rb") as stream:
        data = stream.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise click.ClickException(f"{path}: larger than {_MOST_BYTES // 2**20} MiB")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        what = f"byte {error.start + 1} is no text in UTF-8"
        raise click.ClickException(f"{path}: {what}") from None


def write_text(path: Path, text: str | Iterable[str]) -> None:
    """Write a text, or its pieces, whole or not at all: a file stays as it was until then.

    Raises:
        ClickException: there is something other than a file.
        OSError: it cannot be written.
    """
    target = _target(path)
    part = target.with_name(f".{target.name[:200]}.{os.getpid()}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as stream:
            stream.writelines((text,) if isinstance(text, str) else text)
            stream.flush()
            os.fsync(stream.fileno())
        with suppress(FileNotFoundError):
            part.chmod(target.stat().st_mode & 0o777)
        part.replace(target)
    except BaseException as error:
        part.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.errno is not None:  # it names the part, or nothing
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise


def check_writable(path: Path) -> None:
    """Refuse a path that `write_text` could not write to, before there is anything to lose.

    Raises:
        ClickException: there is something other than a file, or no folder for it.
    """
    folder = _target(path).parent
    if not folder.is_dir():
        raise click.ClickException(f"{path}: there is no folder {folder}")
    if not os.access(folder, os.W_OK):
        raise click.ClickException(f"{path}: nothing can be written in the folder {folder}")


def overwrite_option(options: str) -> Callable[[F], F]:
    """Return the option ``--overwrite`` of a command whose `options` name files to write."""
    text = f"Let {options} replace a file that is there."
    return click.option("--overwrite", is_flag=True, help=text)


def check_outputs(
    written: Mapping[str, Path | None], *, kept: Mapping[str, Path | None], overwrite: bool
) -> None:
    """Refuse files that are not to be written, by their options, before there is anything to lose.

    `kept` are the files that the command uses otherwise, which are never written over.

    Raises:
        UsageError: two options name the same file.
        ClickException: `write_text` could not write there, or something is there already and not
            to be overwritten.
    """
    seen = {path.resolve(): option for option, path in kept.items() if path is not None}
    for option, path in written.items():
        if path is None:
            continue
        other = seen.setdefault(path.resolve(), option)
        if other != option:
            raise click.UsageError(f"{other} and {option} name the same file: {path}")
        check_writable(path)
        if not overwrite and path.resolve().exists():
            what = f"{path}: there is such a file already; choose another name, or give --overwrite"
            raise click.ClickException(what)


def _target(path: Path) -> Path:
    """Return the file that is meant, so that a link to it stays a link."""
    target = path.resolve()
    if target.exists() and not target.is_file():
        raise click.ClickException(f"{path}: not a file")
    return target
