"""The OpenAPI document, and a stranger who tries everything it describes."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import hypothesis
import pytest

from tests.server.conftest import Person, Running, running, wait

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import schemathesis
    from schemathesis.checks import not_a_server_error

EXAMPLES = 6


@pytest.fixture(scope="module")
def victim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(
        str(tmp_path_factory.mktemp("openapi") / "schema.db"), analysis_seconds=1.0, bot_seconds=1.0
    ) as server:
        yield server


def things(server: Running, anna: Person) -> dict[str, list[Any]]:
    """What there really is, by the names that paths have for it: a table that waits, one that is played, one at its
    end, a session, a person, a game."""
    waiting = anna.table()["table"]["id"]
    playing = anna.table(players=["me", "bot:random"], start=True)["table"]["id"]
    over = anna.table(players=["bot:random", "bot:random"], start=True)["table"]["id"]
    wait(lambda: anna.see(over)["table"]["status"] == "finished")
    for _ in range(40):
        anna.ok("POST", "/api/me/tokens", {"label": "to be ended"})
    sessions = [s["id"] for s in anna.ok("GET", "/api/me/sessions") if s["label"] == "to be ended"]
    return {
        "id": [playing, over, waiting],
        "session": sessions,
        "who": [f"user:{anna.id}", "bot:random", anna.id],
        "game": ["pebbles", "small_world"],
        "seat": [0, 1],
        "step": [0, 1],
        "name": ["tigris_euphrates"],
        "number": [1],
    }


def test_everything_is_described(victim: Running) -> None:
    document = victim.person().ok("GET", "/api/schema/openapi.json")
    paths = document["paths"]
    for path in ("/api/tables", "/api/tables/{id}/moves", "/api/tables/{id}/orders", "/api/history", "/health"):
        assert path in paths
    for path, methods in paths.items():
        for method, operation in methods.items():
            assert operation.get("description"), f"{method} {path} has no words"


@pytest.mark.filterwarnings("ignore")
def test_a_stranger_finds_no_fault(victim: Running) -> None:
    """Schemathesis sends what fits the document and what does not; nothing may end in a fault of ours."""
    anna = victim.person("Anna")
    token = anna.ok("POST", "/api/me/tokens", {"label": "schemathesis"})["token"]
    real = things(victim, anna)
    answered: dict[str, set[int]] = {}
    schema = schemathesis.openapi.from_url(f"{victim.url}/api/schema/openapi.json")
    sent = 0
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.path == "/api/logout":
            continue  # it would end the token that the others use
        for mode in schemathesis.GenerationMode:

            @hypothesis.settings(
                max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(hypothesis.HealthCheck)
            )
            @hypothesis.seed(3)
            @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
            def attack(case: schemathesis.Case) -> None:
                nonlocal sent
                if sent % 4:  # now and then what schemathesis makes up
                    for word in set(case.path_parameters) & set(real):
                        case.path_parameters[word] = real[word][sent % len(real[word])]
                answer = case.call(headers={"authorization": f"Bearer {token}"})
                case.validate_response(answer, checks=[not_a_server_error])
                answered.setdefault(case.operation.label, set()).add(answer.status_code)
                sent += 1

            with suppress(hypothesis.errors.Unsatisfiable):  # a route without parameters takes nothing wrong
                attack()
    assert sent > 200
    stuck = {name for name, statuses in answered.items() if statuses <= {400, 404, 405, 414}}
    assert not stuck, "nothing got past the door"
    assert victim.house.faults == 0
