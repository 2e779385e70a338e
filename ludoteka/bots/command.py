"""A bot that is a program of its own, in any language: `cmd:./mybot --fast`, `cmd:seconds=5:./mybot`.

It is started once per match and talks in lines. For every question it reads one line of JSON, what its seat may know:
`{"game": …, "seats": …, "options": {…}, "seat": …, "ask": …, "view": {…}, "actions": ["place red B", …]}`; it writes
one line, the action. It has so many seconds for that, goes when its input ends, and what it writes to stderr is shown.
"""

from __future__ import annotations

import json
import re
import shlex
from contextlib import suppress
from dataclasses import fields
from queue import Empty, SimpleQueue
from random import Random
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Thread
from typing import IO

from ludoteka.bots.broken import BrokenBot, FailedBot, IllegalAnswer
from ludoteka.core.action import Action
from ludoteka.core.errors import LudotekaError
from ludoteka.core.game import State

PATIENCE = 60.0
"""Seconds for an answer, unless the name says otherwise."""
_NAME = re.compile(r"cmd:(?:seconds=(?P<seconds>\d+(?:\.\d+)?):)?(?P<command>.*)", re.DOTALL)


class CommandBot:
    def __init__(self, name: str) -> None:
        self.name = name
        said = _NAME.fullmatch(name)
        assert said is not None
        self._seconds = float(said["seconds"] or PATIENCE)
        try:
            words = shlex.split(said["command"])
            self._program = Popen(words, stdin=PIPE, stdout=PIPE, text=True, encoding="utf-8", bufsize=1)
        except (OSError, ValueError, IndexError) as error:
            raise BrokenBot(self.name, str(error)) from error
        self._answers = SimpleQueue[str]()
        Thread(target=_listen, args=(self._program.stdout, self._answers), daemon=True).start()

    def choose(self, state: State, seat: int, rng: Random) -> Action:
        answer = self._ask(question(state, seat))
        try:
            return state.game().parse(answer)
        except LudotekaError as error:
            raise IllegalAnswer(self.name, answer, str(error)) from error

    def _ask(self, line: str) -> str:
        assert self._program.stdin is not None
        try:
            self._program.stdin.write(line + "\n")
            answer = self._answers.get(timeout=self._seconds)
        except BrokenPipeError:
            answer = ""
        except Empty:
            self._program.kill()  # a late answer would be taken for that to the next question
            raise FailedBot(self.name, f"no answer within {self._seconds:g} seconds") from None
        if not answer:
            raise BrokenBot(self.name, f"it went without an answer (exit code {self._program.wait()})")
        return answer.strip()

    def close(self) -> None:
        """End of input, then a moment to go by itself."""
        assert self._program.stdin is not None
        with suppress(BrokenPipeError):  # it has gone already
            self._program.stdin.close()
        try:
            self._program.wait(5)
        except TimeoutExpired:
            self._program.kill()
            self._program.wait()

    def __del__(self) -> None:
        if hasattr(self, "_program"):
            self.close()


def _listen(program: IO[str], answers: SimpleQueue[str]) -> None:
    """Knows nothing of the bot, so that this can be let go while the program is still silent."""
    with program:
        for line in program:
            answers.put(line)
    answers.put("")


def question(state: State, seat: int) -> str:
    """What the seat is asked and all it may know, in one line."""
    options = {f.name: getattr(state.options, f.name) for f in fields(state.options)}
    asked = {
        "game": state.game().name,
        "seats": state.seats,
        "options": options,
        "seat": seat,
        "ask": state.question(),
        "view": state.full_view(seat),
        "actions": [str(action) for action in state.legal_actions()],
    }
    return json.dumps(asked, ensure_ascii=False)
