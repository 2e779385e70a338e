"""Steps of sages: along a path, onto a vortex, off the end; and handing out steps."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.bits import bits
from ludoteka.core.errors import Reason
from ludoteka.core.game import Phase, kept
from ludoteka.games.fabled import board, effects
from ludoteka.games.fabled.actions import CROSS, DONE, LEAVE, PASS, Cross, Done, Pass, Step, Visit
from ludoteka.games.fabled.parts import NONE
from ludoteka.games.fabled.phases import abilities, visits
from ludoteka.games.fabled.refusal import reason
from ludoteka.games.fabled.state import HOME, Doing, FabledState
from ludoteka.games.fabled.vocab import BIT


class WalkFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: None
    sage: int
    n: int = 0
    """Steps left."""


class AtCellFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    sage: int
    left: int
    """Steps left; at the end of a path the one across included."""


at_cell_frame: Final = kept(AtCellFrame)


# -- walking


def walk(s: FabledState, sage: int, n: int) -> None:
    """A sage makes n steps, as far as nothing has to be decided (FB-5.6)."""
    content = s.content
    following, places = content.cell_next, content.cell_places
    side = sage // content.stride
    cell = s.at[sage]
    while n > 0:
        target = following[cell]
        if target < 0:
            target = board.beyond(s, side, cell)
            if target < 0:
                s.at[sage] = cell
                leave_path(s, side, sage, n)
                return
        cell = target
        n -= 1
        if places[cell]:
            s.at[sage] = cell
            enter_vortex(s, side, sage, n)
            return
    s.at[sage] = cell


def way(s: FabledState, side: int, cell: int, n: int) -> list[int]:
    """The cells of n steps from here, as `walk` goes: up to a vortex or the end of the way."""
    found = [cell]
    while n > 0:
        cell = s.content.cell_next[cell] if s.content.cell_next[cell] >= 0 else board.beyond(s, side, cell)
        if cell < 0:
            break
        found.append(cell)
        n = 0 if s.content.cell_places[cell] else n - 1
    return found


def plain_end(s: FabledState, sage: int, n: int) -> int:
    """Where n steps end that stay on plain cells of the same land: then the order of moves does not matter (FB-5.5).
    -1 if they do not."""
    following, places = s.content.cell_next, s.content.cell_places
    cell = s.at[sage]
    for _ in range(n):
        cell = following[cell]
        if cell < 0 or places[cell]:
            return NONE
    return cell


def walk_on(s: FabledState, f: WalkFrame) -> None:
    walk(s, f.sage, f.n)


# -- vortices


def enter_vortex(s: FabledState, side: int, sage: int, n: int) -> None:
    """A place of the vortex or on (FB-5.8)? n steps are left."""
    cell = s.at[sage]
    choices = board.choices_at(s, sage, cell)
    if side == s.spirits:
        if choices:
            s.wait = changed(s.wait, sage, min(choices, key=s.setting.rank.__getitem__))
        else:
            walk(s, sage, n)
        return
    if not choices:
        pass_by(s, side, sage, n)
    elif len(choices) == 1 and not may_pass(s, cell):
        s.wait = changed(s.wait, sage, choices[0])
    else:
        s.stack.append(at_cell_frame(VORTEX, side, sage, n))


def may_pass(s: FabledState, cell: int) -> bool:
    return not any(s.setting.claimed >> place & 1 for place in board.linked(s, cell))


def pass_by(s: FabledState, side: int, sage: int, n: int) -> None:
    """The event's reward for a pass, then the allies', then the steps left (FB-5.9)."""
    if n:
        s.stack.append(WalkFrame(WALK, None, sage, n))
    abilities.moment(s, side, BIT["on_pass"], sage=sage)
    for mod in board.mods(s, side, "pass_bonus"):
        if not mod.limit or s.passes[side] < mod.limit:
            s.passes = changed(s.passes, side, s.passes[side] + 1)
            effects.run(s, side, mod.effects)


class Vortex(Phase[FabledState, AtCellFrame]):
    def legal(self, s: FabledState, f: AtCellFrame) -> list[Action]:
        cell = s.at[f.sage]
        visit = s.content.acts.visit
        found: list[Action] = [visit[p] for p in board.choices_at(s, f.sage, cell)]
        if may_pass(s, cell):
            found.append(PASS)
        return found

    def apply(self, s: FabledState, f: AtCellFrame, a: Action) -> None:
        if isinstance(a, Visit):
            s.wait = changed(s.wait, f.sage, s.content.place_index[a.what])
        else:
            pass_by(s, f.seat, f.sage, f.left)

    def why_not(self, s: FabledState, f: AtCellFrame, a: Action) -> Reason | None:
        cell = s.at[f.sage]
        match a:
            case Pass():
                return reason("why.no_pass", "FB-8.26", at=s.content.cell_name[cell])
            case Visit(what) if what in s.content.place_index:
                place = s.content.place_index[what]
                if place not in board.linked(s, cell):
                    return reason("why.place_not_linked", "FB-5.8", what=what, at=s.content.cell_name[cell])
                if not board.is_open_to(s, f.seat, place):
                    return reason("why.place_closed", "FB-9.66", what=what)
                if board.was_visited(s, f.sage, s.content.cell_land[cell], place):
                    return reason("why.already_visited", "FB-6.6", what=what)
                return reason("why.only_first_place", "FB-11.16", what=what)
        return None


# -- the end of a path


def leave_path(s: FabledState, side: int, sage: int, n: int) -> None:
    """A step leads out of the row: crossing, rescue, then home (FB-5.15)."""
    if side == s.spirits:
        go_home(s, sage)
    elif may_cross(s, side, sage):
        s.stack.append(at_cell_frame(CROSSING, side, sage, n))
    else:
        prepare_return(s, side, sage)


def may_cross(s: FabledState, side: int, sage: int) -> bool:
    found = board.mods(s, side, "cross_unconnected")
    if not found or board.right_of(s, s.content.cell_land[s.at[sage]]) < 0:
        return False
    return any(not mod.limit or s.crossed[side] < mod.limit for mod in found)


class Crossing(Phase[FabledState, AtCellFrame]):
    def legal(self, s: FabledState, f: AtCellFrame) -> list[Action]:
        return [CROSS, LEAVE]

    def apply(self, s: FabledState, f: AtCellFrame, a: Action) -> None:
        _, side, sage, n = f
        if not isinstance(a, Cross):
            prepare_return(s, side, sage)
            return
        s.crossed = changed(s.crossed, side, s.crossed[side] + 1)
        s.at[sage] = s.content.paths[board.right_of(s, s.content.cell_land[s.at[sage]])][0][0]
        if board.linked(s, s.at[sage]):
            enter_vortex(s, side, sage, n - 1)
        else:
            walk(s, sage, n - 1)


def prepare_return(s: FabledState, side: int, sage: int) -> None:
    s.leaving = sage
    s.stack.append(WalkFrame(RETURN, None, sage))
    abilities.moment(s, side, BIT["before_return"], sage=sage)


def come_home(s: FabledState, f: WalkFrame) -> None:
    """The sage goes home unless it was rescued."""
    if s.leaving == f.sage:
        s.leaving = -1
        go_home(s, f.sage)


def go_home(s: FabledState, sage: int) -> None:
    side = sage // s.content.stride
    land = s.content.cell_land[s.at[sage]]
    s.at[sage] = HOME
    if side == s.spirits:
        s.tell("tell.went_home", at=s.content.land_id[land])
        s.gain_trick("went_home")
    else:
        s.note(side, "sage", 1, "went_home")
        abilities.moment(s, side, BIT["on_return"], sage=sage)


# -- handing out


def among(s: FabledState, side: int, which: str) -> int:
    """The sages that may get steps, as a set; it is fixed when the steps are received."""
    mask = sum([1 << g for g in board.sages_in_row(s, side)])
    match which:
        case "announced":
            return mask & s.moving
        case "placed":
            return mask & s.placed
        case "leftmost":
            line = board.in_order(s, bits(mask))
            return 1 << line[0] if line else 0
    return mask


def ready(s: FabledState, mask: int) -> list[int]:
    """The sages of a set that stand in the row and do not wait for a visit (FB-6.3)."""
    return [g for g in bits(mask) if s.at[g] >= 0 and s.wait[g] < 0]


class StepsFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: int | None
    side: int
    n: int
    """Steps left."""
    cap: int
    """The most for one sage, 0 for no limit."""
    sages: int
    """Who may get them, as a set."""
    used: tuple[int, ...]
    """The sages that have made the steps so far."""
    least: int
    """So many must still be made."""

    def takers(self, s: FabledState) -> list[int]:
        return [g for g in ready(s, self.sages) if not self.cap or self.used.count(g) < self.cap]


def hand_out(s: FabledState, side: int, n: int, cap: int, mask: int, least: int) -> None:
    """Up to n steps one by one; the visits follow when all are made."""
    visits.will_visit(s, side)
    ask_step(s, StepsFrame(STEPS, side, side, n, cap, mask, (), least))


def ask_step(s: FabledState, f: StepsFrame) -> None:
    if f.n > 0 and f.takers(s):
        s.ask(f)


class Steps(Phase[FabledState, StepsFrame]):
    def legal(self, s: FabledState, f: StepsFrame) -> list[Action]:
        step = s.content.acts.step
        found: list[Action] = [step[c] for c in sorted({s.at[g] for g in f.takers(s)})]
        if f.least <= 0:
            found.append(DONE)
        return found

    def apply(self, s: FabledState, f: StepsFrame, a: Action) -> None:
        if isinstance(a, Step):
            self.give(s, f, a)

    def give(self, s: FabledState, f: StepsFrame, a: Step) -> int:
        """The step is made; by which sage."""
        cell = s.content.cell_index[a.at]
        sage = freshest(s, [g for g in f.takers(s) if s.at[g] == cell])
        used = (*f.used, sage)
        s.stack.append(StepsFrame(NEXT_STEP, None, f.side, f.n - 1, f.cap, f.sages, used, f.least - 1))
        walk(s, sage, 1)
        return sage

    def why_not(self, s: FabledState, f: StepsFrame, a: Action) -> Reason | None:
        match a:
            case Step(at):
                here = board.sages_at(s, f.side, at)
                if not here:
                    return reason("why.no_sage_there", "FB-5.6", at=at)
                if all(s.wait[g] >= 0 for g in here):
                    return reason("why.sage_waits", "FB-6.3", at=at)
                if not any(f.sages >> g & 1 for g in here):
                    return reason("why.sage_not_among", "FB-12.7", at=at)
                return reason("why.sage_had_steps", "FB-12.7", at=at, n=f.cap)
            case Done():
                return reason("why.must_change", "FB-4.3")
        return None


class PaidStep(Steps):
    """A step bought in scenario 4: once a turn for each sage (FB-8.18)."""

    def apply(self, s: FabledState, f: StepsFrame, a: Action) -> None:
        assert isinstance(a, Step)
        s.paid |= 1 << self.give(s, f, a)

    def why_not(self, s: FabledState, f: StepsFrame, a: Action) -> Reason | None:
        match a:
            case Step(at):
                here = board.sages_at(s, f.side, at)
                if here and all(s.paid >> g & 1 for g in here):
                    return reason("why.step_bought", "FB-8.18", at=at)
        return super().why_not(s, f, a)


def next_step(s: FabledState, f: StepsFrame) -> None:
    """Asks for the next step once the last one is over."""
    ask_step(s, StepsFrame(STEPS, f.side, f.side, f.n, f.cap, f.sages, f.used, f.least))


def freshest(s: FabledState, sages: list[int]) -> int:
    """Of sages that look alike the one with the fewest visits in this turn (FB-5.17)."""
    if len(sages) == 1 or not s.visited:
        return sages[0]
    return min(sages, key=lambda g: sum(v >> 16 == g for v in s.visited))


WALK: Final = Doing("Walk", WalkFrame, walk_on)
VORTEX: Final = Vortex()
CROSSING: Final = Crossing()
RETURN: Final = Doing("Return", WalkFrame, come_home)
STEPS: Final = Steps()
PAID_STEP: Final = PaidStep()
NEXT_STEP: Final = Doing("NextStep", StepsFrame, next_step)
