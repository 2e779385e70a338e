"""What runs where bots think: in a process, on a cluster, or in a thread. Everything comes and goes as plain values."""

from __future__ import annotations

import os
from collections import OrderedDict
from random import Random
from typing import Any

from ludoteka import bots, games
from ludoteka.bots.hint import Hint, hint
from ludoteka.bots.levels import LEVELS, LevelBot
from ludoteka.bots.thought import Thinker
from ludoteka.core.match import Match

KEPT = 64
_matches: OrderedDict[str, Match] = OrderedDict()
Played = tuple[str, str, int, dict[str, Any], str, list[str]]
"""Id, game, seats, options, written position and actions of a match."""


def ready() -> int:
    """The number of the process, once everything is loaded that every bot needs."""
    return os.getpid()


def replayed(id: str, game: str, seats: int, options: dict[str, Any], position: str, texts: list[str]) -> Match:
    """The match as it stands, made from the one kept if that is its beginning."""
    match = _matches.get(id)
    if match is None or [str(a) for a in match.actions] != texts[: len(match.actions)]:
        match = Match(games.load(game), seats, options, position=position)
    for text in texts[len(match.actions) :]:
        match.push(match.game.parse(text))
    _matches[id] = match
    _matches.move_to_end(id)
    while len(_matches) > KEPT:
        _matches.popitem(last=False)
    return match


def think(what: Played, bot: str, seat: int, seconds: float) -> tuple[str, str]:
    """What the bot decides on a world made from what its seat knows; or nothing, and what is wrong with the bot."""
    try:
        thinker = bots.make(bot)
        if isinstance(thinker, Thinker):
            thinker.hurry(seconds)
        return str(bots.decide(thinker, replayed(*what).state, seat, Random())), ""
    except Exception as error:
        return "", repr(error)


def advise(what: Played, seat: int, lang: str, players: list[str], seconds: float) -> list[Hint]:
    """The best few actions with their reasons, from what the seat knows."""
    match, bot = replayed(*what), LevelBot(LEVELS[-1].bot)
    bot.hurry(seconds)
    return hint(match.game, match.state, seat, Random(), lang, bot, players=players)
