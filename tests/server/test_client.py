"""The client and the example bot against a real server."""

from __future__ import annotations

import threading

import pytest

from examples import table_bot
from ludoteka.client import Client, ServerSaysNo
from tests.server.conftest import Running


def test_the_example_bot_plays_a_match_with_another(server: Running) -> None:
    with Client(server.url) as host:
        host.become_guest("Host")
        id = host.create("pebbles", 2, players=["open", "open"])
        found: list[str] = []
        bots = [
            threading.Thread(target=lambda name=name: found.append(table_bot.main(server.url, id, name)))
            for name in ("Rita", "Rosa")
        ]
        for bot in bots:
            bot.start()
        while any(s["kind"] == "open" for s in host.table(id)["table"]["seats"]):
            pass
        host.start(id)
        for bot in bots:
            bot.join(60)
        result = host.table(id)["state"]["result"]
        assert sorted(found) == [f"Rita: {result}", f"Rosa: {result}"]


def test_refusals_are_exceptions(lone: Running) -> None:
    with Client(lone.url) as client:
        client.become_guest("Anna")
        assert client.games()["games"]
        id = client.create("pebbles", 2, players=["me", "bot:random"])
        client.start(id)
        state = client.table(id)["state"]
        with pytest.raises(ServerSaysNo) as no:
            client.move(id, state["n"], "place green A")
        assert (no.value.status, no.value.rule) == (422, "PB-2.1")
        with pytest.raises(ServerSaysNo) as no:
            client.move(id, 0, state["actions"][0]["text"])
        assert no.value.status == 409
        assert no.value.now is not None
        assert no.value.now["state"]["n"] == state["n"]
        with pytest.raises(ServerSaysNo) as no:
            next(client.events("nowhere"))
        assert no.value.status == 404
