"""A base game hosts Dominus and Portus: it hands placements in and books what it is told.

The base game here is a toy: a city is a row of tiles, two neighbours of it combine a symbol, and
the Pantheon gives a Legion symbol at every third step of faith. Run it with
``python examples/hosted_city.py``.
"""

from random import Random

from tabletop_rules import dominus_portus as dp
from tabletop_rules.core import CHANCE, HOST, Event, IllegalActionError, sample

NAMES = ("Livia", "Marcus", "Nero")
TURNS = 6
COLOURS = tuple(dp.Colour)


class City:
    """What the toy base game knows of one player."""

    def __init__(self) -> None:
        self.row: list[dp.Colour] = []
        self.coins = 0
        self.population = 0
        self.faith = 0
        self.points = 0

    def place(self, seat: int, colour: dp.Colour) -> dp.Placement:
        """Return what the placement of a tile at the end of the row means to the expansions."""
        symbols: tuple[dp.Symbol, ...] = ()
        if self.row:
            same = self.row[-1] is colour
            kind = dp.SymbolKind.PRESTIGE if len(self.row) % 2 else dp.SymbolKind.MILITARY
            points = 3 if kind is dp.SymbolKind.PRESTIGE else 0
            symbols = (dp.Symbol(kind, same, points),)
        new = colour not in self.row
        self.row.append(colour)
        change = dp.Tally(columns=1, lyres=len(self.row) % 2, **{colour.value: int(new)})
        self.coins += 1
        self.population += 2
        return dp.Placement(seat, colour, 1, 2, symbols, change=change)


class BaseGame:
    """The host: it owns the cities, and drives the engine through `apply`."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)
        self.cities = [City() for _ in NAMES]
        config = dp.Config(seats=len(NAMES), hosted=True, turns=TURNS)
        self.state = dp.initial_state(config)
        self._owed = [0] * len(NAMES)

    def play(self) -> None:
        """Play the whole game."""
        while (actor := dp.actor(self.state)) is not None:
            if actor is HOST:
                self._apply(self._host_action())
            elif actor is CHANCE:
                self._apply(sample(dp.chance_outcomes(self.state), self._rng))
            else:  # a player decides: deploy, move, points, a star track, the order
                options = dp.legal_actions(self.state)
                self._apply(options[int(self._rng.random() * len(options))])

    def _host_action(self) -> dp.Action:
        state = self.state
        if state.turn == state.config.all_turns:
            return dp.FinalPoints(tuple(city.points for city in self.cities))
        seat = state.seat
        city = self.cities[seat]
        if len(city.row) <= state.turn // len(NAMES):
            return city.place(seat, COLOURS[int(self._rng.random() * len(COLOURS))])
        if self._owed[seat]:
            legions, self._owed[seat] = self._owed[seat], 0
            return dp.FurtherGains(seat, legions)
        return dp.CloseTurn()

    def _apply(self, action: dp.Action) -> None:
        self.state, events = dp.apply(self.state, action)
        for event in events:
            self._book(event)
            if self.state.turn < len(NAMES) and "SETUP" not in event.rule:
                print(f"  {event.describe()} [{event.rule}]")

    def _book(self, event: Event) -> None:
        """Book what the expansions have given; all else is only to be shown."""
        match event:
            case dp.Gained(seat=seat):
                city = self.cities[seat]
                city.coins += event.coins
                city.population += event.population
                city.points += event.points
                for _ in range(event.faith):
                    city.faith += 1
                    self._owed[seat] += city.faith % 3 == 0
            case dp.StarGained(seat=seat):
                self.cities[seat].points += 1
            case _:
                pass


def main() -> None:
    """Play a game of three, and try something that the rules forbid."""
    game = BaseGame(seed=4)
    print("The first round:")
    game.play()
    print("The end:")
    scored = dp.breakdown(game.state)
    for seat, name in enumerate(NAMES):
        total = scored.seats[seat]
        print(f"  {name}: {total.points} in the city, {total.provinces} for provinces")
    for province in scored.provinces:
        for award in province.awards:
            if award.points:
                print(f"  {province.province}: {NAMES[award.seat]} {award.points} [{award.rule}]")
    try:
        dp.apply(game.state, dp.CloseTurn())
    except IllegalActionError as error:
        print(f"Refused: {error}")


if __name__ == "__main__":
    main()
