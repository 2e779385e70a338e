from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from ludoteka import games
from ludoteka.core.errors import (
    BadOptions,
    BadRecord,
    CannotUndo,
    IllegalAction,
    LudotekaError,
    NotAnAction,
    NotYourTurn,
    UnknownGame,
)
from ludoteka.core.game import CHANCE, OVER, Game
from ludoteka.core.match import Match, known_lines
from ludoteka.games.pebbles.state import PebblesOptions
from tests.conftest import played

RECORD = """ludoteka 1
game pebbles 1 seats=2 stones=9
seats Аня | bot:random
* draw 0 red
* draw 0 red
* draw 0 blue
* draw 1 white
* draw 1 red
* draw 1 blue
0 place red A
* draw 0 white
1 place red B
0 snatch
open
"""


def read(text: str) -> Match:
    return Match.load(text, games.load)


def at_table() -> Match:
    """Seat 0 holds red, red, blue and is to move."""
    match = read(RECORD)
    match.rewind(6)
    return match


def test_a_record_is_read_and_written_alike() -> None:
    match = read(RECORD)
    assert match.save() == RECORD
    assert match.state.scores() == [(1,), (0,)]
    assert match.players == ["Аня", "bot:random"]


def test_a_finished_match_carries_its_result(pebbles: Game) -> None:
    match = played(pebbles, 3)
    last = match.save().splitlines()[-1]
    assert last == "result " + " ".join(str(score[0]) for score in match.state.scores())
    assert read(match.save()).state.to_move() == OVER


def test_comments_blank_lines_and_windows_line_ends_are_allowed() -> None:
    text = RECORD.replace("* draw 0 blue\n", "\n# a lucky one\n* draw 0 blue\n").replace("\n", "\r\n")
    assert read(text).save() == RECORD


def test_play_changes_nothing_when_it_refuses() -> None:
    match = at_table()
    before = match.save()
    refused: list[tuple[int, str, type[LudotekaError]]] = [
        (0, "dance", NotAnAction),
        (0, "place red", NotAnAction),
        (1, "place red A", NotYourTurn),
        (CHANCE, "place red A", NotYourTurn),
        (0, "place white A", IllegalAction),
        (0, "place red Z", IllegalAction),
        (0, "snatch", IllegalAction),
    ]
    for seat, text, error in refused:
        with pytest.raises(error):
            match.play(seat, text)
    assert match.save() == before


def test_an_illegal_action_says_why() -> None:
    with pytest.raises(IllegalAction) as caught:
        at_table().play(0, "place white A")
    assert caught.value.why.id == "why.none_in_hand"
    assert caught.value.why.rule == "PB-2.1"


def test_nobody_plays_on_when_it_is_over(pebbles: Game) -> None:
    match = played(pebbles, 2)
    for seat in (0, 1, CHANCE, OVER):
        with pytest.raises(NotYourTurn):
            match.play(seat, "place red A")


def test_chance_is_drawn_until_a_seat_is_asked(pebbles: Game) -> None:
    match = Match(pebbles, 2)
    assert match.roll(Random(1)) == 6
    assert match.state.to_move() == 0
    assert match.roll(Random(1)) == 0


def test_undo_and_redo() -> None:
    match = at_table()
    before = match.save()
    match.play(0, "place red A")
    after = match.save()
    match.undo(0)
    assert match.save() == before
    match.redo(0)
    assert match.save() == after


def test_a_new_action_forgets_what_was_undone() -> None:
    match = at_table()
    match.play(0, "place red A")
    match.undo(0)
    match.play(0, "place blue C")
    match.undo(0)
    match.redo(0)
    assert str(match.actions[-1]) == "place blue C"
    with pytest.raises(CannotUndo):
        match.redo(0)


@pytest.mark.parametrize(
    ("after", "seat", "why"),
    [(0, 0, "undo_nothing"), (6, 0, "undo_chance"), (7, 1, "undo_other"), (8, 0, "undo_chance"), (9, 0, "undo_other")],
)
def test_undo_has_a_barrier(after: int, seat: int, why: str) -> None:
    match = read(RECORD)
    match.rewind(after)
    with pytest.raises(CannotUndo) as caught:
        match.undo(seat)
    assert caught.value.reason.id == f"error.{why}"


def test_history_hides_what_a_seat_may_not_know() -> None:
    shown = [str(action) for _, action in read(RECORD).history(1)]
    assert shown[:6] == ["draw 0 ?"] * 3 + ["draw 1 white", "draw 1 red", "draw 1 blue"]
    assert "draw 0 red" not in " ".join(str(a) for _, a in read(RECORD).history(None))


BROKEN = {
    "nothing": ("", 1, "cut short"),
    "another program": ("chess 1\n", 1, "ludoteka"),
    "a later form": ("ludoteka 2\n", 1, "unknown form"),
    "unknown game": (RECORD.replace("pebbles", "chess"), 2, "no game called chess"),
    "another version": (RECORD.replace("pebbles 1", "pebbles 7"), 2, "version 7"),
    "unknown option": (RECORD.replace("stones", "size"), 2, "no option called size"),
    "bad option": (RECORD.replace("stones=9", "stones=10"), 2, "stones cannot be 10"),
    "no seats": (RECORD.replace("seats=2 ", ""), 2, "how many seats"),
    "too many names": (RECORD.replace("Аня", "Аня | Боря"), 3, "one name per seat"),
    "unknown verb": (RECORD.replace("1 place", "1 drop"), 12, "There is no verb drop"),
    "wrong seat": (RECORD.replace("1 place", "0 place"), 12, "turn of seat 2"),
    "chance instead of a seat": (RECORD.replace("1 place", "* place"), 12, "Seat 2 decides here, not chance"),
    "illegal": (RECORD.replace("1 place red B", "1 place red A"), 12, "already holds a pebble"),
    "impossible draw": (RECORD.replace("* draw 0 red\n", "* draw 1 red\n", 1), 4, "not possible"),
    "not a mover": (RECORD.replace("1 place", "one place"), 12, "cannot be read"),
    "cut in a line": (RECORD[:-3], 14, "cut short"),
    "cut between lines": (RECORD.replace("open\n", ""), 14, "cut short"),
    "goes on after the end": (RECORD + "0 decline\n", 15, "nothing may follow"),
    "result too early": (RECORD.replace("open", "result 1 0"), 14, "not over"),
}


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("known", [False, True], ids=["new", "known"])
def test_a_broken_record_names_the_line(name: str, known: bool, pebbles: Game) -> None:
    text, line, says = BROKEN[name]
    lines = known_lines(pebbles.verbs)
    lines.clear()
    if known:  # from elsewhere, each of them fit to be read there
        for said in {line for record, _, _ in BROKEN.values() for line in record.splitlines() if line[1:2] == " "}:
            with suppress(NotAnAction):
                lines[said] = CHANCE if said[0] == "*" else int(said[0]), pebbles.parse(said[2:])
        assert "1 place red A" in lines
    with pytest.raises(BadRecord) as caught:
        read(text)
    assert says in str(caught.value)
    assert caught.value.line == line


def test_what_is_remembered_of_records_does_not_pile_up(pebbles: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = known_lines(pebbles.verbs)
    lines.clear()
    read(RECORD)
    assert list(lines) == list(dict.fromkeys(RECORD.splitlines()[3:-1]))
    monkeypatch.setattr("ludoteka.core.match.KEPT", 3)
    lines.clear()
    read(RECORD)
    assert 0 < len(lines) <= 3
    monkeypatch.setattr("ludoteka.core.match.LONGEST_KEPT", 9)
    lines.clear()
    read(RECORD)
    assert list(lines) == ["0 snatch"]


def test_a_wrong_result_is_noticed(pebbles: Game) -> None:
    text = played(pebbles, 2).save()
    lines = text.splitlines()
    lines[-1] = "result 99 99"
    with pytest.raises(BadRecord, match="the record says 99 99"):
        read("\n".join(lines) + "\n")


def test_a_trusted_record_is_read_without_looking_for_reasons(pebbles: Game) -> None:
    text = played(pebbles, 4).save()
    assert Match.load(text, games.load, check=False).save() == text


def test_bad_tables_are_refused(pebbles: Game) -> None:
    for seats, options, players in [(1, {}, ()), (5, {}, ()), (2, {"stones": 8}, ()), (2, {"stones": True}, ())]:
        with pytest.raises(BadOptions):
            Match(pebbles, seats, options, players)
    for players in (["a"], ["a", "b|c"], ["a", ""], ["a", " b"], ["a", "b\nc"]):
        with pytest.raises(BadOptions):
            Match(pebbles, 2, {}, players)
    with pytest.raises(BadOptions, match="written position"):
        Match(replace(pebbles, read_position=None), 2, position="A=red")
    with pytest.raises(UnknownGame):
        games.load("chess")


def test_a_record_of_an_older_version_is_replayed_and_compared(pebbles: Game) -> None:
    newer = replace(pebbles, version=2)
    match = Match.load(RECORD, lambda _: newer)
    assert match.save() == RECORD.replace("pebbles 1", "pebbles 2"), "it is written as one of today"
    with pytest.raises(BadRecord, match=r"written by version 1 of the rules; these are version 2"):
        Match.load(RECORD.replace("place red A", "place white A"), lambda _: newer)


def test_a_game_gives_an_older_record_the_options_it_was_played_with(pebbles: Game) -> None:
    def upgrade(version: int, options: dict[str, Any]) -> dict[str, Any]:
        return {"stones": 15, **options} if version < 3 else options

    game = replace(pebbles, version=3, upgrade=upgrade)
    old = Match(pebbles, 2).save()
    assert Match.load(old, lambda _: game).options == PebblesOptions(stones=15)
    assert Match.load(old.replace("pebbles 1", "pebbles 3"), lambda _: game).options == PebblesOptions()
    assert game.options_today(2, {"stones": "9"}) == {"stones": "9"}


def test_a_game_reads_the_words_of_an_older_record(pebbles: Game) -> None:
    def reword(version: int, text: str) -> str:
        return text.replace("put ", "place ").replace("! go ", "! leave ") if version < 2 else text

    old = RECORD.replace(" place ", " put ")
    game = replace(pebbles, version=2, reword=reword)
    assert Match.load(old, lambda _: game).save() == RECORD.replace("pebbles 1", "pebbles 2")
    assert Match.load(RECORD, lambda _: game).state == Match.load(RECORD, lambda _: pebbles).state
    left = Match.load(Match(pebbles, 3).save().replace("open", "! go 1\nopen"), lambda _: game)
    assert [str(action) for action in left.actions] == ["! leave 1"]
    with pytest.raises(BadRecord, match="no verb put"):
        Match.load(old.replace("pebbles 1", "pebbles 2"), lambda _: game)


def test_a_record_of_a_newer_version_is_refused_with_a_sentence(pebbles: Game) -> None:
    with pytest.raises(BadRecord, match="This was played with version 7 of pebbles; these rules are version 1"):
        Match.load(RECORD.replace("pebbles 1", "pebbles 7"), lambda _: pebbles)


def test_a_refusal_says_why_and_by_which_rule() -> None:
    with pytest.raises(IllegalAction) as refused:
        at_table().play(0, "place white A")
    assert str(refused.value) == "“place white A” is not allowed now. You have no white pebble in hand. [PB-2.1]"
