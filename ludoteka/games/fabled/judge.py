"""Fabled: what the books will become, and what the sages on their way will still bring.

The unit is one sun book. Books count linearly while there is time to raise them, and exactly as the epilogue will
convert them when there is none. A sage counts by the places ahead of it. Against the spirits, their books as their own
epilogue exchanges them are taken off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from random import Random
from typing import Any, Final

from ludoteka.bots.judge import Judge
from ludoteka.core.action import Action, listed
from ludoteka.core.game import CHANCE, OVER, State
from ludoteka.games.fabled import board
from ludoteka.games.fabled.actions import APPLY, DONE, Act, Insert, Lower, Raise, Step, Visit
from ludoteka.games.fabled.content import Content
from ludoteka.games.fabled.phases.abilities import AbilityFrame
from ludoteka.games.fabled.phases.allies import KEEPING
from ludoteka.games.fabled.phases.books import TransformFrame
from ludoteka.games.fabled.phases.choices import ChoiceFrame, ResetFrame
from ludoteka.games.fabled.phases.lands import InsertFrame
from ludoteka.games.fabled.phases.movement import ANNOUNCING
from ludoteka.games.fabled.phases.turn import ACTION
from ludoteka.games.fabled.phases.visits import PlaceFrame
from ludoteka.games.fabled.scoring import comrades, knowledge, standing
from ludoteka.games.fabled.state import FabledState
from ludoteka.games.fabled.vocab import SUN

TRAILING: Final = 1.0
TOGETHER: Final = 1.6
"""Comrades trail for most of a match, and a search must still tell bad from worse: so far behind they count as level,
and a lead counts for less than alone."""
FAR: Final = 8
"""Cells ahead that are looked at."""
MOST_WORLDS: Final = 64
"""Cards of people's own making whose places are remembered."""
GATHER: Final = Act("gather")
"""A book for nothing."""


class FabledJudge(Judge):
    hidden = False
    scale = 1.1

    def __init__(self, weights: Mapping[str, Any]) -> None:
        super().__init__(weights)
        self._places: dict[Content, list[float]] = {}

    def actions(self, state: State) -> list[Action]:
        """Books are not torn apart unless nothing else can be done, nor a free one refused; lands go where sages can
        walk on."""
        assert isinstance(state, FabledState)
        legal = listed(state.legal_actions())
        if len(legal) < 2:
            return legal
        if any(isinstance(a, Lower) for a in legal):
            kept = [a for a in legal if not isinstance(a, Lower)]
            return kept or legal
        if isinstance(state.stack[-1], PlaceFrame | ChoiceFrame | AbilityFrame):
            return _without_tearing(state, legal)
        if state.stack[-1][0] is ACTION and not state.setting.paid and GATHER in legal:
            return [a for a in legal if a != DONE]
        if isinstance(legal[0], Insert) and len(legal) > 4:
            return self._gaps(state, legal)
        return legal

    def quiet(self, state: State) -> bool:
        """Before an action or an announcement; what follows from either is played on first."""
        f = state.stack[-1]
        return f[1] == CHANCE or f[0] in (ACTION, ANNOUNCING, KEEPING)

    def playout(self, state: State, rng: Random) -> Action:
        """Quick and sensible: raise the highest books, visit and apply, put lands where sages can walk."""
        assert isinstance(state, FabledState)
        legal = self.actions(state)
        first = legal[0]
        if isinstance(first, Insert):
            return first if rng.random() < 0.7 else rng.choice(legal)
        raises = [a for a in legal if isinstance(a, Raise)]
        if raises:
            return raises[-1]
        if APPLY in legal:
            return APPLY if rng.random() < 0.9 else legal[-1]
        visits = [a for a in legal if isinstance(a, Visit)]
        if visits:
            values = self._place_values(state)
            index = state.content.place_index
            return max(visits, key=lambda a: values[index[a.what]])
        steps = [a for a in legal if isinstance(a, Step)]
        if steps:
            return rng.choice(steps)
        useful = [a for a in legal if a != DONE]
        return rng.choice(useful or legal)

    def is_lead(self, state: State) -> bool:
        assert isinstance(state, FabledState)
        return state.spirits >= 0

    def worth(self, state: State) -> list[float]:
        assert isinstance(state, FabledState)
        s = state
        if not s.stack:
            return self._at_the_end(s)
        left = self._chapters_left(s)
        own = [self._side(s, seat, left) for seat in range(s.seats)]
        if s.spirits < 0:
            return own
        theirs = self._spirits(s)
        ahead = s.setting.head_start / s.seats
        if s.setting.mode == "comradeship":
            behind = sum(1 / (1 + exp(mine - theirs)) for mine in own) if self.weights["scenario"] else 0.0
            return [sum(own) / s.seats - theirs - behind - ahead] * s.seats
        return [value - theirs - ahead for value in own]

    def _at_the_end(self, s: FabledState) -> list[float]:
        if s.setting.mode == "comradeship":
            ours, theirs = comrades(s)
            return [(ours - theirs) / s.seats] * s.seats
        theirs = standing(s, s.spirits)[0] if s.spirits >= 0 else 0
        points = (knowledge(s, x) if s.setting.knowledge else s.books[x * 4 + SUN] for x in range(s.seats))
        return [n + _tie(s, x) - theirs for x, n in enumerate(points)]

    def utility(self, state: State, worths: Sequence[float]) -> list[float]:
        assert isinstance(state, FabledState)
        if state.spirits < 0:
            return super().utility(state, worths)
        together = state.setting.mode == "comradeship"
        behind, scale = (TRAILING, TOGETHER) if together else (0.0, self.scale)
        shares = [1 / (1 + exp(-max(-30.0, min(30.0, (w + behind) / scale)))) for w in worths]
        if state.setting.mode == "rivalry":
            rivals = Judge.utility(self, state, worths) if state.to_move() != OVER else shares
            shares = [a * b for a, b in zip(shares, rivals, strict=True)]
        if state.to_move() == OVER:
            return [0.75 * won + 0.25 * share for won, share in zip(state.returns(), shares, strict=True)]
        return shares

    # --- one side ------------------------------------------------------------------------------------------------

    def _chapters_left(self, s: FabledState) -> int:
        """This one included. Scenario 3 ends by lands in the discard, which it reaches in about nine chapters."""
        limit = s.setting.last_discards
        if limit and self.weights["scenario"]:
            return max(1, round((limit - len(s.discard)) * 9 / limit))
        return max(1, s.setting.layout.end - s.chapter + 1)

    def _side(self, s: FabledState, side: int, left: int) -> float:
        w = self.weights
        steppe, mountain, forest, sun = s.books[side * 4 : side * 4 + 4]
        in_row = s.in_row(side)
        time = min(1.0, (left - 1) / w["free_chapters"])
        free = sun + w["forest"] * forest + w["mountain"] * mountain + w["steppe"] * min(steppe, w["steppe_full"])
        value = time * free + (1 - time) * self._epilogue(s, side, in_row) + _tie(s, side)
        value += self._walks(s, side, left) + w["ally"] * len(s.allies[side])
        value += (w["supply"] if left > 3 else 0.0) * s.supply(side) + w["in_row"] * in_row
        return float(value)

    def _epilogue(self, s: FabledState, side: int, in_row: int) -> float:
        """What the side would have if the match ended now, in sun books or points of knowledge."""
        held = s.books[side * 4 : side * 4 + 4]
        exact = converted(held, in_row * s.content.epilogue_each)
        if s.setting.knowledge and self.weights["scenario"]:
            points = knowledge(s, side)  # books that are kept for a majority are not converted
            return max(exact, points + float(self.weights["converted"]) * (exact - held[SUN]))
        return exact

    def _spirits(self, s: FabledState) -> float:
        """As their epilogue would count now, and what the cards they hold usually bring."""
        w = self.weights
        steppe, mountain, forest, sun = s.books[s.spirits * 4 : s.spirits * 4 + 4]
        conversions = 0
        if s.setting.level.epilogue:
            conversions = s.content.trial.conversions
            rate = s.content.trial.exchange
            mountain += steppe // rate
            steppe %= rate
            forest += mountain // rate
            mountain %= rate
        exact = converted([steppe, mountain, forest, sun], conversions)
        return float(exact + w["spirit_trick"] * s.tricks_held() + 0.1 * s.in_row(s.spirits))

    def _walks(self, s: FabledState, side: int, left: int) -> float:
        """Places ahead of each sage, nearer ones for more, at most two of them."""
        content = s.content
        values = self._place_values(s)
        w = self.weights
        fade, most = w["fade"], w["most_places"]
        row = s.row
        total = 0.0
        for sage in s.own(side):
            cell = s.at[sage]
            if cell < 0:
                continue
            worth = 1.0 * min(1.0, left / 2)
            seen = 0
            here = content.cell_land[cell]
            at = row.index(here) if here in row else -1
            for _ in range(FAR):
                following = content.cell_next[cell]
                if following < 0:
                    if content.cell_dead[cell] or at < 0 or at + 1 >= len(row):
                        break
                    if not board.is_joined(s, row[at], row[at + 1]):
                        break
                    at += 1
                    following = content.paths[row[at]][0][0]
                cell = following
                worth *= fade
                places = content.cell_places[cell]
                if places:
                    total += worth * max(values[p] for p in places)
                    seen += 1
                    if seen >= most:
                        break
        return total

    def _place_values(self, s: FabledState) -> list[float]:
        values = self._places.get(s.content)
        if values is None:
            if len(self._places) >= MOST_WORLDS:
                self._places.clear()
            known = self.weights["places"]
            values = self._places[s.content] = [float(known.get(p, known["other"])) for p in s.content.place_id]
        return values

    def _gaps(self, s: FabledState, legal: list[Action]) -> list[Action]:
        """The places for a new land from which its sages can walk furthest, and those that lead into it."""
        f = s.stack[-1]
        assert isinstance(f, InsertFrame | ResetFrame)
        seat, land = f.seat, f.land
        ranked = []
        for i, a in enumerate(legal):
            value = 0.0
            if i < len(s.row) and board.is_joined(s, land, s.row[i]):
                value += 1.0 + 0.1 * len(s.row[i:])
            if i and board.is_joined(s, s.row[i - 1], land):
                mine = sum(c >= 0 and s.content.cell_land[c] in s.row[:i] for c in (s.at[g] for g in s.own(seat)))
                value += 0.6 * min(2, mine) + 0.2
            ranked.append((-value, i, a))
        ranked.sort(key=lambda item: item[:2])
        return [a for _, _, a in ranked[:4]]


def converted(books: list[int], n: int) -> float:
    """The most sun books from these with n conversions two to one, and a little for what is left."""
    steppe, mountain, forest, sun = books
    for _ in range(n):
        if forest >= 2:
            forest, sun = forest - 2, sun + 1
        elif mountain >= 2:
            mountain, forest = mountain - 2, forest + 1
        elif steppe >= 2:
            steppe, mountain = steppe - 2, mountain + 1
        else:
            break
    return sun + 0.03 * forest + 0.005 * mountain + 0.001 * steppe


def _tie(s: FabledState, side: int) -> float:
    _, mountain, forest, _ = s.books[side * 4 : side * 4 + 4]
    return 0.01 * forest + 0.001 * mountain


def _without_tearing(s: FabledState, legal: list[Action]) -> list[Action]:
    """What does not end in a conversion that could only tear a book apart, if there is such a thing."""
    first = s.stack[-1][1] * 4
    if max(s.books[first : first + SUN]) >= s.content.up:
        return legal
    kept = [a for a in legal if not _tears(s, a)]
    return kept or legal


def _tears(s: FabledState, action: Action) -> bool:
    after = s.clone()
    after.apply(action)
    return bool(after.stack) and isinstance(after.stack[-1], TransformFrame) and after.stack[-1].least > 0


JUDGE = FabledJudge
