"""What people are to each other: friends, muted in chats, blocked."""

from __future__ import annotations

from collections.abc import Iterable
from time import time
from typing import Literal

import msgspec
from sqlalchemy import ColumnElement, and_, delete, func, or_, select, union

from ludoteka.server.hub import News
from ludoteka.server.people import People, User
from ludoteka.server.refused import Refused
from ludoteka.server.schema import ties, users

Kind = Literal["friend", "mute", "block"]
MOST = 500
"""Ties of one person."""
HERE = 600.0
"""Seconds after which somebody is not here any more; who plays is seen every five minutes."""


class PersonOut(msgspec.Struct):
    id: str
    name: str
    account: bool
    here: bool
    """Seen a moment ago; only told among friends."""


class Known(msgspec.Struct):
    """Whom a person knows, in which way."""

    friends: list[PersonOut] = []
    asking: list[PersonOut] = []
    """Wish to be friends; agree with the same request."""
    asked: list[PersonOut] = []
    """Have not agreed yet."""
    muted: list[PersonOut] = []
    blocked: list[PersonOut] = []


class Ties:
    def __init__(self, people: People) -> None:
        self.people = people
        self.store = people.store

    async def tie(self, user: User, other: str, kind: Kind) -> None:
        """A friend is one once both have said so. Whom I block is no friend any more."""
        row = await self.people.row(other)
        if other == user.id:
            raise Refused(409, "error.yourself")
        if kind == "friend" and not (user.account and row["password"]):
            raise Refused(409, "error.no_account")
        mine = await self.store.row(select(func.count().label("n")).where(ties.c.user_id == user.id))
        if mine is not None and mine["n"] >= MOST:
            raise Refused(409, "error.too_many_ties", n=MOST)
        if kind == "friend" and await self.blocks(other, user.id):
            return  # whoever is blocked does not learn of it
        values = {"user_id": user.id, "other_id": other, "kind": kind, "at": time()}
        async with self.store.write() as connection:
            await connection.execute(self.store.insert(ties).values(values).on_conflict_do_nothing())
            if kind == "block":
                await connection.execute(delete(ties).where(_between(user.id, other), ties.c.kind == "friend"))
        self.people.hub.publish(News([f"user:{other}"]))

    async def untie(self, user: User, other: str, kind: Kind) -> None:
        """A friendship ends on both sides, and so does a wish for one."""
        gone = and_(ties.c.user_id == user.id, ties.c.other_id == other)
        if kind == "friend":
            gone = _between(user.id, other)
        await self.store.execute(delete(ties).where(gone, ties.c.kind == kind))

    async def known(self, user: User) -> Known:
        """Everybody this person has to do with."""
        wanted = select(ties.c.user_id, ties.c.kind, users.c.id, users.c.name, users.c.password, users.c.seen)
        mine = and_(ties.c.user_id == user.id, users.c.id == ties.c.other_id)
        theirs = and_(ties.c.other_id == user.id, users.c.id == ties.c.user_id, ties.c.kind == "friend")
        rows = await self.store.rows(wanted.where(or_(mine, theirs)).order_by(users.c.name))
        wish = {r["id"] for r in rows if r["kind"] == "friend" and r["user_id"] == user.id}
        answer = {r["id"] for r in rows if r["kind"] == "friend" and r["user_id"] != user.id}
        found, now = Known(), time()
        for r in rows:
            friends = r["kind"] == "friend" and r["id"] in wish & answer
            person = PersonOut(r["id"], r["name"], r["password"] is not None, friends and now - r["seen"] < HERE)
            if friends:
                if r["user_id"] == user.id:
                    found.friends.append(person)
            elif r["kind"] == "friend":
                (found.asked if r["user_id"] == user.id else found.asking).append(person)
            else:
                (found.muted if r["kind"] == "mute" else found.blocked).append(person)
        return found

    async def blocks(self, user_id: str, other: str) -> bool:
        wanted = and_(ties.c.user_id == user_id, ties.c.other_id == other, ties.c.kind == "block")
        return await self.store.row(select(ties.c.at).where(wanted)) is not None

    async def apart(self, one: str, others: Iterable[str | None]) -> list[str]:
        """Those of the others who have blocked the one, or whom the one has blocked."""
        known = [other for other in others if other]
        mine = select(ties.c.other_id).where(ties.c.user_id == one, ties.c.other_id.in_(known))
        theirs = select(ties.c.user_id).where(ties.c.other_id == one, ties.c.user_id.in_(known))
        both = union(*(wanted.where(ties.c.kind == "block") for wanted in (mine, theirs)))
        return [row["other_id"] for row in await self.store.rows(both)]

    async def invitable(self, host: User, other: str) -> User:
        """Somebody whom the host may invite."""
        guest = await self.people.get(other)
        if other == host.id or await self.apart(host.id, [other]):
            raise Refused(403, "error.cannot_invite", name=guest.name)
        return guest

    async def unheard(self, user_id: str) -> list[str]:
        """Whose words this person does not want to read."""
        wanted = and_(ties.c.user_id == user_id, ties.c.kind.in_(("mute", "block")))
        return [row["other_id"] for row in await self.store.rows(select(ties.c.other_id).where(wanted))]


def _between(one: str, other: str) -> ColumnElement[bool]:
    return or_(
        and_(ties.c.user_id == one, ties.c.other_id == other), and_(ties.c.user_id == other, ties.c.other_id == one)
    )
