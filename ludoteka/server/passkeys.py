"""Passkeys: logging in with a device instead of a password. WebAuthn itself is the work of a library, which is slow to
load and comes in when somebody has a passkey."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from time import time
from typing import Any
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from ludoteka.server.people import People, User, hashed, user_of
from ludoteka.server.refused import Refused
from ludoteka.server.schema import challenges, passkeys
from ludoteka.server.store import Row

MINUTES = 300.0
"""Seconds in which a question to a device has to be answered."""
MOST = 20
"""Passkeys of one account."""


class Site(msgspec.Struct):
    """Where the browser thinks that it is."""

    name: str
    """The host, which a passkey is bound to."""
    origins: list[str]

    @classmethod
    def of(cls, public_url: str, host: str) -> Site:
        """What the host of the house says, else where the request came to; a proxy may speak TLS for us."""
        if public_url:
            parts = urlsplit(public_url)
            return cls(parts.hostname or "", [f"{parts.scheme}://{parts.netloc}"])
        return cls(urlsplit(f"//{host}").hostname or "", [f"http://{host}", f"https://{host}"])


class PasskeyOut(msgspec.Struct):
    id: str
    label: str
    created: float
    seen: float


class Passkeys:
    def __init__(self, people: People) -> None:
        self.people = people
        self.store = people.store

    async def mine(self, user: User) -> list[Row]:
        wanted = select(passkeys).where(passkeys.c.user_id == user.id)
        return await self.store.rows(wanted.order_by(passkeys.c.created))

    # a new one

    async def ask(self, user: User, site: Site) -> dict[str, Any]:
        """What the browser needs to make one."""
        from webauthn import generate_registration_options
        from webauthn.helpers import options_to_json_dict
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        if not user.account:
            raise Refused(409, "error.no_account")
        known = await self.mine(user)
        if len(known) >= MOST:
            raise Refused(409, "error.many_passkeys", n=MOST)
        options = generate_registration_options(
            rp_id=site.name,
            rp_name="Ludoteka",
            user_id=user.id.encode(),
            user_name=user.name,
            # the device asks for a finger, a face or a number: it stands for a password
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(_bytes(row["id"])) for row in known],
        )
        await self._keep(options.challenge, user.id)
        return options_to_json_dict(options)

    async def add(self, user: User, site: Site, credential: dict[str, Any], label: str) -> None:
        from webauthn import verify_registration_response
        from webauthn.helpers.exceptions import WebAuthnException

        challenge = await self._used(credential, user.id)
        try:
            made = verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.name,
                expected_origin=site.origins,
                require_user_verification=True,
            )
        except WebAuthnException as error:
            raise Refused(422, "error.passkey") from error
        now = time()
        row = {"id": _text(made.credential_id), "user_id": user.id, "label": label, "created": now, "seen": now}
        row |= {"public_key": _text(made.credential_public_key), "count": made.sign_count}
        try:
            await self.store.execute(insert(passkeys).values(row))
        except IntegrityError as error:
            raise Refused(409, "error.passkey") from error

    async def drop(self, user: User, id: str) -> None:
        if not await self.store.execute(delete(passkeys).where(passkeys.c.user_id == user.id, passkeys.c.id == id)):
            raise Refused(404, "error.no_passkey")

    # coming in

    async def ask_anybody(self, site: Site) -> dict[str, Any]:
        """The device knows whose it is: nobody has to type a name."""
        from webauthn import generate_authentication_options
        from webauthn.helpers import options_to_json_dict
        from webauthn.helpers.structs import UserVerificationRequirement

        options = generate_authentication_options(
            rp_id=site.name, user_verification=UserVerificationRequirement.REQUIRED
        )
        await self._keep(options.challenge, None)
        return options_to_json_dict(options)

    async def login(self, site: Site, credential: dict[str, Any]) -> User:
        from webauthn import verify_authentication_response
        from webauthn.helpers.exceptions import WebAuthnException

        challenge = await self._used(credential, None)
        row = await self.store.row(select(passkeys).where(passkeys.c.id == str(credential.get("id", ""))[:1400]))
        if row is None:
            raise Refused(401, "error.passkey")
        try:
            proved = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.name,
                expected_origin=site.origins,
                credential_public_key=_bytes(row["public_key"]),
                credential_current_sign_count=row["count"],
                require_user_verification=True,
            )
        except WebAuthnException as error:
            raise Refused(401, "error.passkey") from error
        person = await self.people.row(row["user_id"])
        if person["banned_until"] > time():
            raise Refused(401, "error.passkey")
        this = update(passkeys).where(passkeys.c.id == row["id"])
        await self.store.execute(this.values(count=proved.new_sign_count, seen=time()))
        return user_of(person)

    # questions to devices

    async def _keep(self, challenge: bytes, user_id: str | None) -> None:
        row = {"id": hashed(_text(challenge)), "user_id": user_id, "until": time() + MINUTES}
        await self.store.execute(insert(challenges).values(row))

    async def _used(self, credential: dict[str, Any], user_id: str | None) -> bytes:
        """The question that this answers; it counts once, and only for the one who was asked."""
        try:
            said = credential["response"]["clientDataJSON"]
            asked = _bytes(msgspec.json.decode(_bytes(said))["challenge"])
        except (KeyError, TypeError, ValueError) as error:
            raise Refused(422, "error.passkey") from error
        this = (challenges.c.id == hashed(_text(asked))) & (challenges.c.until > time())
        mine = challenges.c.user_id.is_(None) if user_id is None else challenges.c.user_id == user_id
        if not await self.store.execute(delete(challenges).where(this, mine)):
            raise Refused(422, "error.passkey")
        return asked


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
