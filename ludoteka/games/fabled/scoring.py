"""Who has won (FB-1.3), the points of scenario 2, and the rating of a victory over the spirits."""

from __future__ import annotations

from ludoteka.games.fabled.parts import NONE
from ludoteka.games.fabled.state import FabledState
from ludoteka.games.fabled.vocab import SUN


def standing(s: FabledState, side: int) -> tuple[int, ...]:
    """Sun books, then forest, mountain and steppe books break ties. The spirits' with their head start (FB-9.70)."""
    steppe, mountain, forest, sun = s.books[side * 4 : side * 4 + 4]
    if side == s.spirits:
        return sun + s.setting.head_start, forest + s.setting.forest_start, mountain, steppe
    return sun, forest, mountain, steppe


def knowledge(s: FabledState, seat: int) -> int:
    """Scenario 2: points for having most books of a tier and for sun books (FB-8.6)."""
    rules = s.setting.knowledge
    if rules is None:
        return 0
    points = rules.per_sun * s.books[seat * 4 + SUN]
    for tier in rules.tiers:
        column = s.books[tier : s.seats * 4 : 4]
        most = max(column)
        if column[seat] == most:
            points += rules.of_zero if not most else rules.most if column.count(most) == 1 else rules.tied
    return points


def is_out(s: FabledState, seat: int) -> bool:
    """Rivalry: eliminated in the epilogue."""
    return bool(s.result and s.result[0] >> seat & 1)


def comrades(s: FabledState) -> tuple[int, int]:
    """Comradeship: the players' sum of sun books, and the spirits' times the number of players (FB-9.67), with their
    head start (FB-9.70)."""
    return sum(s.books[SUN : s.seats * 4 : 4]), s.books[s.spirits * 4 + SUN] * s.seats + s.setting.head_start


def winners(s: FabledState) -> list[int]:
    """The seats that share the victory; nobody if the spirits win. Whoever has left wins only if nobody has stayed."""
    seats = [x for x in range(s.seats) if not s.left >> x & 1] or list(range(s.seats))
    if s.spirits < 0:
        scored = {x: (knowledge(s, x), *standing(s, x)) for x in seats}
        return [x for x in seats if scored[x] == max(scored.values())]
    if s.setting.mode == "comradeship":
        ours, theirs = comrades(s)
        return seats if ours > theirs else []
    left = [x for x in seats if not is_out(s, x) and standing(s, x) > standing(s, s.spirits)]
    best = max((standing(s, x) for x in left), default=())
    return [x for x in left if standing(s, x) == best]


def spirits_win(s: FabledState) -> bool:
    return s.spirits >= 0 and not winners(s)


def scores(s: FabledState) -> list[tuple[int, ...]]:
    """Competition: the standing, in scenario 2 after the points. Trial: first 1 for a victory or 0."""
    seats = range(s.seats)
    if s.spirits < 0:
        if s.setting.knowledge:
            return [(knowledge(s, x), *standing(s, x)) for x in seats]
        return [standing(s, x) for x in seats]
    won = winners(s)
    if s.setting.mode == "comradeship":
        return [(int(bool(won)), comrades(s)[0]) for _ in seats]
    return [(int(x in won), *standing(s, x)) for x in seats]


def returns(s: FabledState) -> list[float]:
    """Shares of victory. In the Trial they sum to 0 when the spirits win."""
    won = winners(s)
    return [1 / len(won) if x in won else 0.0 for x in range(s.seats)]


def rating(s: FabledState) -> int:
    """How good a solo victory is, from 0 (a tie broken) to 3 (FB-9.59); -1 without one."""
    if s.seats != 1 or not winners(s):
        return NONE
    lead = standing(s, 0)[0] - standing(s, s.spirits)[0]
    return sum(1 for difference in s.content.ratings if lead >= difference) - 1
