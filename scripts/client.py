"""Writes what `ludoteka.client` has from elsewhere: `python -m scripts.client`.

`shapes.py` are the types of what comes back, from the OpenAPI document; `synchronous.py` is `asynchronous.py` without
waiting. A test says when they are out of date.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludoteka.server.app import create_app
from ludoteka.server.openapi import SCHEMAS, document, references
from ludoteka.server.settings import Settings

CLIENT = Path(__file__).parent.parent / "ludoteka" / "client"
WANTED = ("Brief", "HintOut", "Me", "Moved", "Problem", "Shelf", "Undone", "Whole", "Why")
KINDS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None", "object": "Any"}
WITHOUT_WAITING = (
    (r'""".*?"""', '"""The client for programs that wait. Written by `scripts/client.py` from `asynchronous.py`."""'),
    (r"Awaitable\[(\w+)\]", r"\1"),
    (r"import AsyncGenerator, Awaitable, Callable", "import Callable, Generator"),
    (r"AsyncGenerator\[Event, None\]", "Generator[Event, None, None]"),
    (r"\basync (def|with|for) ", r"\1 "),
    (r"\bawait ", ""),
    (r"\basyncio\b", "time"),
    (r"AsyncClient", "Client"),
    (r"__a(enter|exit)__", r"__\1__"),
    (r"\ba(close|closing|read|iter_lines)\b", r"\1"),
)


def synchronous() -> str:
    text = (CLIENT / "asynchronous.py").read_text("utf-8")
    for i, (pattern, instead) in enumerate(WITHOUT_WAITING):
        text = re.sub(pattern, instead, text, count=0 if i else 1)
    return formatted(text)


def shapes() -> str:
    """The wanted types and all they are made of."""
    schemas = document(create_app(Settings(secret="to read only")))["components"]["schemas"]
    needed: dict[str, str] = {}
    todo = list(WANTED)
    while todo:
        name = todo.pop()
        if name not in needed:
            needed[name] = "\n".join(typed_dict(name, schemas[name]))
            todo += references(schemas[name])
    head = '"""What comes back, as types. Written by `scripts/client.py` from the OpenAPI document."""\n\n'
    imports = "from __future__ import annotations\n\nfrom typing import Any, Literal, NotRequired, TypedDict\n\n\n"
    return formatted(head + imports + "\n\n\n".join(needed[name] for name in sorted(needed)) + "\n")


def typed_dict(name: str, schema: dict[str, Any]) -> Iterator[str]:
    yield f"class {name}(TypedDict):"
    if words := schema.get("description"):
        yield f'    """{words}"""\n'
    for field, value in schema["properties"].items():
        kind = python_type(value)
        yield f"    {field}: {kind if field in schema.get('required', ()) else f'NotRequired[{kind}]'}"


def python_type(schema: dict[str, Any]) -> str:
    match schema:
        case {"$ref": str(ref)}:
            return ref.removeprefix(SCHEMAS)
        case {"oneOf": list(ways)} | {"anyOf": list(ways)}:
            return " | ".join(map(python_type, ways))
        case {"enum": list(values)}:
            return f"Literal[{', '.join(map(repr, values))}]"
        case {"const": value}:
            return f"Literal[{value!r}]"
        case {"type": "array", "items": dict(item)}:
            return f"list[{python_type(item)}]"
        case {"type": "array"}:
            return "list[Any]"
        case {"type": "object", "additionalProperties": dict(item)}:
            return f"dict[str, {python_type(item)}]"
        case {"type": list(kinds)}:
            return " | ".join(KINDS[kind] for kind in kinds)
        case {"type": str(kind)}:
            return KINDS[kind]
    return "Any"


def formatted(text: str) -> str:
    """In the form of the house."""
    for work in (["check", "--fix", "--select", "I"], ["format"]):
        ruff = [sys.executable, "-m", "ruff", *work, "--quiet", "-"]
        text = subprocess.run(ruff, input=text, text=True, capture_output=True, check=True).stdout
    return text


def main() -> None:
    (CLIENT / "shapes.py").write_text(shapes(), "utf-8")
    (CLIENT / "synchronous.py").write_text(synchronous(), "utf-8")


if __name__ == "__main__":
    main()
