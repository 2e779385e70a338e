"""What can go wrong, told apart.

LudotekaError
├── UnknownGame      there is no such game on the shelf
├── BadOptions       seats or options that the game does not offer
├── NotAnAction      nonsense: no verb, wrong number or kind of words
├── NotYourTurn      a sensible action, but somebody else is asked
├── IllegalAction    the right seat, but the rules say no; carries the reason
├── CannotUndo       something was revealed or somebody else has answered
└── BadRecord        a saved match that cannot be read; carries the line
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is refused: a message id with arguments and the rule it comes from ("TM-5.2")."""

    id: str
    rule: str = ""
    args: dict[str, Any] = field(default_factory=dict)


def reason(id: str, rule: str = "", **args: Any) -> Reason:
    return Reason(id, rule, args)


class LudotekaError(Exception):
    """Carries a `Reason`; `str()` is English, `catalogue.why(error.reason)` speaks the reader's language."""

    folder: Path | None = None
    """Where the package of the game lies whose catalogue has the message; None: the core's."""

    def __init__(self, id: str, **args: Any) -> None:
        super().__init__(id)
        self.reason = Reason(id, "", args)

    def __str__(self) -> str:
        from ludoteka.core.text import core_catalogue, game_catalogue  # here: text raises these errors itself

        words = game_catalogue("en", self.folder) if self.folder else core_catalogue("en")
        return words.why(self.reason)


class UnknownGame(LudotekaError):
    pass


class BadOptions(LudotekaError):
    pass


class NotAnAction(LudotekaError):
    pass


class NotYourTurn(LudotekaError):
    def __init__(self, seat: int, to_move: int) -> None:
        asked = {-1: "error.chance_decides", -2: "error.match_over"}.get(to_move, "error.not_your_turn")
        super().__init__(asked, number=seat + 1, other=to_move + 1)  # people count seats from 1


class IllegalAction(LudotekaError):
    def __init__(self, text: str, why: Reason) -> None:
        super().__init__("error.illegal", text=text)
        self.text = text
        self.why = why


class CannotUndo(LudotekaError):
    pass


class BadRecord(LudotekaError):
    def __init__(self, line: int, problem: str) -> None:
        super().__init__("error.bad_record", line=line, problem=problem)
        self.line = line
