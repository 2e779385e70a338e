"""The looks of the pages: one stylesheet, one sheet of icons, and the files of `web/static` under a versioned address.

Colours of boards come from `core.palette` and states of board things from `core/board.css`; nothing is written twice.
"""

from __future__ import annotations

import gzip
import mimetypes
import re
from functools import cache
from hashlib import sha256
from pathlib import Path

from ludoteka.core.icons import ICONS
from ludoteka.core.palette import PALETTE
from ludoteka.core.svg import BOARD_CSS, seat_defs, symbol
from ludoteka.server.icons import FAVICON, PAGE_ICONS

STATIC = Path(__file__).parent / "web" / "static"
SHEETS = (
    *("tokens", "base", "parts", "table", "live", "ask", "talk", "fight", "plans"),
    *("layout", "low", "phone", "views", "across", "card", "chooser", "told"),
    *("pages", "end", "forms", "learn", "people", "club", "cups"),
)
"""In this order: what comes later wins."""
REMARK = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)$", re.MULTILINE | re.DOTALL)
"""A comment of a script that has its lines to itself."""


@cache
def stylesheet() -> str:
    paints = "".join(f"--{name}:{_paint(*paints)};" for name, paints in PALETTE.items())
    sheets = [(STATIC / "css" / f"{name}.css").read_text("utf-8") for name in SHEETS]
    return "\n".join([f":root{{{paints}}}", *sheets, BOARD_CSS.read_text("utf-8")])


def _paint(day: str, lamp: str) -> str:
    return day if day == lamp else f"light-dark({day},{lamp})"


@cache
def sprite() -> str:
    """Icons and the shapes of seats, once per page; `<use href="#i-bag">` shows one."""
    icons = "".join(symbol(f"i-{name}", body) for name, body in (ICONS | PAGE_ICONS).items())
    return f'<svg id="sprite" class="b" width="0" height="0" aria-hidden="true"><defs>{icons}{seat_defs()}</defs></svg>'


def script(source: str) -> str:
    """Without its remarks, which would be a sixth of what is sent; the lines keep their numbers."""
    return REMARK.sub(lambda remark: "\n" * remark[0].count("\n"), source)


class Asset:
    def __init__(self, name: str, body: bytes) -> None:
        self.body = body
        self.packed = gzip.compress(body, 9, mtime=0)
        self.kind = mimetypes.guess_type(name)[0] or "application/octet-stream"


@cache
def assets() -> dict[str, Asset]:
    """Path under the version -> file. Read once: a new version of the server is a new address."""
    found = {"look.css": Asset("look.css", stylesheet().encode())}
    found["logo.svg"] = Asset("logo.svg", FAVICON.encode())
    for path in sorted(STATIC.rglob("*")):
        name = path.relative_to(STATIC).as_posix()
        if path.is_file() and not name.startswith(("css/", ".")):
            body = path.read_bytes()
            found[name] = Asset(name, script(body.decode()).encode() if path.suffix == ".js" else body)
    return found


@cache
def version() -> str:
    digest = sha256()
    for name, asset in assets().items():
        digest.update(name.encode() + b"\0" + asset.body)
    return digest.hexdigest()[:10]


@cache
def modules(entry: str) -> list[str]:
    """A script and all that it imports, so that a page can fetch them side by side instead of one after the other."""
    found = [entry]
    for name in found:
        body = assets()[name].body.decode()
        imported = dict.fromkeys(
            f"js/{other}" for other in re.findall(r'^(?:import|}) .*"\./([\w-]+\.js)"', body, re.MULTILINE)
        )
        found += [other for other in imported if other not in found]
    return found
