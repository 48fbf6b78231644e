"""A bot that needs nothing but Python: it speaks the protocol of docs/bot_protocol.md.

Try it with ``tabletop-rules arena dome-crushers --bots "python3 examples/any_language/bot.py"``
and others. It attacks when it can, and otherwise leaves it to its seed.
"""

import json
import random
import sys


def say(**message: object) -> None:
    """Write one message, at once."""
    print(json.dumps(message), flush=True)


def main() -> None:
    """Answer one message after the other until there are no more."""
    rng = random.Random(0)
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                say(type="ready", protocol=1, name="attacker")
            case "start":
                rng = random.Random(message["seed"])
                say(type="ready", protocol=1, name="attacker")
            case "choose":
                options = message["options"]
                attacks = [each for each in options if each["text"].startswith("attack")]
                chosen = rng.choice(attacks or options)
                say(type="choice", id=message["id"], index=chosen["index"])
            case "quit":
                return
            case _:  # news of a game, or what a later version tells
                pass


if __name__ == "__main__":
    main()
