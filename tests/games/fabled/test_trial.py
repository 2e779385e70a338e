"""Section 9, first part: setup, the spirits' turn step by step, their search for a position."""

from __future__ import annotations

import pytest

from ludoteka.core.bag import changed
from ludoteka.core.errors import BadOptions
from ludoteka.core.game import Step
from ludoteka.games.fabled import GAME, board
from ludoteka.games.fabled.phases import allies, search, spirits, steps
from ludoteka.games.fabled.state import PROLOGUE, FabledState
from ludoteka.games.fabled.vocab import FOREST, MOUNTAIN, STEPPE
from tests.games.fabled.kit import (
    asks,
    begun,
    books,
    chapter_begins,
    do,
    legal,
    new,
    open_lands,
    position,
    put,
    rest,
    roll,
    row,
    spirits_turn,
    told,
    told_args,
    turn_of,
    where,
)


def acting(s: FabledState, territory: int, *draws: str) -> FabledState:
    """The spirits' action phase alone."""
    s.territory = territory
    s.start_turn(s.spirits)
    spirits.act(s)
    s.settle()
    return roll(s, *draws)


@pytest.mark.rule("FB-9.1")
def test_the_spirits_play_last_and_are_an_opponent() -> None:
    s = position(3, mode="rivalry", row="F05", sages={0: "F05.1", 3: "F05.1"})
    assert s.clockwise(1) == (1, 2, 3, 0)
    assert s.spirits == 3
    turn_of(s)
    do(s, "done", "pass")
    assert where(s, 3) == ["F05.2"]  # one step when a player announces
    chapter = position(3, mode="rivalry", row="F05", sages={0: "F05.1"})
    chapter_begins(chapter)
    waiting = [f for f in chapter.stack if repr(f[0]) in ("Turn", "Spirits")]
    assert repr(waiting[0][0]) == "Spirits"  # the deepest turn on the stack comes last


@pytest.mark.rule("FB-9.2")
def test_solo_setup() -> None:
    view = begun(1).view(0)
    assert view["time"]["escalation"] == 8
    assert view["time"]["end"] == 10
    assert view["time"]["events"] == [2, 5, 8]


@pytest.mark.rule("FB-9.3")
@pytest.mark.parametrize("scenario", range(6))
def test_scenarios_of_the_trial(scenario: int) -> None:
    if scenario in (0, 1, 3):
        assert new(1, scenario=scenario).spirits == 1
    else:
        with pytest.raises(BadOptions, match=f"Scenario {scenario} is not meant"):
            GAME.new(1, scenario=scenario)


@pytest.mark.rule("FB-9.4")
def test_the_spirits_ignore_events() -> None:
    s = position(1, row="S01 S05", sages={0: "S01.3", 1: "S01.3"}, event="all_paths_open")
    for side in (0, 1):
        steps.walk(s, s.own(side)[0], 1)
    s.settle()
    assert where(s) == ["S05.1"]
    assert where(s, 1) == []  # as printed
    caravan = position(1, row="F05", sages={0: "F05.1", 1: "F05.1"}, event="oncoming_caravan", events="crossroads")
    do(turn_of(caravan), "done", "pass")
    assert where(caravan, 1) == ["F05.2"]  # no further step for them
    back = position(1, row="F05", sages={0: "F05.1", 1: "F05.1"}, event="oncoming_caravan", events="crossroads")
    spirits_turn(back, "territory moss_elder")
    assert asks(back) == "Vortex"  # but for the player when they announce
    assert where(back) == ["F05.3"]
    thin = position(1, row="S01 S02", sages={1: "S01.1"}, event="thin_border")
    assert board.surcharge(thin, 1, STEPPE) == 2
    houses = position(1, row="S01", sages={1: "S01.1"}, event="generous_houses", books={1: (0, 0, 0, 0)})
    spirits_turn(houses, "territory feathergrass_herald")
    assert "visit" in told(houses)
    trails = position(1, row="G01 G02", sages={1: "G01.d3"}, event="hidden_trails", events="crossroads")
    steps.walk(trails, trails.own(1)[0], 1)
    assert where(trails, 1) == []


@pytest.mark.rule("FB-9.5")
def test_start_of_the_solo_game() -> None:
    s = begun(1)
    assert s.to_move() == 0
    assert books(s) == [6, 1, 1, 0]
    assert books(s, 1) == [6, 1, 1, 0]
    assert s.supply(1) == 7
    assert len(s.allies) == 1


@pytest.mark.rule("FB-9.6")
def test_the_trick_deck_and_the_tokens() -> None:
    s = new(1)
    assert s.trick_deck() == 12
    assert s.view(0)["spirits"]["joint_tokens"] == 2
    names = [t.id for i, t in enumerate(s.content.tricks) if s.piles[0][0] >> i & 1]
    assert "forgotten_portal" not in names
    assert "common_shadow" not in names


@pytest.mark.rule("FB-9.7")
def test_the_prologue_of_the_spirits() -> None:
    s = position(1, row="S01", sages={0: "S01.1"}, books={1: (6, 1, 1, 0)})
    s.part = PROLOGUE
    s.stack = [Step(spirits.PROLOGUE_TURN)]
    s.settle()
    do(s, "territory moss_elder")
    roll(s)
    assert books(s, 1) == [6, 1, 0, 0]  # one forest book
    assert len(s.row) == 2
    assert len(where(s, 1)) == 1
    assert s.tricks_held() == 0
    assert not s.stack
    assert told(s)[0] == "territory"


@pytest.mark.rule("FB-9.7")
def test_spirits_without_the_book_add_no_land_in_the_prologue() -> None:
    s = position(1, row="S01", sages={0: "S01.1"}, books={1: (6, 1, 0, 0)})
    s.part = PROLOGUE
    s.stack = [Step(spirits.PROLOGUE_TURN)]
    s.settle()
    do(s, "territory moss_elder")
    roll(s)
    assert (books(s, 1), len(s.row)) == ([6, 1, 0, 0], 1)


@pytest.mark.rule("FB-9.8")
def test_the_order_of_their_turn() -> None:
    s = position(1, level="high", row="S13 S01 F05", sages={0: "S01.1", 1: "S13.1"}, books={1: (9, 3, 0, 0)})
    s.gain_trick("no_land")
    spirits_turn(s, "territory feathergrass_herald")
    rest(s)
    story = told(s)
    marks = ["territory", "assistance", "pays", "announces", "trick"]
    spots = [story.index(mark) for mark in marks]
    assert spots == sorted(spots)
    catalogue = GAME.catalogue("ru")
    for entry in s.view(0)["spirits"]["told"]:
        assert catalogue.say(entry["id"], **entry["args"])


@pytest.mark.rule("FB-9.9")
def test_levels_belong_to_the_trial() -> None:
    for level in ("normal", "high"):
        assert new(1, level=level).options.level == level
        assert new(3, mode="comradeship", level=level).options.level == level
    with pytest.raises(BadOptions, match="belongs to the Trial"):
        GAME.new(3, level="high")


@pytest.mark.rule("FB-9.10")
def test_the_order_at_the_start_of_their_turn() -> None:
    s = position(2, mode="comradeship", scenario=3, chapter=8, row="S01", sages={0: "S01.1"})
    s.discard = [20] * 8
    spirits.start(s)
    assert told(s)[:4] == ["escalation", "trick_gained", "no_sages", "trick_gained"]


@pytest.mark.rule("FB-9.10", "FB-10.5")
def test_in_their_turn_too_counters_start_anew() -> None:
    s = position(1, row="S01", sages={0: "S01.1", 1: "S01.1"}, allies={0: ["ice_hermit"]})
    s.uses = (1,) * len(s.uses)
    spirits.start(s)
    assert (s.turn, set(s.uses)) == (s.spirits, {0})


@pytest.mark.rule("FB-9.11")
def test_help_for_spirits_without_sages() -> None:
    s = position(1, row="F05", sages={0: "F05.1"}, books={1: (0, 0, 0, 0)})
    spirits.start(s)
    s.settle()
    roll(s)
    kinds = sorted(s.content.land_id[x][0] for x in s.row)
    assert kinds == ["F", "G", "S"]
    assert len(where(s, 1)) == 3
    assert s.tricks_held() == 1
    assert books(s, 1) == [0, 0, 0, 0]  # for free
    late = position(1, row="F05", sages={0: "F05.1"})
    late.escalated = True
    late.decks = changed(late.decks, MOUNTAIN, 0)
    late.open = (*late.open[:2], -1, -1, *late.open[4:])
    spirits.start(late)
    late.settle()
    roll(late)
    kinds = sorted(late.content.land_id[x][0] for x in late.row)
    assert kinds == ["F", "F", "S"]  # a forest too; mountains have no cards
    assert late.tricks_held() == 2  # in doubt they gain a trick


@pytest.mark.rule("FB-9.12")
def test_reasons_not_to_add_a_land() -> None:
    rich = (9, 9, 9, 0)
    s = position(1, row="S01 S02 S03 S04", sages={0: "S01.1", 1: "S01.1"}, books={1: rich})
    acting(s, STEPPE)
    assert "no_land_surcharge" in told(s)
    assert (s.tricks_held(), books(s, 1)) == (1, [9, 9, 9, 0])
    s = position(1, row="S01", sages={0: "S01.1", 1: "S01.1 S01.1 S01.1 S01.1 S01.1 S01.1"}, books={1: rich})
    acting(s, MOUNTAIN)
    assert told(s) == ["no_land_sages", "trick_gained"]
    s = position(1, row="S01", sages={0: "S01.1", 1: "S01.1"}, books={1: (5, 0, 9, 0)})
    acting(s, MOUNTAIN)  # only the books: a steppe book, then a conversion
    assert told(s)[:2] == ["no_land_books", "trick_gained"]
    assert books(s, 1) == [6, 0, 7, 1]
    assert s.tricks_held() == 1
    poor = position(1, row="S01", sages={0: "S01.1", 1: "S01.1"}, books={1: (0, 0, 0, 0)})
    acting(poor, MOUNTAIN)  # the conversion fails: a second trick
    assert books(poor, 1) == [1, 0, 0, 0]
    assert poor.tricks_held() == 2
    two = position(1, row="S01 S02 S03 S04", sages={0: "S01.1", 1: "S01.1"}, books={1: (0, 0, 0, 0)})
    acting(two, STEPPE)  # two reasons: no consolation
    assert (books(two, 1), two.tricks_held()) == ([0, 0, 0, 0], 1)
    bare = position(1, row="S01", sages={0: "S01.1", 1: "S01.1"}, books={1: rich})
    bare.decks = changed(bare.decks, FOREST, 0)
    bare.open = (*bare.open[:4], -1, -1)
    acting(bare, FOREST)
    assert told(bare) == ["no_land_cards", "trick_gained"]
    deck = position(1, row="S01", sages={0: "S01.1", 1: "S01.1"}, books={1: rich})
    deck.open = (*deck.open[:4], -1, -1)
    acting(deck, FOREST)
    assert books(deck, 1) == [9, 9, 8, 0]  # the deck will do


@pytest.mark.rule("FB-9.13")
def test_the_farther_card_then_the_nearer_then_the_deck() -> None:
    # open steppes: S01 (exit middle) farther, S02 (exit upper) nearer
    fits = position(1, row="G02", sages={0: "G02.1"}, books={1: (6, 1, 1, 0)})
    acting(fits, STEPPE)
    assert row(fits) == "S01 G02"
    assert books(fits, 1) == [5, 1, 1, 0]
    dearer = position(1, row="G02 S05 S06", sages={0: "G02.1"}, books={1: (6, 1, 1, 0)})
    acting(dearer, STEPPE)
    assert books(dearer, 1) == [3, 1, 1, 0]  # a surcharge of 2 for two steppes
    nearer = position(1, row="G01", sages={0: "G01.1"})
    acting(nearer, STEPPE)
    assert row(nearer) == "S02 G01"
    assert open_lands(nearer)[0] == "S01"
    assert told(nearer).count("no_gap") == 1
    top = position(1, row="F03 S05", sages={0: "F03.1"})
    acting(top, STEPPE, "open S13")
    assert row(top) == "S13 F03 S05"  # far left
    assert open_lands(top)[:2] == ["S01", "S02"]
    other = position(1, row="S05", sages={0: "S05.1"})
    acting(other, MOUNTAIN, "open G05")
    assert row(other) == "G05 S05"  # F01 would fit, but is no mountain
    empty = position(1, row="F03", sages={0: "F03.1"})
    empty.decks = changed(empty.decks, STEPPE, 0)
    acting(empty, STEPPE)
    assert row(empty) == "S01 F03"
    assert "deck_empty" in told(empty)


@pytest.mark.rule("FB-9.14")
@pytest.mark.parametrize(
    ("lands", "mine", "theirs", "gap", "broken"),
    [
        ("S02 G02", "G02.1", "", 0, 1),  # no player's sage in S02
        ("F03 G02", "F03.1", "", 0, 2),  # S01 does not lead into F03
        ("G02 S13", "S13.1", "G02.1", 1, 0),
        ("S03 S02", "S02.1", "S03.1", 1, 0),  # S03 (lower) leads into neither: there is nothing to break
        ("G02 S02", "S02.1", "G02.1", 1, 0),  # G02 leads into S01, too
        ("S03 F05", "F05.1", "", 1, 0),  # no spirit sage in S03
        ("S03 F05", "S03.1 F05.1", "F05.1", 1, 0),  # those of others and those on the right do not count
        ("S03 F05", "F05.1", "S03.1", 1, 3),  # S03 (lower) leads into F05 but not into S01
    ],
)
def test_the_three_conditions(lands: str, mine: str, theirs: str, gap: int, broken: int) -> None:
    s = position(1, row=lands, sages={0: mine, 1: theirs})
    assert search.failed_condition(s, s.row, s.content.land_index["S01"], gap) == broken


@pytest.mark.rule("FB-9.14")
def test_every_failed_condition_is_told() -> None:
    s = position(1, row="S02 S05 S03 F05 G02", sages={0: "S05.1 F05.1 G02.1", 1: "S03.1"})
    assert search.find_gap(s, s.content.land_index["S01"]) == 4
    assert told(s) == ["condition_1", "condition_2", "condition_1", "condition_3", "gap_fits"]
    assert told_args(s, "condition_3") == {"what": "S01", "at": "g3", "left": "S03", "right": "F05"}
    for lang in ("en", "ru"):
        text = GAME.catalogue(lang).say("tell.condition_2", **told_args(s, "condition_2"))
        assert "S01" in text
        assert "S05" in text


@pytest.mark.rule("FB-9.15")
def test_any_players_sages_and_lands_not_paths() -> None:
    s = position(2, mode="rivalry", row="G02", sages={1: "G02.1"})
    assert search.failed_condition(s, s.row, s.content.land_index["S01"], 0) == 0
    # a spirit sage on the dead end of G04 (exit lower, leads into F05) makes the land count
    dead = position(1, row="G04 F05", sages={0: "F05.1", 1: "G04.d1"})
    assert search.failed_condition(dead, dead.row, dead.content.land_index["S01"], 1) == 3


@pytest.mark.rule("FB-9.16")
def test_the_escalation() -> None:
    s = position(1, chapter=7, row="S13", sages={0: "S13.1", 1: "S13.1"}, books={0: (0, 0, 0, 0)})
    s.event_deck = 0
    chapter_begins(s)
    assert s.escalated  # from the start of chapter 8
    s.stack.clear()
    acting(s, STEPPE)
    assert told(s)[-2:] == ["escalated_no_land", "trick_gained"]
    assert row(s) == "S13"
    before = position(1, chapter=6, row="S13", sages={0: "S13.1"})
    chapter_begins(before)
    assert not before.escalated


@pytest.mark.rule("FB-9.17")
def test_the_territory() -> None:
    s = position(1, row="S13", sages={0: "S13.1", 1: "S13.1"})
    spirits.reveal(s)
    do(s, "territory ice_hermit")
    assert s.view(0)["spirits"]["territory"] == "mountain"
    assert [r["id"] for r in s.view(0)["spirits"]["revealed"]] == ["ice_hermit"]
    assert not s.ally_deck >> s.content.ally_index["ice_hermit"] & 1
    s.ally_deck = 0
    spirits.reveal(s)
    assert not s.stack
    assert s.territory == MOUNTAIN
    assert told(s)[-1] == "last_territory"
    s.stack = [allies.DealFrame(allies.DEAL, None, 0)]
    s.settle()
    assert list(s.allies) == [()]  # the revealed ones are out of the player's reach


@pytest.mark.rule("FB-9.18")
def test_what_they_announce() -> None:
    s = position(1, row="S13 F05 G01", sages={0: "F05.1", 1: "F05.1 G01.d1"})
    s.territory = FOREST
    spirits.move(s)
    s.settle()
    assert s.announced == 1 << FOREST
    assert where(s, 1) == ["F05.3", "G01.d1"]  # two steps
    assert where(s) == ["F05.2"]  # one
    s = position(1, row="S13 G01 F05", sages={1: "F05.1 G01.d1"})
    s.territory = STEPPE
    spirits.move(s)
    assert s.announced == 1 << MOUNTAIN  # the leftmost land with their sages
    assert told(s) == ["not_in_territory", "announces"]


@pytest.mark.rule("FB-9.19")
def test_nobody_to_announce_for() -> None:
    s = position(1, row="S13", sages={0: "S13.1"})
    spirits.move(s)
    assert (s.announced, s.tricks_held()) == (0, 1)
    assert told(s) == ["nobody_moves", "trick_gained"]


def test_the_whole_turn_can_be_followed() -> None:
    s = begun(1, seed=5)
    for _ in range(400):
        if not s.stack:
            break
        s.apply(s.legal_actions()[0])
        for entry in s.view(0)["spirits"]["told"]:
            for lang in ("en", "ru"):
                assert GAME.catalogue(lang).say(entry["id"], **entry["args"])
    assert put(position(1, row="S01"), 1, "S01.1") == 7
    assert legal(position(1)) == []
