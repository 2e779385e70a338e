"""Every action there is, for learners that number them."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteka.core.action import Action
from ludoteka.games.fabled import actions as a
from ludoteka.games.fabled.content import Content
from ludoteka.games.fabled.loader import load
from ludoteka.games.fabled.options import FabledOptions


def every_action(seats: int, options: FabledOptions) -> list[Action]:
    """All that a seat may ever choose with the cards of these options. The list is that of the content file, so seats
    and scenarios share their numbers."""
    content = load(options.edition, options.data)
    acts = content.acts
    found: list[Action] = [a.SKIP, a.DONE, a.HALT, a.PASS, a.CROSS, a.LEAVE, a.APPLY, a.REPLACE, a.GATHER, a.CONVERT]
    found += [*a.ANNOUNCE.values(), *a.RAISE, *a.LOWER, *a.UPGRADE, *a.DISCARD]
    found += a.INSERT[: len(content.land_id) + 1]
    found += a.CHOOSE[: max(len(op.options) for array in content.arrays for op in array)]
    found += [*acts.keep, *acts.use, *acts.dismiss, *acts.add, *acts.shift, *acts.relocate]
    found += [*acts.move, *acts.step, *acts.recall, *acts.visit, *acts.copy]
    found += [acts.pay(tier, n) for tier, n in sorted(set(prices(content)))]
    for deeds in (content.actions, *[content.paid(scenario) for scenario in content.scenarios.values()]):
        found += [acts.act(deed.id) for deed in deeds]
    tokens = [place for place, _ in content.tokens]
    for cell, printed in enumerate(content.cell_places):
        if printed:  # only a vortex has places, and only there a token may lie
            found += [acts.enter(cell, place) for place in (*printed, *tokens)]
            found += [acts.token(place, cell) for place in tokens]
    return found


def prices(content: Content) -> Iterator[tuple[int, int]]:
    """All that one may be asked to pay: for lands, for effects, instead of the usual price."""
    yield from content.price
    for array in content.arrays:
        yield from ((op.book, op.n) for op in array if op.name == "pay")
    lasting = [text.mods for ally in content.allies for text in (ally.ability, ally.empowered)]
    for mods in (*lasting, *[event.mods for event in content.events]):
        yield from ((mod.book, mod.n) for mod in mods.get("alt_cost", ()))
