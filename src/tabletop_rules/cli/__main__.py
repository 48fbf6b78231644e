"""``python -m tabletop_rules.cli``: the command line without its script."""

from tabletop_rules.cli import main

if __name__ == "__main__":
    main()
