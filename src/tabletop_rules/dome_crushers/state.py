"""The state of a game: one frozen value, with the agenda of what is still to be settled."""

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from tabletop_rules.core import Deck, Seat
from tabletop_rules.core.building import quickly_built
from tabletop_rules.dome_crushers.config import Config
from tabletop_rules.dome_crushers.contents import DeckList

if TYPE_CHECKING:
    from tabletop_rules.dome_crushers.asks import Ask

__all__ = ["Batch", "InPlay", "Player", "State", "in_play", "works_of"]


@frozen(cache_hash=True)
class InPlay:
    """A card on the table. `play` numbers the plays of the round, over both players, from 1."""

    play: int
    seat: Seat
    card: str
    turned: bool = False
    """It has been switched during the resolution of the card just played (DC-R15)."""
    due: bool = False
    """Its immediate effects wait for its canceller to stop working (DC-R2)."""


in_play = lru_cache(maxsize=1 << 14)(InPlay)
"""Make an `InPlay`, the same object for the same fields."""


def works_of(deck: DeckList, abilities: tuple[InPlay, ...]) -> tuple[bool, ...]:
    """Return for each of `abilities`, oldest first, whether it works (DC-CANCEL-1, DC-R1)."""
    if not abilities:
        return ()
    return deck.cancelling.working(tuple([card.card for card in abilities]))


@frozen
class Batch:
    """What everybody knows of cards that went under a deck together (DC-R20).

    Of `open` cards, sorted, all know that they lay open before; of the `others` only how many.
    `lost` have been drawn before the owner's last keep decision, and all know that the open cards
    `safe`, sorted, are not among them. `drawn` has an item for each that was drawn since: how many
    cards had been `revealed` then, of which it can be none.
    """

    open: tuple[str, ...]
    others: int
    lost: int = 0
    drawn: tuple[int, ...] = ()
    safe: tuple[str, ...] = ()

    @property
    def left(self) -> int:
        """How many of the cards are still to be drawn."""
        return len(self.open) + self.others - self.lost - len(self.drawn)


@quickly_built
@frozen(weakref_slot=False)
class Player:
    """Everything that one player has, apart from the cards on the table.

    Tuples of cards are sorted, but for `revealed`. The last four are what everybody remembers since
    the last keep decision, and of the bottom of the deck (DC-R20): the cards in `hand` that were
    returned to it; the cards that were played out of the rest of the hand, in order, wherever they
    are now; for each card drawn from the shuffled part after a play, how many were `revealed` then;
    and the batches at the bottom of the deck, nearest to the top first.
    """

    deck: Deck[str]
    hand: tuple[str, ...] = ()
    face_up: tuple[str, ...] = ()
    face_down: tuple[str, ...] = ()
    plays: int = 0
    known: tuple[str, ...] = ()
    revealed: tuple[str, ...] = ()
    late: tuple[int, ...] = ()
    batches: tuple[Batch, ...] = ()

    @property
    def outside_pile(self) -> int:
        """How many cards are in hand or deck; on the table there are none when this is asked."""
        return len(self.hand) + len(self.deck)


@quickly_built
@frozen(weakref_slot=False)
class State:
    """A position. Two are equal if and only if config, cards, memory and agenda are.

    `attackers` are the cards in Attack Mode, in the order in which they came to it; `abilities`
    those in Ability Mode, oldest entry first: seats play no part (DC-R1). `start_player` is that
    of the round being played, or of the last one when the game is over (DC-R6).
    """

    config: Config
    round: int
    start_player: Seat
    players: tuple[Player, Player]
    attackers: tuple[InPlay, ...]
    abilities: tuple[InPlay, ...]
    agenda: "tuple[Ask, ...]"

    @property
    def works(self) -> tuple[bool, ...]:
        """Whether each of `abilities` works (DC-CANCEL-1, DC-R1)."""
        return works_of(self.config.deck, self.abilities)

    def with_agenda(self, agenda: "tuple[Ask, ...]", /) -> "State":
        """Return the state with another agenda."""
        return State(
            self.config,
            self.round,
            self.start_player,
            self.players,
            self.attackers,
            self.abilities,
            agenda,
        )

    def with_table(
        self,
        players: tuple[Player, Player],
        attackers: tuple[InPlay, ...],
        abilities: tuple[InPlay, ...],
        agenda: "tuple[Ask, ...]",
    ) -> "State":
        """Return the state with other players, other cards on the table and another agenda."""
        return State(
            self.config,
            self.round,
            self.start_player,
            players,
            attackers,
            abilities,
            agenda,
        )
