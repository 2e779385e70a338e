"""Notices through the push services of browsers: encrypted for one browser (RFC 8291), signed by this house (RFC 8292).

The addresses come from browsers, that is from strangers: they are called through the guarded connection only.
"""

from __future__ import annotations

import base64
import hashlib
from email.utils import parseaddr
from time import time
from typing import Annotated, Any
from urllib.parse import urlsplit

import http_ece
import msgspec
import structlog
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from msgspec import Meta
from py_vapid import Vapid02
from sqlalchemy import delete, select

from ludoteka.server.guard import HookFailed, check_url, post
from ludoteka.server.refused import Refused
from ludoteka.server.schema import pushes
from ludoteka.server.settings import Settings
from ludoteka.server.store import Store

log = structlog.get_logger()
MOST = 10
"""Browsers of one person; the oldest makes room."""
KEPT = 86_400
"""Seconds a push service keeps a message for a browser that is not there."""
SIGNED = 12 * 3600
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the group of P-256."""

Code = Annotated[str, Meta(max_length=200, pattern=r"^[A-Za-z0-9_-]+=*$")]


class Keys(msgspec.Struct, forbid_unknown_fields=True):
    p256dh: Code
    auth: Code


class Subscription(msgspec.Struct, forbid_unknown_fields=True):
    """What `PushManager.subscribe` gives a page."""

    endpoint: Annotated[str, Meta(max_length=1000, pattern=r"^https?://")]
    keys: Keys
    expiration: float | None = msgspec.field(name="expirationTime", default=None)


class Message(msgspec.Struct):
    """What the service worker shows."""

    title: str
    body: str
    url: str
    """Of this house, from the root."""
    tag: str = ""
    """A later message with the same tag takes its place."""


def raw(code: str) -> bytes:
    return base64.urlsafe_b64decode(code.rstrip("=") + "=" * (-len(code.rstrip("=")) % 4))


def code(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def private_key(secret: str) -> ec.EllipticCurvePrivateKey:
    """The key of the house, made from its secret: every process has the same one and nothing more is to be kept."""
    number = int.from_bytes(hashlib.sha512(b"push " + secret.encode()).digest())
    return ec.derive_private_key(number % (_ORDER - 1) + 1, ec.SECP256R1())


def point(key: ec.EllipticCurvePrivateKey) -> bytes:
    public = key.public_key()
    return public.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


class Push:
    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.key = private_key(settings.secret)

    @property
    def public_key(self) -> str:
        """What browsers subscribe with."""
        return code(point(self.key))

    async def subscribe(self, user_id: str, subscription: Subscription) -> None:
        await check_url(subscription.endpoint, self.settings.hooks_to_private)
        keys = subscription.keys
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw(keys.p256dh))
            good = len(raw(keys.auth)) == 16
        except ValueError:
            good = False
        if not good:
            raise Refused(422, "error.push_keys")
        values = {"user_id": user_id, "endpoint": subscription.endpoint, "at": time()}
        values |= {"p256dh": keys.p256dh, "auth": keys.auth, "id": _name(subscription.endpoint)}
        insert = self.store.insert(pushes).values(values)
        # a browser in which somebody else logs in is theirs from then on
        await self.store.execute(insert.on_conflict_do_update(index_elements=["id"], set_=values))
        own = select(pushes.c.id).where(pushes.c.user_id == user_id).order_by(pushes.c.at.desc()).offset(MOST)
        old = [row["id"] for row in await self.store.rows(own.limit(MOST))]
        if old:
            await self.store.execute(delete(pushes).where(pushes.c.id.in_(old)))

    async def unsubscribe(self, user_id: str, endpoint: str) -> None:
        await self.store.execute(delete(pushes).where(pushes.c.user_id == user_id, pushes.c.id == _name(endpoint)))

    async def has(self, user_id: str) -> bool:
        return await self.store.row(select(pushes.c.id).where(pushes.c.user_id == user_id).limit(1)) is not None

    async def send(self, user_id: str, message: Message) -> None:
        """To every browser of a person. One that is gone is forgotten; if none could be reached it fails."""
        body = msgspec.json.encode(message)
        sent, failure = 0, None
        for row in await self.store.rows(select(pushes).where(pushes.c.user_id == user_id)):
            try:
                status = await self._post(row["endpoint"], raw(row["p256dh"]), raw(row["auth"]), body, message.tag)
            except (OSError, Refused) as error:
                failure = error
                continue
            if status in (404, 410):
                await self.store.execute(delete(pushes).where(pushes.c.id == row["id"]))
            elif 200 <= status < 300:
                sent += 1
            else:
                failure = HookFailed(f"HTTP {status}")
        if failure is not None and not sent:
            raise failure

    async def _post(self, url: str, theirs: bytes, auth: bytes, body: bytes, tag: str) -> int:
        once = ec.generate_private_key(ec.SECP256R1())
        sealed = http_ece.encrypt(body, private_key=once, dh=theirs, auth_secret=auth, version="aes128gcm")
        headers = {"content-encoding": "aes128gcm", "content-type": "application/octet-stream", "ttl": str(KEPT)}
        headers |= {"urgency": "normal", "authorization": self._signature(url)}
        if tag:
            headers["topic"] = code(hashlib.sha256(tag.encode()).digest())[:32]
        return await post(url, sealed, headers, self.settings.hooks_to_private)

    def _signature(self, url: str) -> str:
        parts = urlsplit(url)
        claims: dict[str, Any] = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time()) + SIGNED}
        claims["sub"] = self._contact()
        signed: str = Vapid02(private_key=self.key).sign(claims)["Authorization"]
        return signed

    def _contact(self) -> str:
        """Where a push service may complain."""
        if self.settings.public_url.startswith("https://"):
            return self.settings.public_url
        return "mailto:" + (parseaddr(self.settings.smtp_from)[1] or "nobody@ludoteka.invalid")


def _name(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()
