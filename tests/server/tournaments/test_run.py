"""Tournaments as people and the clock run them, on both databases."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from sqlalchemy import select, update

from ludoteka.server.notices import KINDS
from ludoteka.server.schema import notices, rounds, tables, tournaments
from ludoteka.server.tournaments.runner import LATE
from tests.server.conftest import Events, Person, Running, wait

PLAN: dict[str, Any] = {"form": "swiss", "size": 2, "rounds": 2, "clock": "day1", "stand_in": "random"}


def announce(host: Person, name: str, starts: float | None = None, game: str = "pebbles", **plan: Any) -> str:
    made = host.ok("POST", "/api/tournaments", {"name": name, "game": game, "plan": PLAN | plan, "starts": starts})
    return str(made["id"])


def show(who: Person, id: str) -> dict[str, Any]:
    found: dict[str, Any] = who.ok("GET", f"/api/tournaments/{id}")
    return found


def reaches(who: Person, id: str, status: str) -> dict[str, Any]:
    wait(lambda: show(who, id)["status"] == status)
    return show(who, id)


def my_table(who: Person, cup: dict[str, Any]) -> str:
    boards = cup["rounds"][cup["round"] - 1]["boards"]
    return str(next(b["table"] for b in boards if cup["mine"] in b["seats"]))


def play_to_end(table: str, *people: Person) -> None:
    """Everybody does the first thing they may, until it is over."""

    def over() -> bool:
        for person in people:
            state = person.see(table)["state"]
            if state["status"] == "finished":
                return True
            if state["actions"]:
                person.move(table, state["actions"][0]["text"], state["n"])
        return False

    wait(over)


def test_bots_alone_play_a_swiss_to_its_end(club: Running) -> None:
    host = club.member("Tina")
    id = announce(host, "Bots of autumn", most=6, rounds=3)
    host.ok("POST", f"/api/tournaments/{id}/bots", {"bot": "random", "many": 6})  # full: it begins by itself
    cup = reaches(host, id, "over")
    assert [len(r["boards"]) for r in cup["rounds"]] == [3, 3, 3]
    tables_used = [b["table"] for r in cup["rounds"] for b in r["boards"]]
    assert len(set(tables_used)) == 9
    assert all(sorted(b["ranks"]) in ([1, 2], [1, 1]) for r in cup["rounds"] for b in r["boards"])
    lines = cup["standings"][0]["lines"]
    assert sum(line["points"] for line in lines) == 9 * 2
    assert [line["points"] for line in lines] == sorted((line["points"] for line in lines), reverse=True)
    assert all(len(line["rounds"]) == 3 for line in lines)
    assert cup["finished"]
    assert host.post(f"/api/tournaments/{id}/off").json()["id"] == "error.cup_over"


def test_people_enter_play_and_give_up(club: Running) -> None:
    anna, boris, carl = club.member("Tanja"), club.member("Timo"), club.member("Tom")
    id = announce(anna, "Three friends", starts=time.time() + 3600)
    for person in (anna, boris, carl):
        person.ok("POST", f"/api/tournaments/{id}/enter")
    assert boris.ok("POST", f"/api/tournaments/{id}/enter")["mine"] == 1, "asked twice it is one entry"
    assert boris.post(f"/api/tournaments/{id}/start").status_code == 403
    assert club.person("Tourist").post(f"/api/tournaments/{id}/enter").json()["id"] == "error.no_account"
    listed = next(n for n in boris.ok("GET", "/api/tournaments?status=open") if n["id"] == id)
    assert (listed["players"], listed["mine"], listed["host"]) == (3, True, "Tanja")
    cup = anna.ok("POST", f"/api/tournaments/{id}/start")
    assert (cup["status"], cup["round"]) == ("playing", 1)
    first = cup["rounds"][0]
    assert sorted(len(b["seats"]) for b in first["boards"]) == [1, 2], "one of three sits out"
    idle = next(b["seats"][0] for b in first["boards"] if len(b["seats"]) == 1)
    pair = [p for p in (anna, boris, carl) if show(p, id)["mine"] != idle]
    other = next(p for p in (anna, boris, carl) if p not in pair)
    table = my_table(pair[0], show(pair[0], id))
    assert table in [t["id"] for t in pair[1].ok("GET", "/api/me/tables")]
    assert pair[0].see(table)["table"]["rated"]
    other.ok("POST", f"/api/tournaments/{id}/withdraw")
    assert anna.post(f"/api/tournaments/{id}/enter").json()["id"] == "error.cup_begun"
    play_to_end(table, *pair)
    wait(lambda: show(anna, id)["round"] == 2)
    cup = show(pair[0], id)
    assert [len(b["seats"]) for b in cup["rounds"][1]["boards"]] == [2], "whoever gave up is not paired any more"
    play_to_end(my_table(pair[0], cup), *pair)
    cup = reaches(anna, id, "over")
    for lang in ("en", "ru"):
        page = anna.get(f"/tournaments/{id}?lang={lang}").text
        assert all(f"/players/user:{p.id}" in page for p in (anna, boris, carl))
        assert f"/t/{table}" in page, "every match can be looked at"
        assert f'href="/tournaments/{id}"' in anna.get(f"/tournaments?lang={lang}").text
    points = {line["entry"]: line["points"] for line in cup["standings"][0]["lines"]}
    assert points[idle] == 2
    assert sum(points.values()) == 2 + 4
    assert next(e for e in cup["entries"] if e["number"] == idle)["gone"] == 1


def test_a_table_that_is_over_counts_before_its_round_is(club: Running) -> None:
    people = [club.member(f"{name} Early") for name in ("Tara", "Toni", "Tilo", "Thea")]
    id = announce(people[0], "Standings")
    for person in people:
        person.ok("POST", f"/api/tournaments/{id}/enter")
    cup = people[0].ok("POST", f"/api/tournaments/{id}/start")
    table = my_table(people[0], cup)
    play_to_end(table, *people)
    cup = show(people[0], id)
    assert cup["round"] == 1
    done = {b["table"]: (bool(b["ranks"]), any(b["scores"])) for b in cup["rounds"][0]["boards"]}
    assert done.pop(table) == (True, True)
    assert list(done.values()) == [(False, False)]
    assert sum(line["points"] for line in cup["standings"][0]["lines"]) == 2


def test_a_step_is_taken_once(club: Running) -> None:
    """However many look at the same moment."""
    host = club.member("Tessa")
    id = announce(host, "Once", starts=time.time() + 3600)
    host.ok("POST", f"/api/tournaments/{id}/bots", {"bot": "random", "many": 4})
    runner = club.house.tournaments.runner

    async def all_at_once() -> None:
        await club.house.store.execute(update(tournaments).where(tournaments.c.id == id).values(starts=time.time()))
        await asyncio.gather(*(runner.step(id) for _ in range(8)))

    club.run(all_at_once())
    made = club.run(club.house.store.rows(select(tables.c.id).where(tables.c.source == f"tournament:{id}:1")))
    assert len(made) == 2
    assert reaches(host, id, "over")["round"] == 2
    made = club.run(club.house.store.rows(select(tables.c.id).where(tables.c.source.startswith(f"tournament:{id}:"))))
    assert len(made) == 4


def test_a_start_counts_though_somebody_enters_at_the_same_moment(club: Running) -> None:
    host, late = club.member("Tristan"), club.member("Trude")
    id = announce(host, "Hurried")
    host.ok("POST", f"/api/tournaments/{id}/enter")
    host.ok("POST", f"/api/tournaments/{id}/bots", {"bot": "random", "many": 1})
    runner = club.house.tournaments.runner
    pair = runner._pair

    async def meanwhile(book: Any, number: int) -> Any:
        if number == 1 and len(book.entries) == 2:
            await club.house.tournaments.enter(id, await club.house.people.get(late.id))
        return await pair(book, number)

    runner._pair = meanwhile  # type: ignore[method-assign]
    try:
        cup = host.ok("POST", f"/api/tournaments/{id}/start")
    finally:
        runner._pair = pair  # type: ignore[method-assign]
    assert (cup["status"], len(cup["entries"])) == ("playing", 3)


def test_whoever_enters_twice_at_once_is_in_once(club: Running) -> None:
    host = club.member("Thekla")
    id = announce(host, "Two tabs")

    async def twice() -> None:
        user = await club.house.people.get(host.id)
        await asyncio.gather(*(club.house.tournaments.enter(id, user) for _ in range(4)))

    club.run(twice())
    assert [e["name"] for e in show(host, id)["entries"]] == ["Thekla"]


def test_the_host_is_told_of_every_round(club: Running) -> None:
    host = club.member("Tobias")
    id = announce(host, "Bots while I look on", rounds=2)
    host.ok("POST", f"/api/tournaments/{id}/bots", {"bot": "random", "many": 2})
    told = Events(host, "/api/me/events")
    host.ok("POST", f"/api/tournaments/{id}/start")
    told.wait(lambda events: len(events.of("tables")) > 1)
    reaches(host, id, "over")
    told.closed.set()


def test_everybody_hears_of_a_round_once(club: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is asked first hears that it is their turn, the other that the match has begun."""
    heard: list[tuple[str, str]] = []
    monkeypatch.setattr(club.house.notices, "delay", 3600.0)
    people = [club.member("Thusnelda"), club.member("Thore")]
    id = announce(people[0], "Once", most=2, rounds=1)
    store, theirs = club.house.store, notices.c.user_id.in_([p.id for p in people])
    waiting = select(notices).where(theirs)

    async def tell(row: Any, table: Any, user: Any) -> None:
        heard.append((user["name"], KINDS.get(row["n"], "turn")))

    monkeypatch.setattr(club.house.notices, "_tell", tell)
    for person in people:
        person.ok("PUT", "/api/me/notify", {"hook": {"kind": "slack", "url": "https://93.184.216.34/"}})
        person.ok("POST", f"/api/tournaments/{id}/enter")
    wait(lambda: len(club.run(store.rows(waiting))) == 3)
    table = my_table(people[0], show(people[0], id))
    first = next(p for p in people if p.see(table)["state"]["actions"])
    club.run(store.execute(update(notices).where(theirs).values(due=0.0)))
    wait(lambda: not club.run(store.rows(waiting)))
    names = ["Thusnelda", "Thore"] if first is people[0] else ["Thore", "Thusnelda"]
    assert sorted(heard) == sorted(zip(names, ("turn", "mail.round"), strict=True))


def test_whoever_goes_leaves_the_tournament_to_the_first_who_entered(club: Running) -> None:
    host, second, third = club.member("Tamara"), club.member("Tarek"), club.member("Tasso")
    entered, alone, dated = (
        announce(host, name, starts) for name, starts in (("A", None), ("B", None), ("C", time.time() + 3600))
    )
    for person in (host, second, third):
        person.ok("POST", f"/api/tournaments/{entered}/enter")
    host.ok("POST", f"/api/tournaments/{alone}/bots", {"bot": "random", "many": 1})
    told = Events(second, "/api/me/events")
    host.ok("POST", "/api/me/delete", {"password": "correct horse"})
    told.wait(lambda events: bool(events.of("tables")))
    told.closed.set()
    assert show(second, entered)["host"] == "Tarek"
    assert [show(second, id)["status"] for id in (entered, alone, dated)] == ["open", "off", "open"]
    assert third.post(f"/api/tournaments/{entered}/start").status_code == 403
    assert second.ok("POST", f"/api/tournaments/{entered}/start")["status"] == "playing"


def test_whoever_never_comes_is_out(club: Running) -> None:
    """The round's time is over: days become minutes, a bot plays on, and the absent are not paired again."""
    anna, boris = club.member("Tilda"), club.member("Till")
    id = announce(anna, "Late", starts=time.time() + 3600, rounds=3)
    for person in (anna, boris):
        person.ok("POST", f"/api/tournaments/{id}/enter")
    anna.ok("POST", f"/api/tournaments/{id}/bots", {"bot": "random", "many": 1})
    cup = anna.ok("POST", f"/api/tournaments/{id}/start")
    playing = [b["table"] for b in cup["rounds"][0]["boards"] if b["table"]]
    assert len(playing) == 1
    store = club.house.store

    async def time_passes() -> None:
        await store.execute(update(rounds).where(rounds.c.tournament_id == id).values(until=time.time() - 1))
        await club.house.tournaments.runner.chore()

    wait(lambda: anna.see(playing[0])["table"]["to_move"] >= 0)
    club.run(time_passes())
    there = club.run(store.row(select(tables).where(tables.c.id == playing[0])))
    assert '"seconds":600' in there["clock"]
    assert there["next_at"] <= time.time() + LATE.seconds

    async def minutes_pass() -> None:
        """Also for whoever is asked next."""
        table = await club.house.cache.newest(playing[0])
        if table.status == "playing" and table.to_move >= 0 and not table.seats[table.to_move].played_by:
            table.clock_state.since -= 2 * LATE.seconds
            await club.house.lobby.stand_in(table, table.to_move)

    def over() -> bool:
        club.run(minutes_pass())
        return bool(show(anna, id)["round"] != 1 or show(anna, id)["status"] == "over")

    wait(over)
    cup = show(anna, id)
    absent = {p for b in cup["rounds"][0]["boards"] if b["table"] for p in b["seats"]}
    gone = {e["number"] for e in cup["entries"] if e["gone"]}
    assert gone == {p for p in absent if cup["entries"][p]["who"].startswith("user:")}
    assert gone


def test_a_knockout_with_bots_that_fill(club: Running) -> None:
    host = club.member("Toni")
    id = announce(host, "Cup", form="knockout", size=4, through=2)
    host.ok("POST", f"/api/tournaments/{id}/bots", {"bot": "random", "many": 6})
    host.ok("POST", f"/api/tournaments/{id}/start")
    cup = reaches(host, id, "over")
    assert [len(r["boards"]) for r in cup["rounds"]] == [2, 1]
    assert cup["rounds"][1]["final"]
    first, final = (r["boards"] for r in cup["rounds"])
    assert all(b["seats"].count(-1) == 1 for b in first)
    through = [
        {p for _, p in sorted((rank, p) for p, rank in zip(b["seats"], b["ranks"], strict=True) if p >= 0)[:2]}
        for b in first
    ]
    assert set(final[0]["seats"]) == set.union(*through)
    assert cup["standings"][0]["lines"][0]["entry"] in final[0]["seats"]


def test_the_page_says_whose_turn_it_is_and_where_one_stands(club: Running) -> None:
    people = [club.member(name) for name in ("Ursa", "Vlad", "Wera", "Xena")]
    id = announce(people[0], "Turns", form="swiss", rounds=2, size=2, final=True)
    for person in people:
        person.ok("POST", f"/api/tournaments/{id}/enter", {})
    people[0].ok("POST", f"/api/tournaments/{id}/start", {})
    for board in show(people[0], id)["rounds"][0]["boards"]:
        play_to_end(board["table"], *people)
    wait(
        lambda: all(
            b["to_move"] >= 0 for r in show(people[0], id)["rounds"][1:2] for b in r["boards"] or [{"to_move": -1}]
        )
    )
    pages = [person.get(f"/tournaments/{id}?lang=en").text for person in people]
    turns = [bool(person.see(my_table(person, show(person, id)))["state"]["actions"]) for person in people]
    assert sum(turns) == 2, "one at each table"
    assert ['<span class="chip gold">your turn</span>' in page for page in pages] == turns
    assert all("<dt>Now</dt><dd>place " in page for page in pages)


def test_the_page_says_how_far_each_table_is(club: Running) -> None:
    people = [club.member(name) for name in ("Yann", "Zoe")]
    id = announce(people[0], "Rounds", game="small_world", form="swiss", rounds=1, size=2)
    for person in people:
        person.ok("POST", f"/api/tournaments/{id}/enter", {})
    people[0].ok("POST", f"/api/tournaments/{id}/start", {})
    table = show(people[0], id)["rounds"][0]["boards"][0]["table"]
    wait(lambda: any(person.see(table)["state"]["actions"] for person in people))  # the first combinations are drawn
    for lang, told in (("en", "round 1 of 10"), ("ru", "раунд 1 из 10")):
        seen = [person.get(f"/tournaments/{id}?lang={lang}").text for person in people]
        assert all(f"<small>{told}</small>" in text for text in seen)
        assert sum(f"<small>{told}</small> <small>· " in text for text in seen) == 1, "one waits for the other"


def test_a_league_goes_from_season_to_season(club: Running) -> None:
    host, fan = club.member("Tara"), club.member("Theo")
    id = announce(host, "League", form="league", size=2, group=2, up=1, pause=1, seasons=2)
    host.ok("POST", f"/api/tournaments/{id}/bots", {"bot": "random", "many": 6})
    host.ok("POST", f"/api/tournaments/{id}/start")
    cup = reaches(host, id, "over")
    assert [(g["division"], g["group"], len(g["lines"])) for g in cup["standings"]] == [(1, 1, 2), (2, 1, 2), (2, 2, 2)]
    assert len(cup["rounds"][0]["boards"]) == 6, "everybody plays on every seat once"
    following = show(host, cup["seasons"]["2"])
    assert (following["status"], following["season"], len(following["entries"])) == ("open", 2, 6)
    fan.ok("POST", f"/api/tournaments/{following['id']}/enter")
    fan.ok("POST", f"/api/tournaments/{following['id']}/withdraw")
    host.ok("POST", f"/api/tournaments/{following['id']}/start")
    again = reaches(host, following["id"], "over")
    assert len(again["standings"][0]["lines"]) == 2
    assert list(again["seasons"]) == ["1", "2"], "and then it ends"


def test_a_final_and_the_calendar(club: Running) -> None:
    host = club.member("Tea; Torte")
    id = announce(host, "Autumn; cup", starts=time.time() + 86400, rounds=1, final=True, hours=24)
    host.ok("POST", f"/api/tournaments/{id}/bots", {"bot": "random", "many": 4})
    text = host.get(f"/api/tournaments/{id}/calendar.ics").text
    assert text.startswith("BEGIN:VCALENDAR\r\n")
    assert text.count("BEGIN:VEVENT") == 3, "the start, a round, the final"
    assert "SUMMARY:Autumn\\; cup: the final ends\r\n" in text
    assert f"URL:http://play.test/tournaments/{id}\r\n" in text
    assert "STATUS" not in text
    host.ok("POST", f"/api/tournaments/{id}/start")
    cup = reaches(host, id, "over")
    assert [len(r["boards"]) for r in cup["rounds"]] == [2, 1]
    final = cup["rounds"][1]["boards"][0]
    best = [line["entry"] for line in cup["standings"][0]["lines"][:2]]
    assert set(best) == set(final["seats"])
    assert final["ranks"][final["seats"].index(best[0])] == 1


def test_a_calendar_is_never_empty_and_tells_what_was_called_off(club: Running) -> None:
    host = club.member("Tabea")
    id = announce(host, "Кубок осени, очень длинный: " + "я" * 12)
    host.ok("POST", f"/api/tournaments/{id}/off")
    text = host.get(f"/api/tournaments/{id}/calendar.ics").text
    lines = text.split("\r\n")
    assert lines.pop() == ""
    assert lines.count("BEGIN:VTODO") == lines.count("END:VTODO") == 1
    assert "STATUS:CANCELLED" in lines
    assert max(len(line.encode()) for line in lines) <= 75
    assert "SUMMARY:Кубок осени\\, очень длинный" in text.replace("\r\n ", "")


def test_what_cannot_be(club: Running) -> None:
    host, other = club.member("Tula"), club.member("Tor")

    def no(status: int, id: str, **plan: Any) -> None:
        answer = host.post("/api/tournaments", json={"name": "x", "game": "pebbles", "plan": PLAN | plan})
        assert (answer.status_code, answer.json()["id"]) == (status, id), answer.text

    no(422, "error.cup_through", form="knockout", size=4, through=3)
    no(422, "error.cup_group", form="league", size=4, group=3)
    no(422, "error.cup_robin", form="robin", most=64)
    robin = announce(host, "everybody", form="robin")  # as many as it takes, unless said
    host.ok("POST", f"/api/tournaments/{robin}/off")
    assert (
        host.post("/api/tournaments", json={"name": "x", "game": "pebbles", "plan": PLAN | {"size": 6}}).status_code
        == 422
    )
    guest = club.person("Tramp")
    assert guest.post("/api/tournaments", json={"name": "x", "game": "pebbles"}).json()["id"] == "error.no_account"
    assert (
        host.post("/api/tournaments", json={"name": "x", "game": "pebbles", "starts": 5}).json()["id"]
        == "error.cup_past"
    )
    id = announce(host, "x")
    for n in (2, 3):
        announce(host, f"x{n}")
    no(409, "error.cup_many")
    assert other.post(f"/api/tournaments/{id}/bots", json={"bot": "random"}).json()["id"] == "error.cup_host"
    assert host.post(f"/api/tournaments/{id}/bots", json={"bot": "random", "many": 9}).json()["id"] == "error.cup_bots"
    assert host.post(f"/api/tournaments/{id}/start").json()["id"] == "error.cup_alone"
    host.ok("PUT", f"/api/me/people/{other.id}/block")
    assert other.post(f"/api/tournaments/{id}/enter").status_code == 403
    assert other.get("/api/tournaments/nowhere").status_code == 404
    assert host.ok("POST", f"/api/tournaments/{id}/off")["status"] == "off"
