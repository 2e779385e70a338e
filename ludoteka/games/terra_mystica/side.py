"""What belongs to one seat: its faction, resources, tracks, tiles and buildings."""

from __future__ import annotations

from ludoteka.games.terra_mystica.data import FAV5, FAV5_TOWN_POWER, TOWN_POWER
from ludoteka.games.terra_mystica.factions import Faction


class Side:
    """What belongs to one seat: its faction, resources, tracks, tiles and buildings."""

    __slots__ = (
        "bowl1",
        "bowl2",
        "bowl3",
        "bridges_left",
        "built",
        "card",
        "coins",
        "cult",
        "cult_due",
        "dig",
        "dropped",
        "faction",
        "favors",
        "home",
        "jump",
        "keys",
        "lands",
        "links",
        "own",
        "paint",
        "passed",
        "priest_max",
        "priests",
        "reach",
        "root",
        "sent",
        "shifts",
        "ship",
        "spades",
        "token_due",
        "towned",
        "towns",
        "unlock_due",
        "used",
        "vp",
        "workers",
    )

    def __init__(
        self,
        faction: Faction | None,
        vp: int,
        coins: int,
        workers: int,
        priests: int,
        priest_max: int,
        bowl1: int,
        bowl2: int,
        bowl3: int,
        cult: tuple[int, ...],
        keys: int,
        ship: int,
        dig: int,
        jump: int,
        bridges_left: int,
        home: int,
        root: int,
        lands: int,
        own: tuple[int, ...],
        built: int,
        favors: int,
        towns: tuple[int, ...],
        card: int,
        used: int,
        passed: bool,
        dropped: bool,
        towned: int,
        links: int,
        sent: int,
        shifts: int,
        spades: int,
        cult_due: int,
        unlock_due: int,
        token_due: int,
        paint: int,
        reach: int,
    ) -> None:
        self.faction = faction
        self.vp = vp
        self.coins = coins
        self.workers = workers
        self.priests = priests
        self.priest_max = priest_max
        """Priests it may still hold: those in the orders are gone."""
        self.bowl1 = bowl1
        self.bowl2 = bowl2
        self.bowl3 = bowl3
        self.cult = cult
        self.keys = keys
        self.ship = ship
        self.dig = dig
        self.jump = jump
        self.bridges_left = bridges_left
        self.home = home
        """What it transforms land into and builds on; -1 if it never transforms."""
        self.root = root
        """Where it counts spades from."""
        self.lands = lands
        """Terrains it may build on, as bits."""
        self.own = own
        """Masks of its dwellings, trading houses, temples, stronghold, sanctuary."""
        self.built = built
        self.favors = favors
        self.towns = towns
        self.card = card
        self.used = used
        """Special actions used this round: 1 card, 2 favor tile, 4 its own."""
        self.passed = passed
        self.dropped = dropped
        self.towned = towned
        """Hexes that belong to a town."""
        self.links = links
        """River hexes that join buildings to a town."""
        self.sent = sent
        self.shifts = shifts
        self.spades = spades
        self.cult_due = cult_due
        self.unlock_due = unlock_due
        self.token_due = token_due
        self.paint = paint
        """The terrain whose colour its pieces have, where the faction has none of its own; else -1."""
        self.reach = reach
        """Land hexes in reach by neighbourhood and ship, or -1 when it must be found again."""

    def clone(self) -> Side:
        return Side(
            self.faction,
            self.vp,
            self.coins,
            self.workers,
            self.priests,
            self.priest_max,
            self.bowl1,
            self.bowl2,
            self.bowl3,
            self.cult,
            self.keys,
            self.ship,
            self.dig,
            self.jump,
            self.bridges_left,
            self.home,
            self.root,
            self.lands,
            self.own,
            self.built,
            self.favors,
            self.towns,
            self.card,
            self.used,
            self.passed,
            self.dropped,
            self.towned,
            self.links,
            self.sent,
            self.shifts,
            self.spades,
            self.cult_due,
            self.unlock_due,
            self.token_due,
            self.paint,
            self.reach,
        )

    @property
    def folk(self) -> Faction:
        """The faction, where there surely is one."""
        assert self.faction is not None
        return self.faction

    def count(self, kind: int) -> int:
        return self.own[kind].bit_count()

    def power_of(self, mask: int) -> int:
        """Power value of its buildings on these hexes."""
        own = self.own
        return (
            (own[0] & mask).bit_count()
            + 2 * ((own[1] | own[2]) & mask).bit_count()
            + self.folk.big_power * ((own[3] | own[4]) & mask).bit_count()
        )

    def town_power(self) -> int:
        return FAV5_TOWN_POWER if self.favors >> FAV5 & 1 else TOWN_POWER


def empty_side() -> Side:
    # fmt: off
    return Side(None, 0, 0, 0, 0, 0, 0, 0, 0, (0,) * 4, 0, 0, 0, 0, 0, -1, -1, 0, (0,) * 5, 0, 0, (0,) * 8, -1, 0,
                False, False, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1)
    # fmt: on
