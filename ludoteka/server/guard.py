"""Webhooks go to addresses that strangers choose. Nothing inside our network may be reached through them.

The name is resolved once, every address it has must be public, and the connection goes to exactly the address that was
checked: a name that answers differently the second time gains nothing. Redirects are not followed.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

import httpcore
import msgspec

from ludoteka.server.refused import Refused

TIMEOUT = 10.0


class BadAddress(Refused):
    """A webhook that may not be called."""

    def __init__(self, id: str, **args: Any) -> None:
        super().__init__(422, id, **args)


class HookFailed(OSError):
    """The other side could not be reached in time or did not answer 2xx."""


UNICAST = ipaddress.ip_network("2000::/3")
"""The only part of IPv6 given to the world: local, mapped, translated (NAT64) and compatible addresses lie outside."""


def is_public(address: str) -> bool:
    found = ipaddress.ip_address(address.split("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if inner is None and found not in UNICAST:
            return False
        found = inner or found
    return found.is_global and not found.is_multicast


async def resolve(host: str, port: int, private: bool) -> str:
    """An address of this host that may be called."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise BadAddress("error.hook_unknown", host=host) from error
    addresses = [str(info[4][0]) for info in found]
    if not private and not all(is_public(a) for a in addresses):
        raise BadAddress("error.hook_inside", host=host)
    return addresses[0]


async def check_url(url: str, private: bool = False) -> None:
    parts = urlsplit(url)
    try:
        port = parts.port
    except ValueError as error:
        raise BadAddress("error.hook_form") from error
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.password:
        raise BadAddress("error.hook_form")
    if not private and (parts.scheme != "https" or port not in (None, 443)):
        raise BadAddress("error.hook_https")
    await resolve(parts.hostname, port or 443, private)


class _Checked(httpcore.AsyncNetworkBackend):
    """Connects to the address that was checked and no other; TLS still proves the name."""

    def __init__(self, private: bool) -> None:
        self.private = private
        self.inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        address = await resolve(host, port, self.private)
        return await self.inner.connect_tcp(address, port, timeout, local_address, socket_options)

    async def sleep(self, seconds: float) -> None:
        await self.inner.sleep(seconds)


async def post(url: str, content: bytes, headers: Mapping[str, str], private: bool = False) -> int:
    """Send it; the status of the answer. Raises for an address that may not be called or does not answer in time."""
    await check_url(url, private)
    pool = httpcore.AsyncConnectionPool(
        ssl_context=ssl.create_default_context(), network_backend=_Checked(private), max_connections=1
    )
    limits = dict.fromkeys(("connect", "read", "write", "pool"), TIMEOUT)
    sent = [(name.encode(), value.encode()) for name, value in {**headers, "user-agent": "ludoteka"}.items()]
    try:
        async with (
            asyncio.timeout(2 * TIMEOUT),
            pool,
            pool.stream("POST", url, headers=sent, content=content, extensions={"timeout": limits}) as answer,
        ):
            return answer.status  # what it says is of no interest, and where it points to even less
    except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError, TimeoutError) as error:
        raise HookFailed(f"{type(error).__name__} {error}".strip()) from error


async def post_json(url: str, body: dict[str, Any], private: bool = False) -> None:
    """Send it; raises for an answer that is not 2xx, too."""
    status = await post(url, msgspec.json.encode(body), {"content-type": "application/json"}, private)
    if not 200 <= status < 300:
        raise HookFailed(f"HTTP {status}")
