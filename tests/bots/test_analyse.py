"""Hints and analysis: what is advised is legal, what is lost is found, nothing hidden is told."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from ludoteka import games
from ludoteka.bots.analyse import analyse, decisions, graph, report
from ludoteka.bots.arena import play, schedule
from ludoteka.bots.greedy import GreedyBot
from ludoteka.bots.hint import hint
from ludoteka.bots.mcts import MctsBot
from ludoteka.cli import main
from ludoteka.core.game import CHANCE
from ludoteka.core.match import Match


@pytest.fixture(scope="module")
def match() -> Match:
    record = play(schedule("pebbles", ["random", "greedy"], 1)[0]).record
    return Match.load(record, games.load)


def first_choice(match: Match) -> int:
    return next(n for n, m in enumerate(match.movers) if m != CHANCE and len(match.at(n).legal_actions()) > 1)


@pytest.mark.parametrize("game", games.names())
def test_hints_are_legal_and_in_words(game: str) -> None:
    played = Match.load(play(schedule(game, ["random"], 1)[0]).record, games.load)
    n = first_choice(played)
    state = played.at(n)
    before = state.snapshot()
    for lang in ("en", "ru"):
        hints = hint(played.game, state, state.to_move(), Random(0), lang, MctsBot(40))
        assert 1 <= len(hints) <= 3
        for advice in hints:
            assert played.game.parse(advice.text) in state.legal_actions()
            assert advice.words
            assert "%" in advice.why
            assert 0 <= advice.share <= 1
    assert state.snapshot() == before


def test_hints_do_not_depend_on_what_is_hidden(match: Match) -> None:
    n = first_choice(match)
    state, seat = match.at(n), match.movers[n]
    other = state.resample(seat, Random(8))
    bots = [MctsBot(40), MctsBot(40)]
    first, second = (hint(match.game, s, seat, Random(1), "en", b) for s, b in zip((state, other), bots, strict=True))
    assert first == second


def test_analysis_values_every_decision_and_finds_who_played_worse(match: Match) -> None:
    told: list[int] = []
    analysis = analyse(match, MctsBot(60, reuse=False), progress=told.append)
    assert told == list(range(len(match.actions)))
    choices = [n for n, m in enumerate(match.movers) if m != CHANCE and len(match.at(n).legal_actions()) > 1]
    assert [d.n for d in analysis.decisions] == choices
    for d in analysis.decisions:
        assert d.played == str(match.actions[d.n])
        assert d.seat == match.movers[d.n]
        assert sum(d.shares) == pytest.approx(1)
        assert d.loss >= 0
    assert analysis.lost(0) > analysis.lost(1), "seat 0 played at random"
    worst = analysis.worst(3)
    assert [d.loss for d in worst] == sorted((d.loss for d in worst), reverse=True)
    json.dumps(analysis.as_dict())


@pytest.mark.parametrize("game", games.names())
def test_chances_of_a_competition_are_shares_of_one(game: str) -> None:
    """Also where the search itself goes for points."""
    played = Match.load(play(schedule(game, ["random", "random"], 2)[0]).record, games.load)
    found = [d for _, d in islice(decisions(played, MctsBot(20, reuse=False), start=first_choice(played)), 6) if d]
    assert found
    for d in found:
        assert sum(d.shares) == pytest.approx(1)
        assert 0 <= d.value <= 1


def test_report_and_graph_in_both_languages(match: Match) -> None:
    analysis = analyse(match, GreedyBot())
    for lang, word in (("en", "better"), ("ru", "лучше")):
        text = "\n".join(report(match, analysis, lang))
        assert word in text
        drawing = graph(match, analysis, lang)
        tree = ElementTree.fromstring(drawing.document())
        lines = [e for e in tree.iter("{http://www.w3.org/2000/svg}path") if e.get("stroke") == "var(--me)"]
        assert len(lines) == match.seats


def test_commands(match: Match, tmp_path: Path) -> None:
    file, svg = tmp_path / "match.txt", tmp_path / "graph.svg"
    file.write_text(match.save(), "utf-8")
    n = str(first_choice(match))
    shown = CliRunner().invoke(main, ["hint", str(file), "--at", n, "--bot", "mcts:iterations=30"])
    assert shown.exit_code == 0, shown.output
    assert "% to win" in shown.output
    data = json.loads(CliRunner().invoke(main, ["hint", str(file), "--at", n, "--bot", "greedy", "--json"]).output)
    assert data["hints"][0]["text"]
    over = CliRunner().invoke(main, ["hint", str(file)])
    assert over.exit_code == 2
    mute = CliRunner().invoke(main, ["hint", str(file), "--at", n, "--bot", "random"])
    assert mute.exit_code == 2
    args = ["analyse", str(file), "--bot", "greedy", "--svg", str(svg)]
    assert "потеряно" in CliRunner().invoke(main, [*args, "--lang", "ru"]).output
    assert svg.read_text("utf-8").startswith("<svg")
    assert len(json.loads(CliRunner().invoke(main, [*args, "--json"]).output)["decisions"]) > 5
