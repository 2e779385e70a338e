"""What a table is made with."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ludoteka.server.clocks import Clock

STAND_IN = "level2"
Visibility = Literal["open", "link", "private"]
SeatOrder = Literal["given", "random"]
Word = Annotated[str, Meta(min_length=1, max_length=40)]


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """The wishes of the one who opens it."""

    game: Word
    seats: Annotated[int, Meta(ge=1, le=12)]
    options: dict[Word, str | int | bool] = {}
    players: Annotated[list[Word], Meta(max_length=12)] = []
    """Per seat: `me`, `me:<name>` for somebody at the same device, `open`, `bot:<name>`, or `user:<id>` for somebody
    who is invited. Missing ones are open; without any, the first is `me`."""
    visibility: Visibility = "open"
    watch: bool = True
    order: SeatOrder = "given"
    clock: Clock = Clock()
    stand_in: Word = STAND_IN
    """The bot that plays on for someone who left or ran out of time."""
    rated: bool = True
    start: bool = False
    """Start at once, with every seat taken."""
    minutes: Annotated[int, Meta(ge=0, le=1440)] = 0
    """If the match has not begun so many minutes from now, it does, with bots on the open seats; 0 waits on."""
    begins: Annotated[float, Meta(ge=0, le=1e11)] | None = None
    """The match begins at this moment, with bots on the open seats; those who sit there are reminded an hour before."""
