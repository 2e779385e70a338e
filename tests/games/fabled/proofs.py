"""What refusals of Fabled claim, undone fact by fact: for random positions and for those of the tests."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.errors import Kind, Reason
from ludoteka.core.game import State
from ludoteka.core.proof import disproof
from ludoteka.games.fabled import GAME
from ludoteka.games.fabled.actions import INSERT
from ludoteka.games.fabled.state import HOME, ON_CARD, FabledState
from ludoteka.games.fabled.vocab import TERRAINS, TIERS
from tests.games.proving import altered


def mend(state: State, wish: Any, why: Reason, n: int) -> State | None:
    """The position without exactly what a refusal names."""
    assert isinstance(state, FabledState)
    s, f = state.clone(), state.stack[-1]
    content, seat = s.content, s.to_move()
    first = seat * content.stride
    mine = range(first, first + content.stride)
    cell = content.cell_index.get(getattr(wish, "at", ""), -1)
    place = content.place_index.get(getattr(wish, "what", ""), -1)
    ally = content.ally_index.get(getattr(wish, "what", ""), -1)
    match why.id.removeprefix("why."):
        case "books_missing":
            s.books[seat * 4 + TIERS.index(why.args["what"])] += n
        case "surcharge_missing" | "paid_land_missing":
            s.books[seat * 4] += n
        case "sages_missing":
            for sage in [g for g in mine if s.at[g] != HOME][:n]:
                s.at[sage] = HOME
        case "too_high":
            s.stack[-1] = f._replace(tiers=0)
        case "tier_not_offered":
            s.stack[-1] = f._replace(allowed=(0, 1, 2, 3))
        case "wrong_terrain":
            s.stack[-1] = f._replace(terrain=-1)
        case "land_not_in_row" | "land_not_open" | "terrain_not_in_row":
            at = getattr(wish, "at", "") or getattr(wish, "what", "")
            if why.id == "why.terrain_not_in_row":
                kind = TERRAINS.index(why.args["terrain"])
                at = next(name for name, i in content.land_index.items() if content.land_terrain[i] == kind)
            s.row += (content.land_index[at],)
            s.open = changed(s.open, 0, content.land_index[at])
        case "no_such_gap":
            s.row = (s.row * len(INSERT))[: len(INSERT) - 1]
        case "not_single_vortex":
            land = content.cell_land[cell]
            s.row = (land, *(x for x in s.row if x != land))
            s.content = altered(
                content,
                cell_places=changed(tuple(content.cell_places), cell, (0,)),
                lone=changed(tuple(content.lone), land, [*content.lone[land], cell]),
            )
            s.token_at = tuple(ON_CARD if x == cell else x for x in s.token_at)
            for path in content.paths[land]:
                if cell in path:
                    break
            else:
                return None
        case "token_not_on_card":
            tokens = range(len(content.tokens))
            token = next(t for t in tokens if content.tokens[t][0] == place)
            card = altered_card(s, f.ally, place_tokens=(token,))
            s.content, s.token_at = card, changed(s.token_at, token, ON_CARD)
        case "place_not_linked":
            here = s.at[f.sage]
            s.content = altered(content, cell_places=changed(tuple(content.cell_places), here, (place,)))
        case "place_closed":
            s.allies = changed(s.allies, seat, (*s.allies[seat], content.place_ally[place]))
            for other in range(s.seats):
                if other != seat:
                    s.allies = changed(s.allies, other, ())
        case "already_visited":
            s.visited = ()
        case "only_first_place":
            s.event = -1
        case "kind_not_in_row":
            s.content = altered(content, land_kinds=[mask | 1 << place for mask in content.land_kinds])
        case "no_sage_there" | "nobody_waits":
            s.at[first] = cell
            s.wait = changed(s.wait, first, place if why.id == "why.nobody_waits" else -1)
        case "sage_waits":
            s.wait = (-1,) * len(s.wait)
        case "sage_not_among":
            s.stack[-1] = f._replace(sages=-1 & (1 << len(s.at)) - 1)
        case "sage_had_steps":
            s.stack[-1] = f._replace(cap=0)
        case "step_bought":
            s.paid = 0
        case "not_announced" | "has_moved":
            s.moving = (1 << first + content.stride) - (1 << first)
            s.stack[-1] = f._replace(sages=sum(1 << g for g in mine if s.at[g] >= 0))
        case "action_taken" | "once_a_turn":
            s.taken = ()
        case "same_action":
            s.stack[-1] = f._replace(different=False)
        case "not_your_ally":
            s.allies = changed(s.allies, seat, (*s.allies[seat], ally))
        case "not_offered":
            s.stack[-1] = f._replace(offered=(*f.offered, ally))
        case "not_this_moment":
            s.content = altered_text(s, ally, bit=-1)
        case "limit_reached":
            s.uses = changed(s.uses, ally, 0)
        case "condition_fails":
            s.content = altered_text(s, ally, condition=None)
        case "ability_impossible" | "effect_impossible" | "cannot_apply" | "nothing_changes":
            s.content = altered(content, arrays=[GAIN] * len(content.arrays), adding=set())
            s.at[first], s.paid = content.paths[s.row[0]][0][0] if s.row else HOME, 0
            s.wait = changed(s.wait, first, -1)
        case _:
            return None
    return s


GAIN = next(
    array
    for array in GAME.new(2).content.arrays
    if [op.name for op in array] == ["gain"]  # type: ignore[attr-defined]
)
"""An effect that always changes something."""


def altered_card(s: FabledState, ally: int, **fields: Any) -> Any:
    card = replace(s.content.allies[ally], **fields)
    content = altered(s.content, allies=[card if i == ally else x for i, x in enumerate(s.content.allies)])
    content.sort_allies()
    return content


def altered_text(s: FabledState, ally: int, **fields: Any) -> Any:
    card = s.content.allies[ally]
    return altered_card(s, ally, ability=replace(card.ability, **fields), empowered=replace(card.empowered, **fields))


def in_turn(world: State, action: Action) -> bool:
    assert isinstance(world, FabledState)
    turn = world.turn, world.chapter
    world.apply(action)
    return (world.turn, world.chapter) == turn


def fault(s: FabledState, wish: Action, why: Reason, rng: Random) -> str:
    return disproof(s, wish, why, mend, rng, in_turn, 2 if why.kind is Kind.NEVER else 6)
