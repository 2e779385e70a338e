"""One search for all games: information-set Monte Carlo tree search.

Every iteration deals what the seat cannot see anew and walks one tree of actions through that world. Chance is
sampled and leaves no trace in the tree, so a node stands for "these actions were chosen", whatever was rolled or
drawn between. A node is expanded on its second visit: each action gets the value one look ahead gives it, as if it
had been visited once, and only the best few by that value are open at first (more with more visits). Leaves are played
on until they can be judged, or to the same moment a few chapters later. Values are kept for every seat, and each seat
maximises its own (max-n) or, on request, all others minimise the searcher's (paranoid).
"""

from __future__ import annotations

from math import sqrt
from random import Random
from time import perf_counter
from typing import Final

from ludoteka.bots.judge import Judge
from ludoteka.bots.thought import Option, Thinker
from ludoteka.core.action import Action
from ludoteka.core.game import CHANCE, OVER, State
from ludoteka.core.native import mypyc_attr

DEEPEST: Final = 80
"""Actions from the root after which a walk is judged wherever it is."""
MOST_KEPT: Final = 16
"""Positions looked at to find the subtrees that are kept for the next decision."""
SAFETY: Final = 0.93
"""Share of the time that is used; the rest pays for the iteration under way."""


class Node:
    __slots__ = ("kids", "prior", "shares", "told", "total", "visits", "worths")

    def __init__(self, prior: float) -> None:
        self.prior = prior  # what one look ahead promised the seat that moves here
        self.visits = 0
        self.total = 0.0
        self.told = 0  # visits while right below the root: only then worths and shares of all seats are summed up
        self.worths: list[float] = []
        self.shares: list[float] = []
        self.kids: dict[tuple[int, Action], Node] = {}

    def mean(self) -> float:
        return (self.prior + self.total) / (1 + self.visits)


@mypyc_attr(allow_interpreted_subclasses=True)
class MctsBot(Thinker):
    """`iterations` and `seconds` bound a decision, whichever ends first (0: no bound of that kind). `chapters` is how
    far leaves are played on: turns in one game, rounds in another, as the judge says."""

    def __init__(
        self,
        iterations: int = 400,
        seconds: float = 0.0,
        explore: float = 0.35,
        width: float = 4.0,
        widen: float = 0.4,
        paranoid: bool = False,
        reuse: bool = True,
        chapters: int = 0,
        blur: float = 0.0,
        judge: Judge | None = None,
    ) -> None:
        if iterations <= 0 and seconds <= 0:
            raise ValueError("a search needs a bound: iterations or seconds")
        super().__init__(blur, judge, seconds)
        self.iterations = iterations
        self.explore = explore
        self.width = width
        self.widen = widen
        self.paranoid = paranoid
        self.reuse = reuse
        self.chapters = chapters
        self.kept: dict[str, Node] = {}
        self.simulations = 0
        """Iterations made in the last decision, without those kept from before."""

    def think(self, state: State, seat: int, rng: Random, also: Action | None = None) -> list[Option]:
        judge = self.judge_of(state)
        end = perf_counter() + self.seconds * SAFETY if self.seconds > 0 else float("inf")
        actions = judge.actions(state)
        self.simulations = 0
        if len(actions) == 1 and also in (None, actions[0]):
            worths = judge.worth(state)
            shares = judge.utility(state, worths)
            return [Option(actions[0], 1, shares[seat], tuple(worths), tuple(shares))]
        root = self.kept.get(_sight(state, seat)) if self.reuse and self.kept else None
        until = judge.chapter(state) + self.chapters
        search = _Search(self, judge, root or Node(0.5), seat, actions, rng, end, until)
        root = search.root
        while not self._enough(root, end):
            search.walk(state.resample(seat, rng))
            self.simulations += 1
        if also is not None:
            while root.visits < 2 or (seat, also) not in root.kids or root.kids[seat, also].visits < self._fair(root):
                search.walk(state.resample(seat, rng), also)
        options = [self._option(action, kid) for (mover, action), kid in root.kids.items() if mover == seat]
        if not options:  # no time for a single look
            return [Option(judge.playout(state, rng), 0, 0.5)]
        options.sort(key=lambda option: (-option.visits, -option.value))
        if self.reuse:
            self._keep(state, seat, judge, root.kids[seat, options[0].action], options[0].action)
        return options

    def _enough(self, root: Node, end: float) -> bool:
        if perf_counter() >= end:
            return True
        left = self.iterations - root.visits
        if self.iterations <= 0 or root.visits < 2:
            return False
        if left <= 0:
            return True
        first = second = 0  # nothing can overtake the leader any more
        for kid in root.kids.values():
            if kid.visits > first:
                first, second = kid.visits, first
            elif kid.visits > second:
                second = kid.visits
        return first - second > left

    def _fair(self, root: Node) -> int:
        """Visits that make an action nobody would choose comparable with the others."""
        return max(8, root.visits // 12)

    def _option(self, action: Action, kid: Node) -> Option:
        n = max(1, kid.told)
        worths, shares = tuple(w / n for w in kid.worths), tuple(s / n for s in kid.shares)
        line, node = [], kid
        while node.kids:
            (_, following), node = max(node.kids.items(), key=lambda item: item[1].visits)
            if node.visits < 2:
                break
            line.append(following)
        return Option(action, kid.visits, kid.mean(), worths, shares, tuple(line[:6]))

    def _keep(self, state: State, seat: int, judge: Judge, node: Node, action: Action) -> None:
        """Remember the subtrees that the next decision of this seat may start from: those that no chance outcome
        lies before, named by what the seat would then see."""
        self.kept = {}
        after = state.clone()
        after.apply(action)
        queue = [(after, node)]
        for world, here in queue:
            mover = world.to_move()
            if mover in (CHANCE, OVER):
                continue
            replies = judge.actions(world)
            if mover == seat and len(replies) > 1:
                self.kept[_sight(world, seat)] = here
                continue
            if len(queue) > MOST_KEPT:
                return
            # a walk passes through forced actions without a node of their own
            following = [(replies[0], here)] if len(replies) == 1 else _busy(here, mover, replies)
            for reply, kid in following:
                after = world.clone()
                after.apply(reply)
                queue.append((after, kid))


def _busy(node: Node, mover: int, replies: list[Action]) -> list[tuple[Action, Node]]:
    """The replies that were visited often enough to be worth keeping."""
    found = [(reply, node.kids[mover, reply]) for reply in replies if (mover, reply) in node.kids]
    return [(reply, kid) for reply, kid in found if kid.visits > 4]


def _sight(state: State, seat: int) -> str:
    return repr(state.view(seat))


class _Search:
    """The walks of one decision."""

    def __init__(
        self,
        bot: MctsBot,
        judge: Judge,
        root: Node,
        seat: int,
        actions: list[Action],
        rng: Random,
        end: float,
        until: int,
    ) -> None:
        self.bot = bot
        self.judge = judge
        self.root = root
        self.seat = seat
        self.actions = actions  # the same in every world: a seat knows what it may do
        self.rng = rng
        self.end = end
        self.until = until  # the chapter that leaves are played on to, so that all are judged at one moment
        self.to_compare = min(1, bot.chapters)

    def walk(self, world: State, first: Action | None = None) -> None:
        """One iteration: down the tree, judge, and back up. The world is ours to change. `first` is chosen at the root
        whatever it promises."""
        node = self.root
        path: list[tuple[int, Node]] = []
        rng = self.rng
        for _ in range(DEEPEST):
            mover = world.to_move()
            while mover == CHANCE:
                world.apply(world.sample(rng))
                mover = world.to_move()
            if mover == OVER:
                break
            if node.visits == 0 and path:
                break
            if path:
                actions = self.judge.actions(world)
            else:
                actions = self.actions if first is None else [first]
            if len(actions) == 1 and path:
                world.apply(actions[0])
                continue
            action, node = self.select(world, mover, node, actions)
            path.append((mover, node))
            world.apply(action)
        self.judge.play_on(world, rng, self.until)
        worths = self.judge.worth(world)
        values = self.judge.utility(world, worths)
        self.root.visits += 1
        for mover, node in path:
            node.visits += 1
            hostile = self.bot.paranoid and mover != self.seat
            node.total += 1 - values[self.seat] if hostile else values[mover]
        if path:
            top = path[0][1]
            top.told += 1
            top.worths = [a + b for a, b in zip(top.worths, worths, strict=True)] if top.worths else worths
            top.shares = [a + b for a, b in zip(top.shares, values, strict=True)] if top.shares else values

    def select(self, world: State, mover: int, node: Node, actions: list[Action]) -> tuple[Action, Node]:
        kids = node.kids
        open_kids: list[tuple[Node, Action]] = []
        unknown: list[Action] = []
        for a in actions:  # to look an action up is dear: once is enough
            known = kids.get((mover, a))
            if known is None:
                unknown.append(a)
            else:
                open_kids.append((known, a))
        if unknown:
            self.expand(world, mover, node, unknown)
            open_kids = [(kids[mover, a], a) for a in actions if (mover, a) in kids]
        width = int(self.bot.width * (node.visits + 1) ** self.bot.widen)
        if len(open_kids) > width:
            open_kids.sort(key=lambda item: -item[0].prior)
            del open_kids[max(2, width) :]
        # visits of what this world offers, not of the node: actions that were seldom possible are not starved
        seen = 1
        for kid, _ in open_kids:
            seen += kid.visits
        bonus = self.bot.explore * sqrt(seen)
        best_score, best = -1e9, open_kids[0]
        for item in open_kids:
            kid = item[0]
            n = 1 + kid.visits
            score = (kid.prior + kid.total) / n + bonus / (n + 1)
            if score > best_score:
                best_score, best = score, item
        return best[1], best[0]

    def expand(self, world: State, mover: int, node: Node, actions: list[Action]) -> None:
        hostile = self.bot.paranoid and mover != self.seat
        for i, action in enumerate(actions):
            if i % 8 == 7 and perf_counter() > self.end and node.kids:
                return  # late: what is not judged yet stays closed in this walk
            values = self.judge.ahead(world, action, self.rng, chapters=self.to_compare)
            node.kids[mover, action] = Node(1 - values[self.seat] if hostile else values[mover])
