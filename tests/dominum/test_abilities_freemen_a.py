"""What the first stronghold, the Heroes and the Elites of the Freemen do, from their printed texts.

Seat 0 has the Freemen. Among its enemies are a Duskhound (3), a Sapling Guard (2), a Shadowblade
(4) and a Thornweaver (3, defence 4) without any ability that counts here.
"""

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.dominum import events

from .helpers import Played, options, play
from .helpers_abilities import against, at, field, side, strikes

FREEMEN = against("freemen", "elf")
HOUND = side("Duskhound c4")


def assaults(played: Played) -> list[int]:
    """Return the initial scores of the assaults."""
    return [event.initial for event in played.of(events.AssaultBegan)]


def deploys(state: dm.State) -> set[str]:
    return {option for option in options(state) if option.startswith("deploy")}


# ---------------------------------------------------------------- the stronghold


def test_freemen_skyhold_bastion_deploys_a_warrior_into_the_neutral_line() -> None:
    hand = ["Beacon Keeper", "Griffon Lancer", "Pike Rank"]
    me = side("Free Levy c3", stronghold="Skyhold Bastion", charges=1, hand=hand)
    state = at(FREEMEN, "deploy", me, side("Duskhound d3", "Thornweaver c4"))
    state = play(state, "use stronghold").state
    assert {option.removesuffix(" by ability") for option in deploys(state)} == {
        f"deploy {name} {space}"
        for name in ("Beacon Keeper", "Pike Rank")
        for space in ("a3", "b3", "e3", "f3")
    }
    (mine,) = [option for option in deploys(state) if option.startswith("deploy Beacon Keeper e3")]
    state = play(state, mine).state
    assert field(state, 0) == {"Free Levy c3", "Beacon Keeper e3"}
    assert state.players[0].charges == 1  # one paid, one gained by the On Deploy of the Keeper
    assert "use stronghold" not in options(state)  # once in a turn
    assert "deploy Pike Rank a1" in options(state)


def test_freemen_skyhold_bastion_no_retreat_after_its_deployment() -> None:
    """A card may retreat before any is deployed (DM-R33)."""
    me = side("Pike Rank c3", stronghold="Skyhold Bastion", charges=1, hand=["Free Levy"])
    state = at(FREEMEN, "deploy", me, HOUND)
    assert "retreat c3" in options(state)
    state = play(state, "use stronghold").state
    (mine,) = [option for option in deploys(state) if option.startswith("deploy Free Levy e3")]
    state = play(state, mine).state
    assert not [option for option in options(state) if option.startswith("retreat")]


@pytest.mark.parametrize("phase", ["deploy", "move"])
def test_freemen_skyhold_bastion_not_without_a_charge_nor_in_another_phase(phase: str) -> None:
    charges = 0 if phase == "deploy" else 3
    me = side("Pike Rank c3", stronghold="Skyhold Bastion", charges=charges, hand=["Free Levy"])
    assert "use stronghold" not in options(at(FREEMEN, phase, me, HOUND))


def test_freemen_skyhold_bastion_obeys_the_limit_of_6() -> None:
    five = (
        "Griffon Lancer a1",
        "Sky Skiff b1",
        "Pike Rank e1",
        "Wall Warden f1",
        "Field Surgeon a2",
    )
    me = side(*five, "Wing Handler b2", stronghold="Skyhold Bastion", charges=1, hand=["Free Levy"])
    assert "use stronghold" not in options(at(FREEMEN, "deploy", me, HOUND))
    me = side(*five, stronghold="Skyhold Bastion", charges=1, hand=["Free Levy"])
    assert "use stronghold" in options(at(FREEMEN, "deploy", me, HOUND))


# ---------------------------------------------------------------- Heroes


@pytest.mark.parametrize(
    ("hero", "charges", "total"),
    [("c2", 1, 5), ("d3", 3, 5), ("c2", 0, 4), ("b2", 1, 4), ("a3", 1, 4)],
)
def test_freemen_aldric_stormbanner_strengthens_adjacent_allies_in_attack(
    hero: str, charges: int, total: int
) -> None:
    me = side(f"Aldric Stormbanner {hero}", "Free Levy c3", charges=charges)
    state = at(FREEMEN, "attack", me, HOUND)
    played = play(state, "attack c3 x c4", "draw 1", "decline")
    assert strikes(played) == [(total, 3, True)]


@pytest.mark.parametrize(("hero", "charges", "defence"), [("c2", 1, 4), ("c2", 0, 3), ("b2", 1, 3)])
def test_freemen_aldric_stormbanner_strengthens_adjacent_allies_in_defence(
    hero: str, charges: int, defence: int
) -> None:
    me = side(f"Aldric Stormbanner {hero}", "Free Levy c3", charges=charges)
    state = at(FREEMEN, "attack", me, HOUND, turn=1)
    played = play(state, "attack c4 x c3", "draw 1", "decline")
    assert strikes(played) == [(4, defence, defence < 4)]


def test_freemen_aldric_stormbanner_not_himself() -> None:
    state = at(FREEMEN, "attack", side("Aldric Stormbanner c3", "Free Levy c2", charges=3), HOUND)
    assert strikes(play(state, "attack c3 x c4", "draw 1", "decline")) == [(5, 3, True)]


def test_freemen_ysolde_farwind_lets_an_ally_attack_once_more() -> None:
    me = side("Ysolde Farwind a1", "Free Levy c3", "Sky Skiff b4", charges=2)
    state = at(FREEMEN, "attack", me, side("Thornweaver c4", "Sapling Guard d3"))
    assert "use a1" not in options(state)  # nobody has attacked yet
    state = play(state, "attack c3 x d3", "draw 1", "decline").state
    assert field(state, 1) == {"Thornweaver c4", "Sapling Guard d3 wounded"}
    assert "attack c3 x d3" not in options(state)
    state = play(state, "use a1").state  # the Free Levy alone has attacked
    assert state.players[0].charges == 0
    assert "attack c3 x d3" in options(state)
    state = play(state, "attack c3 x d3", "draw 1", "decline", "decline").state
    assert field(state, 1) == {"Thornweaver c4"}
    assert "attack c3 x c4" not in options(state)


@pytest.mark.parametrize(
    ("charges", "ally"), [(1, "Free Levy c3 attacked"), (3, "Free Levy c3"), (3, "")]
)
def test_freemen_ysolde_farwind_not_otherwise(charges: int, ally: str) -> None:
    mark = "" if ally else " attacked"  # she is no ally of herself
    me = side(f"Ysolde Farwind b4{mark}", *([ally] if ally else []), charges=charges)
    assert "use b4" not in options(at(FREEMEN, "attack", me, HOUND))


def test_freemen_ysolde_farwind_chooses_among_those_that_have_attacked() -> None:
    me = side("Ysolde Farwind a1", "Free Levy c3 attacked", "Sky Skiff b4 attacked", charges=3)
    state = play(at(FREEMEN, "attack", me, HOUND), "use a1").state
    assert set(options(state)) == {"target c3", "target b4"}
    state = play(state, "target b4").state
    assert "attack b4 x c4" in options(state)
    assert "attack c3 x c4" not in options(state)
    assert "use a1" not in options(state)


@pytest.mark.parametrize(("corvin", "enemy", "gained"), [("c2", "c3", 1), ("c3", "c4", 0)])
def test_freemen_corvin_of_ashgate_protector_gains_a_charge_when_he_blocks(
    corvin: str, enemy: str, gained: int
) -> None:
    state = at(
        FREEMEN, "attack", side(f"Corvin of Ashgate {corvin}"), side(f"Duskhound {enemy}"), 1
    )
    played = play(state, f"attack {enemy} x {corvin}", "draw 2", "decline")
    assert strikes(played) == [(5, 5, False)]
    assert played.state.players[0].charges == gained
    assert options(played.state) == ["counterattack", "decline"]
    played = play(state, f"attack {enemy} x {corvin}", "draw 3", "decline")
    assert strikes(played) == [(6, 5, True)]
    assert played.state.players[0].charges == 0


def test_freemen_corvin_of_ashgate_lets_an_adjacent_ally_attack_in_the_reserve_phase() -> None:
    me = side("Corvin of Ashgate c2", "Free Levy c3", "Sky Skiff b4", charges=2)
    state = play(at(FREEMEN, "reserve", me, HOUND), "use c2").state
    assert state.players[0].charges == 0
    assert options(state) == ["attack c3 x c4", "decline"]  # the Skiff is not adjacent to him
    played = play(state, "attack c3 x c4", "draw 1", "power deck", "draw 4")
    assert strikes(played) == [(5, 7, False)]
    assert options(played.state) == ["counterattack", "decline"]


@pytest.mark.parametrize(
    ("phase", "charges", "ally", "enemy"),
    [
        ("reserve", 1, "Free Levy c3", "Duskhound c4"),
        ("reserve", 3, "Free Levy c3", "Duskhound d4"),
        ("reserve", 3, "Free Levy b3", "Duskhound b4"),
        ("charge", 3, "Free Levy c3", "Duskhound c4"),
    ],
)
def test_freemen_corvin_of_ashgate_not_otherwise(
    phase: str, charges: int, ally: str, enemy: str
) -> None:
    me = side("Corvin of Ashgate c2", ally, charges=charges)
    assert "use c2" not in options(at(FREEMEN, phase, me, side(enemy)))


def test_freemen_brother_halloran_heals_and_cures_an_ally_within_range() -> None:
    me = side(
        "Brother Halloran c2 wounded",
        "Free Levy d3 wounded weakened",
        "Sky Skiff b2 wounded",
        "Griffon Lancer e2 wounded weakened",
    )
    state = play(at(FREEMEN, "charge", me, HOUND), "use c2", "draw 1").state
    assert set(options(state)) == {"target b2", "target d3"}
    after = play(state, "target d3").state
    assert field(after, 0) == {
        "Brother Halloran c2 wounded",
        "Free Levy d3",
        "Sky Skiff b2 wounded",
        "Griffon Lancer e2 wounded weakened",
    }
    assert after.powers[0].used == (1,)  # the power that was drawn is the cost
    assert "Sky Skiff b2" in field(play(state, "target b2").state, 0)


def test_freemen_brother_halloran_cures_an_ally_that_is_not_wounded() -> None:
    """The text names an ally within range, not a wounded one."""
    me = side("Brother Halloran c2", "Free Levy d3 weakened")
    state = at(FREEMEN, "charge", me, HOUND)
    assert "use c2" in options(state)
    assert "Free Levy d3" in field(play(state, "use c2", "draw 1").state, 0)


@pytest.mark.parametrize(
    ("phase", "ally"),
    [
        ("charge", "Free Levy e2 wounded"),
        ("charge", "Free Levy d3"),
        ("move", "Free Levy d3 wounded"),
    ],
)
def test_freemen_brother_halloran_not_otherwise(phase: str, ally: str) -> None:
    state = at(FREEMEN, phase, side("Brother Halloran c2 wounded", ally), HOUND)
    assert "use c2" not in options(state)


# ---------------------------------------------------------------- Elites


def test_freemen_disciple_of_the_sky_moves_a_warrior_at_once() -> None:
    me = side("Free Levy a3", "Sky Skiff f3", "Griffon Lancer c2", charges=1)
    me += '\nhand = ["Disciple of the Sky", "Pike Rank"]'
    asked = play(at(FREEMEN, "deploy", me, HOUND), "deploy Disciple of the Sky d2").state
    assert options(asked) == ["accept", "decline"]
    state = play(asked, "accept").state
    assert state.players[0].charges == 0
    assert set(options(state)) == {"target a3", "target f3"}
    state = play(state, "target a3").state
    assert {"to b5", "to d3", "to a1", "to b4"} <= set(options(state))
    assert not {"to e3", "to c4", "to a3", "to c1"} & set(options(state))
    state = play(state, "to b4").state  # into the Assault Zone of the enemy
    assert "Free Levy b4" in field(state, 0)
    state = play(asked, "decline").state
    assert state.players[0].charges == 1
    assert "Free Levy a3" in field(state, 0)


@pytest.mark.parametrize(("charges", "ally"), [(0, "Free Levy a3"), (3, "Griffon Lancer a3")])
def test_freemen_disciple_of_the_sky_not_otherwise(charges: int, ally: str) -> None:
    me = side(ally, charges=charges, hand=["Disciple of the Sky"])
    state = play(at(FREEMEN, "deploy", me, HOUND), "deploy Disciple of the Sky d2").state
    assert options(state) == ["link", "pass"]


def test_freemen_griffon_lancer_knocks_back() -> None:
    state = at(FREEMEN, "attack", side("Griffon Lancer c3"), side("Duskhound c4", "Dawnhound b4"))
    state = play(state, "attack c3 x c4", "draw 1", "decline").state
    assert options(state) == ["knock d4", "decline"]
    assert field(play(state, "decline").state, 1) == {"Duskhound c4 wounded", "Dawnhound b4"}
    assert field(play(state, "knock d4").state, 1) == {"Duskhound d4 wounded", "Dawnhound b4"}


@pytest.mark.parametrize("enemy", ["Orrin Nightbough c4", "Maelis Mothcrown c4"])
def test_freemen_griffon_lancer_never_a_hero(enemy: str) -> None:
    state = at(FREEMEN, "attack", side("Griffon Lancer c3"), side(enemy))
    state = play(state, "attack c3 x c4", "draw 4", "decline").state
    assert field(state, 1) == {f"{enemy} wounded"}
    assert options(state) == ["link", "pass"]


def test_freemen_griffon_lancer_not_when_it_defeats() -> None:
    state = at(FREEMEN, "attack", side("Griffon Lancer c3"), side("Duskhound c4 wounded"))
    state = play(state, "attack c3 x c4", "draw 1", "decline").state
    assert options(state) == ["advance c4", "decline"]


@pytest.mark.parametrize(("captain", "defence"), [("c2", 4), ("b3", 4), ("b2", 3), ("a3", 3)])
def test_freemen_shieldwall_captain_adjacent_allies(captain: str, defence: int) -> None:
    me = side(f"Shieldwall Captain {captain}", "Free Levy c3")
    state = at(FREEMEN, "attack", me, HOUND, turn=1)
    played = play(state, "attack c4 x c3", "draw 1", "decline")
    assert strikes(played) == [(4, defence, defence < 4)]


def test_freemen_shieldwall_captain_neither_itself_nor_the_attack() -> None:
    me = side("Shieldwall Captain c3", "Free Levy b3")
    played = play(at(FREEMEN, "attack", me, HOUND, turn=1), "attack c4 x c3", "draw 1", "decline")
    assert strikes(played) == [(4, 4, False)]
    you = side("Duskhound b4")
    played = play(at(FREEMEN, "attack", me, you), "attack b3 x b4", "draw 1", "decline")
    assert strikes(played) == [(4, 3, True)]


@pytest.mark.parametrize(
    ("power", "mark"),
    [
        ("1", "weakened"),
        ("2", "weakened"),
        ("3", "wounded"),
        ("4", "wounded"),
        ("critical", "wounded"),
    ],
)
def test_freemen_stormcaller_adept_wounds_or_weakens(power: str, mark: str) -> None:
    me = side("Stormcaller Adept c3", charges=1)
    you = side("Duskhound c4", "Sapling Guard d4", "Dawnhound e4")
    state = play(at(FREEMEN, "attack", me, you), "use c3", f"draw {power}").state
    assert set(options(state)) == {"target c4", "target d4"}
    state = play(state, "target d4").state
    assert field(state, 1) == {"Duskhound c4", f"Sapling Guard d4 {mark}", "Dawnhound e4"}
    assert state.players[0].charges == 0
    assert "use c3" not in options(state)


def test_freemen_stormcaller_adept_defeats_a_wounded_enemy_without_an_advance() -> None:
    state = at(
        FREEMEN, "attack", side("Stormcaller Adept c3", charges=1), side("Duskhound c4 wounded")
    )
    state = play(state, "use c3", "draw 3").state
    assert field(state, 1) == set()
    assert options(state) == ["link", "pass"]


def test_freemen_stormcaller_adept_not_otherwise() -> None:
    assert "use c3" not in options(at(FREEMEN, "attack", side("Stormcaller Adept c3"), HOUND))
    me = side("Stormcaller Adept c3", charges=3)
    assert "use c3" not in options(at(FREEMEN, "charge", me, HOUND))


def test_freemen_lance_sergeant_leads_a_coordinated_attack() -> None:
    me = side("Lance Sergeant c3", "Free Levy b4")
    state = at(FREEMEN, "attack", me, HOUND)
    played = play(state, "attack c3 x c4", "with b4", "draw 1", "decline")
    assert strikes(played) == [(4 + 1 + 1 + 1, 3, True)]
    played = play(state, "attack c3 x c4", "go", "draw 1", "decline")  # alone
    assert strikes(played) == [(5, 3, True)]
    played = play(state, "attack b4 x c4", "with c3", "draw 1", "decline")  # it only helps
    assert strikes(played) == [(3 + 1 + 1, 3, True)]


@pytest.mark.parametrize(
    ("cards", "initial"),
    [
        (("Ballista Crew a3", "Free Levy c4"), 2),
        (("Ballista Crew a3", "Free Levy b5"), 3),
        (("Ballista Crew a2", "Free Levy c4"), 1),
        (("Ballista Crew a4", "Free Levy c4"), 1),
        (("Ballista Crew b4", "Free Levy c4"), 2),  # as any card in the zone
    ],
)
def test_freemen_ballista_crew_barrage(cards: tuple[str, ...], initial: int) -> None:
    played = play(at(FREEMEN, "assault", side(*cards), HOUND.replace("c4", "d3")), "assault")
    assert assaults(played) == [initial]


def test_freemen_ballista_crew_barrage_needs_a_card_in_the_zone() -> None:
    state = at(FREEMEN, "assault", side("Ballista Crew a3", "Free Levy a4"), HOUND)
    assert "assault" not in options(state)


def test_freemen_ballista_crew_alt_attack_in_the_assault_phase() -> None:
    me = side("Ballista Crew c3", "Free Levy b4", charges=1)
    state = play(at(FREEMEN, "assault", me, HOUND), "use c3").state
    played = play(state, "attack c3 x c4", "draw 1", "decline")
    assert strikes(played) == [(4, 3, True)]
    state = played.state
    assert state.players[0].charges == 0
    assert assaults(played) == [2]  # the Alt Attack done, the assault alone is left: it goes on


@pytest.mark.parametrize(
    ("phase", "charges", "enemy"),
    [
        ("assault", 0, "Duskhound c4"),
        ("assault", 3, "Duskhound d4"),
        ("reposition", 3, "Duskhound c4"),
    ],
)
def test_freemen_ballista_crew_no_alt_attack_otherwise(
    phase: str, charges: int, enemy: str
) -> None:
    me = side("Ballista Crew c3", "Free Levy b4", charges=charges)
    assert "use c3" not in options(at(FREEMEN, phase, me, side(enemy)))


@pytest.mark.parametrize(
    ("cards", "initial"),
    [
        (("Dawn Standard c4",), 2),
        (("Dawn Standard b5",), 3),
        (("Dawn Standard c4", "Free Levy e5"), 4),
        (("Dawn Standard a4", "Free Levy c4"), 1),
        (("Dawn Standard c3", "Free Levy c4"), 1),
    ],
)
def test_freemen_dawn_standard_raises_the_initial_score(
    cards: tuple[str, ...], initial: int
) -> None:
    played = play(at(FREEMEN, "assault", side(*cards), side("Duskhound d3")), "assault")
    assert assaults(played) == [initial]


def test_freemen_dawn_standard_on_discard_returns_a_warrior() -> None:
    discard = ["Free Levy", "Griffon Lancer", "Pike Rank"]
    me = side("Dawn Standard c3 wounded", discard=discard)
    state = at(FREEMEN, "attack", me, HOUND, turn=1)
    asked = play(state, "attack c4 x c3", "draw 1", "decline").state
    assert dm.actor(asked) == 0
    assert set(options(asked)) == {"return Free Levy", "return Pike Rank", "decline"}
    state = play(asked, "return Pike Rank").state
    cards = state.config.domains[0].cards
    player = state.players[0]
    assert [cards[card].name for card in player.hand] == ["Pike Rank"]
    assert player.known == player.hand  # the opponent has seen it (DM-R45)
    names = {cards[card].name for card in player.discard}
    assert names == {"Free Levy", "Griffon Lancer", "Dawn Standard"}
    assert play(asked, "decline").state.players[0].hand == ()


def test_freemen_dawn_standard_not_when_it_retreats_nor_without_a_warrior() -> None:
    me = side("Dawn Standard c3 wounded", discard=["Free Levy"])
    state = play(at(FREEMEN, "deploy", me, HOUND), "retreat c3").state
    assert state.players[0].hand == ()
    assert options(state) == ["link", "pass"]
    me = side("Dawn Standard c3 wounded", discard=["Griffon Lancer"])
    state = at(FREEMEN, "attack", me, HOUND, turn=1)
    state = play(state, "attack c4 x c3", "draw 1", "decline").state
    assert dm.actor(state) == 1


def test_freemen_quartermaster_bram_gains_a_charge_when_there_is_none() -> None:
    me = side("Quartermaster Bram a1", hand=["Free Levy", "Pike Rank"])
    state = play(at(FREEMEN, "deploy", me, HOUND), "deploy Free Levy b1").state
    assert state.players[0].charges == 1
    state = play(state, "deploy Pike Rank e1").state
    assert state.players[0].charges == 1  # charged by then


def test_freemen_quartermaster_bram_neither_for_itself_nor_for_an_enemy() -> None:
    me = side("Free Levy a1", hand=["Quartermaster Bram"])
    state = play(at(FREEMEN, "deploy", me, HOUND), "deploy Quartermaster Bram b1").state
    assert state.players[0].charges == 0
    you = side(hand=["Duskhound"])
    state = at(FREEMEN, "deploy", side("Quartermaster Bram a1"), you, turn=1)
    state = play(state, "deploy Duskhound f5").state
    assert [player.charges for player in state.players] == [0, 0]


@pytest.mark.parametrize("charges", [0, 1])
def test_freemen_falcon_outrider_flies_while_charged(charges: int) -> None:
    me = side("Falcon Outrider c2", charges=charges)
    wall = side("Duskhound c3", "Dawnhound b2", "Sapling Guard d2")
    state = at(FREEMEN, "move", me, wall)
    moves = {option for option in options(state) if option.startswith("move")}
    if charges:  # diagonally and over enemies, three steps
        assert {"move c2 b3", "move c2 c4", "move c2 b5", "move c2 e5"} <= moves
        assert "move c2 c3" not in moves
    else:  # the stronghold is the only way, then two steps from it
        assert moves == {f"move c2 {space}" for space in ("a1", "b1", "e1", "f1", "e2")}


@pytest.mark.parametrize("charges", [0, 1])
def test_freemen_falcon_outrider_lunges_while_charged(charges: int) -> None:
    state = at(FREEMEN, "attack", side("Falcon Outrider c2", charges=charges), HOUND)
    if not charges:
        assert not [option for option in options(state) if option.startswith("lunge")]
        return
    state = play(state, "lunge c2 c3", "draw 1", "power deck", "draw 3").state
    played = play(state, "decline")
    assert field(played.state, 0) == {"Falcon Outrider c3"}
    assert field(played.state, 1) == {"Duskhound c4 wounded"}
    assert played.state.powers[0].used == (1, 3)


# ---------------------------------------------------------------- the Fly icon


def test_freemen_sky_skiff_flies_over_enemies_and_diagonally() -> None:
    wall = side("Duskhound c4", "Dawnhound b3", "Sapling Guard d3", "Fern Lurker c2")
    state = at(FREEMEN, "move", side("Sky Skiff c3"), wall)
    assert {"move c3 b4", "move c3 d4", "move c3 f5", "move c3 b5"} <= set(options(state))
    state = at(FREEMEN, "move", side("Free Levy c3"), wall)
    assert not [option for option in options(state) if option.startswith("move")]
