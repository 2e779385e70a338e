"""A second engine of Tigris & Euphrates, written from the rulebook: sets of cells, everything looked up anew, no speed.

The match is a generator: it yields who is asked and the answers allowed, as texts, and is sent one of them.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

from ludoteka.games.tigris_euphrates.data import GRIDS

Cell = tuple[int, int]
Question = tuple[int, set[str]]
Flow = Generator[Question, str, None]
Land = frozenset[Cell]

CHANCE = -1
COLOURS = ("red", "blue", "green", "black")
TILE = dict(zip(COLOURS, ("temple", "farm", "market", "settlement"), strict=True))
LEADER = dict(zip(COLOURS, ("priest", "farmer", "trader", "king"), strict=True))
POINT = dict(zip(COLOURS, ("amulet", "crop", "goods", "brick"), strict=True))
COLOUR = {word: colour for words in (TILE, LEADER, POINT) for colour, word in words.items()}
MONUMENTS = ("red-blue", "green-black", "blue-black", "blue-green", "red-green", "red-black")
IN_ALL = {"red": 57, "blue": 36, "green": 30, "black": 30}
HAND, ACTIONS, CATASTROPHES, TREASURES_LEFT, LAST_TURN = 6, 2, 2, 2, 1000
CELLS = [(x, y) for y in range(11) for x in range(16)]
EVERYWHERE = set(CELLS)


def name(cell: Cell) -> str:
    return "ABCDEFGHIJKLMNOP"[cell[0]] + str(cell[1] + 1)


NAME = {cell: name(cell) for cell in CELLS}
CELL = {text: cell for cell, text in NAME.items()}
BESIDE = {(x, y): [c for c in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if c in EVERYWHERE] for x, y in CELLS}


def square(corner: Cell) -> list[Cell]:
    x, y = corner
    return [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]


def cross(middle: Cell) -> list[Cell]:
    return [middle, *BESIDE[middle]]


@dataclass
class Table:
    """All that lies on the table and behind the screens."""

    seats: int
    board: str
    buildings: bool
    wonder: bool
    english: bool
    river: set[Cell] = field(default_factory=set)
    bordered: set[Cell] = field(default_factory=set)
    tiles: dict[Cell, str] = field(default_factory=dict)
    down: set[Cell] = field(default_factory=set)
    dead: set[Cell] = field(default_factory=set)
    treasures: set[Cell] = field(default_factory=set)
    leaders: dict[tuple[int, str], Cell] = field(default_factory=dict)
    built: dict[str, Cell] = field(default_factory=dict)
    monuments: dict[str, Cell] = field(default_factory=dict)
    great: Cell | None = None  # the middle of the wonder
    over: bool = False

    def __post_init__(self) -> None:
        for x, y in CELLS:
            kind = GRIDS[self.board][y][x]
            if kind == "~":
                self.river.add((x, y))
            if kind == "B":
                self.bordered.add((x, y))
            if kind in "TB":
                self.tiles[x, y] = "red"
        self.treasures = set(self.tiles)
        self.bag = dict(IN_ALL)
        self.bag["red"] -= len(self.tiles)
        self.hands = [dict.fromkeys(COLOURS, 0) for _ in range(self.seats)]
        self.points = [dict.fromkeys(COLOURS, 0) for _ in range(self.seats)]
        self.taken = [0] * self.seats
        self.catastrophes = [CATASTROPHES] * self.seats

    # what the board shows

    def occupied(self) -> set[Cell]:
        return {*self.tiles, *self.down, *self.leaders.values()}

    def connected(self, start: Cell, occupied: set[Cell]) -> Land:
        found, waiting = {start}, [start]
        while waiting:
            for cell in BESIDE[waiting.pop()]:
                if cell in occupied and cell not in found:
                    found.add(cell)
                    waiting.append(cell)
        return frozenset(found)

    def kingdoms(self, without: Cell | None = None) -> set[Land]:
        """With `without` as if no leader stood there."""
        occupied = self.occupied() - {without}
        return {self.connected(cell, occupied) for cell in self.leaders.values() if cell != without}

    def temples_beside(self, cell: Cell) -> list[Cell]:
        return [c for c in BESIDE[cell] if self.tiles.get(c) == "red"]

    def leader_in(self, colour: str, kingdom: Land) -> int | None:
        found = [seat for (seat, c), cell in self.leaders.items() if c == colour and cell in kingdom]
        assert len(found) <= 1
        return found[0] if found else None

    def line(self, cell: Cell, dx: int, dy: int) -> list[Cell]:
        found = [cell]
        for way in (1, -1):
            x, y = cell[0] + dx * way, cell[1] + dy * way
            while self.tiles.get((x, y)) == self.tiles[cell]:
                found.append((x, y))
                x, y = x + dx * way, y + dy * way
        return found

    def send_home(self) -> None:
        for key in [key for key, cell in self.leaders.items() if not self.temples_beside(cell)]:
            del self.leaders[key]

    def scores(self) -> list[tuple[int, ...]]:
        """Treasures may be given to any colours: the best way of all."""
        best = []
        for seat in range(self.seats):
            points = self.points[seat]
            ways = combinations_with_replacement(COLOURS, self.taken[seat])
            best.append(max(tuple(sorted(points[c] + way.count(c) for c in COLOURS)) for way in ways))
        return best


def touching(cell: Cell, kingdoms: Iterable[Land]) -> list[Land]:
    return [k for k in kingdoms if any(c in k for c in BESIDE[cell])]


class Play(Table):
    """The course of a match."""

    def run(self) -> Flow:
        who = int((yield CHANCE, {f"first {seat}" for seat in range(self.seats)}).split()[1])
        yield from self.refill(who)
        turns = 0
        while not self.over:
            turns += 1
            yield from self.turn(who)
            if not self.over:
                yield from self.income(who)
                yield from self.refill(who)
            self.over = self.over or len(self.treasures) <= TREASURES_LEFT or turns >= LAST_TURN
            who = (who + 1) % self.seats

    def income(self, who: int) -> Flow:
        for colour in COLOURS:
            if (who, colour) in self.leaders:
                kingdom = self.connected(self.leaders[who, colour], self.occupied())
                for what, cell in self.monuments.items():
                    self.points[who][colour] += colour in what.split("-") and cell in kingdom
        king = self.leaders.get((who, "black"))
        if self.great and king and self.great in self.connected(king, self.occupied()):
            answer = yield who, {f"claim {POINT[c]}" for c in COLOURS}
            self.points[who][COLOUR[answer.split()[1]]] += 1

    def draw(self, seat: int, n: int) -> Flow:
        for _ in range(n):
            if not any(self.bag.values()):
                self.over = True
                return
            answer = yield CHANCE, {f"draw {seat} {TILE[c]}" for c in COLOURS if self.bag[c]}
            colour = COLOUR[answer.split()[2]]
            self.bag[colour] -= 1
            self.hands[seat][colour] += 1

    def refill(self, first: int) -> Flow:
        for i in range(self.seats):
            seat = (first + i) % self.seats
            if not self.over:
                yield from self.draw(seat, HAND - sum(self.hands[seat].values()))

    # a turn

    def choices(self, seat: int) -> set[str]:
        found = {"pass"}
        kingdoms = self.kingdoms()
        lifted = {c: self.kingdoms(self.leaders[seat, c]) for c in COLOURS if (seat, c) in self.leaders}
        taken = self.occupied() | self.dead
        safe = {*self.leaders.values(), *self.built.values(), *self.dead, *self.down, *self.treasures}
        for cell in CELLS:
            if cell not in taken:
                found |= self.for_cell(seat, cell, kingdoms, lifted)
            if self.catastrophes[seat] and cell not in safe:
                found.add(f"catastrophe {NAME[cell]}")
        found |= {f"withdraw {LEADER[c]}" for c in lifted}
        return found | {f"swap {TILE[c]}" for c in COLOURS if self.hands[seat][c]}

    def for_cell(self, seat: int, cell: Cell, kingdoms: set[Land], lifted: dict[str, set[Land]]) -> set[str]:
        found = set()
        if len(touching(cell, kingdoms)) <= 2:
            for c in COLOURS:
                if self.hands[seat][c] and (c == "blue") == (cell in self.river):
                    found.add(f"tile {TILE[c]} {NAME[cell]}")
        if cell not in self.river and self.temples_beside(cell):
            for c in COLOURS:
                verb = "move" if c in lifted else "leader"
                if len(touching(cell, lifted.get(c, kingdoms))) <= 1:
                    found.add(f"{verb} {LEADER[c]} {NAME[cell]}")
        return found

    def turn(self, seat: int) -> Flow:
        for _ in range(ACTIONS):
            verb, *words = (yield seat, self.choices(seat)).split()
            if verb == "pass" or self.over:
                return
            if verb == "tile":
                yield from self.place_tile(seat, COLOUR[words[0]], CELL[words[1]])
            elif verb in ("leader", "move"):
                yield from self.place_leader(seat, COLOUR[words[0]], CELL[words[1]])
            elif verb == "withdraw":
                del self.leaders[seat, COLOUR[words[0]]]
            elif verb == "catastrophe":
                self.catastrophes[seat] -= 1
                self.tiles.pop(CELL[words[0]], None)
                self.dead.add(CELL[words[0]])
                self.send_home()
            else:
                yield from self.swap(seat, COLOUR[words[0]])
            if self.over:
                return

    def swap(self, seat: int, colour: str) -> Flow:
        hand, n = self.hands[seat], 1
        hand[colour] -= 1
        while any(hand.values()):
            answer = yield seat, {"done", *(f"swap {TILE[c]}" for c in COLOURS if hand[c])}
            if answer == "done":
                break
            hand[COLOUR[answer.split()[1]]] -= 1
            n += 1
        if sum(self.bag.values()) < n:
            self.over = True
        else:
            yield from self.draw(seat, n)

    def commit(self, seat: int, colour: str, own: int, other: int, defends: bool) -> Generator[Question, str, int]:
        """The total of a side after it has added tiles."""
        may = range(self.hands[seat][colour] + 1)
        if self.english:
            may = [n for n in may if n == 0 or (own + n == other if defends else own + n > other)]  # type: ignore[assignment]
        n = int((yield seat, {f"commit {n}" for n in may}).split()[1])
        self.hands[seat][colour] -= n
        return own + n

    def place_leader(self, seat: int, colour: str, cell: Cell) -> Flow:
        self.leaders.pop((seat, colour), None)
        rivals = [self.leader_in(colour, kingdom) for kingdom in touching(cell, self.kingdoms())]
        self.leaders[seat, colour] = cell
        for rival in rivals:
            if rival is not None:
                mine, theirs = (len(self.temples_beside(self.leaders[q, colour])) for q in (seat, rival))
                attack = yield from self.commit(seat, "red", mine, theirs, False)
                defence = yield from self.commit(rival, "red", theirs, attack, True)
                winner, loser = (seat, rival) if attack > defence else (rival, seat)
                del self.leaders[loser, colour]
                self.points[winner]["red"] += 1
        yield from self.take_treasures()

    def place_tile(self, seat: int, colour: str, cell: Cell) -> Flow:
        self.hands[seat][colour] -= 1
        kingdoms = touching(cell, self.kingdoms())
        self.tiles[cell] = colour
        if len(kingdoms) == 1:
            who = self.leader_in(colour, kingdoms[0])
            who = self.leader_in("black", kingdoms[0]) if who is None else who
            if who is not None:
                doubled = self.built.get(colour) in self.connected(cell, self.occupied())
                self.points[who][colour] += 2 if doubled else 1
        elif kingdoms:
            yield from self.wars(seat, cell)
        if self.buildings:
            yield from self.offer_building(seat, colour, cell)
        yield from self.offer_monument(seat, colour, cell)
        yield from self.take_treasures()

    def wars(self, active: int, union: Cell) -> Flow:
        while True:
            kingdom = self.connected(union, self.occupied())
            fighting = [c for c in COLOURS if sum(k == c and at in kingdom for (_, k), at in self.leaders.items()) == 2]
            if not fighting:
                return
            colour = fighting[0]
            if len(fighting) > 1:
                colour = COLOUR[(yield active, {f"war {LEADER[c]}" for c in fighting}).split()[1]]
            order = [(active + i) % self.seats for i in range(self.seats)]
            attacker, defender = [q for q in order if self.leaders.get((q, colour)) in kingdom]
            behind = {}
            for q in (attacker, defender):
                side = self.connected(self.leaders[q, colour], self.occupied() - {union})
                behind[q] = [c for c in side if self.tiles.get(c) == colour]
            mine, theirs = len(behind[attacker]), len(behind[defender])
            attack = yield from self.commit(attacker, colour, mine, theirs, False)
            defence = yield from self.commit(defender, colour, theirs, attack, True)
            winner, loser = (attacker, defender) if attack > defence else (defender, attacker)
            del self.leaders[loser, colour]
            self.points[winner][colour] += 1
            for c in behind[loser]:
                guarded = c in self.treasures or any(b in self.leaders.values() for b in BESIDE[c])
                if c != self.built.get(colour) and not (colour == "red" and guarded):
                    del self.tiles[c]
                    self.points[winner][colour] += 1

    def offer_building(self, seat: int, colour: str, cell: Cell) -> Flow:
        stands, longest = self.built.get(colour), 2
        if stands:
            longest = max(2, *(len(self.line(stands, *way)) for way in ((1, 0), (0, 1))))
        may = set()
        for way in ((1, 0), (0, 1)):
            line = self.line(cell, *way)
            if len(line) > longest and stands not in line:
                may |= set(line)
        if may:
            answer = yield seat, {"decline", *(f"building {NAME[c]}" for c in may)}
            if answer != "decline":
                self.built[colour] = CELL[answer.split()[1]]

    def offer_monument(self, seat: int, colour: str, cell: Cell) -> Flow:
        x, y = cell
        corners = [(x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)]
        corners = [corner for corner in corners if all(self.tiles.get(c) == colour for c in square(corner))]
        free = [what for what in MONUMENTS if colour in what.split("-") and what not in self.monuments]
        may = {f"monument {what} {NAME[corner]}" for what in free for corner in corners}
        if self.wonder and not self.great:
            middles = [m for m in cross(cell) if len(BESIDE[m]) == 4]
            may |= {f"wonder {NAME[m]}" for m in middles if all(self.tiles.get(c) == colour for c in cross(m))}
        if not may:
            return
        verb, *words = (yield seat, {"decline", *may}).split()
        covered: list[Cell] = []
        if verb == "monument":
            self.monuments[words[0]] = CELL[words[1]]
            covered = square(CELL[words[1]])
        elif verb == "wonder":
            self.great = CELL[words[0]]
            covered = cross(self.great)
        for c in covered:
            del self.tiles[c]
            self.down.add(c)
            if self.built.get(colour) == c:
                del self.built[colour]
        self.send_home()

    def take_treasures(self) -> Flow:
        for kingdom in self.kingdoms():
            trader, found = self.leader_in("green", kingdom), kingdom & self.treasures
            if trader is not None and len(found) > 1:
                may = found - self.bordered or found
                keep = next(iter(may))
                if len(may) > 1:
                    keep = CELL[(yield trader, {f"keep {NAME[c]}" for c in may}).split()[1]]
                self.treasures -= found - {keep}
                self.taken[trader] += len(found) - 1
