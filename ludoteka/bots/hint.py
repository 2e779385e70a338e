"""The best few actions and what a bot expects from them, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ludoteka.bots.judge import Judge
from ludoteka.bots.levels import LEVELS, LevelBot, words
from ludoteka.bots.thought import Option, Thinker
from ludoteka.core.action import Action
from ludoteka.core.game import CHANCE, OVER, Game, State

SHOWN_LINE = 3
"""How many further actions of the expected course are told."""


@dataclass(frozen=True, slots=True)
class Hint:
    """One action that is advised. `text` is its notation, `words` and `why` are for people."""

    text: str
    words: str
    why: str
    share: float | None
    """The chance of winning, 0 to 1, as people understand it; None where the bot knows its own points only."""
    points: tuple[float, ...]
    """Final points expected for each seat; empty where the bot does not know."""


def hint(
    game: Game,
    state: State,
    seat: int,
    rng: Random,
    lang: str = "en",
    bot: Thinker | None = None,
    most: int = 3,
    players: Sequence[str] = (),
) -> list[Hint]:
    """The best first. The bot sees what the seat knows and no more, so `state` may be the true one."""
    bot = bot or LevelBot(LEVELS[-1].bot)
    world = state.resample(seat, rng)
    options = [option for option in bot.think(world, seat, rng) if option.visits][:most]
    judge = bot.judge_of(world)
    return [_told(game, world, seat, option, judge, lang, players) for option in options]


def _told(game: Game, world: State, seat: int, option: Option, judge: Judge, lang: str, players: Sequence[str]) -> Hint:
    say = words(lang).say
    parts = []
    chances = judge.chances(option.worths, option.shares)
    share = chances[seat] if chances else None
    if share is not None:
        parts.append(say("hint.share", n=round(share * 100)))
    if option.own is not None:
        parts.append(say("hint.points", points=f"{option.own:.0f}"))
    elif judge.is_lead(world):
        parts.append(say("hint.lead", n=f"{option.worths[seat]:+.0f}".replace("-", "−")))
    elif len(option.worths) > 1:
        parts.append(say("hint.points", points=" : ".join(f"{w:.0f}" for w in option.worths)))
    course = _course(game, world, seat, option, lang, players)
    if course:
        parts.append(say("hint.then", course="; ".join(course)))
    described = game.describe(world, option.action, lang, offered=True, players=players)
    return Hint(str(option.action), described, ", ".join(parts), share, option.worths)


def _course(game: Game, world: State, seat: int, option: Option, lang: str, players: Sequence[str]) -> list[str]:
    """The expected course, as far as no chance and nothing hidden lies on the way: "build on E7; Boris takes 3 power".
    The seat that asks is advised, the others are told of."""
    state = world.clone()
    told: list[str] = []
    following: list[Action] = [option.action, *option.line]
    for i, action in enumerate(following):
        while state.to_move() >= 0 and action not in state.legal_actions() and len(state.legal_actions()) == 1:
            state.apply(state.legal_actions()[0])
        if state.to_move() in (CHANCE, OVER) or action not in state.legal_actions():
            break
        if i and state.to_move() == seat:
            own = game.describe(state, action, lang, offered=True, players=players)
            told.append(own[:1].lower() + own[1:])
        elif i:
            who = game.catalogue(lang).calling(players).player(state.to_move())
            told.append(f"{who} {game.describe(state, action, lang, players=players)}")
        state.apply(action)
    return told[:SHOWN_LINE]
