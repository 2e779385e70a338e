"""A bot that is a program of its own, in any language: `cmd:./mybot --fast`.

It is started once per match and talks in lines. For every question it reads one line of JSON, what its seat may know:
`{"game": …, "seats": …, "options": {…}, "seat": …, "ask": …, "view": {…}, "actions": ["place red B", …]}`; it writes
one line, the action. It goes when its input ends. What it writes to stderr is shown.
"""

from __future__ import annotations

import json
import shlex
from dataclasses import fields
from random import Random
from subprocess import PIPE, Popen, TimeoutExpired

from ludoteka.bots.broken import BrokenBot, IllegalAnswer
from ludoteka.core.action import Action
from ludoteka.core.errors import LudotekaError
from ludoteka.core.game import State


class CommandBot:
    def __init__(self, command: str) -> None:
        self.name = f"cmd:{command}"
        try:
            self._program = Popen(shlex.split(command), stdin=PIPE, stdout=PIPE, text=True, encoding="utf-8", bufsize=1)
        except (OSError, ValueError, IndexError) as error:
            raise BrokenBot(self.name, str(error)) from error

    def choose(self, state: State, seat: int, rng: Random) -> Action:
        answer = self._ask(question(state, seat))
        try:
            return state.game().parse(answer)
        except LudotekaError as error:
            raise IllegalAnswer(self.name, answer, str(error)) from error

    def _ask(self, line: str) -> str:
        reads, writes = self._program.stdin, self._program.stdout
        assert reads is not None
        assert writes is not None
        try:
            reads.write(line + "\n")
            answer = writes.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            raise BrokenBot(self.name, f"it went without an answer (exit code {self._program.wait()})")
        return answer.strip()

    def close(self) -> None:
        """End of input, then a moment to go by itself."""
        if self._program.stdin is not None and not self._program.stdin.closed:
            self._program.stdin.close()
        if self._program.stdout is not None:
            self._program.stdout.close()
        try:
            self._program.wait(5)
        except TimeoutExpired:
            self._program.kill()

    def __del__(self) -> None:
        if hasattr(self, "_program"):
            self.close()


def question(state: State, seat: int) -> str:
    """What the seat is asked and all it may know, in one line."""
    options = {f.name: getattr(state.options, f.name) for f in fields(state.options)}
    asked = {
        "game": state.game().name,
        "seats": state.seats,
        "options": options,
        "seat": seat,
        "ask": state.question(),
        "view": state.view(seat),
        "actions": [str(action) for action in state.legal_actions()],
    }
    return json.dumps(asked, ensure_ascii=False)
