"""What belongs to one seat: its faction, resources, tracks, tiles and buildings."""

from __future__ import annotations

from typing import ClassVar

from ludoteka.games.terra_mystica.data import FAV5, FAV5_TOWN_POWER, LIMITS, SA, SH, TE, TOWN_POWER, TP, D
from ludoteka.games.terra_mystica.due import Due
from ludoteka.games.terra_mystica.faction import NOBODY, Faction


class Side:
    """What belongs to one seat, to look at: copies of a position share it until one of them changes something.

    The fields are slots of `MutableSide`, so a type checker refuses to assign through this class.
    """

    __slots__ = ()
    copy_on_write: ClassVar[bool] = True
    beside: ClassVar[frozenset[str]] = frozenset({"faction", "folk", "reach"})

    faction: Faction | None
    folk: Faction
    """The same, where there surely is one."""
    vp: int
    coins: int
    workers: int
    priests: int
    priest_max: int
    """Priests it may still hold: those in the orders are gone."""
    bowl1: int
    bowl2: int
    bowl3: int
    cult: tuple[int, ...]
    keys: int
    ship: int
    dig: int
    jump: int
    bridges_left: int
    home: int
    """What it transforms land into and builds on; -1 if it never transforms."""
    root: int
    """Where it counts spades from."""
    lands: int
    """Terrains it may build on, as bits."""
    own: tuple[int, ...]
    """Masks of its dwellings, trading houses, temples, stronghold, sanctuary."""
    built: int
    favors: int
    towns: tuple[int, ...]
    card: int
    used: int
    """Special actions used this round: 1 card, 2 favor tile, 4 its own."""
    passed: bool
    dropped: bool
    towned: int
    """Hexes that belong to a town."""
    links: int
    """River hexes that join buildings to a town."""
    sent: int
    shifts: int
    dues: tuple[Due, ...]
    """What it still has to settle."""
    paint: int
    """The terrain whose colour its pieces have, where the faction has none of its own; else -1."""
    reach: int
    """Land hexes in reach by neighbourhood and ship, or -1 when it must be found again."""

    def clone(self) -> MutableSide:
        c = MutableSide()  # assigning is twice as fast as handing everything to a constructor
        c.faction = self.faction
        c.folk = self.folk
        c.vp = self.vp
        c.coins = self.coins
        c.workers = self.workers
        c.priests = self.priests
        c.priest_max = self.priest_max
        c.bowl1 = self.bowl1
        c.bowl2 = self.bowl2
        c.bowl3 = self.bowl3
        c.cult = self.cult
        c.keys = self.keys
        c.ship = self.ship
        c.dig = self.dig
        c.jump = self.jump
        c.bridges_left = self.bridges_left
        c.home = self.home
        c.root = self.root
        c.lands = self.lands
        c.own = self.own
        c.built = self.built
        c.favors = self.favors
        c.towns = self.towns
        c.card = self.card
        c.used = self.used
        c.passed = self.passed
        c.dropped = self.dropped
        c.towned = self.towned
        c.links = self.links
        c.sent = self.sent
        c.shifts = self.shifts
        c.dues = self.dues
        c.paint = self.paint
        c.reach = self.reach
        return c

    def owes(self, what: int) -> int:
        """How much of it is due."""
        for kind, n in self.dues:
            if kind == what:
                return n
        return 0

    def count(self, kind: int) -> int:
        return self.own[kind].bit_count()

    def left(self, kind: int) -> int:
        """Buildings of this kind that still lie on its board."""
        return LIMITS[kind] - self.own[kind].bit_count()

    def tokens(self) -> int:
        return self.bowl1 + self.bowl2 + self.bowl3

    def power_of(self, mask: int) -> int:
        """Power value of its buildings on these hexes."""
        own = self.own
        return (
            (own[D] & mask).bit_count()
            + 2 * ((own[TP] | own[TE]) & mask).bit_count()
            + self.folk.big_power * ((own[SH] | own[SA]) & mask).bit_count()
        )

    def town_power(self) -> int:
        return FAV5_TOWN_POWER if self.favors >> FAV5 & 1 else TOWN_POWER


class MutableSide(Side):
    """A side that may be changed: `TerraState.edit` gives it to whoever wants to."""

    __slots__ = (
        "bowl1", "bowl2", "bowl3", "bridges_left", "built", "card", "coins", "cult", "dig", "dropped", "dues",
        "faction", "favors", "folk", "home", "jump", "keys", "lands", "links", "own", "paint", "passed", "priest_max",
        "priests", "reach", "root", "sent", "shifts", "ship", "towned", "towns", "used", "vp", "workers",
    )  # fmt: skip

    def set_due(self, what: int, n: int) -> None:
        """So much of it is due from now on."""
        dues = [d for d in self.dues if d[0] != what]
        if n:
            dues.append(Due(what, n))
            dues.sort()
        self.dues = tuple(dues)

    def owe(self, what: int, n: int = 1) -> None:
        self.set_due(what, self.owes(what) + n)

    def settle(self, what: int, n: int = 1) -> None:
        self.set_due(what, self.owes(what) - n)


def empty_side() -> MutableSide:
    side = MutableSide()
    side.faction = None
    side.folk = NOBODY
    side.vp = side.coins = side.workers = side.priests = side.priest_max = 0
    side.bowl1 = side.bowl2 = side.bowl3 = 0
    side.cult = (0,) * 4
    side.keys = side.ship = side.dig = side.jump = side.bridges_left = 0
    side.home = side.root = side.paint = -1
    side.lands = side.built = side.towned = side.links = 0
    side.own = (0,) * 5
    side.favors = side.used = side.sent = side.shifts = 0
    side.towns = (0,) * 8
    side.card = side.reach = -1
    side.passed = side.dropped = False
    side.dues = ()
    return side
