"""A match looked through by a bot: what every decision was worth, and where the match was lost.

Chances are told where a turn has ended: in the middle of one, with half of it done and paid, they mean little. Inside a
turn decisions are only compared with what else could have been done there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from math import exp
from random import Random
from typing import Any

from ludoteka.bots.judge import Judge
from ludoteka.bots.levels import LevelBot, words
from ludoteka.bots.thought import Option, Thinker
from ludoteka.core.action import Action
from ludoteka.core.consequences import brought
from ludoteka.core.game import Game, State
from ludoteka.core.match import Match
from ludoteka.core.palette import colour
from ludoteka.core.svg import Svg, fit_text, num, seat_defs, seat_sign, tooltip

WIDTH, HEIGHT, LEFT, TOP = 900.0, 300.0, 54.0, 16.0
LENIENCE = 4.0
ANALYST = "analyst"
"""The bot that looks matches through."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One choice of the match. Values are shares of victory of the seat that chose."""

    n: int
    """Its number: the action is number n of the match, the position before it is `match.at(n)`."""
    seat: int
    played: str
    value: float
    best: str
    best_value: float
    shares: tuple[float, ...]
    """Of all seats, after what was played."""
    line: tuple[str, ...] = ()
    """How the seat would have gone on after the best, to the end of its turn."""
    ends: bool = True
    """Whether the turn was over with it."""

    @property
    def loss(self) -> float:
        return max(0.0, self.best_value - self.value)


@dataclass(frozen=True, slots=True)
class Analysis:
    seats: int
    length: int
    decisions: tuple[Decision, ...]

    def turns(self) -> list[list[Decision]]:
        """The decisions of each turn together."""
        found: list[list[Decision]] = [[]]
        for d in self.decisions:
            found[-1].append(d)
            if d.ends:
                found.append([])
        return [turn for turn in found if turn]

    def _costliest(self, seat: int | None = None) -> list[Decision]:
        """Of each turn the decision that gave most away."""
        turns = [turn for turn in self.turns() if seat in (None, turn[0].seat)]
        return [max(turn, key=lambda d: d.loss) for turn in turns]

    def worst(self, most: int = 5) -> list[Decision]:
        """The decisions that gave most away, one of a turn at most."""
        return sorted((d for d in self._costliest() if d.loss > 0.01), key=lambda d: -d.loss)[:most]

    def lost(self, seat: int) -> float:
        """Mean loss of a turn of that seat."""
        own = [d.loss for d in self._costliest(seat)]
        return sum(own) / len(own) if own else 0.0

    def accuracy(self, seat: int) -> float:
        """How well a seat chose, 0 to 1: the mean over its turns of what a loss leaves of a perfect one. Ten per cent
        given away leave two thirds, thirty less than a third."""
        own = [exp(-LENIENCE * d.loss) for d in self._costliest(seat)]
        return sum(own) / len(own) if own else 1.0

    def believed(self) -> list[tuple[Decision, list[float]]]:
        """Chances as all seats together see them, after each turn: who looks with only their own secrets in hand
        hopes too much."""
        last: dict[int, tuple[float, ...]] = {}
        found = []
        for d in self.decisions:
            if d.shares and d.ends:
                last[d.seat] = d.shares
                opinions = list(last.values())
                found.append((d, [sum(column) / len(opinions) for column in zip(*opinions, strict=True)]))
        return found

    def turning(self, most: int = 3) -> list[tuple[Decision, int, float]]:
        """The turns after which the chances changed most, each by its last decision, in their order: with the seat that
        won most by it and how much. Until everybody has been heard there is nothing to compare."""
        known = self.believed()
        swings = []
        for i in range(self.seats, len(known)):
            gains = [now - then for then, now in zip(known[i - 1][1], known[i][1], strict=True)]
            swings.append((known[i][0], gains.index(max(gains)), max(gains)))
        best = sorted((s for s in swings if s[2] >= 0.03), key=lambda s: -s[2])[:most]
        return sorted(best, key=lambda s: s[0].n)

    def as_dict(self) -> dict[str, Any]:
        return {
            "seats": self.seats,
            "length": self.length,
            "decisions": [asdict(d) | {"loss": d.loss} for d in self.decisions],
            "mean_loss": [self.lost(seat) for seat in range(self.seats)],
            "accuracy": [self.accuracy(seat) for seat in range(self.seats)],
        }


def decisions(match: Match, bot: Thinker, seed: int = 0, start: int = 0) -> Iterator[tuple[int, Decision | None]]:
    """Every action from number `start` on, with the decision it was, looked at with what its seat knew then."""
    state = match.at(start)
    for n, action in enumerate(match.actions[start:], start):
        seat = match.movers[n]
        decision = None
        if seat >= 0 and len(state.legal_actions()) > 1:
            rng = Random(f"{seed} {n}")
            options = bot.think(state.resample(seat, rng), seat, rng, also=action)
            played = next(option for option in options if option.action == action)
            best = max((o for o in options if o.visits), key=lambda o: (o.visits, o.value))
            # judged with too few visits to be chosen, an action may seem better than the chosen one: no loss then
            value, shares = _chances(bot.judge_of(state), played, seat)
            best_value, _ = _chances(bot.judge_of(state), best, seat)
            line = tuple(str(a) for a in _own_line(state, seat, best))
            ends = _ends(match, n, state, bot.judge_of(state))
            decision = Decision(n, seat, str(action), value, str(best.action), best_value, shares, line, ends)
        state.happen(action)
        yield n, decision


def _own_line(state: State, seat: int, option: Option) -> list[Action]:
    """What of the expected course the seat does itself before anybody or anything else comes."""
    world, found = state.clone(), []
    world.apply(option.action)
    for action in option.line:
        if world.to_move() != seat or action not in world.legal_actions():
            break
        found.append(action)
        world.apply(action)
    return found


def _ends(match: Match, n: int, state: State, judge: Judge) -> bool:
    """Whether the turn is over with action n: somebody or something else comes, or another chapter, before this seat
    has a choice again."""
    seat, chapter, world = match.movers[n], judge.chapter(state), state.clone()
    for action in match.actions[n:]:
        world.happen(action)
        if world.to_move() != seat or judge.chapter(world) != chapter:
            return True
        if len(world.legal_actions()) > 1:
            return False
    return True


def _chances(judge: Judge, option: Option, seat: int) -> tuple[float, tuple[float, ...]]:
    """The chance of the seat and of all, as people understand them; where the bot knows its own only, that."""
    own = judge.chances(option.worths, option.shares)
    return (own[seat] if own else option.value), tuple(own)


def analyse(
    match: Match,
    bot: Thinker | None = None,
    seed: int = 0,
    step: Callable[[], None] = lambda: None,
) -> Analysis:
    """Look at every decision. `step` is called after each action."""
    found = []
    for _, decision in decisions(match, bot or LevelBot(ANALYST), seed):
        if decision is not None:
            found.append(decision)
        step()
    return Analysis(match.seats, len(match.actions), tuple(found))


def report(match: Match, analysis: Analysis, lang: str, most: int = 5) -> list[str]:
    """The analysis as lines of text: the largest losses in words, and how well each seat chose."""
    say = words(lang).say
    lines = [say("analyse.worst")] if analysis.worst(most) else [say("analyse.none")]
    for d in analysis.worst(most):
        state = match.at(d.n)
        game = match.game
        played = game.describe(state, game.parse(d.played), lang)
        who, lost = match.players[d.seat], round(d.loss * 100)
        best = better(game, state, d, lang, match.players)
        lines.append(say("analyse.loss", at=d.n, name=who, played=played, best=best, n=lost))
    for seat, name in enumerate(match.players):
        accuracy = round(analysis.accuracy(seat) * 100)
        lines.append(say("analyse.seat", name=name, loss=f"{analysis.lost(seat) * 100:.1f}", n=accuracy))
    return lines


def better(game: Game, state: State, decision: Decision, lang: str, players: Sequence[str] = ()) -> str:
    """What would have been better, as a whole: the actions to the end of the turn and what they bring everybody."""
    world, words = state.clone(), game.catalogue(lang).calling(players)
    told: list[str] = []
    world.notes = []
    for text in (decision.best, *decision.line):
        action = game.parse(text)
        if world.to_move() != decision.seat or action not in world.legal_actions():
            break  # the bot saw another world
        told.append(game.describe(world, action, lang, offered=True, players=players))
        world.apply(action)
    gains = brought(words, world.seats, world.notes)
    mine = [str(b) for b in gains if b.seat == decision.seat]
    others = [f"{words.player(b.seat)} {b}" for b in gains if b.seat != decision.seat]
    return "; ".join(told) + (f" ({', '.join([*mine, *others])})" if gains else "")


def graph(match: Match, analysis: Analysis, lang: str) -> Svg:
    """Shares of victory after every turn, a line per seat, with a mark at each of the largest losses."""
    say = words(lang).say
    wide, high = WIDTH - LEFT - 120, HEIGHT - TOP - 34
    known = analysis.believed()
    length = max(1, len(known) - 1)

    def place(turn: int, share: float) -> tuple[float, float]:
        return LEFT + wide * turn / length, TOP + high * (1 - share)

    ink, rule = colour("ink-2"), colour("line")
    back = [f'<rect width="{num(WIDTH)}" height="{num(HEIGHT)}" fill="{colour("paper")}"/>']
    for percent in (0, 25, 50, 75, 100):
        y = place(0, percent / 100)[1]
        back.append(f'<path d="M{num(LEFT)} {num(y)}h{num(wide)}" stroke="{rule}" fill="none"/>')
        back.append(fit_text(LEFT - 6, y + 4, f"{percent} %", LEFT - 6, 14, "end", cls="small"))
    back.append(fit_text(LEFT + wide / 2, HEIGHT - 8, say("analyse.axis"), wide, 12, "middle", cls="small"))
    live = []
    for seat in range(analysis.seats):
        points = [place(turn, shares[seat]) for turn, (_, shares) in enumerate(known)]
        if not points:
            continue
        path = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)
        live.append(
            f'<g class="s{seat + 1}"><path d="{path}" fill="none" stroke="var(--me)" stroke-width="2.5" '
            f'stroke-linejoin="round"/></g>'
        )
        y = TOP + 14 + seat * 30
        live.append(seat_sign(seat, LEFT + wide + 20, y, 20, str(seat + 1)))
        live.append(fit_text(LEFT + wide + 36, y + 5, match.players[seat], 80, 14))
    for d in analysis.worst():
        turn = next((i for i, (last, _) in enumerate(known) if last.n >= d.n), None)
        if turn is None:
            continue
        x, y = place(turn, known[turn][1][d.seat])
        said = tooltip(f"{d.n}: {d.played} (−{d.loss * 100:.0f} %)")
        live.append(f'<g><circle cx="{num(x)}" cy="{num(y)}" r="7" fill="none" stroke="{ink}" stroke-width="2.5"/>')
        live.append(f"{said}</g>")
    return Svg(WIDTH, HEIGHT, seat_defs(), "".join(back), "".join(live), say("analyse.label"))
