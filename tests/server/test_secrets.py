"""No secret leaves. Whatever a connection was sent must be the same in every world its seat cannot tell apart.

The server knows the truth. For each message we take the position it was about, deal anew what the receiver does not
know (`resample`), and make the message again from that other world: if one byte differs, the truth has shown through.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from ludoteka import games
from ludoteka.core import consequences
from ludoteka.core.game import OVER
from ludoteka.core.match import Match
from ludoteka.server.logged import log_out, notes_out, told_out
from ludoteka.server.table import Table
from ludoteka.server.views import called, position_out
from tests.server.conftest import Events, Person, Running

MOVES = 60
WHISPER = "hush-hush"
ORDERS = '"standing":['
PUT_TO_CHANCE = {
    "terra_mystica": "DealBoards",
    "small_world": "RollFirst",
    "tigris_euphrates": "DrawTile",
    "fabled": "Lots",
    "pebbles": "DrawPebble",
}
"""A question that no seat is ever asked: an answer to it changes nothing."""


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


class Witness:
    """Remembers the truth, and says what each pair of eyes may be told about it."""

    def __init__(self, server: Running, id: str) -> None:
        self.table: Table = server.house.cache.tables[id]
        self.rng = Random(id)
        self.players = called(self.table, "en")

    def match(self) -> Match:
        return self.table.match

    def state_for(self, sent: dict[str, Any], eyes: int | None) -> dict[str, Any]:
        """A position that was sent as it must look, made in another world that agrees with what these eyes know. Only
        who is asked, or looks back, is sent the full view."""
        step = sent["step"]
        world = self.match().at(step).resample(eyes, self.rng)
        made = strip(plain(position_out(self.table, world, step, eyes, "en")))
        made["view"] = {key: made["view"][key] for key in sent["view"]}
        return made

    def line_for(self, i: int, eyes: int | None) -> tuple[str, str, Any, Any]:
        """A line of the log: redacted, described in another world, and with what it brought there and is told of it."""
        before, action = self.match().at(i), self.match().actions[i]
        seen = before.redact(action, eyes)
        world = before.resample(eyes, self.rng)
        game = self.table.game
        said = game.describe(world, seen, "en", players=self.players)
        if seen != action:
            return str(seen), said, [], []
        words = game.catalogue("en").calling(self.players, eyes)
        told, gains = consequences.happen(game, world, action, words)
        return (
            str(seen),
            said,
            plain(notes_out(consequences.untold(words, told, gains))),
            plain([told_out(t) for t in told]),
        )


def parts_of(line: dict[str, Any]) -> tuple[str, str, Any, Any]:
    return line["text"], line["words"], line["notes"], line["told"]


def strip(state: dict[str, Any]) -> dict[str, Any]:
    """Without what is not about the position, or is sent only once per connection."""
    asked = ("actions", "arrangement", "openings", "proposes")
    state = {k: v for k, v in state.items() if k not in ("n", "status", "can_redo", "to_move", *asked)}
    for svg in (state["board"], *(p["svg"] for p in state["panels"])):
        for key in ("defs", "static", "ground"):
            svg.pop(key)
    return state


def seated(server: Running, name: str, seats: int) -> tuple[list[Person], str]:
    people = [server.person(f"P{i}") for i in range(seats)]
    id = people[0].table(game=name, seats=seats)["table"]["id"]
    for person in people[1:]:
        person.ok("POST", f"/api/tables/{id}/join", {})
    people[0].ok("POST", f"/api/tables/{id}/start", {})
    return people, id


@pytest.mark.parametrize("name", games.names())
def test_no_secret_leaves(server: Running, name: str) -> None:
    rng = Random(7)
    seats = max(2, games.load(name).seats[0])
    people, id = seated(server, name, seats)
    watcher = server.person("Watcher")
    eyes: list[int | None] = [*range(seats), None]
    streams = [Events(p, f"/api/tables/{id}/events") for p in (*people, watcher)]
    witness = Witness(server, id)
    whisper(people, watcher, id, PUT_TO_CHANCE[name])
    for turn in range(MOVES):
        state = witness.match().state
        if state.to_move() == OVER:
            break
        mover = people[state.to_move()]
        seen = mover.see(id)["state"]
        world = state.resample(state.to_move(), rng)
        assert [a["text"] for a in seen["actions"]] == [str(a) for a in world.legal_actions()]
        game, legal = witness.table.game, world.legal_actions()
        labels = [game.describe(world, a, "en", offered=True, players=witness.players) for a in legal]
        assert [a["label"] for a in seen["actions"]] == labels
        if turn % 6 == 0:
            check_refusals(people, watcher, id, witness, rng)
        answer = mover.move(id, rng.choice(seen["actions"])["text"], seen["n"])
        assert set(answer.json()) == {"n", "step", "to_move", "status"}
        if turn % 10 == 5:
            check_undo(people, id, rng)
    for stream in streams:
        stream.wait_n(witness.table.n)
    for stream, seat, person in zip(streams, eyes, (*people, watcher), strict=True):
        check_stream(stream, seat, witness, people)
        check_resumed(stream, person, id, seat, witness)
        check_whole(person, id, seat, witness)
    if witness.match().state.to_move() != OVER:
        check_past(people, watcher, id, witness, rng)


def check_stream(stream: Events, eyes: int | None, witness: Witness, people: list[Person]) -> None:
    """Every event that was ever sent on this connection. After an undo a step may have been something else."""
    log: list[dict[str, Any]] = []
    assert WHISPER not in "".join(stream.raw)
    assert ORDERS not in "".join(stream.raw)
    current = [str(a) for a in witness.match().actions]
    assert {kind for kind, _, _ in stream.seen} <= {"table", "state", "chat"}
    checked = 0
    for data in stream.of("state"):
        assert set(data) == {"state", "log_from", "log"}
        log = log[: data["log_from"]] + data["log"]
        state = data["state"]
        assert state["seat"] == eyes
        assert not state["actions"] or state["to_move"] == eyes
        assert state["scores"] is None or state["to_move"] == OVER
        if is_prefix(log, current, witness, eyes) and state["to_move"] != OVER:
            checked += 1
            assert strip(json.loads(json.dumps(state))) == witness.state_for(state, eyes)
    assert checked >= 3
    lines = [parts_of(line) for line in log]
    assert lines == [witness.line_for(i, eyes) for i in range(len(log))]
    ids = {p.id for p in people}
    for table in stream.of("table"):
        assert table["code"] is None or eyes is not None
        assert {s["person"] for s in table["seats"]} <= ids


def whisper(people: list[Person], watcher: Person, id: str, asked: str) -> None:
    """What a person keeps for themselves: answers in advance, premoves, a note. Nobody else may read or change it."""
    path = f"/api/tables/{id}"
    for i, person in enumerate(people):
        standing = [{"answer": "*", "only": True, "asked": asked}]
        person.ok("PUT", f"{path}/orders", {"standing": standing})
        person.ok("PUT", f"{path}/note", {"text": f"{WHISPER} note {i}"})
        others = [p for p in (*people, watcher) if p is not person]
        for other in others:
            assert other.get(f"{path}/orders", params={"seat": i}).status_code == 403
            assert other.put(f"{path}/orders", params={"seat": i}, json={"premoves": []}).status_code == 403
            assert f"note {i}" not in other.ok("GET", f"{path}/note")["text"]
        assert watcher.get(f"{path}/orders").status_code == 403
        watcher.ok("POST", f"{path}/chat", {"text": f"spoken {i}"})  # this everybody hears


def check_resumed(stream: Events, person: Person, id: str, eyes: int | None, witness: Witness) -> None:
    """A connection that goes on from the middle is sent what these eyes may see, and from the very line it missed."""
    marks = [mark for kind, mark, _ in stream.seen if kind == "state"]
    again = Events(person, f"/api/tables/{id}/events", marks[len(marks) // 2])
    again.wait_n(witness.table.n)
    again.closed.set()
    assert WHISPER not in "".join(again.raw)
    for data in again.of("state"):
        assert data["state"]["seat"] == eyes
        if data["state"]["to_move"] != OVER:
            assert strip(data["state"]) == witness.state_for(data["state"], eyes)
        lines = [parts_of(line) for line in data["log"]]
        assert lines == [witness.line_for(line["i"], eyes) for line in data["log"]]
        assert [line["i"] for line in data["log"]] == list(range(data["log_from"], data["log_from"] + len(lines)))


def check_whole(person: Person, id: str, eyes: int | None, witness: Witness) -> None:
    """The table by the API: position, log and chat; and the lists it appears in."""
    answer = person.get(f"/api/tables/{id}")
    whole = answer.json()
    assert set(whole) == {"table", "state", "log", "chat", "since"}
    assert WHISPER not in answer.text
    assert ORDERS not in answer.text
    assert whole["state"]["seat"] == eyes
    if whole["state"]["to_move"] != OVER:
        assert strip(whole["state"]) == witness.state_for(whole["state"], eyes)
        assert whole["state"]["scores"] is None
    lines = [parts_of(line) for line in whole["log"]]
    assert lines == [witness.line_for(i, eyes) for i in range(len(lines))]
    assert any(line["text"] == "spoken 0" for line in whole["chat"])
    for path in ("/api/tables?status=playing", "/api/me/tables", "/api/history", "/api/me", f"/t/{id}"):
        assert WHISPER not in person.get(path).text


def is_prefix(log: list[dict[str, Any]], current: list[str], witness: Witness, eyes: int | None) -> bool:
    """Whether these lines are still the beginning of the match (an undo may have replaced some)."""
    lines = log_out(witness.table, eyes, "en")
    return len(log) <= len(current) and [x["at"] for x in log] == [x.at for x in lines[: len(log)]]


def check_refusals(people: list[Person], watcher: Person, id: str, witness: Witness, rng: Random) -> None:
    """What is refused says the same in every world the asking seat might be in."""
    state = witness.match().state
    seat = state.to_move()
    wishes = {str(a) for step in range(0, len(witness.match().actions), 7) for a in some(witness, step)}
    world = state.resample(seat, rng)
    n = witness.table.n
    for text in sorted(wishes)[:12]:
        why = world.why_not(witness.table.game.parse(text))
        if why is None:
            continue
        answer = people[seat].move(id, text, n)
        assert answer.status_code == 422
        problem = answer.json()
        assert (problem["id"], problem["rule"]) == (why.id, why.rule)
        assert problem["message"] == witness.table.game.catalogue("en").say(why.id, **why.args)
        for other in (*people[:seat], *people[seat + 1 :]):
            assert other.move(id, text, n).json()["id"] == "error.not_your_turn"
            assert other.get(f"/api/tables/{id}/why", params={"text": text}).status_code == 409
        assert watcher.move(id, text, n).status_code == 403
    lost = people[(seat + 1) % len(people)].move(id, "x", max(0, n - 1))
    if lost.status_code == 409 and "now" in lost.json():
        eyes = (seat + 1) % len(people)
        now = lost.json()["now"]
        assert strip(now["state"]) == witness.state_for(now["state"], eyes)
    assert people[0].get(f"/api/tables/{id}/record").status_code == 409
    assert people[0].get(f"/api/tables/{id}/scores").status_code == 409
    assert people[0].post(f"/api/tables/{id}/continue", json={"step": 3}).status_code == 409


def some(witness: Witness, step: int) -> list[Any]:
    state = witness.match().at(step)
    return state.legal_actions()[:3] if state.to_move() >= 0 else []


def check_undo(people: list[Person], id: str, rng: Random) -> None:
    """Somebody goes back, by right or because all agree."""
    state = people[0].see(id)
    if state["state"]["status"] == "finished" or not any(line["seat"] == 0 for line in state["log"]):
        return
    done = people[0].ok("POST", f"/api/tables/{id}/undo", {"n": state["state"]["n"]})["done"]
    for person in people[1:]:
        if not done:
            done = person.ok("POST", f"/api/tables/{id}/undo/answer", {"agree": True})["done"]
    assert done


def check_past(people: list[Person], watcher: Person, id: str, witness: Witness, rng: Random) -> None:
    """Positions of the past through the API, asked for with others' seats."""
    for step in rng.sample(range(len(witness.match().actions)), 6):
        for eyes, person in [*enumerate(people), (None, watcher)]:
            answer = person.ok("GET", f"/api/tables/{id}/at/{step}?seat={rng.randrange(len(people))}")
            assert strip(answer) == witness.state_for(answer, eyes)
