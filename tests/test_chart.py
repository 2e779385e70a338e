"""Line charts for the docs."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from scripts.chart import Panel, chart, grid_step

SPACE = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(("highest", "step"), [(0.9, 0.2), (1.0, 0.2), (17.8, 5.0), (100.0, 20.0), (101.0, 25.0)])
def test_few_lines_across_reach_the_highest_value(highest: float, step: float) -> None:
    assert grid_step(highest) == pytest.approx(step)


def test_a_line_ends_where_its_values_say() -> None:
    panel = Panel("Two <games>", {"a": [(0, 0), (10, 100)], "b": [(0, 50), (10, 50)]}, [(0, "none"), (10, "ten")], " %")
    drawn = ElementTree.fromstring(chart([panel, panel]))
    lines = [path.get("d", "") for path in drawn.iter(f"{SPACE}path") if path.find(f"{SPACE}title") is not None]
    assert len(lines) == 4
    assert lines[0] == "M46.0 224.0L346.0 34.0"  # from the lower left corner to the upper right one
    assert lines[1] == "M46.0 129.0L346.0 129.0"  # half way up
    said = [text.text for text in drawn.iter(f"{SPACE}text")]
    assert said.count("Two <games>") == 2
    assert {"none", "ten", "100 %", "a", "b"} <= set(said)
