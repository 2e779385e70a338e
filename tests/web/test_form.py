"""Scripts, sheets and templates are for readers: no line runs out of sight. What only readers need is not sent."""

from __future__ import annotations

from pathlib import Path

from ludoteka.server import look

WEB = Path(__file__).parents[2] / "ludoteka" / "server" / "web"
LONGEST = 160


def test_no_line_is_too_long() -> None:
    files = [p for p in WEB.rglob("*.*") if p.suffix in (".css", ".html", ".js", ".svg")]
    long = [
        f"{p.name}:{n}"
        for p in files
        for n, line in enumerate(p.read_text("utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert len(files) > 100
    assert long == []


def test_remarks_stay_at_home_and_lines_keep_their_numbers() -> None:
    written = "// first\nconst a = 1; // said aside\n/**\n * Told at length.\n */\nconst b = /** @type {any} */ (a);\n"
    written += "  /** @type {any} */ const c = b;\n/** short */\n"
    sent = "\nconst a = 1; // said aside\n\n\n\nconst b = /** @type {any} */ (a);\n"
    assert look.script(written) == sent + "  /** @type {any} */ const c = b;\n\n"
    for path in (WEB / "static/js").glob("*.js"):
        here, there = path.read_text("utf-8").splitlines(), look.assets()[f"js/{path.name}"].body.decode().splitlines()
        assert len(here) == len(there), path.name
        gone = [line.strip() for line, kept in zip(here, there, strict=True) if line != kept]
        assert all(line.startswith(("//", "/**", "*")) for line in gone), path.name
