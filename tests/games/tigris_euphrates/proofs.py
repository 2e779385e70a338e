"""What refusals of Tigris & Euphrates claim, undone fact by fact: for random positions and for those of the tests."""

from __future__ import annotations

from dataclasses import replace

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.errors import Reason
from ludoteka.core.game import State
from ludoteka.games.tigris_euphrates.actions import COLOUR
from ludoteka.games.tigris_euphrates.board import BIT, LINES, NEAR, PLUS, SQUARE
from ludoteka.games.tigris_euphrates.data import MONUMENT_COLOURS, MONUMENTS, RED
from ludoteka.games.tigris_euphrates.state import TigrisState


def mend(state: State, wish: Action, why: Reason, n: int) -> State | None:
    assert isinstance(state, TigrisState)
    s = state.clone()
    at = BIT.get(getattr(wish, "at", ""), 0)
    match why.id.removeprefix("why."):
        case "none_in_hand" | "commit_too_many":
            s.hands[s.to_move() * 4 + COLOUR[why.args["what"]]] += n
        case "no_catastrophe":
            s.curses = changed(s.curses, s.to_move(), s.curses[s.to_move()] + n)
        case "dead_cell" | "catastrophe_there":
            s.dead &= ~at
        case "occupied" | "catastrophe_leader" | "catastrophe_monument":
            empty(s, at)
        case "catastrophe_treasure":
            s.treasures &= ~at
        case "catastrophe_building":
            s.buildings = tuple(bit & ~at for bit in s.buildings)
        case "monument_built":
            s.monuments = (0,) * len(s.monuments)
        case "wonder_built":
            s.wonder = 0
        case "leader_on_board":
            s.lift_leader(s.to_move(), COLOUR[why.args["what"]], "move")
        case "wonder_off":
            s.options = replace(s.options, wonder=True)
        case "buildings_off":
            s.options = replace(s.options, buildings=True)
        case "farm_on_land" | "tile_on_river" | "leader_on_river":
            s.board = replace(s.board, land=s.board.land ^ at, river=s.board.river ^ at)
        case "joins_two" | "joins_two_moved" | "joins_three":
            s.realms, s.halos = [], []
        case "no_temple" | "only_face_down":
            s.tiles[RED] |= NEAR[at]
        case "english_attack" | "english_defend":
            s.options = replace(s.options, english=False)
        case "leader_in_reserve":
            cell = next(bit for bit in BIT.values() if not bit & (s.occupied | s.dead | at))
            s.put_leader(s.to_move(), COLOUR[why.args["what"]], cell)
        case "not_on_line" | "no_square" | "no_cross":
            shape = LINES[at][0] if why.id == "why.not_on_line" else (SQUARE if why.id == "why.no_square" else PLUS)[at]
            f = s.stack[-1]
            s.tiles[f.colour] |= shape if isinstance(shape, int) else at | sum(shape[0] + shape[1])
            s.buildings = (0,) * 4
            s.stack[-1] = f._replace(placed=at)
        case "monument_colour":
            f = s.stack[-1]
            s.stack[-1] = f._replace(colour=MONUMENT_COLOURS[MONUMENTS.index(why.args["what"])][0])
        case "no_such_war":
            colour, realm = COLOUR[why.args["what"]], s.realm_of(s.stack[-1].union)
            s.chiefs[colour] |= realm
        case "bordered_first":
            s.stack[-1] = s.stack[-1]._replace(may_stay=s.stack[-1].may_stay | at)
        case "no_treasure_here":
            f = s.stack[-1]
            s.stack[-1] = f._replace(found=f.found | at, may_stay=f.may_stay | at)
        case _:
            return None
    return s


def empty(s: TigrisState, at: int) -> None:
    """Whatever is on a cell is gone."""
    for i, bit in enumerate(s.leaders):
        if bit == at:
            s.lift_leader(i >> 2, i & 3, "move")
    for colour in range(4):
        s.remove_tiles(colour, at)
    s.down &= ~at
