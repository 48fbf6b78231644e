"""Numbers of actions: one to one, the same in every state, a mask for the options."""

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest
from attrs import evolve

from tabletop_rules import dome_crushers, dominum
from tabletop_rules.core import CHANCE, UnknownGameError, load_game
from tabletop_rules.encodings import (
    MOST_ACTIONS,
    ActionNumberError,
    BufferShapeError,
    EncodingError,
    NoEncodingError,
    TooLargeError,
    UnnumberedActionError,
    encoding,
)

from .games import CASES, configs, is_decision, made, walk_states


@pytest.mark.parametrize(("name", "config"), CASES)
def test_every_number_stands_for_the_action_that_has_it(name: str, config: str) -> None:
    numbers = made(name, config)
    rng = Random(1)
    some = numbers.action_count
    places = range(some) if some < 5_000 else sorted(rng.sample(range(some), 5_000))
    assert [numbers.encode(numbers.decode(place)) for place in places] == list(places)
    chances = range(numbers.chance_count)
    assert [numbers.encode_chance(numbers.decode_chance(c)) for c in chances] == list(chances)


@pytest.mark.parametrize(("name", "config"), CASES)
def test_every_option_has_a_number_and_the_mask_is_the_options(name: str, config: str) -> None:
    game, numbers = load_game(name), made(name, config)
    out = np.ones(numbers.action_count, np.bool_)
    for seed in range(4):
        for state in walk_states(name, config, seed):
            options = game.legal_actions(state)
            actor = game.actor(state)
            if actor is CHANCE:
                places = [numbers.encode_chance(option) for option in options]
                assert [numbers.decode_chance(place) for place in places] == list(options)
                assert len(set(places)) == len(options)
            elif is_decision(actor):
                assert numbers.mask(options, out) is out
                chosen = {numbers.decode(int(place)) for place in np.flatnonzero(out)}
                assert chosen == set(options)
                assert out.sum() == len(options)


@pytest.mark.parametrize(("name", "config"), CASES)
def test_ranges_of_families_cover_all_numbers_once(name: str, config: str) -> None:
    numbers = made(name, config)
    for ranges, count in (
        (numbers.action_ranges, numbers.action_count),
        (numbers.chance_ranges, numbers.chance_count),
    ):
        assert [place for _, numbered in ranges for place in numbered] == list(range(count))


@pytest.mark.parametrize("name", sorted({name for name, _ in CASES}))
def test_the_numbers_of_equal_configs_are_equal(name: str) -> None:
    game = load_game(name)
    one, two = encoding(game, game.Config()), encoding(name)
    assert one == two
    assert hash(one) == hash(two)
    assert one.action_count < 100_000
    for place in range(0, one.action_count, 7):
        assert one.decode(place) == two.decode(place)


@pytest.mark.parametrize("name", sorted({name for name, _ in CASES}))
def test_what_is_no_action_of_the_config_is_refused(name: str) -> None:
    numbers = encoding(name)
    strangers: tuple[object, ...] = ("attack", None, [], 3, numbers.decode_chance(0))
    for bad in strangers:
        with pytest.raises(UnnumberedActionError, match="an action of a player of this config"):
            numbers.encode(bad)
        with pytest.raises(UnnumberedActionError, match="an action of a player of this config"):
            numbers.mask((bad,))
        assert not numbers.offers(bad)
    with pytest.raises(UnnumberedActionError, match="an action of chance of this config"):
        numbers.encode_chance(numbers.decode(0))


@pytest.mark.parametrize("name", sorted({name for name, _ in CASES}))
@pytest.mark.parametrize("bad", [-1, 2**40, True, 1.0, "1", None])
def test_what_is_no_number_of_an_action_is_refused(name: str, bad: int) -> None:
    numbers = encoding(name)
    last = numbers.action_count - 1
    with pytest.raises(ActionNumberError, match=f"0 to {last}"):
        numbers.decode(bad)
    with pytest.raises(ActionNumberError, match="of chance"):
        numbers.decode_chance(bad)


@pytest.mark.parametrize("name", sorted({name for name, _ in CASES}))
def test_a_number_of_numpy_is_a_number(name: str) -> None:
    numbers = encoding(name)
    place = numbers.action_count - 1
    assert numbers.decode(np.int64(place)) == numbers.decode(place)


def test_a_config_with_too_many_actions_is_refused() -> None:
    deck = dome_crushers.Config().deck
    plain = next(card for card in deck.cards if not card.cancelled_by)
    many = evolve(
        deck, id="many", cards=tuple(evolve(plain, name=f"Card {n:02}") for n in range(22))
    )
    with pytest.raises(TooLargeError, match=f"at most {MOST_ACTIONS:,} actions"):
        encoding(dome_crushers, dome_crushers.Config(many, 2))
    fewer = evolve(many, cards=many.cards[:16])
    numbers = encoding(dome_crushers, dome_crushers.Config(fewer, 2))
    whole = dome_crushers.KeepCards(tuple(card.name for card in fewer.cards))
    assert numbers.encode(whole) == numbers.action_count - 1
    for bad in (whole.cards[::-1], ("Card 00", "Card 00"), ("Nobody",)):
        with pytest.raises(UnnumberedActionError):
            numbers.encode(dome_crushers.KeepCards(bad))


def test_a_game_without_an_encoding_is_refused() -> None:
    class Unknown:
        name = "patience"

    game: Any = Unknown()
    with pytest.raises(NoEncodingError, match="no encoding is there for 'patience'"):
        encoding(game)
    with pytest.raises(UnknownGameError):
        encoding("patience")
    config: Any = dominum.Config()
    with pytest.raises(
        EncodingError, match=r"expected a dome_crushers Config, got .* a .*dominum\.config"
    ):
        encoding(dome_crushers, config)


@pytest.mark.parametrize("name", sorted({name for name, _ in CASES}))
def test_an_encoding_pickles_as_its_config(name: str) -> None:
    numbers = encoding(name)
    again = pickle.loads(pickle.dumps(numbers))
    assert again == numbers
    assert again.decode(3) == numbers.decode(3)


def test_a_mask_is_written_only_into_what_fits() -> None:
    numbers = encoding("dome_crushers")
    frozen = np.zeros(numbers.action_count, np.bool_)
    frozen.flags.writeable = False
    for bad, what in (
        (np.zeros(numbers.action_count - 1, np.bool_), "shape .* and dtype bool"),
        (np.zeros(numbers.action_count, np.float32), "shape .* and dtype float32"),
        (frozen, "read-only, shape"),
        ([False], "a list"),
    ):
        with pytest.raises(BufferShapeError, match=f"writable array .* got {what}"):
            numbers.mask((), bad)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", sorted({name for name, _ in CASES}))
def test_options_that_are_refused_leave_a_mask_as_it_is(name: str) -> None:
    numbers = encoding(name)
    out = np.ones(numbers.action_count, np.bool_)
    strangers: tuple[Any, ...] = (None, 3, numbers.decode(0), [numbers.decode(0), "attack"], "all")
    for bad in strangers:
        with pytest.raises(EncodingError, match=r"expected a.* got "):
            numbers.mask(bad, out)
        assert out.all()


@pytest.mark.parametrize("cards", [5, None, (5,), (None, "Tusker"), ["Tusker"], ("Tusker", 5)])
def test_an_action_that_holds_anything_is_refused(cards: Any) -> None:
    """Actions are plain values: what they hold is not checked before somebody asks for it."""
    numbers = encoding("dome-crushers")
    action = dome_crushers.KeepCards(cards)
    with pytest.raises(UnnumberedActionError, match="expected an action of a player"):
        numbers.encode(action)
    assert not numbers.offers(action)


@pytest.mark.parametrize("name", sorted({name for name, _ in CASES}))
def test_other_configs_have_other_actions(name: str) -> None:
    counts = {made(name, config).action_count for config in configs(name)}
    assert len(counts) > 1


@pytest.mark.parametrize(("name", "config"), CASES)
def test_the_option_of_a_number_is_the_object_that_the_rules_have_listed(
    name: str, config: str
) -> None:
    game, numbers = load_game(name), made(name, config)
    for state in walk_states(name, config, 1):
        if is_decision(game.actor(state)):
            options = game.legal_actions(state)
            for option in options:
                assert numbers.option(numbers.encode(option), options) is option
                assert numbers.option(np.int64(numbers.encode(option)), options) is option


def test_a_number_of_no_option_is_decoded_and_no_number_is_refused() -> None:
    numbers = encoding("dome-crushers")
    options = tuple(numbers.decode(number) for number in (1, 5))
    assert numbers.option(3, options) == numbers.decode(3)
    for wrong in (-1, numbers.action_count, True, 1.0, "1", None, np.array([1, 5])):
        given: Any = wrong
        with pytest.raises(ActionNumberError):
            numbers.option(given, options)
