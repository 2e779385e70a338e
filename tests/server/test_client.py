"""The client and the example bot against a real server."""

from __future__ import annotations

import asyncio
import threading

import pytest

from examples import table_bot
from ludoteka.client import AgainstTheRules, AsyncClient, Client, Missing, TooLate
from ludoteka.client.shapes import StateOut, Why
from scripts import client as write
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
        with pytest.raises(AgainstTheRules, match="no green") as no:
            client.move(id, state["n"], "place green A")
        assert (no.value.status, no.value.rule) == (422, "PB-2.1")
        with pytest.raises(TooLate) as late:
            client.move(id, 0, state["actions"][0]["text"])
        assert late.value.now is not None
        assert late.value.now["state"]["n"] == state["n"]
        with pytest.raises(Missing, match="table"):
            next(client.events("nowhere"))


def test_the_same_to_await(lone: Running) -> None:
    """A whole match: the record comes back, and a why has its reason."""

    async def choose(state: StateOut) -> str:
        return state["actions"][0]["text"]

    async def story() -> tuple[StateOut, str, list[Why]]:
        async with AsyncClient(lone.url) as client:
            await client.become_guest("Anna")
            id = await client.create("pebbles", 2, players=["me", "bot:random"], start=True)
            reasons: list[Why] = []
            async for event in client.events(id):
                if event.name == "state" and event.data["state"]["actions"]:
                    reasons = await client.why(id, "place green A")
                    break
            end = await client.play(id, choose)
            return end, await client.record(id), reasons

    end, record, reasons = asyncio.run(story())
    assert end["status"] == "finished"
    assert record.endswith("\n")
    assert end["result"] in record
    assert [why["rule"] for why in reasons] == ["PB-2.1"]


def test_what_is_written_from_elsewhere_is_up_to_date() -> None:
    """`python -m scripts.client` writes both."""
    assert (write.CLIENT / "shapes.py").read_text("utf-8") == write.shapes()
    assert (write.CLIENT / "synchronous.py").read_text("utf-8") == write.synchronous()
