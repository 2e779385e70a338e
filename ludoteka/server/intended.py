"""Intentions and arrangements as they leave the server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from ludoteka.core import intentions_words
from ludoteka.core.action import Action, verb_of
from ludoteka.core.contest import Contest
from ludoteka.core.game import CHANCE, OVER, Game, State
from ludoteka.core.intentions import Intention, Planner, intend, otherwise
from ludoteka.core.manner import Amount, manner
from ludoteka.core.match import reveals
from ludoteka.server.arranged import ArrangementOut, arrangement_out
from ludoteka.server.pages.shell import words
from ludoteka.server.views import ActionOut, Drawing, action_out, drawing

MOST_NEXT = 200
"""Actions offered while a plan is under way."""


class AmountOut(msgspec.Struct):
    n: int
    what: str
    """In words, in the form that goes with the number."""
    kind: str


class Other(msgspec.Struct):
    """What could be answered instead."""

    label: str
    atoms: list[str]
    """The plan with that answer; later ones stay as they were chosen."""


class LineOut(msgspec.Struct):
    label: str
    amounts: list[AmountOut]
    instead: list[Other]


class IntentionOut(msgspec.Struct):
    title: str
    whole: str
    """All of it, where the title leaves something out."""
    verb: str
    """Of what was wished, for the button."""
    atoms: list[str]
    """Send these to `…/moves`."""
    lines: list[LineOut]
    total: list[AmountOut]
    """What the lines cost and bring together."""
    keep: list[AmountOut]
    """What the seat has then, if it had something and that changes."""
    others: list[str]
    """What it brings to others and costs them."""
    then: list[str]
    """What others may do next."""
    ends: str
    """What cannot be foreseen or comes next, in words."""
    ask: str
    """What the seat itself is asked next, if the plan is not complete."""
    next: list[ActionOut]
    """What it may then choose."""
    arrangement: ArrangementOut | None
    """What it may then arrange; pieces on the board only where they lie there already."""
    ways: list[list[str]]
    board: Drawing
    """How it would look; the ground only where it is another one than now."""
    contest: Contest | None = None
    """The fight it begins or goes on with, as it would stand then."""
    stay: list[str] | None = None
    """The same without the end that follows by itself."""


class Intended(msgspec.Struct):
    found: list[IntentionOut]
    cut: bool
    """There is more than was looked at."""
    stale: bool = False
    """Asked about a position that is over: the next one is on its way."""


def amounts_out(game: Game, amounts: Sequence[Amount], lang: str) -> list[AmountOut]:
    own = game.catalogue(lang)
    return [
        AmountOut(n, own.say(f"note.{what}", n=abs(n)) if f"note.{what}" in own else own.name("what", what), what)
        for what, n in amounts
    ]


def intention_out(
    game: Game, state: State, intention: Intention, seat: int, lang: str, players: Sequence[str], alone: bool = False
) -> IntentionOut:
    atoms, whole = [str(a) for a in intention.actions], whole_move(game, intention, seat)
    title, whole_title = (intentions_words.title(game, intention, lang, players, every) for every in (False, True))
    lines = [
        LineOut(
            line.label,
            amounts_out(game, line.amounts, lang),
            [
                Other(label, [str(a) for a in otherwise(game, intention, line.first, action)])
                for action, label in line.instead
            ],
        )
        for line in intentions_words.lines(game, intention, seat, lang, players)
    ]
    after, own = intention.after, manner(game)
    under_way = after.to_move() == seat and after.question() not in own.rests
    ask = game.catalogue(lang).messages.get(f"ask.{after.question()}", "") if under_way else ""
    legal = after.legal_actions()[:MOST_NEXT] if under_way else []
    arranged = arrangement_out(game, after, lang) if under_way else None
    wished = next((step for step in reversed(intention.wished) if not step.instead), intention.steps[0])
    first, price = intention.steps[0], intention.price(seat)
    had, kept = own.keeps(state, seat), own.keeps(after, seat)
    return IntentionOut(
        title=title,
        whole=whole_title if whole_title != title else "",
        verb=verb_of(wished.action),
        atoms=whole,
        lines=lines,
        total=amounts_out(game, list(price.items()), lang),
        keep=amounts_out(game, kept, lang) if kept != had and (price or any(n for _, n in had)) else [],
        others=_others(game, intention, seat, lang, players),
        then=intentions_words.then(game, intention, seat, lang, players),
        ends=_ends(game, intention, lang, alone),
        ask=ask,
        next=[action_out(game, after, a, lang, players) for a in legal],
        arrangement=arranged if arranged is not None and arranged.by == "what" else None,
        ways=game.ways(first.before, first.action) if game.ways is not None else [],
        board=planned_board(game, state, after, seat, lang),
        contest=_contest(game, after, seat, lang, players),
        stay=atoms if whole != atoms else atoms[:-1] if len(atoms) > 1 and intention.steps[-1].stop else None,
    )


def whole_move(game: Game, intention: Intention, seat: int) -> list[str]:
    """Its actions, and what the seat usually does when the others have answered."""
    return [str(a) for a in (*intention.actions, *manner(game).afterwards(intention.after, seat))]


def planned_board(game: Game, state: State, after: State, seat: int, lang: str) -> Drawing:
    """How it would look, without what the page has."""
    now, then = drawing(game.draw(state.view(seat), lang)), drawing(game.draw(after.view(seat), lang))
    return msgspec.structs.replace(then, defs=None, static=None) if now.ground == then.ground else then


def _others(game: Game, intention: Intention, seat: int, lang: str, players: Sequence[str]) -> list[str]:
    """A line for each of them; nothing that only the move itself would reveal."""
    found = []
    for other in range(len(players)):
        if other != seat and (price := intention.price(other)):
            brought = [
                f"{'+' if a.n > 0 else '−'}{abs(a.n)} {a.what}" for a in amounts_out(game, list(price.items()), lang)
            ]
            found.append(f"{players[other]}: {', '.join(brought)}")
    return [] if found and any(reveals(step.before, step.action) for step in intention.steps) else found


def _contest(game: Game, after: State, seat: int, lang: str, players: Sequence[str]) -> Contest | None:
    if after.to_move() < 0 or after.question() in manner(game).rests:
        return None
    panels = game.panels({**after.view(seat), "called": players}, lang)
    return next((p.contest for p in panels if p.contest is not None), None)


def _ends(game: Game, intention: Intention, lang: str, alone: bool) -> str:
    """What cannot be foreseen."""
    mover, say, last, key = intention.after.to_move(), words(lang), intention.steps[-1], "alone" if alone else "then"
    unforeseen = mover == OVER and manner(game).unforeseen(intention.after)
    if mover == OVER and not unforeseen:
        return say.say("then.over")
    if mover == CHANCE or unforeseen:
        told = game.catalogue(lang).messages.get(f"next.{intention.after.question()}") if mover == CHANCE else None
        return " ".join([told, *([] if alone else [say.say("then.no_undo")])]) if told else say.say(f"{key}.chance")
    return say.say(f"{key}.reveals") if reveals(last.before, last.action) else ""


def intended(
    game: Game,
    state: State,
    things: Mapping[str, str],
    atoms: Sequence[Action],
    lang: str,
    players: Sequence[str],
    alone: bool = False,
) -> Intended:
    """What could be wanted with these things, after these atoms; without things the atoms alone and what follows.

    `alone`: who asks may take back anything, as nobody else would mind."""
    seat = state.to_move()
    start = intend(game, state, atoms, follow=not things)
    if not things:
        proposal = start if atoms else Planner(game, state).propose()
        return Intended([intention_out(game, state, proposal, seat, lang, players, alone)] if proposal else [], False)
    if start.after.to_move() != seat:
        return Intended([], False)
    plan = Planner(game, start.after).plan(things, 8)
    found = [Intention((*start.steps, *i.steps), i.after, i.wish) for i in plan.found]
    return Intended([intention_out(game, state, i, seat, lang, players, alone) for i in found], plan.cut)
