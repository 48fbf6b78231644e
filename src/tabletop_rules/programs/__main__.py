"""``python -m tabletop_rules.programs NAME``: a bot of this library as a program."""

import argparse
import sys
from pathlib import Path

from tabletop_rules.bots import BotLoadError, UnknownBotError, load_bot_maker
from tabletop_rules.core import ProblemsError, UnknownGameError
from tabletop_rules.programs.serving import ServeError, serve, standard_streams


def main() -> int:
    """Serve until the input ends; return 0, or 2 after what cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m tabletop_rules.programs", description=__doc__)
    parser.add_argument("name", help="a bot: mcts:2000, FILE.py:NAME or MODULE:NAME")
    name = parser.parse_args().name
    if sys.flags.safe_path:  # a bot may lie in the current directory, but hides no module: so last
        sys.path.append(str(Path.cwd()))
    try:
        maker = load_bot_maker(name)
        with standard_streams() as (given, taken):
            serve(maker, given, taken, name=name)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # who asked is gone
        return 0
    except (BotLoadError, UnknownBotError, UnknownGameError, ServeError, ProblemsError) as error:
        sys.stderr.write(f"Error: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
