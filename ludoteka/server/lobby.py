"""Tables before, between and after matches: create, join, start, leave, rematch, continue, import."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import nullcontext
from time import time
from typing import Any

import msgspec
from sqlalchemy import delete, func, insert, select, update

from ludoteka import bots, games
from ludoteka.core.action import Action
from ludoteka.core.game import CHANCE, OVER
from ludoteka.core.match import Match
from ludoteka.server.cache import Cache
from ludoteka.server.clocks import DAY, GRACE, ClockState, deadline
from ludoteka.server.limits import WAITING
from ludoteka.server.newtable import NewTable
from ludoteka.server.people import User, clean_name
from ludoteka.server.play import Play
from ludoteka.server.quota import Quota
from ludoteka.server.ratings import why_unrated
from ludoteka.server.refused import Conflict, Refused
from ludoteka.server.rows import put_seats, table_row
from ludoteka.server.schema import messages, moves, seats, tables
from ludoteka.server.table import Seat, SeatKind, Table
from ludoteka.server.ties import Ties

AHEAD = 60 * DAY
"""How far in the future a match may be planned."""


class Lobby:
    def __init__(self, cache: Cache, play: Play, quota: Quota, ties: Ties) -> None:
        self.cache = cache
        self.store = cache.store
        self.play = play
        self.quota = quota
        self.ties = ties
        self.invited: Callable[[Table, str], Awaitable[None]] | None = None
        """Sends notices to whoever is invited."""
        self.soon: Callable[[Table, str], Awaitable[None]] | None = None
        """Reminds whoever sits at a table that has a time to begin."""

    async def create(
        self, host: User, new: NewTable, source: str = "", given: Sequence[Seat] = (), address: str = ""
    ) -> Table:
        game = games.load(new.game)
        game.check_options(new.seats, new.options)
        its_seats = list(given) or self._seat_all(host, new, await self._guests(host, new.players))
        need_bot(new.stand_in)
        if new.clock.kind != "none" and not new.clock.seconds:
            raise Refused(422, "error.clock")
        if new.begins is not None and not time() < new.begins < time() + AHEAD:
            raise Refused(422, "error.begins")
        if not new.start:
            await self._need_room(host)
        id = await self._insert(host, new, game.version, source, its_seats)
        table = await self.cache.get(id)
        self.play.announce(table, host.id)
        if new.start:
            await self.start(table, host, address=address)
        await self._tell_invited(table)
        await self._remind(table, host)
        return table

    async def _remind(self, table: Table, user: User) -> None:
        if self.soon is not None and table.status == "waiting" and table.row["fill"]:
            await self.soon(table, user.id)

    async def _need_room(self, host: User) -> None:
        """One host does not fill the lobby."""
        mine = select(func.count()).where(tables.c.host == host.id, tables.c.status == "waiting")
        row = await self.store.row(mine)
        if row is not None and next(iter(row.values())) >= WAITING:
            raise Refused(409, "error.too_many_waiting", n=WAITING)

    async def _guests(self, host: User, wishes: Sequence[str]) -> dict[str, Seat]:
        """Seats for the people among the wishes."""
        found: dict[str, Seat] = {}
        for wish in wishes:
            if wish.startswith("me:") and wish[3:].strip():
                await self.ties.people.free_name(wish[3:], host.id)
            if wish.startswith("user:"):
                found[wish] = await self._kept_for(host, wish.removeprefix("user:"))
        return found

    async def _kept_for(self, host: User, id: str) -> Seat:
        guest = await self.ties.invitable(host, id)
        return Seat(-1, "reserved", id, guest.name, account=guest.account)

    async def _tell_invited(self, table: Table) -> None:
        for seat in table.seats:
            if seat.kind == "reserved" and seat.user_id and self.invited is not None:
                self.play.announce(table, seat.user_id)
                await self.invited(table, seat.user_id)

    async def invite(self, table: Table, user: User, id: str) -> None:
        """The host keeps an open seat for somebody."""
        async with table.lock:
            self._need(table, "waiting")
            self._need_host(table, user)
            if any(s.user_id == id for s in table.seats):
                raise Refused(409, "error.invited")
            free = next((s for s in table.seats if s.kind == "open"), None)
            if free is None:
                raise Refused(409, "error.table_full")
            kept = msgspec.structs.replace(await self._kept_for(user, id), seat=free.seat)
            await self.change_seats(table, [kept])
        if self.invited is not None:
            await self.invited(table, id)

    def _seat_all(self, host: User, new: NewTable, guests: Mapping[str, Seat] | None = None) -> list[Seat]:
        wishes = new.players or ["me"]
        if len(wishes) > new.seats:
            raise Refused(422, "error.too_many_players", seats=new.seats)
        wishes = wishes + ["open"] * (new.seats - len(wishes))
        known = guests or {}
        return [
            msgspec.structs.replace(known[wish], seat=i) if wish in known else self._wished(i, wish, host)
            for i, wish in enumerate(wishes)
        ]

    def _wished(self, seat: int, wish: str, host: User) -> Seat:
        if wish == "me" or wish.startswith("me:"):  # several at one device go by names of their own
            return Seat(
                seat, "human", host.id, clean_name(wish[3:]) if wish[3:].strip() else host.name, account=host.account
            )
        if wish == "open":
            return Seat(seat, "open")
        kind, _, name = wish.partition(":")
        if kind != "bot":
            raise Refused(422, "error.player_word", word=wish)
        need_bot(name)
        return Seat(seat, "bot", None, f"bot:{name}", name)

    async def _insert(
        self,
        host: User,
        new: NewTable,
        version: int,
        source: str,
        its_seats: Sequence[Seat],
        position: str = "",
        status: str = "waiting",
    ) -> str:
        row = table_row(new, version, source, host.id, status) | {"position": position}
        async with self.store.write() as connection:
            await connection.execute(insert(tables).values(row))
            await put_seats(connection, row["id"], its_seats)
        return str(row["id"])

    # before the match

    async def join(self, table: Table, user: User, seat: int | None, code: str) -> int:
        """Take a seat; which one."""
        async with table.lock:
            self._need(table, "waiting")
            mine = [s for s in table.seats if s.kind == "reserved" and s.user_id == user.id]
            others = [table.row["host"], *(s.user_id for s in table.seats)]
            if not mine and (not self.may_join(table, user, code) or await self.ties.apart(user.id, others)):
                raise Refused(403, "error.no_invitation")
            if table.row["rated"] and any(s.kind == "human" and s.user_id == user.id for s in table.seats):
                raise Refused(409, "error.one_seat")
            free = mine or [s for s in table.seats if s.kind == "open"]
            chosen = next((s for s in free if seat in (None, s.seat)), None)
            if chosen is None:
                raise Refused(409, "error.seat_taken" if seat is not None else "error.table_full")
            taken = Seat(chosen.seat, "human", user.id, user.name, account=user.account)
            await self.change_seats(table, [taken], "chat.joined", user)
            full = table.row["source"] == "pair" and all(s.kind in ("human", "bot") for s in table.seats)
        if full:  # nobody has to press a button
            await self._begin(table)
        await self._remind(table, user)
        return chosen.seat

    async def seat_bot(self, table: Table, user: User, seat: int, bot: str) -> None:
        """The host puts a bot on a seat, or with no name empties it; whoever sat there is told."""
        async with table.lock:
            self._need(table, "waiting")
            self._need_host(table, user)
            if not 0 <= seat < len(table.seats):
                raise Refused(404, "error.no_seat")
            if bot:
                need_bot(bot)
            new = Seat(seat, "bot", None, f"bot:{bot}", bot) if bot else Seat(seat, "open")
            was = table.seats[seat]
            said = "chat.removed" if was.kind == "human" and was.user_id != user.id else ""
            await self.change_seats(table, [new], said, of=was)
            if said:
                self.play.announce(table, was.user_id)

    async def start(self, table: Table, user: User, fill: str = "", address: str = "") -> None:
        """`address` is where somebody asks for it from."""
        self._need_host(table, user)
        await self._begin(table, fill, address, user.id)

    async def start_at_last(self, table: Table) -> None:
        """Nobody came in time: bots take the seats."""
        if table.status == "waiting" and table.row["fill"]:
            await self._begin(table, table.row["fill"])

    async def _begin(self, table: Table, fill: str = "", address: str = "", user_id: str = "") -> None:
        async with table.lock:
            self._need(table, "waiting")
            its_seats = [self._filled(s, fill) for s in table.seats]
            if any(s.kind in ("open", "reserved") for s in its_seats):
                raise Refused(409, "error.seats_open")
            if table.row["order"] == "random":
                self.play.rng.shuffle(its_seats)
                its_seats = [msgspec.structs.replace(s, seat=i) for i, s in enumerate(its_seats)]
            alone = all(s.kind == "bot" for s in its_seats)
            async with self.quota.one_more(table.id, user_id, address) if alone else nullcontext():
                # whether it counts is settled now and for good;
                # due at once: should we die before the first outcomes of chance, the sweep goes on with it
                await self.change_seats(
                    table,
                    its_seats,
                    "chat.started",
                    status="playing",
                    rated=not why_unrated(table.row["rated"], its_seats),
                    clock_state=table.clock.start(len(its_seats)),
                    next_at=time(),
                )
        await self.play.begin(table)

    def _filled(self, seat: Seat, fill: str) -> Seat:
        if not fill or seat.kind not in ("open", "reserved"):
            return seat
        need_bot(fill)
        return Seat(seat.seat, "bot", None, f"bot:{fill}", fill)

    async def leave(self, table: Table, user: User) -> None:
        """Before the start the seat becomes free. During play the seat leaves the match, which is a loss; a bot answers
        for it if the others play on."""
        async with table.lock:
            if table.stale:
                await self.cache.refresh(table)
            mine = [s for s in table.seats if s.user_id == user.id and s.gone != "left"]
            if not mine or table.status not in ("waiting", "playing"):
                raise Refused(409, "error.not_seated")
            if table.status == "waiting":
                await self.change_seats(table, [Seat(s.seat, "open") for s in mine], "chat.left", user)
                others = [s.user_id for s in table.seats if s.kind == "human"]
                if not others:
                    await self.play.change(table, status="closed", next_at=None)
                elif table.row["host"] == user.id:
                    await self.play.change(table, host=others[0])
                self.play.announce(table, user.id)
                return
            await self.play.leave(table, mine, {"key": "chat.left", "name": user.name, "user_id": user.id, "text": ""})
        self.play.announce(table, *(s.user_id for s in table.seats), chat=True)

    async def stand_in(self, table: Table, seat: int) -> None:
        """The seat's time is over: a bot plays on until the person is back."""
        async with table.lock:
            who = table.seats[seat]
            asked = who.kind == "human" and not who.gone and table.to_move == seat
            # looked up again: a move, or the very start, may have come between the sweep's look and this one
            due = await self.play.due(table, seat, table.clock_state) if asked else None
            now = time()
            if due is not None and due <= now:
                bot = table.row["stand_in"]
                changed = msgspec.structs.replace(who, bot=bot, gone="timeout")
                state = msgspec.structs.replace(table.clock_state, left=table.clock_state.left[:])
                if state.left:
                    state.left[seat], state.since = 0.0, now
                await self.change_seats(table, [changed], "chat.timeout", of=who, clock_state=state, next_at=now)
        self.play.after(table)

    async def come_back(self, table: Table, user: User) -> None:
        """Take the seat again. Time is given for it once; after that a bot finishes the turn, or a live match."""
        async with table.lock:
            self._need(table, "playing")
            mine = [s for s in table.seats if s.user_id == user.id and s.gone == "timeout"]
            if not mine:
                raise Refused(409, "error.not_gone")
            old = table.clock_state
            state = msgspec.structs.replace(old, left=old.left[:], given=old.given[:])
            values: dict[str, Any] = {}
            for s in mine:
                asked, given = s.seat == table.to_move, s.seat in state.given
                if given and (state.left or asked):
                    raise Refused(409, "error.time_over" if state.left else "error.bot_answers")
                if state.left:
                    state.left[s.seat] = max(float(table.clock.increment), GRACE)
                if state.left or asked:
                    state.given.append(s.seat)
                if asked:
                    state.since = time()
                    values["next_at"] = deadline(table.clock, state, s.seat)
            back = [msgspec.structs.replace(s, bot="", gone="") for s in mine]
            await self.change_seats(table, back, "chat.back", user, clock_state=state, **values)

    async def close(self, table: Table, user: User) -> None:
        """The host gives up a table that has not begun; anybody at a frozen one calls the match off."""
        async with table.lock:
            if table.status == "frozen" and not table.is_member(user.id):
                raise Refused(403, "error.not_seated")
            if table.status != "frozen":
                self._need(table, "waiting")
                self._need_host(table, user)
            await self.play.change(table, status="closed", next_at=None)
            self.play.announce(table, *(s.user_id for s in table.seats))

    # after the match

    async def rematch(self, table: Table, user: User) -> Table:
        """The same people again, the next seat first; asked twice it is the same table."""
        if table.status != "finished" or not table.is_member(user.id):
            raise Refused(409, "error.not_finished")
        async with table.lock:  # two who ask at once meet at one table
            if table.row["rematch"]:
                return await self.cache.get(table.row["rematch"])
            again = [*table.seats[1:], table.seats[0]]
            apart = await self.ties.apart(user.id, [s.user_id for s in again])
            given = [Seat(i, "open") if s.user_id in apart else self._again(i, s, user) for i, s in enumerate(again)]
            new = await self.create(user, self._like(table), f"rematch:{table.id}", given)
            try:
                await self.play.change(table, rematch=new.id)
            except Conflict:  # another process was quicker
                await self.play.change(new, status="closed")
                raise
        self.play.announce(table, *(s.user_id for s in table.seats))
        return new

    def _again(self, seat: int, was: Seat, user: User) -> Seat:
        if was.kind == "bot" or not was.user_id:
            return Seat(seat, "bot", None, was.name, was.bot)
        kind: SeatKind = "human" if was.user_id == user.id else "reserved"
        return Seat(seat, kind, was.user_id, was.name, account=was.account)

    def _like(self, table: Table) -> NewTable:
        row = table.row
        return NewTable(
            row["game"],
            row["seats"],
            table.options,
            visibility=row["visibility"],
            watch=row["watch"],
            clock=table.clock,
            stand_in=row["stand_in"],
            rated=row["rated"],
        )

    async def go_on(self, table: Table, user: User, keep: int, players: list[str]) -> Table:
        """A new table from any position of a finished match."""
        if table.status != "finished":
            raise Refused(409, "error.not_finished")
        if not 0 <= keep <= len(table.match.actions) or table.match.at(keep).to_move() == OVER:
            raise Refused(422, "error.no_such_step", n=keep)
        new = self._like(table)
        new.players, new.rated = players, False
        its_seats = self._seat_all(user, new)
        copied = list(zip(table.match.movers[:keep], table.match.actions[:keep], strict=True))
        source = f"continue:{table.id}:{keep}"
        id = await self._insert(user, new, table.game.version, source, its_seats, table.row["position"])
        await self._put_moves(id, copied, "copy")
        return await self.cache.get(id)

    async def take_in(
        self, match: Match, user: User, source: str = "import", own: Mapping[str, Any] | None = None
    ) -> Table:
        """A record from elsewhere as a table to replay. Seats belong to nobody. `own`: texts that it brought along."""
        options = _given_options(match) | dict(own or {})
        new = NewTable(match.game.name, match.seats, options, visibility="link", rated=False)
        its_seats = [Seat(i, "human", None, name[:60]) for i, name in enumerate(match.players)]
        id = await self._insert(user, new, match.game.version, source, its_seats, match.position, "finished")
        await self._put_moves(id, list(zip(match.movers, match.actions, strict=True)), "import")
        return await self.cache.get(id)

    async def _put_moves(self, id: str, done: Sequence[tuple[int, Action]], by: str) -> None:
        now = time()
        rows = [
            {
                "table_id": id,
                "n": n,
                "mover": mover,
                "text": str(action),
                "by": "" if mover == CHANCE else by,
                "at": now,
            }
            for n, (mover, action) in enumerate(done)
        ]
        async with self.store.write() as connection:
            if rows:
                await connection.execute(insert(moves), rows)
            await connection.execute(update(tables).where(tables.c.id == id).values(n=len(rows)))
        self.cache.drop(id)

    # what may be

    def may_join(self, table: Table, user: User | None, code: str) -> bool:
        if table.row["visibility"] == "open":
            return True
        return secrets.compare_digest(code.encode(), str(table.row["code"]).encode())

    def may_see(self, table: Table, user_id: str | None, code: str = "") -> bool:
        if table.is_member(user_id):
            return True
        invited = secrets.compare_digest(code.encode(), str(table.row["code"]).encode())
        if table.status == "waiting":
            return table.row["visibility"] == "open" or invited
        if table.row["visibility"] == "private" or not table.row["watch"]:
            return False
        return table.row["visibility"] == "open" or invited or table.status == "finished"

    def _need(self, table: Table, status: str) -> None:
        if table.status != status:
            raise Refused(409, f"error.not_{status}")

    def _need_host(self, table: Table, user: User) -> None:
        if table.row["host"] != user.id:
            raise Refused(403, "error.not_host")

    async def change_seats(
        self,
        table: Table,
        changed: Sequence[Seat],
        said: str = "",
        user: User | None = None,
        of: Seat | None = None,
        clock_state: ClockState | None = None,
        **values: Any,
    ) -> None:
        """Store seats, what the chat says about it and values of the row together, then tell everybody. `of`: whom it
        speaks of, if that is not who did it."""
        if clock_state is not None:
            values["clock_state"] = msgspec.json.encode(clock_state).decode()
        its_seats = {s.seat: s for s in table.seats} | {s.seat: s for s in changed}
        before, table.row = table.row, dict(table.row)
        try:
            async with self.store.write() as connection:
                await self.play.change(table, connection, **values)
                after, table.row = table.row, before  # nobody sees it before it is stored
                gone = delete(seats).where(seats.c.table_id == table.id, seats.c.seat.in_([s.seat for s in changed]))
                await connection.execute(gone)
                await put_seats(connection, table.id, changed)
                if said:
                    line = {"table_id": table.id, "key": said, "text": "", "at": time()}
                    who = (user.name, user.id) if user else (of.name, of.user_id) if of else ("", None)
                    line |= {"name": who[0], "user_id": who[1]}
                    await connection.execute(insert(messages).values(line))
        except BaseException:
            table.row = before
            raise
        table.row = after
        table.set_seats([its_seats[i] for i in sorted(its_seats)])
        table.clock_state = clock_state or table.clock_state
        table.chat = None
        table.drawn.clear()
        self.play.announce(table, *(s.user_id for s in table.seats), user.id if user else None, chat=bool(said))


def need_bot(name: str) -> None:
    """Only bots by name: `bots.make` also takes settings and modules, which are not for strangers to choose."""
    if name not in bots.names():
        raise bots.UnknownBot("error.unknown_bot", name=name, known=", ".join(bots.names()))


def _given_options(match: Match) -> dict[str, Any]:
    choices = match.game.options.choices()
    return {k: getattr(match.options, k) for k in choices if getattr(match.options, k) != choices[k][0]}
