from __future__ import annotations

from pathlib import Path

from benchmarks.measures import ours
from benchmarks.speed import FIRST, LAST, table, write


def test_every_figure_can_be_measured() -> None:
    figures = {what: measure(1, 0.01) for what, measure in ours("pebbles")}
    assert all(figure > 0 for figure in figures.values())
    assert {"steps, list", "steps, sample", "copies", "matches", "search simulations"} <= set(figures)


def test_the_table_goes_into_its_page_with_ratios(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{FIRST}\nold\n{LAST}\nafter\n", "utf-8")
    ours, peer = ("pebbles", "copies"), ("catanatron", "copies")
    found = {("peer", peer): [10.0], ("pure", ours): [190.0, 200.0, 900.0], ("native", ours): [500.0]}
    write(table(found, [ours]), page)
    text = page.read_text("utf-8")
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert "old" not in text
    assert "| pebbles | copies | 200 | 500 | 2.50 | 20.0 | catanatron |" in text
