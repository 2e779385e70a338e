"""What can be wrong with a bot, told so that its author knows where to look."""

from __future__ import annotations

from pathlib import Path
from traceback import extract_tb

from ludoteka.core.action import Action
from ludoteka.core.errors import LudotekaError
from ludoteka.core.game import State
from ludoteka.core.text import game_catalogue


class UnknownBot(LudotekaError):
    pass


class BrokenBot(UnknownBot):
    """There is such a bot, but it cannot be made or asked."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__("error.broken_bot", name=name, problem=problem)


class FailedBot(LudotekaError):
    """It was asked and raised something."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__("error.failed_bot", name=name, problem=problem)


class IllegalAnswer(LudotekaError):
    def __init__(self, name: str, text: str, problem: str) -> None:
        super().__init__("error.illegal_answer", name=name, text=text, problem=problem)


def what_and_where(error: BaseException) -> str:
    """The error in a line, with the file and the line it comes from."""
    told = f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError):
        return told  # names its place itself
    ours = str(Path(__file__).with_name("__init__.py"))
    frames = extract_tb(error.__traceback__)
    trace = [frame for frame in frames if "importlib" not in frame.filename and frame.filename != ours]
    return f"{told} ({trace[-1].filename}, line {trace[-1].lineno})" if trace else told


def check_answer(name: str, state: State, action: object) -> Action:
    """The action, if the seat that is asked may choose it."""
    if not isinstance(action, Action):
        raise IllegalAnswer(name, repr(action), "it is no action; return one of state.legal_actions()")
    if (why := state.why_not(action)) is not None:
        raise IllegalAnswer(name, str(action), game_catalogue("en", state.game().folder).why(why))
    return action
