"""Help for positions in one line: the stack as plain values and back, and whether a match could be there at all."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import cache, lru_cache
from random import Random
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from ludoteka.core.errors import BadOptions
from ludoteka.core.game import CHANCE, OVER, Asked, Frame, Game, Phase, State, Step

TRIES, FURTHEST = 3, 60
"""So often, and so many actions far, a written position is played on before it is believed."""


def bad_position(problem: str) -> BadOptions:
    return BadOptions("error.bad_position", problem=problem)


def read_object(text: str) -> dict[str, Any]:
    """A line of JSON that is one object, in which nothing is said twice."""
    try:
        told = json.loads(text, object_pairs_hook=_each_once)
    except (ValueError, RecursionError) as error:
        raise bad_position(str(error)) from error
    if not isinstance(told, dict):
        raise bad_position("an object {…} is expected")
    return told


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    told = dict(pairs)
    if len(told) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"{next(key for key in keys if keys.count(key) > 1)} is said twice")
    return told


def write_stack(stack: Sequence[Frame]) -> list[list[Any]]:
    """Each frame as the name of its kind, the name of its phase, its seat and its data."""
    return [[type(f).__name__, repr(f[0]), *f[1:]] for f in stack]


def read_stack(package: str, written: Any) -> list[Frame]:
    """The same frames again, with the phases of that package. What does not fit is refused."""
    known = _names(package, len(sys.modules))
    if not isinstance(written, list):
        raise bad_position("the stack is no list")
    stack: list[Frame] = []
    for item in written:
        if not isinstance(item, list) or len(item) < 3 or not all(isinstance(word, str) for word in item[:2]):
            raise bad_position(f"{item} is no frame")
        kind, phase = known.get(item[0]), known.get(item[1])
        if not isinstance(kind, type) or not isinstance(phase, Phase) or len(item) - 1 != len(_fields(kind)):
            raise bad_position(f"{item} is no frame of this game")
        if isinstance(item[2], list) or not all(map(_is_plain, item[2:])):
            raise bad_position(f"{item} holds more than words and numbers")
        stack.append(kind(phase, *map(as_tuple, item[2:])))
    return stack


def as_tuple(value: Any) -> Any:
    """Lists, which is what JSON makes of tuples, as tuples again."""
    return tuple(map(as_tuple, value)) if isinstance(value, list) else value


def _is_plain(value: Any) -> bool:
    return all(map(_is_plain, value)) if isinstance(value, list) else value is None or type(value) in (int, bool, str)


def _fields(kind: type) -> tuple[str, ...]:
    return getattr(kind, "_fields", ())


@lru_cache(maxsize=64)
def _names(package: str, modules: int) -> dict[str, Any]:
    """The kinds of frames and the phases of a game, by name; looked for anew when `modules` more have been loaded."""
    found: dict[str, Any] = {"Asked": Asked, "Step": Step}
    for name, module in list(sys.modules.items()):
        if name == package or name.startswith(package + "."):
            for value in list(vars(module).values()):
                if isinstance(value, Phase):
                    found[repr(value)] = value
                elif isinstance(value, type) and issubclass(value, tuple) and _fields(value)[:2] == ("phase", "seat"):
                    found[value.__name__] = value
    return found


def check(game: Game, s: State) -> None:
    """Raises BadOptions, with the reason, for a position that no match can come to: what is asked must be questions of
    this game to somebody who is there, the laws must hold, and the match must go on from it."""
    if not 0 <= s.left < 1 << s.seats:
        raise bad_position("somebody has left who does not play")
    for f in s.stack:
        check_frame(f, s.seats)
    if s.stack and s.stack[-1][1] is None:
        raise bad_position(f"{s.stack[-1][0]!r} asks nobody, so something must be asked before it")
    check_laws(game, s)
    for seed in range(TRIES):
        _try_out(game, s, Random(seed))


def check_laws(game: Game, s: State) -> None:
    for law in game.laws:
        try:
            law(s)
        except AssertionError as error:
            broken = f"{law.__name__.replace('_', ' ')}: not here"
            raise bad_position(str(error).partition("\n")[0] or broken) from error
        except Exception as error:  # numbers that point nowhere
            raise bad_position(f"{law.__name__.replace('_', ' ')}: {_told(error)}") from error


def check_frame(f: Frame, seats: int) -> None:
    """A frame must be of the kind its phase remembers, hold values of the kinds it declares, and ask somebody who can
    answer: a phase that lists actions a seat, one that has outcomes chance, one that runs nobody."""
    phase, seat = f[0], f[1]
    kind = getattr(phase, "kind", None) or _kind_of(phase.__class__)
    if kind is not None and type(f) is not kind:
        raise bad_position(f"{phase!r} is no question of the kind {type(f).__name__}")
    for name, hint in _hints(type(f)).items():
        if not _fits(value := getattr(f, name), hint):
            raise bad_position(f"{phase!r}: {name} cannot be {value!r}")
    if seat is not None and not CHANCE <= seat < seats:
        raise bad_position(f"{phase!r} asks seat {seat + 1}, and there are {seats}")
    way = "run" if seat is None else "outcomes" if seat == CHANCE else "legal"
    if getattr(type(phase), way) is getattr(Phase, way):
        who = {"run": "nobody", "outcomes": "chance", "legal": "a player"}[way]
        raise bad_position(f"{phase!r} is never asked of {who}")


def numbers_fit(s: State, **below: int) -> None:
    """A law for frames: their numbers by name, each from 0 up to less than that."""
    for f in s.stack:
        for name, limit in below.items():
            value = getattr(f, name, 0)
            assert 0 <= value < limit, f"{f[0]!r}: {name} cannot be {value}"


def _try_out(game: Game, s: State, rng: Random) -> None:
    """Plays on until all that was to be decided has been, or far enough."""
    here = s.clone()
    waiting = {id(f) for f in s.stack}
    try:
        for seat in (*range(s.seats), None):
            here.view(seat)
        for _ in range(FURTHEST):
            if here.to_move() == OVER or not any(id(f) in waiting for f in here.stack):
                break
            here.apply(here.sample(rng))
        here.scores()
    except Exception as error:  # whatever comes of numbers that do not fit together
        raise bad_position(f"the match cannot go on from there ({_told(error)})") from error
    check_laws(game, here)


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


@cache
def _kind_of(phase: type[Any]) -> type[Any] | None:
    """The frames of a class of phases: `Offer` for a `Phase[PebblesState, Offer]`. A native build may not know."""
    for cls in phase.__mro__:
        for base in vars(cls).get("__orig_bases__", ()):
            args = get_args(base)
            if args and not isinstance(args[-1], TypeVar):
                return args[-1] if hasattr(args[-1], "_fields") else None
    return None


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    return get_type_hints(kind)


def _fits(value: Any, hint: Any) -> bool:
    if get_origin(hint) is UnionType:
        return any(_fits(value, one) for one in get_args(hint))
    if get_origin(hint) is tuple:
        return isinstance(value, tuple) and all(_fits(v, get_args(hint)[0]) for v in value)
    if hint in (int, bool, str, NoneType):
        return type(value) is hint
    if hint is type:  # what a native build says instead of None or a union
        return True
    wanted = get_origin(hint) or hint
    return not isinstance(wanted, type) or isinstance(value, wanted)
