"""Everything that can stand on the agenda, as one closed union."""

from typing import TypeAlias

import attrs

from tabletop_rules.dome_crushers.draws import DrawCards
from tabletop_rules.dome_crushers.effects import Effects, Target
from tabletop_rules.dome_crushers.questions import Keep, NameStart, Under
from tabletop_rules.dome_crushers.rounds import NewRound, Round, Turn
from tabletop_rules.dome_crushers.state import State

__all__ = ["Ask"]

Ask: TypeAlias = NameStart | NewRound | Round | DrawCards | Turn | Effects | Target | Keep | Under

attrs.resolve_types(State, localns={"Ask": Ask})  # questions need the state, and it names them
