"""Live updates: what each pair of eyes gets, and that a break leaves no gap."""

from __future__ import annotations

from pathlib import Path

import pytest
from litestar.response.sse import ServerSentEventMessage

from ludoteka.server import streams, views
from ludoteka.server.streams import Since, TableStream
from tests.server.conftest import Events, Running, running, wait
from tests.server.test_moves import two_at_a_table


def test_everybody_sees_moves_as_they_may(server: Running) -> None:
    anna, boris, id = two_at_a_table(server)
    watcher = server.person("Watcher")
    seen = [Events(p, f"/api/tables/{id}/events") for p in (anna, boris, watcher)]
    for stream in seen:
        stream.wait(lambda e: bool(e.of("state")))
    answer = anna.move(id).json()
    for stream in seen:
        stream.wait_n(answer["n"])
    first, last = seen[0].of("state")[0], seen[0].of("state")[-1]
    assert first["state"]["board"]["static"]
    assert last["state"]["board"]["static"] is None  # the ground is sent once
    assert last["log_from"] == len(first["log"])
    assert [s.of("state")[-1]["state"]["seat"] for s in seen] == [0, 1, None]
    assert seen[2].of("state")[-1]["state"]["actions"] == []
    drawn = [line["text"] for line in seen[1].of("state")[0]["log"] if line["text"].startswith("draw 0")]
    assert drawn
    assert all(text.endswith("?") for text in drawn)


def test_a_break_leaves_no_gap(server: Running) -> None:
    anna, boris, id = two_at_a_table(server)
    stream = Events(anna, f"/api/tables/{id}/events")
    n = anna.move(id).json()["n"]
    stream.wait_n(n)
    boris.ok("POST", f"/api/tables/{id}/chat", {"text": "one"})
    stream.wait(lambda e: any(c["text"] == "one" for lines in e.of("chat") for c in lines))
    last = stream.seen[-1][1]
    have = [line for s in stream.of("state") for line in s["log"]]
    stream.closed.set()
    boris.ok("POST", f"/api/tables/{id}/chat", {"text": "two <script>alert(1)</script>"})
    mover = (anna, boris)[anna.see(id)["state"]["to_move"]]
    n = mover.move(id).json()["n"]
    again = Events(anna, f"/api/tables/{id}/events", last)
    again.wait_n(n)
    again.wait(lambda e: bool(e.of("chat")))
    new = again.of("state")[0]
    assert new["log_from"] == len(have)
    whole = anna.see(id)
    assert have + new["log"] == whole["log"]
    assert [c["text"] for c in again.of("chat")[0]] == ["two <script>alert(1)</script>"]


def test_undo_takes_lines_back(lone: Running) -> None:
    anna = lone.person("Anna")
    id = anna.table(players=["me", "me"], start=True)["table"]["id"]
    stream = Events(anna, f"/api/tables/{id}/events?seat=0")
    before = anna.see(id)["state"]
    n = anna.move(id).json()["n"]
    stream.wait_n(n)
    assert anna.ok("POST", f"/api/tables/{id}/undo", {"n": n, "seat": 0})["done"]
    stream.wait_n(n + 1)
    last = stream.of("state")[-1]
    assert last["log_from"] == before["step"]
    assert last["log"] == []


def test_streams_end_with_the_session(lone: Running) -> None:
    anna, _, id = two_at_a_table(lone)
    stream = Events(anna, f"/api/tables/{id}/events")
    stream.wait(lambda e: bool(e.of("state")))
    assert lone.house.hub.listeners
    anna.ok("POST", "/api/logout")
    stream.thread.join(10)
    assert not stream.thread.is_alive()
    wait(lambda: not lone.house.hub.listeners)


def test_listeners_are_forgotten_when_they_go(lone: Running) -> None:
    anna, _, id = two_at_a_table(lone)
    with anna.stream("GET", f"/api/tables/{id}/events") as answer:
        lines = answer.iter_lines()  # held, or the stream ends with it
        next(lines)
        assert lone.house.hub.listeners
    wait(lambda: not lone.house.hub.listeners)


def test_the_page_of_a_person_hears_of_turns(lone: Running) -> None:
    anna, boris, id = two_at_a_table(lone)
    stream = Events(boris, "/api/me/events")
    stream.wait(lambda e: bool(e.of("tables")))
    for _ in range(40):
        state = anna.see(id)["state"]
        if state["to_move"] == 1:
            break
        anna.move(id)
    stream.wait(lambda e: any(t["your_turn"] for t in e.of("tables")[-1]))


def test_a_stream_goes_on_after_a_restart(tmp_path: Path) -> None:
    database = str(tmp_path / "restart.db")
    with running(database) as server:
        anna, _, id = two_at_a_table(server)
        stream = Events(anna, f"/api/tables/{id}/events")
        n = anna.move(id).json()["n"]
        stream.wait_n(n)
        last = stream.seen[-1][1]
        cookies = dict(anna.cookies)
    with running(database) as server:
        again = server.person()
        again.cookies.clear()
        for name, value in cookies.items():
            again.cookies.set(name, value)
        stream = Events(again, f"/api/tables/{id}/events", last)
        stream.wait(lambda e: bool(e.of("state")))
        state = stream.of("state")[0]
        assert state["state"]["n"] == n
        assert state["log"] == []


def test_a_move_is_written_once_for_all_who_see_the_same(lone: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred listeners, both players and spectators in two languages, cost no more than six, and everybody gets the
    same bytes."""
    anna, boris, id = two_at_a_table(lone)
    table = lone.house.cache.tables[id]
    eyes = [(user, lang) for user in (anna.id, boris.id, None) for lang in ("en", "ru")]
    who = [eyes[i % len(eyes)] for i in range(100)]
    watching = [TableStream(lone.house, id, user, "", "", lang, None) for user, lang in who]
    since = [Since() for _ in watching]
    for stream, seen in zip(watching, since, strict=True):
        assert len(stream.news(table, [], seen)) == 2
    encode, write, made = streams._encode, views.written, views.position_out
    written: list[object] = []
    monkeypatch.setattr(streams, "_encode", lambda what: (written.append(what), encode(what))[1])
    monkeypatch.setattr(views, "written", lambda what: (written.append(what), write(what))[1])
    monkeypatch.setattr(views, "position_out", lambda *its: (written.append(its), made(*its))[1])

    def moved() -> list[list[bytes]]:
        written.clear()
        mover = (anna, boris)[table.to_move]
        text = str(table.match.state.legal_actions()[0])
        assert mover.move(id, text, table.n).status_code == 200
        assert not written, "a move itself writes nothing: perhaps nobody looks"
        sent = [stream.news(table, [], seen) for stream, seen in zip(watching, since, strict=True)]
        assert len(written) == len(eyes) * 6, "made once, then its actions, its view, and it, the table and the log"
        return [[m.data for m in messages if isinstance(m.data, bytes)] for messages in sent]

    sent = moved()
    assert all(len(messages) == 2 for messages in sent)
    assert len({data for messages in sent for data in messages}) == len(eyes) * 2
    for stream in watching:
        stream.grounds.clear()  # as when a row of cards is drawn anew: all of them miss the same
    assert all(b'"static":"' in messages[1] for messages in moved())


def test_an_event_goes_out_as_it_was_written(lone: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bytes as Litestar's, which goes through the text once more for each of a hundred listeners."""
    anna, _, id = two_at_a_table(lone)
    anna.ok("POST", f"/api/tables/{id}/chat", {"text": "one\r\ntwo\n\n\u2028data: three"})
    table = lone.house.cache.tables[id]
    stream = TableStream(lone.house, id, anna.id, "", "", "ru", None)
    stream.tag = "a."
    news = stream.news(table, lone.run(lone.house.cache.chat(table)), Since())
    assert [event.event for event in news] == ["a.table", "a.state", "a.chat"]
    expected = [ServerSentEventMessage(event.data, event.event, event.id).encode() for event in news]

    def looked_through(message: ServerSentEventMessage) -> bytes:
        raise AssertionError

    monkeypatch.setattr(ServerSentEventMessage, "encode", looked_through)
    assert [event.encode() for event in news] == expected


def test_one_stream_for_a_browser(server: Running) -> None:
    """Several tables and the list of mine in one stream; each as these eyes may see it, a foreign one not at all."""
    anna, boris = server.person("Anna"), server.person("Boris")
    open_one = anna.table(players=["me", "bot:random"], start=True)["table"]["id"]
    private = anna.table(visibility="private", players=["me", "bot:random"], start=True)["table"]["id"]
    path = f"/api/events?t=a:{open_one}::&t=b:{private}::&t=c:nowhere::&t=bad"
    mine, his = Events(anna, path), Events(boris, path)
    mine.wait(lambda e: bool(e.of("a.state") and e.of("b.state") and e.of("tables") and e.of("c.gone")))
    his.wait(lambda e: bool(e.of("a.state") and e.of("b.gone") and e.of("c.gone")))
    assert not his.of("b.state")
    assert his.of("a.state")[0]["state"]["seat"] is None
    assert mine.of("b.state")[0]["state"]["seat"] == 0
    assert {t["id"] for t in mine.of("tables")[-1]} == {open_one, private}
    n = anna.see(open_one)["state"]["n"]
    anna.move(open_one)
    for events in (mine, his):
        events.wait(lambda e: any(s["state"]["n"] > n for s in e.of("a.state")))
    assert len(mine.of("b.state")) == 1, "no news of the other table"
    anna.ok("POST", "/api/logout")
    mine.wait(lambda e: e.of("bye") == [{"why": "session"}])
    his.closed.set()
