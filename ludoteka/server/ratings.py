"""Results and ratings: openskill, one rating per game for every person and every bot."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from openskill.models import PlackettLuce
from sqlalchemy import Connection, select

from ludoteka.core.game import State
from ludoteka.core.match import Match
from ludoteka.server.schema import ratings, results
from ludoteka.server.store import Row, Store
from ludoteka.server.table import Seat, Table

MODEL = PlackettLuce()
NONE = (None, None)


def shown(mu: float, sigma: float) -> int:
    """The number people see: it starts near 1000 and rises as we become sure."""
    return round(1000 + 40 * (mu - 3 * sigma))


def who_of(seat: Seat) -> str:
    """Who is rated for this seat: a person also when a bot played on for them."""
    return f"user:{seat.user_id}" if seat.user_id else f"bot:{seat.bot}"


def ranks(state: State, seats: Sequence[Seat]) -> list[int]:
    """1 is best, equal results share a rank; those who left their seat to a bot come last."""
    scores = [(not s.lost, tuple(score)) for s, score in zip(seats, state.scores(), strict=True)]
    return [1 + sum(other > mine for other in scores) for mine in scores]


def shares(state: State, seats: Sequence[Seat]) -> list[float]:
    """Of victory, when a match is over: as the game says, but nobody wins who is not there at the end."""
    found = state.returns()
    if not any(found) or not any(s.lost for s in seats):
        return found
    places = ranks(state, seats)
    return [(place == 1) / places.count(1) for place in places]


def why_unrated(wanted: bool, seats: Sequence[Seat]) -> str:
    """The message id that says why a match of these players does not count for ratings; empty if it does. Asked when
    the match starts; after that no act of anybody changes it."""
    people = [s.user_id for s in seats if s.kind in ("human", "reserved") and s.user_id]
    if not wanted:
        return "unrated.wish"
    if len(people) > len(set(people)):
        return "unrated.one_person"
    if not people or len(seats) < 2:
        return "unrated.alone" if people else "unrated.bots"
    return "" if all(s.account for s in seats if s.user_id) else "unrated.guest"


def counts(row: Row, seats: Sequence[Seat]) -> tuple[bool, str]:
    """Whether the match of a table is rated, and why not as long as that depends on who sits there."""
    why = why_unrated(row["rated"], seats) if row["status"] == "waiting" else ""
    return row["rated"] and not why, why


def settle(connection: Connection, store: Store, table: Table, seats: Sequence[Seat], match: Match, now: float) -> None:
    """Store the result of a match that is over, in the transaction of its last move."""
    state, game = match.state, match.game
    places = ranks(state, seats)
    played = game.plays(state, match.movers, match.actions) if game.plays else [[]] * len(seats)
    new: dict[str, tuple[float, float]] = {}
    if table.row["rated"]:
        new = _rate(connection, store, table.game.name, seats, places)
    rows = [
        {
            "table_id": table.id,
            "seat": s.seat,
            "game": table.game.name,
            "who": who_of(s),
            "name": s.name,
            "score": ",".join(map(str, score)),
            "rank": place,
            "played": " ".join(played[s.seat])[:400],
            "mu": new.get(who_of(s), NONE)[0],
            "sigma": new.get(who_of(s), NONE)[1],
            "at": now,
        }
        for s, score, place in zip(seats, state.scores(), places, strict=True)
    ]
    insert = store.insert(results).on_conflict_do_nothing(index_elements=["table_id", "seat"])
    connection.execute(insert, rows)


def _rate(
    connection: Connection, store: Store, name: str, seats: Sequence[Seat], places: list[int]
) -> dict[str, tuple[float, float]]:
    whos = [who_of(s) for s in seats]
    # rows are locked in one order, so that two matches that end together wait instead of blocking each other
    wanted = select(ratings).where(ratings.c.game == name, ratings.c.who.in_(set(whos))).order_by(ratings.c.who)
    known = {r["who"]: r for r in connection.execute(wanted.with_for_update()).mappings()}
    old = [MODEL.rating(mu=known[w]["mu"], sigma=known[w]["sigma"]) if w in known else MODEL.rating() for w in whos]
    after = [team[0] for team in MODEL.rate([[r] for r in old], ranks=[float(p) for p in places])]
    insert = store.insert(ratings)
    new: dict[str, tuple[float, float]] = {}
    for who in sorted(set(whos)):
        # a bot on several seats learns from all of them
        mine = [i for i, w in enumerate(whos) if w == who]
        mu, sigma = fmean(after[i].mu for i in mine), fmean(after[i].sigma for i in mine)
        before = known.get(who)
        values = {
            "name": seats[mine[0]].name,
            "mu": mu,
            "sigma": sigma,
            "matches": (before["matches"] if before else 0) + 1,
            "wins": (before["wins"] if before else 0) + any(places[i] == 1 for i in mine),
        }
        row = {"game": name, "who": who} | values
        connection.execute(insert.values(row).on_conflict_do_update(index_elements=["game", "who"], set_=values))
        new[who] = mu, sigma
    return new
