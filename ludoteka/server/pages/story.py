"""How a finished match came about: where the points came from, how they ran over rounds or turns, who took the lead.

The moments that turned a match come from its analysis (`bots.analyse`), not from the points.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from ludoteka.core.game import CHANCE, Game, State
from ludoteka.core.match import Match
from ludoteka.core.told import Tally

Unit = Literal["round", "chapter", "turn"]


class Source(msgspec.Struct):
    name: str
    points: list[int]
    """By seat."""


class Ages(msgspec.Struct):
    """What a match is counted in."""

    unit: Unit
    """Chapters are of a number that is not known."""
    begins: list[tuple[int, int]]
    """After how many actions each begins, and its number."""


class Story(msgspec.Struct):
    sources: list[Source]
    note: str
    """What the bars add up to, where that is not the score itself."""
    points: list[list[int]]
    """After every action, from the start, by seat."""
    ages: Ages
    lead: tuple[int, int] | None
    """After how many actions the winner took the lead for good, and which seat that is."""
    others: list[Source] = []
    """Sides that are no seats, like the spirits of a Trial: their points after every action, from the start."""


def story(game: Game, match: Match, lang: str) -> Story:
    words = game.catalogue(lang)
    state = match.at(0)
    seats = range(state.seats)
    by_kind: dict[str, list[int]] = {}
    tally = game.standing(match.state, words) if game.standing is not None else Tally(())
    lead, others = tally.lead, [Source(name, []) for name, _ in tally.others]
    scores: list[list[int]] = []

    def count() -> None:
        scores.append([s[lead] for s in state.scores()])
        if others and game.standing is not None:
            for side, (_, score) in zip(others, game.standing(state, words).others, strict=True):
                side.points.append(score[lead])

    count()
    for action in match.actions:
        state.notes = []
        state.happen(action)
        for seat, what, n, why in state.notes:
            kind = game.source(what, why) if game.source is not None and seat in seats else ""
            if kind:
                by_kind.setdefault(kind, [0 for _ in seats])[seat] += n
        count()
    note = words.messages.get("source.all", "")
    sources = [Source(words.say(f"source.{kind}"), points) for kind, points in _ordered(by_kind, words.messages)]
    own = [sum(s.points[seat] for s in sources) for seat in seats]
    rest = [scores[-1][seat] - own[seat] for seat in seats]
    if sources and not note and any(rest):  # nobody earned it: what everybody began with, unless all have one score
        shared = len(own) > 1 and rest == [sum(own) - n for n in own]
        sources.insert(0, Source(words.say("source.comrades" if shared else "source.start"), rest))
    return Story(sources, note, scores, ages(match), _lead(scores), others)


def _ordered(by_kind: Mapping[str, list[int]], messages: Mapping[str, str]) -> list[tuple[str, list[int]]]:
    """In the order of the catalogue, which is the order people think in."""
    return [(key[7:], by_kind[key[7:]]) for key in messages if key[:7] == "source." and key[7:] in by_kind]


def _lead(scores: list[list[int]]) -> tuple[int, int] | None:
    """When the one who leads at the end took the lead and kept it; nothing if that was the last moment or the first."""
    final = scores[-1]
    if len(final) < 2 or final.count(max(final)) > 1:
        return None
    seat = final.index(max(final))
    ahead = [s[seat] > max(x for i, x in enumerate(s) if i != seat) for s in scores]
    step = len(ahead) - 1 - ahead[::-1].index(False) + 1 if False in ahead else 0
    return (step, seat) if 0 < step < len(scores) - 1 else None


def ages(match: Match) -> Ages:
    """Rounds or turns as the game's public view counts them; else another seat to move makes another turn."""
    state = match.at(0)
    view = state.view(None)
    unit: Unit = "turn" if "round" not in view else "round" if "rounds" in view else "chapter"
    begins: list[tuple[int, int]] = []
    turn, last = 0, CHANCE
    for step in range(len(match.actions) + 1):
        seat = match.movers[step] if step < len(match.movers) else last
        if seat >= 0 and seat != last:
            turn, last = turn + 1, seat
        age = _age(state)
        n = turn if age is None else age
        if not begins or n != begins[-1][1]:
            begins.append((step, n))
        if step < len(match.actions):
            state.happen(match.actions[step])
    return Ages(unit, begins)


def _age(state: State) -> int | None:
    view = state.view(None)
    found = view.get("round", view.get("turn"))
    return found if isinstance(found, int) else None
