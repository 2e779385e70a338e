"""What a position of Pebbles is worth: the points, and a little for pebbles that can snatch or lengthen a run."""

from __future__ import annotations

from ludoteka.bots.judge import Judge
from ludoteka.core.game import State
from ludoteka.games.pebbles.phases import Payment
from ludoteka.games.pebbles.state import EMPTY, PebblesState


class PebblesJudge(Judge):
    scale = 1.5

    def worth(self, state: State) -> list[float]:
        assert isinstance(state, PebblesState)
        worths = [float(points) for points in state.points]
        for frame in state.stack:
            if isinstance(frame, Payment):  # points that wait for the others' answers: some are snatched
                worths[frame.placer] += self.weights.get("waiting", 0.5) * frame.worth
        ring = state.ring
        if EMPTY not in ring:
            return worths
        at_edge = [0] * len(state.bag)
        for i, colour in enumerate(ring):
            if colour == EMPTY:
                for beside in (ring[i - 1], ring[(i + 1) % len(ring)]):
                    if beside != EMPTY:
                        at_edge[beside] += 1
        held = self.weights.get("held", 0.15)
        for seat, hand in enumerate(state.hands):
            worths[seat] += held * sum(min(n, at_edge[colour]) for colour, n in enumerate(hand))
        return worths


JUDGE = PebblesJudge
