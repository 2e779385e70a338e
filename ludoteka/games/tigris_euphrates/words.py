"""Actions in words, where the fields alone say too little."""

from __future__ import annotations

from ludoteka.core.action import Action, args_of, verb_of
from ludoteka.core.game import State
from ludoteka.core.text import Catalogue
from ludoteka.games.tigris_euphrates.actions import COLOUR, Building, Catastrophe, Commit, Draw, Move, Swap, War
from ludoteka.games.tigris_euphrates.board import BIT, cell_names
from ludoteka.games.tigris_euphrates.contest import ROLES, named
from ludoteka.games.tigris_euphrates.data import BUILDINGS, POINTS, TILES, TREASURES_LEFT
from ludoteka.games.tigris_euphrates.phases.building import BUILD_BUILDING
from ludoteka.games.tigris_euphrates.phases.conflict import WAR_ORDER
from ludoteka.games.tigris_euphrates.phases.monument import Site
from ludoteka.games.tigris_euphrates.state import TigrisState


def ways(state: State, action: Action) -> list[list[str]]:
    """A leader that moves goes straight from cell to cell."""
    assert isinstance(state, TigrisState)
    if isinstance(action, Move) and (bit := state.leaders[state.to_move() * 4 + COLOUR[action.what]]):
        return [[cell_names(bit)[0], action.at]]
    return []


def source(what: str, why: str) -> str:
    """Points of all colours, and treasures, by how they were won."""
    if what == "treasure":
        return "treasure"
    return why if what in POINTS else ""


def describe_action(state: State, action: Action, words: Catalogue) -> str:
    assert isinstance(state, TigrisState)
    key, args = f"action.{verb_of(action)}", args_of(action)
    if isinstance(seat := args.get("seat"), int):
        args["seat"] = words.player(seat)
    if "what" in args:
        args["whom"] = args["fighters"] = args["what"]  # the same word in another case
    match action:
        case Move(what, _) if what in COLOUR and (bit := state.leaders[state.active * 4 + COLOUR[what]]):
            return words.say("action.move_from", origin=cell_names(bit)[0], **args)
        case Catastrophe(at):
            for c, tiles in enumerate(state.tiles):
                if tiles & BIT.get(at, 0):
                    return words.say("action.catastrophe_on", what=TILES[c], **args)
        case Draw(_, "?"):
            return words.say("action.draw_hidden", **args)
        case Swap("?"):
            return words.say("action.swap_hidden")
        case War() if state.stack and state.stack[-1][0] is WAR_ORDER:
            return words.say("action.war_between", **args, **_strengths(state, action, words))
        case Commit(0):
            return words.say("action.commit_none")
        case Building(at) if state.stack and state.stack[-1][0] is BUILD_BUILDING:
            site = state.stack[-1]
            assert isinstance(site, Site)
            name = BUILDINGS[site.colour]
            return words.say("action.building_named", what=name, whom=name, at=at)
    return words.say(key, **args)


def _strengths(state: TigrisState, war: Action, words: Catalogue) -> dict[str, str | int]:
    """Who would fight in this war and with what, before anything is added."""
    after = state.clone()
    after.apply(war)
    view = after.view(None)
    fight = view["conflict"]
    sides = {
        side: words.player(seat) if (seat := fight[side]) < len(words.players) else named(view, seat, words)
        for side in ROLES
    }
    return {**sides, "attack": fight["attack"], "defence": fight["defence"]}


def treasures_left(n: int, words: Catalogue, over: bool = False) -> str:
    """How many are on the board, and what that means for the end, if it is not over."""
    key = "panel.treasures_over" if over else "panel.treasures" if n > TREASURES_LEFT else "panel.treasures_last"
    return words.say(key, n=n)
