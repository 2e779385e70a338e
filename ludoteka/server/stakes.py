"""What a table that waits is worth: with whom one would play, and what each place would bring."""

from __future__ import annotations

import msgspec
from sqlalchemy import select

from ludoteka.server.habits import answers_in, turns_of
from ludoteka.server.house import House
from ludoteka.server.people import User
from ludoteka.server.profile import finishing
from ludoteka.server.ratings import MODEL, counts, shown, who_of
from ludoteka.server.schema import ratings
from ludoteka.server.table import Table


class Companion(msgspec.Struct):
    """What can be expected of a person at the table."""

    matches: int
    """To their end, of any game."""
    finishes: int | None
    """Percent of them that the person played on to the end; nothing if there were none."""
    answers_in: float | None
    """Seconds in which they usually answer."""


class Stakes(msgspec.Struct):
    ratings: list[int | None]
    """By seat; nothing for a seat that is free, and for somebody who has not played a rated match yet."""
    company: list[Companion | None]
    """By seat; nothing where no person sits."""
    host: int | None
    """Where the host sits."""
    mine: int | None
    """Your rating in this game."""
    places: list[int]
    """By how much your rating would change with the first place, the second and so on, if the others came in as their
    ratings say and newcomers took the free seats. Nothing if the match does not count for you."""


async def stakes(house: House, table: Table, user: User | None) -> Stakes:
    whos = [who_of(s) if s.user_id or s.bot else "" for s in table.seats]
    me = f"user:{user.id}" if user and user.account else ""
    wanted = select(ratings).where(ratings.c.game == table.game.name, ratings.c.who.in_({*whos, me}))
    known = {r["who"]: (r["mu"], r["sigma"]) for r in await house.store.rows(wanted)}
    seen = {who: shown(*found) for who, found in known.items()}
    free = next((s.seat for s in table.seats if s.kind == "open"), None)
    seat = whos.index(me) if me in whos else free
    host = next((s.seat for s in table.seats if s.user_id and s.user_id == table.row["host"]), None)
    found = Stakes([seen.get(w) for w in whos], await _company(house, table), host, seen.get(me), [])
    if not me or seat is None or not counts(table.row, table.seats)[0]:
        return found
    start = MODEL.rating()
    new = (start.mu, start.sigma)
    others = sorted((known.get(w, new) for i, w in enumerate(whos) if i != seat), key=lambda r: -shown(*r))
    for place in range(len(whos)):
        order = [
            MODEL.rating(mu=mu, sigma=sigma) for mu, sigma in (*others[:place], known.get(me, new), *others[place:])
        ]
        mine = MODEL.rate([[r] for r in order], ranks=[float(i) for i in range(len(order))])[place][0]
        found.places.append(shown(mine.mu, mine.sigma) - shown(*known.get(me, new)))
    return found


async def _company(house: House, table: Table) -> list[Companion | None]:
    ids = {s.user_id for s in table.seats if s.kind in ("human", "reserved") and s.user_id}
    stayed, found = await finishing(house, ids), {}
    for id in ids:
        n, stayed_n = stayed.get(id, (0, 0))
        found[id] = Companion(n, round(100 * stayed_n / n) if n else None, answers_in(await turns_of(house, id)))
    return [found.get(s.user_id or "") for s in table.seats]
