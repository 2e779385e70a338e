"""Positions as one line of text, for puzzles, tests and records. docs/games/tigris_euphrates.md describes the form.

pieces I5=r H4=r J5=1k ; hands p1=rrr p2=rr ; active p2
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from ludoteka.core.bag import changed
from ludoteka.core.game import Frame
from ludoteka.core.position import bad_position as bad
from ludoteka.core.position import read_stack
from ludoteka.games.tigris_euphrates.board import (
    BIT,
    BOARDS,
    CELLS,
    HEIGHT,
    NAMES,
    PLUS,
    SQUARE,
    WIDTH,
    cell_names,
    dilate,
    flood,
)
from ludoteka.games.tigris_euphrates.data import (
    ACTIONS,
    BLUE,
    CATASTROPHES,
    HAND,
    HOARD,
    LAST_TURN,
    LEADERS,
    LETTERS,
    MONUMENT_COLOURS,
    MONUMENTS,
    RED,
    TILES,
    TigrisOptions,
)
from ludoteka.games.tigris_euphrates.phases.building import OFFER_BUILDING
from ludoteka.games.tigris_euphrates.phases.conflict import WARS, Unrest
from ludoteka.games.tigris_euphrates.phases.end import begin_turn
from ludoteka.games.tigris_euphrates.phases.monument import OFFER_MONUMENT, AfterTile
from ludoteka.games.tigris_euphrates.phases.treasure import TREASURES, EndOfAction
from ludoteka.games.tigris_euphrates.setup import empty
from ludoteka.games.tigris_euphrates.state import TigrisState

PACKAGE = __name__.rpartition(".")[0]
TOKEN = re.compile(r"(?P<what>-|x|o|#(?:[rbgk]{2})?|[1-4][rbgk]|[rbgk])(?P<marks>\*?\^?!?)")
SHORT = {"".join(sorted(LETTERS[c] for c in colours)): i for i, colours in enumerate(MONUMENT_COLOURS)}


def place(seats: int, options: TigrisOptions, text: str) -> TigrisState:
    """The state that a line of clauses describes; raises BadOptions for one that cannot be."""
    clauses: dict[str, str] = {}
    for part in text.split(";"):
        word, _, rest = part.strip().partition(" ")
        if word and word not in CLAUSES:
            raise bad(f"no clause is called {word!r}; there are {', '.join(CLAUSES)}")
        if word in clauses:
            raise bad(f"{word} is there twice")
        if word:
            clauses[word] = rest.strip()
    return set_up(seats, options, clauses, strict=True)


def set_up(seats: int, options: TigrisOptions, clauses: Mapping[str, str], strict: bool) -> TigrisState:
    """The same from clauses by name. `strict` also refuses what no match could lead to: wrong terrain, a leader without
    a temple, two leaders of a colour in one kingdom."""
    reader = _Reader(seats, options, clauses.get("board", options.board))
    for word, read in CLAUSES.items():
        if word in clauses:
            read(reader, clauses[word])
        elif word == "pieces" and "rows" not in clauses:
            read(reader, "")
    return reader.finish(strict)


class _Reader:
    def __init__(self, seats: int, options: TigrisOptions, board: str) -> None:
        if board not in BOARDS:
            raise bad(f"there is no board {board!r}; there are {', '.join(BOARDS)}")
        self.s = empty(seats, options, BOARDS[board])
        self.below: dict[str, int] = {}  # face-down cells of named monuments, still to be found as squares
        self.actions = ACTIONS
        self.active = 0
        self.bag: list[int] | None = None
        self.spent: list[int] | None = None
        self.stack: list[Frame] | None = None

    def seat(self, word: str) -> int:
        if not re.fullmatch("p[1-4]", word) or int(word[1]) > self.s.seats:
            raise bad(f"no player is called {word!r}")
        return int(word[1]) - 1

    def pairs(self, text: str) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        for word in text.split():
            name, sign, value = word.partition("=")
            if not sign or not name:
                raise bad(f"{word!r} should have the form name=value")
            if any(name == other for other, _ in found):
                raise bad(f"{name} is said twice")
            found.append((name, value))
        return found

    def cell(self, name: str) -> int:
        if name not in BIT:
            raise bad(f"there is no cell {name!r}")
        return BIT[name]

    def number(self, word: str, low: int, high: int) -> int:
        if not word.isdecimal() or not low <= int(word) <= high:
            raise bad(f"{word!r} should be a number from {low} to {high}")
        return int(word)

    # --- clauses -------------------------------------------------------------------------------------------------

    def read_board(self, text: str) -> None:
        """Taken already: the board must be known first."""

    def read_pieces(self, text: str) -> None:
        """The start position, then `cell=token` replaces all that is on the cell."""
        temples = self.s.board.temples
        self.s.tiles[RED] |= temples
        self.s.treasures |= temples
        for name, token in self.pairs(text):
            self.put(self.cell(name), token)

    def read_rows(self, text: str) -> None:
        """Eleven rows with `_n` for n empty cells."""
        rows = text.split("/")
        if len(rows) != HEIGHT:
            raise bad(f"there are {len(rows)} rows, not {HEIGHT}")
        for y, row in enumerate(rows):
            x = 0
            for token in row.split():
                if token.startswith("_"):
                    x += self.number(token[1:], 1, WIDTH)
                    continue
                if x >= WIDTH:
                    break
                self.put(BIT[NAMES[CELLS[y * WIDTH + x]]], token)
                x += 1
            if x != WIDTH:
                raise bad(f"row {y + 1} has {x} cells, not {WIDTH}")

    def put(self, bit: int, token: str) -> None:
        s = self.s
        found = TOKEN.fullmatch(token)
        at = cell_names(bit)[0]
        if not found:
            raise bad(f"{at}: nothing is written {token!r}")
        self.clear(bit)
        what, marks = found["what"], found["marks"]
        is_tile = what in LETTERS
        if what in LETTERS:
            s.tiles[LETTERS.index(what)] |= bit
        elif what == "x":
            s.dead |= bit
        elif what == "o":
            s.down |= bit
            self.below["o"] = self.below.get("o", 0) | bit
        elif what[0] == "#":
            s.down |= bit
            if what[1:]:
                self.below[what[1:]] = self.below.get(what[1:], 0) | bit
        elif what != "-":
            seat, colour = self.seat("p" + what[0]), LETTERS.index(what[1])
            if s.leaders[seat * 4 + colour]:
                raise bad(f"p{seat + 1} has one {LEADERS[colour]} only")
            s.leaders[seat * 4 + colour] = bit
        if "*" in marks:
            if not bit & (s.tiles[RED] | s.down):
                raise bad(f"{at}: a treasure lies on a temple, a face-down tile or the wonder")
            s.treasures |= bit
        if ("^" in marks or "!" in marks) and not is_tile:
            raise bad(f"{at}: buildings and the unification marker stand on tiles")
        if "^" in marks:
            if not s.options.buildings:
                raise bad(f"{at}: a building, but the match is without them")
            s.buildings = changed(s.buildings, LETTERS.index(what), bit)
        if "!" in marks:
            s.union = bit

    def clear(self, bit: int) -> None:
        s = self.s
        for c in range(4):
            s.tiles[c] &= ~bit
        s.buildings = tuple(at & ~bit for at in s.buildings)
        s.leaders = [0 if at == bit else at for at in s.leaders]
        s.down &= ~bit
        s.dead &= ~bit
        s.treasures &= ~bit

    def read_treasures(self, text: str) -> None:
        """The cells that still have a treasure: exactly these."""
        s = self.s
        s.treasures = 0
        for name in text.split():
            if not self.cell(name) & (s.tiles[RED] | s.down):
                raise bad(f"{name}: a treasure lies on a temple, a face-down tile or the wonder")
            s.treasures |= BIT[name]

    def read_monuments(self, text: str) -> None:
        """`rb=F5`: stands with its top left corner there; `rb=-`: is not to be had any more."""
        for name, at in self.pairs(text):
            i = self.monument(name)
            if at == "-":
                self.s.monuments = changed(self.s.monuments, i, -1)
                continue
            self.lay(SQUARE[self.cell(at)], at)
            self.s.monuments = changed(self.s.monuments, i, BIT[at])
            self.below.pop(name, None)

    def monument(self, name: str) -> int:
        short = "".join(sorted(name))
        if short not in SHORT:
            raise bad(f"there is no monument {name!r}")
        return SHORT[short]

    def read_wonder(self, text: str) -> None:
        """The cell of its middle, or `-` if it is not to be had any more."""
        if not self.s.options.wonder:
            raise bad("a wonder, but the match is without it")
        if text == "-":
            self.s.wonder = -1
            return
        self.lay(PLUS[self.cell(text)], text)
        self.s.wonder = BIT[text]
        self.below.pop("o", None)

    def lay(self, shape: int, at: str) -> None:
        if not shape:
            raise bad(f"{at}: it would stand beyond the edge")
        for name in cell_names(shape & ~self.s.down):
            treasure = BIT[name] & self.s.treasures
            self.clear(BIT[name])
            self.s.treasures |= treasure
        self.s.down |= shape

    def read_hands(self, text: str) -> None:
        for name, tiles in self.pairs(text):
            counts = self.tiles(tiles)
            if sum(counts) > HAND:
                raise bad(f"{name} has more than {HAND} tiles")
            seat = self.seat(name)
            self.s.hands[seat * 4 : seat * 4 + 4] = counts

    def tiles(self, text: str) -> list[int]:
        """`rrg` or `r2g1`, `-` for none."""
        counts = [0, 0, 0, 0]
        if text != "-" and not re.fullmatch(r"([rbgk]\d*)*", text):
            raise bad(f"{text!r} should be tiles such as rrbgk or r2b1")
        for letter, n in re.findall(r"([rbgk])(\d*)", text):
            counts[LETTERS.index(letter)] += int(n or 1)
        return counts

    def read_points(self, text: str) -> None:
        """`p1=3,0,2,1`: red, blue, green, black."""
        for name, value in self.pairs(text):
            numbers = [self.number(word, 0, 999) for word in value.split(",")]
            if len(numbers) != 4:
                raise bad(f"{name}: four numbers are needed, red, blue, green and black")
            seat = self.seat(name)
            self.s.points[seat * 4 : seat * 4 + 4] = numbers

    def read_taken(self, text: str) -> None:
        for name, value in self.pairs(text):
            self.s.taken = changed(self.s.taken, self.seat(name), self.number(value, 0, HOARD))

    def read_catastrophes(self, text: str) -> None:
        for name, value in self.pairs(text):
            self.s.curses = changed(self.s.curses, self.seat(name), self.number(value, 0, CATASTROPHES))

    def read_bag(self, text: str) -> None:
        self.bag = self.tiles(text or "-")

    def read_spent(self, text: str) -> None:
        """What all saw leave the match. Without it: whatever is missing."""
        self.spent = self.tiles(text or "-")

    def read_swapped(self, text: str) -> None:
        for name, tiles in self.pairs(text):
            seat = self.seat(name)
            self.s.swapped[seat * 4 : seat * 4 + 4] = self.tiles(tiles)

    def read_claimed(self, text: str) -> None:
        """`p1=r`: the point that the wonder gave last."""
        for name, letter in self.pairs(text):
            self.s.claimed = self.seat(name) * 4 + self.tiles(letter).index(1)

    def read_left(self, text: str) -> None:
        """The players who have left the match."""
        for name in text.split():
            self.s.left |= 1 << self.seat(name)

    def read_stack(self, text: str) -> None:
        """What is still to be decided, from the bottom: `TurnEnds,EndTurn,-,0 Actions,Turn,0,2`; `-` for nothing."""
        frames = [] if text == "-" else [word.split(",") for word in text.split()]
        self.stack = read_stack(PACKAGE, [[*frame[:2], *map(self.value, frame[2:])] for frame in frames])

    def value(self, word: str) -> int | None:
        if word != "-" and not word.removeprefix("-").isdecimal():
            raise bad(f"{word!r} should be a number")
        return None if word == "-" else int(word)

    def read_active(self, text: str) -> None:
        self.active = self.seat(text)

    def read_actions(self, text: str) -> None:
        self.actions = self.number(text, 1, ACTIONS)

    def read_turn(self, text: str) -> None:
        self.s.turn = self.number(text, 0, LAST_TURN) - 1

    # --- the rest follows ----------------------------------------------------------------------------------------

    def finish(self, strict: bool) -> TigrisState:
        s = self.s
        self.find_shapes()
        link(s)
        s.hoard = s.treasures.bit_count() + sum(s.taken)
        self.count_tiles()
        if strict:
            self.check()
        if self.stack is not None:
            s.stack, s.active, s.turn = self.stack, self.active, s.turn + 1
            return s
        begin_turn(s, self.active, self.actions)
        if s.union:  # a tile has just joined two kingdoms: the rest of that action is still to come
            colour = next(c for c in range(4) if s.tiles[c] & s.union)
            s.stack.append(EndOfAction(TREASURES, None, self.active))
            s.stack.append(AfterTile(OFFER_MONUMENT, None, self.active, colour, s.union))
            if s.options.buildings:
                s.stack.append(AfterTile(OFFER_BUILDING, None, self.active, colour, s.union))
            s.stack.append(Unrest(WARS, None, self.active, s.union))
            s.settle()
        return s

    def find_shapes(self) -> None:
        """Monuments and the wonder that were drawn cell by cell."""
        for name, mask in self.below.items():
            shapes, i = (PLUS, -1) if name == "o" else (SQUARE, self.monument(name))
            middle = next((bit for bit, shape in shapes.items() if shape == mask), 0)
            if not middle:
                raise bad(f"{' '.join(cell_names(mask))}: not the shape of {MONUMENTS[i] if i >= 0 else 'the wonder'}")
            if i >= 0:
                self.s.monuments = changed(self.s.monuments, i, middle)
            else:
                self.s.wonder = middle

    def count_tiles(self) -> None:
        """What is neither on the board nor in a hand is in the bag, or out of play if the bag was given."""
        s = self.s
        for c in range(4):
            s.bag[c] -= s.tiles[c].bit_count() + sum(s.hands[c::4]) + sum(s.swapped[c::4])
        if self.bag is not None and self.spent is not None:  # nothing to guess; the laws count
            s.bag, s.spent = self.bag, self.spent
            return
        hidden = s.down.bit_count()
        for i, at in enumerate(s.monuments):
            if at > 0:
                hidden -= 4
                c = max(MONUMENT_COLOURS[i], key=lambda c: s.bag[c])
                s.bag[c] -= 4
                s.spent[c] += 4
        for _ in range(hidden):
            c = s.bag.index(max(s.bag))
            s.bag[c] -= 1
            s.spent[c] += 1
        for c in range(4):
            wanted = s.bag[c] if self.bag is None else self.bag[c]
            if s.bag[c] < max(0, wanted):
                raise bad(f"there are not so many tiles of the kind {TILES[c]}")
            s.spent[c] += s.bag[c] - wanted
            s.bag[c] = wanted

    def check(self) -> None:
        s = self.s
        if s.board.name == "land":
            return
        if s.hoard > HOARD:
            raise bad(f"there are {s.hoard} treasures, and the box has {HOARD}")
        wrong = s.tiles[BLUE] & s.board.land
        for c in range(4):
            wrong |= (s.tiles[c] if c != BLUE else 0) & s.board.river
        wrong |= s.lords & s.board.river
        if wrong:
            raise bad(f"wrong terrain: {' '.join(cell_names(wrong))}")
        if s.lords & ~dilate(s.tiles[RED]):
            raise bad(f"a leader without a temple: {' '.join(cell_names(s.lords & ~dilate(s.tiles[RED])))}")
        if (
            not s.union
            and self.stack is None
            and any((realm & chiefs).bit_count() > 1 for realm in s.realms for chiefs in s.chiefs)
        ):
            raise bad("two leaders of one colour in a kingdom")


def link(s: TigrisState) -> None:
    """Kingdoms and all that follows from the pieces on the board."""
    for c in range(4):
        s.chiefs[c] = sum(s.leaders[c::4])
    s.lords = sum(s.chiefs)
    s.occupied = s.tiles[0] | s.tiles[1] | s.tiles[2] | s.tiles[3] | s.down | s.lords
    lords = s.lords
    while lords:
        realm = flood(lords & -lords, s.occupied)
        s.realms.append(realm)
        s.halos.append(dilate(realm))
        lords &= ~realm


CLAUSES: Mapping[str, Callable[[_Reader, str], None]] = {
    "board": _Reader.read_board,
    "rows": _Reader.read_rows,
    "pieces": _Reader.read_pieces,
    "monuments": _Reader.read_monuments,
    "wonder": _Reader.read_wonder,
    "treasures": _Reader.read_treasures,
    "hands": _Reader.read_hands,
    "points": _Reader.read_points,
    "taken": _Reader.read_taken,
    "catastrophes": _Reader.read_catastrophes,
    "bag": _Reader.read_bag,
    "spent": _Reader.read_spent,
    "swapped": _Reader.read_swapped,
    "claimed": _Reader.read_claimed,
    "left": _Reader.read_left,
    "active": _Reader.read_active,
    "actions": _Reader.read_actions,
    "turn": _Reader.read_turn,
    "stack": _Reader.read_stack,
}
"""In the order in which they are read, whatever the order in the text."""
