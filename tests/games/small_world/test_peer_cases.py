"""The cases of a course server, one or more per race and power, played on our rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludoteka.games.small_world.laws import LAWS
from tests.games.small_world.peer import Peer

FIXTURE = json.loads((Path(__file__).parent / "peer_cases.json").read_text("utf-8"))

# steps in which that server departs from the published rules and the boards cannot be brought together again
DEPARTURES: dict[str, dict[int, str]] = {
    "02_t22": {22: "stop: tokens withdrawn earlier in the turn already stand in the attacked region (SW-3.2)"},
    "02_t29": {3: "a Flying race is refused an inner region as its entry (SW-7.12)"},
}


@pytest.mark.parametrize("case", FIXTURE["cases"], ids=lambda case: f"{case['name']} {case['about']}")
def test_case(case: dict[str, Any]) -> None:
    peer = Peer(case)
    compared = peer.run(DEPARTURES.get(case["name"], {}))
    assert compared + len(peer.departures) >= len(case["steps"]) * 0.75
    for law in LAWS:
        law(peer.state)


def test_every_race_and_power_the_server_has_is_covered() -> None:
    taken = set()
    for case in FIXTURE["cases"]:
        peer = Peer(case)
        column = [(banner, badge) for banner, badge in zip(case["banners"], case["badges"], strict=False)]
        for peer.now, step in enumerate(case["steps"]):
            if step["verb"] == "take" and step["answer"] == "ok":
                taken |= set(column.pop(step["position"]))
    assert len(taken & set(FIXTURE["cases"][0]["banners"])) == 13
    assert len(taken & set(FIXTURE["cases"][0]["badges"])) == 19


def test_what_cannot_be_used_says_why() -> None:
    assert len(FIXTURE["unusable"]) == 21
    assert all(FIXTURE["unusable"].values())


def test_a_wrong_answer_would_be_noticed() -> None:
    """The comparison bites: each of these lies about a case is found."""
    case = next(c for c in FIXTURE["cases"] if c["about"] == "Humans")
    lies = 0
    for i, step in enumerate(case["steps"]):
        lie = json.loads(json.dumps(case))
        if step["verb"] == "finish" and "coins" in step:
            lie["steps"][i]["coins"][1][1] += 1
        elif step["verb"] == "conquer":
            lie["steps"][i]["answer"] = "badRegion" if step["answer"] == "ok" else "ok"
        else:
            continue
        lies += 1
        with pytest.raises(AssertionError):
            Peer(lie).run({})
    assert lies >= 5
