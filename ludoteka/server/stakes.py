"""What a table that waits is worth: how well everybody plays, and what each place would bring."""

from __future__ import annotations

import msgspec
from sqlalchemy import select

from ludoteka.server.people import User
from ludoteka.server.ratings import MODEL, counts, shown, who_of
from ludoteka.server.schema import ratings
from ludoteka.server.store import Store
from ludoteka.server.table import Table


class Stakes(msgspec.Struct):
    ratings: list[int | None]
    """By seat; nothing for a seat that is free, and for somebody who has not played a rated match yet."""
    mine: int | None
    """Your rating in this game."""
    places: list[int]
    """By how much your rating would change with the first place, the second and so on, if the others came in as their
    ratings say and newcomers took the free seats. Nothing if the match does not count for you."""


async def stakes(store: Store, table: Table, user: User | None) -> Stakes:
    whos = [who_of(s) if s.user_id or s.bot else "" for s in table.seats]
    me = f"user:{user.id}" if user and user.account else ""
    rows = await store.rows(select(ratings).where(ratings.c.game == table.game.name, ratings.c.who.in_({*whos, me})))
    known = {r["who"]: (r["mu"], r["sigma"]) for r in rows}
    seen = {who: shown(*found) for who, found in known.items()}
    free = next((s.seat for s in table.seats if s.kind == "open"), None)
    seat = whos.index(me) if me in whos else free
    if not me or seat is None or not counts(table.row, table.seats)[0]:
        return Stakes([seen.get(w) for w in whos], seen.get(me), [])
    start = MODEL.rating()
    new = (start.mu, start.sigma)
    others = sorted((known.get(w, new) for i, w in enumerate(whos) if i != seat), key=lambda r: -shown(*r))
    places = []
    for place in range(len(whos)):
        order = [
            MODEL.rating(mu=mu, sigma=sigma) for mu, sigma in (*others[:place], known.get(me, new), *others[place:])
        ]
        mine = MODEL.rate([[r] for r in order], ranks=[float(i) for i in range(len(order))])[place][0]
        places.append(shown(mine.mu, mine.sigma) - shown(*known.get(me, new)))
    return Stakes([seen.get(w) for w in whos], seen.get(me), places)
