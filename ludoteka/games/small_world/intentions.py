"""What players of Small World mean by a click, and the arrangements: tokens, encampments, heroes, regions to leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludoteka.core.action import Action
from ludoteka.core.arrange import Arrangement, Arranger, Item
from ludoteka.core.bits import bits
from ludoteka.core.errors import Kind, reason
from ludoteka.core.game import Step
from ludoteka.core.manner import Amount, Form, Manner, Need
from ludoteka.games.small_world.actions import Conquer
from ludoteka.games.small_world.data import BASE_COST
from ludoteka.games.small_world.phases.frames import Conquering
from ludoteka.games.small_world.phases.markers import Camping, Posting
from ludoteka.games.small_world.phases.moment import Moment
from ludoteka.games.small_world.phases.redeploy import Forgoing, Placing
from ludoteka.games.small_world.phases.refusal import shielded, unreachable
from ludoteka.games.small_world.phases.turn import START
from ludoteka.games.small_world.reach import cost
from ludoteka.games.small_world.state import ACTIVE, SLOTS, SmallWorld
from ludoteka.games.small_world.words import place_name

WISHES = (
    "conquer {at}",
    "expand; conquer {at}",
    "attempt {at}",
    "expand; attempt {at}",
    "dragon {at}",
    "expand; dragon {at}",
    "bewitch {at}",
    "expand; bewitch {at}",
    "fortify {at}",
    "hero {at}",
    "deploy {at} 1",
    "camp {at} 1",
    "abandon {at}",
    "expand; abandon {at}",
    "take {what}",
    "befriend {seat}",
)


STONES = 5
"""Regions that are tried on the way to another one."""


def rivals(s: SmallWorld, seat: int, at: int) -> tuple[int, ...]:
    """The seats with an active race beside a region."""
    near = s.world.board.beside[at]
    return tuple(other for other in range(s.seats) if other != seat and s.held[other * SLOTS + ACTIVE] & near)


def tokens(s: SmallWorld, seat: int) -> Arrangement | None:
    f = s.stack[-1]
    assert isinstance(f, Placing)
    if not f.lifting and f.last:
        return None  # some are down already, one by one
    slot, lifting = f.slot, f.lifting
    places = list(bits(s.held[slot]))
    total = sum(s.tokens[at] for at in places) + s.hand[slot]
    name = s.world.board.names
    items = tuple(
        Item(
            name[at],
            s.tokens[at],
            1 if lifting and at >= f.last else s.tokens[at],
            total,
            None if (s.holes | s.heroes | s.dragons) >> at & 1 else BASE_COST + s.defence[at] - s.tokens[at],
            rivals(s, seat, at),
        )
        for at in places
    )
    presets = {"evenly": _evenly(items, total, items)}
    front = [i for i in items if i.beside and i.worth is not None]
    if front and len(front) < len(items):
        presets["front"] = _evenly(items, total, front)
    presets["as_it_was"] = {i.thing: i.now for i in items}
    if lifting:
        presets["pick_up"] = {i.thing: i.least for i in items}
    return Arrangement("tokens" if lifting else "survivors", "at", items, total, presets=presets)


def _evenly(items: Sequence[Item], total: int, among: Sequence[Item]) -> Mapping[str, int]:
    """What is not needed elsewhere goes round these."""
    plan = {i.thing: i.least for i in items}
    for _ in range(total - sum(plan.values())):
        plan[min(among, key=lambda i: plan[i.thing]).thing] += 1
    return plan


def camps(s: SmallWorld, seat: int) -> Arrangement | None:
    f = s.stack[-1]
    assert isinstance(f, Camping)
    if not f.opening and f.start:
        return None
    places = list(bits(s.held[seat * SLOTS]))
    total = sum(s.camps[at] for at in places) + s.camp_hand[seat]
    name = s.world.board.names
    items = tuple(
        Item(
            name[at],
            s.camps[at],
            0 if f.opening else s.camps[at],
            total,
            BASE_COST + s.defence[at] - s.camps[at],
            rivals(s, seat, at),
        )
        for at in places
    )
    presets = {"evenly": _evenly(items, total, items), "as_it_was": {i.thing: i.now for i in items}}
    return Arrangement("camps", "at", items, total, presets=presets)


def heroes(s: SmallWorld, seat: int) -> Arrangement | None:
    f = s.stack[-1]
    assert isinstance(f, Posting)
    return None if f.start else _regions(s, "heroes", seat, s.held[seat * SLOTS], f.left)


def forgone(s: SmallWorld, seat: int) -> Arrangement | None:
    f = s.stack[-1]
    assert isinstance(f, Forgoing)
    return None if f.start else _regions(s, "forgone", seat, s.held[f.slot], f.left)


def _regions(s: SmallWorld, id: str, seat: int, mask: int, n: int) -> Arrangement:
    items = tuple(Item(s.world.board.names[at], beside=rivals(s, seat, at)) for at in bits(mask))
    return Arrangement(id, "at", items, n)


def abandoned(s: SmallWorld, seat: int) -> Arrangement | None:
    f = s.stack[-1]
    if not isinstance(f, Conquering) or not f.opening or f.start or not s.held[f.slot]:
        return None
    items = tuple(Item(s.world.board.names[at], beside=rivals(s, seat, at)) for at in bits(s.held[f.slot]))
    return Arrangement("abandoned", "at", items, optional=True, least=1)


def keeps(s: SmallWorld, seat: int) -> Sequence[Amount]:
    """The tokens in hand: of the people that marches, if one does."""
    f = s.stack[-1] if s.stack else None
    slot = f[0].people(s, f) if f is not None and isinstance(f[0], Moment) else -1
    if slot >= 0 and slot // SLOTS == seat:
        return (("in_hand", s.hand[slot]),)
    return (("in_hand", sum(s.hand[seat * SLOTS : seat * SLOTS + SLOTS])),)


def needs(s: SmallWorld, seat: int, a: Action) -> Sequence[Need]:
    """A region is conquered if it is in reach, nothing protects it and there are tokens for it."""
    f = s.stack[-1]
    if not isinstance(f, Conquering) or not isinstance(a, Conquer) or a.at not in s.world.board.index:
        return ()
    at, able, have = s.world.board.index[a.at], s.able[f.slot], s.hand[f.slot]
    assert able is not None
    if s.held[f.slot] >> at & 1:
        return ()
    need = max(1, cost(s, f.slot, able, at) - max(0, f.roll))
    few = reason("why.tokens_missing", "SW-2.4", Kind.SHORT, at=a.at, need=need, have=have, n=need - have)
    return [
        Need(reason("met.near", "SW-2.8", at=a.at), unreachable(s, f.slot, able, at, a.at)),
        Need(reason("met.open", "SW-7.30", at=a.at), shielded(s, f.slot, at, a.at)),
        Need(reason("met.tokens", "SW-2.4", at=a.at, need=need, have=have), few if need > have else None),
    ]


def stones(s: SmallWorld, seat: int, things: Mapping[str, str]) -> Sequence[Mapping[str, str]]:
    """Regions beside the one that is meant, from which it would be in reach."""
    at = s.world.board.index.get(things.get("at", ""), -1)
    if at < 0 or s.held[seat * SLOTS] & (1 << at | s.world.board.beside[at]):
        return ()
    return [{"at": s.world.board.names[i]} for i in bits(s.world.board.beside[at])][:STONES]


def next_turn(s: SmallWorld, seat: int) -> SmallWorld | None:
    """From the regions and tokens of now; none after the last round."""
    later = seat <= s.turn
    if s.round + later > s.rounds:
        return None
    c = s.clone()
    c.turn, c.round = seat, s.round + later
    c.stack = [Step(START)]
    c.settle()
    return c if c.to_move() == seat else None


MANNER = Manner(
    wishes=WISHES,
    arrangements={
        "Redeploy": Arranger(tokens, "deploy", "lift", 1, "done", place_name),
        "Encamp": Arranger(camps, "camp", "strike", 0, "done", place_name),
        "PlaceHeroes": Arranger(heroes, "hero", name=place_name),
        "ForgoRegions": Arranger(forgone, "forgo", name=place_name),
        "Conquest": Arranger(abandoned, "abandon", name=place_name),
    },
    beside_the_point=frozenset({"why.choose_first", "why.no_witchcraft", "why.no_dragon"}),
    needs=needs,
    stones=stones,
    next_turn=next_turn,
    turns=frozenset({"Choice", "TakeCombo", "Conquest"}),
    rests=frozenset({"Choice", "Conquest", "Redeploy", "Encamp", "PlaceHeroes", "ForgoRegions", "BuildFortress"}),
    keeps=keeps,
    orders=(Form("no_ally", "done", asked="NameAlly"),),
)
