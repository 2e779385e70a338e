"""Section 14: the content file and the file an owner of the box lays over it."""

from __future__ import annotations

import pickle
from pathlib import Path
from textwrap import dedent
from types import UnionType
from typing import get_origin, get_type_hints

import click
import pytest
from click.testing import CliRunner

from ludoteka.cli.common import settings_option
from ludoteka.core.content import add
from ludoteka.core.errors import BadOptions
from ludoteka.core.game import CHANCE
from ludoteka.core.match import Match
from ludoteka.games.fabled import GAME
from ludoteka.games.fabled.loader import load
from ludoteka.games.fabled.phases import chapters, movement, turn
from ludoteka.games.fabled.state import FabledState
from tests.games.fabled.kit import books, chapter_begins, do, finish, new, position, row, turn_of, visit


def laid_over(text: str) -> str:
    """The word for a text of somebody's own."""
    return add(dedent(text))


@pytest.mark.rule("FB-14.1")
def test_everything_is_data() -> None:
    c = load()
    counts = {name: len(records) for name, records in c.raw.records.items()}
    assert counts == {
        "standard_action": 4,
        "time_board.layout": 4,
        "place": 14,
        "land": 36,
        "ally": 24,
        "event_deck": 3,
        "event": 18,
        "trick": 14,
        "trial.rating": 4,
        "scenario": 6,
    }
    for records in c.raw.records.values():
        for record in records.values():
            assert record.get("source", "stated") in ("stated", "public", "reconstructed")
    assert load() is c  # read once


@pytest.mark.rule("FB-14.1")
def test_numbers_and_cards_are_of_the_types_they_declare() -> None:
    """A native build takes nothing else."""
    c = load()
    ops = [op for array in c.arrays for op in array]
    cards = [*c.allies, *c.events, *c.tricks, *c.actions, *c.levels.values(), *c.layouts.values(), *ops]
    hints = {kind: get_type_hints(kind) for kind in {type(card) for card in cards}}
    wrong = [
        f"{type(card).__name__}.{name}"
        for card in cards
        for name, hint in hints[type(card)].items()
        if not isinstance(getattr(card, name), hint if isinstance(hint, UnionType) else get_origin(hint) or hint)
    ]
    assert len(hints) == 7
    assert wrong == []


@pytest.mark.rule("FB-14.2")
def test_records_are_replaced_added_and_removed() -> None:
    path = laid_over(
        """
        [movement]
        own_steps = 3
        [[place]]
        id = "wind"
        producer = true
        effects = [{ op = "gain", book = "sun", n = 1 }]
        [[trick]]
        id = "new_trick"
        effects = [{ op = "gain", book = "sun", n = 1 }]
        high = [{ op = "gain", book = "sun", n = 2 }]
        [[ally]]
        id = "moss_elder"
        disabled = true
        [[time_board.layout]]
        players = 2
        end = 4
        allies = []
        events = []
        milestone_a = 1
        milestone_b = 2
        """,
    )
    s = position(2, row="S01", sages={0: "S01.1"}, data=path)
    assert len(s.content.allies) == 23
    assert len(s.content.tricks) == 15
    assert s.content.own_steps == 3
    assert s.content.other_steps == 1  # the rest of the table stays
    do(turn_of(s), "done", "visit wind", "apply")
    assert books(s) == [5, 1, 1, 1]
    assert finish(new(2, data=path)).chapter == 4
    assert load().own_steps == 2  # ours is untouched


@pytest.mark.rule("FB-14.2")
def test_a_match_with_a_content_file_is_saved_and_read() -> None:
    path = laid_over('[[place]]\nid = "wind"\neffects = [{ op = "gain", book = "sun", n = 1 }]\n')
    match = Match(GAME, 2, {"data": path})
    again = Match.load(match.save(), lambda _: GAME)  # the record holds the whole text
    assert again.state.view(0) == match.state.view(0)
    assert again.state.setting is match.state.setting
    assert pickle.loads(pickle.dumps(match.state.content)) is match.state.content
    assert Match.load(match.save().replace(f"fabled {GAME.version}", "fabled 1"), lambda _: GAME).options.edition == 1


@pytest.mark.rule("FB-14.2", "FB-5.4")
def test_others_may_have_no_step_at_all() -> None:
    s = position(data=laid_over("[movement]\nother_steps = 0\n"))
    assert [movement.steps_of(s, 0, mover, 1) for mover in range(2)] == [2, 0]


@pytest.mark.rule("FB-14.2", "FB-11.2")
def test_the_first_event_may_act_too() -> None:
    event = '[[event]]\nid = "all_paths_open"\ndeck = "spirit_world"\n'
    data = laid_over(event + 'start_of_turn = [{ effects = [{ op = "gain", book = "sun", n = 1 }] }]\n')
    s = turn_of(position(row="S01", sages={0: "S01.1"}, event="all_paths_open", data=data))
    assert books(s) == [5, 1, 1, 1]


@pytest.mark.rule("FB-14.2", "FB-8.17")
def test_an_income_may_end_with_the_milestone() -> None:
    scenario = '[[scenario]]\nid = 1\nevents = ["spirit_world"]\ntrial = true\n'
    data = laid_over(scenario + "start_of_turn_steppe = 1\nmilestone = { p2 = 3 }\n")
    for chapter, gain in ((2, 1), (3, 0)):
        s = turn_of(position(row="S01", sages={0: "S01.1"}, chapter=chapter, data=data))
        assert books(s)[0] == 5 + gain
    forever = laid_over(scenario + "start_of_turn_steppe = 1\nstart_of_turn_steppe_after_milestone = 3\n")
    for chapter, gain in ((0, 1), (1, 3)):
        s = position(chapter=chapter, data=forever)
        turn.income(s, 0)
        assert books(s)[0] == 5 + gain, "without a milestone only the prologue comes before it"


@pytest.mark.rule("FB-14.2", "FB-1.12")
@pytest.mark.parametrize(("chapter", "asked"), [(12, CHANCE), (13, 0)])
def test_tokens_lie_up_to_the_last_division(chapter: int, asked: int) -> None:
    layout = "[[time_board.layout]]\nplayers = 2\nend = 14\nallies = []\nmilestone_a = 1\nmilestone_b = 2\n"
    data = laid_over(f"{layout}events = [{chapter}]\n")
    s = chapter_begins(position(row="S01", sages={0: "S01.1"}, chapter=chapter - 1, scenario=3, data=data))
    assert s.to_move() == asked


@pytest.mark.rule("FB-14.2", "FB-9.27")
def test_places_without_a_priority_come_last_in_the_order_of_the_file() -> None:
    data = laid_over('[trial]\npriorities = ["gates", "tower"]\npriorities_alone = ["roots"]\n')
    for seats, first in ((1, ["roots"]), (2, ["gates", "tower"])):
        s = new(seats, mode="usual" if seats == 1 else "rivalry", data=data)
        last = [key for key in s.content.place_id if key not in first]
        assert sorted(s.content.place_id, key=lambda key: s.setting.rank[s.content.place_index[key]]) == [*first, *last]


@pytest.mark.rule("FB-14.2", "FB-9.60")
def test_nobody_may_have_extra_books() -> None:
    s = new(2, mode="comradeship", data=laid_over("[setup.extra_steppe_by_seat]\np3 = []\n"))
    assert books(s, s.spirits) == [5, 1, 1, 0]


@pytest.mark.rule("FB-14.2", "FB-4.15")
def test_every_chapter_may_take_a_land() -> None:
    for first, left in ((1, "S01"), (2, "S01 S02")):
        data = laid_over(f"[oblivion.each_chapter_from]\np2 = {first}\n")
        s = position(row="S01 S02", sages={0: "S01.1"}, data=data)
        s.stack.append(chapters.EndFrame(chapters.CHAPTER_END, None, 0))
        s.settle()
        assert row(s) == left


@pytest.mark.rule("FB-14.2", "FB-10.31")
def test_the_second_place_of_a_land_of_ones_own() -> None:
    """At the first cell of all; what is to be paid there has been chosen with the fox."""
    land = '[[land]]\nid = "S01"\nterrain = "steppe"\nentries = ["upper"]\nexit = "upper"\n'
    land += 'paths = [{ kind = "normal", cells = 2, vortices = [{ cell = 1, places = ["wind", "stones_1"] }] }]\n'
    pay = '[{ op = "pay", book = "mountain", n = 1, then = [{ op = "gain", book = "sun", n = 1 }] }]'
    data = laid_over(f'{land}[[place]]\nid = "stones_1"\neffects = {pay}\n')
    s = position(row="S01", sages={0: "S01.1"}, allies={0: ["fox_matchmaker"]}, data=data)
    do(visit(s, "wind"), "apply", "use fox_matchmaker")
    assert (books(s)[1:], s.stack) == ([0, 1, 1], [])


WIND = '[[place]]\nid = "wind"\n'
ELDER = '[[ally]]\nid = "moss_elder"\nterrain = "forest"\n'
LAND = '[[land]]\nid = "S01"\nterrain = "steppe"\nentries = ["upper"]\nexit = "upper"\n'
VORTEX = 'paths = [{ kind = "normal", cells = 2, vortices = [{ cell = CELL, places = ["PLACE"] }] }]\n'
BAD = [
    ("[movement]\nown_steps = true\n", "range", 2, "movement.own_steps"),
    ("[movement]\nhops = 1\n", "key", 2, "movement.hops"),
    ("[magic]\nx = 1\n", "key", 1, "magic"),
    ("[land_rules]\nmercy_no_surcharge = 1\n", "flag", 2, "land_rules.mercy_no_surcharge"),
    ("[land_rules.price]\nsteppe = 1\n", "table", 2, "land_rules.price.steppe"),
    ('[[land]]\nid = "S01"\nterrain = "steppe"\n', "missing", 1, "land.S01.entries"),
    (WIND + 'effects = [{ op = "gian", book = "sun", n = 1 }]\n', "one_of", 3, "place.wind.effects.op"),
    (WIND + 'effects = [{ op = "gain", n = 1 }]\n', "missing_of", 3, "place.wind.effects.book"),
    (WIND + 'effects = [{ op = "add_land", n = 1 }]\n', "key_of", 3, "place.wind.effects.n"),
    (WIND + 'effects = [{ op = "gain", book = "moon", n = 1 }]\n', "one_of", 3, "place.wind.effects.book"),
    (WIND + "effects = [3]\n", "table", 3, "place.wind.effects"),
    (WIND + "effects = 3\n", "list", 3, "place.wind.effects"),
    (WIND + "name_en = 3\neffects = []\n", "text", 3, "place.wind.name_en"),
    (
        ELDER + 'ability = { trigger = "on_sneeze" }\nempowered = { trigger = "on_pass" }\n',
        "one_of",
        4,
        "ally.moss_elder.ability.trigger",
    ),
    (
        ELDER + 'ability = { trigger = "on_pass" }\nempowered = { trigger = "on_pass" }\n',
        "missing_of",
        4,
        "ally.moss_elder.ability.effects",
    ),
    (
        ELDER + 'ability = { trigger = "on_visit", places = ["inn"], effects = [] }\nempowered = {}\n',
        "reference",
        4,
        "ally.moss_elder.ability.places",
    ),
    (LAND + VORTEX.replace("CELL", "3"), "range", 6, "land.S01.paths.vortices.cell"),
    (LAND + VORTEX.replace("CELL", "2").replace("PLACE", "inn"), "reference", 6, "land.S01.paths.vortices.places"),
    (LAND + "paths = []\n", "one_of", 6, "land.S01.paths"),
    ('[[land]]\nid = "S99"\ndisabled = true\n', "reference", 3, "land.S99.disabled"),
    ('[[event]]\nid = "gusts"\ndeck = "storms"\n', "reference", 3, "event.gusts.deck"),
    ('[[place]]\nid = "sky_tent"\nally = "moss_elder"\neffects = []\n', "one_of", 3, "place.sky_tent.ally"),
    ('[[ally]]\nid = "sky_wanderer"\ndisabled = true\n', "reference", 1, "place.sky_tent.ally"),
    ("[trial]\npriorities = [3]\n", "reference", 2, "trial.priorities"),
    ("[trial.levels.normal]\nscenario = true\n", "range", 2, "trial.levels.normal.scenario"),
    ("time_board = 3\n", "table", 1, "time_board"),
    ("[[place]]\neffects = []\n", "missing", 1, "place.id"),
    ("[[place]]\nid = [1]\n", "word", 2, "place.id"),
    ('[[trick]]\nid = "a"\n[[trick]]\nid = "a"\n', "twice", 4, "trick.id"),
    ("place = 3\n", "tables", 1, "place"),
]


@pytest.mark.rule("FB-14.3")
@pytest.mark.parametrize(("text", "problem", "line", "spot"), BAD, ids=[f"{b[1]}-{i}" for i, b in enumerate(BAD)])
def test_a_bad_file_is_refused_with_the_spot(text: str, problem: str, line: int, spot: str) -> None:
    with pytest.raises(BadOptions) as caught:
        GAME.new(2, data=laid_over(text.replace("PLACE", "wind")))
    why = caught.value.reason
    assert (why.id, why.args["line"], why.args["spot"]) == (f"shape.{problem}", line, spot)
    assert str(caught.value).startswith(f"Line {line}, {spot}: ")
    assert GAME.catalogue("ru").why(why).startswith(f"Строка {line}, {spot}: ")


@pytest.mark.rule("FB-14.3")
def test_a_file_that_cannot_be_read() -> None:
    with pytest.raises(BadOptions, match="not the name of a file"):
        GAME.new(2, data=__file__)
    with pytest.raises(BadOptions):
        GAME.new(2, data="own:0123")
    with pytest.raises(BadOptions, match="Line 1: this is not TOML"):
        GAME.new(2, data=laid_over("[[["))
    gone = laid_over("[[scenario]]\nid = 4\ndisabled = true\n[[scenario]]\nid = 3\ntrial = true\n")
    with pytest.raises(BadOptions, match="Scenario 4 is missing"):
        GAME.new(2, data=gone, scenario=4)
    with pytest.raises(BadOptions, match="Only scenario 3 can be combined"):
        GAME.new(2, data=gone, scenario=3, combine=4, events="crossroads")


@pytest.mark.rule("FB-14.4")
def test_names_of_the_second_file() -> None:
    path = laid_over(
        WIND + 'name_en = "Windmill"\nname_ru = "Мельница"\neffects = [{ op = "gain", book = "sun", n = 1 }]\n',
    )
    s = position(2, row="S01", sages={0: "S01.1"}, data=path)
    assert s.view(0)["names"] == {"wind": ["Windmill", "Мельница"]}
    do(turn_of(s), "done")
    assert "Windmill" in GAME.describe(s, GAME.parse("visit wind"), "en")
    assert "Мельница" in GAME.describe(s, GAME.parse("visit wind"), "ru")
    for lang in ("en", "ru"):
        one = laid_over(WIND + f'name_{lang} = "Mill"\neffects = [{{ op = "gain", book = "sun", n = 1 }}]\n')
        assert position(2, data=one).view(0)["names"] == {"wind": ["Mill", "Mill"]}, "one name serves both"


@pytest.mark.rule("FB-14.5")
def test_a_record_of_an_earlier_version_goes_on_in_the_edition_of_its_time() -> None:
    """What differs: FB-1.6, FB-4.15, FB-5.5, FB-9.40; since the third edition FB-1.6 and section 13.
    The fourth is the third but for FB-9.64, the fifth the fourth but for FB-1.6 and FB-13.15 with the high texts, the
    sixth the fifth but for FB-8.33, FB-9.31 and FB-9.64, the seventh the sixth but for FB-9.29 and FB-13.15, the
    eighth the seventh but for FB-9.70, the ninth the eighth but for FB-3.1 and FB-9.70, the tenth to
    the twelfth those before but for FB-9.70."""

    def loaded(version: int) -> FabledState:
        text = f"ludoteka 1\ngame fabled {version} seats=3\nseats A | B | C\nopen\n"
        s = Match.load(text, lambda name: GAME).state
        assert isinstance(s, FabledState)
        return s

    old, second, now = loaded(1), loaded(2), loaded(GAME.version)
    assert (old.options.edition, second.options.edition, now.options.edition) == (1, 2, 12)
    assert (old.setting.extra_steppe, second.setting.extra_steppe) == ([0, 0, 1], [1, 0, 1])
    assert now.setting.extra_steppe == [3, 1, 1]
    texts = [s.content.arrays[s.content.tricks[3].effects][0].name for s in (old, second, now)]
    assert texts == ["gain_per", "gain_per", "when"]
    assert (old.setting.forgets_from, now.setting.forgets_from) == (0, 3)
    assert (old.content.ask_single, now.content.ask_single) == (True, False)
    assert (old.content.doubt_tricks, now.content.doubt_tricks) == (False, True)
    assert (loaded(6).content.nothing_last, now.content.nothing_last) == (False, True)


@pytest.mark.rule("FB-14.2")
def test_the_example_for_owners_replaces_five_allies_and_two_standard_actions() -> None:
    text = (Path(__file__).parents[3] / "examples" / "fabled_box.toml").read_text("utf-8")
    ours, theirs = load().raw.records, load(word=add(text)).raw.records
    assert sum(theirs["ally"][key] != ours["ally"][key] for key in ours["ally"]) == 5
    assert sum(theirs["standard_action"][key] != ours["standard_action"][key] for key in ours["standard_action"]) == 2
    assert [len(theirs[table]) for table in theirs] == [len(ours[table]) for table in ours]
    finish(new(2, data=add(text)), seed=2)


@pytest.mark.rule("FB-14.2")
def test_the_terminal_takes_the_text_of_a_file(tmp_path: Path) -> None:
    box = tmp_path / "box.toml"
    box.write_text(WIND + 'effects = [{ op = "gain", book = "sun", n = 1 }]\n', "utf-8")
    command = settings_option(click.command()(lambda settings: click.echo(settings["data"])))
    word = CliRunner().invoke(command, ["-o", f"data=@{box}"]).output.strip()
    assert new(2, data=word).content.raw.records["place"]["wind"]["effects"][0]["book"] == "sun"
    assert CliRunner().invoke(command, ["-o", "data=@nothing"]).exit_code != 0
