"""What is told about an action: a new round with its income, a town, the steps of the final scoring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ludoteka.core.action import Action
from ludoteka.core.bits import bits
from ludoteka.core.cards import deck
from ludoteka.core.consequences import Note, brought
from ludoteka.core.game import OVER, State
from ludoteka.core.text import Catalogue
from ludoteka.core.told import Brought, Told
from ludoteka.games.terra_mystica.data import BUILDINGS, CULTS, FINAL_TILES, ROUND_TILES, ROUNDS, SA, SH
from ludoteka.games.terra_mystica.due import TOWNS
from ludoteka.games.terra_mystica.income import GOODS, sources_of
from ludoteka.games.terra_mystica.phases.endgame import METRICS, best, beyond, value_of
from ludoteka.games.terra_mystica.side import Side
from ludoteka.games.terra_mystica.state import TerraState
from ludoteka.games.terra_mystica.symbols import CULT_ICON
from ludoteka.games.terra_mystica.words import faction_of

STEPS = (*FINAL_TILES, *CULTS, "network", "leftovers")
"""Of the final scoring, in their order."""
RULES = {**dict.fromkeys(FINAL_TILES, "TM-18.5"), "network": "TM-18.3", "leftovers": "TM-18.7"}
"""Of those steps; what is missing is a cult."""
COUNTED = {**dict.fromkeys(CULTS, "told.steps"), **dict.fromkeys(("network", "building-on-edge"), "told.buildings")}
"""What is counted in them, where one word says it."""
SYMBOLS = {**{cult: f"i-{icon}" for cult, icon in CULT_ICON.items()}, "network": "i-house", "leftovers": "i-coin"}


def told(before: State, action: Action, after: State, words: Catalogue) -> list[Told]:
    assert isinstance(before, TerraState)
    assert isinstance(after, TerraState)
    found = [*_towns(before, after, words), *_income(before, after, words)]
    if after.to_move() == OVER and before.to_move() != OVER:
        found += _final(after, words)
    return found


def _towns(before: TerraState, after: TerraState, words: Catalogue) -> list[Told]:
    """A town stands from the building that completes it, even before its tile is chosen."""
    found = []
    for seat, (old, new) in enumerate(zip(before.sides, after.sides, strict=True)):
        group = new.towned & ~old.towned
        if group and new.owes(TOWNS) > old.owes(TOWNS):
            at = tuple(after.board.names[i] for i in bits(group))
            text = words.tell("told.town", seat, name=faction_of(after, seat, words))
            found.append(Told(text, "town", words.say("told.town_of", n=len(at)), at, rule="TM-11.1"))
    return found


def _income(before: TerraState, after: TerraState, words: Catalogue) -> list[Told]:
    """Cult rewards and income, with the round that they open."""
    notes: list[Note] = [n for n in after.notes or [] if n[3] == "income" or (n[3][:5] == "SCORE" and n[1] != "VP")]
    gains = tuple(replace(b, more=_sources(after, b, notes, words)) for b in brought(words, after.seats, notes))
    if after.round > before.round:
        text = words.say("told.round", n=after.round, most=ROUNDS)
        return [Told(text, "round", f"{_begins(after, words)} {_pays(after, words)}", gains=gains, rule="TM-14.5")]
    key = "told.income" if any(why == "income" for _, _, _, why in notes) else "told.cults"
    return [Told(words.say(key), "income", gains=gains, rule="TM-14.1")] if gains else []


def _sources(s: TerraState, got: Brought, notes: Sequence[Note], words: Catalogue) -> str:
    """Where an income of one kind comes from: "dwellings 3, bonus card 2"; what the bowls had no room for, too."""
    mine = [(n, why) for seat, what, n, why in notes if (seat, what) == (got.seat, got.what)]
    found = Counter({"cults": sum(n for n, why in mine if why != "income")})
    if any(why == "income" for _, _, _, why in notes) and got.what in GOODS:
        for name, paid in sources_of(s.sides[got.seat]).items():
            found[name if name in BUILDINGS else name[:3]] += paid[GOODS.index(got.what)]
    parts = [(words.say(f"income.{name}"), n) for name, n in found.items() if n]
    lost = sum(n for _, n in parts) - got.n
    told = [f"{name} {n}" if len(parts) > 1 or lost else name for name, n in parts]
    return ", ".join([*told, words.say("told.lost", n=lost)] if lost else told)


def _pays(s: TerraState, words: Catalogue) -> str:
    """What the tile of the round pays, and what the cults pay at its end; the last round has no such end."""
    text = deck(__package__, words.lang).text(ROUND_TILES[s.tiles[s.round - 1]].name)
    return text if s.round < ROUNDS else text[: text.index(". ") + 1]


def _begins(s: TerraState, words: Catalogue) -> str:
    said = words.tell("told.begins", s.start, name=faction_of(s, s.start, words))
    if words.reader in (None, s.start):
        return said
    order = s.order
    place = (order.index(words.reader) - order.index(s.start)) % len(order) + 1
    return f"{said} {words.say('told.your_place', n=place)}"


def _final(after: TerraState, words: Catalogue) -> list[Told]:
    notes = after.notes or []
    found = []
    for step in STEPS:
        points: list[Note] = [n for n in notes if n[3] == step and n[1] == "VP"]
        if not points:
            continue
        counts = () if step == "leftovers" else tuple(value_of(after, side, step) for side in after.sides)
        gains = tuple(brought(words, after.seats, points))
        names = after.board.names
        at = tuple(names[i] for i in bits(leading(after, step)))
        links = tuple((names[a], names[b]) for a, b in joints(after, step) if {names[a], names[b]} <= set(at))
        text, more, rule = words.say(f"told.{step}"), words.say(f"told.of_{step}"), RULES.get(step, "TM-18.1")
        of, symbol = COUNTED.get(step, "") and words.say(COUNTED[step]), SYMBOLS.get(step, "")
        found.append(Told(text, "final", more, at, gains, counts, of, symbol, links, rule))
    return found


def leading(s: TerraState, what: str) -> int:
    """The hexes that earn the first prize in one thing, to be shown; none where nothing on the map is counted."""
    shown = 0
    for net, me in _first(s, what):
        part = {"building-on-edge": s.board.border, "connected-sa-sh-distance": me.own[SH] | me.own[SA]}
        shown |= net & part.get(what, net)
    return shown


def joints(s: TerraState, what: str) -> list[tuple[int, int]]:
    """The shortest ways over water or land that make one network of those hexes, where they do not touch."""
    found = []
    for net, me in _first(s, what):
        ships, jumps = beyond(s, me)
        parts = {at: s.group_of(me, at) for at in bits(net)}
        ways = [
            (s.board.steps[a][b], a, b) for a in parts for b in bits((ships[a] | jumps[a]) & net & ~parts[a]) if a < b
        ]
        for _, a, b in sorted(ways):
            if not parts[a] >> b & 1:
                found.append((a, b))
                both = parts[a] | parts[b]
                parts.update((at, both) for at in bits(both))
    return found


def _first(s: TerraState, what: str) -> list[tuple[int, Side]]:
    """The networks that earn the first prize in one thing."""
    if what not in METRICS:
        return []
    found = [(*best(s, me, what), me) for me in s.sides if me.faction is not None]
    most = max(value for value, _, _ in found)
    return [(net, me) for value, net, me in found if value == most > 0]
