"""How a finished match came about: where the points came from, and the moments that counted."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ludoteka.core.game import Game
from ludoteka.core.match import Match

MOMENTS = 3
"""How many of the largest gains are told."""


class Source(msgspec.Struct):
    name: str
    points: list[int]
    """By seat."""


class Moment(msgspec.Struct):
    step: int
    """How many actions the position is after."""
    seat: int
    points: int
    """What it brought; 0 for the moment when the winner took the lead for good."""
    source: str = ""
    """Where most of it came from."""


class Story(msgspec.Struct):
    sources: list[Source]
    note: str
    """What the bars add up to, where that is not the score itself."""
    moments: list[Moment]


def story(game: Game, match: Match, lang: str) -> Story:
    words = game.catalogue(lang)
    state = match.at(0)
    seats = range(state.seats)
    by_kind: dict[str, list[int]] = {}
    gains: list[Moment] = []
    scores = [[s[0] for s in state.scores()]]
    for step, action in enumerate(match.actions, 1):
        state.notes = []
        state.happen(action)
        won: list[dict[str, int]] = [{} for _ in seats]
        for seat, what, n, why in state.notes:
            kind = game.source(what, why) if game.source is not None and seat in seats else ""
            if kind:
                by_kind.setdefault(kind, [0 for _ in seats])[seat] += n
                won[seat][kind] = won[seat].get(kind, 0) + n
        for seat, kinds in enumerate(won):
            if sum(kinds.values()) > 1:
                most = words.say(f"source.{max(kinds, key=kinds.__getitem__)}")
                gains.append(Moment(step, seat, sum(kinds.values()), most))
        scores.append([s[0] for s in state.scores()])
    note = words.messages.get("source.all", "")
    sources = [Source(words.say(f"source.{kind}"), points) for kind, points in _ordered(by_kind, words.messages)]
    rest = [scores[-1][seat] - sum(s.points[seat] for s in sources) for seat in seats]
    if sources and not note and any(rest):  # nobody earned it: what everybody began with
        sources.insert(0, Source(words.say("source.start"), rest))
    last = len(match.actions)  # what the end itself brings is in the table of scores
    best = sorted((m for m in gains if m.step < last), key=lambda m: -m.points)[:MOMENTS]
    return Story(sources, note, sorted([*best, *_lead(scores)], key=lambda m: m.step))


def _ordered(by_kind: Mapping[str, list[int]], messages: Mapping[str, str]) -> list[tuple[str, list[int]]]:
    """In the order of the catalogue, which is the order people think in."""
    return [(key[7:], by_kind[key[7:]]) for key in messages if key[:7] == "source." and key[7:] in by_kind]


def _lead(scores: list[list[int]]) -> list[Moment]:
    """When the one who leads at the end took the lead and kept it; nothing if that was the last moment or the first."""
    final = scores[-1]
    if len(final) < 2 or final.count(max(final)) > 1:
        return []
    seat = final.index(max(final))
    ahead = [s[seat] > max(x for i, x in enumerate(s) if i != seat) for s in scores]
    step = len(ahead) - 1 - ahead[::-1].index(False) + 1 if False in ahead else 0
    return [Moment(step, seat, 0)] if 0 < step < len(scores) - 1 else []
