"""Moves planned ahead as they leave the server, to the one whose plans they are."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ludoteka.core import intentions_words
from ludoteka.core.action import args_of
from ludoteka.core.ahead import Planned, foresee, read, unfounded
from ludoteka.core.errors import Reason
from ludoteka.core.game import Game, State
from ludoteka.core.intentions import PLACES, Intention
from ludoteka.core.wish import say_why
from ludoteka.server.auto import Orders
from ludoteka.server.intended import AmountOut, amounts_out, planned_board
from ludoteka.server.views import ActionOut, Drawing, action_out, asked_out


class PlannedOut(msgspec.Struct):
    """A move that will be made when its turn comes, if it then fits."""

    title: str
    text: str
    amounts: list[AmountOut]
    at: list[str]
    """Where it happens."""
    fits: bool
    why: str
    rule: str


class DroppedOut(msgspec.Struct):
    """A move that no longer fitted when its turn came."""

    title: str
    why: str
    rule: str


class Ahead(msgspec.Struct):
    """Your next turn as it looks from here, after what you have planned for it."""

    possible: bool
    """False while you are asked anyway, or if nobody can say what your next turn will be."""
    ask: str
    actions: list[ActionOut]
    openings: list[tuple[str, str]]
    board: Drawing | None
    """How the board would look."""
    planned: list[PlannedOut]
    dropped: DroppedOut | None


def ahead_out(game: Game, state: State, seat: int, given: Orders, lang: str, players: Sequence[str]) -> Ahead:
    found, here = foresee(game, state, seat, given.premoves)
    planned = [planned_out(game, p, seat, lang, players) for p in found]
    possible = here is not None and state.to_move() != seat
    return Ahead(
        possible=possible,
        ask=game.catalogue(lang).messages.get(f"ask.{here.question()}", "") if here is not None else "",
        actions=[action_out(game, here, a, lang, players) for a in here.legal_actions()] if here and possible else [],
        openings=list(asked_out(game, here, lang).openings) if here and possible else [],
        board=seen_ahead(game, state, found, here, seat, lang),
        planned=planned,
        dropped=dropped_out(game, state, given, lang, players),
    )


def seen_ahead(
    game: Game, state: State, found: Sequence[Planned], here: State | None, seat: int, lang: str
) -> Drawing | None:
    """Only where something is planned."""
    if here is None or not any(p.why is None for p in found):
        return None
    return planned_board(game, state, here, seat, lang)


def places_of(intention: Intention) -> list[str]:
    named = (args_of(step.action).get(name) for step in intention.wished for name in PLACES)
    return list(dict.fromkeys(str(at) for at in named if at is not None))


def planned_out(game: Game, planned: Planned, seat: int, lang: str, players: Sequence[str]) -> PlannedOut:
    why = planned.why
    return PlannedOut(
        title=intentions_words.title(game, planned.intention, lang, players),
        text=planned.text,
        amounts=amounts_out(game, list(planned.intention.price(seat).items()), lang),
        at=places_of(planned.intention),
        fits=why is None,
        why=say_why(game, why, lang) if why else "",
        rule=why.rule if why else "",
    )


def dropped_out(game: Game, state: State, given: Orders, lang: str, players: Sequence[str]) -> DroppedOut | None:
    if given.dropped is None:
        return None
    lost = given.dropped
    title = intentions_words.title(game, unfounded(state, read(game, lost.text)), lang, players)
    return DroppedOut(title, say_why(game, Reason(lost.why, lost.rule, dict(lost.args)), lang), lost.rule)
