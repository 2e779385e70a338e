"""Who may do what: every route of the server by the kind of person that asks. docs/access.md is made from it:
`python -m tests.server.access`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

ROLES = ("anonymous", "guest", "account", "seat", "host", "moderator", "admin")
"""Nobody we know, one without a password, with one; who sits at the private table or runs the tournament that it is
about, its host; who keeps order, who runs the house."""
ALL = "yes yes yes yes yes yes yes"
KNOWN = "no yes yes yes yes yes yes"
ACCOUNT = "no no yes yes yes yes yes"
TABLE = "no no no yes yes no no"
INVITED = "no no no yes no no no"
HOST = "no no no no yes no no"
RUNS = "no no no no yes yes yes"
ORDER = "no no no no no yes yes"
ADMIN = "no no no no no no yes"
DOC = Path(__file__).parents[2] / "docs" / "access.md"


class Rule(NamedTuple):
    may: str
    body: Any = None
    """What a request needs to get as far as the question who asks."""
    of: str = ""
    """The table it is about: `invited` (the seat is kept, not taken), `waiting`, `playing` (if nothing is said),
    `finished`."""
    query: str = ""
    alone: bool = False
    """Asked only by people who are made for it: it would change who they are."""


RULES: dict[str, dict[str, Rule]] = {
    "Pages": {
        "GET /": Rule(ALL),
        "GET /tables": Rule(ALL),
        "GET /new": Rule(ALL),
        "GET /t/{id}": Rule(TABLE),
        "GET /t/{id}/qr.svg": Rule(ALL, query="?code=x"),
        "GET /r/{id}": Rule(TABLE, of="finished"),
        "GET /r/{id}/board.svg": Rule(TABLE, of="finished", query="?step=0"),
        "GET /learn": Rule(ALL),
        "GET /learn/{name}": Rule(ALL),
        "GET /learn/{name}/try": Rule(ALL),
        "GET /rules/{name}": Rule(ALL),
        "GET /leaders": Rule(ALL),
        "GET /players/{who}": Rule(ALL),
        "GET /people": Rule(ALL),
        "GET /me": Rule(ALL),
        "GET /forgotten": Rule(ALL),
        "GET /puzzles": Rule(ALL),
        "GET /puzzles/{name}/{number}": Rule(ALL),
        "GET /statistics/{name}": Rule(ALL),
        "GET /answer": Rule(ALL),
        "GET /offline": Rule(ALL),
        "GET /manifest.webmanifest": Rule(ALL),
        "GET /sw.js": Rule(ALL),
        "GET /icon/{name}": Rule(ALL),
        "GET /tournaments": Rule(ALL),
        "GET /tournaments/{id}": Rule(ALL),
        "GET /house": Rule(ORDER),
        "GET /art/{name}/{theme}": Rule(ALL),
        "GET /a/{version}/{name}": Rule(ALL),
        "GET /favicon.ico": Rule(ALL),
        "GET /robots.txt": Rule(ALL),
        "GET /health": Rule(ALL),
        "GET /metrics": Rule(ALL),
    },
    "Yourself": {
        "GET /api/me": Rule(ALL),
        "PATCH /api/me": Rule(ALL, {"lang": "en"}),
        "POST /api/guest": Rule(ALL, {}),
        "POST /api/register": Rule(ALL, {"name": "{new}", "password": "correct horse"}, alone=True),
        "POST /api/login": Rule(ALL, {"name": "{other}", "password": "correct horse"}, alone=True),
        "POST /api/logout": Rule(ALL, alone=True),
        "POST /api/forgotten": Rule(ALL, {"who": "nobody"}),
        "POST /api/reset": Rule(ALL, {"code": "x", "password": "correct horse"}),
        "GET /api/me/sessions": Rule(KNOWN),
        "DELETE /api/me/sessions/{session}": Rule(KNOWN, alone=True),
        "POST /api/me/tokens": Rule(ALL, {}),
        "POST /api/me/password": Rule(ACCOUNT, {"old": "correct horse", "new": "correct horse"}, alone=True),
        "POST /api/me/email": Rule(KNOWN, {"email": "", "password": "correct horse"}),
        "POST /api/me/email/proof": Rule(KNOWN, {"code": "1"}),
        "GET /api/me/passkeys": Rule(KNOWN),
        "POST /api/me/passkeys/options": Rule(ACCOUNT),
        "POST /api/me/passkeys": Rule(KNOWN, {"credential": {}}),
        "DELETE /api/me/passkeys/{passkey}": Rule(KNOWN),
        "POST /api/login/passkey/options": Rule(ALL),
        "POST /api/login/passkey": Rule(ALL, {"credential": {}}),
        "GET /api/me/notify": Rule(KNOWN),
        "PUT /api/me/notify": Rule(KNOWN, {}),
        "POST /api/me/notify/test": Rule(KNOWN),
        "GET /api/push": Rule(ALL),
        "POST /api/me/push": Rule(ALL, {"endpoint": "https://127.0.0.1/", "keys": {"p256dh": "x", "auth": "x"}}),
        "POST /api/me/push/gone": Rule(KNOWN, {"endpoint": "x"}),
        "POST /api/answers/look": Rule(KNOWN, {"code": "x"}),
        "POST /api/answers": Rule(KNOWN, {"code": "x", "answer": 0}),
        "POST /api/me/away": Rule(KNOWN, {"days": 0}),
        "GET /api/me/export": Rule(KNOWN),
        "POST /api/me/delete": Rule(KNOWN, {"password": "correct horse"}, alone=True),
        "GET /api/me/tables": Rule(ALL),
        "GET /api/me/events": Rule(KNOWN),
        "GET /api/events": Rule(ALL),
    },
    "People": {
        "GET /api/me/people": Rule(KNOWN),
        "GET /api/me/people/recent": Rule(KNOWN),
        "PUT /api/me/people/{person}/{kind}": Rule(ALL),
        "DELETE /api/me/people/{person}/{kind}": Rule(KNOWN),
        "GET /api/players/{who}": Rule(ALL),
        "POST /api/reports": Rule(ALL, {"text": "x", "person": "{person}"}),
    },
    "Tables": {
        "GET /api/tables": Rule(ALL),
        "POST /api/tables": Rule(ALL, {"game": "pebbles", "seats": 2, "visibility": "private"}),
        "GET /api/pairing": Rule(ALL),
        "POST /api/pairing": Rule(ALL, {"game": "pebbles", "seats": 3}),
        "GET /api/pairing/usual": Rule(ALL, query="?game=pebbles"),
        "GET /api/contents/{word}": Rule(ALL, query="?game=pebbles&option=x"),
        "POST /api/contents": Rule(ALL, {"game": "pebbles", "option": "x", "text": "x"}),
        "GET /api/tables/{id}": Rule(TABLE),
        "GET /api/tables/{id}/events": Rule(TABLE),
        "POST /api/tables/{id}/join": Rule(INVITED, {}, "invited"),
        "POST /api/tables/{id}/start": Rule(HOST, {}, "waiting"),
        "PUT /api/tables/{id}/seats/{seat}": Rule(HOST, {"bot": "random"}, "waiting"),
        "POST /api/tables/{id}/invite": Rule(HOST, {"person": "{person}"}, "waiting"),
        "POST /api/tables/{id}/close": Rule(HOST, None, "waiting"),
        "GET /api/tables/{id}/leave": Rule(TABLE),
        "GET /api/tables/{id}/stakes": Rule(TABLE, of="waiting"),
        "POST /api/tables/{id}/leave": Rule(TABLE),
        "POST /api/tables/{id}/hand-over": Rule(TABLE),
        "POST /api/tables/{id}/substitute": Rule(TABLE, {"seat": 0}),
        "POST /api/tables/{id}/back": Rule(TABLE),
        "POST /api/tables/{id}/chat": Rule(TABLE, {"text": "x"}),
        "GET /api/tables/{id}/note": Rule(TABLE),
        "PUT /api/tables/{id}/note": Rule(TABLE, {"text": "x"}),
        "POST /api/tables/{id}/moves": Rule(TABLE, {"n": 0, "text": "x"}),
        "POST /api/tables/{id}/undo": Rule(TABLE, {"n": 0}),
        "POST /api/tables/{id}/undo/answer": Rule(TABLE, {"agree": False}),
        "POST /api/tables/{id}/redo": Rule(TABLE, {"n": 0}),
        "GET /api/tables/{id}/orders": Rule(TABLE),
        "PUT /api/tables/{id}/orders": Rule(TABLE, {}),
        "GET /api/tables/{id}/orders/forms": Rule(TABLE),
        "GET /api/tables/{id}/why": Rule(TABLE, query="?text=x"),
        "GET /api/tables/{id}/intentions": Rule(TABLE, query="?at=A"),
        "GET /api/tables/{id}/wish": Rule(TABLE, query="?at=A"),
        "GET /api/tables/{id}/ahead": Rule(TABLE),
        "GET /api/tables/{id}/cards": Rule(TABLE, query="?things=at:A"),
        "POST /api/tables/{id}/hint": Rule("no no no no no no no", {"n": 0}),
    },
    "What was played": {
        "GET /api/history": Rule(ALL),
        "GET /api/ratings/{game}": Rule(ALL),
        "GET /api/tables/{id}/record": Rule(TABLE, of="finished"),
        "GET /api/tables/{id}/at/{step}": Rule(TABLE, of="finished"),
        "GET /api/tables/{id}/scores": Rule(TABLE, of="finished"),
        "GET /api/tables/{id}/story": Rule(TABLE, of="finished"),
        "GET /api/tables/{id}/analysis": Rule(TABLE, of="finished"),
        "POST /api/tables/{id}/analysis": Rule(TABLE, of="finished"),
        "POST /api/tables/{id}/continue": Rule(TABLE, {"step": 0}, "finished"),
        "POST /api/tables/{id}/rematch": Rule(TABLE, of="finished"),
        "POST /api/import": Rule(ALL, {"text": "x"}),
        "GET /api/statistics/{game}": Rule(ALL),
        "GET /api/statistics/{game}/csv": Rule(ALL),
    },
    "Tournaments": {
        "GET /api/tournaments": Rule(ALL),
        "POST /api/tournaments": Rule(ACCOUNT, {"name": "x", "game": "pebbles"}),
        "GET /api/tournaments/{id}": Rule(ALL),
        "GET /api/tournaments/{id}/calendar.ics": Rule(ALL),
        "POST /api/tournaments/{id}/enter": Rule(ACCOUNT),
        "POST /api/tournaments/{id}/withdraw": Rule(KNOWN),
        "POST /api/tournaments/{id}/bots": Rule(RUNS, {"bot": "random"}),
        "POST /api/tournaments/{id}/start": Rule(RUNS),
        "POST /api/tournaments/{id}/off": Rule(RUNS),
    },
    "Games and lessons": {
        "GET /api/games": Rule(ALL),
        "GET /api/learn/{name}/{number}": Rule(ALL),
        "POST /api/learn/{name}/{number}": Rule(ALL, {"atoms": ["x"]}),
        "GET /api/learn/{name}/{number}/cards": Rule(ALL, query="?things=at:A"),
        "GET /api/learn/{name}/{number}/intentions": Rule(ALL, query="?at=A"),
        "GET /api/learn/{name}/{number}/why": Rule(ALL, query="?text=x"),
        "GET /api/learn/{name}/{number}/wish": Rule(ALL, query="?at=A"),
        "GET /api/puzzles": Rule(ALL),
        "GET /api/puzzles/streak": Rule(ALL),
        "GET /api/puzzles/{name}/{number}": Rule(ALL),
        "POST /api/puzzles/{name}/{number}": Rule(ALL, {"atoms": ["x"]}),
        "GET /api/puzzles/{name}/{number}/cards": Rule(ALL, query="?things=at:A"),
        "GET /api/puzzles/{name}/{number}/intentions": Rule(ALL, query="?at=A"),
        "GET /api/puzzles/{name}/{number}/why": Rule(ALL, query="?text=x"),
        "GET /api/puzzles/{name}/{number}/wish": Rule(ALL, query="?at=A"),
        "GET /api": Rule(ALL),
        "GET /api/schema": Rule(ALL),
        "GET /api/schema/openapi.json": Rule(ALL),
    },
    "Administration": {
        "GET /api/house": Rule(ORDER),
        "GET /api/house/people": Rule(ORDER),
        "GET /api/house/reports": Rule(ORDER),
        "GET /api/house/audit": Rule(ORDER),
        "GET /api/house/nets": Rule(ORDER),
        "POST /api/house/nets": Rule(ADMIN, {"net": "203.0.113.0/24", "lift": True}),
        "POST /api/house/reports/{number}/close": Rule(ORDER, {}),
        "DELETE /api/house/messages/{number}": Rule(ORDER),
        "POST /api/house/people/{person}/silence": Rule(ORDER, {"days": 1, "lift": True}),
        "POST /api/house/people/{person}/ban": Rule(ADMIN, {"days": 1, "lift": True}),
        "PUT /api/house/people/{person}/role": Rule(ADMIN, {"role": ""}),
        "POST /api/house/tables/{id}/close": Rule(ORDER, {}, "waiting"),
    },
}
HEAD = """# Who may do what

Every route, and who gets past its door. *Guest* is somebody without a password, *seat* somebody at the private table
that a route is about, *host* the one who opened it or announced the tournament. Open tables and those with a code are
seen by more people: `visibility` in [api.md](api.md) says by whom. Somebody unknown who acts becomes a guest. A test
asks every route as each of them; this page is made from its table.
"""


def document() -> str:
    lines = [HEAD]
    for title, rules in RULES.items():
        lines += [f"## {title}\n", f"| route | {' | '.join(ROLES)} |", "|---" * (1 + len(ROLES)) + "|"]
        for route, rule in rules.items():
            cells = ["✓" if word == "yes" else "" for word in rule.may.split()]
            lines.append(f"| `{route}` | {' | '.join(cells)} |")
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    DOC.write_text(document(), "utf-8")
