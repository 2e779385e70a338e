"""What a server says no with.

ServerSaysNo
├── Unknown           401  no session, or a token that has ended
├── Forbidden         403  not your seat, not your table
├── Missing           404  it does not exist, or not for you
├── TooLate           409  the table has moved on; `now` is the table as it is
├── AgainstTheRules   422  the rules say no; `rule` is the number of the rule
└── TooOften          429  `wait` says for how many seconds
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx

if TYPE_CHECKING:
    from ludoteka.client.shapes import Whole


class ServerSaysNo(Exception):
    """A refusal: `status`, `id` (a stable name), and the message in your language as `str()`."""

    def __init__(self, status: int, said: dict[str, Any], wait: int = 0) -> None:
        problem = said.get("problem", said)
        super().__init__(problem.get("message", f"status {status}"))
        self.status = status
        self.id = str(problem.get("id", ""))
        self.rule = str(problem.get("rule", ""))
        self.now: Whole | None = said.get("now")
        self.wait = wait


class Unknown(ServerSaysNo):
    pass


class Forbidden(ServerSaysNo):
    pass


class Missing(ServerSaysNo):
    pass


class TooLate(ServerSaysNo):
    pass


class AgainstTheRules(ServerSaysNo):
    pass


class TooOften(ServerSaysNo):
    pass


_KINDS = {401: Unknown, 403: Forbidden, 404: Missing, 409: TooLate, 422: AgainstTheRules, 429: TooOften}


def refusal(answer: httpx.Response) -> ServerSaysNo:
    """The exception for an answer that was read and is no success; a proxy may have written it."""
    try:
        said = answer.json()
    except ValueError:
        said = {}
    kind = _KINDS.get(answer.status_code, ServerSaysNo)
    return kind(answer.status_code, said if isinstance(said, dict) else {}, int(answer.headers.get("retry-after", 0)))
