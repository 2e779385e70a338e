"""A person instead of a bot: whoever has to go hands the seat over, and somebody else plays on in earnest.

Only where the match does not count: who answers for its result is settled when it starts. Until somebody comes, a bot
plays on; if nobody comes, the seat is the bot's to the end."""

from __future__ import annotations

from time import time
from typing import Any

from sqlalchemy import delete

from ludoteka.server.clocks import deadline, with_grace
from ludoteka.server.lobby import Lobby
from ludoteka.server.people import User
from ludoteka.server.refused import Refused
from ludoteka.server.schema import orders
from ludoteka.server.table import FREE, Seat, Table


class Substitutes:
    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby

    async def hand_over(self, table: Table, user: User) -> None:
        """My seats are for anybody who comes; meanwhile a bot plays on."""
        async with table.lock:
            if table.stale:
                await self.lobby.cache.refresh(table)
            mine = [s for s in table.seats if s.seat in table.seats_of(user.id)]
            if table.status != "playing" or not mine:
                raise Refused(409, "error.not_seated")
            if table.row["rated"] or table.row["source"].startswith("tournament:"):
                raise Refused(409, "error.no_substitute")
            bot = table.row["stand_in"]
            free = [Seat(s.seat, "bot", None, f"bot:{bot}", bot, FREE) for s in mine]
            await self._drop_orders(table, [s.seat for s in mine])
            host: dict[str, Any] = {"host": None} if table.row["host"] == user.id else {}
            # due at once: a bot may be asked now
            await self.lobby.change_seats(table, free, "chat.handed_over", user, next_at=time(), **host)
        self.lobby.play.announce(table, user.id)
        self.lobby.play.after(table)

    async def take(self, table: Table, user: User, seat: int, code: str) -> None:
        """Sit down in the middle of a match."""
        async with table.lock:
            if table.stale:
                await self.lobby.cache.refresh(table)
            if table.status != "playing" or not 0 <= seat < len(table.seats) or table.seats[seat].gone != FREE:
                raise Refused(409, "error.seat_taken")
            if table.seats_of(user.id):
                raise Refused(409, "error.one_seat")
            others = [s.user_id for s in table.seats]
            if not self.lobby.may_join(table, user, code) or await self.lobby.ties.apart(user.id, others):
                raise Refused(403, "error.no_invitation")
            state, asked = table.clock_state, table.to_move == seat
            if seat not in state.given and table.clock.kind != "none":
                state = with_grace(state, seat, asked, time())
            values: dict[str, Any] = {"next_at": deadline(table.clock, state, seat)} if asked else {}
            taken = Seat(seat, "human", user.id, user.name, account=user.account)
            await self.lobby.change_seats(table, [taken], "chat.took_over", user, clock_state=state, **values)
        self.lobby.play.after(table)

    async def _drop_orders(self, table: Table, its_seats: list[int]) -> None:
        """What was said in advance was said by somebody else."""
        gone = delete(orders).where(orders.c.table_id == table.id, orders.c.seat.in_(its_seats))
        await self.lobby.store.execute(gone)
        for seat in its_seats:
            table.orders.pop(seat, None)
