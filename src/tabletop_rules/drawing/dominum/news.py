"""What is going on: round and phase, what is asked, attacks and assaults being settled."""

from collections.abc import Iterator

from tabletop_rules.dominum.contents import CRITICAL, Worded
from tabletop_rules.dominum.drawing import asked_text
from tabletop_rules.dominum.questions.assaults import Assault
from tabletop_rules.dominum.questions.fights import Fighting
from tabletop_rules.dominum.questions.performing import Duel
from tabletop_rules.dominum.sources import Source
from tabletop_rules.dominum.state import Fight, FightKind
from tabletop_rules.dominum.views import View
from tabletop_rules.drawing.dominum.table import Part, Table
from tabletop_rules.drawing.lettering import wrap
from tabletop_rules.drawing.shapes import Box, box, group, label

__all__ = ["draw_news", "headline"]

_PAD = 12


def headline(seen: View) -> str:
    """Return round, phase and points in a line."""
    clock = seen.clock
    parts = [f"round {clock.round}" if clock.round else "setup"]
    if not seen.agenda:
        parts = ["the end"]
    elif clock.phase is not None:
        parts.append(f"{clock.phase.value} phase of seat {clock.active}")
    return ", ".join([*parts, f"{seen.scores[0]} : {seen.scores[1]} points"])


def draw_news(table: Table, width: float) -> Part:
    """Return the panel with what is going on."""
    seen = table.view
    inner = width - 2 * _PAD
    head = headline(seen)
    written = [(head[0].upper() + head[1:], 15, "bold headline")]
    if seen.clock.round and seen.agenda:
        starter = f"Seat {seen.clock.starter} started the round."
        written.append((starter, 12, "soft"))
    for text in _going_on(table):
        written += ((line, 13, "fighting") for line in wrap(text, inner, 13, 3))
    result = table.outcome
    if result is not None:
        winners = " and ".join(f"Seat {seat}" for seat in result.winners)
        won = f"{winners} wins" if winners else f"A {result.kind.value} game"
        written.append((f"{won}: {result.reason}.", 13, "outcome"))
    asked = asked_text(seen)
    asked = asked[0].upper() + asked[1:]
    if seen.actor is not None and seen.actor == seen.seat:
        asked = asked.replace(f"Seat {seen.seat}", "You", 1)
    written += (
        (line, 13, "asked option-text bold") for line in wrap(asked, inner, 13, 3, bold=True)
    )
    y = 8.0
    drawn = []
    for text, size, classes in written:
        y += size * 1.4
        drawn.append(label(text, _PAD, y - size * 0.3, inner, size, classes=classes))
    place = Box(0, 0, width, y + 8)
    return Part(width, place.height, (group([box(place, "panel", 8), *drawn], classes="news"),))


def _going_on(table: Table) -> Iterator[str]:
    """Give the attacks, assaults and abilities that are being settled, as sentences."""
    for fight in table.fights:
        yield _fight(table, fight)
    for ask in table.view.agenda:
        if isinstance(ask, Assault):
            yield _assault(table, ask)
        if isinstance(ask, Duel) and ask.mine is not None:
            yield f"Power Duel: seat {ask.source.seat} has {_power(ask.mine)}."
    top = table.view.agenda[-1] if table.view.agenda else None
    source = getattr(top, "source", None)
    if isinstance(source, Source):
        worded: Worded = table.view.config.domains[source.seat].strongholds[
            max(0, table.view.players[source.seat].stronghold)
        ]
        if source.card >= 0:
            worded = table.card(source.seat, source.card)
        yield f"{worded.name}: {worded.text}"


def _assault(table: Table, assault: Assault) -> str:
    counts = table.view.config.power_deck.critical_counts
    total = assault.initial + sum(counts if c == CRITICAL else c for c in assault.cards)
    drawn = " and ".join(map(_power, assault.cards))
    power = f", power {drawn}, total {total}" if drawn else ""
    return f"Assault of seat {assault.seat}: initial score {assault.initial}{power}."


def _fight(table: Table, fight: Fight) -> str:
    seat = fight.attacker[0]
    units = {unit.uid: unit for unit in table.view.units}
    attacker, defender = units.get(fight.attacker), units.get(fight.defender)
    who = table.card(*fight.attacker).name
    if attacker is not None:
        who += f" (attack {table.strengths(attacker, fight)[0]})"
    helpers = ", ".join(table.card(seat, number).name for number in fight.helpers)
    who += f" with {helpers}" if helpers else ""
    verb = "counterattacks" if fight.kind is FightKind.COUNTER else "attacks"
    sentence = f"{who} {verb} {table.card(*fight.defender).name}"
    if defender is not None:
        sentence += f" (defence {table.strengths(defender, fight)[1]})"
    if fight.power is not None:
        sentence += f", power {_power(fight.power)}"
    for ask in table.view.agenda:
        if isinstance(ask, Fighting) and ask.fight == fight and ask.total is not None:
            sentence += f", total {ask.total}"
    if fight.answer is not None:
        sentence += f", against power {_power(fight.answer)}"
    return f"{sentence}."


def _power(card: int) -> str:
    return "Critical" if card == CRITICAL else str(card)
