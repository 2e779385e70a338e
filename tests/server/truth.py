"""Whether answers are what the OpenAPI document says. Every answer that a test gets is held against it."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import httpx
import jsonschema_rs

from ludoteka.server.app import create_app
from ludoteka.server.openapi import document
from ludoteka.server.settings import Settings


@cache
def described() -> dict[str, Any]:
    return document(create_app(Settings(secret="to read only")))


@cache
def paths() -> list[tuple[re.Pattern[str], str]]:
    """What an address looks like, and what the document calls it; those without a variable first."""
    known = sorted(described()["paths"], key=lambda path: path.count("{"))
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), path) for path in known]


@cache
def validator(method: str, path: str, status: int, kind: str) -> Any:
    """What checks the body; None if the document promises none."""
    responses = described()["paths"][path][method]["responses"]
    assert str(status) in responses, f"{method} {path}: {status} is not described"
    response = responses[str(status)]
    if "$ref" in response:
        response = described()["components"]["responses"][response["$ref"].rpartition("/")[2]]
    if "content" not in response:
        return None
    assert kind in response["content"], f"{method} {path}: {kind} is not described"
    schema = response["content"][kind]["schema"] | {"components": described()["components"]}
    return jsonschema_rs.validator_for(schema)


def fits_document(method: str, url: str, status: int, kind: str, body: bytes) -> None:
    """Whether an answer has a status, a type and a body that the document promises."""
    address, kind = urlsplit(url).path, kind.partition(";")[0]
    path = next((name for pattern, name in paths() if pattern.fullmatch(address)), "")
    if method.lower() not in described()["paths"].get(path, {}) or (kind == "text/html" and status != 200):
        return
    checks = validator(method.lower(), path, status, kind)
    if checks is not None and kind == "application/json":
        fits(checks, json.loads(body), f"{method} {path} {status}")


def answer_fits(answer: httpx.Response) -> None:
    kind = answer.headers.get("content-type", "")
    body = b"" if kind.startswith("text/event-stream") else answer.read()
    fits_document(answer.request.method, str(answer.request.url), answer.status_code, kind, body)


def fits_event(path: str, name: str, data: Any) -> None:
    """Whether the stream at this path promises such an event."""
    content = described()["paths"][path]["get"]["responses"]["200"]["content"]["text/event-stream"]
    shape = content["x-events"][name] | {"components": described()["components"]}
    fits(jsonschema_rs.validator_for(shape), data, f"{path} {name}")


def fits(checks: Any, data: Any, where: str) -> None:
    try:
        checks.validate(data)
    except jsonschema_rs.ValidationError as error:
        raise AssertionError(f"{where}: {error}") from None
