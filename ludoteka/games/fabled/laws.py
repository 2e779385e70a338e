"""What stays true in every position of Fabled."""

from __future__ import annotations

import re
from pathlib import Path

from ludoteka.core.position import numbers_fit
from ludoteka.core.text import game_catalogue
from ludoteka.games.fabled.effects import EffectFrame
from ludoteka.games.fabled.parts import NONE
from ludoteka.games.fabled.phases.allies import DealFrame
from ludoteka.games.fabled.phases.chapters import EndFrame
from ludoteka.games.fabled.phases.lands import OBLIVION, OPENING
from ludoteka.games.fabled.phases.movement import ANNOUNCING, MOVEMENT
from ludoteka.games.fabled.phases.turn import ACTION, ACTIONS, ENDING
from ludoteka.games.fabled.phases.visits import VisitsFrame
from ludoteka.games.fabled.state import ABSENT, CHAPTERS, HOME, OVER, SETUP, FabledState
from ludoteka.games.fabled.vocab import TERRAINS, TIERS

FOLDER = Path(__file__).parent
OF_TURN = (ENDING, OBLIVION, MOVEMENT, ACTIONS)
ASKED_IN_TURN = (ACTION, ANNOUNCING)
PLACEHOLDER = re.compile(r"{(\w+)")
COUNTED = {"n", "seat", "most", "extra", "got"}
ARGUMENTS = COUNTED | {"what", "at", "to", "terrain", "left", "right", "reason"}
"""What sentences of the spirits name."""


def lands_are_conserved(s: FabledState) -> None:
    """Every land is in a deck, open, in the row, in the discard or in somebody's hand; nothing is there twice."""
    seen = [*s.row, *s.discard, *(x for x in s.open if x >= 0)]
    for deck in s.decks:
        seen.extend(i for i in range(len(s.content.land_id)) if deck >> i & 1)
    assert min(s.discard, default=0) >= 0, "what is not there is not discarded"
    for land, name in enumerate(s.content.land_id):
        assert seen.count(land) == 1, f"{name} is in {seen.count(land)} places"


def books_are_never_negative(s: FabledState) -> None:
    assert min(s.books) >= 0, "fewer than no books"
    assert max(s.books) < 1000, f"nobody has {max(s.books)} books"


def sages_are_conserved(s: FabledState) -> None:
    """A sage is at home or on a cell of a land in the row; the spirits have theirs, the seats alike."""
    for side in range(s.setting.sides):
        mine = [s.at[g] for g in s.own(side) if s.at[g] != ABSENT]
        expected = s.content.trial.spirit_sages if side == s.spirits else s.content.sages[s.setting.sides]
        assert len(mine) == expected, f"side {side + 1} has {len(mine)} sages instead of {expected}"
        for c in mine:
            there = c == HOME or s.content.cell_land[c] in s.row
            assert there, f"a sage stands on {s.content.cell_name[c]}, which is not in the row"
    for sage, place in enumerate(s.wait):
        assert place < 0 or s.at[sage] >= 0, "a sage waits that is not in the row"


def allies_are_conserved(s: FabledState) -> None:
    """No ally is in two places; those on offer are in nobody's."""
    seen = [a for mine in s.allies for a in mine] + list(s.revealed) + list(s.ally_bottom)
    seen.extend(i for i in range(len(s.content.allies)) if s.ally_deck >> i & 1)
    for f in s.stack:
        if isinstance(f, DealFrame):
            seen.extend((*f.offered, *f.skipped))
    for a, ally in enumerate(s.content.allies):
        assert seen.count(a) == s.setting.ally_deck >> a & 1, f"{ally.id} is in {seen.count(a)} places"


def events_are_conserved(s: FabledState) -> None:
    seen = [*s.past_events, *([s.event] if s.event >= 0 else [])]
    assert len(seen) == len(set(seen)), "an event is there twice"
    assert not any(s.event_deck >> e & 1 for e in seen), "an event is on the table and in the deck"


def tricks_are_conserved(s: FabledState) -> None:
    """Every trick is in one pile, in the discard, or being played; older piles are held whole."""
    masks = [cards for cards, _ in s.piles] + [s.trick_discard]
    if s.trick_now >= 0:
        masks.append(1 << s.trick_now)
    together = 0
    for mask in masks:
        assert not together & mask, "a trick is in two places"
        together |= mask
    for cards, held in s.piles[:-1]:
        assert cards.bit_count() == held > 0, "an old pile of tricks is held whole"
    cards, held = s.piles[-1]
    assert 0 <= held <= cards.bit_count(), f"the spirits cannot hold {held} tricks"
    assert together == s.setting.tricks, "a trick is missing, or one is not of this match"


def tokens_are_conserved(s: FabledState) -> None:
    """The joint-visit tokens are all there; the fate token has one holder in together play and none elsewhere."""
    if s.spirits >= 0:
        n = s.content.trial.joint_tokens
        assert sum(s.joint) == n, f"there are {sum(s.joint)} tokens of joint visits, not {n}"
        assert min(s.joint) >= 0, "fewer than no tokens"
    together = s.spirits >= 0 and s.seats > 1
    assert (s.fate >= 0) == (together and s.part != SETUP) or s.part == SETUP, "the token of fate has one holder"
    assert s.fate < s.seats, "the token of fate belongs to somebody who does not play"
    held = {a for mine in s.allies for a in mine}
    for a, ally in enumerate(s.content.allies):
        assert 0 <= s.tokens[a] <= ally.tokens * (a in held), f"{ally.id} cannot have {s.tokens[a]} tokens"
        assert 0 <= s.uses[a] < 100, f"{ally.id} cannot have been used {s.uses[a]} times"
    for token, cell in enumerate(s.token_at):
        if cell >= 0:
            assert s.content.cell_land[cell] in s.row, f"token {token} lies outside the row"


def questions_fit(s: FabledState) -> None:
    """What is asked is about sides, sages, lands and cards that are there."""
    c, sides = s.content, s.setting.sides
    numbers_fit(s, side=sides, starter=sides, sage=len(s.at), land=len(c.land_id))
    numbers_fit(s, place=len(c.place_id), array=len(c.arrays), tier=4, ally=len(c.allies), event=len(c.events))
    numbers_fit(s, card=len(c.tricks), n=100, cap=100, price=100, forgotten=len(c.land_id))
    for f in s.stack:
        assert -1 <= getattr(f, "terrain", -1) < len(s.decks), f"{f[0]!r}: there is no such terrain"
        if isinstance(f, EffectFrame):
            assert 0 <= f.next < len(c.arrays[f.array]), f"an effect has no step {f.next}"
    assert -1 <= s.turn < sides, "it is nobody's turn"
    assert 0 <= s.part <= OVER, f"there is no part {s.part} of a match"
    assert s.chapter >= (s.part >= CHAPTERS), "chapters are counted from 1"
    for name in ("moving", "placed", "paid"):
        assert 0 <= getattr(s, name) < 1 << len(s.at), f"{name} names sages that there are not"
    assert 0 <= s.announced < 1 << len(s.decks), "a terrain is announced that there is not"
    assert min(s.visited, default=0) >= 0, "a visit nowhere"
    assert sorted(s.order) == list(range(s.seats)), "the order names every seat once"


def the_turn_is_one_sides(s: FabledState) -> None:
    """What waits for the end of a turn, and what was done in it, belong to the side whose turn it is."""
    for f in s.stack:
        of_turn = f[0] in OF_TURN or isinstance(f, VisitsFrame)
        assert not of_turn or f[2] == s.turn, f"{f[0]!r} is not for the side whose turn it is"
        asked = f[0] in ASKED_IN_TURN
        assert not asked or f[1] == s.turn, f"{f[0]!r} is not asked of the side whose turn it is"
        if isinstance(f, EndFrame):
            assert 0 <= f.forgotten <= len(s.discard), "more lands were forgotten before than are now"
    kinds = len(s.setting.paid) or len(s.content.actions)
    assert all(0 <= action < kinds for action in s.taken), "an action was taken that there is not"
    assert s.announced or not s.moving, "sages move though nothing is announced"
    there = sum(1 << sage for sage, at in enumerate(s.at) if at != ABSENT)
    assert not (s.moving | s.placed | s.paid) & ~there, "a sage has moved that there is not"


def open_lands_are_filled_up(s: FabledState) -> None:
    """Two lands lie open beside each deck that has any, once all are dealt (FB-1.5). The last player may leave while
    one is being turned up."""
    assert min(s.open) >= NONE, "no such open land"
    if s.stack and s.part != SETUP and not any(f[0] is OPENING for f in s.stack):
        for i, land in enumerate(s.open):
            assert land >= 0 or not s.decks[i // 2], "an open land is missing though there are more in the deck"


def the_territory_is_the_last_allys(s: FabledState) -> None:
    if s.territory != NONE:
        assert s.revealed, "the spirits have a territory before they have an ally"
        assert s.content.allies[s.revealed[-1]].terrain == s.territory, "the territory is that of the last ally"


def what_was_told_are_sentences(s: FabledState) -> None:
    """About things of this match."""
    c, words = s.content, game_catalogue("en", FOLDER).messages
    things = {"-", *c.land_id, *c.cell_name, *c.place_id, *TERRAINS, *TIERS, *(f"g{i}" for i in range(len(s.row) + 9))}
    things |= {card.id for cards in (c.allies, c.tricks, c.events) for card in cards}
    sentences = {id for id in words if id.startswith("tell.")}
    for id, args in s.told:
        assert id in sentences, f"{id} is no sentence"
        given = dict(args)
        assert set(PLACEHOLDER.findall(words[id])) <= given.keys() <= ARGUMENTS, f"{id} is said of something else"
        for name, value in given.items():
            if name in COUNTED:
                assert value in range(1000), f"{id}: {name} cannot be {value}"
            elif name == "reason":
                assert f"reason.{value}" in words, f"{id}: there is no reason {value}"
            else:
                assert value in things, f"{id}: there is no {value}"


LAWS = (
    lands_are_conserved,
    books_are_never_negative,
    sages_are_conserved,
    allies_are_conserved,
    events_are_conserved,
    tricks_are_conserved,
    tokens_are_conserved,
    questions_fit,
    the_turn_is_one_sides,
    open_lands_are_filled_up,
    the_territory_is_the_last_allys,
    what_was_told_are_sentences,
)
