"""Everything that can stand on the agenda, as one closed union."""

from typing import TypeAlias

import attrs

from tabletop_rules.dominum.questions.aftermath import Advance, AdvanceInto, Knock
from tabletop_rules.dominum.questions.assaults import Assault, UseSurge
from tabletop_rules.dominum.questions.deploying import Muster, Recall
from tabletop_rules.dominum.questions.fights import (
    Blocked,
    Evade,
    Fighting,
    Helpers,
    Retaliate,
    Retaliation,
)
from tabletop_rules.dominum.questions.performing import (
    Choice,
    Duel,
    PayDraw,
    PaySacrifice,
    Perform,
    PowerTest,
    SacrificeOne,
)
from tabletop_rules.dominum.questions.phases import PhasePlay, PhaseStep
from tabletop_rules.dominum.questions.powers import (
    Cycle,
    Discard,
    Discarding,
    Gain,
    PowerDraw,
    Refill,
    TakeCounter,
    TakeUsed,
    TopCard,
)
from tabletop_rules.dominum.questions.rounds import ChoosePhase, EndPhase, LinkOrPass, Turns
from tabletop_rules.dominum.questions.setup import (
    ChooseForce,
    Compare,
    DecideFirst,
    FlipForFirst,
    Place,
    Placement,
    Reveal,
)
from tabletop_rules.dominum.questions.strikes import Strike, Striking
from tabletop_rules.dominum.questions.targets import Later, Spot, Spotting, Target, Targeting
from tabletop_rules.dominum.questions.triggers import Accept, Ready
from tabletop_rules.dominum.state import State

__all__ = ["Ask"]

Ask: TypeAlias = (
    ChooseForce
    | Reveal
    | Compare
    | FlipForFirst
    | DecideFirst
    | Placement
    | Place
    | Turns
    | ChoosePhase
    | EndPhase
    | LinkOrPass
    | PhaseStep
    | PhasePlay
    | PowerDraw
    | TopCard
    | Refill
    | Cycle
    | TakeCounter
    | Discard
    | Discarding
    | Gain
    | TakeUsed
    | Strike
    | Striking
    | Helpers
    | Fighting
    | Knock
    | Advance
    | AdvanceInto
    | Evade
    | Blocked
    | Retaliation
    | Retaliate
    | Assault
    | UseSurge
    | Ready
    | Accept
    | Perform
    | PayDraw
    | PaySacrifice
    | SacrificeOne
    | Duel
    | PowerTest
    | Choice
    | Targeting
    | Target
    | Later
    | Spotting
    | Spot
    | Muster
    | Recall
)

attrs.resolve_types(State, localns={"Ask": Ask})  # questions need the state, and it names them
