"""A match looked through by a bot: what every decision was worth, and where the match was lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from ludoteka.bots.judge import Judge
from ludoteka.bots.levels import words
from ludoteka.bots.mcts import MctsBot
from ludoteka.bots.thought import Option, Thinker
from ludoteka.core.match import Match
from ludoteka.core.palette import colour
from ludoteka.core.svg import Svg, fit_text, num, seat_defs, seat_sign, text_at, tooltip

WIDTH, HEIGHT, LEFT, TOP = 900.0, 300.0, 46.0, 16.0


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

    @property
    def loss(self) -> float:
        return max(0.0, self.best_value - self.value)


@dataclass(frozen=True, slots=True)
class Analysis:
    seats: int
    length: int
    decisions: tuple[Decision, ...]

    def worst(self, most: int = 5) -> list[Decision]:
        """The decisions that gave most away."""
        return sorted((d for d in self.decisions if d.loss > 0.01), key=lambda d: -d.loss)[:most]

    def lost(self, seat: int) -> float:
        """Mean loss of a decision of that seat."""
        own = [d.loss for d in self.decisions if d.seat == seat]
        return sum(own) / len(own) if own else 0.0

    def as_dict(self) -> dict[str, Any]:
        return {
            "seats": self.seats,
            "length": self.length,
            "decisions": [asdict(d) | {"loss": d.loss} for d in self.decisions],
            "mean_loss": [self.lost(seat) for seat in range(self.seats)],
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
            decision = Decision(n, seat, str(action), value, str(best.action), best_value, shares)
        state.happen(action)
        yield n, decision


def _chances(judge: Judge, option: Option, seat: int) -> tuple[float, tuple[float, ...]]:
    """The chance of the seat and of all, as people understand them."""
    own = judge.chances(option.worths) if option.worths else None
    return (own[seat], tuple(own)) if own is not None else (option.value, option.shares)


def analyse(
    match: Match,
    bot: Thinker | None = None,
    seed: int = 0,
    progress: Callable[[int], None] = lambda n: None,
) -> Analysis:
    """Look at every decision. `progress` is told the number of each action."""
    found = []
    for n, decision in decisions(match, bot or MctsBot(iterations=150, reuse=False), seed):
        if decision is not None:
            found.append(decision)
        progress(n)
    return Analysis(match.seats, len(match.actions), tuple(found))


def report(match: Match, analysis: Analysis, lang: str, most: int = 5) -> list[str]:
    """The analysis as lines of text: the largest losses in words, and how well each seat chose."""
    say = words(lang).say
    lines = [say("analyse.worst")] if analysis.worst(most) else [say("analyse.none")]
    for d in analysis.worst(most):
        state = match.at(d.n)
        game = match.game
        played = game.describe(state, game.parse(d.played), lang)
        best = game.describe(state, game.parse(d.best), lang, offered=True)
        who, lost = match.players[d.seat], round(d.loss * 100)
        lines.append(say("analyse.loss", at=d.n, name=who, played=played, best=best, n=lost))
    for seat, name in enumerate(match.players):
        lines.append(say("analyse.seat", name=name, loss=f"{analysis.lost(seat) * 100:.1f}"))
    return lines


def graph(match: Match, analysis: Analysis, lang: str) -> Svg:
    """Shares of victory over the match, a line per seat, with a mark at each of the largest losses."""
    say = words(lang).say
    wide, high = WIDTH - LEFT - 120, HEIGHT - TOP - 34
    length = max(1, analysis.length - 1)

    def place(n: int, share: float) -> tuple[float, float]:
        return LEFT + wide * n / length, TOP + high * (1 - share)

    ink, rule = colour("ink-2"), colour("line")
    back = [f'<rect width="{num(WIDTH)}" height="{num(HEIGHT)}" fill="{colour("paper")}"/>']
    for percent in (0, 25, 50, 75, 100):
        y = place(0, percent / 100)[1]
        back.append(f'<path d="M{num(LEFT)} {num(y)}h{num(wide)}" stroke="{rule}" fill="none"/>')
        back.append(text_at(LEFT - 6, y + 4, f"{percent} %", 'class="small" text-anchor="end"'))
    back.append(fit_text(LEFT + wide / 2, HEIGHT - 8, say("analyse.axis"), wide, 12, "middle", cls="small"))
    live = []
    for seat in range(analysis.seats):
        points = [place(d.n, d.shares[seat]) for d in analysis.decisions if d.shares]
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
        x, y = place(d.n, d.shares[d.seat] if d.shares else d.value)
        said = tooltip(f"{d.n}: {d.played} (−{d.loss * 100:.0f} %)")
        live.append(f'<g><circle cx="{num(x)}" cy="{num(y)}" r="7" fill="none" stroke="{ink}" stroke-width="2.5"/>')
        live.append(f"{said}</g>")
    return Svg(WIDTH, HEIGHT, seat_defs(), "".join(back), "".join(live), say("analyse.label"))
