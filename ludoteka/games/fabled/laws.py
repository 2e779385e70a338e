"""What stays true in every position of Fabled."""

from __future__ import annotations

from ludoteka.core.game import State
from ludoteka.games.fabled.phases.allies import DealFrame
from ludoteka.games.fabled.state import ABSENT, HOME, SETUP, FabledState


def lands_are_conserved(s: State) -> None:
    """Every land is in a deck, open, in the row, in the discard or in somebody's hand; nothing is there twice."""
    assert isinstance(s, FabledState)
    seen = [*s.row, *s.discard, *(x for x in s.open if x >= 0)]
    for deck in s.decks:
        seen.extend(i for i in range(len(s.content.land_id)) if deck >> i & 1)
    assert len(seen) == len(set(seen)) == len(s.content.land_id), sorted(seen)


def books_are_never_negative(s: State) -> None:
    assert isinstance(s, FabledState)
    assert min(s.books) >= 0, s.books


def sages_are_conserved(s: State) -> None:
    """A sage is at home or on a cell of a land in the row; the spirits have theirs, the seats alike."""
    assert isinstance(s, FabledState)
    for side in range(s.setting.sides):
        mine = [s.at[g] for g in s.own(side) if s.at[g] != ABSENT]
        expected = s.content.trial.spirit_sages if side == s.spirits else s.content.sages[s.setting.sides]
        assert len(mine) == expected
        assert all(c == HOME or s.content.cell_land[c] in s.row for c in mine), mine
    for sage, place in enumerate(s.wait):
        assert place < 0 or s.at[sage] >= 0, "a sage waits that is not in the row"


def allies_are_conserved(s: State) -> None:
    """No ally is in two places; those on offer are in nobody's."""
    assert isinstance(s, FabledState)
    seen = [a for mine in s.allies for a in mine] + list(s.revealed) + list(s.ally_bottom)
    seen.extend(i for i in range(len(s.content.allies)) if s.ally_deck >> i & 1)
    for f in s.stack:
        if isinstance(f, DealFrame):
            seen.extend((*f.offered, *f.skipped))
    assert sum(1 << a for a in seen) == s.setting.ally_deck, sorted(seen)


def events_are_conserved(s: State) -> None:
    assert isinstance(s, FabledState)
    seen = [*s.past_events, *([s.event] if s.event >= 0 else [])]
    assert len(seen) == len(set(seen))
    assert not any(s.event_deck >> e & 1 for e in seen)


def tricks_are_conserved(s: State) -> None:
    """Every trick is in one pile, in the discard, or being played; older piles are held whole."""
    assert isinstance(s, FabledState)
    masks = [cards for cards, _ in s.piles] + [s.trick_discard]
    if s.trick_now >= 0:
        masks.append(1 << s.trick_now)
    together = 0
    for mask in masks:
        assert not together & mask, "a trick is in two places"
        together |= mask
    for cards, held in s.piles[:-1]:
        assert cards.bit_count() == held > 0
    cards, held = s.piles[-1]
    assert 0 <= held <= cards.bit_count()
    assert together == s.setting.tricks


def tokens_are_conserved(s: State) -> None:
    """The joint-visit tokens are all there; the fate token has one holder in together play and none elsewhere."""
    assert isinstance(s, FabledState)
    if s.spirits >= 0:
        assert sum(s.joint) == s.content.trial.joint_tokens
        assert min(s.joint) >= 0
    together = s.spirits >= 0 and s.seats > 1
    assert (s.fate >= 0) == (together and s.part != SETUP) or s.part == SETUP
    for token, cell in enumerate(s.token_at):
        if cell >= 0:
            assert s.content.cell_land[cell] in s.row, f"token {token} lies outside the row"


LAWS = (
    lands_are_conserved,
    books_are_never_negative,
    sages_are_conserved,
    allies_are_conserved,
    events_are_conserved,
    tricks_are_conserved,
    tokens_are_conserved,
)
