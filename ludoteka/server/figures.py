"""Figures of finished matches: who won with what. Counted where bots think, once a match, and kept.

Beside the matches played here stand those of a league that a game brings along in its folder, `league.json`.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import cache, partial
from math import sqrt
from statistics import fmean, stdev
from time import monotonic
from typing import Literal

import msgspec
import structlog
from sqlalchemy import and_, not_, select

from ludoteka import games
from ludoteka.bots.standings import wilson
from ludoteka.core.folder import file_of
from ludoteka.core.game import Game
from ludoteka.core.match import Match
from ludoteka.core.statistics import counted, statistics
from ludoteka.server.cache import Cache
from ludoteka.server.line import Ask
from ludoteka.server.ratings import shares
from ludoteka.server.schema import figures, tables
from ludoteka.server.thinking import Thinker, in_words
from ludoteka.server.worker import Played, replayed

log = structlog.get_logger()
FRESH = 60.0
"""Seconds that an answer is good for."""
AT_ONCE = 20
SEAT = "seat"
NOT_OURS = ("import", "continue", "demo")
"""Where a match comes from that was not played here from its start to its end."""
Source = Literal["", "here", "league"]
Who = Literal["", "people", "bots"]


class Seat(msgspec.Struct):
    """One seat of one match."""

    score: int
    share: float
    """Of victory."""
    had: dict[str, list[str]]
    bot: bool = False


class Line(msgspec.Struct):
    """What one value came to. Intervals are two-sided 95 %."""

    value: str
    title: str
    n: int
    """Seats."""
    share: float
    low: float
    high: float
    usual: float
    """The share that all seats at these tables had."""
    points: float
    points_low: float | None
    points_high: float | None


class Kind(msgspec.Struct):
    kind: str
    title: str
    lines: list[Line]


class StatisticsOut(msgspec.Struct):
    game: str
    matches: int
    players: list[int]
    """Numbers of players that there are matches of."""
    kinds: list[Kind]
    counting: int
    """Matches that are still to be counted."""


@dataclass(frozen=True)
class Filter:
    players: int = 0
    source: Source = ""
    who: Who = ""


def count(what: Played, seconds: float) -> list[dict[str, list[str]]]:
    """In a worker."""
    return counted(replayed(*what))


@cache
def league(name: str) -> tuple[list[Seat], ...]:
    """The matches that a game brings along."""
    file = file_of(games.load(name).package, "league.json")
    if not file.exists():
        return ()
    return tuple(msgspec.json.decode(file.read_bytes(), type=list[list[Seat]]))


def seats_of(match: Match) -> list[Seat]:
    """The figures of a match that is over."""
    state = match.state
    return [
        Seat(score[0], share, had)
        for score, share, had in zip(state.scores(), state.returns(), counted(match), strict=True)
    ]


class Figures:
    def __init__(self, cache: Cache, thinker: Thinker) -> None:
        self.cache = cache
        self.store = cache.store
        self.thinker = thinker
        self.known: dict[tuple[str, str, Filter], tuple[float, StatisticsOut]] = {}
        self.counting: dict[str, asyncio.Task[None]] = {}

    async def stop(self) -> None:
        for task in self.counting.values():
            task.cancel()
        await asyncio.gather(*self.counting.values(), return_exceptions=True)

    async def look(self, game: Game, wanted: Filter, lang: str) -> StatisticsOut:
        """What there is now; what is not counted yet is counted meanwhile."""
        key = game.name, lang, wanted
        at, found = self.known.get(key, (0.0, None))
        if found is not None and monotonic() - at < FRESH and not found.counting:
            return found
        left = len(await self._uncounted(game, 1000))
        if left and game.name not in self.counting:
            task = asyncio.create_task(self._count(game))
            self.counting[game.name] = task
            task.add_done_callback(lambda _: self.counting.pop(game.name, None))
        rows = await self.store.rows(select(figures.c.rows).where(figures.c.game == game.name))
        found = await asyncio.to_thread(summed_up, game, [r["rows"] for r in rows], wanted, lang, left)
        if len(self.known) > 500:
            self.known.clear()
        self.known[key] = monotonic(), found
        return found

    async def _uncounted(self, game: Game, most: int) -> list[str]:
        form = statistics(game).form
        done = select(figures.c.table_id).where(figures.c.game == game.name, figures.c.form == form)
        ours = and_(*(not_(tables.c.source.like(f"{word}%")) for word in NOT_OURS), tables.c.position == "")
        over = select(tables.c.id).where(tables.c.game == game.name, tables.c.status == "finished", ours)
        found = over.where(tables.c.id.not_in(done)).order_by(tables.c.finished).limit(most)
        return [row["id"] for row in await self.store.rows(found)]

    async def _count(self, game: Game) -> None:
        try:
            while waiting := await self._uncounted(game, AT_ONCE):
                for id in waiting:
                    await self._keep(game, id)
        except Exception as error:
            log.exception("not_counted", game=game.name, error=repr(error))

    async def _keep(self, game: Game, id: str) -> None:
        table = await self.cache.get(id)
        job = partial(count, in_words(table))
        had = await self.thinker.ask(Ask(job, id, "", people=False, quick=False))
        state = table.match.state
        rows = [
            Seat(score[0], share, own, seat.kind == "bot")
            for score, share, own, seat in zip(
                state.scores(), shares(state, table.seats), had, table.seats, strict=True
            )
        ]
        values = {"game": game.name, "rows": msgspec.json.encode(rows).decode(), "form": statistics(game).form}
        row = self.store.insert(figures).values({"table_id": id, **values})
        await self.store.execute(row.on_conflict_do_update(index_elements=["table_id"], set_=values))


def summed_up(game: Game, here: list[str], wanted: Filter, lang: str, left: int) -> StatisticsOut:
    """Off the event loop: there may be many."""
    matches = [] if wanted.source == "league" else [msgspec.json.decode(text, type=list[Seat]) for text in here]
    matches += [] if wanted.source == "here" else league(game.name)
    players = sorted({len(match) for match in matches})
    chosen = [match for match in matches if not wanted.players or len(match) == wanted.players]
    own = statistics(game)
    words = game.catalogue(lang)
    found: dict[str, dict[str, list[tuple[Seat, int]]]] = {SEAT: {}, **{kind: {} for kind in own.kinds}}
    for match in chosen:
        for number, seat in enumerate(match):
            if wanted.who and seat.bot != (wanted.who == "bots"):
                continue
            found[SEAT].setdefault(str(number + 1), []).append((seat, len(match)))
            for kind in own.kinds:
                for value in seat.had.get(kind, ()):
                    found[kind].setdefault(value, []).append((seat, len(match)))
    kinds = []
    for kind, values in found.items():
        lines = [
            _line(value, value if kind == SEAT else own.name(kind, value, words), seats)
            for value, seats in values.items()
        ]
        lines.sort(key=lambda line: (0, line.value) if kind == SEAT else (-line.n, line.title))
        kinds.append(Kind(kind, words.messages.get(f"statistic.{kind}", kind), lines))
    return StatisticsOut(game.name, len(chosen), players, kinds, left)


def _line(value: str, title: str, seats: list[tuple[Seat, int]]) -> Line:
    n = len(seats)
    won = [seat.share for seat, _ in seats]
    points = [float(seat.score) for seat, _ in seats]
    low, high = wilson(sum(won), n)
    mean = fmean(points)
    error = 1.96 * stdev(points) / sqrt(n) if n > 1 else None
    return Line(
        value,
        title,
        n,
        fmean(won),
        low,
        high,
        fmean(1 / players for _, players in seats),
        mean,
        None if error is None else mean - error,
        None if error is None else mean + error,
    )
