"""A position as the line that `position.place` reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludoteka.core.position import write_stack
from ludoteka.games.tigris_euphrates.board import BIT, CELLS, HEIGHT, NAMES, WIDTH
from ludoteka.games.tigris_euphrates.data import LETTERS, MONUMENT_COLOURS
from ludoteka.games.tigris_euphrates.state import TigrisState


def write(s: TigrisState) -> str:
    clauses = {
        "board": s.board.name if s.board.name != s.options.board else "",
        "rows": " / ".join(_row(s, y) for y in range(HEIGHT)),
        "monuments": " ".join(f"{_letters(MONUMENT_COLOURS[i])}={_at(at)}" for i, at in enumerate(s.monuments) if at),
        "wonder": _at(s.wonder) if s.wonder else "",
        "hands": _by_seat(s, s.hands),
        "points": " ".join(f"p{q + 1}={','.join(map(str, s.points[q * 4 : q * 4 + 4]))}" for q in range(s.seats)),
        "taken": " ".join(f"p{q + 1}={n}" for q, n in enumerate(s.taken)),
        "catastrophes": " ".join(f"p{q + 1}={n}" for q, n in enumerate(s.curses)),
        "bag": _tiles(s.bag),
        "spent": _tiles(s.spent),
        "swapped": _by_seat(s, s.swapped),
        "claimed": f"p{(s.claimed >> 2) + 1}={LETTERS[s.claimed & 3]}" if s.claimed >= 0 else "",
        "left": " ".join(f"p{q + 1}" for q in range(s.seats) if s.left >> q & 1),
        "active": f"p{s.active + 1}",
        "turn": str(s.turn),
        "stack": " ".join(",".join("-" if v is None else str(v) for v in f) for f in write_stack(s.stack)) or "-",
    }
    return " ; ".join(f"{word} {text}" for word, text in clauses.items() if text)


def _row(s: TigrisState, y: int) -> str:
    words: list[str] = []
    for x in range(WIDTH):
        token = _token(s, BIT[NAMES[CELLS[y * WIDTH + x]]])
        if token:
            words.append(token)
        elif words and words[-1][0] == "_":
            words[-1] = f"_{int(words[-1][1:]) + 1}"
        else:
            words.append("_1")
    return " ".join(words)


def _token(s: TigrisState, bit: int) -> str:
    what = "".join(LETTERS[c] for c in range(4) if s.tiles[c] & bit)
    what += "".join(f"{i // 4 + 1}{LETTERS[i % 4]}" for i, at in enumerate(s.leaders) if at == bit)
    what += "#" if s.down & bit else "x" if s.dead & bit else ""
    built = "^" if any(at == bit for at in s.buildings) else ""
    return what + ("*" if s.treasures & bit else "") + built + ("!" if s.union == bit else "")


def _at(bit: int) -> str:
    return NAMES[bit.bit_length() - 1] if bit > 0 else "-"


def _letters(colours: Iterable[int]) -> str:
    return "".join(sorted(LETTERS[c] for c in colours))


def _tiles(counts: Sequence[int]) -> str:
    return "".join(f"{LETTERS[c]}{n}" for c, n in enumerate(counts) if n) or "-"


def _by_seat(s: TigrisState, counts: Sequence[int]) -> str:
    return " ".join(f"p{q + 1}={_tiles(counts[q * 4 : q * 4 + 4])}" for q in range(s.seats))
