"""What can go wrong, told apart.

LudotekaError
├── UnknownGame      there is no such game on the shelf
├── BrokenGame       a game of another package that cannot be loaded; says why
├── BadOptions       seats or options that the game does not offer
├── NotAnAction      nonsense: no verb, wrong number or kind of words
├── NotYourTurn      a sensible action, but somebody else is asked
├── IllegalAction    the right seat, but the rules say no; carries the reason
├── CannotUndo       something was revealed or somebody else has answered
└── BadRecord        a saved match that cannot be read; carries the line
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any


class Kind(StrEnum):
    """What a refusal claims. Each can be proved or disproved in a position; `core/proof.py` does."""

    SHORT = "short"
    """`n` more of `what` are needed: with them it is legal or refused for another reason, with one less it is not."""
    LATER = "later"
    """Not yet: some continuation of this turn offers it."""
    FIRST = "first"
    """Another question is to be answered first: nothing of this kind is legal now."""
    NOT_ASKED = "not_asked"
    """Nothing of this kind is open to this seat now: no action with the same verb is legal."""
    NOT_THIS_TURN = "not_this_turn"
    """No continuation of this turn offers it; another turn may."""
    NOT_YOUR_TURN = "not_your_turn"
    """It is somebody else who is asked."""
    NEVER = "never"
    """Not for this seat, whatever happens: no such thing, not its faction, not in this match."""
    REACH = "reach"
    """Too far, not connected. If it were in reach, it would be legal or refused for another reason; so for the next."""
    TERRAIN = "terrain"
    """The wrong ground, colour or side."""
    OCCUPIED = "occupied"
    """Something stands there."""
    USED = "used"
    """Somebody has used it up: this turn, this round or for good."""
    LIMIT = "limit"
    """As many as there may be are there already, or none is left in the supply."""
    NEEDS = "needs"
    """Something else must be there first: a building, a leader, an opponent."""
    OPTION_OFF = "option_off"
    """This match is played without it."""
    FORM = "form"
    """Said in a way that cannot be meant: the same thing twice, too many, two things that do not go together. The same
    verb with other words is legal or refused for another reason."""
    UNSAID = ""
    """Nothing is claimed: for what is no refusal of an action."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is refused: a message id with arguments, the rule it comes from ("TM-5.2") and what it claims."""

    id: str
    rule: str = ""
    args: dict[str, Any] = field(default_factory=dict)
    kind: Kind = Kind.UNSAID


def reason(id: str, rule: str = "", kind: Kind = Kind.UNSAID, **args: Any) -> Reason:
    return Reason(id, rule, args, kind)


class Claims:
    """Makes the reasons of a game that says in one place, by kind, what its messages `why.<word>` claim."""

    def __init__(self, kinds: Mapping[Kind, str]) -> None:
        self._kind_of = {f"why.{word}": kind for kind, words in kinds.items() for word in words.split()}

    def __call__(self, id: str, rule: str, **args: Any) -> Reason:
        return Reason(id, rule, args, self._kind_of[id])


class LudotekaError(Exception):
    """Carries a `Reason`; `str()` is English, `told("ru")` speaks the reader's language."""

    folder: Path | None = None
    """Where the package of the game lies whose catalogue has the message; None: the core's."""

    def __init__(self, id: str, **args: Any) -> None:
        super().__init__(id)
        self.reason = Reason(id, "", args)

    def __reduce__(self) -> tuple[Any, ...]:
        return _raised_elsewhere, (type(self), vars(self))

    def told(self, lang: str) -> str:
        """What went wrong, in words."""
        from ludoteka.core.text import core_catalogue, game_catalogue  # here: text raises these errors itself

        words = game_catalogue(lang, self.folder) if self.folder else core_catalogue(lang)
        return words.why(self.reason)

    def __str__(self) -> str:
        return self.told("en")


def _raised_elsewhere(kind: type[LudotekaError], told: dict[str, Any]) -> LudotekaError:
    """An error that comes from another process, with all it carries."""
    error = kind.__new__(kind, told["reason"].id)
    vars(error).update(told)
    return error


class UnknownGame(LudotekaError):
    pass


class BrokenGame(LudotekaError):
    pass


class BadOptions(LudotekaError):
    pass


class NotAnAction(LudotekaError):
    pass


class NotYourTurn(LudotekaError):
    def __init__(self, seat: int, to_move: int) -> None:
        told = "error.not_your_turn" if seat >= 0 else "error.not_chance"
        asked = {-1: "error.chance_decides", -2: "error.match_over"}.get(to_move, told)
        super().__init__(asked, number=seat + 1, other=to_move + 1)  # people count seats from 1


class IllegalAction(LudotekaError):
    """`str()` gives the reason and the rule number, if the folder of the game is known."""

    def __init__(self, text: str, why: Reason, folder: Path | None = None) -> None:
        super().__init__("error.illegal", text=text)
        self.text = text
        self.why = why
        self.folder = folder

    def told(self, lang: str) -> str:
        from ludoteka.core.text import game_catalogue

        told = super().told(lang)
        return f"{told} {game_catalogue(lang, self.folder).why(self.why)}" if self.folder else told


class CannotUndo(LudotekaError):
    pass


class BadRecord(LudotekaError):
    def __init__(self, line: int, problem: str) -> None:
        super().__init__("error.bad_record", line=line, problem=problem)
        self.line = line
