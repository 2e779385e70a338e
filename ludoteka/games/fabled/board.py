"""Questions about the row and the cards: who stands where, what is linked, what it costs, what holds."""

from __future__ import annotations

from collections.abc import Iterable

from ludoteka.core.bits import mask_of
from ludoteka.games.fabled.parts import NONE, Ability, Condition, Mod
from ludoteka.games.fabled.state import PROLOGUE, FabledState
from ludoteka.games.fabled.vocab import STEPPE

# -- sages


def sages_in_row(s: FabledState, side: int) -> list[int]:
    at = s.at
    return [g for g in s.own(side) if at[g] >= 0]


def sages_at(s: FabledState, side: int, cell: str) -> list[int]:
    return [g for g in sages_in_row(s, side) if s.content.cell_name[s.at[g]] == cell]


def sages_on_terrain(s: FabledState, side: int, terrain: int) -> int:
    there, stride = s.content.terrain_cells[1 << terrain], s.content.stride
    return len([cell for cell in s.at[side * stride : (side + 1) * stride] if cell in there])


def lands_of(s: FabledState, side: int) -> int:
    """The lands that hold sages of a side, as a set."""
    lands, stride = s.content.cell_land, s.content.stride
    return mask_of([lands[cell] for cell in s.at[side * stride : (side + 1) * stride] if cell >= 0])


def place_in_row(s: FabledState, sage: int) -> tuple[int, int]:
    """Order of sages: lands from left to right, cells from the start, the normal path before the dead end (FB-9.26)."""
    cell = s.at[sage]
    return s.row.index(s.content.cell_land[cell]), s.content.cell_key[cell]


def in_order(s: FabledState, sages: Iterable[int]) -> list[int]:
    return sorted(sages, key=lambda g: place_in_row(s, g))


def occupied(s: FabledState, land: int) -> bool:
    return not s.content.land_cells[land].isdisjoint(s.at)


# -- places


def linked(s: FabledState, cell: int) -> tuple[int, ...]:
    """The places of a vortex in their order; a token of an ally comes after the printed one (FB-10.27)."""
    places = s.content.cell_places[cell]
    if cell in s.token_at:
        places += tuple([s.content.tokens[token][0] for token, where in enumerate(s.token_at) if where == cell])
    return places


def owner_of(s: FabledState, ally: int) -> int:
    return next((seat for seat, mine in enumerate(s.allies) if ally in mine), NONE)


def is_open_to(s: FabledState, side: int, place: int) -> bool:
    """Comradeship keeps the places of an ally for its owner and the spirits (FB-9.66)."""
    ally = s.content.place_ally[place]
    if ally < 0 or s.setting.mode != "comradeship" or side == s.spirits:
        return True
    return owner_of(s, ally) == side


def kinds_in_row(s: FabledState) -> int:
    """The kinds of places linked to a vortex of the row, as a set."""
    mask = 0
    for land in s.row:
        mask |= s.content.land_kinds[land]
    for token, where in enumerate(s.token_at):
        if where >= 0:
            mask |= 1 << s.content.tokens[token][0]
    return mask


def was_visited(s: FabledState, sage: int, land: int, place: int) -> bool:
    return (sage << 16 | land << 8 | place) in s.visited


def choices_at(s: FabledState, sage: int, cell: int) -> list[int]:
    """The places of a vortex that this sage may still visit."""
    side = sage // s.content.stride
    places = linked(s, cell)
    if len(places) > 1 and side != s.spirits and has_mod(s, side, "first_place_only"):
        places = places[:1]
    land = s.content.cell_land[cell]
    return [p for p in places if is_open_to(s, side, p) and not was_visited(s, sage, land, p)]


# -- lasting changes


def is_empowered(s: FabledState, side: int, ally: int) -> bool:
    return sages_on_terrain(s, side, s.content.allies[ally].terrain) >= s.content.empowered_from


def text_of(s: FabledState, side: int, ally: int) -> Ability:
    """What the card says now: the empowered text replaces the ability whole (FB-10.3)."""
    card = s.content.allies[ally]
    return card.empowered if is_empowered(s, side, ally) else card.ability


def is_brought(s: FabledState, name: str) -> bool:
    """Whether the event or any ally brings lasting changes of that name."""
    return name in s.content.changers or name in s.content.changes[s.event]


def mods(s: FabledState, side: int, name: str) -> list[Mod]:
    """The lasting changes of that name that hold for a player: of the event and of his allies; for spirits none."""
    changers = s.content.changers.get(name)
    changes = s.content.changes[s.event].get(name)
    if not (changers or changes) or side == s.spirits or (s.part == PROLOGUE and name != "alt_cost"):
        return []
    found = [*changes] if changes else []
    if changers:
        for ally in s.allies[side]:
            if ally in changers:
                found += text_of(s, side, ally).mods.get(name, ())
    return found


def has_mod(s: FabledState, side: int, name: str) -> bool:
    return bool(mods(s, side, name))


def sum_of(s: FabledState, side: int, name: str, terrains: int) -> int:
    """The sum of the changes of that name for any of these terrains."""
    changes = mods(s, side, name)
    return total(changes, terrains) if changes else 0


def total(changes: list[Mod], terrains: int) -> int:
    return sum(m.delta for m in changes if m.terrain < 0 or terrains >> m.terrain & 1)


# -- paths


def is_joined(s: FabledState, left: int, right: int) -> bool:
    """Whether one can walk from one land into another, as printed."""
    return bool(s.content.joined[left] >> right & 1)


def right_of(s: FabledState, land: int) -> int:
    i = s.row.index(land) + 1
    return s.row[i] if i < len(s.row) else NONE


def beyond(s: FabledState, side: int, cell: int) -> int:
    """The cell to which a step off the end of a path leads, or -1 if it leads out of the row (FB-5.14)."""
    land = s.content.cell_land[cell]
    if s.content.cell_dead[cell] and not has_mod(s, side, "dead_end_exit"):
        return NONE
    right = right_of(s, land)
    if right < 0 or not (is_joined(s, land, right) or has_mod(s, side, "all_connected")):
        return NONE
    return s.content.paths[right][0][0]


# -- prices


def surcharges(s: FabledState, side: int) -> list[int]:
    """Steppe books on top of the price of each terrain (FB-3.4); none in the prologue."""
    if s.part == PROLOGUE or (s.content.mercy and side != s.spirits and not s.in_row(side)):
        return [0] * 3
    terrain_of = s.content.land_terrain
    kinds = [terrain_of[land] for land in s.row]
    found = [s.content.surcharge_each * kinds.count(terrain) for terrain in range(3)]
    changes = mods(s, side, "surcharge")
    return [max(0, n + total(changes, 1 << terrain)) for terrain, n in enumerate(found)] if changes else found


def surcharge(s: FabledState, side: int, terrain: int) -> int:
    return surcharges(s, side)[terrain]


def prices(s: FabledState, side: int, terrain: int) -> list[tuple[int, int]]:
    """The base prices a side may choose from: tier, number."""
    found = [s.content.price[terrain]]
    for mod in mods(s, side, "alt_cost"):
        if mod.terrain in (NONE, terrain) and (mod.book, mod.n) not in found:
            found.append((mod.book, mod.n))
    return found


def can_pay(s: FabledState, side: int, tier: int, n: int, extra: int) -> bool:
    """n books of a tier and `extra` steppe books on top."""
    if tier == STEPPE:
        return s.books[side * 4] >= n + extra
    return s.books[side * 4 + tier] >= n and s.books[side * 4] >= extra


def payable(s: FabledState, side: int, terrain: int, extra: int) -> list[tuple[int, int]]:
    return [(tier, n) for tier, n in prices(s, side, terrain) if can_pay(s, side, tier, n, extra)]


def addable(s: FabledState, side: int, held_back: int = 0) -> list[int]:
    """The open lands a player can add, when `held_back` steppe books go for something else first."""
    fit, extras, supply = [], surcharges(s, side), s.supply(side)
    others = mods(s, side, "alt_cost")
    for terrain in range(3):
        here = [land for land in s.open[terrain * 2 : terrain * 2 + 2] if land >= 0]
        if here and supply >= s.content.placed[terrain]:
            extra = extras[terrain] + held_back
            tier, n = s.content.price[terrain]
            if can_pay(s, side, tier, n, extra) or (others and payable(s, side, terrain, extra)):
                fit.extend(here)
    return fit


# -- counts and conditions


def count(s: FabledState, side: int, name: str) -> int:
    match name:
        case "own_volkhvs":
            return s.in_row(side)
        case "own_lands":
            return lands_of(s, side).bit_count()
        case "own_in_steppe":
            return sages_on_terrain(s, side, STEPPE)
        case "opponents_moved":
            stride = s.content.stride
            block = (1 << stride) - 1
            return sum(1 for x in range(s.setting.sides) if x != side and s.moving >> x * stride & block)
        case "your_allies":
            return max(len(mine) for mine in s.allies)
        case "your_volkhvs":
            return max(s.in_row(seat) for seat in range(s.seats))
        case "your_lands":
            return max(lands_of(s, seat).bit_count() for seat in range(s.seats))
        case "human_players":
            return s.seats
        case _:
            terrain = ("revealed_steppe", "revealed_mountain", "revealed_forest").index(name)
            return sum(s.content.allies[a].terrain == terrain for a in s.revealed)


def holds(s: FabledState, side: int, condition: Condition | None) -> bool:
    if condition is None:
        return True
    if condition.fewest >= 0:
        tier = condition.fewest
        return s.books[side * 4 + tier] == min(s.books[tier::4])
    if condition.poorest:
        spared = s.setting.spares and side == s.spirits
        least = min(worth(s, x) for x in range(s.setting.sides) if x != side)
        return not spared and worth(s, side) + condition.comrades * (s.setting.mode == "comradeship") <= least
    return count(s, side, condition.count) >= condition.least


def worth(s: FabledState, side: int) -> int:
    """The books of a side in steppe books, as conversions upwards count them (FB-12.16)."""
    return sum(n * s.content.up**tier for tier, n in enumerate(s.books[side * 4 : side * 4 + 4]))


def token_cells(s: FabledState) -> list[int]:
    """Vortices of the row with exactly one linked place, from left to right."""
    lone, tokens = s.content.lone, s.token_at
    return [cell for land in s.row for cell in lone[land] if cell not in tokens]
