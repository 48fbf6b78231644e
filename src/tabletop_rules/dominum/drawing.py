"""A view as a picture in text, for a terminal. It reads views only, so it cannot leak."""

from tabletop_rules.core import Seat
from tabletop_rules.core.agenda import Question
from tabletop_rules.dominum.abilities import Phase
from tabletop_rules.dominum.contents import HIDDEN, Card
from tabletop_rules.dominum.notation import power_name
from tabletop_rules.dominum.questions.assaults import Assault
from tabletop_rules.dominum.questions.base import Decision
from tabletop_rules.dominum.questions.fights import Fighting
from tabletop_rules.dominum.questions.performing import Duel
from tabletop_rules.dominum.state import Power, Uid, Unit, token
from tabletop_rules.dominum.views import View

__all__ = ["asked_text", "render"]

_WIDTH = 9


def render(seen: View) -> str:
    """Return the board with both sides, the mats, the printed texts, and what is asked."""
    clock = seen.clock
    lines = [_clock_line(seen)]
    if clock.phase is not None:
        lines.append(f"Seat {clock.active} is in its {clock.phase.value} phase")
    lines += _board_lines(seen)
    for seat in (1, 0):
        lines += _seat_lines(seen, seat)
    lines += _text_lines(seen)
    lines += _pending_lines(seen)
    lines.append(f"> {asked_text(seen)}")
    return "\n".join(lines)


def _clock_line(seen: View) -> str:
    clock = seen.clock
    if not clock.round:
        return "Setup"
    taken = clock.initiative
    initiative = "" if taken is None else f"; seat {taken} has taken the initiative"
    first = f"seat {clock.first} is the 1st Player"
    return f"Round {clock.round}, started by seat {clock.starter}; {first}{initiative}"


def _board_lines(seen: View) -> list[str]:
    """Return the rows of the board, the far one first; cards of seat 1 stand in brackets."""
    board = seen.config.board
    at = {unit.space: unit for unit in seen.units}
    lines: list[str] = []
    for row in range(len(board.rows) - 1, -1, -1):
        cells = [
            _cell(seen, at.get(row * board.stride + column), letter)
            for column, letter in enumerate(board.rows[row])
        ]
        lines.append(f"{row + 1:>2} " + " ".join(cells).rstrip())
    letters = (f"{chr(97 + column):<{_WIDTH}}" for column in range(board.width))
    return [*lines, "   " + " ".join(letters).rstrip()]


def _cell(seen: View, unit: Unit | None, letter: str) -> str:
    if unit is None:
        kind = letter.lower()
        mark = {"s": "######", "f": "f", "z": ".", "d": ".", "-": "-"}.get(kind, "")
        return f"{mark:<{_WIDTH}}"
    name = seen.config.domains[unit.seat].cards[unit.card].name
    short = "".join(name.split())[:5]
    marks = ("*" if unit.wounded else "") + ("~" if unit.weakened else "")
    text = f"[{short}]{marks}" if unit.seat == 1 else f"{short}{marks}"
    return f"{text:<{_WIDTH}}"


def _seat_lines(seen: View, seat: Seat) -> list[str]:
    player, domain = seen.players[seat], seen.config.domains[seat]
    you = " (you)" if seat == seen.seat else ""
    stronghold = "?"
    if player.stronghold >= 0:
        stronghold = domain.strongholds[player.stronghold].name
    surge = ", Surge" if player.surge else ""
    head = f"Seat {seat}{you}: {player.points} points, {domain.name}"
    phases = [phase.value for phase in Phase if player.tokens & token(phase)]
    rows = {
        "stronghold": f"{stronghold}, {player.charges} charges{surge}",
        "cards": _cards(seen, seat),
        "hand": _hand(seen, seat),
        "discard": _names(seen, seat, player.discard),
        "power": _power(seen.powers[seat]),
        "phases": ", ".join(phases) + ("" if player.link else " (linked)") or "-",
    }
    return [head, *(f"  {name:<10}  {text}" for name, text in rows.items())]


def _text_lines(seen: View) -> list[str]:
    """Return what is printed on the cards in the viewer's own hand and on those that lie open."""
    lines: list[str] = []
    if seen.seat is not None and seen.players[seen.seat].hand:
        cards = seen.config.domains[seen.seat].cards
        hand = (cards[number] for number in seen.players[seen.seat].hand)
        lines += ["In your hand", *(f"  {_printed(card)}" for card in hand)]
    texts: list[str] = []
    for seat in (0, 1):
        domain = seen.config.domains[seat]
        number = seen.players[seat].stronghold
        if number >= 0 and domain.strongholds[number].text:
            texts.append(f"  {domain.strongholds[number].name}: {domain.strongholds[number].text}")
        units = (domain.cards[unit.card] for unit in seen.units if unit.seat == seat)
        texts += (f"  {_printed(card)}" for card in units)
    return [*lines, *(["In play"] if texts else []), *texts]


def _printed(card: Card) -> str:
    """Return what is printed on a card, in one line."""
    defence = "" if card.guard == card.strength else f"/{card.guard}"
    kind = f"{card.type.value}, {card.range.value}{', flies' if card.fly else ''}"
    return f"{card.name} {card.strength}{defence} ({kind}){': ' if card.text else ''}{card.text}"


def _names(seen: View, seat: Seat, cards: tuple[int, ...]) -> str:
    return ", ".join(seen.config.domains[seat].cards[card].name for card in cards) or "-"


def _cards(seen: View, seat: Seat) -> str:
    names = seen.config.board.names
    texts: list[str] = []
    for unit in seen.units:
        if unit.seat == seat:
            card = seen.config.domains[seat].cards[unit.card]
            strength = str(card.strength)
            if card.guard != card.strength:
                strength += f"/{card.guard}"
            texts.append(" ".join([names[unit.space], card.name, strength, *_states(unit)]))
    return ", ".join(texts) or "-"


def _states(unit: Unit) -> list[str]:
    """Return what is on a card, and what it has or has done in this phase."""
    found = [name for name in ("wounded", "weakened", "moved", "attacked") if getattr(unit, name)]
    found += ["used"] if unit.used else []
    found += [f"{amount:+} {stat.value}" for stat, amount in unit.boosts]
    return found + [keyword.value.replace("_", " ") for keyword in unit.granted]


def _hand(seen: View, seat: Seat) -> str:
    hand = seen.players[seat].hand
    known = tuple(card for card in hand if card != HIDDEN)
    hidden = len(hand) - len(known)
    if not hidden:
        shown = seen.players[seat].known
        note = f" (seen by all: {_names(seen, seat, shown)})" if shown else ""
        return f"{_names(seen, seat, known)}{note}"
    return f"{_names(seen, seat, known)}, {hidden} hidden" if known else f"{hidden} hidden"


def _power(power: Power) -> str:
    parts = (("reserve", power.reserve), ("deck", power.deck), ("used", power.used))
    texts = [f"{name} {' '.join(map(power_name, cards)) or '-'}" for name, cards in parts]
    counters = " ".join(map(str, power.counters)) or "-"
    return f"{'; '.join(texts)}; counters {counters}"


def asked_text(seen: View) -> str:
    """Return what is asked, of whom, as a sentence."""
    if not seen.agenda:
        return "The game is over."
    asked = seen.agenda[-1]
    assert isinstance(asked, Question)  # a step is never on top
    if isinstance(asked, Decision):
        return f"Seat {asked.seat} {asked.request}."
    return f"{getattr(asked, 'wants', '')}."


def _pending_lines(seen: View) -> list[str]:
    """Return the attacks, assaults and duels that are being settled, the innermost last."""
    lines: list[str] = []
    for ask in seen.agenda:
        match ask:
            case Fighting():
                lines.append(_fight_line(seen, ask))
            case Assault(seat=seat, initial=initial, cards=cards):
                drawn = ", ".join(map(power_name, cards))
                power = f", power {drawn}" if drawn else ""
                lines.append(f"Seat {seat} assaults with an initial score of {initial}{power}")
            case Duel(source=source, mine=mine) if mine is not None:
                lines.append(f"Seat {source.seat} has {power_name(mine)} in a Power Duel")
            case _:
                pass
    return lines


def _fight_line(seen: View, ask: Fighting) -> str:
    fight = ask.fight
    helpers = [_placed(seen, (fight.attacker[0], number)) for number in fight.helpers]
    joined = f" with {', '.join(helpers)}" if helpers else ""
    power = "" if fight.power is None else f", power {power_name(fight.power)}"
    total = "" if ask.total is None else f", total {ask.total}"
    who = f"{_placed(seen, fight.attacker)}{joined}"
    return f"{who} attacks {_placed(seen, fight.defender)}{power}{total}"


def _placed(seen: View, uid: Uid) -> str:
    name = seen.config.domains[uid[0]].cards[uid[1]].name
    space = next((unit.space for unit in seen.units if unit.uid == uid), None)
    return name if space is None else f"{name} {seen.config.board.names[space]}"
