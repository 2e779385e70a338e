"""Importing recorded matches: both forms, the whole grammar, and what goes wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from ludoteka import games
from ludoteka.cli import main
from ludoteka.core.match import Match
from ludoteka.games.terra_mystica.ledger import LedgerError, import_ledger
from ludoteka.games.terra_mystica.ledger.commands import play
from ludoteka.games.terra_mystica.ledger.grammar import read, split_commands
from ludoteka.games.terra_mystica.ledger.shuffle import setup_of
from ludoteka.games.terra_mystica.ledger.translate import Translator, options_of
from ludoteka.games.terra_mystica.side import Side
from tests.games.terra_mystica.kit import GAME

HEAD = """\
# a short match
player a
player b
option strict-leech
option errata-cultist-power
option mini-expansion-1
score SCORE3,SCORE4,SCORE1,SCORE6,SCORE2,SCORE8
delete BON1
delete BON3
delete BON7
delete BON8
setup witches
setup nomads
witches: build F4
nomads: build E8
nomads: build F3
witches: build G3
nomads: build I7
nomads: pass BON5
witches: pass BON2
"""
ROUND1 = """\
witches: dig 1. build E7
nomads: leech 1 from witches
nomads: convert 1W to 1C. Upgrade E8 to Trading Post
witches: Decline 1 from nomads
witches: action BON2. +AIR. wait
nomads: pass BON9
witches: pass BON5
"""
REST = """\
nomads: pass BON2
witches: pass BON4
nomads: pass BON5
witches: pass BON2
nomads: pass BON4
witches: pass BON5
nomads: pass BON2
witches: pass BON4
nomads: pass
witches: pass bon9
"""


def table_of(commands: str) -> str:
    """The ledger table of a list of commands, with the numbers that our rules give."""
    ledger = read(commands)
    early: list[list[str]] = []
    """Everybody's numbers before the incomes that a row set off."""

    def everybody() -> list[str]:
        return [numbers(t.state.sides[seat]) for seat in range(t.seats)]

    def watch(frame: Any, after: bool) -> None:
        if repr(frame[0]) in ("Income", "Prizes") and not after:
            early.append(everybody())

    t = Translator(ledger)
    t.watch = watch
    lines = ["Default game options", *(f"option {name}" for name in ledger.options), "Randomize setup"]
    lines += [f"Round {i + 1} scoring: {name}, x >> 2" for i, name in enumerate(ledger.tiles)]
    lines += [f"Removing tile {name}" for name in ledger.removed] + ["Player 1: a", "Player 2: b"]
    for i, row in enumerate(ledger.rows):
        early.clear()
        seat = t.seat_of[row.faction]
        play(t, row)
        if i + 1 == len(ledger.rows) or ledger.rows[i + 1].faction != row.faction:
            t.end_of_row(seat)
        command = "setup" if row.commands[0].startswith("setup") else ". ".join(row.commands)
        lines.append(f"{row.faction}\t{(early or [everybody()])[0][seat]}\t\t{command}")
    return "\n".join(lines) + "\n"


def numbers(me: Side) -> str:
    bowls, cults = f"{me.bowl1}/{me.bowl2}/{me.bowl3} PW", "/".join(map(str, me.cult))
    return f"\t{me.vp} VP\t\t{me.coins} C\t\t{me.workers} W\t\t{me.priests} P\t\t{bowls}\t\t{cults}"


@pytest.mark.rule("TM-20.17")
def test_a_list_of_commands() -> None:
    result = import_ledger(HEAD + ROUND1 + REST, GAME)
    assert result.ok
    assert not result.compared
    assert set(result.final_vp) == {"witches", "nomads"}
    match = Match.load(result.record, games.load)
    assert [score[0] for score in match.state.scores()] == list(result.final_vp.values())
    assert match.players == ["a", "b"]
    assert "0 build E7" in result.record


@pytest.mark.rule("TM-20.17", "TM-20.18")
def test_options_of_the_header() -> None:
    options = options_of(read(HEAD + ROUND1 + REST))
    assert options["lenient"] == "darklings+chaos"
    assert options["town_promo"]
    assert not options["card_promo"]
    assert options["turn_order"] == "clockwise"
    head = HEAD.replace("option strict-leech", "option variable-turn-order\noption fire-and-ice-factions/variable_v4")
    head = "map 91645cdb135773c2a7a50e5ca9cb18af54c664c4\nfinal-scoring building-on-edge\n" + head
    options = options_of(read(head + ROUND1 + REST))
    assert options["lenient"] == "leech+darklings+chaos"
    assert (options["turn_order"], options["variable"], options["start_vp"]) == ("passing", "v4", "2017")
    assert options["final"] == "building-on-edge"


@pytest.mark.rule("TM-20.17")
def test_the_table_is_compared_row_by_row() -> None:
    table = table_of(HEAD + ROUND1 + REST)
    result = import_ledger(table, GAME)
    assert result.ok
    assert result.compared
    assert result.rows == len([line for line in table.splitlines() if "\t" in line])
    assert result.final_vp == import_ledger(HEAD + ROUND1 + REST, GAME).final_vp
    lines = table.splitlines()
    at = next(i for i, line in enumerate(lines) if line.endswith("build E7"))
    cells = lines[at].split("\t")
    cells[4] = "99 C"
    wrong = import_ledger("\n".join([*lines[:at], "\t".join(cells), *lines[at + 1 :]]) + "\n", GAME)
    assert not wrong.ok
    assert wrong.first_difference is not None
    told = {key: wrong.first_difference[key] for key in ("line", "faction", "field", "recorded")}
    assert told == {"line": at + 1, "faction": "witches", "field": "C", "recorded": 99}


@pytest.mark.rule("TM-20.20")
def test_a_table_cut_short() -> None:
    table = table_of(HEAD + ROUND1)
    with pytest.raises(LedgerError) as cut:
        import_ledger(table, GAME)
    assert cut.value.line == len(table.splitlines())
    assert "cut short" in cut.value.problem


@pytest.mark.rule("TM-20.20")
@pytest.mark.parametrize(
    ("wrong", "line", "words"),
    [
        ("witches: fly to E7", 21, "unknown command"),
        ("witches: build Z9", 21, "no hex Z9"),
        ("witches: build A3", 21, "not allowed"),
        ("witches: upgrade F4 to castle", 21, "unknown building"),
        ("witches: transform E7 to pink", 21, "unknown terrain"),
        ("witches: send p to LOVE", 21, "unknown cult"),
        ("witches: convert 2C to 1P", 21, "cannot be converted"),
        ("witches: convert 2PW to 1W", 21, "cost 3 PW, not 2"),
        ("witches: leech 3 from nomads", 21, "no offer"),
        ("witches: +10VP", 21, "not allowed"),
        ("witches: connect F4:G3", 21, "no river hex"),
        ("nomads: build E7", 21, "is asked"),
        ("giants: pass", 21, "not in this match"),
        ("orcs: pass", 21, "unknown faction"),
        ("dance", 21, "unknown command"),
        ("option flying-pigs", 21, "unknown option"),
        ("map 1234", 21, "unknown map"),
        ("delete FAV1", 21, "only bonus cards"),
        ("witches: build E7.", 21, "not allowed"),
    ],
)
def test_faults_name_their_line(wrong: str, line: int, words: str) -> None:
    with pytest.raises(LedgerError) as error:
        import_ledger(HEAD + wrong + "\n" + ROUND1 + REST, GAME)
    assert error.value.line == line
    assert words in error.value.problem
    assert f"Line {line}" in str(error.value)


@pytest.mark.rule("TM-20.20")
def test_headers_must_be_complete() -> None:
    body = HEAD + ROUND1 + REST
    for gone, words in (
        ("score SCORE3,SCORE4,SCORE1,SCORE6,SCORE2,SCORE8\n", "0 of 6"),
        ("delete BON8\n", "5 bonus cards"),
    ):
        with pytest.raises(LedgerError, match=words):
            import_ledger(body.replace(gone, ""), GAME)
    with pytest.raises(LedgerError, match="no recorded match"):
        import_ledger("\n", GAME)
    with pytest.raises(LedgerError, match="15 fields"):
        import_ledger("witches\t20 VP\n", GAME)


@pytest.mark.rule("TM-20.17")
@pytest.mark.parametrize(
    ("faction", "text", "commands"),
    [
        ("engineers", "-2w. bridge E4:G1", ["action ACTE", "bridge E4:G1"]),
        ("engineers", "convert 2W to bridge. bridge E4:G1", ["action ACTE", "bridge E4:G1"]),
        ("witches", "pass. +bon4", ["pass BON4"]),
        ("witches", "+BON4", ["pass BON4"]),
        ("witches", "build E7. transform F3 to red", ["transform F3 to red", "build E7"]),
        ("witches", "pass BON4. convert 1W to 1C", ["convert 1W to 1C", "pass BON4"]),
        ("witches", "dig 1. action ACT5", ["action ACT5", "dig 1"]),
        ("witches", "  burn 3 .  action ACT4 ", ["burn 3", "action ACT4"]),
    ],
)
def test_old_ways_of_writing(faction: str, text: str, commands: list[str]) -> None:
    assert split_commands(faction, text) == commands


@pytest.mark.rule("TM-20.17", "TM-20.18")
def test_every_form_of_command() -> None:
    more = """\
nomads: convert power to coin
nomads: burn 1. send priest to FIRE for 1
"""
    lines = HEAD + ROUND1.replace(
        "nomads: pass BON9\n", "nomads: advance shipping\nwitches: pass BON5\nnomads: pass BON9\n"
    )
    lines = lines.replace("witches: pass BON5\nwitches: pass BON5", "witches: pass BON5")
    with pytest.raises(LedgerError):
        import_ledger(lines + more + REST, GAME)  # nomads have no priest: refused, with the line
    old = HEAD.replace("option strict-leech\n", "") + ROUND1.replace("leech 1 from witches", "leech 1") + REST
    assert import_ledger(old, GAME).ok
    bare = HEAD + ROUND1.replace("Decline 1 from nomads", "decline") + REST
    assert import_ledger(bare, GAME).final_vp == import_ledger(HEAD + ROUND1 + REST, GAME).final_vp


@pytest.mark.rule("TM-20.17")
@pytest.mark.parametrize(
    ("seed", "tiles", "removed"),
    [("4pLeague_S69_D1L1_G7", "6 2 5 4 8 9", "4 7 8"), ("4pLeague_S50_D1L1_G1", "2 1 7 8 6 9", "8 6 4")],
)
def test_a_seeded_setup_is_the_one_of_the_site(seed: str, tiles: str, removed: str) -> None:
    options = ["temple-scoring-tile", "shipping-bonus", "maintain-player-order"]
    rounds, cards, final = setup_of("v1", seed, options, ["a", "b", "c", "d"], 4)
    assert rounds == [f"SCORE{n}" for n in tiles.split()]
    assert cards == [f"BON{n}" for n in removed.split()]
    assert final == "none"
    text = "randomize v1 seed 4pLeague_S69_D1L1_G7\n" + HEAD.split("score")[0] + "setup witches\nsetup nomads\n"
    assert len(read(text).tiles) == 6


@pytest.mark.rule("TM-20.17", "TM-15.9")
def test_a_player_who_left_before_choosing() -> None:
    two = HEAD.replace("player b\n", "player b\nplayer c\n").replace("delete BON8\n", "")
    result = import_ledger(two + ROUND1 + REST, GAME)
    assert result.ok
    assert result.final_vp["nofaction3"] == 0


@pytest.mark.rule("TM-20.19", "TM-15.9")
def test_dropped_players() -> None:
    text = HEAD + "witches: dig 1. build E7\ndrop-faction nomads\nwitches: pass BON9\n"
    text += "".join(f"witches: pass {card}\n" for card in ("BON4", "BON9", "BON4", "BON9")) + "witches: pass\n"
    result = import_ledger(text, GAME)
    assert "! leave 1" in result.record
    assert result.final_vp["nomads"] > 0
    same = text.replace("drop-faction nomads\n", "nomads: resign\n")
    assert import_ledger(same, GAME).final_vp == result.final_vp


# the command


def run(*args: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["import", "snellman", *args])
    return done.exit_code, done.output


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    path = tmp_path / "game.cmds.txt"
    path.write_text(HEAD + ROUND1 + REST, "utf-8")
    return path


@pytest.mark.rule("TM-20.17")
def test_the_command_writes_our_record(ledger: Path, tmp_path: Path) -> None:
    code, output = run(str(ledger))
    assert code == 0
    assert output.startswith("ludoteka 1\ngame terra_mystica")
    code, output = run(str(ledger), "-o", str(tmp_path / "out"))
    assert code == 0
    assert (tmp_path / "out" / "game.txt").read_text("utf-8").startswith("ludoteka 1\n")


@pytest.mark.rule("TM-20.17")
def test_the_command_as_json(ledger: Path) -> None:
    code, output = run("--check", "--json", str(ledger))
    told = json.loads(output)
    assert code == 0
    assert set(told) == {"file", "ok", "rows", "first_difference", "final_vp"}
    assert told["ok"]
    assert told["first_difference"] is None


@pytest.mark.rule("TM-20.20")
def test_the_command_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "cut.txt"
    path.write_text(HEAD + ROUND1, "utf-8")
    code, output = run("--check", str(path))
    assert code == 1
    assert "line 27: cut short" in output
    code, output = run("--check", "--json", str(path))
    assert code == 1
    assert json.loads(output)["first_difference"]["line"] == 27
    path.write_bytes(b"\xff\xfe\x00")
    assert run("--json", str(path))[0] == 1
