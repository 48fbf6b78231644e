"""What can happen, as values that cite their rule; a module for each subject.

`setup`: what comes before the first round. `rounds`: rounds, phases, the end of the game. `power`:
Power Decks, duels and draws. `cards`: cards that come, move, change and go. `attacks`, `assaults`:
these, the latter with points and the tokens of a stronghold. `abilities`: their use.
"""

from tabletop_rules.dominum.events.abilities import (
    AbilityCapped,
    AbilityDeclined,
    AbilityUsed,
    OptionChosen,
    TargetNamed,
)
from tabletop_rules.dominum.events.assaults import (
    AssaultBegan,
    AssaultSettled,
    ChargesChanged,
    PointsChanged,
    SurgeMoved,
)
from tabletop_rules.dominum.events.attacks import (
    AttackDeclared,
    AttackPrepared,
    AttackResolved,
    AttackTotalled,
)
from tabletop_rules.dominum.events.cards import (
    CardBoosted,
    CardDeployed,
    CardLeft,
    CardMoved,
    CardReturned,
    CardStatus,
    Cause,
)
from tabletop_rules.dominum.events.power import (
    CounterSpent,
    DeckCycled,
    DuelSettled,
    PowerDeclined,
    PowerDiscarded,
    PowerGained,
    PowerReset,
    PowerTested,
    PowerUsed,
)
from tabletop_rules.dominum.events.rounds import (
    GameEnded,
    InitiativeTaken,
    Linked,
    PhaseActivated,
    RoundBegan,
    RoundEnded,
)
from tabletop_rules.dominum.events.setup import (
    CoinFlipped,
    FirstPlayerNamed,
    ForceChosen,
    PlacementSkipped,
    RevealedTotals,
    StrongholdsRevealed,
)

__all__ = [
    "AbilityCapped",
    "AbilityDeclined",
    "AbilityUsed",
    "AssaultBegan",
    "AssaultSettled",
    "AttackDeclared",
    "AttackPrepared",
    "AttackResolved",
    "AttackTotalled",
    "CardBoosted",
    "CardDeployed",
    "CardLeft",
    "CardMoved",
    "CardReturned",
    "CardStatus",
    "Cause",
    "ChargesChanged",
    "CoinFlipped",
    "CounterSpent",
    "DeckCycled",
    "DuelSettled",
    "FirstPlayerNamed",
    "ForceChosen",
    "GameEnded",
    "InitiativeTaken",
    "Linked",
    "OptionChosen",
    "PhaseActivated",
    "PlacementSkipped",
    "PointsChanged",
    "PowerDeclined",
    "PowerDiscarded",
    "PowerGained",
    "PowerReset",
    "PowerTested",
    "PowerUsed",
    "RevealedTotals",
    "RoundBegan",
    "RoundEnded",
    "StrongholdsRevealed",
    "SurgeMoved",
    "TargetNamed",
]
