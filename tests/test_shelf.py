"""Games and bots of other packages: installed ones are on the shelf, broken ones harm nobody."""

from __future__ import annotations

import gc
import importlib
import json
import logging
import re
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from ludoteka import bots, games
from ludoteka.bots import judge
from ludoteka.bots.arena import play, run, schedule
from ludoteka.cli import main
from ludoteka.core import folder, text
from ludoteka.core.errors import BrokenGame, UnknownGame
from ludoteka.core.rules import read_rules
from ludoteka.envs import ActionTable, BatchEnv, SoloEnv, scheme
from ludoteka.server import lessons
from tests.server.conftest import running

Install = Callable[..., None]


def forget() -> None:
    """As in a new process."""
    importlib.invalidate_caches()
    games._guests.cache_clear()
    folder.module_of.cache_clear()
    folder.brought.cache_clear()
    judge._in.cache_clear()
    bots._guests.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] in ("sticks", "clever")]:
        del sys.modules[name]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Put a distribution with entry points on the path."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def made(**groups: str) -> None:
        info = tmp_path / "somebody-1.0.dist-info"
        info.mkdir(exist_ok=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: somebody\nVersion: 1.0\n")
        lines = [f"[ludoteka.{group}]\n{entry}\n" for group, entry in groups.items()]
        (info / "entry_points.txt").write_text("".join(lines))
        forget()

    yield made
    monkeypatch.undo()
    forget()


@pytest.fixture
def sticks(tmp_path: Path, install: Install) -> Path:
    """The package that `ludoteka new-game` writes, installed; its folder."""
    made = CliRunner().invoke(main, ["new-game", "sticks", "--into", str(tmp_path / "made")])
    assert made.exit_code == 0, made.output
    (tmp_path / "made" / "src" / "sticks").rename(tmp_path / "sticks")
    project = (tmp_path / "made" / "pyproject.toml").read_text("utf-8")
    assert '[project.entry-points."ludoteka.games"]\nsticks = "sticks:GAME"' in project
    install(games="sticks = sticks:GAME")
    return tmp_path / "sticks"


def test_a_new_game_runs_everywhere(sticks: Path) -> None:
    assert games.names()[-1] == "sticks"
    shelf = CliRunner().invoke(main, ["games"]).output
    assert "Take one, two or three sticks" in shelf
    assert len(read_rules(sticks)) == 3
    played = play(schedule("sticks", ["level2", "random"], 1)[0])
    assert sum(played.shares) == 1
    env = SoloEnv("sticks", rivals="greedy")
    env.reset(seed=1)
    env.step(0)
    assert BatchEnv("sticks", 2).reset().observations.any()


def test_the_tests_of_a_new_game_pass(tmp_path: Path, sticks: Path) -> None:
    found = runpy.run_path(str(tmp_path / "made" / "tests" / "test_sticks.py"))
    tests = [test for name, test in found.items() if name.startswith("test_")]
    assert len(tests) == 3
    for test in tests:
        test()


@pytest.mark.parametrize("name", ["pebbles", "Big", "two words", "1st"])
def test_a_name_that_will_not_do_is_refused(name: str, tmp_path: Path) -> None:
    made = CliRunner().invoke(main, ["new-game", name, "--into", str(tmp_path / "made")])
    assert made.exit_code == 2
    assert not (tmp_path / "made").exists()


def test_the_numbers_of_a_game_without_a_scheme_come_from_its_view(sticks: Path) -> None:
    game = games.load("sticks")
    made = scheme(game, 2, game.check_options(2, {}))
    state = game.new(2)
    first = made.encode(state, 0)
    assert first.sum() == 2 + 21  # seats and sticks; the rest are noughts
    state.apply(ActionTable(game, 2, state.options).actions[0])
    assert (made.encode(state, 0) != first).any()
    assert (made.encode(state.clone(), 0) == made.encode(state, 0)).all()


def test_a_missing_language_is_lent_and_told(sticks: Path, caplog: pytest.LogCaptureFixture) -> None:
    text.load_catalogue.cache_clear()
    text.catalogue_in.cache_clear()
    words = games.load("sticks").catalogue("ru")
    assert [words.say("draw.sticks", n=n) for n in (1, 2, 5)] == ["1 stick", "2 sticks", "5 sticks"]
    assert words.say("error.match_over") == text.core_catalogue("ru").say("error.match_over")
    assert f"no words in {sticks / 'locale'} for ru" in caplog.text


def test_a_broken_game_is_left_out_with_a_reason(install: Install, caplog: pytest.LogCaptureFixture) -> None:
    ours = games.names()
    for entry, problem in [
        ("sticks = no_such_module:GAME", "No module named"),
        ("sticks = json:dumps", "is no Game"),
        ("sticks = ludoteka.games.pebbles:GAME", "calls itself pebbles"),
        ("pebbles = ludoteka.games.fabled:GAME", "here already"),
    ]:
        install(games=entry)
        assert games.names() == ours
        assert problem in caplog.text
        caplog.clear()
        if entry.startswith("sticks"):
            with pytest.raises(BrokenGame, match=problem):
                games.load("sticks")
    assert games.load("pebbles").name == "pebbles"
    install()
    with pytest.raises(UnknownGame):
        games.load("sticks")


def test_a_game_that_cannot_draw_or_has_no_rules_does_not_take_the_house_down(sticks: Path, tmp_path: Path) -> None:
    (sticks / "RULES.md").unlink()
    drawing = sticks / "draw.py"
    drawing.write_text(
        drawing.read_text("utf-8").replace("    words = ", "    raise ZeroDivisionError\n    words = ", 1)
    )
    forget()
    logging.getLogger("ludoteka").addHandler(logging.NullHandler())
    with running(str(tmp_path / "house.db")) as house:
        person = house.person()
        assert "Sticks" in person.get("/").raise_for_status().text
        assert "<svg" in person.get("/art/sticks/light").raise_for_status().text
        for lang, words in (("en", "Nobody has written"), ("ru", "никто не записал")):
            assert words in person.get(f"/rules/sticks?lang={lang}").raise_for_status().text
        person.get("/learn/sticks").raise_for_status()
        person.get("/new?game=sticks").raise_for_status()
        assert "sticks" in [game["name"] for game in person.ok("GET", "/api/games")["games"]]
    refused = CliRunner().invoke(main, ["rules", "sticks"])
    assert refused.exit_code == 1
    assert "RULES.md" in refused.output


JUDGE = """
from ludoteka.bots.judge import Judge

class JUDGE(Judge):
    scale = 2.5
"""
SCHEME = """
from ludoteka.envs.scheme import Numbers

def blocks(seats, options):
    return [Numbers("heap", 1, "sticks in the heap", lambda s, me: [s.sticks], 30)]
"""
LESSON = """
[[page]]
title = { en = "Four", ru = "Четыре" }
text = { en = "Leave four sticks.", ru = "Оставьте четыре палочки." }
"""


def test_a_third_package_brings_what_a_game_does_not_have(
    sticks: Path, tmp_path: Path, install: Install, caplog: pytest.LogCaptureFixture
) -> None:
    own = tmp_path / "clever"
    own.mkdir()
    for name, code in {"__init__": "", "judge": JUDGE, "scheme": SCHEME, "lesson": "", "broken": "1 / 0"}.items():
        (own / f"{name}.py").write_text(code)
    (own / "judge.toml").write_text("held = 3\n")
    (own / "levels.toml").write_text('[level5]\nkind = "greedy"\n')
    (own / "learn.toml").write_text(LESSON, "utf-8")
    shelf, parts = "sticks = sticks:GAME", {"judges": "judge", "schemes": "scheme", "lessons": "lesson"}
    install(games=shelf, **{group: f"sticks = clever.{name}" for group, name in parts.items()})
    game = games.load("sticks")
    assert (judge.load("sticks").scale, judge.load("sticks").weights) == (2.5, {"held": 3})
    assert bots.is_quick("level5", "sticks")
    assert scheme(game, 2, game.check_options(2, {})).describe() == [
        (0, 0, "heap", "sticks in the heap, divided by 30")
    ]
    found = lessons.lesson.__wrapped__("sticks")
    assert found is not None
    assert found.pages[0].text["en"] == "Leave four sticks."
    # a game that has its own keeps it, and a broken guest harms nobody
    install(games=shelf, judges="pebbles = clever.judge\nsticks = clever.broken", schemes="sticks = clever.judge:JUDGE")
    assert judge.load("pebbles").scale == 1.5
    assert type(judge.load("sticks")) is judge.Judge
    assert scheme(game, 2, game.check_options(2, {})).size == 1024
    assert "clever.broken, is left out: ZeroDivisionError" in caplog.text
    assert "clever.judge:JUDGE, is left out: is no module" in caplog.text


def test_a_bot_of_another_package_has_a_name(tmp_path: Path, install: Install) -> None:
    (tmp_path / "clever.py").write_text("from ludoteka.bots.random import RandomBot as Clever\n")
    install(bots="clever = clever:Clever\nrandom = clever:Nobody\nlost = clever:Nobody")
    assert bots.names()[-2:] == ["clever", "lost"]
    assert type(bots.make("clever")).__name__ == "RandomBot"
    bots.make("random")
    with pytest.raises(bots.BrokenBot, match=r"lost.*Nobody"):
        bots.make("lost")


def test_a_bot_is_found_where_you_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The console script knows nothing of the folder it is called in."""
    (tmp_path / "mine.py").write_text("from ludoteka.bots.random import RandomBot as Mine\n")
    script = Path(sys.executable).with_name("ludoteka")
    call = [str(script)] if script.exists() else [sys.executable, "-P", "-m", "ludoteka"]
    done = subprocess.run(
        [*call, "arena", "pebbles", "--bots", "mine:Mine,random", "--matches", "1", "--json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert {line["bot"] for line in json.loads(done.stdout)["bots"]} == {"mine:Mine", "random"}


def test_an_error_in_a_bot_says_what_and_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "faulty_bot.py").write_text("import json\n\nWHO = json.loads('nobody')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(bots.BrokenBot, match=r"JSONDecodeError.*faulty_bot|faulty_bot.*JSONDecodeError"):
        bots.make("faulty_bot:Bot")


class Cheat:
    """Does something that cannot be done."""

    def choose(self, state: object, seat: int, rng: Random) -> object:
        return games.load("pebbles").parse("place red Z")


class Mute(Cheat):
    def choose(self, state: object, seat: int, rng: Random) -> object:
        return None


class Clumsy(Cheat):
    def choose(self, state: object, seat: int, rng: Random) -> object:
        raise ValueError("lost the thread")


def test_a_bot_that_fails_is_named_with_the_place() -> None:
    tasks = schedule("pebbles", ["tests.test_shelf:Clumsy", "random"], 1)
    with pytest.raises(bots.FailedBot, match=r"tests.test_shelf:Clumsy.*lost the thread.*test_shelf.py, line \d"):
        run(tasks, None, lambda played: None)


@pytest.mark.parametrize(("who", "text"), [("Cheat", "place red Z.*no stone Z"), ("Mute", "None.*no action")])
def test_an_illegal_answer_names_the_bot_the_action_and_the_reason(who: str, text: str) -> None:
    tasks = schedule("pebbles", [f"tests.test_shelf:{who}", "random"], 2)
    with pytest.raises(bots.IllegalAnswer, match=f"tests.test_shelf:{who}.*{text}"):
        run(tasks, None, lambda played: None)
    told: list[Exception] = []
    assert run(tasks, None, lambda played: None, told.append) == []
    assert len(told) == 2


PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    assert asked["game"] == "pebbles" and asked["view"]["seat"] == asked["seat"]
    print({answer}, flush=True)
"""


def program(tmp_path: Path, answer: str) -> str:
    (tmp_path / "mybot.py").write_text(PROGRAM.replace("{answer}", answer))
    return f"cmd:{sys.executable} {tmp_path / 'mybot.py'}"


def test_a_program_can_be_a_bot(tmp_path: Path) -> None:
    name = program(tmp_path, 'asked["actions"][0]')
    played = play(schedule("pebbles", [name, "random"], 1)[0])
    assert sum(played.shares) == 1
    assert played.record.count("\n0 ") > 3


@pytest.mark.parametrize(
    ("answer", "problem"),
    [('"place red Z"', "no stone Z"), ('"what?"', "what?"), ("sys.exit(3)", "exit code 3")],
)
def test_a_program_that_fails_is_told(tmp_path: Path, answer: str, problem: str) -> None:
    name = program(tmp_path, answer)
    with pytest.raises((bots.IllegalAnswer, bots.BrokenBot)) as told:
        play(schedule("pebbles", [name, "random"], 1)[0])
    assert name in str(told.value)
    assert problem in str(told.value)
    gc.collect()  # a program that has gone is let go in silence: pytest makes an error of what is raised there


def test_a_program_that_does_not_answer_is_told_and_sent_away(tmp_path: Path) -> None:
    name = program(tmp_path, "sys.stdin.read()").replace("cmd:", "cmd:seconds=0.2:")
    with pytest.raises(bots.FailedBot, match=re.escape(name) + ".*no answer within 0.2 seconds"):
        play(schedule("pebbles", [name, "random"], 1)[0])
    patient = bots.make(program(tmp_path, 'asked["actions"][-1]').replace("cmd:", "cmd:seconds=600:"))
    state = games.load("pebbles").new(2)
    while state.to_move() < 0:
        state.apply(state.sample(Random(1)))
    assert patient.choose(state, 0, Random(1)) == state.legal_actions()[-1]


def test_a_program_that_is_not_there_is_told() -> None:
    for name in ("cmd:./no_such_bot", "cmd:", "cmd:'"):
        with pytest.raises(bots.BrokenBot):
            bots.make(name)
