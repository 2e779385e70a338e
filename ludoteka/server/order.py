"""Order in the house: reports, silence, bans, roles, and a list of who did what."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from time import time
from typing import Any

from sqlalchemy import delete, insert, or_, select, update

from ludoteka.server.hub import News
from ludoteka.server.lookalike import look_of
from ludoteka.server.people import People, Role, User, name_key
from ludoteka.server.refused import Refused
from ludoteka.server.schema import audit, messages, nets, reports, sessions, users
from ludoteka.server.store import Row, Store

DAY = 86400.0
FOREVER = 1e12
READ_EVERY = 10.0
Net = IPv4Network | IPv6Network


def until(days: int) -> float:
    """When something ends that lasts so many days; 0 is for ever."""
    return time() + days * DAY if days else FOREVER


class Shut:
    """The address ranges that are kept out, in memory: every request asks."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.ranges: list[tuple[Net, float]] = []
        self.next_look = 0.0
        self.has = lru_cache(4096)(self._has)

    def _has(self, address: str) -> float:
        try:
            found = read_ip(address)
        except ValueError:
            return 0.0
        return max((end for net, end in self.ranges if found in net), default=0.0)

    def __call__(self, client: Any) -> bool:
        """Whether somebody at this address is kept out now."""
        return bool(self.ranges) and client is not None and self.has(client[0]) > time()

    async def read(self) -> None:
        rows = await self.store.rows(select(nets).where(nets.c.until > time()))
        self.ranges = [(ip_network(r["net"]), r["until"]) for r in rows]
        self.has.cache_clear()

    async def chore(self) -> None:
        """Another process, or the command line, may have changed them."""
        if time() >= self.next_look:
            self.next_look = time() + READ_EVERY
            await self.read()


class Order:
    def __init__(self, people: People) -> None:
        self.people = people
        self.store = people.store
        self.shut = Shut(people.store)

    # reports

    async def report(self, by: User, text: str, person: str = "", table: str = "", message: int = 0) -> int:
        """Somebody complains about a person, a table or a message, which names the other two."""
        row: dict[str, Any] = {"at": time(), "user_id": by.id, "text": text}
        if message:
            said = await self.store.row(select(messages).where(messages.c.id == message, messages.c.table_id == table))
            if said is None or said["key"]:
                raise Refused(404, "error.no_message")
            row |= {"message_id": message, "quote": said["text"], "person_id": said["user_id"], "table_id": table}
        else:
            if person:
                await self.people.row(person)
            row |= {"person_id": person or None, "table_id": table or None}
        async with self.store.write() as connection:
            made = await connection.execute(insert(reports).values(row).returning(reports.c.id))
            return int(made.scalar_one())

    async def open_reports(self, limit: int = 100, done: bool = False) -> list[Row]:
        by, about = users.alias("by"), users.alias("about")
        wanted = (
            select(reports, by.c.name.label("by"), about.c.name.label("about"))
            .outerjoin(by, by.c.id == reports.c.user_id)
            .outerjoin(about, about.c.id == reports.c.person_id)
            .where(reports.c.done_at.is_not(None) if done else reports.c.done_at.is_(None))
        )
        return await self.store.rows(wanted.order_by(reports.c.id.desc()).limit(limit))

    async def close_report(self, by: User, id: int, answer: str) -> None:
        done = update(reports).where(reports.c.id == id, reports.c.done_at.is_(None))
        if not await self.store.execute(done.values(done_at=time(), answer=answer)):
            raise Refused(404, "error.no_report")
        await self.note(by, "report", about=f"#{id}", why=answer)

    # people

    async def find(self, words: str, limit: int = 50) -> list[Row]:
        """People by name, id or address; without words the last seen."""
        wanted = select(users).order_by(users.c.seen.desc()).limit(limit)
        if words:
            like = users.c.name.icontains(words, autoescape=True)
            exact = or_(users.c.id == words, users.c.name_key == name_key(words), users.c.name_look == look_of(words))
            wanted = wanted.where(or_(like, exact))
        return await self.store.rows(wanted)

    async def silence(self, by: User, id: str, end: float, why: str) -> None:
        await self._act(by, id, "silence", end, why, silent_until=end)

    async def ban(self, by: User, id: str, end: float, why: str) -> None:
        """Out at once, everywhere."""
        await self._act(by, id, "ban", end, why, banned_until=end)
        if end > time():
            gone = await self.store.rows(select(sessions.c.id).where(sessions.c.user_id == id))
            await self.store.execute(delete(sessions).where(sessions.c.user_id == id))
            self.people.hub.publish(News([f"session:{row['id']}" for row in gone]))

    async def set_role(self, by: User, id: str, role: Role) -> None:
        row = await self.people.row(id)
        if row["password"] is None:
            raise Refused(409, "error.no_account")
        if by.id == id:
            raise Refused(409, "error.own_role")
        await self._change(id, admin=role == "admin", moderator=role == "moderator")
        await self.note(by, "role", id, role or "-")

    async def _act(self, by: User, id: str, what: str, end: float, why: str, **values: Any) -> None:
        row = await self.people.row(id)
        if id == by.id or row["admin"] or (row["moderator"] and not by.admin):
            raise Refused(403, "error.not_over")
        await self._change(id, **values)
        await self.note(by, what, id, _days(end), why)

    async def _change(self, id: str, **values: Any) -> None:
        await self.store.execute(update(users).where(users.c.id == id).values(values))
        self.people.forget(id)

    # addresses

    async def ban_net(self, by: User, words: str, end: float, why: str, own: str) -> str:
        """Keep an address range out; not the one of whoever asks."""
        net = read_net(words)
        if own and read_ip(own) in net:
            raise Refused(422, "error.own_net")
        row = {"net": str(net), "until": end, "why": why}
        change = {"until": end, "why": why}
        await self.store.execute(
            self.store.insert(nets).values(row).on_conflict_do_update(index_elements=["net"], set_=change)
        )
        await self.shut.read()
        await self.note(by, "net", about=f"{net} {_days(end)}", why=why)
        return str(net)

    async def lift_net(self, by: User, words: str) -> None:
        net = str(read_net(words))
        if not await self.store.execute(delete(nets).where(nets.c.net == net)):
            raise Refused(404, "error.no_net")
        await self.shut.read()
        await self.note(by, "net", about=f"{net} -")

    async def closed_nets(self) -> list[Row]:
        return await self.store.rows(select(nets).where(nets.c.until > time()).order_by(nets.c.net))

    # what was done

    async def note(self, by: User | None, what: str, person: str | None = None, about: str = "", why: str = "") -> None:
        row = {"at": time(), "user_id": by.id if by else None, "what": what, "person_id": person}
        await self.store.execute(insert(audit).values(row | {"about": about[:120], "why": why}))

    async def noted(self, limit: int = 100) -> list[Row]:
        by, person = users.alias("by"), users.alias("person")
        wanted = (
            select(audit, by.c.name.label("by"), person.c.name.label("person"))
            .outerjoin(by, by.c.id == audit.c.user_id)
            .outerjoin(person, person.c.id == audit.c.person_id)
            .order_by(audit.c.id.desc())
            .limit(limit)
        )
        return await self.store.rows(wanted)


def read_ip(words: str) -> IPv4Address | IPv6Address:
    """One address; a server for both kinds writes the old ones as new ones (`::ffff:203.0.113.7`)."""
    found = ip_address(words.split("%")[0])
    return getattr(found, "ipv4_mapped", None) or found


def read_net(words: str) -> Net:
    """An address or a range of them, not wider than what one provider gives away."""
    try:
        net = ip_network(words.strip(), strict=False)
    except ValueError as error:
        raise Refused(422, "error.net") from error
    if isinstance(net, IPv6Network) and net.network_address.ipv4_mapped and net.prefixlen >= 96:
        net = ip_network((net.network_address.ipv4_mapped, net.prefixlen - 96))
    if net.prefixlen < (8 if net.version == 4 else 19):
        raise Refused(422, "error.net")
    return net


def _days(end: float) -> str:
    """How long it lasts, for the list of what was done."""
    left = end - time()
    return "-" if left <= 0 else "∞" if left > 1000 * 365 * DAY else f"{round(left / DAY)} d"
