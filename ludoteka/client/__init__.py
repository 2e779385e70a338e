"""A client of a table server, for bots and scripts. docs/bot-protocol.md tells the same in words.

with Client("http://localhost:8321", token) as client:
    table = client.join("k3v9x2m4ab")
    client.play(table, lambda state: state["actions"][0]["text"])

`AsyncClient` has the same methods to await. A refusal is raised as a `ServerSaysNo` with its reason; `shapes` are the
types of what comes back.
"""

try:
    import httpx  # noqa: F401
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("ludoteka.client needs httpx: pip install 'ludoteka[client]'", name="httpx") from missing

from ludoteka.client.asynchronous import AsyncClient
from ludoteka.client.refusals import (
    AgainstTheRules,
    Forbidden,
    Missing,
    ServerSaysNo,
    TooLate,
    TooOften,
    Unknown,
)
from ludoteka.client.sse import Event
from ludoteka.client.synchronous import Client

__all__ = [
    "AgainstTheRules",
    "AsyncClient",
    "Client",
    "Event",
    "Forbidden",
    "Missing",
    "ServerSaysNo",
    "TooLate",
    "TooOften",
    "Unknown",
]
