"""What the decisions of a finished match were worth."""

from __future__ import annotations

import asyncio

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK

from ludoteka.bots.analyse import Analysis, Decision, better
from ludoteka.server.auth import Lang, Player, TheHouse, Viewer
from ludoteka.server.house import House
from ludoteka.server.limits import limit
from ludoteka.server.routes.tables import Code, seen_table
from ludoteka.server.table import Table
from ludoteka.server.views import called

WORST = 6
"""How many of the largest losses are told."""


class DecisionOut(msgspec.Struct):
    n: int
    """The action is number n of the match, from 0."""
    seat: int
    value: float
    """The chance of winning it left the one who chose, 0 to 1."""
    loss: float
    """How much more the best action promised."""
    best: str
    """That action and the rest of the turn in words, with what they bring; empty if it was the one chosen."""
    shares: list[float]
    """The chances of all seats when the turn was over, as all of them together saw it; empty inside a turn."""


class Turning(msgspec.Struct):
    """A decision that changed the chances."""

    n: int
    """The action is number n of the match, from 0."""
    seat: int
    """Whose chances it raised most."""
    gain: float
    """By how much, 0 to 1."""


class AnalysisOut(msgspec.Struct):
    offered: bool
    """Whether this server looks through matches."""
    at_work: bool
    done: int
    of: int
    """Actions looked through, and all actions; the rest is filled in when they are equal."""
    decisions: list[DecisionOut] = []
    worst: list[int] = []
    """The numbers of the largest losses, the largest first."""
    mean_loss: list[float] = []
    """Per seat: what a turn gave away on average."""
    accuracy: list[float] = []
    """Per seat: how well it chose, 0 to 1."""
    turning: list[Turning] = []
    """Where the match turned, in the order of play."""


def told(table: Table, found: list[Decision], lang: str) -> AnalysisOut:
    """The whole analysis with the better actions in words; replays the match, so not in the event loop."""
    match, game = table.match, table.game
    analysis = Analysis(match.seats, len(match.actions), tuple(found))
    state, at, out = match.at(0), 0, []
    players = called(table, lang)
    known = {d.n: [round(share, 3) for share in shares] for d, shares in analysis.believed()}
    for d in found:
        for action in match.actions[at : d.n]:
            state.happen(action)
        at = d.n
        best = better(game, state, d, lang, players) if d.loss > 0 and d.best != d.played else ""
        out.append(DecisionOut(d.n, d.seat, round(d.value, 3), round(d.loss, 3), best, known.get(d.n, [])))
    worst = [d.n for d in analysis.worst(WORST) if d.best != d.played]
    mean = [round(analysis.lost(seat), 4) for seat in range(match.seats)]
    turning = [Turning(d.n, seat, round(gain, 3)) for d, seat, gain in analysis.turning()]
    accuracy = [round(analysis.accuracy(seat), 3) for seat in range(match.seats)]
    length = len(match.actions)
    return AnalysisOut(True, False, length, length, out, worst, mean, accuracy, turning)


async def analysis_out(house: House, table: Table, lang: str) -> AnalysisOut:
    progress = await house.analyses.progress(table)
    length = len(table.match.actions)
    if table.status == "finished" and length and progress.done >= length:
        return await asyncio.to_thread(told, table, progress.found, lang)
    return AnalysisOut(house.settings.analysis_seconds > 0, progress.at_work, progress.done, length)


class AnalysisController(Controller):
    path = "/api/tables/{id:str}/analysis"
    tags = ("results",)

    @get("/")
    async def show(
        self, id: FromPath[str], house: TheHouse, viewer: Viewer, lang: Lang, code: Code = ""
    ) -> AnalysisOut:
        """How far the analysis is; all of it when it is complete."""
        return await analysis_out(house, await seen_table(house, id, viewer, code), lang)

    @post("/", status_code=HTTP_200_OK, middleware=[limit("analysis", "hour", 20, 40)])
    async def begin(
        self, id: FromPath[str], house: TheHouse, player: Player, lang: Lang, code: Code = ""
    ) -> AnalysisOut:
        """Have a finished match looked through by a bot. It is done once and kept."""
        table = await seen_table(house, id, player, code)
        await house.analyses.ask(table)
        return await analysis_out(house, table, lang)
