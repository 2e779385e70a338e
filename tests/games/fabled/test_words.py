"""Words: both languages, every card, every refusal, every question."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from ludoteka import games
from ludoteka.core import intentions_words
from ludoteka.core.game import CHANCE, Phase
from ludoteka.core.intentions import intend
from ludoteka.core.match import Match
from ludoteka.core.text import LANGS, game_catalogue
from ludoteka.core.wish import say_why, wish
from ludoteka.games.fabled import GAME, words
from ludoteka.games.fabled.content import Content
from ludoteka.games.fabled.intentions import conversion
from ludoteka.games.fabled.loader import load
from ludoteka.games.fabled.told import standing
from ludoteka.games.fabled.vocab import TERRAINS
from tests.games.fabled.kit import do, new, position, turn_of

FOLDER = GAME.folder


@pytest.fixture
def content() -> Content:
    return load()


@pytest.mark.parametrize("lang", LANGS)
def test_every_card_has_a_name_and_a_text(content: Content, lang: str) -> None:
    catalogue = GAME.catalogue(lang)
    records = content.raw.records
    for table in ("place", "ally", "event", "event_deck", "trick", "standard_action"):
        for key in records[table]:
            assert f"what.{key}" in catalogue
    for record in records["ally"].values():
        for text in ("ability", "empowered"):
            assert words.ability(catalogue, record[text]).endswith(".")
    for record in records["event"].values():
        assert len(words.event(catalogue, record)) > 10
    for table, keys in (("place", ("effects",)), ("trick", ("effects", "high"))):
        for record in records[table].values():
            for key in keys:
                assert words.effects(catalogue, record[key])


def test_a_few_texts_read_well(content: Content) -> None:
    en, ru = GAME.catalogue("en"), GAME.catalogue("ru")
    allies, events = content.raw.records["ally"], content.raw.records["event"]
    assert words.ability(en, allies["drywind_changer"]["ability"]) == (
        "Action phase (1× a turn): pay 1 prairie book: up to 1 conversion."
    )
    assert words.ability(ru, allies["ore_seer"]["ability"]) == (
        "Фаза действий, 1 раз за ход — заплатить 3 книги степей: взять 2 книги гор."
    )
    assert words.event(en, events["thin_border"]) == "Surcharge −1 (any land)."
    assert words.event(ru, events["long_halt"]) == "Можно не объявлять движение и взять 2 книги степей."


def test_every_question_and_message_of_the_code_is_in_the_catalogue() -> None:
    catalogue = GAME.catalogue("en")
    source = "\n".join(path.read_text("utf-8") for path in sorted(Path(FOLDER).rglob("*.py")))
    beginnings = set(re.findall(r'"(tell\.[a-z_0-9]+)"', Path(FOLDER, "told.py").read_text("utf-8")))
    for key in set(re.findall(r'"((?:why|tell|error|draw|panel|price|spot)\.[a-z_0-9]+)"', source)) - beginnings:
        assert key in catalogue, key
    for beginning in beginnings:
        assert any(key.startswith(beginning) for key in catalogue.messages), beginning
    for name in re.findall(r"^class (\w+)\((?:Phase\[FabledState\]|Steps)\):", source, re.MULTILINE):
        body = source.split(f"class {name}(")[1].split("\nclass ")[0]
        if "def legal(" in body or "def outcomes(" in body or name == "PaidStep":
            assert f"ask.{name}" in catalogue, name


@pytest.mark.parametrize("lang", LANGS)
def test_a_question_is_a_sentence_without_arguments(lang: str) -> None:
    for key, text in GAME.catalogue(lang).messages.items():
        if key.startswith("ask."):
            assert "{" not in text, key


@pytest.mark.parametrize("lang", LANGS)
def test_the_terminal_shows_the_row(lang: str) -> None:
    assert GAME.text is not None
    s = position(2, mode="rivalry", row="S06 G01", sages={0: "S06.1 G01.d2", 2: "S06.2"}, event="thin_border")
    shown = GAME.text(turn_of(s).view(0), lang)
    catalogue = GAME.catalogue(lang)
    for word in ("S06", "G01", "①", catalogue.name("what", "stones_1"), catalogue.name("what", "thin_border")):
        assert word in shown
    assert catalogue.say("books.steppe", n=5) in shown


@pytest.mark.parametrize("lang", LANGS)
def test_the_terminal_shows_the_time_board_of_a_trial_and_the_territory(lang: str) -> None:
    assert GAME.text is not None
    s, say = turn_of(position(1, row="S06", sages={0: "S06.1"})), GAME.catalogue(lang).say
    territory = say("draw.territory", terrain=GAME.catalogue(lang).name("terrain", TERRAINS[s.territory]))
    assert f"{say('draw.escalation_at', n=s.setting.escalation)}. {territory}.\n" in GAME.text(s.view(0), lang)
    s.escalated = True
    after = GAME.text(s.view(0), lang)
    assert f"{say('draw.escalated')}. {territory}.\n" in after
    assert say("draw.escalation_at", n=s.setting.escalation) not in after
    assert f". {say('draw.tricks', n=0)}." in after


def test_every_refusal_of_the_code_cites_a_rule() -> None:
    rules = Path(FOLDER, "RULES.md").read_text("utf-8")
    for path in sorted(Path(FOLDER).rglob("*.py")):
        for rule in re.findall(r"FB-\d+\.\d+", path.read_text("utf-8")):
            assert f"| {rule} |" in rules, (path, rule)


def test_refusals_are_said_in_whole_sentences() -> None:
    ru = GAME.catalogue("ru")
    assert ru.say("why.not_the_price", n=2, what="mountain") == "За эту местность так не заплатить: 2 книги гор."
    assert ru.say("why.not_the_price", n=1, what="steppe") == "За эту местность так не заплатить: 1 книга степей."
    assert ru.say("why.too_high", n=2, what="forest") == "На 2 ступени вверх книги лесов не поднять."
    assert ru.say("why.tier_not_offered", what="sun") == "Здесь книги солнца не поднимают."
    found = wish(GAME, turn_of(position(row="S01 F05", sages={0: "F05.1"})), {"at": "S01"})
    assert found is not None
    assert ru.why(found.why).startswith("Волхвы в этой местности идут, когда для неё объявлено движение: степь.")


def test_every_rule_says_where_it_comes_from() -> None:
    for name, marks in (
        ("RULES.md", r"\[(stated|public|reconstructed)"),
        ("RULES.ru.md", r"\[(сказано|открыто|реконструкция)"),
    ):
        rows = [line for line in Path(FOLDER, name).read_text("utf-8").splitlines() if line.startswith("| FB-")]
        assert len(rows) == 269
        for line in rows:
            assert re.match(r"\| FB-[\d.]+ \| " + marks, line), line


@pytest.mark.parametrize(
    "options", [{"seats": 1, "level": "high"}, {"seats": 3, "scenario": 5}, {"seats": 2, "scenario": 4}]
)
def test_every_action_of_a_match_can_be_told(options: dict[str, object]) -> None:
    s = new(**options)  # type: ignore[arg-type]
    rng = Random(3)
    while s.stack:
        for action in s.legal_actions()[:6]:
            for lang in LANGS:
                text = GAME.describe(s, action, lang)
                assert text
                assert "{" not in text
        s.apply(s.sample(rng))


@pytest.mark.parametrize(
    ("id", "args", "en", "ru"),
    [
        ("adds", {"what": "G08", "at": "g0"}, "add G08 at position 1.", "G08 на позицию 1."),
        ("gain", {"what": "steppe", "n": 2}, "take 2 prairie books.", "берут 2 книги степей."),
        (
            "exchange",
            {"what": "steppe", "n": 3, "to": "mountain", "got": 1},
            "1: 3 prairie books for 1 mountain book.",
            "1: 3 книги степей на 1 книгу гор.",
        ),
        (
            "pays",
            {"what": "forest", "n": 1, "extra": 2, "terrain": "forest"},
            "pay 1 forest book, with a surcharge of 2.",
            "платят 1 книгу лесов; доплата 2.",
        ),
        (
            "pays",
            {"what": "forest", "n": 1, "extra": 0, "terrain": "forest"},
            "pay 1 forest book.",
            "платят 1 книгу лесов.",
        ),
        ("no_land_books", {"terrain": "forest", "n": 1}, "cannot pay it (surcharge 1).", "книг (доплата 1)."),
        ("no_land_books", {"terrain": "forest", "n": 0}, "cannot pay it.", "не хватает книг."),
    ],
)
def test_the_spirits_log_counts_positions_and_books(id: str, args: dict[str, object], en: str, ru: str) -> None:
    for lang, said in (("en", en), ("ru", ru)):
        assert words.told(game_catalogue(lang, GAME.folder), {"id": f"tell.{id}", "args": args}).endswith(said)


def test_pointing_at_the_wrong_thing_is_answered() -> None:
    s = new(3, scenario=5)
    rng = Random(8)
    asked = 0
    while s.stack:
        if s.to_move() != CHANCE and rng.random() < 0.2:
            for thing in ({"at": "S01"}, {"what": "g3"}, {"what": "wind"}, {"at": "G01.d2"}, {"what": "nonsense"}):
                found = wish(GAME, s, thing)
                for condition in found.conditions if found is not None else ():
                    if condition.why is not None:
                        asked += 1
                        assert all(say_why(GAME, condition.why, lang) for lang in LANGS)
        s.apply(s.sample(rng))
    assert asked > 100


def test_descriptions_name_what_matters() -> None:
    s = turn_of(position(edition=1, row="S01 G01", sages={0: "S01.1"}))
    assert GAME.describe(s, GAME.parse("add S02"), "en") == "adds S02 (prairie): 1 prairie book, surcharge 1"
    assert GAME.describe(s, GAME.parse("done"), "ru") == "переходит к движению"
    assert GAME.describe(s, GAME.parse("act transform"), "en") == "takes an action: up to 2 conversions"
    do(s, "add S02")
    assert GAME.describe(s, GAME.parse("insert g1"), "en") == "places S02 between S01 and G01"
    assert GAME.describe(s, GAME.parse("insert g0"), "ru", offered=True) == "Положить S02 крайней слева"
    do(s, "insert g2", "open S05", "announce steppe", "move S01.1")
    assert GAME.describe(s, GAME.parse("visit wind"), "ru") == "посещает: Дом ветра (S01)"


def test_the_catalogues_are_sorted_by_nobody_but_complete() -> None:
    en, ru = (json.loads(Path(FOLDER, "locale", f"{lang}.json").read_text("utf-8")) for lang in LANGS)
    assert list(en) == [key for key in ru if "@" not in key], "only Russian bends nouns"
    for key, text in en.items():
        assert sorted(set(re.findall(r"{(\w+)", text))) == sorted(set(re.findall(r"{(\w+)", ru[key]))), key


def test_phases_speak_by_their_names() -> None:
    assert repr(Phase()) == "Phase"


def test_rules_name_code_that_exists() -> None:
    """`module.thing` in the ledger is a thing of that module, `thing` alone one of the module named before it."""
    found = 0
    for line in (FOLDER / "RULES.md").read_text("utf-8").splitlines():
        where = line.rsplit("|", 2)[1] if line.startswith("| FB-") else ""
        known = {"FabledOptions": {"problem"}, "Content": {"names"}, "events": {"Leave"}}
        module = ""
        for word in re.findall(r"`([\w.]+)`", where if ".toml" not in where else ""):
            name, _, thing = word.rpartition(".")
            module = name.partition(".")[0] or module
            for path in (FOLDER / f"phases/{module}.py", FOLDER / f"{module}.py"):
                if path.exists():
                    names = re.findall(r"^ *(?:class|def) (\w+)", path.read_text("utf-8"), re.M)
                    known.setdefault(module, set()).update(names)
            assert thing in known.get(module, set()), line
            found += 1
    assert found > 150


MATCHES = Path(__file__).parents[3] / "matches" / "fabled"


def test_a_long_title_names_two_parts_and_counts_the_others() -> None:
    match = Match.load((MATCHES / "a_thousand_roads_beyond_the_last_division.txt").read_text("utf-8"), games.load)
    plan = intend(GAME, match.at(231), match.actions[231:239], follow=False)
    for lang, brief, most in (
        ("en", "Announce prairie, convert 2 mountain books to 1 forest book and 5 more actions", 200),
        ("ru", "Объявить степь, преобразовать 2 книги гор в 1 книгу лесов и ещё 5 действий", 200),
    ):
        assert intentions_words.title(GAME, plan, lang) == brief
        assert len(whole := intentions_words.title(GAME, plan, lang, whole=True)) > most
        assert whole.startswith(brief.split(",")[0])


def test_steps_in_a_row_are_counted_and_conversions_say_what_they_give() -> None:
    s = turn_of(position(1, row="S13 S02", sages={0: "S13.1 S02.1"}, books={0: (4, 2, 0, 0)}), 0)
    act = next(a for a in s.legal_actions() if str(a).startswith("act steps"))
    steps = [act, *[GAME.parse(f"step {cell}") for cell in ("S13.1", "S02.1")]]
    assert intentions_words.title(GAME, intend(GAME, s, steps), "en").endswith("and make 2 steps")
    assert intentions_words.title(GAME, intend(GAME, s, steps), "ru").endswith("и сделать 2 шага")
    s.apply(GAME.parse("act transform"))
    assert conversion(s, "steppe", GAME.catalogue("en")) == "2 prairie books → 1 mountain book"


def test_at_the_end_of_a_trial_the_spirits_stand_beside_the_players() -> None:
    s = position(1, edition=9, row="S01", sages={0: "S01.1"}, books={0: (6, 0, 1, 4), 1: (0, 0, 3, 4)})
    read = standing(s, GAME.catalogue("en"))
    assert read.headline == "The spirits win."
    assert read.names[read.lead :] == ("Sun", "Forest", "Mountain", "Prairie")
    assert read.others == (("The spirits", (1, 4, 3, 0, 0)),)
    assert len(read.names) == len(s.scores()[0])
    s = position(1, row="S01", sages={0: "S01.1"}, books={0: (0, 0, 0, 9), 1: (0, 0, 0, 1)})
    assert standing(s, GAME.catalogue("ru")).headline.startswith("Духи побеждены. ")
    for seats, options in ((2, {"scenario": 2}), (2, {}), (3, {"mode": "comradeship"}), (2, {"mode": "rivalry"})):
        s = new(seats, **options)
        assert len(standing(s, GAME.catalogue("en")).names) == len(s.scores()[0])


def test_steps_that_no_sage_may_make_alone_say_so() -> None:
    steps = {"op": "steps", "n": 2, "cap": 1, "among": "row"}
    assert words.operation(game_catalogue("en", FOLDER), steps) == "up to 2 steps with your sages, one each"
    assert words.operation(game_catalogue("ru", FOLDER), steps) == "до 2 шагов своими волхвами, каждым по одному"
    assert words.operation(game_catalogue("en", FOLDER), steps | {"cap": 0}) == "up to 2 steps with your sages"


@pytest.mark.rule("FB-4.6")
def test_an_action_is_told_with_what_allies_add_to_it() -> None:
    s = turn_of(position(row="S01", sages={0: "S01.1"}, allies={0: ["thunder_bowl"]}))
    assert GAME.describe(s, GAME.parse("act transform"), "en").endswith("up to 3 conversions")
    assert GAME.describe(s, GAME.parse("act steps"), "en").endswith("up to 2 steps with your sages, one each")


def test_an_announcement_says_who_would_walk() -> None:
    sages = {0: "S01.1 G02.1", 1: "S01.1 S02.1", 2: "G02.2"}
    s = turn_of(position(row="S01 S02 G02", sages=sages, seats=2, mode="comradeship", event="right_to_choose"))
    do(s, "done")
    said = {str(a): [GAME.describe(s, a, lang, offered=True) for lang in ("en", "ru")] for a in s.legal_actions()}
    assert said["announce steppe"] == [
        "Announce prairie: sages walk, 1 of yours and 2 of others",
        "Объявить степь: пойдут волхвы — ваших 1, чужих 2",
    ]
    assert said["announce steppe+mountain"][0].endswith(": sages walk, 2 of yours and 3 of others")
    assert said["announce mountain"][0].endswith(": sages walk, 1 of yours and 1 of others"), "spirits are others, too"
    assert GAME.describe(s, GAME.parse("announce steppe"), "en") == "announces prairie", "the log has no use for it"
