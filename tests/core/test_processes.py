"""What is made in another process, where texts hash otherwise, is the same here."""

import base64
import json
import os
import pickle
import subprocess
import sys
from typing import Any

import pytest

from tabletop_rules import dome_crushers as dc
from tabletop_rules.core import from_json, parse_record, replay

SCRIPT = """
import base64, json, pickle, sys
from attrs import evolve
from tabletop_rules import dome_crushers as dc
from tabletop_rules.bots import RandomBot
from tabletop_rules.core import format_record, play, replay, to_json

shipped = dc.Config()
own = dc.Config(evolve(shipped.deck, id="mine"), hand_size=3)
simple = dc.Config(max_rounds=3, rulings=dc.Rulings(simple_variant=True))
games = []
for seed, config in enumerate([shipped, own, simple]):
    record = play(dc, config, [RandomBot(1), RandomBot(2)], seed=seed)
    states = list(replay(dc, record))
    hashes = [hash(state) for state in states]  # kept hashes must not travel
    views = [dc.view(state, 1) for state in states]
    hashes += [hash(view) for view in views]
    games.append({
        "text": format_record(dc, record),
        "pickles": [base64.b64encode(pickle.dumps(each)).decode() for each in (states, views)],
        "json": [to_json(state) for state in states],
        "states": [dc.format_state(state) for state in states],
        "views": [dc.render(view) for view in views],
        "options": [[dc.format_action(a) for a in dc.legal_actions(state)] for state in states],
    })
json.dump({"hash": hash("text"), "games": games}, sys.stdout)
"""
HASH_SEEDS = ("1", "2")


@pytest.fixture(scope="module")
def outputs() -> list[Any]:
    """Return what the script prints under each hash seed."""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
        )
        for seed in HASH_SEEDS
    ]
    printed = [process.communicate()[0] for process in running]
    assert [process.returncode for process in running] == [0] * len(running)
    return [json.loads(text) for text in printed]


def test_the_processes_do_hash_texts_otherwise(outputs: list[Any]) -> None:
    assert len({output["hash"] for output in outputs}) == len(HASH_SEEDS)


@pytest.mark.parametrize("key", ["text", "json", "states", "views", "options"])
def test_texts_are_the_same_to_the_byte_under_every_hash_seed(outputs: list[Any], key: str) -> None:
    first, *others = [[game[key] for game in output["games"]] for output in outputs]
    assert all(other == first for other in others)
    assert first


@pytest.mark.parametrize("game", range(3), ids=["shipped deck", "own deck", "simple variant"])
@pytest.mark.parametrize("process", range(len(HASH_SEEDS)))
def test_pickled_states_equal_those_made_here(outputs: list[Any], process: int, game: int) -> None:
    output = outputs[process]["games"][game]
    unpickled, views = (pickle.loads(base64.b64decode(each)) for each in output["pickles"])
    here = list(replay(dc, parse_record(output["text"], dc)))
    assert unpickled == here
    assert views == [dc.view(state, 1) for state in here]
    assert list(map(hash, unpickled)) == list(map(hash, here))
    assert len({*unpickled, *here}) == len(set(here))
    for state, listed, text in zip(unpickled, output["options"], output["json"], strict=True):
        assert [dc.format_action(action) for action in dc.legal_actions(state)] == listed
        assert from_json(text, dc.State) == state
    assert dc.outcome(unpickled[-1]) == dc.outcome(here[-1]) is not None
