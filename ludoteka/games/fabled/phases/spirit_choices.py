"""How the spirits decide what an effect leaves open (FB-9.20 to 9.39): they follow a procedure."""

from __future__ import annotations

from ludoteka.core.bag import changed
from ludoteka.games.fabled import board, effects
from ludoteka.games.fabled.effects import Chooser, Source
from ludoteka.games.fabled.parts import NONE, Op
from ludoteka.games.fabled.phases import books, search, steps, visits
from ludoteka.games.fabled.state import EPILOGUE, FabledState, ForTerrain
from ludoteka.games.fabled.vocab import SUN, TIERS


def highest(s: FabledState) -> int:
    """The tier of the next conversion: the highest that can be spent and leaves its reserve; -1 if there is none."""
    keeps = not s.escalated and s.part != EPILOGUE
    first = s.spirits * 4
    for tier in (2, 1, 0):
        left = s.books[first + tier] - s.content.up
        if left >= (s.content.trial.reserve[tier] if keeps else 0):
            return tier
    return NONE


def convert(s: FabledState, n: int) -> int:
    """Up to n conversions; how many were made. The rest is lost (FB-9.21)."""
    for made in range(n):
        tier = highest(s)
        if tier < 0:
            return made
        books.raise_book(s, s.spirits, tier)
        s.tell("tell.conversion", what=TIERS[tier], to=TIERS[tier + 1])
    return n


def line(s: FabledState) -> list[int]:
    """Their sages in the order in which steps are handed out, without those that wait."""
    return board.in_order(s, (g for g in board.sages_in_row(s, s.spirits) if s.wait[g] < 0))


def hand_out(s: FabledState, n: int, leftmost: bool) -> None:
    """One step each from left to right, then a new list (FB-9.25). `leftmost`: all to the first one."""
    visits.will_visit(s, s.spirits)
    s.tell("tell.hand_out", n=n)
    while n > 0:
        todo = line(s)[:1] if leftmost else line(s)
        if not todo:
            s.tell("tell.steps_lost", n=n)
            return
        for sage in todo:
            for _ in range(n if leftmost else 1):
                if n and s.at[sage] >= 0 and s.wait[sage] < 0:
                    steps.walk(s, sage, 1)
                    n -= 1
        if leftmost:
            return


def give_token(s: FabledState) -> None:
    """To the player; of several to the holder of the fate token, which then goes on (FB-9.46, FB-9.65)."""
    seat = s.fate if s.fate >= 0 else 0
    s.joint = changed(s.joint, s.spirits, s.joint[-1] - 1)
    s.joint = changed(s.joint, seat, s.joint[seat] + 1)
    s.tell("tell.joint_token", seat=seat)
    if s.fate >= 0:
        s.fate = s.order[(s.order.index(s.fate) + 1) % s.seats]
        s.tell("tell.fate_passes", seat=s.fate)


def far_sages(s: FabledState) -> list[int]:
    """Those that a portal would bring to the rightmost land, the leftmost first (FB-13.13)."""
    return [g for g in line(s) if s.content.cell_land[s.at[g]] != s.row[-1]] if s.row else []


def upgrade(s: FabledState, op: Op) -> None:
    """As many books as allowed, highest tier first, reserve ignored (FB-9.33)."""
    held = s.books[s.spirits * 4 : s.spirits * 4 + 4]
    left = op.books
    for tier in op.source:
        if tier + op.tiers <= SUN:
            n = min(left, held[tier], 1 if op.distinct else left)
            for _ in range(n):
                s.tell("tell.upgrade", what=TIERS[tier], to=TIERS[tier + op.tiers])
                books.upgrade_book(s, s.spirits, tier, op.tiers)
            left -= n


def choose(s: FabledState, options: tuple[int, ...]) -> None:
    """A conversion if they can make one, else the first thing possible (FB-9.29); nothing only if there is nothing
    else, which they took first before the seventh edition."""

    def last(option: int) -> int:
        ops = s.content.arrays[option]
        return int(ops[0].name != "transform") if ops else 2 * s.content.nothing_last

    effects.run(s, s.spirits, min((o for o in options if effects.can_run(s, s.spirits, o)), key=last))


class Spirits(Chooser):
    """Decide nothing."""

    def is_possible(self, s: FabledState, side: int, op: Op, source: Source) -> bool:
        match op.name:
            case "transform" | "transform_per":
                return highest(s) >= 0
            case "steps" | "steps_per":
                return bool(line(s))
            case "move_land":
                return search.new_place(s) is not None
            case "give_joint_token":
                return s.joint[-1] > 0
            case "add_land_free":
                return not s.escalated and search.can_place(s, op.terrain)
            case "portal":
                return bool(far_sages(s))
        return False

    def perform(self, s: FabledState, side: int, op: Op, n: int, source: Source, chosen: bool) -> None:
        match op.name:
            case "transform" | "transform_per":
                convert(s, n)
            case "upgrade":
                upgrade(s, op)
            case "steps" | "steps_per":
                hand_out(s, n, op.among == "leftmost")
            case "move_land":
                search.use_gates(s)
            case "choose":
                choose(s, op.options)
            case "copy_place":  # the best place by their priorities that needs no replacement (FB-9.32)
                place = min(effects.copyable(s, side), key=s.setting.rank.__getitem__)
                s.tell("tell.copies", what=s.content.place_id[place])
                effects.run(s, side, s.content.place_effects[place])
            case "give_joint_token":
                give_token(s)
            case "add_land_free":
                s.stack.append(ForTerrain(search.ADD, None, op.terrain))
            case "portal":
                last = s.row[-1]
                for sage in far_sages(s)[:n]:
                    s.tell("tell.portal", at=s.content.cell_name[s.at[sage]], to=s.content.land_id[last])
                    s.at[sage] = s.content.paths[last][0][0]

    def fail(self, s: FabledState, side: int, op: Op) -> None:
        """They got conversions and made none: a trick, but only one for a failing trick card (FB-9.43)."""
        if op.name in ("transform", "transform_per") and effects.number(s, side, op) >= 1:
            s.tell("tell.conversion_lost")
            if s.trick_now >= 0:
                s.trick_failed = True
            else:
                s.gain_trick("conversion_lost")


effects.CHOOSERS[True] = Spirits()
