"""Rounds and turns, Link, Initiative, strongholds once in a turn, abilities without end."""

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.dominum import events

from .helpers_phases import SEATS, Table, card, game, scene, stronghold

PHASES = ["deploy", "move", "reposition", "attack", "assault", "charge", "reserve", "initiative"]
QUIET = ["deploy", "move", "reposition", "attack", "charge"]
"""With nothing on the board and no hand these are over as soon as they are activated."""
CHARGE = '{ type = "charge" }'
FORT = game(
    stronghold(
        "Fort",
        f'{{ type = "activated", phases = ["move", "attack"], effects = [{CHARGE}] }}',
        '{ type = "activated", phases = ["move", "attack"], every_phase = true, '
        f"effects = [{CHARGE}] }}",
    ),
    stronghold("Mill", f'{{ type = "activated", phases = ["charge"], effects = [{CHARGE}] }}'),
)
EACH = dm.Config(FORT.domains, rulings=dm.Rulings(stronghold_use=dm.StrongholdUse.ACTIVATION))


def quiet(me: int, mine: str = "", yours: str = "", head: str = "turn = ME") -> Table:
    return scene(me, head, mine, yours)


def phases(table: Table) -> list[str]:
    return [option.removeprefix("phase ") for option in table.starting("phase")]


def tokens(*used: str) -> str:
    return f"phases = {list(used)}".replace("'", '"')


# --- the eight phases -------------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
def test_DM_R6_DM_COMP_3_DM_ROUND_3_DM_SETUP_3_eight_tokens_to_choose_from(me: int) -> None:
    table = scene(me, "turn = ME", 'cards = ["Soldier 1 c4"]')
    assert phases(table) == PHASES
    for used in PHASES:
        taken = "initiative = ME" if used == "initiative" else ""
        left = scene(me, f"turn = ME\n{taken}", f'cards = ["Soldier 1 c4"]\n{tokens(used)}')
        assert phases(left) == [phase for phase in PHASES if phase != used]
        assert left.refused(f"phase {used}") == "DM-R6"
        # it is one set for each: what the other has used does not matter, but for the Initiative
        taken = taken.replace("ME", "YOU")
        other = scene(me, f"turn = ME\n{taken}", 'cards = ["Soldier 1 c4"]', tokens(used))
        assert phases(other) == [phase for phase in PHASES if not taken or phase != used]


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("taken", ["ME", "YOU"])
def test_DM_R8_DM_COMP_3_B19_there_is_one_initiative_token_for_both(me: int, taken: str) -> None:
    table = quiet(me, head=f"turn = ME\ninitiative = {taken}")
    assert "initiative" not in phases(table)
    assert table.refused("phase initiative") == "DM-R6"
    table = quiet(me).do("phase initiative")
    assert [event.seat for event in table.of(events.InitiativeTaken)] == [me]
    table = table.do("pass")
    assert table.asked == "you"
    assert "initiative" not in phases(table)


@pytest.mark.parametrize("me", SEATS)
def test_DM_ROUND_3_the_phase_is_performed_when_its_token_is_taken(me: int) -> None:
    mine = 'hand = ["Soldier 2"]\ncards = ["Soldier 1 c3", "Elite 1 e5"]'
    table = quiet(me, mine, 'cards = ["Soldier 1 d3"]')
    expected = {
        "deploy": "deploy Soldier 2 c2",
        "move": "move c3 c2",
        "reposition": "shift c3 c2",
        "attack": "attack c3 x d3",
    }
    for phase, action in expected.items():
        begun = table.do(f"phase {phase}")
        assert action in begun.options
        assert [(e.seat, e.phase, e.number) for e in begun.of(events.PhaseActivated)] == [
            (me, phase, 1)
        ]
        verbs = {option.split()[0] for option in begun.options}
        others = {each.split()[0] for name, each in expected.items() if name != phase}
        assert not verbs & others
    assert table.do("phase charge").player().charges == 2
    assert table.do("phase assault").of(events.AssaultBegan)
    assert table.do("phase reserve").asked == "chance"


# --- turns ------------------------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
def test_DM_ROUND_1_DM_ROUND_4_DM_ROUND_5_five_activations_each_in_turn(me: int) -> None:
    table = quiet(me, head="turn = ME\nfirst = ME")
    for number, phase in enumerate(QUIET, 1):
        for who in ("me", "you"):
            assert table.asked == who
            assert table.starting("phase") == table.options
            assert table.refused("pass") == "DM-ROUND-3"  # activating is no choice
            assert not table.of(events.RoundEnded)
            table = table.do(f"phase {phase}")
            assert table.player(who).activations in (0, number)
            if table.options == ["link", "pass"]:
                assert table.asked == who
                table = table.do("pass")
    assert len(table.of(events.RoundEnded)) == 1
    assert [(event.round, event.seat) for event in table.of(events.RoundBegan)] == [(2, me)]
    assert [event.number for event in table.of(events.PhaseActivated)] == [
        1,
        1,
        2,
        2,
        3,
        3,
        4,
        4,
        5,
        5,
    ]
    assert not table.of(events.Linked)


@pytest.mark.parametrize("me", SEATS)
def test_DM_ROUND_5_DM_END_2_tokens_and_link_come_back_with_the_next_round(me: int) -> None:
    four = f"{tokens(*QUIET[:4])}\nlinked = true"
    table = quiet(me, four, f"{tokens(*QUIET)}\nlinked = true", "turn = ME\nround = 3\nfirst = ME")
    table = table.do("phase charge")
    (began,) = table.of(events.RoundBegan)
    assert (began.round, began.seat, table.state.clock.round) == (4, me, 4)
    for who in ("me", "you"):
        player = table.player(who)
        assert (player.activations, player.link) == (0, True)
    assert phases(table) == [phase for phase in PHASES if phase != "assault"]
    assert "link" in table.do("phase move").options


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("left", [1, 2, 3])
def test_DM_R7_B18_who_has_activations_left_takes_them_in_a_row(me: int, left: int) -> None:
    mine = f"{tokens(*QUIET[left:])}\nlinked = true"
    table = quiet(me, mine, tokens(*QUIET), "turn = ME\nfirst = ME")
    for phase in QUIET[:left]:
        assert table.asked == "me"
        assert not table.of(events.RoundEnded)
        table = table.do(f"phase {phase}")
        if table.starting("pass"):
            table = table.do("pass")
    assert len(table.of(events.RoundEnded)) == 1


@pytest.mark.parametrize("me", SEATS)
def test_DM_LINK_1_DM_LINK_2_DM_R7_B18_two_phases_one_after_the_other_once_a_round(me: int) -> None:
    table = quiet(me, head="turn = ME\nfirst = ME").do("phase move")
    assert (table.asked, table.options) == ("me", ["link", "pass"])  # never required
    passed = table.do("pass")
    assert (passed.asked, passed.player().activations, passed.player().link) == ("you", 1, True)
    table = table.do("link")
    assert table.asked == "me"
    assert "move" not in phases(table)
    assert set(phases(table)) == set(PHASES) - {"move", "assault"}
    assert table.refused("pass") == "DM-ROUND-3"  # the second phase must follow
    table = table.do("phase attack")
    assert (table.asked, table.player().activations, table.player().link) == ("you", 2, False)
    for who, phase in (("you", "move"), ("me", "charge")):
        assert table.asked == who
        table = table.do(f"phase {phase}")
        assert table.starting("link") == (["link"] if who == "you" else [])
        if who == "you":
            table = table.do("pass")
    assert table.asked == "you"  # linked once already: no second time


@pytest.mark.parametrize("me", SEATS)
def test_DM_LINK_2_a_linked_phase_counts_among_the_five(me: int) -> None:
    mine = tokens("deploy", "move", "reposition")
    table = quiet(me, mine, tokens("deploy", "move", "reposition"), "turn = ME\nfirst = ME")
    table = table.do("phase attack", "link", "phase charge")
    assert table.player().activations == 5
    assert table.asked == "you"
    table = table.do("phase attack").do("phase charge")  # the rest of yours in a row
    assert len(table.of(events.RoundEnded)) == 1


@pytest.mark.parametrize("me", SEATS)
def test_DM_LINK_1_no_link_without_activations_left(me: int) -> None:
    table = quiet(me, tokens(*QUIET[:4]), tokens(*QUIET[:4]), "turn = ME\nfirst = ME")
    table = table.do("phase charge")
    assert (table.asked, table.starting("link")) == ("you", [])
    assert table.player().link


@pytest.mark.parametrize("me", SEATS)
def test_DM_LINK_1_linking_comes_after_the_actions_of_the_phase(me: int) -> None:
    table = quiet(me, 'cards = ["Soldier 1 a1"]').do("phase move")
    assert table.refused("link") in dm.rulebook
    table = table.do("move a1 a2")
    assert table.options == ["link", "pass"]
    done = quiet(me, 'cards = ["Soldier 1 a1"]').do("phase move", "done")
    assert done.options == ["link", "pass"]


# --- initiative -------------------------------------------------------------------------------


def last_turn(me: int, first: str, initiative: str = "", starter: str = "") -> Table:
    """Return the state after the last activation of a round."""
    head = f"turn = ME\nround = 2\nfirst = {first}\n{initiative}\n{starter}"
    return quiet(me, tokens(*QUIET[:4]), tokens(*QUIET), head).do("phase charge")


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("first", ["ME", "YOU"])
@pytest.mark.parametrize("taker", ["ME", "YOU", None])
def test_DM_END_3_DM_R8_B19_the_next_round_begins_with_the_taker_or_the_first(
    me: int, first: str, taker: str | None
) -> None:
    table = last_turn(me, first, "" if taker is None else f"initiative = {taker}")
    expected = me if (taker or first) == "ME" else 1 - me
    assert [event.seat for event in table.of(events.RoundBegan)] == [expected]
    assert dm.actor(table.state) == expected
    assert "initiative" in phases(table)  # the token lies in the middle again
    # whoever began this round by the initiative, the next one begins with the 1st Player
    again = last_turn(me, first, starter="starter = YOU" if first == "ME" else "starter = ME")
    assert [e.seat for e in again.of(events.RoundBegan)] == [me if first == "ME" else 1 - me]


@pytest.mark.parametrize("me", SEATS)
def test_DM_R8_the_initiative_can_be_taken_again_in_the_very_next_round(me: int) -> None:
    table = quiet(me, tokens(*QUIET[:4]), tokens(*QUIET), "turn = ME\nfirst = YOU")
    table = table.do("phase initiative")
    starts = [event.seat for event in table.of(events.RoundBegan)]
    assert starts == [me]
    table = table.do("phase initiative", "link", "phase move")  # it may link as always
    assert table.asked == "you"
    for phase in QUIET[1:5]:
        for _ in range(2):
            if phase not in phases(table):
                continue
            table = table.do(f"phase {phase}")
            table = table.do("pass") if table.starting("pass") else table
    while len(table.of(events.RoundBegan)) == 1:
        table = table.do(f"phase {next(each for each in phases(table) if each in QUIET)}")
        table = table.do("pass") if table.starting("pass") else table
    assert [event.seat for event in table.of(events.RoundBegan)] == [me, me]


# --- a phase with nothing to do; no cards left ------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("phase", ["deploy", "move", "reposition", "attack", "reserve"])
def test_DM_R9_DM_R46_a_phase_with_nothing_to_do_is_legal_and_does_nothing(
    me: int, phase: str
) -> None:
    empty = 'reserve = "2"\nused = "critical 1 1 2 3 3 4 4"'  # with an empty deck
    table = quiet(me, f'{empty}\ndiscard = ["Soldier 1"]', 'cards = ["Soldier 2 a1"]')
    before = table.state
    table = table.do(f"phase {phase}")
    assert table.options == ["link", "pass"]
    assert [type(event).__name__ for event in table.events] == ["PhaseActivated"]
    assert (table.state.powers, table.state.units) == (before.powers, before.units)
    table = table.do("pass")
    assert table.asked == "you"
    assert dm.outcome(table.state) is None


@pytest.mark.parametrize("me", SEATS)
def test_DM_R46_without_any_card_a_player_goes_on_activating(me: int) -> None:
    gone = ", ".join(f'"Soldier {n}"' for n in range(1, 8))
    mine = f"discard = [{gone}]\npoints = 6"
    table = quiet(me, mine, 'cards = ["Soldier 1 c3"]', "turn = ME\nfirst = ME")
    for phase in QUIET:
        assert table.asked == "me"
        table = table.do(f"phase {phase}")
        table = table.do("pass") if table.starting("pass") else table
        table = table.do(f"phase {phase}")
        table = table.do("done") if table.starting("done") else table
        table = table.do("pass") if table.starting("pass") else table
    assert len(table.of(events.RoundEnded)) == 1
    assert dm.outcome(table.state) is None


# --- strongholds ------------------------------------------------------------------------------


def used_twice(me: int, config: dm.Config, rest: str = "") -> Table:
    """Return my second phase of a round, after the first ability of the Fort was used."""
    mine = 'stronghold = "Fort"\ncards = ["Soldier 1 c3"]'
    table = scene(me, "turn = ME\nfirst = ME", mine, f'cards = ["Soldier 1 d3"]{rest}', config)
    table = table.do("phase move")
    assert table.starting("use") == ["use stronghold", "use stronghold 2"]
    table = table.do("use stronghold")
    assert (table.player().charges, table.starting("use")) == (1, ["use stronghold 2"])
    return table.do("done", "link", "phase attack")


@pytest.mark.parametrize("me", SEATS)
def test_DM_R10_DM_SH_3_DM_SH_2_a_strongholds_ability_once_in_a_round(me: int) -> None:
    table = used_twice(me, FORT)
    assert table.starting("use") == ["use stronghold 2"]  # it says otherwise
    table = used_twice(me, FORT).do("use stronghold 2")
    assert table.starting("use") == []
    mine = 'stronghold = "Fort"\ncards = ["Soldier 1 c3"]'
    table = scene(me, "turn = ME", mine, 'cards = ["Soldier 1 d3"]', FORT)
    table = table.do("phase move", "use stronghold 2", "use stronghold", "done", "link")
    assert table.do("phase attack").starting("use") == ["use stronghold 2"]


@pytest.mark.parametrize("me", SEATS)
def test_DM_R10_the_switch_makes_it_once_in_an_activation(me: int) -> None:
    table = used_twice(me, EACH)
    assert table.starting("use") == ["use stronghold", "use stronghold 2"]
    table = table.do("use stronghold", "use stronghold 2")
    assert table.starting("use") == []


@pytest.mark.parametrize("me", SEATS)
def test_DM_R10_DM_SH_3_the_next_round_is_another_turn(me: int) -> None:
    spent = tokens("deploy", "reposition", "attack", "reserve")
    mine = f'stronghold = "Fort"\nstronghold_used = 3\n{spent}'
    yours = f'stronghold = "Fort"\nstronghold_used = 1\n{tokens(*QUIET)}'
    text = "turn = ME\nfirst = ME"
    table = scene(me, text, mine, yours, FORT).do("phase charge")
    assert table.of(events.RoundBegan)
    assert [player.used for player in table.state.players] == [0, 0]
    table = table.do("phase move")
    assert table.starting("use") == ["use stronghold", "use stronghold 2"]


@pytest.mark.parametrize("me", SEATS)
def test_DM_SH_2_DM_R42_only_its_owner_in_the_phase_that_it_names(me: int) -> None:
    table = scene(me, "turn = ME", 'stronghold = "Mill"', 'stronghold = "Fort"', FORT)
    assert table.do("phase move").starting("use") == []
    table = table.do("phase charge")
    assert table.starting("use") == ["use stronghold"]
    used = table.do("use stronghold")  # what is left is the phase itself: nobody is asked
    assert (used.player().charges, used.options) == (3, ["link", "pass"])
    charged = table.do("charge", "use stronghold")
    assert [event.amount for event in charged.of(events.ChargesChanged)] == [2, 1]  # no third
    assert table.do("charge", "done").player().charges == 2  # the ability is optional


# --- abilities that set each other off --------------------------------------------------------

ENDLESS = game(
    card(
        "Phoenix",
        "warrior",
        2,
        '{ type = "triggered", trigger = "first_wound", effects = '
        '[{ type = "victory_points" }, { type = "heal", who = "self" }, '
        '{ type = "wound", who = "self" }] }',
    ),
    card(
        "Torch",
        "warrior",
        2,
        '{ type = "triggered", trigger = "on_deploy", effects = [{ type = "wound" }] }',
    ),
)


@pytest.mark.parametrize("me", SEATS)
def test_DM_R47_an_ability_resolves_at_most_six_times_in_one_activation(me: int) -> None:
    mine = 'hand = ["Torch"]'
    table = scene(me, "turn = ME", mine, 'cards = ["Phoenix c3"]', ENDLESS)
    table = table.do("phase deploy", "deploy Torch a1")
    capped = table.of(events.AbilityCapped)
    assert [(event.seat, event.name) for event in capped] == [(1 - me, "Phoenix")]
    assert table.player("you").points == 6
    assert table.on("c3") == "your Phoenix wounded"  # the wound stays, its trigger is skipped
    assert table.player("you").fired == ()  # counted anew in the next activation
