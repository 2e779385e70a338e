"""The movement phase: announcement, moves of all sides, what follows from them, visits."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.bits import bits
from ludoteka.core.errors import Reason, reason
from ludoteka.core.game import Frame, Phase
from ludoteka.games.fabled import board, effects
from ludoteka.games.fabled.actions import ANNOUNCE, ANNOUNCED, HALT, Announce, Halt, Move
from ludoteka.games.fabled.phases import abilities, steps, visits
from ludoteka.games.fabled.state import FabledState
from ludoteka.games.fabled.vocab import BIT, TERRAINS

ON_ANNOUNCE, ON_OTHER_ANNOUNCE = BIT["on_announce"], BIT["on_other_announce"]
PAIRS = (3, 5, 6)


def terrains_in_row(s: FabledState) -> int:
    mask = 0
    for land in s.row:
        mask |= 1 << s.content.land_terrain[land]
    return mask


class Movement(Phase[FabledState, Frame]):
    """f = (MOVEMENT, None, seat). An empty row has no announcement (FB-5.2)."""

    def run(self, s: FabledState, f: Frame) -> None:
        if s.row:
            s.ask((ANNOUNCING, f[2]))


class Announcing(Phase[FabledState, Frame]):
    """f = (ANNOUNCING, seat)."""

    def legal(self, s: FabledState, f: Frame) -> list[Action]:
        here = terrains_in_row(s)
        found: list[Action] = [ANNOUNCE[1 << t] for t in range(3) if here >> t & 1]
        if board.has_mod(s, f[1], "split_announce"):
            found.extend(ANNOUNCE[pair] for pair in PAIRS if pair & here == pair)
        if board.has_mod(s, f[1], "may_skip_announce"):
            found.append(HALT)
        return found

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        if isinstance(a, Announce):
            announce(s, f[1], ANNOUNCED[a.what])
        else:
            for mod in board.mods(s, f[1], "may_skip_announce"):
                effects.run(s, f[1], mod.effects)

    def why_not(self, s: FabledState, f: Frame, a: Action) -> Reason | None:
        match a:
            case Announce(what) if what not in ANNOUNCED:
                return reason("why.no_such_terrain", "FB-5.1")
            case Announce(what):
                if ANNOUNCED[what] not in (1, 2, 4) and not board.has_mod(s, f[1], "split_announce"):
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
    s.announced = terrains
    s.moving = 0
    for sage, cell in enumerate(s.at):
        if cell >= 0 and terrains >> content.land_terrain[content.cell_land[cell]] & 1:
            s.moving |= 1 << sage
    ring = s.clockwise(side)
    stack = s.stack
    stack.append((visits.VISITS, None, side, 0))
    for other in reversed(ring[1:]):
        abilities.moment(s, other, ON_OTHER_ANNOUNCE)
    abilities.moment(s, side, ON_ANNOUNCE)
    if side != s.spirits:
        abilities.run_hooks(s, side, "on_announce")
    block = (1 << content.stride) - 1
    for mover in reversed(ring):
        mine = s.moving & block << mover * content.stride
        if mine:
            stack.append((MOVES, None, mover, mine, steps_of(s, side, mover, terrains)))


def steps_of(s: FabledState, announcer: int, mover: int, terrains: int) -> int:
    """FB-5.4; two announced terrains mean one step for everybody (FB-5.12)."""
    if terrains.bit_count() > 1:
        return 1
    if mover == announcer:
        return max(0, s.content.own_steps + board.sum_of(s, mover, "own_steps", terrains))
    return max(0, s.content.other_steps + board.sum_of(s, mover, "other_steps", terrains))


class Moves(Phase[FabledState, Frame]):
    """f = (MOVES, None, side, sages that have not moved, steps). Sages whose order cannot matter move unasked."""

    def run(self, s: FabledState, f: Frame) -> None:
        _, _, side, mask, n = f
        if side == s.spirits:
            for sage in sorted(bits(mask), key=lambda g: steps.place_in_row(s, g)):
                steps.walk(s, sage, n)
            return
        left = []
        for sage in bits(mask):
            if steps.is_plain(s, sage, n):
                steps.walk(s, sage, n)
                mask ^= 1 << sage
            else:
                left.append(sage)
        cells = {s.at[g] for g in left}
        if len(cells) > 1:
            s.stack.append((MOVING, side, mask, n))
        elif left:
            self.move(s, side, mask, n, left)

    def move(self, s: FabledState, side: int, mask: int, n: int, sages: list[int]) -> None:
        sage = steps.freshest(s, sages)
        rest = mask ^ 1 << sage
        if rest:
            s.stack.append((MOVES, None, side, rest, n))
        steps.walk(s, sage, n)


class Moving(Phase[FabledState, Frame]):
    """Which sage moves next? f = (MOVING, side, sages that have not moved, steps)."""

    def legal(self, s: FabledState, f: Frame) -> list[Action]:
        move = s.content.acts.move
        return [move[c] for c in sorted({s.at[g] for g in bits(f[2])})]

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        assert isinstance(a, Move)
        cell = s.content.cell_index[a.at]
        MOVES.move(s, f[1], f[2], f[3], [g for g in bits(f[2]) if s.at[g] == cell])

    def why_not(self, s: FabledState, f: Frame, a: Action) -> Reason | None:
        match a:
            case Move(at):
                here = [g for g in s.own(f[1]) if s.at[g] >= 0 and s.content.cell_name[s.at[g]] == at]
                if not here:
                    return reason("why.no_sage_there", "FB-5.5", at=at)
                if not any(s.moving >> g & 1 for g in here):
                    return reason("why.not_announced", "FB-5.3", at=at)
                return reason("why.has_moved", "FB-5.5", at=at)
        return None


MOVEMENT = Movement()
ANNOUNCING = Announcing()
MOVES = Moves()
MOVING = Moving()
