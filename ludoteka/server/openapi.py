"""The OpenAPI document, made to tell the truth.

Litestar describes what goes in and what comes out. Added here is what it cannot know: who may ask and with what proof,
every refusal in the shape that `app.refuse` gives it, the events of the streams, and the words beside the fields.

A route says what else it refuses with `refuses=(502,)` and what its stream carries with `events={…}`; the rest is
read off its parameters.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from litestar import Litestar, Request
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.routes import HTTPRoute

from ludoteka.server.auth import FOR_ANYBODY
from ludoteka.server.limits import limit

SCHEMAS = "#/components/schemas/"
ANYBODY = (400, 414, 500)
"""An address that is no text or too long; a fault of ours."""
SOMEBODY = (401, 403)
"""A token that nobody knows; a network that is kept out."""
REFUSALS = {
    400: ("Malformed", "The request cannot be read; the message says which field."),
    401: ("Unknown", "Nobody we know: no session, or a token that has ended."),
    403: ("Forbidden", "Not yours: the seat, the table or the office; or the CSRF token is missing."),
    404: ("Missing", "It does not exist, or not for you."),
    409: ("TooLate", "It cannot be done any more, or not yet."),
    410: ("Gone", "It was there, and counts no longer."),
    413: ("TooLarge", "The body is too long."),
    414: ("AddressTooLong", "The address is too long."),
    422: ("AgainstTheRules", "The rules of the game or of the house say no; `rule` names the rule."),
    429: ("TooOften", "Too many requests; `Retry-After` says for how many seconds to wait, if time helps."),
    500: ("Fault", "A fault of ours; it is noted."),
    502: ("NoMail", "The mail could not be sent."),
}
PROOFS = {
    "token": {"type": "http", "scheme": "bearer", "description": "Made with `POST /api/me/tokens`; for programs."},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "ludoteka", "description": "The session of a browser."},
    "csrf": {
        "type": "apiKey",
        "in": "header",
        "name": "x-csrftoken",
        "description": "The value of the cookie `csrftoken`; with every request of a browser that changes something.",
    },
}
Schema = dict[str, Any]


class Document(JsonRenderPlugin):
    def render(self, request: Request[Any, Any, Any], openapi_schema: Schema) -> bytes:
        return msgspec.json.encode(document(request.app))


def operation_id(handler: HTTPRouteHandler, method: Any, path: Any) -> str:
    """`tables_join`: the subject and what is done with it."""
    return "_".join([*handler.resolve_tags()[:1], handler.handler_name.rpartition(".")[2]])


def document(app: Litestar) -> Schema:
    """The whole document, written once."""
    found: Schema | None = app.state.get("openapi")
    if found is None:
        found = app.state["openapi"] = _document(app)
    return found


def _document(app: Litestar) -> Schema:
    made: Schema = app.openapi_schema.to_schema()
    components = made["components"]
    components["securitySchemes"] = PROOFS
    components["responses"] = {name: refusal(status) for status, (name, _) in REFUSALS.items()}
    for method, path, handler in handlers(app):
        operation = made["paths"][path][method]
        operation["security"] = security(handler, method)
        if events := handler.opt.get("events"):
            operation["responses"]["200"] = stream(events, components["schemas"])
        for status in sorted(refused(handler, method, path)):
            refuse(operation["responses"], status)
    sent = sent_to_us(made)
    for name, schema in components["schemas"].items():
        describe(name, schema)
        if name not in sent:
            schema["required"] = list(schema.get("properties", ()))  # an answer leaves nothing out
    return made


def handlers(app: Litestar) -> Iterator[tuple[str, str, HTTPRouteHandler]]:
    """What the document describes: method, path and the function that answers."""
    for route in app.routes:
        if not isinstance(route, HTTPRoute):
            continue
        for method, (handler, _) in route.route_handler_map.items():
            if handler.resolve_include_in_schema() and method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
                yield method.lower(), route.path_format or "/", handler


def refused(handler: HTTPRouteHandler, method: str, path: str) -> set[int]:
    """Every status that this route refuses with."""
    given, found = handler.parsed_fn_signature.parameters, {*ANYBODY, *handler.opt.get("refuses", ())}
    if not path.startswith(FOR_ANYBODY):
        found.update(SOMEBODY)
    if "data" in given:
        found.add(413)
    if "{" in path:
        found.add(404)
    if method != "get":
        found.update((409, 422))  # what changes something can come too late or be against the rules of the house
    if path.startswith("/api/tables/{id}"):
        found.add(409)  # frozen: the installed rules do not fit it
    counted = any(getattr(m, "__qualname__", "").startswith(limit.__name__) for m in handler.resolve_middleware())
    if counted or "player" in given or handler.opt.get("events"):
        found.add(429)
    return found


def refuse(responses: Schema, status: int) -> None:
    name, words = REFUSALS[status]
    kept = responses.get(str(status), {}).get("content", {}).get("application/json", {}).get("schema", {})
    if "$ref" not in kept:
        responses[str(status)] = {"$ref": f"#/components/responses/{name}"}
        return
    shapes = {"oneOf": [{"$ref": SCHEMAS + "Problem"}, kept]}
    responses[str(status)] = {"description": words, "content": {"application/json": {"schema": shapes}}}


def refusal(status: int) -> Schema:
    made: Schema = {
        "description": REFUSALS[status][1],
        "content": {"application/json": {"schema": {"$ref": SCHEMAS + "Problem"}}},
    }
    if status == 429:
        made["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds."}}
    return made


def security(handler: HTTPRouteHandler, method: str) -> list[dict[str, list[str]]]:
    """The ways to prove who asks; an empty one: nobody in particular may."""
    given = set(handler.parsed_fn_signature.parameters)
    csrf: dict[str, list[str]] = {} if method == "get" else {"csrf": []}
    ways: list[dict[str, list[str]]] = [{"token": []}, {"cookie": [], **csrf}]
    return ways if given & {"member", "moderator", "admin"} else [*ways, csrf]


def stream(events: dict[str, Any], schemas: Schema) -> Schema:
    """Server-sent events: OpenAPI 3.1 has no word for them, so the shape of each stands under `x-events`."""
    shapes, more = msgspec.json.schema_components(list(events.values()), ref_template=SCHEMAS + "{name}")
    for name, schema in more.items():
        schemas.setdefault(name, schema)
    content = {"schema": {"type": "string"}, "x-events": dict(zip(events, shapes, strict=True))}
    words = "Events without end: lines `event:`, `id:` and `data:` (JSON, see `x-events`); an empty line ends one."
    return {"description": words, "content": {"text/event-stream": content}}


def sent_to_us(made: Schema) -> set[str]:
    """The names of the shapes that may come in, and of what they are made of."""
    schemas, found = made["components"]["schemas"], set[str]()
    todo = references([o.get("requestBody") for path in made["paths"].values() for o in path.values()])
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += references(schemas[name])
    return found


def references(schema: Any) -> list[str]:
    """The names of the shapes that a piece of the document speaks of."""
    if isinstance(schema, dict):
        here = [schema["$ref"].removeprefix(SCHEMAS)] if "$ref" in schema else []
        return here + references(list(schema.values()))
    return [name for item in schema for name in references(item)] if isinstance(schema, list) else []


def describe(name: str, schema: Schema) -> None:
    """Write the words of the class and its fields beside them."""
    struct = structs().get(name)
    if struct is None:
        return
    if struct.__doc__ and "description" not in schema:
        schema["description"] = " ".join(struct.__doc__.split())
    for field, words in field_words(struct).items():
        if field in schema.get("properties", {}):
            schema["properties"][field]["description"] = words


@cache
def structs() -> dict[str, type]:
    """The shapes of this server by name."""
    found: dict[str, type] = {}
    todo = list(msgspec.Struct.__subclasses__())
    while todo:
        struct = todo.pop()
        todo += struct.__subclasses__()
        if struct.__module__.startswith("ludoteka."):
            found[struct.__name__] = struct
    return found


def field_words(struct: type) -> dict[str, str]:
    """The strings that stand below the fields of a class and its bases."""
    found: dict[str, str] = {}
    for cls in reversed(struct.__mro__):
        if not cls.__module__.startswith("ludoteka."):
            continue
        tree = ast.parse(textwrap.dedent(inspect.getsource(cls))).body[0]
        assert isinstance(tree, ast.ClassDef)
        for field, below in zip(tree.body, tree.body[1:], strict=False):
            match field, below:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                    found[name] = " ".join(words.split())
    return found
