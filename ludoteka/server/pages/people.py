"""Pages about people: myself."""

from __future__ import annotations

from litestar import get
from litestar.response import Template

from ludoteka.server.auth import Lang, Viewer
from ludoteka.server.pages.shell import Asked, render


@get("/me", include_in_schema=False)
async def me_page(request: Asked, lang: Lang, viewer: Viewer) -> Template:
    return render(request, "me.html", lang, viewer, {})


PEOPLE = [me_page]
