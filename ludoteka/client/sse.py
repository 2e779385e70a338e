"""Server-sent events, line by line."""

from __future__ import annotations

import json
from typing import Any, NamedTuple


class Event(NamedTuple):
    name: str
    """`table`, `state`, `chat` or `bye`."""
    data: Any


class Reader:
    """Puts lines together; `last` is where a broken stream goes on."""

    def __init__(self, last: str) -> None:
        self.last = last
        self.fields: dict[str, str] = {}

    def read(self, line: str) -> Event | None:
        """The event that this line completes, if it does."""
        if line:
            key, _, value = line.partition(": ")
            self.fields[key] = value
            return None
        fields, self.fields = self.fields, {}
        if "data" not in fields:
            return None
        self.last = fields.get("id", self.last)
        return Event(fields.get("event", "message"), json.loads(fields["data"]))
