"""A bot that sits down at a table of a server and plays: `python examples/table_bot.py http://localhost:8321 <table>`.

Without a table it waits for one that has an open seat. It chooses at random; put your own idea into `choose`.
"""

from __future__ import annotations

import random
import sys
import time
from typing import Any

from ludoteka.client import Client


def choose(state: dict[str, Any]) -> str:
    """One of `state["actions"]`, as text. `state["view"]` is everything the seat knows."""
    return str(random.choice(state["actions"])["text"])


def main(url: str, table: str = "", name: str = "Random Rita") -> str:
    with Client(url) as client:
        client.become_guest(name)
        while not table:
            table = next((t["id"] for t in client.open_tables() if "open" in t["kinds"]), "")
            time.sleep(0 if table else 2)
        client.join(table)
        state = client.play(table, choose)
        return f"{name}: {state['result']}"


if __name__ == "__main__":
    print(main(*sys.argv[1:]))
