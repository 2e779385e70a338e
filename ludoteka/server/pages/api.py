"""The API to read: the OpenAPI document as a page."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from litestar import get
from litestar.response import Template

from ludoteka.server.auth import Lang, Viewer
from ludoteka.server.openapi import document
from ludoteka.server.pages.shell import Asked, render


@get("/api", include_in_schema=False)
async def api_page(request: Asked, lang: Lang, viewer: Viewer) -> Template:
    """Every operation by subject, then every shape."""
    made = document(request.app)
    found = [(method, path, o) for path, item in made["paths"].items() for method, o in item.items()]

    def subject(operation: tuple[str, str, dict[str, Any]]) -> str:
        return str(operation[2]["tags"][0])

    subjects = [(tag, list(every)) for tag, every in groupby(sorted(found, key=subject), subject)]
    return render(request, "api.html", lang, viewer, {"quiet": True}, subjects=subjects, components=made["components"])


API = [api_page]
