"""The position: ints as sets of cells, flat lists by seat and colour, the kingdoms kept up to date."""

from __future__ import annotations

from random import Random
from typing import Any, Self

from ludoteka.core.action import Action
from ludoteka.core.errors import Kind, Reason, reason
from ludoteka.core.game import Phase, State
from ludoteka.games.tigris_euphrates.board import BIT, HALO, NEAR, Board, dilate, flood, unbroken
from ludoteka.games.tigris_euphrates.data import BLACK, LEADERS, POINTS, RED, TILES


class TigrisState(State):
    """A seat's things of one colour stand at `seat * 4 + colour` of a flat list. A piece that stands somewhere is kept
    as the bit of its cell, 0 when it is not on the board. What seldom changes is a tuple, which copies share."""

    __slots__ = (
        "active",
        "bag",
        "board",
        "buildings",
        "chiefs",
        "claimed",
        "curses",
        "dead",
        "down",
        "halos",
        "hands",
        "hoard",
        "leaders",
        "lords",
        "monuments",
        "occupied",
        "points",
        "realms",
        "spent",
        "swapped",
        "taken",
        "tiles",
        "treasures",
        "turn",
        "union",
        "wonder",
    )

    board: Board
    tiles: list[int]  # face-up tiles by colour
    down: int  # face-down tiles and the wonder: they connect and have no colour
    dead: int  # catastrophes
    occupied: int  # whatever connects: tiles, face-down tiles, wonder, leaders
    treasures: int
    leaders: list[int]  # by seat and colour
    chiefs: list[int]  # leaders of all seats by colour
    lords: int  # all leaders
    realms: list[int]  # the kingdoms: connected groups with a leader
    halos: list[int]  # each kingdom with the cells beside it
    buildings: tuple[int, ...]  # by colour
    monuments: tuple[int, ...]  # the top left cell; -1 if it is gone without standing anywhere
    wonder: int  # its middle
    union: int  # the tile under the unification marker
    hands: list[int]
    points: list[int]
    taken: tuple[int, ...]  # treasures behind the screens
    curses: tuple[int, ...]  # catastrophes still to play
    bag: list[int]
    spent: list[int]  # tiles that all saw leave: fought, removed, covered, turned face down
    swapped: list[int]  # tiles put aside by swaps, by seat and colour: only that seat saw them
    hoard: int  # treasures of this match in all
    active: int
    turn: int
    claimed: int  # what the wonder gave last, as seat * 4 + colour: all saw it; -1 at first

    def clone(self) -> Self:
        c = type(self)()  # assigning is twice as fast as handing everything to a constructor
        c.seats = self.seats
        c.options = self.options
        c.stack = self.stack.copy()
        c.notes = None
        c.left = self.left
        c.board = self.board
        c.tiles = self.tiles.copy()
        c.down = self.down
        c.dead = self.dead
        c.occupied = self.occupied
        c.treasures = self.treasures
        c.leaders = self.leaders.copy()
        c.chiefs = self.chiefs.copy()
        c.lords = self.lords
        c.realms = self.realms.copy()
        c.halos = self.halos.copy()
        c.buildings = self.buildings
        c.monuments = self.monuments
        c.wonder = self.wonder
        c.union = self.union
        c.hands = self.hands.copy()
        c.points = self.points.copy()
        c.taken = self.taken
        c.curses = self.curses
        c.bag = self.bag.copy()
        c.spent = self.spent.copy()
        c.swapped = self.swapped.copy()
        c.hoard = self.hoard
        c.active = self.active
        c.turn = self.turn
        c.claimed = self.claimed
        return c

    def sample(self, rng: Random) -> Action:
        """Here the phases of chance draw by themselves too, straight from the bag."""
        f = self.stack[-1]
        phase: Phase[Any, Any] = f[0]
        return phase.sample(self, f, rng)

    # --- kingdoms ------------------------------------------------------------------------------------------------

    def why_not(self, action: Action) -> Reason | None:
        at = getattr(action, "at", None)
        if at is not None and at not in BIT:
            return reason("why.no_cell", "TE-1.1", Kind.NEVER, at=at)
        return super().why_not(action)

    def join(self, bit: int, leader: bool = False) -> int:
        """A tile or leader has come to this cell: link what it touches. How many kingdoms that were."""
        realms, halos = self.realms, self.halos
        realm, halo = bit, HALO[bit]
        count = 0
        for i in range(len(halos) - 1, -1, -1):
            if halos[i] & bit:
                realm |= realms.pop(i)
                halo |= halos.pop(i)
                count += 1
        if count or leader:
            loose = NEAR[bit] & self.occupied & ~realm
            if loose:  # regions without a leader
                more = flood(loose, self.occupied & ~realm)
                realm |= more
                halo |= dilate(more)
            realms.append(realm)
            halos.append(halo)
        return count

    def cut(self, gone: int) -> None:
        """Cells have been emptied: the kingdoms that held them fall apart or shrink."""
        for i in range(len(self.realms) - 1, -1, -1):
            if self.realms[i] & gone:
                left = self.realms.pop(i) & self.occupied
                self.halos.pop(i)
                lords = left & self.lords
                if lords and unbroken(gone, left):
                    self.realms.append(left)
                    self.halos.append(dilate(left))
                    continue
                while lords:
                    part = flood(lords & -lords, left)
                    self.realms.append(part)
                    self.halos.append(dilate(part))
                    lords &= ~part

    def realm_of(self, bit: int) -> int:
        """The kingdom that holds a cell, 0 if none does."""
        for realm in self.realms:
            if realm & bit:
                return realm
        return 0

    def owner(self, colour: int, realm: int) -> int:
        """Whose leader of that colour stands in the kingdom, -1 if there is none."""
        if self.chiefs[colour] & realm:
            for seat in range(self.seats):
                if self.leaders[seat * 4 + colour] & realm:
                    return seat
        return -1

    # --- pieces --------------------------------------------------------------------------------------------------

    def put_leader(self, seat: int, colour: int, bit: int) -> None:
        self.leaders[seat * 4 + colour] = bit
        self.chiefs[colour] |= bit
        self.lords |= bit
        self.occupied |= bit
        self.join(bit, leader=True)

    def lift_leader(self, seat: int, colour: int, why: str) -> None:
        """Back to the reserve. Linked lands may fall apart."""
        bit = self.leaders[seat * 4 + colour]
        self.leaders[seat * 4 + colour] = 0
        self.chiefs[colour] ^= bit
        self.lords ^= bit
        self.occupied ^= bit
        self.cut(bit)
        if why != "move":  # it comes back at once
            self.note(seat, LEADERS[colour], -1, why)

    def send_home_stranded(self) -> None:
        """Leaders that no longer touch a face-up temple return to their owners. [TE-3.8]"""
        stranded = self.lords & ~dilate(self.tiles[RED])
        if stranded:
            for i, bit in enumerate(self.leaders):
                if bit & stranded:
                    self.lift_leader(i >> 2, i & 3, "stranded")

    def remove_tiles(self, colour: int, mask: int) -> None:
        """Tiles leave the game for good, seen by all. [TE-10.2]"""
        self.tiles[colour] &= ~mask
        self.spent[colour] += mask.bit_count()
        self.occupied &= ~mask
        self.cut(mask)

    def score(self, seat: int, colour: int, n: int, why: str) -> None:
        self.points[seat * 4 + colour] += n
        self.note(seat, POINTS[colour], n, why)

    def spend(self, seat: int, colour: int, n: int, why: str) -> None:
        """Tiles from a hand leave the game, seen by all."""
        self.hands[seat * 4 + colour] -= n
        self.spent[colour] += n
        if n:
            self.note(seat, TILES[colour], -n, why)

    def hand_size(self, seat: int) -> int:
        hands, first = self.hands, seat * 4
        return hands[first] + hands[first + 1] + hands[first + 2] + hands[first + 3]

    def snapshot(self) -> dict[str, Any]:
        """In which order kingdoms were found is no part of the position."""
        plain = super().snapshot()
        for name in ("halos", "realms"):
            plain[name] = sorted(plain[name])
        return plain

    # --- the end -------------------------------------------------------------------------------------------------

    def final_points(self, seat: int) -> list[int]:
        """Points by colour with every treasure added where it helps most: to the weakest. [TE-12.1]"""
        points = self.points[seat * 4 : seat * 4 + 4]
        for _ in range(self.taken[seat]):
            points[points.index(min(points))] += 1
        return points

    def scores(self) -> list[tuple[int, ...]]:
        """The weakest colour first, then the next: compared in this order. [TE-12.2]"""
        return [tuple(sorted(self.final_points(seat))) for seat in range(self.seats)]


def scorer(s: TigrisState, colour: int, realm: int) -> int:
    """Who gets the point for a tile: the leader of its colour, else the king, else nobody (-1). [TE-5.3]"""
    seat = s.owner(colour, realm)
    return seat if seat >= 0 else s.owner(BLACK, realm)
