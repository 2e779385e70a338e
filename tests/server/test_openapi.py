"""The OpenAPI document, and a stranger who tries everything it describes."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import suppress

import hypothesis
import pytest

from tests.server.conftest import Running, running

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import schemathesis
    from schemathesis.checks import not_a_server_error

EXAMPLES = 8


@pytest.fixture(scope="module")
def victim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(str(tmp_path_factory.mktemp("openapi") / "schema.db")) as server:
        yield server


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
    id = anna.table(players=["me", "bot:random"], start=True)["table"]["id"]
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
                if "id" in case.path_parameters and len(case.path_parameters) < 3:
                    case.path_parameters["id"] = id
                answer = case.call(headers={"authorization": f"Bearer {token}"})
                case.validate_response(answer, checks=[not_a_server_error])
                sent += 1

            with suppress(hypothesis.errors.Unsatisfiable):  # a route without parameters takes nothing wrong
                attack()
    assert sent > 200
    assert victim.house.faults == 0
