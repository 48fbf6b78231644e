"""What the script ``tabletop-rules`` and ``python -m tabletop_rules`` run: the command line."""

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line; where it is not installed, say which extra has it."""
    try:
        from tabletop_rules.cli import main as run  # noqa: PLC0415 - what it needs may be missing
    except ModuleNotFoundError as missing:
        if missing.name != "click":
            raise
        sys.stderr.write("Error: expected click: pip install 'tabletop-rules[cli]'\n")
        sys.exit(2)
    run(prog_name="tabletop-rules")


if __name__ == "__main__":
    main()
