"""Puzzles: those that are shipped hold what they promise; how they are found, and that a broken run goes on."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from ludoteka import games
from ludoteka.bots import mining
from ludoteka.bots.mining import MARGIN, Mined, Task, choose, look, mine
from ludoteka.bots.puzzles import Puzzle, puzzles_of
from ludoteka.bots.thought import Option
from ludoteka.cli import main
from ludoteka.core.action import verb_of
from ludoteka.core.rules import read_rules
from ludoteka.core.text import LANGS
from ludoteka.core.themes import themes

MATCHES = Path(__file__).parent.parent.parent / "matches"
GAMES = [name for name in games.names() if name != "pebbles"]


@pytest.mark.parametrize("name", GAMES)
def test_shipped_puzzles(name: str) -> None:
    game, found = games.load(name), puzzles_of(name)
    own, rules = themes(game), read_rules(game.folder, "en")
    assert len(found) >= 6
    assert len({p.id for p in found}) == len(found)
    for puzzle in found:
        state = puzzle.start()
        for text in puzzle.answer:
            assert state.to_move() == puzzle.seat
            assert game.parse(text) in state.legal_actions(), puzzle.source
            state.apply(game.parse(text))
        assert all(verb_of(game.parse(text)) in own.prepares for text in puzzle.answer[:-1])
        assert puzzle.key not in puzzle.others
        assert puzzle.value - max(puzzle.others.values()) >= 0.02
        assert puzzle.found <= mining.FOUND
        assert puzzle.themes
        assert puzzle.rule in rules
    for theme, rule in own.rules.items():
        assert rule in rules
        assert all(f"theme.{theme}" in game.catalogue(lang) for lang in LANGS)


class Opinions(mining.Thinker):
    """Says what it is told to, one list of values after the other."""

    def __init__(self, lists: list[dict[str, float]]) -> None:
        super().__init__()
        self.lists = lists

    def think(self, state: Any, seat: int, rng: Random, also: Any = None) -> list[Option]:
        values = self.lists.pop(0)
        parse = state.game().parse
        return [Option(parse(text), 1, v) for text, v in sorted(values.items(), key=lambda item: -item[1])]


A, B = "place red A", "place red B"


@pytest.mark.parametrize(
    ("looks", "besides", "found"),
    [
        ([{A: 0.6, B: 0.5}] * 3, None, A),
        ([{A: 0.6, B: 0.5}] * 3, A, None),  # anybody sees it
        ([{A: 0.6, B: 0.6 - MARGIN / 2}] * 3, None, None),  # not clearly
        ([{A: 0.6, B: 0.5}, {A: 0.6, B: 0.5}, {A: 0.5, B: 0.6}], None, None),  # not whatever the guesses
        ([{A: 0.6}] * 3, None, None),  # nothing to compare with
    ],
)
def test_one_action_must_be_clearly_best_each_time(
    looks: list[dict[str, float]], besides: str | None, found: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games.load("pebbles")
    state = game.new(2)
    rng = Random(1)
    while state.to_move() < 0:
        state.apply(state.sample(rng))
    thinker = Opinions([dict(values) for values in looks])
    monkeypatch.setattr(mining, "strongest", lambda game: thinker)
    seen = look(game, state, state.to_move(), "x", game.parse(besides) if besides else None)
    assert (str(seen.best) if seen else None) == found


def test_a_match_is_looked_through_the_same_way_each_time() -> None:
    record = (MATCHES / "pebbles" / "a-snatch.txt").read_text("utf-8")
    task = Task("a-snatch", record, 2, margin=0.0)
    once = mine(task)
    assert once.looked == 2
    assert mine(task) == once == Mined.read(once.line())


def one(id: str, source: str, theme: str, found: float = 0.0) -> Puzzle:
    return Puzzle(id, "pebbles", 2, {}, "", 0, (A,), 0.6, {B: 0.5}, found, (theme,), source)


def test_the_choice_is_mixed() -> None:
    """Themes take turns, the harder first, and no record gives more than two."""
    many = [one(f"a{i}", f"one {i}", "wars", 0.1 * i) for i in range(5)] + [one("b", "two 1", "points")]
    assert [p.id for p in choose(many, 9)] == ["a0", "b", "a1"]
    assert [p.id for p in choose(many, 2)] == ["a0", "b"]


def test_a_run_that_was_broken_off_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records = [str(path) for path in sorted((MATCHES / "pebbles").glob("*.txt"))[:3]]
    broken = tmp_path / "broken.txt"
    broken.write_text("no record\n")
    looked: list[str] = []

    def found(game: Any, state: Any, options: Any, source: str, margin: float) -> Puzzle:
        looked.append(source.rpartition(" ")[0])
        return one(source, source, "points")

    monkeypatch.setattr(mining, "puzzle", found)
    to, runner = tmp_path / "finds.jsonl", CliRunner()
    args = ["puzzles", "mine", "--to", str(to), "--most", "1"]
    first = runner.invoke(main, [*args, records[0]])
    assert first.exit_code == 0, first.output
    to.write_text(to.read_text() + '{"source": "cut sho')  # killed while it wrote
    again = runner.invoke(main, [*args, *records, str(broken)])
    assert "3 of 3 positions in 3 matches" in again.output
    assert "broken" in again.output
    assert sorted(looked) == sorted(Path(r).stem for r in records)
    chosen = runner.invoke(main, ["puzzles", "choose", str(to), "--most", "2"])
    assert chosen.output.count('"answer"') == 2
