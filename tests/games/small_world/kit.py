"""Sets up tables for tests: who stands where, then lines of play."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludoteka.core.errors import IllegalAction
from ludoteka.core.game import CHANCE
from ludoteka.core.match import Match
from ludoteka.core.proof import disproof
from ludoteka.games.small_world import GAME
from ludoteka.games.small_world.laws import LAWS
from ludoteka.games.small_world.phases.column import BADGE, BANNER
from ludoteka.games.small_world.position import position
from ludoteka.games.small_world.reach import cost
from ludoteka.games.small_world.state import SLOTS, SmallWorld
from tests.games.small_world.proofs import mend


def people(seat: int, name: str, state: str = "active", **more: Any) -> dict[str, Any]:
    """`people(0, "hill orcs", Fa1=3, hand=2)`: a people of a seat; upper-case keywords are regions."""
    *power, race = name.split()
    regions = {key: n for key, n in more.items() if key[0].isupper()}
    rest = {key: n for key, n in more.items() if not key[0].isupper()}
    return {"seat": seat, "race": race, "power": "".join(power), "state": state, "regions": regions, **rest}


class Table:
    """A match from a written position. `options` are those of the game, everything else describes the position."""

    def __init__(self, *peoples: dict[str, Any], seats: int = 2, options: dict[str, Any] | None = None, **given: Any):
        given["peoples"] = list(peoples)
        self.match = Match(GAME, seats, options, position=position(**given))
        self.fill()

    @property
    def s(self) -> SmallWorld:
        assert isinstance(self.match.state, SmallWorld)
        return self.match.state

    def fill(self) -> None:
        """Chance turns up whatever comes first."""
        while self.s.stack and self.s.stack[-1][0] in (BANNER, BADGE):
            self.match.push(self.s.legal_actions()[0])
        for law in LAWS:
            law(self.s)

    def do(self, *texts: str) -> Table:
        """Play lines; a roll is chance's, everything else that of the seat asked."""
        for text in texts:
            mover = self.s.to_move()
            assert (mover == CHANCE) == text.startswith(("roll", "banner", "badge")), (text, self.s.stack[-1])
            self.match.play(mover, text)
            self.fill()
        return self

    def legal(self, verb: str = "") -> set[str]:
        """What the seat asked may do, or only where it may do that."""
        texts = {str(a) for a in self.s.legal_actions()}
        return {t.removeprefix(verb + " ") for t in texts if t.startswith(verb + " ")} if verb else texts

    def why(self, text: str) -> str:
        """The message id of the refusal; also checks that it is true and that both languages can say it."""
        with pytest.raises(IllegalAction) as found:
            self.match.play(self.s.to_move(), text)
        self.last = found.value.why
        false = disproof(self.s, GAME.parse(text), self.last, mend, Random(0))
        assert not false, (false, self.last)
        for lang in ("en", "ru"):
            assert self.last.id in GAME.catalogue(lang)
            assert GAME.catalogue(lang).why(self.last)
        return self.last.id

    def end(self, into: str = "") -> Table:
        """Bring the turn to its end: no more conquests, tokens in hand into one region, nothing optional."""
        turn, number = self.s.turn, self.s.round
        while self.s.stack and (self.s.turn, self.s.round) == (turn, number):
            texts = [str(a) for a in self.s.legal_actions()]
            wanted = [x for x in ("stop", "done") if x in texts]
            placed = [x for x in texts if x.startswith(("deploy", "camp")) and (not into or x.split()[1] == into)]
            self.do(wanted[0] if wanted else placed[-1] if placed else texts[0])
        return self

    def asked(self) -> str:
        return f"{self.s.to_move()} {self.s.stack[-1][0]}" if self.s.stack else "over"

    def held(self, seat: int, state: int = 0) -> dict[str, int]:
        """Regions of a people with its tokens: active 0, in decline 1, not counted 2."""
        names = self.s.world.board.names
        slot = seat * SLOTS + state
        return {names[at]: self.s.tokens[at] for at in range(len(names)) if self.s.held[slot] >> at & 1}

    def hand(self, seat: int, state: int = 0) -> int:
        return self.s.hand[seat * SLOTS + state]

    def tray(self, race: str) -> int:
        return self.s.tray[self.s.world.race_index[race]]

    def cost(self, name: str, seat: int = 0, state: int = 0) -> int:
        able = self.s.able[seat * SLOTS + state]
        assert able is not None
        return cost(self.s, seat * SLOTS + state, able, self.s.world.board.index[name])

    def at(self, name: str) -> dict[str, Any]:
        """A region as the view shows it."""
        found: dict[str, Any] = self.s.view(None)["regions"][self.s.world.board.index[name]]
        return found

    def column(self) -> list[str]:
        return [f"{c['power']} {c['race']}" for c in self.s.view(None)["column"]]

    def income(self, seat: int) -> dict[str, int]:
        paid: dict[str, int] = {}
        for origin, n in self.s.income[seat]:
            paid[origin] = paid.get(origin, 0) + n
        return paid
