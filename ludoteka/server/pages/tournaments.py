"""Pages of tournaments: all of them with a form for a new one; and one, with rounds, table, pairings and your way."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from time import time
from typing import Annotated

from babel.dates import format_date, format_timedelta
from litestar import get
from litestar.params import FromPath, QueryParameter
from litestar.response import Template

from ludoteka.server.auth import Lang, TheHouse, Viewer
from ludoteka.server.finding import CLOCKS
from ludoteka.server.house import House
from ludoteka.server.pages.home import shelf
from ludoteka.server.pages.shell import Asked, level_list, render, words
from ludoteka.server.terms import clock_words
from ludoteka.server.tournaments.shown import BoardOut, EntryOut, RoundOut, TournamentOut, listed, whole
from ludoteka.server.tournaments.standings import worth

MOST = 12
"""Lines of a table that show at first."""
BOARDS = 6


def day(moment: float, lang: str) -> str:
    """3 Oct"""
    return str(format_date(datetime.fromtimestamp(moment, UTC), "d MMM", lang))


def span(r: RoundOut, lang: str) -> str:
    """1 Oct–14 Oct, or until when it would be played."""
    if r.begun is None:
        return words(lang).say("cup.till", date=day(r.until, lang)) if r.until else ""
    days = [day(r.begun, lang), day(r.finished or r.until or r.begun, lang)]
    return "–".join(dict.fromkeys(days))


@get("/tournaments", include_in_schema=False)
async def all_tournaments(request: Asked, house: TheHouse, lang: Lang, viewer: Viewer) -> Template:
    """What can be entered, what is under way, what is over, and a form to announce one."""
    boxes = shelf(lang)
    data = {"games": [{"name": b["name"], "counts": b["counts"]} for b in boxes if max(b["counts"]) > 1]}
    cups = await listed(house, viewer, lang, None)
    shown = {"cups": cups, "games": [b for b in boxes if max(b["counts"]) > 1], "day": lambda at: day(at, lang)}
    return render(request, "tournaments.html", lang, viewer, data, **shown)


@get("/tournaments/{id:str}", include_in_schema=False)
async def tournament(
    id: FromPath[str],
    request: Asked,
    house: TheHouse,
    lang: Lang,
    viewer: Viewer,
    whole_of_it: Annotated[bool, QueryParameter(name="all")] = False,
) -> Template:
    cup = await whole(house, id, viewer, lang)
    entry = {e.number: e for e in cup.entries}
    twins = Counter(e.name for e in cup.entries)
    say = words(lang)

    def called(e: EntryOut) -> str:
        """Several bots of one kind have numbers."""
        kind, _, bot = e.name.partition(":")
        name = say.messages.get(f"bot.{bot}", bot) if kind == "bot" else e.name
        return f"{name} {e.number + 1}" if twins[e.name] > 1 else name

    now = current(cup)
    boards = now.boards if now else []
    boxes = {b["name"]: b for b in shelf(lang)}
    seen = boards if whole_of_it else mine_first(boards, cup.mine)[:BOARDS]
    shown = {
        "cup": cup,
        "plan": cup.plan,
        "entry": entry,
        "called": called,
        "game": boxes[cup.game],
        "clock": clock_words(CLOCKS[cup.plan.clock], lang),
        "day": lambda at: day(at, lang),
        "span": lambda r: span(r, lang),
        "now": now,
        "left": _left(now, lang),
        "shown": seen,
        "when": {b.table: await _when(house, b.table, lang) for b in seen if b.table and b.status == "playing"},
        "most": len(entry) if whole_of_it else MOST,
        "groups": Counter(g.division for g in cup.standings),
        "worth": ", ".join(str(p) for p in worth(cup.plan.size)),
        "winner": called(entry[cup.standings[0].lines[0].entry]) if cup.standings else "",
        "levels": level_list(lang),
    }
    return render(request, "tournament.html", lang, viewer, {}, **shown)


def current(cup: TournamentOut) -> RoundOut | None:
    """The round that is played, or the last one."""
    return cup.rounds[cup.round - 1] if 0 < cup.round <= len(cup.rounds) else None


def mine_first(boards: list[BoardOut], mine: int | None) -> list[BoardOut]:
    return sorted(boards, key=lambda b: (mine not in b.seats, b.status == "finished"))


async def _when(house: House, table_id: str, lang: str) -> str:
    """round 4 of 6"""
    table = await house.cache.get(table_id)
    if table.misfit:
        return ""
    view, say = table.match.state.view(None), words(lang).say
    n, most = view.get("round"), view.get("rounds")
    if n and most:
        told = say("js.round_of", n=min(n, most), most=most)
    elif n and (end := view.get("time", {}).get("end")):
        told = say("js.chapter_of", n=min(n, end), most=end)
    elif isinstance(turn := view.get("turn"), int):
        told = say("js.turn_n", n=max(1, turn))
    else:
        return ""
    return told[:1].lower() + told[1:]


def _left(now: RoundOut | None, lang: str) -> str:
    """16 days"""
    if now is None or now.finished or now.until is None or now.until < time():
        return ""
    return words(lang).say("cup.left", time=format_timedelta(int(now.until - time()), locale=lang))


TOURNAMENTS = [all_tournaments, tournament]
