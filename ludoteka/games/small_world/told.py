"""What is told about an action: the die with its chance, coins of a turn, rounds, the counting at the end."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.consequences import Note, brought
from ludoteka.core.game import OVER, State
from ludoteka.core.text import Catalogue
from ludoteka.core.told import Told
from ludoteka.games.small_world.actions import Roll
from ludoteka.games.small_world.data import DIE
from ludoteka.games.small_world.phases.frames import Attempting
from ludoteka.games.small_world.reach import cost
from ludoteka.games.small_world.state import SmallWorld
from ludoteka.games.small_world.words import name_of, place_name

DICE = "SW-2.12"
"""The rule of the die."""


def told(before: State, action: Action, after: State, words: Catalogue) -> list[Told]:
    assert isinstance(before, SmallWorld)
    assert isinstance(after, SmallWorld)
    found = [_die(before, action, words)] if isinstance(action, Roll) else []
    found += _income(after, words)
    if after.round > before.round:
        found.append(Told(words.say("panel.round", n=after.round, most=after.rounds), "round", rule="SW-8.3"))
    if after.to_move() == OVER and before.to_move() != OVER:
        most = words.say("told.of_coins")
        found.append(Told(words.say("told.coins"), "final", most, counts=tuple(after.coins), rule="SW-8.4"))
        more = words.say("told.of_tokens" if len(set(after.coins)) < after.seats else "told.no_tie")
        tokens = tuple(after.tokens_on_board(seat) for seat in range(after.seats))
        found.append(Told(words.say("told.tokens"), "final", more, counts=tokens, rule="SW-8.5"))
    return found


def _die(s: SmallWorld, roll: Roll, words: Catalogue) -> Told:
    """What it shows, what that makes, and how likely it was to suffice."""
    f = s.stack[-1]
    able = s.able[f.slot] if isinstance(f, Attempting) else None
    if not isinstance(f, Attempting) or able is None:
        return Told(words.say("told.die", n=roll.n), "die", symbol=f"sw-die-{roll.n}", rule=DICE)
    at = s.world.board.names[f.at]
    hand, need = s.hand[f.slot], cost(s, f.slot, able, f.at)
    good = sum(hand + face >= need for face in DIE)
    key = "told.die_enough" if hand + roll.n >= need else "told.die_short"
    more = words.say("told.die_sum", hand=hand, n=roll.n, sum=hand + roll.n, need=need, good=good, faces=len(DIE))
    text = words.say(key, n=roll.n, at=place_name(s, at, words))
    return Told(text, "die", more, (at,), symbol=f"sw-die-{roll.n}", rule=DICE)


def _income(s: SmallWorld, words: Catalogue) -> list[Told]:
    """The coins of a turn, by what they were for."""
    notes: list[Note] = [n for n in s.notes or [] if n[1] == "coins" and n[3] != "combination" and n[2] > 0]
    if not any(why == "regions" for _, _, _, why in notes):
        return []
    gains = tuple(brought(words, s.seats, notes))
    parts = ", ".join(f"{_origin(s, why, words)} {n}" for _, _, n, why in notes)
    title = words.tell("told.income", notes[0][0], n=sum(n for _, _, n, _ in notes))
    return [Told(title, "income", parts, gains=gains, rule="SW-8.1")]


def _origin(s: SmallWorld, why: str, words: Catalogue) -> str:
    return words.say("source.regions") if why == "regions" else name_of(s.world.names, why, words)
