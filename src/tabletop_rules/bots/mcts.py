"""Information-set Monte Carlo tree search."""

from collections import deque
from math import isfinite, log, sqrt
from random import Random
from typing import Any, Final, Generic, TypeVar

from tabletop_rules.bots.budgets import Budget
from tabletop_rules.bots.evaluations import Evaluation
from tabletop_rules.bots.flat import checked_exploration
from tabletop_rules.bots.playouts import Choice, Playouts
from tabletop_rules.bots.random_bot import Seed
from tabletop_rules.core import Bot, Game, Seat
from tabletop_rules.core.errors import shown

__all__ = ["MctsBot"]

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


class _Edge:
    """What is known of one action at a node."""

    __slots__ = ("available", "grown", "total", "visits", "weight")

    def __init__(self, prior: float, weight: float) -> None:
        self.available = 0  # how often it was among the options
        self.visits = 0
        self.grown = 0  # children that were added after it
        self.weight = weight  # of the prior, and 1 of each visit
        self.total = prior * weight  # of the rewards to the seat that acts


class _Node(Generic[A, V]):
    """An information set of the searching seat in which somebody chooses.

    What it sees next tells its children apart: secret actions and secret draws of others that look
    alike lead to the same child.
    """

    __slots__ = ("children", "edges", "options", "reached", "row")

    def __init__(self) -> None:
        self.reached = 1  # how often it was come to, until it is gone on from
        self.edges: dict[A, _Edge] = {}
        self.children: dict[V, _Node[A, V]] = {}
        self.options: tuple[A, ...] = ()  # those last asked for, and their edges in `row`
        self.row: list[_Edge] = []


_FIRST: Final = 16
"""How many determinizations are drawn before the first one is used again."""
_KEPT: Final = 64
"""How many are kept to be used again."""


class _Place(Generic[S, A, V]):
    """A choice in one determinization, and what follows from it without chance."""

    __slots__ = ("after", "choice", "seen")

    def __init__(self, choice: Choice[S, A]) -> None:
        self.choice = choice
        self.seen: V | None = None  # by the searching seat, once that was asked
        self.after: dict[A, _Place[S, A, V]] = {}


class MctsBot(Generic[S, A, V]):
    """Chooses by single-observer information-set MCTS (SO-ISMCTS).

    Each iteration draws a full state that fits the view, a determinization, and walks down one
    tree that all determinizations share: its nodes are what the searching seat can tell apart. The
    seat that acts chooses by UCB for its own reward, among the options that this determinization
    allows. Chance is drawn by its odds and is no node: what it shows chooses the child. The first
    choice that is new to the tree is added, and a playout from there gives the rewards.

    *Progressive widening:* after n visits of an action at most ``widening * sqrt(n)`` children
    (and at least one) are added after it. An outcome of chance beyond these is still drawn by its
    odds, and played out from there without a node.

    *Threshold:* a node is gone on from only after it was reached `threshold` times; until then its
    position is evaluated each time, in the determinization of that iteration.

    *Sharing:* with `shared` above 1 about so many iterations walk through one determinization, and
    do not make again the steps that they have in common, up to the first chance. They do so in
    turn, with at least `_FIRST` others: of iterations in a row through one determinization the
    later ones would know from the earlier ones what is hidden.

    *Rewards* are from 0 to 1 for each seat: at the end of a game by ranks (`rank_rewards`), at a
    cut-off by evaluation (`Playouts`). Each seat is taken to maximize its own. Of two seats one
    gets what is left of 1 by the other, as at the end of a game; so the evaluation is asked once.

    *Reuse:* if the view of the next decision is found below the root of the last one, its subtree
    is gone on with; otherwise, as in a new game, the tree begins anew. There are never more than
    `nodes` nodes; a full tree is still searched and no longer grows.

    *Prior:* with a `prior` above 0 an option counts from the start as if it had been visited so
    many times, each worth what a cut-off right after it would be to the seat that acts, before any
    chance. Then the options of a node are tried in the order of what they promise, and those that
    promise little perhaps never; without a prior each is tried once, in a random order, before any
    is tried again. The determinization in which an option is first met gives its prior.

    *Recall:* with `recall` an option is tried for its prior only where its seat first has it in the
    search of a decision. What it added to the value of the position there, it is taken to add
    wherever else that seat has it: a move adds much the same whatever was done before it. That
    spares most steps of the game where decisions are made of many small ones.

    The most visited option is chosen. `iterations` and `seconds` are the budget of a decision, see
    `Budget`: with iterations alone the same seed and the same decisions give the same choices on
    every machine. `exploration` is the constant of UCB; `cutoff`, `scale`, `evaluate` and `policy`
    are those of `Playouts`.

    Raises:
        ValueError: a setting is out of its range; the error says what was expected.
    """

    def __init__(  # noqa: PLR0913 - all but the first are settings with a default
        self,
        game: Game[Any, S, A, V],
        seed: Seed,
        evaluate: Evaluation[V] | None = None,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        exploration: float = 1.0,
        cutoff: int | None = None,
        scale: float = 5.0,
        widening: float = 1.0,
        threshold: int = 1,
        nodes: int = 50_000,
        reuse: bool = True,
        policy: Bot[V, A] | None = None,
        prior: float = 0.0,
        recall: bool = False,
        shared: int = 1,
    ) -> None:
        if not (type(widening) in (int, float) and isfinite(widening) and widening > 0):
            raise ValueError(f"expected a finite widening above 0, got {shown(widening)}")
        for name, number in (
            ("nodes", nodes),
            ("visits as threshold", threshold),
            ("iterations that share a determinization", shared),
        ):
            if type(number) is not int or number < 1:
                raise ValueError(
                    f"expected a whole number of 1 or more {name}, got {shown(number)}"
                )
        if not (type(prior) in (int, float) and isfinite(prior) and prior >= 0):
            raise ValueError(f"expected a finite prior of 0 or more visits, got {shown(prior)}")
        if type(recall) is not bool:
            raise ValueError(f"expected True or False for recall, got {shown(recall)}")
        self._game: Final = game
        self._seed: Final = seed
        self._rng: Final = Random(seed)
        self._budget: Final = Budget(iterations, seconds)
        self._exploration: Final = checked_exploration(exploration)
        self._widening: Final = widening
        self._threshold: Final = threshold
        self._most_nodes: Final = nodes
        self._reuse: Final = reuse
        self._prior: Final = float(prior)
        self._recall: Final = recall
        self._shared: Final = shared
        self._gains: Final[dict[tuple[Seat, A], float]] = {}
        self._playouts: Final = Playouts(
            game, self._rng, evaluate, cutoff=cutoff, scale=scale, policy=policy
        )
        self._root: _Node[A, V] | None = None
        self._count = 0

    @property
    def node_count(self) -> int:
        """The number of nodes that the tree has now."""
        return self._count

    def reset(self) -> None:
        """Make the bot as new, for another game: no tree, and the randomness of the seed.

        A `policy` that has a method `reset` is reset too.
        """
        self._root = None
        self._count = 0
        self._rng.seed(self._seed)
        self._playouts.reset()

    def choose(self, view: V, options: tuple[A, ...], /) -> A:
        """Return the option that the search visited most."""
        if len(options) == 1:
            return options[0]
        root = self._root_for(view)
        self._gains.clear()
        game, rng = self._game, self._rng
        drawn: deque[_Place[S, A, V]] = deque(maxlen=_KEPT if self._shared > 1 else 1)
        two_seats = False
        for number in self._budget.spend():
            if number < _FIRST or number % self._shared == 0:
                state = game.resample(view, rng)
                actor = game.actor(state)
                assert isinstance(actor, int)  # the view is of the seat that is asked
                drawn.append(_Place(Choice(state, actor, options)))
                if not number:
                    two_seats = len(game.score(state)) == 2
            else:
                drawn.rotate(-1)  # the one that waited longest
            self._iterate(root, drawn[-1], two_seats)
        edges = [root.edges[option] for option in options]
        best = max(range(len(options)), key=lambda place: _merit(edges[place]))
        return options[best]

    def _root_for(self, view: V) -> _Node[A, V]:
        """Return the node of `view`: one below the old root, or a new one."""
        old = self._root
        found = None if old is None or not self._reuse else _below(old, view)
        if found is None:
            found, self._count = _Node[A, V](), 1
        else:
            self._count = _size(found)
        self._root = found
        return found

    def _iterate(self, node: _Node[A, V], place: _Place[S, A, V], two_seats: bool) -> None:
        """Walk down from the root in a determinization, and add what it was worth."""
        game, playouts, shared = self._game, self._playouts, self._shared > 1
        choice = place.choice
        searcher = choice.seat
        assert searcher is not None
        path: list[tuple[_Edge, Seat]] = []
        seen: V | None = None
        while choice.seat is not None:
            known = seen if choice.seat == searcher else None
            action, edge, state = self._select(node, choice, known)
            path.append((edge, choice.seat))
            following = place.after.get(action) if shared else None
            if following is None:
                if state is None:
                    state = game.apply(choice.state, action).state
                following = _Place(playouts.settle(state))
                if shared and not following.choice.drawn:
                    place.after[action] = following
            place, choice = following, following.choice
            seen = None
            if choice.seat is None:
                break
            seen = place.seen
            if seen is None:
                seen = place.seen = game.view(choice.state, searcher)
            child = node.children.get(seen)
            if child is None:
                room = max(1.0, self._widening * sqrt(edge.visits + 1))
                if edge.grown + 1 <= room and self._count < self._most_nodes:
                    node.children[seen] = _Node()
                    edge.grown += 1
                    self._count += 1
                break
            if child.reached < self._threshold:
                child.reached += 1
                break
            node = child
        end = playouts.play_on(choice)
        rewards: tuple[float, ...] | dict[Seat, float]
        if two_seats:
            own = playouts.worth(end, searcher, seen if end is choice.state else None)
            rewards = (own, 1.0 - own) if searcher == 0 else (1.0 - own, own)
        else:
            rewards = {seat: playouts.worth(end, seat) for seat in {seat for _, seat in path}}
        for edge, seat in path:
            edge.visits += 1
            edge.weight += 1
            edge.total += rewards[seat]

    def _select(
        self, node: _Node[A, V], choice: Choice[S, A], seen: V | None = None
    ) -> tuple[A, _Edge, S | None]:
        """Return an option of this determinization, by UCB; those without a weight come first.

        With it comes the state after it, if that had to be known for its prior. `seen` is the view
        of the seat that acts, if it is known.

        The count under the logarithm is how often the option was available, not how often the
        node was visited: an option that few determinizations allow is not explored for that alone.
        """
        options = choice.options
        after: dict[A, S] = {}
        if node.options != options:  # mostly they are the same objects, and quickly compared
            node.row = self._row(node, choice, seen, after)
            node.options = options
        row = node.row
        exploration = self._exploration
        best, most, untried = 0, -1.0, 0
        available, spread = 0, 0.0
        for place, edge in enumerate(row):
            edge.available += 1
            weight = edge.weight
            if not weight:
                untried += 1
            elif not untried:
                if edge.available != available:
                    available = edge.available
                    spread = exploration * sqrt(log(available))
                bound = edge.total / weight + spread / sqrt(weight)
                if bound > most:
                    best, most = place, bound
        if untried:
            skipped = int(self._rng.random() * untried)
            best = [place for place, edge in enumerate(row) if not edge.weight][skipped]
        action = options[best]
        return action, row[best], after.get(action)

    def _row(
        self, node: _Node[A, V], choice: Choice[S, A], seen: V | None, after: dict[A, S]
    ) -> list[_Edge]:
        """Return the edges of the options at a node: new ones, with a prior, where it has none.

        The states that priors are taken from are added to `after`.
        """
        edges, weight, seat = node.edges, self._prior, choice.seat
        row: list[_Edge] = []
        now: float | None = None
        for option in choice.options:
            edge = edges.get(option)
            if edge is None:
                value = 0.0
                if weight and seat is not None:
                    if now is None and self._recall:
                        now = self._playouts.value(choice.state, seat, seen)
                    value = self._promise(choice.state, seat, option, now, after)
                edge = edges[option] = _Edge(value, weight)
            row.append(edge)
        return row

    def _promise(
        self, state: S, seat: Seat, option: A, now: float | None, after: dict[A, S]
    ) -> float:
        """Return the prior of an option; `now` is the value of the position if it is recalled."""
        playouts = self._playouts
        if now is not None:
            gain = self._gains.get((seat, option))
            if gain is not None:
                return playouts.reward(now + gain)
        state = after[option] = self._game.apply(state, option).state
        if now is None or self._game.outcome(state) is not None:
            return playouts.worth(state, seat)
        value = playouts.value(state, seat)
        self._gains[seat, option] = value - now
        return playouts.reward(value)


def _merit(edge: _Edge) -> tuple[int, float]:
    """Return what the final choice goes by: visits, then the mean reward."""
    return edge.visits, edge.total / edge.weight if edge.weight else 0.0


def _below(root: _Node[A, V], view: V) -> _Node[A, V] | None:
    """Return the node of `view` nearest below `root`, or ``None``."""
    waiting = deque((root,))
    while waiting:
        node = waiting.popleft()
        for seen, child in node.children.items():
            if seen == view:
                return child
            waiting.append(child)
    return None


def _size(root: _Node[A, V]) -> int:
    """Return the number of nodes from `root` down."""
    count = 0
    waiting = [root]
    while waiting:
        count += 1
        waiting.extend(waiting.pop().children.values())
    return count
