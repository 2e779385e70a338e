"""The public house as compose.yaml describes it, without containers: a match over HTTP/2 through both processes."""

from __future__ import annotations

import re
import ssl
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from ludoteka.client import Client
from ludoteka.client.shapes import StateOut
from scripts.debian import program
from scripts.stack import Stack, stack

SETTINGS = {"LUDOTEKA_LIMITS": "0", "LUDOTEKA_BOT_WORKERS": "0", "LUDOTEKA_LOG_LEVEL": "error"}


def first(state: StateOut) -> str:
    return state["actions"][0]["text"]


def play(up: Stack) -> list[str]:
    """Two people on two lines; what each of them takes for the result."""
    trusted = ssl.create_default_context(cafile=str(up.authority))
    with (
        Client(up.url, http2=True, verify=trusted) as ann,
        Client(up.url, http2=True, verify=trusted) as bob,
        ThreadPoolExecutor() as both,
    ):
        assert ann.http.get("/health").http_version == "HTTP/2"
        ann.become_guest("Ann")
        bob.become_guest("Bob")
        table = ann.create("pebbles", 2, players=["me", "open"])
        bob.join(table)
        ann.start(table)
        ends = [both.submit(person.play, table, first) for person in (ann, bob)]
        return [end.result(120)["result"] for end in ends]


@pytest.mark.thorough
def test_a_match_goes_through_both_processes() -> None:
    caddy = program("caddy")
    if not caddy:
        pytest.skip("no caddy found: apt-get install caddy")
    with stack(caddy, **SETTINGS) as up:
        results = play(up)
        assert results[0] == results[1] != ""
        moves = [httpx.get(f"{server}/metrics").text for server in up.servers]
        done = [float(re.findall(r"^ludoteka_moves_total (\S+)", text, re.M)[0]) for text in moves]
        assert len(done) == 2
        assert min(done) > 0, "one process took every move"
