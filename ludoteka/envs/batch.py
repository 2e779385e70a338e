"""Many matches at once, in numpy arrays, for learners: `BatchEnv` in this process, `ProcessBatchEnv` in several.

Every `step` takes one action per match and goes on to the next decision of each. A match that is over begins anew; the
arrays then show its first decision, and `rewards` and `done` tell of the one that ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from random import Random
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteka import games
from ludoteka.core.game import CHANCE, OVER, State
from ludoteka.envs.scheme import scheme
from ludoteka.envs.table import ActionTable

TOGETHER = 64
"""So many rows are written at once: enough for numpy, and few enough for the caches of a processor."""


@dataclass
class Batch:
    """One row per match."""

    observations: NDArray[np.float32]
    masks: NDArray[np.int8]
    to_move: NDArray[np.int32]
    rewards: NDArray[np.float32]
    """Per seat, 0 until the match ends: then the share of victory, from -1 to 1."""
    done: NDArray[np.bool_]

    def __getitem__(self, rows: slice) -> Batch:
        return Batch(self.observations[rows], self.masks[rows], self.to_move[rows], self.rewards[rows], self.done[rows])


class BatchEnv:
    """`first` is the number of the first match, which seeds its draws; `into` are arrays to write to."""

    def __init__(
        self, name: str, matches: int, seats: int = 2, first: int = 0, into: Batch | None = None, **options: Any
    ) -> None:
        self.game = games.load(name)
        self.seats = seats
        self.options = self.game.check_options(seats, options)
        self.table = ActionTable(self.game, seats, self.options)
        self.scheme = scheme(self.game, seats, self.options)
        self.matches = matches
        self.first = first
        self.batch = into or Batch(*(np.zeros(shape, kind) for shape, kind in self._shapes()))
        self.states: list[State] = []
        self.rngs: list[Random] = []

    def _shapes(self) -> list[tuple[tuple[int, ...], Any]]:
        n = self.matches
        return [
            ((n, self.scheme.size), np.float32),
            ((n, len(self.table)), np.int8),
            ((n,), np.int32),
            ((n, self.seats), np.float32),
            ((n,), np.bool_),
        ]

    def reset(self, seed: int = 0) -> Batch:
        """Begin all matches; the same seed gives the same draws."""
        self.rngs = [Random(f"{seed} {self.first + i}") for i in range(self.matches)]
        self.states = [self.game.start(self.seats, self.options) for _ in self.rngs]
        self.batch.rewards[:] = 0
        self.batch.done[:] = False
        self._show()
        return self.batch

    def step(self, actions: NDArray[np.int_]) -> Batch:
        """One action per match, by its index in `table`; `masks` says which are legal."""
        batch = self.batch
        if not (legal := batch.masks[np.arange(self.matches), actions].astype(np.bool_)).all():
            row = int(legal.argmin())
            raise ValueError(f"row {row}: {self.table.actions[int(actions[row])]} is not legal there")
        batch.rewards[:] = 0
        batch.done[:] = False
        self._show(actions.tolist())
        return batch

    def _show(self, numbers: Sequence[int] = ()) -> None:
        """Take these actions, if any, go on to the next decisions and write the rows: all of it for some matches, then
        for the next ones, while what belongs to them is still in the caches of the processor."""
        batch, look, known = self.batch, self.scheme.look, self.table.actions
        for first in range(0, self.matches, TOGETHER):
            rows = slice(first, first + TOGETHER)
            for state, number in zip(self.states[rows], numbers[rows], strict=False):
                state.apply(known[number])
            seats = [self._go_on(i) for i in range(*rows.indices(self.matches))]
            states = self.states[rows]
            batch.to_move[rows] = seats
            self.scheme.write([look(*pair) for pair in zip(states, seats, strict=True)], batch.observations[rows])
            self.table.write(states, batch.masks[rows])

    def _go_on(self, i: int) -> int:
        """Let chance play and begin anew if the match is over; who is asked."""
        state, rng = self.states[i], self.rngs[i]
        while True:
            while (seat := state.to_move()) == CHANCE:
                state.apply(state.sample(rng))
            if seat != OVER:
                return seat
            self.batch.rewards[i] = [2 * share - 1 for share in state.returns()]
            self.batch.done[i] = True
            state = self.states[i] = self.game.start(self.seats, self.options)


class ProcessBatchEnv:
    """The same in several processes, which write into shared memory. Use it as a context, or call `close`.

    `step` waits for all of them. Who chooses the next actions of one part while the others play, with `send` and
    `receive`, leaves no processor idle: `parts` are the rows of each, and every process has `each` of them in turn, so
    that it plays another while somebody chooses for the one."""

    def __init__(
        self, name: str, matches: int, seats: int = 2, processes: int = 2, each: int = 2, **options: Any
    ) -> None:
        shape = BatchEnv(name, matches, seats, **options)
        self.table, self.scheme, self.matches, self.seats = shape.table, shape.scheme, matches, seats
        self.memories: list[SharedMemory] = []
        arrays = []
        for array in (*vars(shape.batch).values(), np.zeros(matches, np.int_)):
            memory = SharedMemory(create=True, size=max(1, array.nbytes))
            self.memories.append(memory)
            arrays.append(np.ndarray(array.shape, array.dtype, buffer=memory.buf))
        self.batch, self.actions = Batch(*arrays[:-1]), arrays[-1]
        many = processes * each
        self.parts = [slice(matches * k // many, matches * (k + 1) // many) for k in range(many)]
        self.arrived: dict[int, str] = {}
        """By part that was played: what went wrong."""
        self.pipes: list[Connection] = []
        context = get_context("spawn")
        names = [memory.name for memory in self.memories]
        for process in range(processes):
            ours, theirs = context.Pipe()
            mine = {part: self.parts[part] for part in range(process, many, processes)}
            arguments = (theirs, name, matches, seats, options, names, mine)
            context.Process(target=_work, args=arguments, daemon=True).start()
            self.pipes.append(ours)

    def reset(self, seed: int = 0) -> Batch:
        for part in range(len(self.parts)):
            self._pipe(part).send(("reset", part, seed))
        return self._all()

    def step(self, actions: NDArray[np.int_]) -> Batch:
        for part, rows in enumerate(self.parts):
            self.send(part, actions[rows])
        return self._all()

    def send(self, part: int, actions: NDArray[np.int_]) -> None:
        """Let that part take its step meanwhile."""
        self.actions[self.parts[part]] = actions  # a message without them is made and read in half the time
        self._pipe(part).send(("step", part, 0))

    def receive(self, part: int) -> Batch:
        """The rows of that part after the step it was sent."""
        if problem := self._answer(part):
            raise RuntimeError(f"a worker failed: {problem}")
        return self.batch[self.parts[part]]

    def _answer(self, part: int) -> str:
        """What went wrong there, once it is played."""
        while part not in self.arrived:
            played, problem = self._pipe(part).recv()
            self.arrived[played] = problem
        return self.arrived.pop(part)

    def _pipe(self, part: int) -> Connection:
        return self.pipes[part % len(self.pipes)]

    def _all(self) -> Batch:
        answers = [self._answer(part) for part in range(len(self.parts))]  # of all, or the next step would read them
        if problem := next(filter(None, answers), ""):
            raise RuntimeError(f"a worker failed: {problem}")
        return self.batch

    def close(self) -> None:
        for pipe in self.pipes:
            pipe.send(("close", 0, 0))
            while pipe.recv() is not None:
                pass  # what was played and not received
        self.pipes = []
        self.batch = Batch(*(array.copy() for array in vars(self.batch).values()))  # the memory goes away
        del self.actions
        for memory in self.memories:
            memory.close()
            memory.unlink()
        self.memories = []

    def __enter__(self) -> ProcessBatchEnv:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _work(
    pipe: Connection, name: str, matches: int, seats: int, options: Any, names: list[str], parts: dict[int, slice]
) -> None:
    """A worker: plays the matches of its parts. Match i has the same draws as in one process."""
    whole = BatchEnv(name, matches, seats, **options)
    memories = [SharedMemory(memory) for memory in names]
    arrays = [
        np.ndarray(array.shape, array.dtype, buffer=memory.buf)
        for array, memory in zip(vars(whole.batch).values(), memories, strict=False)
    ]
    actions: NDArray[np.int_] = np.ndarray(matches, np.int_, buffer=memories[-1].buf)
    envs = {
        part: BatchEnv(name, rows.stop - rows.start, seats, rows.start, Batch(*arrays)[rows], **options)
        for part, rows in parts.items()
    }
    while True:
        order, part, seed = pipe.recv()
        problem = ""
        try:
            if order == "close":
                pipe.send(None)
                return
            if order == "reset":
                envs[part].reset(seed)
            else:
                envs[part].step(actions[parts[part]])
        except Exception as error:
            problem = repr(error)
        pipe.send((part, problem))
