"""The ways of sages that the page draws before they are gone."""

from __future__ import annotations

from random import Random

from ludoteka.core.game import CHANCE
from ludoteka.core.intentions import answer_by_itself
from ludoteka.core.manner import manner
from ludoteka.games.fabled import GAME
from ludoteka.games.fabled.actions import Move, Step
from ludoteka.games.fabled.state import FabledState
from ludoteka.games.fabled.ways import ways
from tests.games.fabled.kit import do, new, position, turn_of


def test_an_announcement_moves_everybody_on_that_terrain() -> None:
    s = turn_of(position(row="S01 G01", sages={0: "S01.1", 1: "S01.1 G01.1"}))
    do(s, "done")
    found = ways(s, GAME.parse("announce steppe"))
    assert all(way[0] == "S01.1" for way in found)
    assert len(found) == 2, "the sage in the mountains stays"


def test_a_way_leads_where_the_sage_goes() -> None:
    """In random matches: the end of the way is where the sage stands after the step, unless it left the row."""
    checked = 0
    for seed in range(6):
        s, rng = new(3, edition=1), Random(seed)
        while s.stack:
            action = s.sample(rng)
            if s.to_move() != CHANCE and isinstance(action, Move | Step):
                shown = ways(s, action)
                before = list(s.at)
                s.apply(action)
                checked += _went(s, before, action.at, shown)
            else:
                s.apply(action)
    assert checked > 20


def _went(s: FabledState, before: list[int], at: str, shown: list[list[str]]) -> bool:
    """Whether exactly one sage walked off that cell and stopped in the row; then it is where its way ends."""
    moved = [g for g, cell in enumerate(before) if cell >= 0 and s.at[g] != cell]
    if len(moved) != 1 or s.at[moved[0]] < 0 or s.wait[moved[0]] >= 0:
        return False
    if s.content.cell_name[before[moved[0]]] != at or not shown or s.content.cell_places[s.at[moved[0]]]:
        return False
    assert shown[0][0] == at
    assert shown[0][-1] == s.content.cell_name[s.at[moved[0]]]
    return True


def test_an_empty_row_says_what_will_lie_there() -> None:
    s = new(2)
    for lang, words in (("en", "The row of lands begins here"), ("ru", "Здесь начнётся земля сказаний")):
        drawing = GAME.draw(s.view(0), lang)
        assert words in drawing.static
        assert drawing.live.count('data-at="g0"') == 1


def test_which_of_two_places_is_asked() -> None:
    """A plan goes on to the only place by itself, but nobody else chooses between two."""
    only = do(turn_of(position(row="S05", sages={0: "S05.1"})), "done")
    assert str(answer_by_itself(manner(GAME), only)) == "visit stones_1"
    two = do(turn_of(position(row="S06", sages={0: "S06.1"})), "done")
    assert answer_by_itself(manner(GAME), two) is None
