"""Turns request/answer logs of a course server into our fixture `peer_cases.json`.

    python -m tests.games.small_world.translate cases.jsonl > tests/games/small_world/peer_cases.json

A case keeps the map, the order of banners and badges, and each request about the game with what the server answered.
Requests about accounts, chats, lobbies, saving and computer players are no rules and are left out; a case without
anything else is listed under `unusable` with the reason.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

WORDS = {"DragonMaster": "dragon_master"}
PROTOCOL = {
    "badUserSid",
    "notInGame",
    "badRegionId",
    "badRegions",
    "badPosition",
    "badFriendId",
    "badJson",
    "badAction",
}
"""Answers to malformed requests: our notation cannot even say them."""
RULES = {
    "selectRace": "take",
    "conquer": "conquer",
    "dragonAttack": "dragon",
    "enchant": "bewitch",
    "throwDice": "throw",
    "redeploy": "redeploy",
    "defend": "defend",
    "selectFriend": "befriend",
    "decline": "decline",
    "finishTurn": "finish",
    "getGameState": "state",
}
OTHER = {"leaveGame": "a player leaves", "saveGame": "saving", "loadGame": "loading", "aiJoin": "computer players"}


def word(name: str) -> str:
    return WORDS.get(name, name.lower())


def region(number: int, source: dict[str, Any]) -> dict[str, Any]:
    land = list(source.get("landDescription") or source.get("constRegionState") or ())
    terrains = ("farmland", "forest", "hill", "swamp", "mountain")
    result: dict[str, Any] = {
        "name": str(number),
        "terrain": " ".join(["water"] * ("sea" in land) + [t for t in terrains if t in land]),
        "beside": " ".join(map(str, source.get("adjacent") or source.get("adjacentRegions") or ())),
        "border": "border" in land,
    }
    if "coast" in land:  # otherwise as the map gives it: the server does the same
        result["coast"] = True
    symbols = [m for m in ("mine", "magic", "cavern") if m in land]
    if symbols:
        result["symbols"] = symbols
    if source.get("population") or source.get("currentRegionState", {}).get("tokensNum"):
        result["tribe"] = True
    return result


def step(request: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any] | None:
    verb = RULES.get(str(request.get("action")))
    if verb is None or answer.get("result") in PROTOCOL:
        return None
    result: dict[str, Any] = {"verb": verb, "answer": answer["result"]}
    if "sid" in request:
        result["seat"] = request["sid"] - 1
    if "regionId" in request:
        result["at"] = str(request["regionId"])
    for key in ("position", "dice"):
        if key in request:
            result[key] = request[key]
    if "friendId" in request:
        result["friend"] = request["friendId"] - 1
    if isinstance(request.get("regions"), list):
        result["tokens"] = [[str(r.get("regionId")), r.get("tokensNum")] for r in request["regions"]]
    if "encampments" in request:
        result["camps"] = [[str(r.get("regionId")), r.get("encampmentsNum")] for r in request["encampments"]]
    if "fortified" in request:
        result["fortress"] = str(request["fortified"].get("regionId"))
    if "heroes" in request:
        heroes = request["heroes"]
        result["heroes"] = [str(r.get("regionId") if isinstance(r, dict) else r) for r in heroes]
    if "dice" in answer:
        result["rolled"] = answer["dice"]
    if "statistics" in answer:
        result["coins"] = [[word(name), n] for name, n in answer["statistics"]]
    if "gameState" in answer:
        result["seen"] = seen(answer["gameState"])
    return result


def seen(state: dict[str, Any]) -> dict[str, Any]:
    """The parts of a server's state that we can compare."""
    result: dict[str, Any] = {}
    if "activePlayerId" in state:
        result["turn"] = state["activePlayerId"] - 1
    if "currentTurn" in state:
        result["round"] = state["currentTurn"] + 1
    regions = {}
    for i, r in enumerate(state.get("map", {}).get("regions", [])):
        now = r.get("currentRegionState")
        if now:
            regions[str(i + 1)] = {
                key: now[old]
                for old, key in {
                    "tokensNum": "tokens", "ownerId": "owner", "inDecline": "declined", "dragon": "dragon",
                    "encampment": "camps", "fortified": "fortress", "hero": "hero", "holeInTheGround": "hole",
                }.items()
                if old in now
            }  # fmt: skip
            if "owner" in regions[str(i + 1)]:
                regions[str(i + 1)]["owner"] -= 1
    if regions:
        result["regions"] = regions
    players = {}
    for i, p in enumerate(state.get("players", [])):
        player = {key: p[old] for old, key in {"coins": "coins", "tokensInHand": "hand"}.items() if old in p}
        for old, key in {"currentTokenBadge": "active", "declinedTokenBadge": "declined"}.items():
            badge = p.get(old) or {}
            if badge.get("raceName"):
                player[key] = word(badge["raceName"])
        if player:
            players[str(i)] = player
    if players:
        result["players"] = players
    if "visibleTokenBadges" in state:
        badges = state["visibleTokenBadges"]
        result["column"] = [
            [word(b["raceName"]), word(b["specialPowerName"]), b.get("bonusMoney")] for b in badges if b
        ]
    return result


def translate(tests: list[dict[str, Any]]) -> dict[str, Any]:
    cases: list[dict[str, Any]] = []
    unusable: dict[str, str] = {}
    open_case: dict[str, Any] | None = None
    for test in tests:
        path = Path(test["path"])
        name = f"{path.parent.name[:2]}_{path.stem}"
        requests = test["setup"] + test["steps"]
        offset = test["pairs_offset"]
        answers = [{}] * offset + test["expected"]
        other = sorted({OTHER[r["action"]] for r in requests if r.get("action") in OTHER})
        new = any(r.get("action") == "setReadinessStatus" and "visibleRaces" in r for r in requests)
        if "GameLogic" not in path.parent.name or other:
            unusable[name] = ", ".join(other) or "accounts, lobbies and messages: no rules of the game"
            open_case = None
            continue
        if new:
            open_case = {"name": name, "about": test["description"], "steps": []}
            cases.append(open_case)
            for request in requests:
                if request.get("action") == "uploadMap":
                    open_case["rounds"] = request["turnsNum"]
                    open_case["seats"] = request["playersNum"]
                    open_case["board"] = [region(i + 1, r) for i, r in enumerate(request["regions"])]
                if "visibleRaces" in request:
                    open_case["banners"] = [word(x) for x in request["visibleRaces"]]
                    open_case["badges"] = [word(x) for x in request["visibleSpecialPowers"]]
        elif open_case is None:
            unusable[name] = "continues a case that is not there"
            continue
        else:  # the server goes on where the file before it ended
            open_case["name"] += f"_{path.stem}"
        for request, answer in zip(requests[offset:], answers[offset:], strict=True):
            if "board" not in open_case and answer.get("gameState", {}).get("map", {}).get("regions"):
                sheet = answer["gameState"]["map"]
                open_case |= {"rounds": sheet["turnsNum"], "seats": sheet["playersNum"]}
                open_case["board"] = [region(i + 1, r) for i, r in enumerate(sheet["regions"])]
            made = step(request, answer)
            if made is not None:
                open_case["steps"].append(made)
    return {"cases": [c for c in cases if c["steps"]], "unusable": unusable}


if __name__ == "__main__":
    lines = Path(sys.argv[1]).read_text("utf-8").splitlines()
    result = translate([json.loads(line) for line in lines if line.strip()])
    print("{\n" + '"unusable": ' + json.dumps(result["unusable"], ensure_ascii=False, indent=1) + ',\n"cases": [')
    for i, case in enumerate(result["cases"]):
        head = {key: value for key, value in case.items() if key not in ("steps", "board")}
        print(json.dumps(head, ensure_ascii=False)[:-1] + ',\n "board": [')
        print(",\n".join("  " + json.dumps(r) for r in case["board"]) + '],\n "steps": [')
        print(
            ",\n".join("  " + json.dumps(r) for r in case["steps"])
            + "]}"
            + ("," if i + 1 < len(result["cases"]) else "")
        )
    print("]\n}")
