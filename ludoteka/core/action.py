"""Actions: small typed values with a machine notation that can be read back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final

from ludoteka.core.errors import NotAnAction
from ludoteka.core.native import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True, slots=True)
class Action:
    """One atomic choice. The verb is the class name; `parse(str(a)) == a`.

    Fields are `str` (one word) or `int`, under shared names: `at` and `to` are places, `what` is a piece, tile or
    card, `seat` a player, `n` a number. The page finds the thing to click by these names.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple([getattr(self, name) for name in field_names(self)])

    def __str__(self) -> str:
        return " ".join([type(self).__name__.lower(), *[str(getattr(self, name)) for name in field_names(self)]])


def field_names(action: Action) -> tuple[str, ...]:
    # dataclasses.fields() costs ten times as much; by name, or a native build takes it for the empty tuple of Action
    names: tuple[str, ...] = getattr(action, "__match_args__")  # noqa: B009
    return names


def is_one_of(action: Action, legal: Sequence[Action]) -> bool:
    """`action in legal`, without asking hundreds of actions one by one, in Python, whether they are equal."""
    if not isinstance(legal, list):
        return action in legal
    kind = type(action)
    alike = [a for a in legal if type(a) is kind]
    names = field_names(action)
    if not names or not alike:
        return bool(alike)
    fields_of: Callable[[Action], object] = attrgetter(*names)  # of one name it is no tuple
    return fields_of(action) in map(fields_of, alike)


def listed(legal: Sequence[Action]) -> list[Action]:
    """As a list, for whoever goes through all of them; one that is a list already is not copied."""
    return legal if isinstance(legal, list) else list(legal)


Verbs = Mapping[str, type[Action]]


def verb_of(action: Action) -> str:
    return type(action).__name__.lower()


def args_of(action: Action) -> dict[str, str | int]:
    return {name: getattr(action, name) for name in field_names(action)}


def verbs(classes: Iterable[type[Action]]) -> Verbs:
    return {cls.__name__.lower(): cls for cls in classes}


_WANTED: Final[dict[type[Action], list[tuple[str, bool]]]] = {}
"""The words after each verb: what they are called, and whether they are numbers. To ask the class each time is slow."""


def parse(known: Verbs, text: str) -> Action:
    """The action that `text` names; whether the rules allow it is another question."""
    words = text.split()
    if not words:
        raise NotAnAction("error.empty_action")
    cls = known.get(words[0])
    if cls is None:
        raise NotAnAction("error.unknown_verb", verb=words[0], verbs=", ".join(sorted(known)))
    wanted = _WANTED.get(cls)
    if wanted is None:
        wanted = _WANTED[cls] = [(field.name, field.type in (int, "int")) for field in fields(cls)]
    if len(words) - 1 != len(wanted):
        usage = " ".join([words[0], *(f"<{name}>" for name, _ in wanted)])
        raise NotAnAction("error.word_count", text=text, usage=usage)
    values: list[str | int] = []
    for (name, is_number), word in zip(wanted, words[1:], strict=True):
        values.append(_number(word, name) if is_number else word)
    return cls(*values)


KEPT = 20_000
LONGEST_KEPT = 40
"""What a stranger writes is remembered too, so there are few of them and they are short."""


@lru_cache(64)
def reader(classes: tuple[type[Action], ...]) -> Callable[[str], Action]:
    """`parse` for these verbs that remembers what it has read: records say the same few hundred things again and again,
    and an action never changes. The reader itself is remembered, too."""
    known = verbs(classes)
    kept: dict[str, Action] = {}

    def read(text: str) -> Action:
        action = kept.get(text)
        if action is None:
            action = parse(known, text)
            if len(text) <= LONGEST_KEPT:
                if len(kept) >= KEPT:
                    kept.clear()
                kept[text] = action
        return action

    return read


def _number(word: str, name: str) -> int:
    digits = word[1:] if word.startswith("-") else word
    # ascii only and no leading zeros: int() also takes "٣", "1_0" and "007", and one action has one notation
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9) or str(int(word)) != word:
        raise NotAnAction("error.not_a_number", word=word, name=name)
    return int(word)
