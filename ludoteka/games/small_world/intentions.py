"""What players of Small World mean by a click, and the arrangements: tokens, encampments, heroes, regions to leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludoteka.core.arrange import Arrangement, Arranger, Item
from ludoteka.core.bits import bits
from ludoteka.core.manner import Amount, Default, Manner
from ludoteka.games.small_world.data import BASE_COST
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


def rivals(s: SmallWorld, seat: int, at: int) -> tuple[int, ...]:
    """The seats with an active race beside a region."""
    near = s.world.board.beside[at]
    return tuple(other for other in range(s.seats) if other != seat and s.held[other * SLOTS + ACTIVE] & near)


def tokens(s: SmallWorld, seat: int) -> Arrangement | None:
    slot, last, lifting = s.stack[-1][2:5]
    if not lifting and last:
        return None  # some are down already, one by one
    places = list(bits(s.held[slot]))
    total = sum(s.tokens[at] for at in places) + s.hand[slot]
    name = s.world.board.names
    items = tuple(
        Item(
            name[at],
            s.tokens[at],
            1 if lifting and at >= last else s.tokens[at],
            total,
            BASE_COST + s.defence[at] - s.tokens[at],
            rivals(s, seat, at),
        )
        for at in places
    )
    presets = {"evenly": _evenly(items, total, items)}
    front = [i for i in items if i.beside]
    if front and len(front) < len(items):
        presets["front"] = _evenly(items, total, front)
    presets["as_it_was"] = {i.thing: i.now for i in items}
    if lifting:
        presets["pick_up"] = {i.thing: i.least for i in items}
    return Arrangement("tokens", "at", items, total, presets=presets)


def _evenly(items: Sequence[Item], total: int, among: Sequence[Item]) -> Mapping[str, int]:
    """What is not needed elsewhere goes round these."""
    plan = {i.thing: i.least for i in items}
    for _ in range(total - sum(plan.values())):
        plan[min(among, key=lambda i: plan[i.thing]).thing] += 1
    return plan


def camps(s: SmallWorld, seat: int) -> Arrangement | None:
    start, opening = s.stack[-1][2], s.stack[-1][3]
    if not opening and start:
        return None
    places = list(bits(s.held[seat * SLOTS]))
    total = sum(s.camps[at] for at in places) + s.camp_hand[seat]
    name = s.world.board.names
    items = tuple(
        Item(
            name[at],
            s.camps[at],
            0 if opening else s.camps[at],
            total,
            BASE_COST + s.defence[at] - s.camps[at],
            rivals(s, seat, at),
        )
        for at in places
    )
    presets = {"evenly": _evenly(items, total, items), "as_it_was": {i.thing: i.now for i in items}}
    return Arrangement("camps", "at", items, total, presets=presets)


def heroes(s: SmallWorld, seat: int) -> Arrangement | None:
    left, start = s.stack[-1][2], s.stack[-1][3]
    return None if start else _regions(s, "heroes", seat, s.held[seat * SLOTS], left)


def forgone(s: SmallWorld, seat: int) -> Arrangement | None:
    slot, left, start = s.stack[-1][2:5]
    return None if start else _regions(s, "forgone", seat, s.held[slot], left)


def _regions(s: SmallWorld, id: str, seat: int, mask: int, n: int) -> Arrangement:
    items = tuple(Item(s.world.board.names[at], beside=rivals(s, seat, at)) for at in bits(mask))
    return Arrangement(id, "at", items, n)


def abandoned(s: SmallWorld, seat: int) -> Arrangement | None:
    frame = s.stack[-1]
    if not frame[3] or frame[5] or not s.held[frame[2]]:
        return None
    items = tuple(Item(s.world.board.names[at], beside=rivals(s, seat, at)) for at in bits(s.held[frame[2]]))
    return Arrangement("abandoned", "at", items, optional=True, least=1)


def keeps(s: SmallWorld, seat: int) -> Sequence[Amount]:
    hand = s.hand[seat * SLOTS : seat * SLOTS + SLOTS]
    return (("in_hand", sum(hand)),)


MANNER = Manner(
    wishes=WISHES,
    defaults={"NameAlly": Default("done", 1.0)},
    arrangements={
        "Redeploy": Arranger(tokens, "deploy", "lift", 1, "done", place_name),
        "Encamp": Arranger(camps, "camp", "strike", 0, "done", place_name),
        "PlaceHeroes": Arranger(heroes, "hero", name=place_name),
        "ForgoRegions": Arranger(forgone, "forgo", name=place_name),
        "Conquest": Arranger(abandoned, "abandon", name=place_name),
    },
    beside_the_point=frozenset({"why.choose_first", "why.no_witchcraft", "why.no_dragon"}),
    rests=frozenset({"Choice", "Conquest", "Redeploy", "Encamp", "PlaceHeroes", "ForgoRegions", "BuildFortress"}),
    keeps=keeps,
)
