"""The commands, called as a person would."""

from __future__ import annotations

import sys
from importlib import import_module
from io import BytesIO, TextIOWrapper
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

import ludoteka
from ludoteka import games
from ludoteka.cli import COMMANDS, fuzz, main
from ludoteka.cli.words import user_lang
from ludoteka.core.match import Match
from ludoteka.games.pebbles.phases import Turn
from tests.conftest import played


def run(*args: str, keys: str = "") -> Result:
    return CliRunner().invoke(main, list(args), input=keys, env={"COLUMNS": "200", "LUDOTEKA_LANG": "en"})


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "match.txt"
    path.write_text(played(games.load("pebbles"), 2, seed=4).save(), "utf-8")
    return path


def test_help_lists_every_command() -> None:
    text = run("--help").output
    assert all(name in text for name in COMMANDS)


def test_alone_it_says_what_one_can_do_in_the_language_of_the_machine() -> None:
    assert "play in the browser" in run().output
    russian = CliRunner().invoke(main, [], env={"LUDOTEKA_LANG": "", "LC_ALL": "ru_RU.UTF-8"})
    assert "играть в браузере" in russian.output
    french = CliRunner().invoke(main, ["games"], env={"LUDOTEKA_LANG": "", "LC_ALL": "fr_FR.UTF-8"})
    assert "Pebbles" in french.output


def test_refusals_are_told_in_the_language_of_the_machine() -> None:
    def said(*args: str) -> str:
        return CliRunner().invoke(main, args, env={"LUDOTEKA_LANG": "ru", "COLUMNS": "200"}).output

    assert "Возможно: 9, 12, 15" in said("play", "pebbles", "-o", "stones=8")
    assert "Игры chess нет. На полке: " in said("play", "chess")


def test_windows_names_its_language_without_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LUDOTEKA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for told, lang in (("Russian_Russia", "ru"), ("French_France", "en"), (None, "en")):
        monkeypatch.setattr(import_module("ludoteka.cli.words"), "getlocale", lambda told=told: (told, "1251"))
        assert user_lang() == lang


@pytest.mark.parametrize(("shell", "word"), [("bash", "1"), ("zsh", "1"), ("fish", "a")])
def test_shells_complete_commands(shell: str, word: str) -> None:
    def asked(what: str) -> str:
        env = {"_LUDOTEKA_COMPLETE": f"{shell}_{what}", "COMP_WORDS": "ludoteka a", "COMP_CWORD": word}
        return CliRunner().invoke(main, [], prog_name="ludoteka", env=env).output

    assert f"_LUDOTEKA_COMPLETE={shell}_complete" in asked("source")
    assert all(name in asked("complete") for name in ("arena", "analyse", "admin"))
    assert "fuzz" not in asked("complete")


@pytest.mark.parametrize("command", ["play", "rules", "arena", "check"])
def test_shells_complete_games(command: str) -> None:
    env = {"_LUDOTEKA_COMPLETE": "bash_complete", "COMP_WORDS": f"ludoteka {command} ti", "COMP_CWORD": "2"}
    said = CliRunner().invoke(main, [], prog_name="ludoteka", env=env).output
    assert said.split() == ["plain,tigris_euphrates"]


def test_without_a_browser_there_is_an_address_and_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, also where output is a pipe that keeps little pieces back."""
    from ludoteka.cli import serve

    pipe = BytesIO()
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(pipe, "utf-8"))
    serve.show_code("http://localhost:8321/", "No browser here. Open")
    told = pipe.getvalue().decode()
    assert "No browser here. Open http://localhost:8321/" in told
    assert "█" in told or "▀" in told


def test_games_lists_the_shelf_in_both_languages() -> None:
    assert "Pebbles" in run("games").output
    assert "Камешки" in run("games", "--lang", "ru").output


def test_rules_shows_all_or_one() -> None:
    assert "PB-4.3" in run("rules", "pebbles").output
    assert "Most points win" in run("rules", "pebbles", "pb-4.3").output
    assert run("rules", "pebbles", "PB-9.9").exit_code == 1


def test_check_runs_the_contract() -> None:
    assert "keeps the contract: 9 configurations" in run("check", "pebbles").output


def test_an_unknown_game_is_refused_in_words() -> None:
    result = run("check", "chess")
    assert result.exit_code == 1
    assert "There is no game called chess" in result.output


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "Falcon, level 4. Always takes"), ("ru", "Сокол, уровень 4. Всегда берёт")]
)
def test_a_level_is_introduced(lang: str, told: str) -> None:
    assert told in run("play", "pebbles", "--bot", "level4", "--lang", lang, keys="quit\n").output
    assert "level" not in run("play", "pebbles", "--bot", "random", "--lang", lang, keys="quit\n").output


def test_play_to_the_end_by_numbers() -> None:
    result = run("play", "pebbles", "--seed", "1", "--bot", "random", "--name", "Ann", keys="list\n1\n" * 40)
    assert result.exit_code == 0, result.output
    assert "★ Ann wins." in result.output or "★ bot:random wins." in result.output
    assert "  Ann: Points " in result.output
    assert "Ann snatches the points, Ann +" not in result.output, "it is said once"
    assert "or a place: 3 · place red A · red a · a." in " ".join(result.output.split())


def test_the_help_speaks_of_the_game_that_is_played() -> None:
    told = " ".join(run("play", "tigris_euphrates", "--bot", "random", "--seed", "3", keys="99\nquit\n").output.split())
    assert "· k settlement, 1K king" in told.replace("; ", "· ")
    assert " A1 · " in told.partition("or a place: 3 · ")[2].partition("Several")[0]
    assert "place red A" not in told
    assert "There is no choice 99; the last one is " in told


def test_play_by_notation_with_why_undo_and_save(tmp_path: Path) -> None:
    saved = tmp_path / "m.txt"
    keys = ["?", "list place", "place white A", "why place red A", "why B", "place red A", "place dance", "99", "undo"]
    keys += ["board", f"save {saved}", "save /nowhere/x", "quit"]
    result = run("play", "pebbles", "--bot", "random", "--seed", "3", "--name", "Ann", keys="\n".join(keys) + "\n")
    assert result.exit_code == 0, result.output
    for words in (
        "You have no white pebble in hand. [PB-2.1]",
        "That is allowed.",
        "There is no choice 99",
        "Undo ends here: somebody else has answered since.",
        "No such file",
    ):
        assert words in result.output, words
    match = Match.load(saved.read_text("utf-8"), games.load)
    assert match.players == ["Ann", "bot:random"]
    assert "place red A" in saved.read_text("utf-8")


def test_play_explains_a_thing_on_the_board_in_russian() -> None:
    output = terminal("pebbles", "list", "1", "list", "1", "why a", "why green", lang="ru")
    assert "A уже занят камешком. [PB-2.1]" in output
    assert "Здесь нет ничего с именем green." in output


def test_undo_and_redo_in_play() -> None:
    result = run(
        "play", "pebbles", "--seats", "2", "--seat", "2", "--bot", "random", "--seed", "2", keys="redo\nundo\nquit\n"
    )
    assert "There is nothing to redo." in result.output


def terminal(game: str, *keys: str, lang: str = "en") -> str:
    lines = "".join(f"{key}\n" for key in (*keys, "quit"))
    return run("play", game, "--bot", "random", "--seed", "3", "--name", "Ann", "--lang", lang, keys=lines).output


def test_play_takes_little_words() -> None:
    """Beginnings of words, a place alone, several actions at once, words of the reader's language."""
    assert "Ann places red on A" in terminal("pebbles", "p r a")
    assert "Which one?" in terminal("pebbles", "b")
    assert "Ann кладёт" in terminal("pebbles", "красный a", lang="ru")
    assert "There is nothing called nobody here." in terminal("pebbles", "? nobody")
    assert "You are seat 1 of 2." in terminal("pebbles")


def test_a_guided_match_shows_the_rule_and_a_move() -> None:
    keys = "list\n1\n"
    output = run("play", "pebbles", "--guided", "--bot", "random", "--seed", "3", "--name", "Ann", keys=keys).output
    assert "PB-2.1 " in output
    assert "A bot would: " in output


def test_long_lists_are_grouped_by_piece() -> None:
    """Tigris offers hundreds of placements: a line for each piece; a place in it plays, and so does the short
    notation, whatever its letters."""
    output = terminal("tigris_euphrates", "why h8", "1", "a1")
    asked = output.split("> ")
    assert len(asked[0].splitlines()) < 60
    assert "ways)" in asked[0]
    assert "on A1" in asked[3]
    assert "Ann places the king on" in terminal("tigris_euphrates", "l k b1", "log")


def test_a_piece_is_answered_for_where_it_cannot_stand() -> None:
    told = terminal("tigris_euphrates", "why king a1", "why king nowhere", "why").split("> ")
    assert "Place the king on A1" in told[1]
    assert "TE-3.2" in told[1]
    assert "nothing called nowhere" in told[2]
    assert "nothing called" in told[3]


def test_what_is_chosen_for_long_says_what_it_does() -> None:
    """Combinations of Small World, and all that lies on the table of Fabled."""
    assert "conquer" in terminal("small_world").split("> ")[0]
    fabled = terminal("fabled", "? roots")
    assert "Places in sight:" in fabled
    assert "House of Roots: take 1 forest book" in fabled


@pytest.mark.parametrize(
    "args",
    [
        ("--seats", "7"),
        ("--seat", "3"),
        ("--seat", "0"),
        ("-o", "stones=8"),
        ("-o", "stones"),
        ("--bot", "genius"),
    ],
)
def test_play_refuses_bad_settings(args: tuple[str, ...]) -> None:
    result = run("play", "pebbles", *args)
    assert result.exit_code in (1, 2)
    assert "Traceback" not in result.output


def test_replay_prints_the_log_without_secrets(record: Path) -> None:
    public = run("replay", str(record)).output
    assert "draws a pebble: unseen" in public
    assert "draws a pebble: red" not in public
    assert "draws a pebble: unseen" in run("replay", str(record), "--seat", "1").output


def test_replay_shows_one_position(record: Path) -> None:
    assert "30 in the bag" in run("replay", str(record), "--at", "0").output
    assert "24 in the bag" in run("replay", str(record), "--at", "6").output
    assert run("replay", str(record), "--at", "999").exit_code == 2
    assert run("replay", str(record), "--seat", "5").exit_code == 2


def test_seats_are_counted_from_1_as_displayed(record: Path) -> None:
    """Whoever asks for seat 1 sees what the one sees whose name stands first."""
    for seat in ("1", "2"):
        shown = run("replay", str(record), "--at", "6", "--seat", seat).output
        assert "Your hand" in shown
        assert f"draw {int(seat) - 1} " in record.read_text("utf-8")
    hands = [run("replay", str(record), "--at", "6", "--seat", seat).output for seat in ("1", "2")]
    assert hands[0] != hands[1]
    refused = run("replay", str(record), "--seat", "0")
    assert (refused.exit_code, "seats 1 to 2" in refused.output) == (2, True)


def test_a_record_with_remarks_is_still_that_record(record: Path) -> None:
    remarked = run("replay", str(record), "--remarks").output
    assert "\n# " in remarked
    assert Match.load(remarked, games.load) == Match.load(record.read_text("utf-8"), games.load)


def test_draw_writes_a_picture(record: Path, tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    assert run("draw", str(record), "--at", "6", "-o", str(out), "--seat", "1", "--lang", "ru").exit_code == 0
    assert "Ваша рука" in out.read_text("utf-8")
    assert run("draw", str(record), "-o", str(out), "--board-only", "--theme", "dark").exit_code == 0
    ElementTree.fromstring(out.read_text("utf-8"))
    assert run("draw", str(record), "-o", str(out), "--seat", "9").exit_code == 2


def test_a_broken_record_names_the_line(record: Path) -> None:
    record.write_text(record.read_text("utf-8").replace("* draw 1", "* dance 1", 1), "utf-8")
    result = run("replay", str(record))
    assert result.exit_code == 1
    assert "Line 7: There is no verb dance" in result.output
    record.write_bytes(b"\xff\xfe")
    assert "is not UTF-8" in run("replay", str(record)).output


def test_fuzz_finds_nothing_in_pebbles() -> None:
    assert "20 matches" in run("fuzz", "pebbles", "--matches", "20").output
    assert (
        "no fault" in run("fuzz", "pebbles", "--matches", "8", "--seats", "4", "-o", "stones=9", "--jobs", "2").output
    )
    assert run("fuzz", "pebbles", "--seats", "9").exit_code == 1


def test_fuzz_saves_what_it_finds_and_says_how_to_see_it_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Turn, *args: object) -> None:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr(Turn, "apply", broken)
    result = run("fuzz", "pebbles", "--matches", "3", "--seed", "7", "--failures", str(tmp_path))
    assert result.exit_code == 1
    assert "ZeroDivisionError: planted" in result.output
    (saved,) = tmp_path.glob("pebbles-*.txt")
    Match.load(saved.read_text("utf-8"), games.load)
    again = result.output.split("Once more: ludoteka ")[1].split(" │")[0].split()
    assert again[:2] == ["fuzz", "pebbles"]
    assert "planted" in run(*again, "--failures", str(tmp_path)).output


def test_fuzz_tasks_visit_every_configuration() -> None:
    game = games.load("pebbles")
    tasks = fuzz.tasks(game, None, {}, 0, 1)
    seen = {(seats, tuple(options.items())) for _, seats, options, _, _ in (next(tasks) for _ in range(9))}
    assert len(seen) == 9


def test_the_module_is_the_command() -> None:
    assert run("--version").output.startswith("ludoteka, version 0.")
    assert "(pure Python)" in run("--version").output or "(native)" in run("--version").output


@pytest.mark.parametrize(
    ("missing", "command"), [("uvicorn", "serve"), ("sqlalchemy", "admin users"), ("httpx", "admin doctor")]
)
def test_a_missing_extra_is_named(missing: str, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ludoteka, "server", import_module("ludoteka.server"))  # and back when this is over
    for name in [name for name in sys.modules if name.startswith("ludoteka.server")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    result = run(*command.split())
    assert result.exit_code == 1
    assert "pip install 'ludoteka[server]'" in result.output
    russian = CliRunner().invoke(main, command.split(), env={"COLUMNS": "200", "LUDOTEKA_LANG": "ru"})
    assert f"Не установлено то, что нужно этой команде ({missing})" in russian.output


@pytest.mark.parametrize(("package", "missing", "extra"), [("client", "httpx", "client"), ("envs", "pettingzoo", "rl")])
def test_a_package_names_what_it_needs(package: str, missing: str, extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, f"ludoteka.{package}", raising=False)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ModuleNotFoundError, match=rf"ludoteka\[{extra}\]"):
        import_module(f"ludoteka.{package}")
