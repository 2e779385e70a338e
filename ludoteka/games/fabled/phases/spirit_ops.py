"""What the spirits do with each operation, and their conversions and steps (FB-9.20 to 9.39). They decide nothing."""

from __future__ import annotations

from ludoteka.core.bag import changed
from ludoteka.games.fabled import board, effects
from ludoteka.games.fabled.content import NONE, Op
from ludoteka.games.fabled.phases import search, spirits, steps, visits
from ludoteka.games.fabled.state import EPILOGUE, FabledState
from ludoteka.games.fabled.vocab import SUN, TIERS

# -- conversions


def highest(s: FabledState) -> int:
    """The tier of the next conversion: the highest that can be spent and leaves its reserve; -1 if there is none."""
    keeps = not s.escalated and s.part != EPILOGUE
    first = s.spirits * 4
    for tier in (2, 1, 0):
        left = s.books[first + tier] - s.content.up
        if left >= (s.content.reserve[tier] if keeps else 0):
            return tier
    return NONE


def convert(s: FabledState, n: int) -> int:
    """Up to n conversions; how many were made. The rest is lost (FB-9.21)."""
    for made in range(n):
        tier = highest(s)
        if tier < 0:
            return made
        s.pay(s.spirits, tier, s.content.up, "conversion")
        s.gain(s.spirits, tier + 1, 1, "conversion")
        s.tell("tell.conversion", what=TIERS[tier], to=TIERS[tier + 1])
    return n


def conversions_failed(s: FabledState) -> None:
    """They got conversions and made none: a trick, but only one for a failing trick card (FB-9.43)."""
    s.tell("tell.conversion_lost")
    if s.trick_now >= 0:
        s.trick_failed = True
    else:
        s.gain_trick("conversion_lost")


# -- steps


def line(s: FabledState) -> list[int]:
    """Their sages in the order in which steps are handed out, without those that wait."""
    found = [g for g in s.own(s.spirits) if s.at[g] >= 0 and s.wait[g] < 0]
    return sorted(found, key=lambda g: steps.place_in_row(s, g))


def hand_out(s: FabledState, n: int, leftmost: bool) -> None:
    """One step each from left to right, then a new list (FB-9.25). `leftmost`: all to the first one."""
    if not any(f[0] is visits.VISITS for f in s.stack):
        s.stack.append((visits.VISITS, None, s.spirits, 0))
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


# -- operations


def is_possible(s: FabledState, op: Op) -> bool:
    me = s.spirits
    match op.name:
        case "gain":
            return True
        case "gain_per":
            return effects.number(s, me, op) >= 1
        case "transform" | "transform_per":
            return effects.number(s, me, op) >= 1 and highest(s) >= 0
        case "upgrade":
            return any(t + op.tiers <= SUN and s.books[me * 4 + t] for t in op.source)
        case "steps" | "steps_per":
            return effects.number(s, me, op) >= 1 and bool(line(s))
        case "move_land":
            return search.new_place(s) is not None
        case "copy_place":
            return copied(s) >= 0
        case "choose":
            return any(effects.can_run(s, me, option) for option in op.options)
        case "give_joint_token":
            return s.joint[-1] > 0
        case "add_land_free":
            return not s.escalated and spirits.can_place(s, op.terrain)
        case "portal":
            return bool(s.row) and any(s.content.cell_land[s.at[g]] != s.row[-1] for g in line(s))
    return False  # what only players do


def copied(s: FabledState) -> int:
    """The best place of the row by their priorities that needs no replacement (FB-9.32); -1 if there is none."""
    kinds = board.kinds_in_row(s)
    for place in s.content.by_rank:
        here = kinds >> place & 1 and not s.content.copies[place]
        if here and effects.can_run(s, s.spirits, s.content.place_effects[place]):
            return place
    return NONE


def perform(s: FabledState, op: Op, possible: bool) -> None:
    """Carry out what is possible; conversions that are not are lost and noticed."""
    me = s.spirits
    n = effects.number(s, me, op)
    if not possible:
        if op.name in ("transform", "transform_per") and n >= 1:
            conversions_failed(s)
        return
    match op.name:
        case "gain" | "gain_per":
            s.tell("tell.gain", what=TIERS[op.book], n=n)
            s.gain(me, op.book, n, "spirits")
        case "transform" | "transform_per":
            convert(s, n)
        case "upgrade":
            upgrade(s, op)
        case "steps" | "steps_per":
            hand_out(s, n, op.among == "leftmost")
        case "move_land":
            search.use_gates(s)
        case "copy_place":
            place = copied(s)
            s.tell("tell.copies", what=s.content.place_id[place])
            effects.run(s, me, s.content.place_effects[place])
        case "choose":
            effects.run(s, me, preferred(s, op.options))
        case "give_joint_token":
            give_token(s)
        case "add_land_free":
            s.stack.append((spirits.ADD, None, op.terrain))
        case "portal":
            portal(s, n)


def preferred(s: FabledState, options: tuple[int, ...]) -> int:
    """A conversion if they can make one, else the first thing possible (FB-9.29)."""
    fit = [o for o in options if effects.can_run(s, s.spirits, o)]
    return min(fit, key=lambda o: s.content.arrays[o][:1] != () and s.content.arrays[o][0].name != "transform")


def upgrade(s: FabledState, op: Op) -> None:
    """As many books as allowed, highest tier first, reserve ignored (FB-9.33)."""
    held = s.books[s.spirits * 4 : s.spirits * 4 + 4]
    left = op.books
    for tier in op.source:
        if tier + op.tiers > SUN:
            continue
        n = min(left, held[tier], 1 if op.distinct else left)
        for _ in range(n):
            s.tell("tell.upgrade", what=TIERS[tier], to=TIERS[tier + op.tiers])
            s.pay(s.spirits, tier, 1, "upgrade")
            s.gain(s.spirits, tier + op.tiers, 1, "upgrade")
        left -= n


def give_token(s: FabledState) -> None:
    """To the player; of several to the holder of the fate token, which then goes on (FB-9.46, FB-9.65)."""
    seat = s.fate if s.fate >= 0 else 0
    s.joint = changed(s.joint, s.spirits, s.joint[-1] - 1)
    s.joint = changed(s.joint, seat, s.joint[seat] + 1)
    s.tell("tell.joint_token", seat=seat)
    if s.fate >= 0:
        s.fate = s.order[(s.order.index(s.fate) + 1) % s.seats]
        s.tell("tell.fate_passes", seat=s.fate)


def portal(s: FabledState, n: int) -> None:
    """Their leftmost sages outside the rightmost land go to its first cell (FB-13.13)."""
    last = s.row[-1]
    far = [g for g in line(s) if s.content.cell_land[s.at[g]] != last]
    for sage in far[:n]:
        s.tell("tell.portal", at=s.content.cell_name[s.at[sage]], to=s.content.land_id[last])
        s.at[sage] = s.content.paths[last][0][0]
