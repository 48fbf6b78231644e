"""A second, plain reading of the rulebook: whole games of cards that have keywords only.

It shares nothing with the engine but the content. A game is a generator that asks, ("chance" or a
seat, the texts of all options), and is sent the text that was chosen.
"""

from collections.abc import Generator, Iterable, Sequence
from typing import Final, TypeAlias

from attrs import define, field

from tabletop_rules import dominum as dm

__all__ = ["Asked", "PlainGame", "Standing"]

Asked: TypeAlias = tuple[int | str, set[str]]
At: TypeAlias = tuple[int, int]
"""Column and row, from 0."""

PHASES: Final = (
    "deploy", "move", "reposition", "attack", "assault", "charge", "reserve", "initiative",
)  # fmt: skip
STRAIGHT: Final = ((0, 1), (0, -1), (1, 0), (-1, 0))
DIAGONAL: Final = ((1, 1), (1, -1), (-1, 1), (-1, -1))


@define(eq=False)
class Standing:
    """A card on the battlefield."""

    seat: int
    card: dm.Card
    at: At
    wounded: bool = False
    moved: bool = False
    attacked: bool = False

    @property
    def keywords(self) -> set[str]:
        return {keyword.value for keyword in self.card.keywords}

    @property
    def is_radial(self) -> bool:
        return self.card.range is dm.Range.RADIAL


@define
class Mat:
    """What a player has beside the board."""

    hand: list[str]
    deck: list[int]
    counters: list[int]
    reserve: list[int] = field(factory=list)
    used: list[int] = field(factory=list)
    charges: int = 2
    points: int = 0
    surge: bool = False
    link: bool = True
    activated: list[str] = field(factory=list)


def name_of(power: int) -> str:
    return "critical" if power == 0 else str(power)


def power_of(action: str) -> int:
    return 0 if action.endswith("critical") else int(action[-1])


def choice(seat: int, options: set[str]) -> Generator[Asked, str, str]:
    """Ask, unless there is only one answer."""
    return (yield seat, options) if len(options) > 1 else next(iter(options))


class PlainGame:
    """A game from the reset of the Power Decks on."""

    def __init__(self, config: dm.Config, armies: Sequence[Iterable[str]]) -> None:
        self.config = config
        deck = config.power_deck
        lines = ("".join(line.split()) for line in config.board.picture.splitlines())
        rows = [line for line in lines if line][::-1]
        self.letters = {(x, y): each for y, row in enumerate(rows) for x, each in enumerate(row)}
        self.mats = [Mat(list(army), [0, *deck.numbers], sorted(deck.counters)) for army in armies]
        self.cards = [{card.name: card for card in domain.cards} for domain in config.domains]
        self.board: dict[At, Standing] = {}
        self.initiative: int | None = None
        self.result = ""

    # ---------------------------------------------------------------- the board

    def name(self, at: At) -> str:
        return f"{chr(97 + at[0])}{at[1] + 1}"

    def at(self, name: str) -> At:
        return ord(name[0]) - 97, int(name[1:]) - 1

    def open_spaces(self, letters: str) -> list[At]:
        return [at for at, each in self.letters.items() if each in letters and at not in self.board]

    def beside(self, at: At, diagonal: bool) -> list[At]:
        steps = STRAIGHT + DIAGONAL if diagonal else STRAIGHT
        found = ((at[0] + x, at[1] + y) for x, y in steps)
        return [each for each in found if self.letters.get(each, ".") != "."]

    def shifts(self, at: At) -> list[At]:
        return [
            a for a in self.beside(at, False) if self.letters[a] not in "sS" and a not in self.board
        ]

    def within_range(self, card: Standing, at: At | None = None) -> list[At]:
        spaces = self.beside(at or card.at, card.is_radial)
        return [each for each in spaces if self.letters[each] not in "sS"]

    def moves(self, card: Standing) -> set[At]:
        """Go step by step; the spaces of a stronghold are one space."""
        reached, edge = {card.at}, {card.at}
        for _ in range(3):
            further: set[At] = set()
            for at in edge:
                letter = self.letters[at]
                parts = (
                    [a for a, each in self.letters.items() if each == letter]
                    if letter in "sS"
                    else [at]
                )
                for part in parts:
                    for following in self.beside(part, card.is_radial or card.card.fly):
                        there = self.board.get(following)
                        if there is None or there.seat == card.seat or card.card.fly:
                            further.add(following)
            edge = further - reached
            reached |= edge
        return {a for a in reached if self.letters[a] not in "sS" and a not in self.board}

    def go(self, card: Standing, at: At) -> None:
        del self.board[card.at]
        card.at = at
        self.board[at] = card

    def own(self, seat: int) -> list[Standing]:
        return [card for card in self.board.values() if card.seat == seat]

    def put(self, seat: int, action: str) -> At:
        _, name, space = action.split()
        at = self.at(space)
        self.board[at] = Standing(seat, self.cards[seat][name], at)
        self.mats[seat].hand.remove(name)
        return at

    # ---------------------------------------------------------------- power

    def top_card(self, seat: int) -> Generator[Asked, str, int]:
        deck = self.mats[seat].deck
        power = power_of((yield "chance", {f"draw {name_of(card)}" for card in deck}))
        deck.remove(power)
        return power

    def refill(self, seat: int, count: int) -> Generator[Asked, str, None]:
        for _ in range(count):
            self.mats[seat].reserve.append((yield from self.top_card(seat)))

    def use(self, seat: int, power: int) -> Generator[Asked, str, None]:
        mat = self.mats[seat]
        mat.used.append(power)
        if len(mat.used) < 9:
            return
        left = mat.counters
        spent = power_of((yield seat, {f"counter {n}" for n in left})) if len(left) > 1 else None
        mat.deck, mat.used = mat.used, []
        if not left:
            yield from self.refill(seat, 2)
            return
        counter = left[0] if spent is None else spent
        left.remove(counter)
        mat.deck.remove(counter)
        mat.reserve.append(counter)
        yield from self.refill(seat, 1)

    def draw(self, seat: int, may: bool) -> Generator[Asked, str, int | None]:
        mat = self.mats[seat]
        options = {f"power reserve {name_of(card)}" for card in mat.reserve}
        options |= {"power deck"} if mat.deck else set()
        if may:
            action = yield seat, options | {"decline"}
        else:
            action = yield from choice(seat, options)
        if action == "decline":
            return None
        if action == "power deck":
            power = yield from self.top_card(seat)
        else:
            power = power_of(action)
            mat.reserve.remove(power)
        yield from self.use(seat, power)
        return power

    # ---------------------------------------------------------------- attacks

    def fight(
        self,
        one: Standing,
        other: Standing,
        helpers: Sequence[Standing] = (),
        *,
        counter: bool = False,
        lunged: bool = False,
    ) -> Generator[Asked, str, None]:
        power = yield from self.draw(one.seat, may=False)
        second = (yield from self.draw(one.seat, may=True)) if lunged else None
        power = power if second is None else second
        answer = yield from self.draw(other.seat, may=True)
        assert power is not None
        attack = one.card.strength + power + len(helpers)
        defence = other.card.strength if other.card.defence is None else other.card.defence
        defence += answer or 0
        deadly = attack == defence and "deadly" in one.keywords
        if answer != 0 and (power == 0 or attack > defence or deadly):
            yield from self.wound(one, other)
            return
        shifts = {f"evade {self.name(at)}" for at in self.shifts(one.at)}
        if "evasive" in one.keywords and shifts:
            action = yield one.seat, shifts | {"decline"}
            if action != "decline":
                self.go(one, self.at(action.split()[1]))
                return
        outflanked = helpers and any("outflank" in each.keywords for each in (one, *helpers))
        if not (counter or outflanked or "free_strike" in one.keywords):
            yield from self.strike_back(one, other)

    def wound(self, one: Standing, other: Standing) -> Generator[Asked, str, None]:
        if other.wounded:
            del self.board[other.at]
            if other.at in self.beside(one.at, False):
                action = yield one.seat, {f"advance {self.name(other.at)}", "decline"}
                if action != "decline":
                    self.go(one, other.at)
            return
        other.wounded = True
        shifts = {f"knock {self.name(at)}" for at in self.shifts(other.at)}
        if "knockback" in one.keywords and other.card.type is not dm.Type.HERO and shifts:
            action = yield one.seat, shifts | {"decline"}
            if action != "decline":
                self.go(other, self.at(action.split()[1]))

    def strike_back(self, one: Standing, other: Standing) -> Generator[Asked, str, None]:
        near = one.at in self.within_range(other)
        options: set[str] = set()
        if near or not self.config.rulings.counterattack_needs_range:
            options.add("counterattack")
        if "submerge" in other.keywords:
            places = [at for at in self.within_range(other) if at not in self.board]
            options |= {f"submerge {self.name(at)}" for at in places}
        if not options:
            return
        action = yield other.seat, options | {"decline"}
        if action == "counterattack":
            yield from self.fight(other, one, counter=True)
        elif action != "decline":
            self.go(other, self.at(action.split()[1]))

    def attack(self, one: Standing, other: Standing, lunged: bool) -> Generator[Asked, str, None]:
        helpers: list[Standing] = []
        after = (-1, -1)
        while joining := {
            f"with {self.name(each.at)}"
            for each in self.own(one.seat)
            if each is not one
            and not each.attacked
            and each.at[::-1] > after
            and other.at in self.within_range(each)
        }:
            action = yield one.seat, joining | {"go"}
            if action == "go":
                break
            helpers.append(self.board[self.at(action.split()[1])])
            after = helpers[-1].at[::-1]
        for each in (one, *helpers):
            each.attacked = True
        yield from self.fight(one, other, helpers, lunged=lunged)

    # ---------------------------------------------------------------- phases

    def deploy_phase(self, seat: int) -> Generator[Asked, str, None]:
        begun = False
        while True:
            options = {f"retreat {self.name(each.at)}" for each in self.own(seat) if not begun}
            if len(self.own(seat)) < 6:
                spaces = [self.name(at) for at in self.open_spaces("DZF" if seat else "dzf")]
                hand = self.mats[seat].hand
                options |= {f"deploy {name} {space}" for name in hand for space in spaces}
            if not options or (action := (yield seat, options | {"done"})) == "done":
                return
            begun = True
            if action.startswith("retreat"):
                del self.board[self.at(action.split()[1])]
            else:
                self.put(seat, action)

    def moving_phase(self, seat: int, verb: str) -> Generator[Asked, str, None]:
        while True:
            options = {
                f"{verb} {self.name(each.at)} {self.name(at)}"
                for each in self.own(seat)
                if not each.moved
                for at in (self.moves(each) if verb == "move" else self.shifts(each.at))
            }
            if not options or (action := (yield seat, options | {"done"})) == "done":
                return
            card = self.board[self.at(action.split()[1])]
            card.moved = True
            self.go(card, self.at(action.split()[2]))

    def attacks(self, card: Standing) -> set[str]:
        foes = {each.at for each in self.own(1 - card.seat)}
        spaces = foes.intersection(self.within_range(card))
        return {f"attack {self.name(card.at)} x {self.name(at)}" for at in spaces}

    def lunges(self, card: Standing) -> set[str]:
        foes = {each.at for each in self.own(1 - card.seat)}
        ends = [a for a in self.shifts(card.at) if foes.intersection(self.within_range(card, a))]
        return {f"lunge {self.name(card.at)} {self.name(at)}" for at in ends}

    def attack_phase(self, seat: int) -> Generator[Asked, str, None]:
        while True:
            fresh = [each for each in self.own(seat) if not each.attacked]
            options = {text for each in fresh for text in self.attacks(each)}
            lungers = (each for each in fresh if "lunge" in each.keywords)
            options |= {text for each in lungers for text in self.lunges(each)}
            if not options or (action := (yield seat, options | {"done"})) == "done":
                return
            card = self.board[self.at(action.split()[1])]
            if lunged := action.startswith("lunge"):
                self.go(card, self.at(action.split()[2]))
                options = self.attacks(card)
                action = yield from choice(seat, options)
            yield from self.attack(card, self.board[self.at(action.split()[3])], lunged)

    def assault_phase(self, seat: int) -> Generator[Asked, str, None]:
        mat, (zone, fortified) = self.mats[seat], ("zf" if seat else "ZF")
        total = 0
        for card in self.own(seat):
            letter = self.letters[card.at]
            total += 2 if letter == fortified else letter == zone
            total += letter == "-" and "barrage" in card.keywords
        for _ in range(2):
            power = yield from self.draw(seat, may=False)
            total += power or self.config.power_deck.critical_counts
        if mat.surge and (yield seat, {"surge", "decline"}) == "surge":
            mat.surge = False
            total += 1
        mat.points += (total >= 9) + (total >= 11)
        mat.surge = mat.surge or total <= 8

    def reserve_phase(self, seat: int) -> Generator[Asked, str, None]:
        mat = self.mats[seat]
        if not mat.deck:
            return
        if len(mat.reserve) == 3:
            options = {f"discard {name_of(card)}" for card in mat.reserve}
            action = yield from choice(seat, options)
            mat.reserve.remove(power_of(action))
            mat.used.append(power_of(action))
        yield from self.refill(seat, 1)

    def phase(self, seat: int, phase: str) -> Generator[Asked, str, None]:
        for card in self.board.values():
            card.moved = card.attacked = False
        match phase:
            case "deploy":
                yield from self.deploy_phase(seat)
            case "move":
                yield from self.moving_phase(seat, "move")
            case "reposition":
                yield from self.moving_phase(seat, "shift")
            case "attack":
                yield from self.attack_phase(seat)
            case "assault":
                yield from self.assault_phase(seat)
            case "reserve":
                yield from self.reserve_phase(seat)
            case "charge":
                self.mats[seat].charges = min(3, self.mats[seat].charges + 2)
            case _:
                self.initiative = seat

    # ---------------------------------------------------------------- the game

    def first_player(self) -> Generator[Asked, str, int]:
        for seat in (0, 1):
            yield from self.refill(seat, 2)
        critical = self.config.power_deck.critical_counts
        mine, yours = (sum(power or critical for power in mat.reserve) for mat in self.mats)
        seat = int(yours > mine)
        if mine == yours:
            seat = int((yield "chance", {"coin 0", "coin 1"})[-1])
        return int((yield seat, {"first 0", "first 1"})[-1])

    def deployment(self, first: int) -> Generator[Asked, str, None]:
        lined = [False, False]
        for number in range(12):
            seat = (first + number) % 2
            spaces = self.open_spaces("DZF" if seat else "dzf")
            line = self.open_spaces("-")
            if number >= 6 and not lined[seat]:
                spaces = line if number >= 10 and line else spaces + line
            names = [self.name(at) for at in spaces]
            options = {f"deploy {card} {name}" for card in self.mats[seat].hand for name in names}
            at = self.put(seat, (yield seat, options))
            lined[seat] |= self.letters[at] == "-"

    def turn(self, seat: int) -> Generator[Asked, str, None]:
        mat, other = self.mats[seat], self.mats[1 - seat]
        while True:
            phases = {phase for phase in PHASES if phase not in mat.activated}
            phases -= {"initiative"} if self.initiative is not None else set()
            if not any(self.letters[c.at] in ("zf" if seat else "ZF") for c in self.own(seat)):
                phases -= {"assault"}
            phase = (yield seat, {f"phase {phase}" for phase in phases}).split()[1]
            mat.activated.append(phase)
            yield from self.phase(seat, phase)
            if not mat.link or 5 in (len(mat.activated), len(other.activated)):
                return
            if (yield seat, {"link", "pass"}) == "pass":
                return
            mat.link = False

    def next_starter(self, first: int) -> int:
        return first if self.initiative is None else self.initiative

    def game(self) -> Generator[Asked, str, None]:
        """Play to the end; then there is a `result`."""
        first = starter = yield from self.first_player()
        yield from self.deployment(first)
        for _ in range(self.config.max_rounds):
            self.initiative = None
            for mat in self.mats:
                mat.activated, mat.link = [], True
            seat = starter
            while any(len(mat.activated) < 5 for mat in self.mats):
                if len(self.mats[seat].activated) < 5:
                    yield from self.turn(seat)
                seat = 1 - seat
            mine, yours = (mat.points for mat in self.mats)
            over = max(mine, yours) >= 7 or not any(mat.counters for mat in self.mats)
            if over and (mine != yours or not self.config.rulings.to_the_bitter_end):
                self.result = "draw" if mine == yours else "win"
                return
            starter = self.next_starter(first)
        self.result = "truncated"
