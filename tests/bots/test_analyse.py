"""Hints and analysis: what is advised is legal, what is lost is found, nothing hidden is told."""

from __future__ import annotations

import json
from itertools import count, islice
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from ludoteka import games
from ludoteka.bots.analyse import Analysis, Decision, analyse, better, decisions, graph, report
from ludoteka.bots.arena import play, schedule
from ludoteka.bots.greedy import GreedyBot
from ludoteka.bots.hint import hint
from ludoteka.bots.judge import load, tempered
from ludoteka.bots.mcts import MctsBot
from ludoteka.bots.planner import PlannerBot
from ludoteka.bots.thought import Option, Thinker
from ludoteka.cli import main
from ludoteka.core.action import Action
from ludoteka.core.game import CHANCE, State
from ludoteka.core.match import Match

MATCHES = Path(__file__).parents[2] / "matches"


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
            assert advice.share is not None
            assert 0 <= advice.share <= 1
    assert state.snapshot() == before


@pytest.mark.parametrize(
    ("seats", "options", "said"),
    [(1, {}, "expected lead "), (2, {"mode": "comradeship"}, "expected lead "), (2, {}, "expected points ")],
)
def test_against_the_spirits_a_hint_tells_the_lead(seats: int, options: dict[str, str], said: str) -> None:
    """What a bot expects there is how far the players are ahead of somebody who has no seat."""
    game = games.load("fabled")
    state, rng = game.new(seats, **options), Random(3)
    while state.to_move() == CHANCE:
        state.apply(state.sample(rng))
    (advice,) = hint(game, state, state.to_move(), rng, "en", MctsBot(8), most=1)
    told = next(part for part in advice.why.split(", ") if part.startswith("expected"))
    assert told.startswith(said)
    assert (told[-2] in "+−") == ("lead" in said)


def test_a_hint_tells_the_chance_that_people_are_told() -> None:
    """Bots are too sure of themselves in some games: what they expect is told with the same caution as by analysis."""
    state, rng = games.load("tigris_euphrates").new(2), Random(3)
    while state.to_move() == CHANCE:
        state.apply(state.sample(rng))
    bot = Sure(state.legal_actions()[0])
    bot.shares = (0.9, 0.1)
    (advice,) = hint(games.load("tigris_euphrates"), state, 0, rng, "en", bot, most=1)
    assert advice.share == pytest.approx(tempered((0.9, 0.1), load("tigris_euphrates").trust)[0])
    assert advice.why.startswith("65 % to win")


def test_points_of_one_seat_are_no_chance_of_winning() -> None:
    """A plan of Terra Mystica tells the points of its seat, and the chance by what all may expect after its turn."""
    match = Match.load((MATCHES / "terra_mystica/league_s1_g2.txt").read_text("utf-8"), games.load, check=False)
    n = next(n for n, a in enumerate(match.actions) if n > 200 and str(a).startswith("build"))
    first, second, *_ = hint(match.game, match.at(n), match.movers[n], Random(0), "en", PlannerBot(width=1, late=1))
    assert first.share is not None
    assert second.share is not None
    assert 0.05 < second.share < first.share < 0.95
    said = first.why.split(", ")
    assert said[0] == f"{first.share:.0%} to win".replace("%", " %")
    assert said[1].startswith("expected points 1")
    assert ":" not in said[1]


def test_terra_mystica_is_looked_through_by_plans() -> None:
    """What was played is planned on as well as what would have been better, whatever it was."""
    match = Match.load((MATCHES / "terra_mystica/league_s1_g2.txt").read_text("utf-8"), games.load, check=False)
    n = next(n for n, a in enumerate(match.actions) if n > 200 and str(a).startswith("burn"))
    bot = PlannerBot(width=1, late=1)
    for at, decision in islice(decisions(match, bot, start=n), 6):
        if decision is not None:
            state = match.at(at)
            options = bot.think(state, decision.seat, Random(0), also=match.actions[at])
            played = next(option for option in options if option.action == match.actions[at])
            assert played.own is not None
            assert decision.shares
            assert sum(decision.shares) == pytest.approx(1)


class Sure(Thinker):
    """Sees one course and no other."""

    def __init__(self, *course: Action) -> None:
        super().__init__()
        self.course = course
        self.shares: tuple[float, ...] = (0.5, 0.5)

    def think(self, state: State, seat: int, rng: Random, also: Action | None = None) -> list[Option]:
        return [Option(self.course[0], 1, self.shares[0], shares=self.shares, line=self.course[1:])]


@pytest.mark.parametrize(
    ("lang", "course"),
    [
        ("en", "then: Аня goes into decline; take Spirit Orcs and 2 coins with it"),
        ("ru", "затем: Аня приводит народ в упадок; взять «Призрачные орки» и с ними 2 монеты"),
    ],
)
def test_a_hint_advises_who_asks_and_tells_of_the_others(lang: str, course: str) -> None:
    played = Match.load((MATCHES / "small_world/a-board-of-four-regions.txt").read_text("utf-8"), games.load)
    state = played.at(30)
    bot = Sure(*(played.game.parse(text) for text in ("decline", "decline", "take orcs")))
    (advice,) = hint(played.game, state, state.to_move(), Random(0), lang, bot, players=played.players)
    assert advice.why.endswith(course)


def test_hints_do_not_depend_on_what_is_hidden(match: Match) -> None:
    n = first_choice(match)
    state, seat = match.at(n), match.movers[n]
    other = state.resample(seat, Random(8))
    bots = [MctsBot(40), MctsBot(40)]
    first, second = (hint(match.game, s, seat, Random(1), "en", b) for s, b in zip((state, other), bots, strict=True))
    assert first == second


def test_analysis_values_every_decision_and_finds_who_played_worse(match: Match) -> None:
    steps = count()
    analysis = analyse(match, MctsBot(60, reuse=False), step=lambda: next(steps))
    assert next(steps) == len(match.actions)
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


def test_chances_are_told_where_turns_end() -> None:
    """A turn of Tigris & Euphrates is two actions; what else could have been done is still asked at each of them."""
    played = Match.load(play(schedule("tigris_euphrates", ["random"], 1)[0]).record, games.load)
    found = analyse_until(played, GreedyBot(worlds=1), 12)
    for turn in found.turns():
        assert len({d.seat for d in turn}) == 1
        assert [d.ends for d in turn] == [False] * (len(turn) - 1) + [True]
    assert any(len(turn) > 1 for turn in found.turns())
    assert [d for d, _ in found.believed()] == [turn[-1] for turn in found.turns()]
    assert len(found.worst(50)) <= len(found.turns())


def analyse_until(match: Match, bot: Thinker, most: int) -> Analysis:
    """The first turns of a match only."""
    found = []
    for _, decision in decisions(match, bot):
        if decision is not None:
            found.append(decision)
            if len(found) >= most and decision.ends:
                break
    return Analysis(match.seats, len(match.actions), tuple(found))


def test_chances_come_nearer_to_each_other_with_less_trust() -> None:
    assert tempered((0.8, 0.2), 1.0) == [0.8, 0.2]
    calm = tempered((0.8, 0.2), 0.5)
    assert sum(calm) == pytest.approx(1)
    assert calm[0] == pytest.approx(2 / 3)
    assert tempered((0.3,), 0.5) == [0.3], "alone against the game there is nobody to share with"


def test_who_gives_nothing_away_is_accurate() -> None:
    def decision(seat: int, value: float) -> Decision:
        return Decision(0, seat, "take 1", value, "take 2", 0.5, (0.5, 0.5))

    analysis = Analysis(2, 4, (decision(0, 0.5), decision(1, 0.2), decision(0, 0.5), decision(1, 0.4)))
    assert analysis.accuracy(0) == 1
    assert 0.3 < analysis.accuracy(1) < 0.6


def test_what_was_better_is_told_as_a_whole() -> None:
    """All actions of the turn, and what they bring."""
    record = MATCHES / "terra_mystica" / "league_s1_g2.txt"
    match = Match.load(record.read_text("utf-8"), games.load, check=False)
    n = next(n for n, action in enumerate(match.actions) if str(action).startswith("dig "))
    following = [str(a) for a in match.actions[n + 1 : n + 4]]
    decision = Decision(n, match.movers[n], "pass BON1", 0.2, str(match.actions[n]), 0.3, (), tuple(following))
    told = better(match.game, match.at(n), decision, "en", match.players)
    assert told.count("; ") >= 1
    assert told.endswith(")")
    assert "worker" in told[told.rindex("(") :]


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
    assert "потеряно за ход" in CliRunner().invoke(main, [*args, "--lang", "ru"]).output
    assert svg.read_text("utf-8").startswith("<svg")
    assert len(json.loads(CliRunner().invoke(main, [*args, "--json"]).stdout)["decisions"]) > 5
