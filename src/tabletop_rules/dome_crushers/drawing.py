"""A view as a picture in text, for a terminal. It reads views only, so it cannot leak."""

from typing import assert_never

from tabletop_rules.core import Seat
from tabletop_rules.dome_crushers.asks import Ask
from tabletop_rules.dome_crushers.contents import HIDDEN, Card
from tabletop_rules.dome_crushers.draws import DrawCards
from tabletop_rules.dome_crushers.effects import Effects, Target
from tabletop_rules.dome_crushers.questions import Keep, NameStart, Under
from tabletop_rules.dome_crushers.rounds import NewRound, Round, Turn
from tabletop_rules.dome_crushers.state import Batch
from tabletop_rules.dome_crushers.views import PlayerView, View

__all__ = ["batch_words", "question", "render"]


def render(seen: View) -> str:
    """Return the table as `seen`, the viewer's own cards as they are printed, and the question."""
    lines = [f"Round {seen.round}, started by seat {seen.start_player}" if seen.round else "Setup"]
    for seat in (0, 1):
        lines += _seat_lines(seen, seat)
    lines += _hand_lines(seen)
    lines.append(f"> {question(seen.agenda[-1]) if seen.agenda else 'The game is over.'}")
    return "\n".join(lines)


def _seat_lines(seen: View, seat: Seat) -> list[str]:
    player = seen.players[seat]
    you = " (you)" if seat == seen.seat else ""
    head = f"Seat {seat}{you}: {seen.scores[seat]} points, Strength Total {seen.totals[seat]}"
    rows = {
        "attack": _attackers(seen, seat),
        "ability": _abilities(seen, seat),
        "hand": _hand(player),
        "deck": _deck(player),
        "face up": _listed(player.face_up),
        "face down": _listed(player.face_down),
    }
    return [head, *(f"  {name:<9}  {text}" for name, text in rows.items())]


def _hand_lines(seen: View) -> list[str]:
    """Return what is printed on the cards in the viewer's own hand."""
    if seen.seat is None or not seen.players[seen.seat].hand:
        return []
    cards = dict.fromkeys(seen.players[seen.seat].hand)
    return ["In your hand", *(f"  {_printed(seen.config.deck.by_name[card])}" for card in cards)]


def _printed(card: Card) -> str:
    cancelled = f" Cancelled by {', '.join(card.cancelled_by)}." if card.cancelled_by else ""
    return f"{card.name} {card.strength}, {card.ability}: {card.text}{cancelled}"


def _listed(cards: tuple[str, ...]) -> str:
    return ", ".join(cards) or "-"


def _attackers(seen: View, seat: Seat) -> str:
    by_name = seen.config.deck.by_name
    cards = [c for c in seen.attackers if c.seat == seat]
    return ", ".join(f"{c.card} {by_name[c.card].strength} (#{c.play})" for c in cards) or "-"


def _abilities(seen: View, seat: Seat) -> str:
    by_name = seen.config.deck.by_name
    return (
        ", ".join(
            f"{c.card}: {by_name[c.card].ability}{'' if works else ', cancelled'} (#{c.play})"
            for c, works in zip(seen.abilities, seen.works, strict=True)
            if c.seat == seat
        )
        or "-"
    )


def _hand(player: PlayerView) -> str:
    named = [card for card in player.hand if card != HIDDEN]
    hidden = len(player.hand) - len(named)
    return ", ".join([*named, *([f"{hidden} hidden"] if hidden else [])]) or "-"


def _deck(player: PlayerView) -> str:
    parts = [f"{player.rest} shuffled"] if player.rest else []
    if player.bottom and HIDDEN not in player.bottom:
        parts.append(", ".join(player.bottom))
    else:
        parts += [batch_words(batch) for batch in player.batches if batch.left]
    return "; then ".join(parts) or "-"


def batch_words(batch: Batch) -> str:
    """Return what everybody knows of cards that went under a deck together (DC-R20)."""
    open_cards = ", ".join(batch.open)
    others = f"{batch.others} unseen" if batch.others else ""
    both = " and ".join(part for part in (open_cards, others) if part)
    gone = batch.lost + len(batch.drawn)
    drawn = f", {gone} of them drawn" if gone else ""
    safe = f", in earlier rounds not {', '.join(batch.safe)}" if batch.safe else ""
    return f"{both} in an unknown order{drawn}{safe}"


def question(ask: Ask) -> str:
    """Return who is asked, and what, as a sentence."""
    match ask:
        case NameStart():
            return "Chance names the start player."
        case DrawCards(seat=seat, left=left):
            return f"Seat {seat} draws, {left} to come."
        case Turn(seat=seat):
            return f"Seat {seat} plays a card, in attack or ability mode."
        case Target(seat=seat, card=card):
            return f"Seat {seat} chooses a target for {card}."
        case Keep(seat=seat):
            return f"Seat {seat} chooses which cards to keep."
        case Under(seat=seat, left=left):
            return f"Seat {seat} places {len(left)} cards under its deck, nearest first."
        case Round() | NewRound() | Effects():
            return "The rules go on by themselves."
        case _:
            assert_never(ask)
