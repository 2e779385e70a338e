"""What players of Fabled mean by a click; the visits and conversions that are decided together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludoteka.core.arrange import Arrangement, Arranger, Item
from ludoteka.core.errors import Reason, reason
from ludoteka.core.manner import Amount, Default, Form, Manner
from ludoteka.core.text import Catalogue
from ludoteka.games.fabled import board
from ludoteka.games.fabled import words as say
from ludoteka.games.fabled.phases.books import TransformFrame, UpgradeFrame, can_convert
from ludoteka.games.fabled.phases.steps import AtCellFrame
from ludoteka.games.fabled.phases.turn import TURN
from ludoteka.games.fabled.phases.visits import PlaceFrame
from ludoteka.games.fabled.state import CHAPTERS, FabledState, ForSide
from ludoteka.games.fabled.vocab import TIERS

WISHES = (
    "insert {at}",
    "add {what}; insert {at}",
    "move {at}",
    "step {at}",
    "enter {at} *",
    "relocate {at}",
    "shift {at}",
    "token * {at}",
    "recall {at}",
    "announce {what}",
    "add {what}",
    "use {what}",
    "keep {what}",
    "act {what}",
    "visit {what}",
    "copy {what}",
    "token {what} *",
    "raise {what}",
    "upgrade {what}",
    "lower {what}",
    "dismiss {what}",
    "discard {what}",
)


def conversions(s: FabledState, seat: int) -> Arrangement | None:
    """Books to raise, up to so many; what has to be lowered is chosen one by one."""
    f = s.stack[-1]
    assert isinstance(f, TransformFrame)
    n = f.n
    books, rate = s.books[seat * 4 : seat * 4 + 4], s.content.up
    items: list[Item] = []
    have = 0
    for tier in range(3):
        have = books[tier] + (have // rate if tier else 0)
        if have >= rate or items:  # without a gap: what is raised comes to the next
            items.append(Item(TIERS[tier], 0, 0, min(n, have // rate), stock=books[tier]))
    while items and not items[-1].most:
        items.pop()
    if n < 2 or not items:
        return None
    return Arrangement("conversions", "what", tuple(items), limit=n, least=max(0, f.least), rate=rate)


def upgrades(s: FabledState, seat: int) -> Arrangement | None:
    f = s.stack[-1]
    assert isinstance(f, UpgradeFrame)
    if f.last >= 0 or f.n < 2:
        return None
    tiers = [t for t in f.allowed if t + f.tiers < 4 and f.held[t]]
    items = [Item(TIERS[t], 0, 0, 1 if f.distinct else min(f.n, f.held[t])) for t in tiers]
    return Arrangement("upgrades", "what", tuple(items), limit=f.n, least=1)


def conversion(s: FabledState, tier: str, words: Catalogue) -> str:
    """What one more of it does: two prairie books for one mountain book, or one raised by so many tiers."""
    f = s.stack[-1]
    n, tiers = (1, f.tiers) if isinstance(f, UpgradeFrame) else (s.content.up, 1)
    above = TIERS[TIERS.index(tier) + tiers]
    return words.say("arrange.for", gave=say.books(words, tier, n), got=say.books(words, above, 1))


def keeps(s: FabledState, seat: int) -> Sequence[Amount]:
    return tuple(zip(TIERS, s.books[seat * 4 : seat * 4 + 4], strict=True))


def next_turn(s: FabledState, seat: int) -> FabledState | None:
    """From the row and the cards of now, whatever a new chapter may bring."""
    if s.part != CHAPTERS:
        return None
    c = s.clone()
    c.stack = [*c.stack[:1], ForSide(TURN, None, seat)]
    c.settle()
    return c if c.to_move() == seat else None


def one_place(s: FabledState, seat: int) -> bool:
    """Which of two places is a choice like others."""
    f = s.stack[-1]
    assert isinstance(f, AtCellFrame)
    return len(board.choices_at(s, f.sage, s.at[f.sage])) == 1


def applies(s: FabledState, seat: int) -> bool:
    """A place is applied as a matter of course, unless it could only take a book apart."""
    f = s.stack[-1]
    assert isinstance(f, PlaceFrame)
    ops = s.content.arrays[s.content.place_effects[f.place]]
    converts = bool(ops) and ops[0].name in ("transform", "transform_per")
    return not converts or can_convert(s, seat, up=True)


def uses(s: FabledState, seat: int, things: Mapping[str, str]) -> Reason | None:
    """What the things on the table are for: places, lands, allies, books."""
    at, what, other = things.get("at", ""), things.get("what", ""), things.get("seat", "")
    if "." in at or what in s.content.place_index:
        return reason("why.use_place", "FB-5.8")
    if at in s.content.land_index:
        terrain = TIERS[s.content.land_terrain[s.content.land_index[at]]]
        return reason("why.use_land", "FB-5.3", terrain=terrain)
    if at or what in s.content.land_index:
        return reason("why.use_open_land", "FB-4.2")
    if what in TIERS:
        return reason("why.use_books", "FB-2.2", what=what)
    if what in s.content.ally_index:
        return reason("why.use_ally", "FB-4.5")
    return reason("why.use_seat", "FB-1.8") if other else None


MANNER = Manner(
    wishes=WISHES,
    defaults={
        "AtPlace": Default("apply", 0.91, alone=True, when=applies),
        "Vortex": Default("visit *", 0.81, when=one_place),
        "Moving": Default("move *", 0.5),
        "Entering": Default("enter * *", 0.5),
    },
    arrangements={
        "Transform": Arranger(conversions, "raise", end="done", name=conversion),
        "Upgrading": Arranger(upgrades, "upgrade", end="done", name=conversion),
    },
    uses=uses,
    next_turn=next_turn,
    turns=frozenset({"ActionPhase"}),
    rests=frozenset({"ActionPhase", "Announcing", "Keeping"}),
    keeps=keeps,
    orders=(Form("skip_allies", "skip", asked="Abilities"),),
)
