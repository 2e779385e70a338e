"""The turn of the spirits: a numbered procedure that nobody decides, every step told with its reason (FB-9)."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.bits import bits
from ludoteka.core.game import CHANCE, Frame, Phase
from ludoteka.games.fabled import board, effects
from ludoteka.games.fabled.actions import Open, Territory
from ludoteka.games.fabled.phases import chapters, lands, movement, search, steps, tricks, turn
from ludoteka.games.fabled.state import FabledState
from ludoteka.games.fabled.vocab import FOREST, STEPPE, TERRAINS, TIERS


def escalation(s: FabledState) -> int:
    """The division of the escalation token (FB-9.2, FB-9.60)."""
    return int(s.content.trial["escalation_solo" if s.seats == 1 else "escalation_together"])


class PrologueTurn(Phase[FabledState, Frame]):
    """They reveal an ally, pay one book and add a land of its terrain (FB-9.7). f = (PROLOGUE_TURN, None)."""

    def run(self, s: FabledState, f: Frame) -> None:
        s.start_turn(s.spirits)
        s.told = ()
        s.stack.append((PROLOGUE_ADD, None))
        reveal(s)


class PrologueAdd(Phase[FabledState, Frame]):
    """f = (PROLOGUE_ADD, None)."""

    def run(self, s: FabledState, f: Frame) -> None:
        tier, n = s.content.price[s.territory]
        if can_place(s, s.territory) and s.books[s.spirits * 4 + tier] >= n:
            s.pay(s.spirits, tier, n, "price")
            s.stack.append((ADD, None, s.territory))


class Spirits(Phase[FabledState, Frame]):
    """f = (SPIRITS, None, step): start, territory, assistance, action, movement, tricks, oblivion."""

    def run(self, s: FabledState, f: Frame) -> None:
        step = f[2]
        if step < 6:
            s.stack.append((SPIRITS, None, step + 1))
        (start, reveal, assist, act, move, tricks.begin, oblivion)[step](s)


# -- start


def start(s: FabledState) -> None:
    """Scenario 3's escalation check, the cards of together play, help for spirits without sages (FB-9.10)."""
    s.start_turn(s.spirits)
    s.told = ()
    check_escalation(s)
    for _ in range(tricks_each_turn(s)):
        s.gain_trick("together")
    if not s.in_row(s.spirits):
        rules = s.content.trial["no_volkhvs"]
        s.tell("tell.no_sages")
        for _ in range(rules["tricks"]):
            s.gain_trick("no_sages")
        free = rules["free_lands_after_escalation" if s.escalated else "free_lands"]
        for name in reversed(free):
            s.stack.append((FREE, None, TERRAINS.index(name)))


def check_escalation(s: FabledState) -> None:
    """Scenario 3: it begins once few enough lands are missing to the end (FB-8.13)."""
    limit = board.last_discards(s)
    if limit and not s.escalated and s.chapter >= escalation(s):
        missing = limit - len(s.discard)
        most = s.content.scenarios[s.options.scenario]["escalation_needs_missing_at_most"]
        if missing <= most:
            s.escalated = True
            s.tell("tell.escalation")
        else:
            s.tell("tell.no_escalation", n=missing, most=most)


def tricks_each_turn(s: FabledState) -> int:
    """Comradeship, and rivalry where agreed (FB-9.63)."""
    if s.options.mode == "comradeship" or s.options.spirit_tricks:
        return int(s.content.trial["together"]["tricks_per_spirit_turn"].get(f"p{s.seats}", 0))
    return 0


class Escalate(Phase[FabledState, Frame]):
    """The time token reaches the escalation token (FB-9.16). f = (ESCALATE, None)."""

    def run(self, s: FabledState, f: Frame) -> None:
        s.escalated = True
        s.tell("tell.escalation")


# -- 1 territory, 2 assistance


def reveal(s: FabledState) -> None:
    if chapters.top_allies(s):
        s.stack.append((REVEALING, CHANCE))
    else:
        s.tell("tell.last_territory", terrain=TERRAINS[s.territory])


class Revealing(Phase[FabledState, Frame]):
    """f = (REVEALING, CHANCE)."""

    def outcomes(self, s: FabledState, f: Frame) -> list[tuple[Action, int]]:
        return [(s.content.acts.territory[a], 1) for a in chapters.top_allies(s)]

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        assert isinstance(a, Territory)
        ally = s.content.ally_index[a.what]
        chapters.draw_ally(s, ally)
        s.revealed = (*s.revealed, ally)
        s.territory = s.content.allies[ally].terrain
        s.tell("tell.territory", what=a.what, terrain=TERRAINS[s.territory])


def assist(s: FabledState) -> None:
    """High level: help that depends on the territory (FB-9.53)."""
    aid = s.content.levels[s.options.level].help
    if aid:
        array, otherwise = aid[s.territory]
        s.tell("tell.assistance", terrain=TERRAINS[s.territory])
        if effects.can_run(s, s.spirits, array):
            effects.run(s, s.spirits, array)
        elif otherwise >= 0:
            effects.run(s, s.spirits, otherwise)


# -- 3 action


def act(s: FabledState) -> None:
    if s.escalated:
        s.tell("tell.escalated_no_land")
        s.gain_trick("escalation")
        return
    terrain = s.territory
    if s.content.levels[s.options.level].forest_first and not obstacles(s, FOREST):
        terrain = FOREST
        s.tell("tell.forest_first")
    against = obstacles(s, terrain)
    for why in against:
        s.tell(f"tell.no_land_{why}", terrain=TERRAINS[terrain], n=board.surcharge(s, s.spirits, terrain))
    if against:
        rules = s.content.trial["action_fail"]
        if against == ["books"]:
            effects.run(s, s.spirits, s.content.failed_add)
        for _ in range(rules["tricks"]):
            s.gain_trick("no_land")
        return
    tier, n = s.content.price[terrain]
    extra = board.surcharge(s, s.spirits, terrain)
    s.tell("tell.pays", what=TIERS[tier], n=n, extra=extra, terrain=TERRAINS[terrain])
    s.pay(s.spirits, tier, n, "price")
    if extra:
        s.pay(s.spirits, STEPPE, extra, "surcharge")
    s.stack.append((ADD, None, terrain))


def obstacles(s: FabledState, terrain: int) -> list[str]:
    """Why they do not add a land of this terrain (FB-9.12)."""
    found = []
    extra = board.surcharge(s, s.spirits, terrain)
    tier, n = s.content.price[terrain]
    if extra > s.content.trial["max_surcharge"]:
        found.append("surcharge")
    if s.supply(s.spirits) < s.content.placed[terrain]:
        found.append("sages")
    if not cards(s, terrain):
        found.append("cards")
    if not board.can_pay(s, s.spirits, tier, n, extra):
        found.append("books")
    return found


def cards(s: FabledState, terrain: int) -> bool:
    return s.open[terrain * 2] >= 0 or bool(s.decks[terrain])


def can_place(s: FabledState, terrain: int) -> bool:
    return cards(s, terrain) and s.supply(s.spirits) >= s.content.placed[terrain]


class Free(Phase[FabledState, Frame]):
    """A land without price for spirits without sages. f = (FREE, None, terrain)."""

    def run(self, s: FabledState, f: Frame) -> None:
        if can_place(s, f[2]):
            s.tell("tell.free_land", terrain=TERRAINS[f[2]])
            s.stack.append((ADD, None, f[2]))


class AddLand(Phase[FabledState, Frame]):
    """The search of FB-9.13: the farther open card, the nearer one, then the top of the deck at the far left.

    f = (ADD, None, terrain)."""

    def run(self, s: FabledState, f: Frame) -> None:
        terrain = f[2]
        for land in s.open[terrain * 2 : terrain * 2 + 2]:
            if land >= 0:
                gap = search.find_gap(s, land)
                if gap >= 0:
                    self.put(s, land, gap)
                    lands.take_open(s, land)
                    return
        if s.decks[terrain]:
            s.stack.append((TOP, CHANCE, terrain))
        else:
            land = s.open[terrain * 2]
            s.tell("tell.deck_empty", what=s.content.land_id[land])
            self.put(s, land, 0)
            lands.take_open(s, land)

    def put(self, s: FabledState, land: int, gap: int) -> None:
        s.row.insert(gap, land)
        lands.place_sages(s, s.spirits, land)
        s.tell("tell.adds", what=s.content.land_id[land], at=f"g{gap}")
        lands.reward_all(s, s.content.land_terrain[land])


class Top(Phase[FabledState, Frame]):
    """f = (TOP, CHANCE, terrain)."""

    def outcomes(self, s: FabledState, f: Frame) -> list[tuple[Action, int]]:
        return [(s.content.acts.open[land], 1) for land in bits(s.decks[f[2]])]

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        assert isinstance(a, Open)
        land = s.content.land_index[a.what]
        s.decks = changed(s.decks, f[2], s.decks[f[2]] ^ 1 << land)
        s.tell("tell.top_card", what=a.what)
        ADD.put(s, land, 0)


# -- 4 movement, 6 oblivion


def move(s: FabledState) -> None:
    """They announce their territory, or the terrain of their leftmost land (FB-9.18)."""
    terrain = s.territory
    if not board.sages_on_terrain(s, s.spirits, terrain):
        mine = sorted(board.sages_in_row(s, s.spirits), key=lambda g: steps.place_in_row(s, g))
        if not mine:
            s.tell("tell.nobody_moves")
            s.gain_trick("nobody_moves")
            return
        s.tell("tell.not_in_territory", terrain=TERRAINS[terrain])
        terrain = s.content.land_terrain[s.content.cell_land[s.at[mine[0]]]]
    s.tell("tell.announces", terrain=TERRAINS[terrain])
    movement.announce(s, s.spirits, 1 << terrain)


def oblivion(s: FabledState) -> None:
    s.stack.append((turn.OBLIVION, None, s.spirits))


PROLOGUE_TURN = PrologueTurn()
PROLOGUE_ADD = PrologueAdd()
SPIRITS = Spirits()
ESCALATE = Escalate()
REVEALING = Revealing()
FREE = Free()
ADD = AddLand()
TOP = Top()
