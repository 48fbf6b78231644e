"""The bot to which all options are alike."""

from random import Random

from tabletop_rules.bots import RandomBot


def test_a_seed_means_the_same_everywhere() -> None:
    rng = Random("a seed")
    expected = [int(rng.random() * count) for count in range(1, 100)]
    bot = RandomBot("a seed")
    assert [bot.choose(None, tuple(range(count))) for count in range(1, 100)] == expected


def test_every_option_is_chosen_about_equally_often() -> None:
    bot = RandomBot(1)
    chosen = [bot.choose(None, ("a", "b", "c")) for _ in range(3000)]
    assert all(900 < chosen.count(option) < 1100 for option in "abc")


def test_another_seed_chooses_otherwise() -> None:
    first, second = RandomBot(1), RandomBot(2)
    options = tuple(range(1000))
    assert first.choose(None, options) != second.choose(None, options)


def test_it_begins_anew_after_reset() -> None:
    bot, options = RandomBot(1), tuple(range(1000))
    first = [bot.choose(None, options) for _ in range(3)]
    bot.reset()
    assert [bot.choose(None, options) for _ in range(3)] == first
