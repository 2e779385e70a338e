"""Scripts and styles are written for readers: no line runs out of sight."""

from __future__ import annotations

from pathlib import Path

WEB = Path(__file__).parents[2] / "ludoteka" / "server" / "web"
LONGEST = 160


def test_no_line_is_too_long() -> None:
    files = [p for kind in ("static/js/*.js", "static/css/*.css") for p in WEB.glob(kind)]
    long = [
        f"{p.name}:{n}"
        for p in files
        for n, line in enumerate(p.read_text("utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert len(files) > 50
    assert long == []
