"""Scenarios: a position as a record of pieces, hands and points, and moves in the short notation of annotated games.

    state = scenario("standard", 2, pieces="H5=r H4=1k", hands={"p2": "rr"}, active=2)
    play(state, "L k H6 ; s 2 ; p1> s 0")

docs/games/tigris_euphrates.md lists the items of the notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from ludoteka.core.action import Action
from ludoteka.core.errors import IllegalAction, LudotekaError, NotAnAction
from ludoteka.core.game import CHANCE
from ludoteka.core.position import bad_position as bad
from ludoteka.games.tigris_euphrates import actions as do
from ludoteka.games.tigris_euphrates.board import BIT, NAMES, PLUS, SQUARE, cell_names
from ludoteka.games.tigris_euphrates.data import COLOURS, HAND, LEADERS, LETTERS, MONUMENTS, TILES, TigrisOptions
from ludoteka.games.tigris_euphrates.phases.conflict import WAR_ORDER, Conflict, fought_with
from ludoteka.games.tigris_euphrates.phases.monument import BUILD_MONUMENT
from ludoteka.games.tigris_euphrates.phases.treasure import TREASURE, Found
from ludoteka.games.tigris_euphrates.phases.turn import TURN
from ludoteka.games.tigris_euphrates.position import SHORT, set_up
from ludoteka.games.tigris_euphrates.state import TigrisState

CELL = re.compile(r"\b([A-P](?:1[01]|[1-9]))\b")
PAIR = re.compile(rf"\b({'|'.join(COLOURS)})[-/ ]({'|'.join(COLOURS)})\b")
NUMBERS = {"no": 0, "none": 0, "a": 1, "one": 1, "both": 2, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def scenario(
    board: str = "standard",
    players: int = 2,
    variants: Iterable[str] = (),
    pieces: str = "",
    hands: Mapping[str, str] | None = None,
    points: Mapping[str, str | Sequence[int] | Mapping[str, int]] | None = None,
    active: int | str = 1,
    given: str = "",
    **clauses: str,
) -> TigrisState:
    """The state in which the active player has both actions left.

    `board` is standard, advanced or land (an empty plain); `variants` are names of options: buildings, wonder, english.
    `pieces` is a list of `cell=token` on top of the start position, or a whole position of eleven rows with slashes.
    `points` by player: `"3,0,2,1"`, four numbers, or a map by colour letter. `given` is prose for what tokens cannot
    say (see `read_given`); any other clause of a position (`treasures`, `bag`, …) may be passed by its name.
    """
    names = {"buildings": "buildings", "wonder": "wonder", "english": "english"}
    names |= {"civilization_buildings": "buildings", "english_variant": "english", "advanced_board": "board"}
    chosen = {names[v] for v in variants if v in names}
    side = "advanced" if "board" in chosen else board
    options = TigrisOptions(
        "standard" if side == "land" else side, "buildings" in chosen, "wonder" in chosen, "english" in chosen
    )
    told = {"board": side, "active": active if isinstance(active, str) else f"p{active}"}
    told["rows" if "/" in pieces else "pieces"] = pieces.replace(",", " ")
    told["hands"] = " ".join(f"{name}={_packed(tiles) or '-'}" for name, tiles in (hands or {}).items())
    told["points"] = " ".join(f"{name}={_points(value)}" for name, value in (points or {}).items())
    told |= read_given(given, pieces) | clauses
    state = set_up(players, options, told, strict=False)
    fill_counts(state, given)
    return state


def _packed(text: str) -> str:
    return "".join(text.split())


def _points(value: str | Sequence[int] | Mapping[str, int]) -> str:
    """Four numbers with commas, from any of the forms; "r3g1" and "rrrg" are read as well."""
    if isinstance(value, Mapping):
        value = [value.get(letter, value.get(colour, 0)) for letter, colour in zip(LETTERS, COLOURS, strict=True)]
    if not isinstance(value, str):
        return ",".join(map(str, value))
    value = _packed(value)
    if not re.fullmatch(r"([rbgk]\d*)+", value):
        return value
    return ",".join(str(sum(int(n or 1) for n in re.findall(rf"{letter}(\d*)", value))) for letter in LETTERS)


def read_given(text: str, pieces: str = "") -> dict[str, str]:
    """Clauses from sentences such as "the only treasures left on the board are on F3 and N5", "the square C5,D5,C6,D6
    carries the red-black monument" (or just "the square", if `pieces` shows it), "monument red-green is already built
    elsewhere", "p1 has taken 2 treasures", "p2 has played both catastrophes", "the wonder is centred on H5".
    Sentences that say nothing of the kind are left aside."""
    monuments: list[str] = []
    told: dict[str, str] = {}
    for sentence in re.split(r"[;.]\s", text + " "):
        lower = sentence.lower()
        cells = CELL.findall(sentence)
        if "treasure" in lower and cells and ("only" in lower or "left" in lower):
            told["treasures"] = " ".join(cells)
        elif "wonder" in lower and cells:
            told["wonder"] = _middle(cells)
        monuments += _monuments(lower, cells, _squares(pieces))
        taken = re.findall(r"\b(p[1-4]) (?:has|holds|owns) (?:taken )?(\w+) treasures?", lower)
        if taken:
            told["taken"] = " ".join(f"{name}={NUMBERS.get(n, n)}" for name, n in taken)
        played = re.findall(r"\b(p[1-4]) has (?:already )?(?:played|used) (\w+)(?: of \w+)? catastrophes?", lower)
        curses = [(name, 2 - int(NUMBERS.get(n, n))) for name, n in played]
        left = re.findall(r"\b(p[1-4]) has (\w+) catastrophes?", lower)
        curses += [(name, int(NUMBERS.get(n, n))) for name, n in left if n in NUMBERS or n.isdecimal()]
        if curses:
            told["catastrophes"] = " ".join(f"{name}={n}" for name, n in curses)
    if monuments:
        told["monuments"] = " ".join(monuments)
    return told


def _monuments(sentence: str, cells: list[str], squares: list[str]) -> list[str]:
    """What a sentence says about monuments: where one stands, or that some are not to be had any more."""
    pairs = PAIR.findall(sentence)
    if pairs and cells:
        return [f"{_short(*pairs[0])}={min(cells, key=lambda name: BIT[name])}"]
    if pairs and re.search(r"built|gone|elsewhere|used|taken|supply|left", sentence):
        return [f"{_short(*pair)}=-" for pair in pairs]
    if pairs and squares:
        return [f"{_short(*pairs[0])}={squares[0]}"]
    if pairs or "monuments" not in sentence:
        return []
    colour = re.search(rf"\b({'|'.join(COLOURS)}) monuments", sentence)
    if colour:
        letter = LETTERS[COLOURS.index(colour[1])]
        return [f"{short}=-" for short in SHORT if letter in short]
    return [f"{short}=-" for short in SHORT] if re.search(r"all|no ", sentence) else []


def _squares(pieces: str) -> list[str]:
    """Top left cells of the squares of face-down tiles in a list of pieces."""
    down = sum(BIT[name] for name in re.findall(r"\b([A-P]\d+)=#(?![rbgk])", pieces) if name in BIT)
    return [name for name, bit in BIT.items() if SQUARE[bit] and SQUARE[bit] & down == SQUARE[bit]]


def _middle(cells: list[str]) -> str:
    """The middle of a cross, given as one cell or as all five."""
    mask = sum({BIT[name] for name in cells})
    return next((name for name in cells if PLUS[BIT[name]] == mask), cells[0])


def _short(one: str, other: str) -> str:
    return LETTERS[COLOURS.index(one)] + LETTERS[COLOURS.index(other)]


def fill_counts(s: TigrisState, text: str) -> None:
    """Bare numbers of tiles: "p1 holds 5 tiles, p2 holds 4, the bag holds 3". Which tiles they are does not matter, so
    hands are filled with the commonest tiles of the bag and what the bag has too many goes out of play."""
    lower = text.split(";")[0].lower()
    for name, n in re.findall(r"\b(p[1-4]) (?:holds|has) (\d|\w+)(?= tiles|,|\.|;| and|$)", lower):
        seat = int(name[1]) - 1
        wanted = NUMBERS.get(n, int(n) if n.isdecimal() else -1)
        while seat < s.seats and s.hand_size(seat) < wanted:
            c = s.bag.index(max(s.bag))
            s.bag[c] -= 1
            s.hands[seat * 4 + c] += 1
    left = re.search(r"bag (?:holds|has|is|with|contains) (?:only )?(\d+|empty|\w+)", lower)
    left = left or re.search(r"(\d+) tiles? (?:are |is )?(?:left )?in the bag", lower)
    if left:
        wanted = 0 if left[1] == "empty" else NUMBERS.get(left[1], int(left[1]) if left[1].isdecimal() else sum(s.bag))
        while sum(s.bag) > wanted:
            c = s.bag.index(max(s.bag))
            s.bag[c] -= 1
            s.spent[c] += 1


# --- moves ---------------------------------------------------------------------------------------------------------


def play(s: TigrisState, script: str, rng: Random | None = None) -> None:
    """Play the items of a script; draws that it does not name are left to `rng`. A player whose hand is empty at the
    start was left out of the position and has whatever the script needs. Raises IllegalAction, with the reason, at an
    item that the rules refuse."""
    rng = rng or Random(0)
    unknown = [seat for seat in range(s.seats) if not s.hand_size(seat)]
    items = []
    for part in script.split("|"):
        part = re.sub(r"^\s*\d+\s+(p[1-4]):", r"\1>", part)
        items += [item.strip() for item in part.split(";")]
    items = [item for item in items if item and not item.startswith("(")]
    whose = s.active
    for k, item in enumerate(items):
        seat, item = _mover(item)
        following = items[k + 1] if k + 1 < len(items) else ""
        if item.startswith("D "):
            _draw(s, item)
            continue
        _roll(s, rng)
        if seat is None:
            seat = whose if item == "E" else s.to_move()
        elif item[:1].isupper():
            whose = seat
        for action in read_item(s, seat, item, following):
            if s.to_move() in unknown:
                _supply(s, s.to_move(), action)
            why = s.why_not(action)
            if why is not None:
                raise IllegalAction(item, why)
            s.apply(action)
    _roll(s, rng)


def _mover(item: str) -> tuple[int | None, str]:
    found = re.match(r"p([1-4])>\s*", item)
    return (int(found[1]) - 1, item[found.end() :]) if found else (None, item)


def _roll(s: TigrisState, rng: Random) -> None:
    while s.to_move() == CHANCE:
        s.apply(s.sample(rng))


def _supply(s: TigrisState, seat: int, action: Action) -> None:
    """Take the tiles that the action uses from the bag into the hand, in exchange if it is full."""
    colour, n = -1, 1
    match action:
        case do.Tile(what, _) | do.Swap(what):
            colour = do.COLOUR[what]
        case do.Commit(n) if isinstance(f := s.stack[-1], Conflict):
            colour = fought_with(f)
    while colour >= 0 and s.hands[seat * 4 + colour] < n and s.bag[colour]:
        if s.hand_size(seat) == HAND:
            other = next(c for c in range(4) if c != colour and s.hands[seat * 4 + c])
            s.hands[seat * 4 + other] -= 1
            s.bag[other] += 1
        s.bag[colour] -= 1
        s.hands[seat * 4 + colour] += 1


def _draw(s: TigrisState, item: str) -> None:
    """`D p4 rgkb` names the tiles that a player draws; `D p4 #4` leaves them to chance."""
    _, name, tiles = item.split()
    for letter in tiles if tiles[0] != "#" else "":
        s.apply(do.DRAW[int(name[1]) - 1][LETTERS.index(letter)])


def read_item(s: TigrisState, seat: int, item: str, following: str = "") -> list[Action]:
    """The actions that one item means for that seat, none if it only repeats what has happened by itself."""
    word, *rest = item.split()
    phase = s.stack[-1][0] if s.stack else None
    match word, rest:
        case "T", [c, at]:
            return [do.Tile(TILES[_colour(c)], at)]
        case "L", [c, at]:
            return [do.Leader(LEADERS[_colour(c)], at)]
        case "M", [c, way]:
            return [do.Move(LEADERS[_colour(c)], way.partition("-")[2])]
        case "W", [c]:
            return [do.WITHDRAW[_colour(c)]]
        case "C", [at]:
            return [do.Catastrophe(at)]
        case "X", [tiles]:
            found: list[Action] = [do.SWAP[c] for c in sorted(map(_colour, tiles))]
            return found + ([do.DONE] if len(tiles) < s.hand_size(seat) else [])
        case "P", []:
            return [do.PASS]
        case "E", []:
            return [do.PASS] if phase is TURN and s.to_move() == seat else []
        case "w", [c]:
            return [do.WAR[_colour(c)]] if phase is WAR_ORDER else []
        case "s", [n]:
            return [do.Commit(int(n))]
        case "b", [at]:
            return [do.DECLINE if at == "-" else do.Building(at)]
        case (("m" | "o"), ["-"]):
            # one question asks for both; the last item about it answers
            return [] if following[:2] in ("m ", "o ") or phase is not BUILD_MONUMENT else [do.DECLINE]
        case "m", [pair, at]:
            return [do.Monument(_monument(pair), at)]
        case "o", [at]:
            return [do.Wonder(at)]
        case "t", [taken]:
            return _keep(s, item, taken.split(",")) if phase is TREASURE else []
        case "q", [c]:
            return [do.CLAIM[_colour(c)]]
    raise NotAnAction("error.unknown_verb", verb=item, verbs="T L M W C X P E w s b m o t q D")


def short(s: TigrisState, text: str) -> list[Action]:
    """The actions that an item means for the seat that is asked, whatever its letters."""
    word, *rest = text.split()
    rest = [part.upper() if CELL.fullmatch(part.upper()) else part.lower() for part in rest]
    for begin in dict.fromkeys((word, word.upper())):
        try:
            found = read_item(s, s.to_move(), " ".join([begin, *rest]))
        except LudotekaError:
            continue
        if found:
            return found
    raise NotAnAction("error.unknown_verb", verb=text, verbs="T L M W C X P E w s b m o t q D")


def _colour(letter: str) -> int:
    if len(letter) != 1 or letter not in LETTERS:
        raise bad(f"no colour is written {letter!r}")
    return LETTERS.index(letter)


def _monument(pair: str) -> str:
    if "".join(sorted(pair)) not in SHORT:
        raise bad(f"there is no monument {pair!r}")
    return MONUMENTS[SHORT["".join(sorted(pair))]]


def _keep(s: TigrisState, item: str, taken: list[str]) -> list[Action]:
    """Treasures are written as those taken; the action names the one that stays."""
    f = s.stack[-1]
    if not isinstance(f, Found):
        raise bad(f"{item}: no treasures are to be taken")
    stays = [name for name in cell_names(f.found) if name not in taken]
    if len(stays) != 1:
        raise bad(f"{item}: all treasures of the kingdom but one are taken")
    return [do.KEEP[NAMES.index(stays[0])]]
