"""The position: ints as sets of cells, flat lists by seat and colour, the kingdoms kept up to date."""

from __future__ import annotations

from random import Random
from typing import Any

from ludoteka.core.action import Action
from ludoteka.core.game import Frame, Phase, State
from ludoteka.games.tigris_euphrates import view as views
from ludoteka.games.tigris_euphrates.board import HALO, NEAR, Board, dilate, flood, unbroken
from ludoteka.games.tigris_euphrates.data import BLACK, LEADERS, POINTS, RED, TILES, TigrisOptions


class TigrisState(State):
    """A seat's things of one colour stand at `seat * 4 + colour` of a flat list. A piece that stands somewhere is kept
    as the bit of its cell, 0 when it is not on the board."""

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

    def __init__(
        self,
        seats: int,
        options: TigrisOptions,
        stack: list[Frame],
        board: Board,
        tiles: list[int],
        down: int,
        dead: int,
        occupied: int,
        treasures: int,
        leaders: list[int],
        chiefs: list[int],
        lords: int,
        realms: list[int],
        halos: list[int],
        buildings: list[int],
        monuments: list[int],
        wonder: int,
        union: int,
        hands: list[int],
        points: list[int],
        taken: list[int],
        curses: list[int],
        bag: list[int],
        spent: list[int],
        swapped: list[int],
        hoard: int,
        active: int,
        turn: int,
        claimed: int,
    ) -> None:
        self.seats = seats
        self.options = options
        self.stack = stack
        self.notes = None
        self.board = board
        self.tiles = tiles  # face-up tiles by colour
        self.down = down  # face-down tiles and the wonder: they connect and have no colour
        self.dead = dead  # catastrophes
        self.occupied = occupied  # whatever connects: tiles, face-down tiles, wonder, leaders
        self.treasures = treasures
        self.leaders = leaders  # by seat and colour
        self.chiefs = chiefs  # leaders of all seats by colour
        self.lords = lords  # all leaders
        self.realms = realms  # the kingdoms: connected groups with a leader
        self.halos = halos  # each kingdom with the cells beside it
        self.buildings = buildings  # by colour
        self.monuments = monuments  # the top left cell; -1 if it is gone without standing anywhere
        self.wonder = wonder  # its middle
        self.union = union  # the tile under the unification marker
        self.hands = hands
        self.points = points
        self.taken = taken  # treasures behind the screens
        self.curses = curses  # catastrophes still to play
        self.bag = bag
        self.spent = spent  # tiles that all saw leave: fought, removed, covered, turned face down
        self.swapped = swapped  # tiles put aside by swaps, by seat and colour: only that seat saw them
        self.hoard = hoard  # treasures of this match in all
        self.active = active
        self.turn = turn
        self.claimed = claimed  # what the wonder gave last, as seat * 4 + colour: all saw it; -1 at first

    def clone(self) -> TigrisState:
        return TigrisState(
            self.seats,
            self.options,
            self.stack[:],
            self.board,
            self.tiles[:],
            self.down,
            self.dead,
            self.occupied,
            self.treasures,
            self.leaders[:],
            self.chiefs[:],
            self.lords,
            self.realms[:],
            self.halos[:],
            self.buildings[:],
            self.monuments[:],
            self.wonder,
            self.union,
            self.hands[:],
            self.points[:],
            self.taken[:],
            self.curses[:],
            self.bag[:],
            self.spent[:],
            self.swapped[:],
            self.hoard,
            self.active,
            self.turn,
            self.claimed,
        )

    def sample(self, rng: Random) -> Action:
        """Here the phases of chance draw by themselves too, straight from the bag."""
        f = self.stack[-1]
        phase: Phase[Any] = f[0]
        return phase.sample(self, f, rng)

    # --- kingdoms ------------------------------------------------------------------------------------------------

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
        red, blue, green, black = self.hands[seat * 4 : seat * 4 + 4]
        return red + blue + green + black

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

    # --- secrets -------------------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> dict[str, Any]:
        return views.view(self, seat)

    def redact(self, action: Action, seat: int | None) -> Action:
        return views.redact(self, action, seat)

    def resample(self, seat: int | None, rng: Random) -> TigrisState:
        return views.resample(self, seat, rng)


def scorer(s: TigrisState, colour: int, realm: int) -> int:
    """Who gets the point for a tile: the leader of its colour, else the king, else nobody (-1). [TE-5.3]"""
    seat = s.owner(colour, realm)
    return seat if seat >= 0 else s.owner(BLACK, realm)
