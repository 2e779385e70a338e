"""Tables to look at: for every game one that waits, one under way and one that is over."""

from __future__ import annotations

from random import Random

from ludoteka import bots, games
from ludoteka.core.game import OVER
from ludoteka.server.house import House
from ludoteka.server.newtable import NewTable
from ludoteka.server.people import User
from ludoteka.server.settings import Settings
from ludoteka.server.table import Table


async def seed(settings: Settings) -> int:
    """Make them with a random bot; how many were made."""
    house = House(settings)
    house.play.after = lambda table: None
    made = 0
    try:
        host = await house.people.guest("Ludoteka", "en")
        for name in games.names():
            for share in (None, 0.4, 1.0):
                await _one(house, host, name, share)
                made += 1
    finally:
        await house.store.close()
    return made


async def _one(house: House, host: User, name: str, share: float | None) -> Table:
    """A table at a stage: None waits for players, 1.0 is over, between them that part of a match is played."""
    seats = games.load(name).seats
    most = min(3, seats[-1])
    if share is None:
        players = ["bot:random"] * (most - 1) + ["open"] if most > 1 else ["open"]
        return await house.lobby.create(host, NewTable(name, most, players=players, rated=False), "demo")
    new = NewTable(name, most, players=["bot:random"] * most, rated=False)
    table = await house.lobby.create(host, new, "demo")
    await house.lobby.start(table, host)
    rng = Random(f"{name} {share}")
    trial = table.match.fork()
    while trial.state.to_move() != OVER:
        trial.push(trial.state.sample(rng))
    stop = len(trial.actions) * share if share < 1 else float("inf")
    bot = bots.make("random")
    while table.to_move != OVER and len(table.match.actions) < stop:
        action = bots.decide(bot, table.match.state, table.to_move, rng)
        await house.play.move(table, table.to_move, table.n, str(action), "bot:random")
    return table
