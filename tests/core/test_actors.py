"""The actors that are no seats: one member each, the same object wherever they come from."""

import copy
import pickle
from typing import assert_never

import pytest

from tabletop_rules.core import CHANCE, HOST, Actor, Chance, Host, from_json, to_json

NOT_SEATS = (CHANCE, HOST)


@pytest.mark.parametrize("actor", NOT_SEATS)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_identity_survives_pickle(actor: Actor, protocol: int) -> None:
    assert pickle.loads(pickle.dumps(actor, protocol)) is actor
    (found,) = pickle.loads(pickle.dumps((actor,), protocol))
    assert found is actor


@pytest.mark.parametrize("actor", NOT_SEATS)
def test_identity_survives_copies_and_json(actor: Chance | Host) -> None:
    assert copy.copy(actor) is actor
    assert copy.deepcopy(actor) is actor
    assert copy.deepcopy([{"who": actor}])[0]["who"] is actor
    assert from_json(to_json(actor), type(actor)) is actor


def test_each_is_the_only_member_of_its_type() -> None:
    assert list(Chance) == [CHANCE]
    assert list(Host) == [HOST]


def test_none_of_them_is_taken_for_a_seat_or_for_another() -> None:
    actors: list[Actor] = [CHANCE, HOST, None, 0, 1, 2, 3]
    assert len(set(actors)) == len(actors)
    assert not isinstance(CHANCE, int)
    assert not isinstance(HOST, int)


def told(actor: Actor) -> str:
    """Type-check: ``is`` narrows an actor until a seat is left."""
    if actor is None:
        return "over"
    if actor is CHANCE:
        return "chance"
    if actor is HOST:
        return "host"
    seat: int = actor
    return f"seat {seat}"


def told_by_match(actor: Actor) -> str:
    """Type-check: a match over all actors is exhaustive."""
    match actor:
        case None:
            return "over"
        case Chance.CHANCE:
            return "chance"
        case Host.HOST:
            return "host"
        case int():
            return f"seat {actor}"
        case _:
            assert_never(actor)


@pytest.mark.parametrize(
    ("actor", "text"), [(None, "over"), (CHANCE, "chance"), (HOST, "host"), (0, "seat 0")]
)
def test_all_actors_can_be_told_apart(actor: Actor, text: str) -> None:
    assert told(actor) == text
    assert told_by_match(actor) == text
