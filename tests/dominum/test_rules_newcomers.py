"""A card that comes back is another card: nothing that waited for the old one is for it."""

import pytest

from .helpers_fights import both_seats, card, scene, triggered, war

BACK = 'type = "return_card", types = ["elite"], places = ["own_domain"], may = false'
HOME = 'type = "return_card", types = ["elite"], may = false'
CALL = 'type = "deploy", types = ["elite"], places = ["own_domain"]'
HURT_OTHER = 'type = "wound", who = "other"'
GHOSTS = {
    "straight to the battlefield": triggered("on_discard", BACK),
    "by way of the hand": triggered("on_discard", HOME, CALL),
}
ghosts = pytest.mark.parametrize("ghost", GHOSTS.values(), ids=GHOSTS)


@both_seats
@ghosts
def test_DM_R40_DM_R44_there_is_no_counterattack_against_one_that_came_back(
    me: int, ghost: str
) -> None:
    config = war(
        card("Ghost", 2, ghost, kind="elite"), card("Spike", 2, triggered("blocks", HURT_OTHER))
    )
    table = scene(config, "Ghost c2 wounded", "Spike c3", me=me)
    table = table.play("attack c2 x c3", "=1", "=4")
    assert table.left() == [("Ghost", "DEFEATED")]
    table = table.play("deploy Ghost c2")
    assert table.cards == {"c2": "Ghost", "c3": "-Spike"}
    assert table.asked == "me"
    assert table.starting("attack") == {"c2 x c3"}  # the new one has not attacked


@both_seats
@ghosts
def test_DM_R24_DM_R44_one_that_came_back_does_not_advance(me: int, ghost: str) -> None:
    config = war(
        card("Ghost", 2, ghost, kind="elite"), card("Spike", 2, triggered("on_discard", HURT_OTHER))
    )
    table = scene(config, "Ghost c2 wounded", "Spike c3 wounded, Spare 0 f5", me=me)
    table = table.play("attack c2 x c3", "=4", "decline", "deploy Ghost c2")
    assert table.cards == {"c2": "Ghost", "f5": "-Spare 0"}
    assert table.starting("advance") == set()


@both_seats
def test_DM_R31_DM_R44_an_effect_for_the_other_card_is_not_for_one_that_came_back(me: int) -> None:
    """The Judge's trigger waits while the Ghost, defeated, comes back; then it finds nobody."""
    judge = triggered("defeats", HURT_OTHER, 'type = "victory_points"')
    config = war(
        card("Ghost", 2, triggered("on_discard", BACK), kind="elite"), card("Judge", 2, judge)
    )
    # The one that defeats is not active: it counterattacks, and On Discard comes first (DM-R25).
    table = scene(config, "Ghost c2 wounded, Spare 1 a2", "Judge c3", me=me)
    table = table.play("attack c2 x c3", "=1", "=4", "counterattack", "=4", "decline")
    table = table.play("deploy Ghost b2")
    assert table.cards == {"b2": "Ghost", "a2": "Spare 1", "c3": "-Judge"}
    assert table.state.players[1 - me].points == 1  # the rest of the ability is performed


@both_seats
def test_DM_R26_DM_R31_what_an_ability_does_to_its_own_card_is_not_for_one_that_came_back(
    me: int,
) -> None:
    phoenix = triggered(
        "on_deploy", 'type = "sacrifice", who = "self"', BACK, 'type = "weaken", who = "self"'
    )
    config = war(card("Phoenix", 2, phoenix, kind="elite"))
    table = scene(config, "Spare 0 a1", "", me=me, phase="deploy", my='hand = ["Phoenix"]')
    table = table.play("deploy Phoenix b2")
    for _ in range(6):  # each time it comes back On Deploy works again, six times at most (DM-R47)
        assert table.cards == {"a1": "Spare 0"}
        table = table.play("deploy Phoenix b2")
    assert table.cards == {"a1": "Spare 0", "b2": "Phoenix"}


@both_seats
def test_DM_TRIG_4_DM_R31_a_trigger_that_waits_is_lost_with_its_card(me: int) -> None:
    """Both are wounded at once; the Ox's trigger defeats the Ghost before its own can resolve."""
    ghost = (triggered("first_wound", 'type = "victory_points"'), triggered("on_discard", BACK))
    ox = triggered("first_wound", 'type = "wound", target = { side = "own", names = ["Ghost"] }')
    storm = triggered("on_deploy", 'type = "wound", who = "all", target = { side = "own" }')
    config = war(card("Ghost", 2, *ghost, kind="elite"), card("Ox", 2, ox), card("Storm", 2, storm))
    before = "a1" if me == 0 else "a3"  # in board order it is the Ox's turn first
    table = scene(
        config, f"Ox {before}, Ghost c2", "", me=me, phase="deploy", my='hand = ["Storm"]'
    )
    table = table.play("deploy Storm e2", "deploy Ghost c2")
    assert table.cards["c2"] == "Ghost"
    assert table.state.players[me].points == 0


@both_seats
def test_DM_R31_DM_R36_an_attack_that_was_given_is_not_for_one_that_came_back(me: int) -> None:
    """The Ox attacks first; its blocker's trigger defeats the Ghost, whose turn would be next."""
    rally = triggered(
        "on_deploy",
        'type = "attack", who = "all", target = { side = "own", names = ["Ox", "Ghost"] }',
    )
    spite = triggered("blocks", 'type = "wound", target = { names = ["Ghost"] }')
    config = war(
        card("Ghost", 2, triggered("on_discard", BACK), kind="elite"),
        card("Ox", 2),
        card("Rally", 2, rally),
        card("Spite", 4, spite, reach="radial"),
    )
    before = "b2" if me == 0 else "b3"
    theirs = "Spite a2, Spare 3 c3" if me == 0 else "Spite a3, Spare 3 c3"
    mine = f"Ox {before}, Ghost d3 wounded"
    for comes_back in (False, True):
        marks = mine if comes_back else mine.replace(" wounded", "")
        table = scene(config, marks, theirs, me=me, phase="deploy", my='hand = ["Rally"]')
        table = table.play(
            "deploy Rally f1", f"attack {before} x {theirs.split()[1][:2]}", "=1", "=4"
        )
        table = table.play("deploy Ghost d2") if comes_back else table
        table = table.play("decline") if table.asked == "you" else table  # no counterattack
        assert (table.starting("attack") == set()) == comes_back


@both_seats
def test_DM_R31_an_effect_for_two_cards_is_not_twice_for_one_that_came_back(me: int) -> None:
    quake = triggered("on_deploy", 'type = "wound", count = 2, target = { side = "own" }')
    config = war(
        card("Ghost", 2, triggered("on_discard", BACK), kind="elite"), card("Quake", 2, quake)
    )
    table = scene(config, "Ghost b2 wounded", "", me=me, phase="deploy", my='hand = ["Quake"]')
    table = table.play("deploy Quake f1", "deploy Ghost c2")
    assert table.cards == {"c2": "Ghost", "f1": "Quake"}
    assert table.starting("target") == set()


def returning(*after: str) -> str:
    """Return an ability of a card that dies, comes back, and only then does something."""
    return triggered("on_discard", BACK, *after)


@both_seats
@pytest.mark.parametrize("wounded", ["", " wounded"], ids=["1st wound", "On Discard"])
def test_DM_R31_DM_R44_who_wounded_is_not_the_one_that_came_back(me: int, wounded: str) -> None:
    """The Ghost that left does the wounding; the one that came back has wounded nobody."""
    revenge = (
        triggered("first_wound", HURT_OTHER, 'type = "charge"'),
        triggered("on_discard", HURT_OTHER, 'type = "charge"'),
    )
    strikes_back = returning('type = "wound", target = { names = ["Thorn"] }')
    config = war(
        card("Ghost", 2, strikes_back, kind="elite"), card("Thorn", 2, *revenge), card("Spike", 2)
    )
    yours = f"Spike c3, Thorn f4{wounded}"
    keep = 'stronghold = "Keep 0"'
    table = scene(config, "Ghost c2 wounded", yours, me=1 - me, my=keep, your=keep)
    table = table.play("attack c2 x c3", "=1", "=4", "counterattack", "=4", "decline")
    table = table.play("deploy Ghost c2")
    assert table.cards["c2"] == "Ghost"  # unwounded: Thorn's ability finds nobody
    assert table.charges("you") == 1  # and goes on with the rest
