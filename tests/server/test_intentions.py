"""Plans over HTTP: what could be wanted, several actions as one move, one step of undo, answers that need nobody."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from ludoteka import games
from ludoteka.core.game import CHANCE, OVER, State
from ludoteka.core.intentions import Planner, intentions
from ludoteka.core.manner import manner
from ludoteka.core.match import Match
from ludoteka.server.intended import intended
from ludoteka.server.logged import LogLine, Move
from ludoteka.server.pages.shell import words
from tests.games.tigris_euphrates.kit import after
from tests.server.conftest import Person, Running, wait

NAMES = ["Ann", "Boris"]


def match_until(game: str, wanted: Callable[[State], bool], seats: int = 2, **options: Any) -> Match:
    """A match of chance up to the first position that is wanted."""
    for seed in range(60):
        match, rng = Match(games.load(game), seats, options), Random(seed)
        while match.state.to_move() != OVER:
            if match.state.to_move() != CHANCE and wanted(match.state):
                return match
            match.push(match.state.sample(rng))
    raise AssertionError("no such position")


def table_at(person: Person, match: Match, *players: str) -> str:
    """A table that goes on from there, with the person on each seat."""
    imported = person.ok("POST", "/api/import", {"text": match.save()})["table"]["id"]
    seats = list(players) or ["me"] * match.seats
    new = person.ok("POST", f"/api/tables/{imported}/continue", {"step": len(match.actions), "players": seats})
    id = str(new["table"]["id"])
    person.ok("POST", f"/api/tables/{id}/start", {})
    return id


def digging(state: State) -> str:
    """A hex on which the seat could dig and build."""
    if state.question() != "Turn":
        return ""
    game = games.load("terra_mystica")
    for _, hex_name in sorted(Planner(game, state).openings()):
        plans = intentions(game, state, {"at": hex_name}).found
        verbs = [str(a).split()[0] for a in plans[0].actions] if plans else []
        if verbs == ["dig", "transform", "build", "done"]:
            return hex_name
    return ""


@pytest.fixture(scope="module")
def dig() -> tuple[Match, str]:
    match = match_until("terra_mystica", lambda s: s.round > 1 and bool(digging(s)))  # type: ignore[attr-defined]
    return match, digging(match.state)


def test_what_a_bot_does_in_one_go_is_one_line(server: Running) -> None:
    """Before the first round somebody has two decisions in a row."""
    anna = server.person("Anna")
    id = anna.table(game="terra_mystica", seats=2, players=["me", "bot:random"], start=True)["table"]["id"]

    def told() -> list[str]:
        seen = anna.see(id)
        if seen["state"]["actions"] and seen["state"]["view"]["round"] == 0:
            anna.move(id, seen["state"]["actions"][0]["text"], seen["state"]["n"])
        return [line["together"]["words"] for line in seen["log"] if line["by"] == "bot:random" and line["together"]]

    wait(lambda: bool(told()))
    assert " and " in told()[0]


def test_the_same_several_times_is_counted_in_a_line() -> None:
    made = [
        LogLine(i, 0, f"deploy {at} 1", f"places 1 token in {at}", "", 0.0) for i, at in enumerate(["H1", "H1", "M2"])
    ]
    game = games.load("tigris_euphrates")
    move = Move(game, game.catalogue("en"), made[:1])
    assert move.add(made[1]).words == "places 1 token in H1 × 2"
    assert move.add(made[2]).words == "places 1 token in H1 × 2 and places 1 token in M2"


def test_arranged_pieces_are_told_by_what_they_come_to() -> None:
    """What was picked up has a new number, what was added to has more than before."""

    def told(*texts: str, lang: str = "en") -> str:
        game, made = games.load("small_world"), [LogLine(i, 0, text, text, "", 0.0) for i, text in enumerate(texts)]
        move = Move(game, game.catalogue(lang), made[:1])
        one_by_one = [move.add(line) for line in made[1:]]
        assert Move(game, game.catalogue(lang), made[:-1]).add(made[-1]) == one_by_one[-1], "gone on with, or read anew"
        return one_by_one[-1].words

    spread = ("lift Fa1", "lift Fo3", "deploy Fo3 1", "deploy Fo3 2", "deploy H2 4")
    assert told(*spread) == "spreads tokens: Fa1 = 1, Fo3 = 4, H2 +4"
    assert told("stop", *spread) == "stop and spreads tokens: Fa1 = 1, Fo3 = 4, H2 +4"
    assert told("strike", "camp H2 3", "camp S1 2") == "pitches encampments: H2 = 3, S1 = 2"
    assert told("camp H2 3", "camp S1 2", lang="ru").startswith("разбивает лагеря: ")
    assert told("lift Fa1", "done").startswith("spreads tokens: Fa1 = 1")


def test_a_plan_is_one_move_and_one_step_of_undo(server: Running, dig: tuple[Match, str]) -> None:
    anna = server.person("Anna")
    match, at = dig
    id = table_at(anna, match)
    before = anna.see(id)["state"]
    assert ["at", at] in before["openings"]
    found = anna.ok("GET", f"/api/tables/{id}/intentions?at={at}&n={before['n']}")
    assert not found["stale"]
    best = found["found"][0]
    assert best["title"].endswith(f"and build on {at}")
    assert best["lines"][0]["amounts"][0]["n"] < 0
    assert [k["kind"] for k in best["keep"]] == ["C", "W", "P", "bowl3"]
    workers = [a["n"] for line in best["lines"] for a in line["amounts"] if a["kind"] == "W"]
    assert next(a for a in best["total"] if a["kind"] == "W") == {"n": sum(workers), "what": "workers", "kind": "W"}
    moved = anna.ok("POST", f"/api/tables/{id}/moves", {"n": before["n"], "atoms": best["atoms"]})
    wait(lambda: anna.see(id)["state"]["to_move"] != before["to_move"])
    late = anna.ok("GET", f"/api/tables/{id}/intentions?at={at}&n={before['n']}")
    assert late == {"found": [], "cut": False, "stale": True}, "who asks about a position that is over is told so"
    log = anna.see(id)["log"][before["step"] :]
    built = next(line for line in log if line["text"].startswith("build"))
    assert built["together"]["first"] == before["step"]
    assert built["together"]["words"].startswith("digs")
    assert " and builds a dwelling" in built["together"]["words"]
    paid = {n["kind"]: n["n"] for n in built["together"]["notes"] if n["seat"] == before["to_move"]}
    assert paid["W"] == sum(workers)
    assert moved["step"] >= before["step"] + 3


def test_undo_takes_a_move_back_whole_or_atom_by_atom(server: Running) -> None:
    anna = server.person("Anna")
    match = match_until("small_world", lambda s: s.question() == "Choice", 2)
    id = table_at(anna, match)
    start = anna.see(id)["state"]
    opening = [thing for kind, thing in start["openings"] if kind == "at"]
    plan = anna.ok("GET", f"/api/tables/{id}/intentions?at={opening[0]}")["found"][0]
    assert plan["atoms"][0] == "expand"
    texts = ["expand", next(a["text"] for a in expanded(match) if a["verb"] == "abandon")]
    anna.ok("POST", f"/api/tables/{id}/moves", {"n": start["n"], "atoms": texts})
    after = anna.see(id)["state"]
    assert after["step"] == start["step"] + 2
    anna.ok("POST", f"/api/tables/{id}/undo", {"n": after["n"]})
    back = anna.see(id)["state"]
    assert back["step"] == start["step"]
    anna.ok("POST", f"/api/tables/{id}/redo", {"n": back["n"]})
    again = anna.see(id)["state"]
    assert again["step"] == after["step"]
    anna.ok("POST", f"/api/tables/{id}/undo", {"n": again["n"], "atom": True})
    assert anna.see(id)["state"]["step"] == start["step"] + 1


def expanded(match: Match) -> list[dict[str, str]]:
    state = match.state.clone()
    state.apply(match.game.parse("expand"))
    return [{"text": str(a), "verb": str(a).split()[0]} for a in state.legal_actions()]


def test_all_or_nothing(lone: Running) -> None:
    anna = lone.person("Anna")
    id = table_at(anna, match_until("small_world", lambda s: s.question() == "Choice"))
    state = anna.see(id)["state"]
    no = anna.post(f"/api/tables/{id}/moves", json={"n": state["n"], "atoms": ["expand", "conquer Nowhere"]})
    assert no.status_code == 422
    assert anna.see(id)["state"]["step"] == state["step"]
    none = anna.post(f"/api/tables/{id}/moves", json={"n": state["n"], "arrange": {"Fo1": 1}})
    assert none.json()["id"] == "why.nothing_to_arrange"


def test_the_rest_of_a_move_waits_for_others(lone: Running) -> None:
    """Neighbours are asked before the turn ends: the end is kept and done when they have answered."""

    def offers(state: State) -> bool:
        if state.question() != "Turn":
            return False
        return any(i.asks(state.to_move()) for i in upgrades(state))

    anna = lone.person("Anna")
    match = match_until("terra_mystica", offers, 2)
    plan = next(i for i in upgrades(match.state) if i.asks(match.state.to_move()))
    id = table_at(anna, match)
    me = match.state.to_move()
    n = anna.see(id)["state"]["n"]
    at = str(plan.actions[0]).split()[1]
    shown = anna.ok("GET", f"/api/tables/{id}/intentions?at={at}")["found"]
    atoms = next(i["atoms"] for i in shown if i["stay"] == [str(a) for a in plan.actions])
    assert atoms[-1] == "done"
    anna.ok("POST", f"/api/tables/{id}/moves", {"n": n, "atoms": atoms})
    asked = anna.see(id, seat=1 - me)["state"]
    assert asked["to_move"] == 1 - me
    declined = next(a["text"] for a in asked["actions"] if a["verb"] == "decline")
    anna.ok("POST", f"/api/tables/{id}/moves", {"n": asked["n"], "text": declined, "seat": 1 - me})
    wait(lambda: any(line["text"] == "done" for line in anna.see(id)["log"][len(match.actions) :]))


def upgrades(state: State) -> list[Any]:
    game = games.load("terra_mystica")
    own = state.sides[state.to_move()].built  # type: ignore[attr-defined]
    hexes = [name for i, name in enumerate(state.board.names) if own >> i & 1]  # type: ignore[attr-defined]
    found = [i for name in hexes for i in intentions(game, state, {"at": name}).found]
    return [i for i in found if str(i.actions[0]).startswith("upgrade") and str(i.actions[-1]) != "done"]


def test_tokens_are_arranged_with_one_move(lone: Running) -> None:
    anna = lone.person("Anna")
    arranger = manner(games.load("small_world")).arrangements["Redeploy"]

    def several(state: State) -> bool:
        shape = arranger.read(state, state.to_move()) if state.question() == "Redeploy" else None
        return shape is not None and len(shape.items) > 2 and "pick_up" in shape.presets

    id = table_at(anna, match_until("small_world", several))
    state = anna.see(id)["state"]
    shape = state["arrangement"]
    plan = {i["thing"]: i["least"] for i in shape["items"]}
    few = anna.post(f"/api/tables/{id}/moves", json={"n": state["n"], "arrange": plan})
    assert few.json()["id"] == "why.arranged_total"
    plan[shape["items"][-1]["thing"]] += shape["total"] - sum(plan.values())
    anna.ok("POST", f"/api/tables/{id}/moves", {"n": state["n"], "arrange": plan})
    log = anna.see(id)["log"][state["step"] :]
    assert all(
        line["text"].split()[0] in ("lift", "deploy", "done") for line in log if line["seat"] == state["to_move"]
    )
    assert anna.see(id)["state"]["arrangement"] is None or anna.see(id)["state"]["to_move"] != state["to_move"]


def test_an_action_and_what_it_lets_one_arrange_are_one_move(lone: Running) -> None:
    anna = lone.person("Anna")

    def rich(state: State) -> bool:
        books: tuple[int, ...] = state.books[state.to_move() * 4 :]  # type: ignore[attr-defined]
        return "act transform" in map(str, state.legal_actions()) and books[0] >= 4

    id = table_at(anna, match_until("fabled", rich))
    state = anna.see(id)["state"]
    planned = anna.ok("GET", f"/api/tables/{id}/intentions?after=act transform")["found"][0]["arrangement"]
    assert planned["items"][0]["thing"] == "steppe"
    many = {"n": state["n"], "atoms": ["act transform"], "arrange": {"steppe": 9}}
    assert anna.post(f"/api/tables/{id}/moves", json=many).json()["id"] == "why.arranged_between"
    hidden = {"n": state["n"], "atoms": ["add S01"], "arrange": {"steppe": 1}}
    assert anna.post(f"/api/tables/{id}/moves", json=hidden).status_code == 422
    assert anna.see(id)["state"]["step"] == state["step"], "all or nothing"
    anna.ok("POST", f"/api/tables/{id}/moves", {**many, "arrange": {"steppe": 2}})
    log = [line["text"] for line in anna.see(id)["log"][state["step"] :]]
    assert log[:3] == ["act transform", "raise steppe", "raise steppe"]
    anna.ok("POST", f"/api/tables/{id}/undo", {"n": anna.see(id)["state"]["n"], "seat": state["to_move"]})
    assert anna.see(id)["state"]["step"] == state["step"], "one step back"


def test_what_nearly_everybody_answers_is_not_asked(server: Running) -> None:
    """A place of Fabled is applied by itself, unless the player wants to be asked."""

    def at_a_vortex(state: State) -> bool:
        if state.question() != "Vortex":
            return False
        visit = next(a for a in state.legal_actions() if str(a).startswith("visit"))
        after = state.clone()
        after.apply(visit)
        return after.to_move() == state.to_move() and after.question() == "AtPlace"

    anna = server.person("Anna")
    match = match_until("fabled", at_a_vortex)
    visit = next(str(a) for a in match.state.legal_actions() if str(a).startswith("visit"))
    for ask_all in (False, True):
        id = table_at(anna, match)
        state = anna.see(id)["state"]
        seat = state["to_move"]
        anna.ok("PUT", f"/api/tables/{id}/orders?seat={seat}", {"ask_all": ask_all})
        anna.ok("POST", f"/api/tables/{id}/moves", {"n": state["n"], "text": visit, "seat": seat})
        log = anna.see(id)["log"][state["step"] :]
        applied = [line for line in log if line["text"] == "apply"]
        assert bool(applied) is not ask_all
        assert all(line["by"] == "auto" for line in applied)
        if applied:
            now = anna.see(id)["state"]
            anna.ok("POST", f"/api/tables/{id}/undo", {"n": now["n"], "seat": seat})
            assert anna.see(id)["state"]["step"] == state["step"]


@pytest.mark.rule("TE-13.3")
def test_a_plan_does_not_count_the_bag() -> None:
    """That a turn ends the match because the bag runs out is told as what it is for players: chance."""
    game = games.load("tigris_euphrates")
    few = {"treasures": "B2 B8"}
    for hand, bag, clauses, wanted in (
        ("rrrrr", "gg", {}, "then.chance"),
        ("rrrrr", "-", {}, "then.chance"),
        ("rrrrrr", "gg", few, "then.over"),
    ):
        s = after("", "", hands={"p1": hand, "p2": "bbbbbb"}, bag=bag, lawful=False, **clauses)
        (plan,) = intended(game, s, {}, [game.parse("pass")], "en", ["Ann", "Boris"]).found
        assert plan.ends == words("en").say(wanted), (bag, clauses)


def test_what_comes_by_itself_is_named() -> None:
    """Not chance in general: the spirits move, and the ally that they reveal says where."""
    game = games.load("fabled")
    assert {q.partition(".")[2] for q in game.catalogue("en").messages if q.startswith("next.")} <= {
        q.partition(".")[2] for q in game.catalogue("en").messages if q.startswith("ask.")
    }

    rng, state = Random(1), game.new(2, mode="comradeship")
    told = ""
    while not told:
        if state.to_move() >= 0:
            plans = [p for a in state.legal_actions()[:6] for p in intended(game, state, {}, [a], "en", NAMES).found]
            told = next((p.ends for p in plans if "spirits" in p.ends), "")
        state.apply(state.sample(rng))
    assert told == "Then the spirits move: an ally that they reveal decides where. No undo after that."


def test_that_there_is_no_undo_is_said_only_where_others_play(server: Running) -> None:
    anna, boris = server.person("Anna"), server.person("Boris")
    said = {}
    for others in ("me", "open"):
        id = anna.table(game="pebbles", seats=2, players=["me", others])["table"]["id"]
        if others == "open":
            boris.ok("POST", f"/api/tables/{id}/join", {})
        anna.ok("POST", f"/api/tables/{id}/start", {})
        mover = next(p for p in (anna, boris) if p.see(id)["state"]["actions"])
        first = mover.see(id)["state"]["actions"][0]["text"]
        (plan,) = mover.ok("GET", f"/api/tables/{id}/intentions?after={first}&lang=en")["found"]
        said[others] = plan["ends"]
    assert said == {"me": words("en").say("alone.chance"), "open": words("en").say("then.chance")}
