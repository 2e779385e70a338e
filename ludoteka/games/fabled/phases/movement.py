"""The movement phase: announcement, moves of all sides, what follows from them, visits."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.bits import bits
from ludoteka.core.errors import Reason
from ludoteka.core.game import Asked, Phase, kept
from ludoteka.games.fabled import board, effects
from ludoteka.games.fabled.actions import ANNOUNCE, ANNOUNCED, HALT, Announce, Halt, Move
from ludoteka.games.fabled.phases import abilities, steps, visits
from ludoteka.games.fabled.refusal import reason
from ludoteka.games.fabled.state import Doing, FabledState, ForSide
from ludoteka.games.fabled.vocab import BIT, TERRAINS

ON_THE_WAY: Final = BIT["on_pass"] | BIT["before_return"] | BIT["on_return"]


def terrains_in_row(s: FabledState) -> int:
    mask = 0
    for land in s.row:
        mask |= 1 << s.content.land_terrain[land]
    return mask


def movement(s: FabledState, f: ForSide) -> None:
    """An empty row has no announcement (FB-5.2)."""
    if s.row:
        s.ask(ANNOUNCING.asked[f.side])


class Announcing(Phase[FabledState, Asked]):
    def legal(self, s: FabledState, f: Asked) -> list[Action]:
        here = terrains_in_row(s)
        found: list[Action] = [ANNOUNCE[1 << t] for t in range(3) if here >> t & 1]
        if board.has_mod(s, f.seat, "split_announce"):
            found.extend(ANNOUNCE[pair] for pair in (3, 5, 6) if pair & here == pair)
        if board.has_mod(s, f.seat, "may_skip_announce"):
            found.append(HALT)
        return found

    def apply(self, s: FabledState, f: Asked, a: Action) -> None:
        if isinstance(a, Announce):
            announce(s, f.seat, ANNOUNCED[a.what])
        else:
            for mod in board.mods(s, f.seat, "may_skip_announce"):
                effects.run(s, f.seat, mod.effects)

    def why_not(self, s: FabledState, f: Asked, a: Action) -> Reason | None:
        match a:
            case Announce(what) if what not in ANNOUNCED:
                return reason("why.no_such_terrain", "FB-5.1")
            case Announce(what):
                if ANNOUNCED[what] not in (1, 2, 4) and not board.has_mod(s, f.seat, "split_announce"):
                    return reason("why.one_terrain_only", "FB-5.12")
                missing = ANNOUNCED[what] & ~terrains_in_row(s)
                lacking = next(t for i, t in enumerate(TERRAINS) if missing >> i & 1)
                return reason("why.terrain_not_in_row", "FB-5.1", terrain=lacking)
            case Halt():
                return reason("why.must_announce", "FB-5.1")
        return None


def announce(s: FabledState, side: int, terrains: int) -> None:
    """Fix the moving set and line up moves, abilities and visits (FB-5.3, FB-5.13)."""
    content = s.content
    there = content.terrain_cells[terrains]
    moving = sum([1 << sage for sage, cell in enumerate(s.at) if cell in there])
    s.announced, s.moving = terrains, moving
    ring = s.clockwise(side)
    stack = s.stack
    stack.append(visits.visits_frame(visits.VISITS, None, side))
    for other in reversed(ring[1:]):
        abilities.moment(s, other, BIT["on_other_announce"])
    abilities.moment(s, side, BIT["on_announce"])
    if side != s.spirits:
        abilities.run_hooks(s, side, "on_announce")
    block = (1 << content.stride) - 1
    for mover in reversed(ring):
        mine = moving & block << mover * content.stride
        if mine:
            stack.append(moves_frame(MOVES, None, mover, mine, steps_of(s, side, mover, terrains)))


def steps_of(s: FabledState, announcer: int, mover: int, terrains: int) -> int:
    """FB-5.4; two announced terrains mean one step for everybody (FB-5.12)."""
    if terrains.bit_count() > 1:
        return 1
    if mover == announcer:
        return max(0, s.content.own_steps + board.sum_of(s, mover, "own_steps", terrains))
    return max(0, s.content.other_steps + board.sum_of(s, mover, "other_steps", terrains))


class MovesFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: int | None
    side: int
    sages: int
    """Those that have not moved, as a set."""
    n: int
    """Steps of each."""


moves_frame: Final = kept(MovesFrame)


def moves(s: FabledState, f: MovesFrame) -> None:
    """Sages whose order cannot matter move unasked."""
    _, _, side, mask, n = f
    if side == s.spirits:
        for sage in board.in_order(s, bits(mask)):
            steps.walk(s, sage, n)
        return
    left = []
    for sage in bits(mask):
        end = steps.plain_end(s, sage, n)
        if end < 0:
            left.append(sage)
        else:
            s.at[sage] = end
            mask ^= 1 << sage
    if len(left) > 1 and len({s.at[g] for g in left}) > 1:
        if s.content.ask_single or order_matters(s, side):
            s.stack.append(moves_frame(MOVING, side, side, mask, n))
            return
        left = board.in_order(s, left)[:1]
    if left:
        move(s, moves_frame(MOVES, None, side, mask, n), left)


def move(s: FabledState, f: MovesFrame, sages: list[int]) -> None:
    sage = steps.freshest(s, sages)
    rest = f.sages ^ 1 << sage
    if rest:
        s.stack.append(moves_frame(MOVES, None, f.side, rest, f.n))
    steps.walk(s, sage, f.n)


def order_matters(s: FabledState, side: int) -> bool:
    """Whether anything of a side acts while its sages move: on a pass, across a gap, before or after a way home."""
    if any(s.content.moments[a] & ON_THE_WAY for a in s.allies[side]):
        return True
    return board.has_mod(s, side, "pass_bonus") or board.has_mod(s, side, "cross_unconnected")


class Moving(Phase[FabledState, MovesFrame]):
    """Which sage moves next?"""

    def legal(self, s: FabledState, f: MovesFrame) -> list[Action]:
        move = s.content.acts.move
        return [move[c] for c in sorted({s.at[g] for g in bits(f.sages)})]

    def apply(self, s: FabledState, f: MovesFrame, a: Action) -> None:
        assert isinstance(a, Move)
        cell = s.content.cell_index[a.at]
        move(s, f, [g for g in bits(f.sages) if s.at[g] == cell])

    def why_not(self, s: FabledState, f: MovesFrame, a: Action) -> Reason | None:
        match a:
            case Move(at):
                here = board.sages_at(s, f.side, at)
                if not here:
                    return reason("why.no_sage_there", "FB-5.5", at=at)
                if not any(s.moving >> g & 1 for g in here):
                    return reason("why.not_announced", "FB-5.3", at=at)
                return reason("why.has_moved", "FB-5.5", at=at)
        return None


MOVEMENT: Final = Doing("Movement", ForSide, movement)
ANNOUNCING: Final = Announcing()
MOVES: Final = Doing("Moves", MovesFrame, moves)
MOVING: Final = Moving()
