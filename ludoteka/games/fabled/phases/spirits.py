"""The turn of the spirits: a numbered procedure that nobody decides, every step told with its reason (FB-9)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.game import CHANCE, Asked, Phase, Step
from ludoteka.games.fabled import board, effects
from ludoteka.games.fabled.actions import Territory
from ludoteka.games.fabled.phases import allies, lands, movement, search, tricks
from ludoteka.games.fabled.state import Doing, FabledState, ForTerrain
from ludoteka.games.fabled.vocab import FOREST, STEPPE, TERRAINS, TIERS


def prologue_turn(s: FabledState, f: Step) -> None:
    """They reveal an ally, pay one book and add a land of its terrain (FB-9.7)."""
    s.start_turn(s.spirits)
    s.told = ()
    s.stack.append(PROLOGUE_ADD.step)
    reveal(s)


def prologue_add(s: FabledState, f: Step) -> None:
    tier, n = s.content.price[s.territory]
    if search.can_place(s, s.territory) and s.books[s.spirits * 4 + tier] >= n:
        s.pay(s.spirits, tier, n, "price")
        s.stack.append(ForTerrain(search.ADD, None, s.territory))


class TurnFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: None
    step: int


def take_turn(s: FabledState, f: TurnFrame) -> None:
    """Start, territory, assistance, action, movement, tricks, oblivion."""
    if f.step < 6:
        s.stack.append(f._replace(step=f.step + 1))
    (start, reveal, assist, act, move, tricks.begin, oblivion)[f.step](s)


# -- start


def start(s: FabledState) -> None:
    """Scenario 3's escalation check, the cards of together play, help for spirits without sages (FB-9.10)."""
    s.start_turn(s.spirits)
    s.told = ()
    check_escalation(s)
    for _ in range(s.setting.tricks_each_turn):
        s.gain_trick("together")
    if not s.in_row(s.spirits):
        rules = s.content.trial
        s.tell("tell.no_sages")
        for _ in range(rules.lost_tricks):
            s.gain_trick("no_sages")
        for terrain in reversed(rules.free_lands_escalated if s.escalated else rules.free_lands):
            s.stack.append(ForTerrain(FREE, None, terrain))


def check_escalation(s: FabledState) -> None:
    """Scenario 3: it begins once few enough lands are missing to the end (FB-8.13)."""
    limit = s.setting.last_discards
    if limit and not s.escalated and s.chapter >= s.setting.escalation:
        missing = limit - len(s.discard)
        most = s.setting.escalation_missing
        if missing <= most:
            s.escalated = True
            s.tell("tell.escalation")
        else:
            s.tell("tell.no_escalation", n=missing, most=most)


def escalate(s: FabledState, f: Step) -> None:
    """The time token reaches the escalation token (FB-9.16)."""
    s.escalated = True
    s.tell("tell.escalation")


# -- 1 territory, 2 assistance


def reveal(s: FabledState) -> None:
    if allies.top(s):
        s.stack.append(REVEALING.asked[CHANCE])
    else:
        s.tell("tell.last_territory", terrain=TERRAINS[s.territory])


class Revealing(Phase[FabledState, Asked]):
    def outcomes(self, s: FabledState, f: Asked) -> list[tuple[Action, int]]:
        return [(s.content.acts.territory[a], 1) for a in allies.top(s)]

    def apply(self, s: FabledState, f: Asked, a: Action) -> None:
        assert isinstance(a, Territory)
        ally = s.content.ally_index[a.what]
        allies.draw(s, ally)
        s.revealed = (*s.revealed, ally)
        s.territory = s.content.allies[ally].terrain
        s.tell("tell.territory", what=a.what, terrain=TERRAINS[s.territory])


def assist(s: FabledState) -> None:
    """High level: help that depends on the territory (FB-9.53)."""
    if s.setting.level.assistance:
        aid = s.setting.level.assistance[s.territory]
        s.tell("tell.assistance", terrain=TERRAINS[s.territory])
        if effects.can_run(s, s.spirits, aid.effects):
            effects.run(s, s.spirits, aid.effects)
        elif aid.otherwise >= 0:
            effects.run(s, s.spirits, aid.otherwise)
        elif s.content.doubt_tricks:
            s.gain_trick("assistance")


# -- 3 action


def act(s: FabledState) -> None:
    if s.escalated:
        s.tell("tell.escalated_no_land")
        s.gain_trick("escalation")
        return
    terrain = s.territory
    if s.setting.level.forest_first and not obstacles(s, FOREST):
        terrain = FOREST
        s.tell("tell.forest_first")
    against = obstacles(s, terrain)
    for why in against:
        s.tell(f"tell.no_land_{why}", terrain=TERRAINS[terrain], n=board.surcharge(s, s.spirits, terrain))
    if against:
        if against == ["books"]:
            effects.run(s, s.spirits, s.content.failed_add)
        for _ in range(s.content.trial.failed_tricks):
            s.gain_trick("no_land")
        return
    tier, n = s.content.price[terrain]
    extra = board.surcharge(s, s.spirits, terrain)
    s.tell("tell.pays", what=TIERS[tier], n=n, extra=extra, terrain=TERRAINS[terrain])
    s.pay(s.spirits, tier, n, "price")
    if extra:
        s.pay(s.spirits, STEPPE, extra, "surcharge")
    s.stack.append(ForTerrain(search.ADD, None, terrain))


def obstacles(s: FabledState, terrain: int) -> list[str]:
    """Why they do not add a land of this terrain (FB-9.12)."""
    found = []
    extra = board.surcharge(s, s.spirits, terrain)
    tier, n = s.content.price[terrain]
    if extra > s.content.trial.max_surcharge:
        found.append("surcharge")
    if s.supply(s.spirits) < s.content.placed[terrain]:
        found.append("sages")
    if not search.cards(s, terrain):
        found.append("cards")
    if not board.can_pay(s, s.spirits, tier, n, extra):
        found.append("books")
    return found


def add_free_land(s: FabledState, f: ForTerrain) -> None:
    """A land without price for spirits without sages."""
    if search.can_place(s, f.terrain):
        s.tell("tell.free_land", terrain=TERRAINS[f.terrain])
        s.stack.append(f._replace(phase=search.ADD))
    elif s.content.doubt_tricks:  # they could not do what they were to do (FB-9.40)
        s.tell("tell.no_free_land", terrain=TERRAINS[f.terrain])
        s.gain_trick("no_land")


# -- 4 movement, 6 oblivion


def move(s: FabledState) -> None:
    """They announce their territory, or the terrain of their leftmost land (FB-9.18)."""
    terrain = s.territory
    if not board.sages_on_terrain(s, s.spirits, terrain):
        mine = board.in_order(s, board.sages_in_row(s, s.spirits))
        if not mine:
            s.tell("tell.nobody_moves")
            s.gain_trick("nobody_moves")
            return
        s.tell("tell.not_in_territory", terrain=TERRAINS[terrain])
        terrain = s.content.land_terrain[s.content.cell_land[s.at[mine[0]]]]
    s.tell("tell.announces", terrain=TERRAINS[terrain])
    movement.announce(s, s.spirits, 1 << terrain)


def oblivion(s: FabledState) -> None:
    s.stack.append(lands.OBLIVION.of[s.spirits])


PROLOGUE_TURN: Final = Doing("PrologueTurn", Step, prologue_turn)
PROLOGUE_ADD: Final = Doing("PrologueAdd", Step, prologue_add)
SPIRITS: Final = Doing("Spirits", TurnFrame, take_turn)
ESCALATE: Final = Doing("Escalate", Step, escalate)
REVEALING: Final = Revealing()
FREE: Final = Doing("Free", ForTerrain, add_free_land)
