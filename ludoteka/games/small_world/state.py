"""The state of a match, and the few ways in which tokens, markers and coins change hands.

A *people* is a race with what is left of its power, owned by a seat. It sits in a slot: `3 * seat` is the active one,
the next the one in decline, the third one in decline that does not count towards the limit (Spirit). Regions are bits.
What seldom changes is a tuple, which clones share.
"""

from __future__ import annotations

from random import Random
from typing import Final, Self

from ludoteka.core.bag import changed
from ludoteka.core.bits import bits
from ludoteka.core.game import State
from ludoteka.games.small_world.ability import Ability
from ludoteka.games.small_world.world import World

STATES: Final[tuple[str, ...]] = ("active", "declined", "exempt")
"""By slot of a seat: the active people, the one in decline, the one in decline that does not count (Spirit)."""
SLOTS: Final = len(STATES)
ACTIVE: Final = 0
DECLINED: Final = 1
EXEMPT: Final = 2
NOBODY: Final = -1


class SmallWorld(State):
    """A position of a match."""

    __slots__ = (
        "able", "ally", "aside", "attacked", "badges", "banners", "bewitched", "camp_hand", "camps", "coins",
        "col_coins", "col_power", "col_race", "defence", "die", "discards", "dragon_used", "dragons", "forts", "fresh",
        "hand", "held", "heroes", "holes", "holes_left", "income", "owner", "paid", "power", "queue", "race", "roller",
        "round", "rounds", "taken", "tokens", "tray", "tribes", "turn", "waiting", "weak", "world",
    )  # fmt: skip

    world: World
    rounds: int
    round: int
    turn: int  # whose turn it is; others may be asked in it
    coins: list[int]
    col_race: tuple[int, ...]  # the column of combinations, from the top
    col_power: tuple[int, ...]
    col_coins: tuple[int, ...]
    banners: int  # mask of races nobody has seen yet
    queue: tuple[int, ...]  # banners put under the stack, in order
    badges: int  # mask of powers in the stack
    discards: int
    race: tuple[int, ...]  # by slot, -1 for none
    power: tuple[int, ...]  # by slot, -1 if the badge is gone
    able: tuple[Ability | None, ...]  # by slot
    held: list[int]  # by slot: mask of regions
    hand: list[int]  # by slot
    aside: tuple[int, ...]  # by seat: conquest-only tokens between turns
    waiting: tuple[int, ...]  # by seat: own tokens driven out by the own race in decline (option own_driven_out=end)
    tray: list[int]  # by race
    owner: list[int]  # by region: slot or -1
    tokens: list[int]  # by region: race tokens
    defence: list[int]  # by region: everything that raises its price
    weak: list[int]  # weak[k]: mask of regions with defence at most k
    camps: tuple[int, ...]  # by region
    camp_hand: tuple[int, ...]  # by seat
    tribes: int
    forts: int
    holes: int
    heroes: int
    dragons: int
    holes_left: tuple[int, ...]  # by seat
    ally: tuple[int, ...]  # by seat: whom this seat has bound to peace, or -1
    # of the turn that goes on:
    fresh: bool  # the active race was taken this turn
    paid: int  # who had first-turn coins: a byte per origin (`world.once`), in it a bit per seat
    taken: int  # non-empty regions the active race conquered this turn
    attacked: int  # mask of seats whose active race was attacked
    bewitched: int  # mask of seats that lost a token to a substitution
    dragon_used: bool
    die: int  # the last roll, or -1
    roller: int  # who rolled it
    income: tuple[tuple[tuple[str, int], ...], ...]  # by seat: coins of its last turn by origin

    def clone(self) -> Self:
        c = type(self)()  # assigning is twice as fast as handing everything to a constructor
        c.seats = self.seats
        c.options = self.options
        c.stack = self.stack.copy()
        c.notes = None
        c.left = self.left
        c.world = self.world
        c.rounds = self.rounds
        c.round = self.round
        c.turn = self.turn
        c.coins = self.coins.copy()
        c.col_race = self.col_race
        c.col_power = self.col_power
        c.col_coins = self.col_coins
        c.banners = self.banners
        c.queue = self.queue
        c.badges = self.badges
        c.discards = self.discards
        c.race = self.race
        c.power = self.power
        c.able = self.able
        c.held = self.held.copy()
        c.hand = self.hand.copy()
        c.aside = self.aside
        c.waiting = self.waiting
        c.tray = self.tray.copy()
        c.owner = self.owner.copy()
        c.tokens = self.tokens.copy()
        c.defence = self.defence.copy()
        c.weak = self.weak.copy()
        c.camps = self.camps
        c.camp_hand = self.camp_hand
        c.tribes = self.tribes
        c.forts = self.forts
        c.holes = self.holes
        c.heroes = self.heroes
        c.dragons = self.dragons
        c.holes_left = self.holes_left
        c.ally = self.ally
        c.fresh = self.fresh
        c.paid = self.paid
        c.taken = self.taken
        c.attacked = self.attacked
        c.bewitched = self.bewitched
        c.dragon_used = self.dragon_used
        c.die = self.die
        c.roller = self.roller
        c.income = self.income
        return c

    # --- regions -----------------------------------------------------------------------------------------------------

    def defend(self, at: int) -> None:
        """Bring `defence` and `weak` in line with what stands in a region."""
        bit = 1 << at
        slot = self.owner[at]
        new = self.tokens[at] + self.camps[at]
        if self.world.board.mountains & bit:
            new += 1
        if (self.tribes | self.forts) & bit:
            new += 1
        if slot >= 0 and self.able[slot].lairs:  # type: ignore[union-attr]
            new += 1
        old = self.defence[at]
        if new != old:
            self.defence[at] = new
            weak = self.weak
            for k in range(old, new) if old < new else range(new, old):
                weak[k] ^= bit

    def put(self, at: int, n: int) -> None:
        """So many tokens of its owner stand in a region now."""
        delta = n - self.tokens[at]
        if delta:
            self.tokens[at] = n
            old = self.defence[at]
            new = self.defence[at] = old + delta
            weak = self.weak
            bit = 1 << at
            for k in range(old, new) if delta > 0 else range(new, old):
                weak[k] ^= bit

    def leave(self, slot: int, at: int) -> int:
        """A people leaves a region of its own will; how many tokens that frees. [SW-4.3]"""
        bit = 1 << at
        n = self.tokens[at]
        self.held[slot] ^= bit
        self.clear(slot, at)
        self.defend(at)
        return n

    def clear(self, slot: int, at: int) -> None:
        """Owner, tokens and markers off a region; encampments come back to the hand, the rest leaves. [SW-5.9]"""
        keep = ~(1 << at)
        self.owner[at] = NOBODY
        self.tokens[at] = 0
        if self.camps[at]:
            self.camp_hand = changed(self.camp_hand, slot // SLOTS, self.camp_hand[slot // SLOTS] + self.camps[at])
            self.camps = changed(self.camps, at, 0)
        self.forts &= keep
        self.holes &= keep
        self.heroes &= keep
        self.dragons &= keep

    def seize(self, slot: int, at: int, n: int, loss: bool) -> None:
        """A people takes a region with n tokens; `loss`: even a race that never loses tokens loses one here."""
        bit = 1 << at
        victim = self.owner[at]
        seat = slot // SLOTS
        active = slot % SLOTS == ACTIVE
        own = victim // SLOTS == seat
        if victim >= 0:
            if active and (not own or self.options.own_decline_counts):
                self.taken |= bit
            self.drive_out(slot, victim, at, loss)
        elif self.tribes & bit:
            self.tribes ^= bit
            if active:
                self.taken |= bit
        self.owner[at] = slot
        self.tokens[at] = n
        self.held[slot] |= bit
        if active and self.holes_left[seat]:
            self.holes_left = changed(self.holes_left, seat, self.holes_left[seat] - 1)
            self.holes |= bit
        self.defend(at)

    def drive_out(self, slot: int, victim: int, at: int, loss: bool) -> None:
        """Losses and retreat: one token for good, the rest to the hand until the end of the turn. [SW-3.1]"""
        able = self.able[victim]
        assert able is not None
        n = self.tokens[at]
        lost = 0 if able.no_loss and not loss else 1
        self.held[victim] ^= 1 << at
        self.clear(victim, at)
        self.tray[self.race[victim]] += lost
        seat = victim // SLOTS
        if lost and self.notes is not None:
            self.note(seat, "tokens", -lost, "conquest")
        if victim % SLOTS == ACTIVE:
            self.strike_at(slot, seat)
            if seat != slot // SLOTS or self.options.own_driven_out == "ready":
                self.hand[victim] += n - lost
            else:
                self.waiting = changed(self.waiting, seat, self.waiting[seat] + n - lost)
            return
        self.hand[victim] += n - lost
        if not self.held[victim] and not self.hand[victim]:
            self.retire(victim)

    def strike_at(self, slot: int, seat: int) -> None:
        """Remember that the active race of another seat was attacked. [SW-7.7]"""
        if seat != slot // SLOTS and (slot % SLOTS == ACTIVE or self.options.decline_attack_counts):
            self.attacked |= 1 << seat

    def clear_die(self) -> None:
        """The roll of the turn before is seen until the next player has chosen something."""
        if self.roller != self.turn:
            self.die, self.roller = -1, NOBODY

    def enlist(self, slot: int, race: int, power: int, able: Ability | None) -> None:
        """Which people sits in a slot from now on."""
        self.race = changed(self.race, slot, race)
        self.power = changed(self.power, slot, power)
        self.able = changed(self.able, slot, able)

    def retire(self, slot: int) -> None:
        """A people leaves: tokens to the tray, markers off, badge discarded, banner under the stack. [SW-5.5]"""
        race = self.race[slot]
        self.tray[race] += self.hand[slot]
        for at in bits(self.held[slot]):
            self.tray[race] += self.tokens[at]
            self.clear(slot, at)
        held = self.held[slot]
        self.held[slot] = self.hand[slot] = 0
        if self.power[slot] != NOBODY:
            self.discards |= 1 << self.power[slot]
        self.enlist(slot, NOBODY, NOBODY, None)
        for at in bits(held):
            self.defend(at)
        self.queue += (race,)

    # --- coins -------------------------------------------------------------------------------------------------------

    def gain(self, seat: int, n: int, why: str) -> None:
        self.coins[seat] += n
        if self.notes is not None and n:
            self.note(seat, "coins", n, why)

    def tokens_on_board(self, seat: int) -> int:
        """What the tie-break counts. [SW-8.5]"""
        first = seat * SLOTS
        return sum(self.tokens[at] for at in bits(self.held[first] | self.held[first + 1] | self.held[first + 2]))

    def scores(self) -> list[tuple[int, ...]]:
        if self.options.last_tie == "shared":
            return [(self.coins[seat], self.tokens_on_board(seat)) for seat in range(self.seats)]
        return [
            (self.coins[i], self.tokens_on_board(i), sum(m.bit_count() for m in self.held[i * SLOTS : (i + 1) * SLOTS]))
            for i in range(self.seats)
        ]

    # --- what others may know ----------------------------------------------------------------------------------------

    def resample(self, seat: int | None, rng: Random) -> Self:
        """Others' totals are hidden, though each gain was seen: somebody who did not write them down knows which ten.
        Worlds that agree on that are dealt alike, so nothing of the truth is left in the deal."""
        world = self.clone()
        if self.options.coins == "hidden" and self.stack:
            for other in range(self.seats):
                if other != seat:
                    world.coins[other] = self.coins[other] // 10 * 10 + rng.randrange(10)
        return world
