"""What the server tells a page, as types that its scripts can be checked against: `python -m scripts.page_types`.

`make format` writes them anew from the structs of the server; nothing is written twice by hand.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

import ludoteka.server.app  # noqa: F401  first: its parts need each other
from ludoteka.server.intended import Intended
from ludoteka.server.planned import Ahead
from ludoteka.server.routes.analysis import AnalysisOut
from ludoteka.server.routes.cards import CardOut
from ludoteka.server.routes.moves import OrdersOut
from ludoteka.server.routes.tables import Whole
from ludoteka.server.streams import News

TOLD = (Whole, News, CardOut, Intended, Ahead, OrdersOut, AnalysisOut)
HOME = Path(__file__).with_name("told.d.ts")
HEAD = "// What the server tells a page. Written by scripts/page_types.py from the structs of the server.\n"
PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def type_of(schema: dict[str, Any]) -> str:
    match schema:
        case {"$ref": str(name)}:
            return name
        case {"anyOf": parts}:
            return " | ".join(map(type_of, parts))
        case {"enum": values}:
            return " | ".join(map(json.dumps, values))
        case {"type": "array", "prefixItems": parts}:
            return f"[{', '.join(map(type_of, parts))}]"
        case {"type": "array", **more}:
            return f"Array<{type_of(more.get('items', {}))}>"
        case {"type": "object", **more}:
            return f"Record<string, {type_of(more.get('additionalProperties', {}))}>"
        case {"type": str(kind)}:
            return PLAIN[kind]
    return "any"


def page_types() -> str:
    _, found = msgspec.json.schema_components(TOLD, ref_template="{name}")
    parts = []
    for name, schema in sorted(found.items()):
        if "enum" in schema:
            parts.append(f"  type {name} = {type_of(schema)};\n")
            continue
        fields = "".join(f"    {field}: {type_of(its)};\n" for field, its in schema["properties"].items())
        parts.append(f"  interface {name} {{\n{fields}  }}\n")
    return f"{HEAD}declare namespace Told {{\n{''.join(parts)}}}\n"


if __name__ == "__main__":
    HOME.write_text(page_types(), "utf-8")
