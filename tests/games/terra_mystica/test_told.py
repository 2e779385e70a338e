"""What is told at the board: rounds with the sources of each income, towns, the final scoring with its rules."""

from __future__ import annotations

from pathlib import Path
from random import Random

from ludoteka import games
from ludoteka.core.consequences import happen
from ludoteka.core.game import OVER
from ludoteka.core.match import Match
from ludoteka.core.rules import read_rules
from ludoteka.core.told import Told
from ludoteka.games.terra_mystica import GAME
from ludoteka.games.terra_mystica.state import TerraState

MATCH = Path(__file__).parents[3] / "matches" / "terra_mystica" / "recorded_0.txt"


def rounds(seed: int, lang: str) -> list[tuple[TerraState, Told]]:
    """The positions of a random match that open a round, with what is told of it."""
    state, rng, found = GAME.new(4), Random(seed), []
    words = GAME.catalogue(lang)
    assert isinstance(state, TerraState)
    while state.to_move() != OVER:
        told, _ = happen(GAME, state, state.sample(rng), words)
        found += [(state.clone(), t) for t in told if t.kind == "round"]
    return found


def test_a_round_says_where_each_figure_comes_from() -> None:
    for lang, dwellings, lost in (("en", "dwellings", "lost:"), ("ru", "Жилища", "пропадает")):
        told = [b.more for seed in range(6) for _, t in rounds(seed, lang) for b in t.gains]
        assert all(told), "each has a source"
        assert any(more == dwellings for more in told), "one alone needs no number"
        several = [more for more in told if more.count(",") == 1 and lost not in more]
        assert any(more.startswith(f"{dwellings} ") for more in several)
        assert any(lost in more for more in told), "full bowls take no more"


def test_the_parts_of_a_figure_make_it() -> None:
    for state, t in rounds(3, "en"):
        for b in t.gains:
            parts = [part.rsplit(" ", 1)[-1] for part in b.more.split(", ")]
            numbers = [int(n) for n in parts if n.isdecimal()]
            assert not numbers or "lost" in b.more or sum(numbers) == b.n, b
        assert state.round


def test_each_moment_names_its_rule_and_speaks_to_the_reader() -> None:
    match = Match.load(MATCH.read_text("utf-8"), games.load)
    rules, state = read_rules(GAME.folder), match.at(0)
    words = GAME.catalogue("en").calling([], 2)
    found: dict[str, list[Told]] = {}
    for action in match.actions:
        for t in happen(GAME, state, action, words)[0]:
            found.setdefault(t.kind, []).append(t)
    assert set(found) == {"round", "town", "final"}
    assert all(t.rule in rules for moments in found.values() for t in moments)
    assert [t.rule for t in found["final"]] == ["TM-18.1"] * 4 + ["TM-18.3", "TM-18.7"]
    assert "You found a town" in {t.text for t in found["town"]}
