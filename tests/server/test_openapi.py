"""The OpenAPI document, and a stranger who tries everything it describes."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import hypothesis
import pytest
from sqlalchemy import insert

from ludoteka.server.openapi import references
from ludoteka.server.schema import passkeys
from tests.server.conftest import Events, Person, Running, running, wait
from tests.server.truth import fits_document, fits_event

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import schemathesis
    from schemathesis.checks import not_a_server_error

EXAMPLES = 4
SHARES = 4
"""One test for so many parts of the routes: they run side by side."""


@pytest.fixture(scope="module")
def victim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(
        str(tmp_path_factory.mktemp("openapi") / "schema.db"), analysis_seconds=1.0, bot_seconds=1.0
    ) as server:
        yield server


def things(server: Running, anna: Person) -> dict[str, list[Any]]:
    """What there really is, by the names that paths and bodies have for it: a table that waits, one that is played,
    one at its end, a tournament, sessions, passkeys, people, a game."""
    waiting = anna.table()["table"]["id"]
    playing = anna.table(players=["me", "bot:random"], start=True)["table"]["id"]
    over = anna.table(players=["bot:random", "bot:random"], start=True)["table"]["id"]
    wait(lambda: anna.see(over)["table"]["status"] == "finished")
    for _ in range(40):
        anna.ok("POST", "/api/me/tokens", {"label": "to be ended"})
    sessions = [s["id"] for s in anna.ok("GET", "/api/me/sessions") if s["label"] == "to be ended"]
    cup = server.member("Cuno").ok("POST", "/api/tournaments", {"name": "Cup", "game": "pebbles"})["id"]
    keys = [f"key{n}" for n in range(40)]
    row = {"user_id": anna.id, "public_key": "", "count": 0, "label": "", "created": 0.0, "seen": 0.0}
    server.run(server.house.store.execute(insert(passkeys), [row | {"id": key} for key in keys]))
    return {
        "id": [playing, over, waiting],
        "tournament": [cup],
        "passkey": keys,
        "session": sessions,
        "who": [f"user:{anna.id}", "bot:random", anna.id],
        "game": ["pebbles", "small_world"],
        "seat": [0, 1],
        "step": [0, 1],
        "name": ["tigris_euphrates"],
        "number": [1],
        "person": [server.person("Bob").id],
        "kind": ["friend", "mute"],
        "atoms": [["done"]],
    }


def test_everything_is_described(victim: Running) -> None:
    document = victim.person().ok("GET", "/api/schema/openapi.json")
    paths = document["paths"]
    for path in ("/api/tables", "/api/tables/{id}/moves", "/api/tables/{id}/orders", "/api/history", "/health"):
        assert path in paths
    for path, methods in paths.items():
        for method, operation in methods.items():
            assert operation.get("description"), f"{method} {path} has no words"
            assert operation["security"], f"{method} {path} does not say who may ask"
    names = [o["operationId"] for methods in paths.values() for o in methods.values()]
    assert len(set(names)) == len(names)
    assert not [name for name in document["components"]["schemas"] if not name.isidentifier() or "_" in name]


def test_the_document_tells_the_truth(victim: Running) -> None:
    """What was not true once: who may ask, what a refusal looks like, what a race answers, what a stream carries."""
    document = victim.person().ok("GET", "/api/schema/openapi.json")
    schemas, move = document["components"]["schemas"], document["paths"]["/api/tables/{id}/moves"]["post"]
    assert move["security"] == [{"token": []}, {"cookie": [], "csrf": []}]
    assert set(document["components"]["securitySchemes"]) == {"token", "cookie", "csrf"}
    assert list(move["responses"]["200"]["content"]["application/json"]["schema"]) == ["$ref"]
    raced = move["responses"]["409"]["content"]["application/json"]["schema"]["oneOf"]
    assert [shape["$ref"].rpartition("/")[2] for shape in raced] == ["Problem", "Lost"]
    assert {"400", "401", "403", "404", "422", "429"} <= set(move["responses"])
    assert schemas["SeatOut"]["properties"]["kind"]["enum"] == ["open", "human", "bot", "reserved"]
    assert schemas["StateOut"]["properties"]["n"]["description"] == "Send this number with a move."
    assert "openings" in schemas["StateOut"]["required"]
    stream = document["paths"]["/api/tables/{id}/events"]["get"]["responses"]["200"]["content"]["text/event-stream"]
    assert set(stream["x-events"]) == {"table", "state", "chat", "bye"}
    named = {name.removeprefix("#/components/responses/") for name in references(document)}
    assert named <= {*schemas, *document["components"]["responses"]}


def test_it_can_be_read(victim: Running) -> None:
    page = victim.person().get("/api", headers={"accept": "text/html"})
    assert page.status_code == 200
    for words in ("POST /api/tables/{id}/moves", 'id="StateOut"', "The rules of the game or of the house say no"):
        assert words in page.text


def test_events_are_as_described(victim: Running) -> None:
    anna = victim.person("Anna")
    id = anna.table(players=["me", "bot:random"], start=True)["table"]["id"]
    anna.ok("POST", f"/api/tables/{id}/chat", {"text": "hi"})
    events = Events(anna, f"/api/tables/{id}/events")
    events.wait(lambda e: {name for name, _, _ in e.seen} == {"table", "state", "chat"})
    for name, _, data in events.seen:
        fits_event("/api/tables/{id}/events", name, data)


@pytest.fixture(scope="module")
def stranger(victim: Running) -> tuple[str, dict[str, list[Any]]]:
    anna = victim.person("Anna")
    token = anna.ok("POST", "/api/me/tokens", {"label": "schemathesis"})["token"]
    return token, things(victim, anna)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("share", range(SHARES))
def test_a_stranger_finds_no_fault(share: int, victim: Running, stranger: tuple[str, dict[str, list[Any]]]) -> None:
    """Schemathesis sends what fits the document and what does not; nothing may end in a fault of ours."""
    token, real = stranger
    answered: dict[str, set[int]] = {}
    schema = schemathesis.openapi.from_url(f"{victim.url}/api/schema/openapi.json")
    operations = [result.ok() for result in schema.get_all_operations()]
    sent = 0
    for operation in operations[share::SHARES]:
        turn = 0
        if operation.path == "/api/logout" or operation.path.endswith("/events"):
            continue  # it would end the token that the others use; a stream has no end
        for mode in schemathesis.GenerationMode:

            @hypothesis.settings(
                max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(hypothesis.HealthCheck)
            )
            @hypothesis.seed(3)
            @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
            def attack(case: schemathesis.Case) -> None:
                nonlocal sent, turn
                if turn % 4 != 3:  # now and then what schemathesis makes up
                    for given in (case.path_parameters, case.body if isinstance(case.body, dict) else {}):
                        for word in set(given) & set(real):
                            cups = word == "id" and "/tournaments/" in case.operation.path
                            known = real["tournament" if cups else word]
                            given[word] = known[turn % len(known)]
                answer = case.call(headers={"authorization": f"Bearer {token}"})
                case.validate_response(answer, checks=[not_a_server_error])
                kind = answer.headers.get("content-type", [""])[0]
                fits_document(answer.request.method, answer.request.url, answer.status_code, kind, answer.content)
                answered.setdefault(case.operation.label, set()).add(answer.status_code)
                sent += 1
                turn += 1

            with suppress(hypothesis.errors.Unsatisfiable):  # a route without parameters takes nothing wrong
                attack()
    assert sent > 4 * len(operations) / SHARES
    stuck = {name for name, statuses in answered.items() if statuses <= {400, 404, 405, 414}}
    assert not stuck, "nothing got past the door"
    assert victim.house.faults == 0
