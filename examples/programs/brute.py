#!/usr/bin/env python3
"""A bot that is a program, in Python without this library: see docs/bot_protocol.md.

Try it with ``tabletop-rules bot check python3 examples/programs/brute.py``. In Dome Crushers it
attacks with its strongest card; elsewhere it chooses at random.
"""

import json
import random
import sys
from typing import Any

Message = dict[str, Any]


def attack_strength(option: Message, strengths: dict[str, int]) -> int:
    """Return the strength of the card that attacks; -1 for any other option."""
    action = option["data"]
    if action["type"] == "play_card" and action["mode"] == "attack":
        return strengths[action["card"]]
    return -1


def answer(message: Message) -> None:
    """Write a line, and see that it goes out at once."""
    print(json.dumps(message), flush=True)


def main() -> None:
    """Answer line by line."""
    game = ""
    strengths: dict[str, int] = {}
    rng = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                game = message["game"]
                answer({"type": "ready", "protocol": 1, "name": "Brute"})
            case "start":
                rng = random.Random(message["seed"])
                if game == "dome_crushers":
                    cards = message["config"]["deck"]["cards"]
                    strengths = {card["name"]: card["strength"] for card in cards}
                answer({"type": "ready"})
            case "choose":
                options = message["options"]
                if game == "dome_crushers":
                    chosen = max(options, key=lambda option: attack_strength(option, strengths))
                else:
                    chosen = rng.choice(options)
                answer({"type": "choice", "id": message["id"], "index": chosen["index"]})
            case "quit":
                break
            case _:  # what happened, and how it ended, is of no interest to it
                pass


if __name__ == "__main__":
    main()
