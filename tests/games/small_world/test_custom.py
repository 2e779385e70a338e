"""Player-made races and powers, and other boards."""

from __future__ import annotations

import base64
import inspect
import pickle
import zlib
from contextlib import nullcontext
from random import Random

import pytest

from ludoteka import games
from ludoteka.core.errors import BadOptions
from ludoteka.core.match import Match
from ludoteka.games.small_world import GAME, effects
from ludoteka.games.small_world.board import BadBoard, make_board
from ludoteka.games.small_world.custom import FOLDER, BadCustom, pack, read_option, read_text
from ludoteka.games.small_world.data import POWERS, RACE_INDEX, RACES
from ludoteka.games.small_world.laws import LAWS
from ludoteka.games.small_world.options import SmallWorldOptions
from ludoteka.games.small_world.position import position, start_on
from tests.games.small_world.kit import Table, people

GNOMES = (FOLDER / "gnomes.toml").read_text("utf-8")


@pytest.mark.rule("SW-9.1")
def test_all_official_abilities_use_the_vocabulary() -> None:
    kinds = set(effects.KINDS.values())
    used = {type(e) for thing in (*RACES, *POWERS) for e in thing.effects}
    assert used == kinds
    declared = {c for _, c in inspect.getmembers(effects, inspect.isclass) if issubclass(c, effects.Effect)}
    assert declared - {effects.Effect} == kinds


@pytest.mark.rule("SW-9.1")
def test_a_file_adds_a_race_and_a_power() -> None:
    custom = read_text(GNOMES)
    assert [r.id for r in custom.races][4] == "gnomes"
    assert len(custom.races) == 14
    assert custom.powers[-1].id == "wandering"
    assert custom.names["gnomes"] == {"en": "Gnomes", "ru": "Гномы"}


@pytest.mark.rule("SW-9.1", "SW-9.5")
def test_player_made_effects_act() -> None:
    t = Table(people(1, "stout elves", M4=2), column=[["gnomes", "wandering"]], options={"custom": "gnomes"}).do(
        "take gnomes"
    )
    assert t.hand(0) == 10
    assert "H2" in t.legal("conquer")  # anywhere
    assert t.cost("Fo1") == 1  # a mine
    t.do("conquer Fo1").end()
    assert t.at("Fo1")["lair"]
    assert t.income(0) == {"regions": 1, "wandering": 1}
    t.do("expand").end().do("decline")
    assert t.income(0) == {"regions": 1, "wandering": 1}  # goes on in decline: the badge stays
    assert t.s.power[1] == 20
    assert GAME.describe(t.s, GAME.parse("badge wandering"), "ru") == "открывается способность: Бродячие"


@pytest.mark.rule("SW-9.5")
def test_of_two_peoples_that_do_not_count_the_older_leaves() -> None:
    text = '[race]\nid = "shades"\ntokens = 5\nborrows = "orcs"\nname.en = "Shades"\nname.ru = "Тени"\n'
    text += '[[race.effects]]\nkind = "exempt_from_limit"\n'
    t = Table(
        people(0, "hill shades", H1=2),
        people(0, "spirit giants", "exempt", S2=1),
        people(1, "stout elves", M4=2),
        options={"custom": pack(text)},
    ).do("decline")
    assert t.held(0, 2) == {"H1": 1}
    assert t.tray("giants") == 11
    assert t.s.discards >> t.s.world.power_index["spirit"] & 1


@pytest.mark.rule("SW-9.3")
def test_the_lender_leaves_the_game() -> None:
    s = Match(GAME, 2, {"custom": "gnomes"}).state
    shown = {str(a) for a in s.legal_actions()}
    assert "banner gnomes" in shown
    assert "banner giants" not in shown
    assert len(shown) == 14


HEAD = '[race]\nid = "x"\ntokens = 5\nborrows = "orcs"\nname.en = "X"\nname.ru = "Х"\n'
POWER = '[power]\nid = "y"\ntokens = 5\nname.en = "Y"\nname.ru = "Й"\n'


@pytest.mark.rule("SW-9.2", "SW-9.4")
@pytest.mark.parametrize(
    ("text", "line", "key", "problem"),
    [
        (HEAD.replace("tokens = 5", "tokens = 11"), 3, "race.tokens", "from 1 to 10"),
        (POWER.replace("tokens = 5", "tokens = 6"), 3, "power.tokens", "from 1 to 5"),
        (HEAD.replace("orcs", "gremlins"), 4, "race.borrows", "gremlins is not possible; must be one of: amazons"),
        (HEAD.replace("orcs", "dwarves"), 4, "race.borrows", "8 tokens"),
        (HEAD.replace('"x"', '"Two Words"'), 2, "race.id", "small Latin letters"),
        (HEAD.replace('"x"', "7"), 2, "race.id", "small Latin letters"),
        (HEAD.replace('"x"', '"orcs"'), 2, "race.id", "official already"),
        (HEAD.replace('"x"', '"hill"'), 2, "race.id", "official already"),
        (HEAD.replace('id = "x"\n', "") + '[[race.effects]]\nkind = "fly"\n', 1, "race.id", "is missing"),
        (HEAD.replace('id = "x"\n', "") + POWER, 1, "race.id", "is missing"),
        (HEAD.replace("tokens = 5", "tokens = 0"), 3, "race.tokens", "from 1 to 10"),
        (HEAD.replace("tokens = 5", "tokens = true"), 3, "race.tokens", "from 1 to 10"),
        (HEAD.replace('"Х"', '" "'), 5, "race.name", "name.ru is missing"),
        (HEAD.replace('name.ru = "Х"\n', ""), 5, "race.name", "name.ru is missing"),
        (HEAD + "colour = 1\n", 7, "race.colour", "unknown key"),
        (POWER + 'borrows = "orcs"\n', 6, "power.borrows", "unknown key"),
        (HEAD + '[[race.effects]]\nkind = "fly"\n[[race.effects]]\nkind = "sing"\n', 10, "race.effects.kind", "sing"),
        (HEAD + '[[race.effects]]\nkind = "discount"\nterrain = "lava"\n', 9, "race.effects.terrain", "must be one of"),
        (HEAD + '[[race.effects]]\nkind = "discount"\namount = 9\n', 9, "race.effects.amount", "1 to 5"),
        (HEAD + '[[race.effects]]\nkind = "new_tokens"\nconquests = 10\n', 9, "race.effects.conquests", "1 to 9"),
        (HEAD + '[[race.effects]]\nkind = "discount"\ncoastal = 1\n', 9, "race.effects.coastal", "true or false"),
        (HEAD + '[[race.effects]]\nkind = "discount"\nsize = 1\n', 9, "race.effects.size", "no such key"),
        (HEAD + '[[race.effects]]\nkind = "linked"\n', 7, "race.effects.symbol", "linked needs it"),
        (
            HEAD + '[[race.effects]]\nkind = "linked"\n[[race.effects]]\nkind = "fly"\n',
            7,
            "race.effects.symbol",
            "linked needs it",
        ),
        (POWER + '[[power.effects]]\nkind = "extra_tokens"\n', 7, "power.effects.kind", "extra tokens"),
        (HEAD + '[[race.effects]]\nkind = "fly"\n' * 2, 10, "race.effects.kind", "twice"),
        (HEAD + '[[race.effects]]\nkind = "discount"\namount = 3\n' * 2, 11, "race.effects.kind", "at most 5"),
        (HEAD + '[[race.effects]]\nkind = "dragon"\nin_decline = true\n', 9, "race.effects.in_decline", "ends with"),
        (
            HEAD
            + '[[race.effects]]\nkind = "conquer_in_decline"\n[[race.effects]]\nkind = "dragon"\nin_decline = true\n',
            11,
            "race.effects.in_decline",
            "ends with",
        ),
        (HEAD + '[[race.effects]]\nkind = "discount"\nin_decline = true\n', 9, "race.effects.in_decline", "only with"),
        (
            POWER + '[[power.effects]]\nkind = "coins_flat"\nfirst_turn_only = true\nin_decline = true\n',
            9,
            "power.effects.in_decline",
            "ends with",
        ),
        (HEAD + "[animal]\n", 7, "animal", "must be one of: race, power"),
        (HEAD + "id = \n", 7, "", "Invalid value"),
        (HEAD.replace("tokens = 5", "tokens ="), 3, "", "Invalid value"),
        (HEAD.removesuffix('"\n'), 6, "", "Unterminated"),
        ("", 1, "race", "neither"),
    ],
)
def test_a_bad_file_is_told_line_and_key(text: str, line: int, key: str, problem: str) -> None:
    with pytest.raises(BadCustom) as found:
        read_text(text)
    assert (found.value.line, found.value.spot) == (line, key)
    assert problem in str(found.value)
    assert f"Line {line}" in str(found.value)
    assert f"Строка {line}" in GAME.catalogue("ru").why(found.value.reason)
    if text:
        with pytest.raises(BadCustom):
            pack(text)


MANY = (
    (
        (HEAD + '[[race.effects]]\nkind = "fly"\n' + HEAD.replace('"x"', '"y"').replace("orcs", "elves"))
        + (POWER.replace('"y"', '"p"') + '[[power.effects]]\nkind = "water"\n' + POWER.replace('id = "y"', 'id = "q"'))
    )
    .replace("[race]", "[[race]]")
    .replace("[power]", "[[power]]")
)


@pytest.mark.rule("SW-9.1")
def test_a_file_with_several_races_and_powers() -> None:
    made = read_text(MANY)
    assert {r.id for r in made.races} - {r.id for r in RACES} == {"x", "y"}
    assert {r.id for r in RACES} - {r.id for r in made.races} == {"orcs", "elves"}
    assert [p.id for p in made.powers[len(POWERS) :]] == ["p", "q"]
    match = Match(GAME, 2, {"custom": pack(MANY)})
    rng, seen = Random(2), set[str]()
    while match.state.stack:
        seen |= {combo["race"] for combo in match.state.view(0)["column"]}
        match.push(match.state.sample(rng))
    assert seen & {"x", "y"}
    assert str(Match.load(match.save(), games.load).state.digest()) == str(match.state.digest())


@pytest.mark.rule("SW-9.4")
@pytest.mark.parametrize(
    ("old", "new", "line", "spot", "problem"),
    [
        ('"y"', '"x"', 10, "race.id", "in this file already"),
        ('"elves"', '"orcs"', 12, "race.borrows", "uses these tokens already"),
        ('"q"', '"y"', 23, "power.id", "in this file already"),
        ('kind = "water"', 'kind = "fire"', 21, "power.effects.kind", "fire is not possible"),
    ],
)
def test_the_second_of_its_kind_is_told_by_its_own_line(old: str, new: str, line: int, spot: str, problem: str) -> None:
    with pytest.raises(BadCustom, match=problem) as found:
        read_text(MANY.replace(old, new))
    assert (found.value.line, found.value.spot) == (line, spot)


@pytest.mark.rule("SW-9.2")
def test_one_token_on_a_banner_is_enough() -> None:
    assert read_text(HEAD.replace("tokens = 5", "tokens = 1")).races[RACE_INDEX["orcs"]].tokens == 1


DISCOUNTS = (
    '[[race.effects]]\nkind = "discount"\nterrain = "hill"\n[[race.effects]]\nkind = "discount"\ncoastal = true\n'
)


@pytest.mark.rule("SW-2.5", "SW-9.1")
def test_three_discounts_add_up_wherever_two_of_them_meet() -> None:
    t = Table(
        people(0, "commando x", H1=5), people(1, "stout elves", M4=2, H2=3), options={"custom": pack(HEAD + DISCOUNTS)}
    )
    t.do("expand")
    assert [t.cost(name) for name in ("H3", "Fa4", "H2", "S3")] == [3 - 2, 3 - 2, 5 - 3, 3 - 1]


@pytest.mark.rule("SW-7.15", "SW-1.10")
def test_heroes_of_race_and_power_add_up() -> None:
    options = {"custom": pack(HEAD + '[[race.effects]]\nkind = "heroes"\n')}
    places = dict.fromkeys(("Fa1", "Fo1", "S1", "H1", "M1"), 1)
    t = Table(people(0, "heroic x", **places), people(1, "stout elves", M4=2), options=options).do("expand", "stop")
    for name, left in (("Fa1", {"Fo1", "S1"}), ("S1", {"H1"}), ("H1", {"M1"}), ("M1", set())):
        t.do(f"hero {name}")
        assert t.legal("hero") == left
    assert t.s.heroes.bit_count() == 4


@pytest.mark.rule("SW-9.9", "SW-6.13")
def test_sorcery_that_goes_on_in_decline_spares_the_own_active_race() -> None:
    sorcery = POWER + '[[power.effects]]\nkind = "substitute"\nin_decline = true\n'
    t = Table(
        people(0, "merchant ratmen", H4=1),
        people(0, "y ghouls", "declined", Fa3=3),
        people(1, "stout elves", S2=1, M4=2),
        options={"custom": pack(sorcery)},
    ).do("expand", "expand")
    assert t.legal("bewitch") == {"S2"}


RICH = HEAD + '[[race.effects]]\nkind = "coins_flat"\namount = 3\nfirst_turn_only = true\n'


@pytest.mark.rule("SW-9.8")
@pytest.mark.parametrize(("once", "again"), [("player", 0), ("race", 3), ("game", 0)])
def test_coins_for_a_first_turn_add_up(once: str, again: int) -> None:
    options = {"custom": pack(RICH), "first_turn_coins": once}
    t = Table(people(1, "stout elves", M4=2), column=[["x", "wealthy"]], options=options).do("take x", "stop")
    assert t.income(0) == {"regions": 0, "x": 3, "wealthy": 7}
    assert t.s.coins[0] == 15
    t.do("expand").end()
    t = Table(people(1, "stout elves", M4=2), column=[["x", "hill"]], options=options)
    t.s.paid |= 1 << 8 * t.s.world.once["x"]
    t.do("take x", "stop")
    assert t.income(0)["x"] == again
    shared = {**options, "first_turn_coins_shared": True}
    t = Table(people(1, "stout elves", M4=2), column=[["x", "wealthy"]], options=shared).do("take x", "stop")
    assert t.income(0) == {"regions": 0, "x": 3, "wealthy": 7 if once == "race" else 0}


@pytest.mark.rule("SW-9.8")
def test_a_first_turn_of_ones_own_race_leaves_the_wealthy_their_coins() -> None:
    t = Table(
        people(1, "stout elves", M4=2), column=[["x", "hill"], ["trolls", "wealthy"]], options={"custom": pack(RICH)}
    )
    t.do("take x", "stop", "expand").end().do("decline", "expand").end().do("take trolls", "stop")
    assert t.income(0)["wealthy"] == 7


_IDLE = ("coins_per_conquest", "dragon", "extra_tokens", "new_tokens", "encampments", "fortresses", "holes", "heroes")
_IDLE += ("peace", "keep_tokens", "decline_after_scoring")
_MARCHING = ("discount", "die_before_conquest", "substitute", "enter_anywhere", "fly", "linked", "water")


@pytest.mark.rule("SW-9.9")
@pytest.mark.parametrize("kind", effects.KINDS)
def test_what_can_go_on_in_decline(kind: str) -> None:
    """Each kind alone, beside a power that conquers in decline, and as a power, for Ghouls may take it."""
    more = 'symbol = "mine"\n' if kind == "linked" else ""
    lines = f'kind = "{kind}"\nin_decline = true\n{more}'
    race = HEAD.replace("orcs", "skeletons") + f"[[race.effects]]\n{lines}"

    marching = POWER + '[[power.effects]]\nkind = "conquer_in_decline"\n'
    power = POWER + f"[[power.effects]]\n{lines}"
    for text, refused in ((race, _IDLE + _MARCHING), (race + marching, _IDLE), (power, _IDLE)):
        with pytest.raises(BadCustom, match=r"decline|extra tokens") if kind in refused else nullcontext():
            read_text(text)


@pytest.mark.rule("SW-9.9")
def test_a_file_that_was_read_before_version_2_still_is() -> None:
    text = HEAD + '[[race.effects]]\nkind = "dragon"\nin_decline = true\n'
    packed = base64.urlsafe_b64encode(zlib.compress(text.encode())).decode()
    assert read_option(f"toml1:{packed}").races[7].id == "x"
    with pytest.raises(BadCustom):
        read_option(f"toml:{packed}")


NUMBERS = {
    "coins_per_region amount": (1, 1, 9),
    "coins_per_conquest amount": (1, 1, 9),
    "coins_per_fortress amount": (1, 1, 9),
    "coins_flat amount": (1, 1, 20),
    "discount amount": (1, 1, 5),
    "extra_tokens amount": (4, 1, 6),
    "new_tokens conquests": (2, 1, 9),
    "new_tokens tokens": (1, 1, 5),
    "encampments amount": (5, 1, 5),
    "holes amount": (2, 1, 2),
    "heroes amount": (2, 1, 2),
}
"""Default, least and most of each number an effect can have."""


@pytest.mark.rule("SW-9.2", "SW-9.4")
@pytest.mark.parametrize("which", NUMBERS)
def test_numbers_of_effects(which: str) -> None:
    (kind, key), (usual, least, most) = which.split(), NUMBERS[which]
    race = HEAD.replace("orcs", "skeletons").replace("tokens = 5", "tokens = 3")
    text = race + f'[[race.effects]]\nkind = "{kind}"\n'

    def read(line: str) -> int:
        [effect] = next(r for r in read_text(text + line).races if r.id == "x").effects
        return int(getattr(effect, key))

    assert [read(line) for line in ("", f"{key} = {least}\n", f"{key} = {most}\n")] == [usual, least, most]
    for n in (least - 1, most + 1):
        with pytest.raises(BadCustom):
            read(f"{key} = {n}\n")


@pytest.mark.rule("SW-9.4")
def test_a_match_with_a_bad_file_does_not_start() -> None:
    with pytest.raises(BadOptions, match="no file called"):
        GAME.new(2, custom="nothing")
    with pytest.raises(BadOptions, match="unpacked"):
        GAME.new(2, custom="toml:xx")
    bomb = base64.urlsafe_b64encode(zlib.compress(b"#" * 10_000_000)).decode()
    with pytest.raises(BadOptions, match="unpacked"):
        GAME.new(2, custom=f"toml:{bomb}")


@pytest.mark.rule("SW-9.6")
def test_a_record_carries_the_file() -> None:
    match = Match(GAME, 2, {"custom": pack(GNOMES)})
    rng = Random(4)
    while match.state.stack:
        match.push(match.state.sample(rng))
    again = Match.load(match.save(), lambda _: GAME)
    assert again.state.snapshot() == match.state.snapshot()
    assert read_option(pack(GNOMES)) == read_text(GNOMES)


@pytest.mark.rule("SW-9.1")
@pytest.mark.parametrize("kind", sorted(effects.KINDS))
def test_each_effect_works_for_a_player_made_race_and_power(kind: str) -> None:
    """Random matches in which the race and the power of the file both have the effect."""
    extra = 'symbol = "mine"\n' if kind == "linked" else ""
    borrows = "skeletons"
    text = HEAD.replace("orcs", borrows) + f'[[race.effects]]\nkind = "{kind}"\n{extra}'
    if kind != "extra_tokens":
        lasting = "" if kind in _IDLE else "in_decline = true\n"
        text += POWER + f'[[power.effects]]\nkind = "{kind}"\n{lasting}{extra}'
    value = pack(text)
    for seed in range(6):
        s = GAME.new(2 + seed % 2, custom=value)
        rng = Random(seed)
        while s.stack:
            assert len(set(s.legal_actions())) == len(s.legal_actions())
            s.apply(s.sample(rng))
            for law in LAWS:
                law(s)


RING = [
    {"name": "A", "terrain": "hill mountain", "beside": "B", "symbols": ["mine"], "border": True},
    {"name": "B", "terrain": "water", "beside": "C"},
    {"name": "C", "terrain": "", "beside": "A", "tribe": True, "coast": False},
]


@pytest.mark.rule("SW-9.7")
def test_any_board_can_be_played() -> None:
    assert make_board(RING).rounds == 10
    board = make_board(RING, rounds=3)
    assert board.names_of(board.beside[0]) == ["B", "C"]  # named from either side
    assert board.names_of(board.border) == ["A"]
    assert board.names_of(board.coast) == ["A"]
    turned = make_board(RING[::-1])
    assert turned.names_of(turned.coast) == ["A"]  # C is none: its maker says so
    s = start_on(board, 2, SmallWorldOptions(coins="open"))
    for combo in ("hill tritons", "swamp orcs", "stout elves", "forest giants", "merchant humans", "spirit trolls"):
        power, race = combo.split()
        s.apply(GAME.parse(f"banner {race}"))
        s.apply(GAME.parse(f"badge {power}"))
    assert s.rounds == 3
    s.apply(GAME.parse("take tritons"))
    rng = Random(1)
    while s.stack:
        s.apply(s.sample(rng))
        for law in LAWS:
            law(s)


@pytest.mark.rule("SW-9.7")
def test_a_board_travels_with_the_record() -> None:
    match = Match(GAME, 2, position=position(RING, rounds=2, column=[["orcs", "hill", 3]]))
    rng = Random(2)
    while match.state.stack:
        match.push(match.state.sample(rng))
    again = Match.load(match.save(), lambda _: GAME)
    assert again.state.snapshot() == match.state.snapshot()
    assert "map" in again.state.view(None)
    assert 'data-at="C"' in GAME.draw(again.state.view(None), "en").live


@pytest.mark.rule("SW-9.7")
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[]", "object"),
        ("{", "Expecting"),
        ('{"colour": 1}', "unknown key colour"),
        ('{"turn": 7}', "turn must be from 0 to 1"),
        ('{"coins": [1]}', "2 seats"),
        ('{"column": [["orcs", "hill"], ["orcs", "swamp"]]}', "twice"),
        ('{"peoples": [{"seat": 0, "race": "orcs"}]}', "need a power"),
        ('{"peoples": [{"seat": 0, "race": "orcs", "power": "hill", "regions": {"Zz": 1}}]}', "Zz"),
        ('{"peoples": [{"seat": 0, "race": "orcs", "power": "hill", "hand": 11}]}', "only 10 orcs"),
        ('{"peoples": [{"seat": 0, "race": "orcs", "power": "hill", "state": "declined"}]}', "discarded"),
        ('{"peoples": [{"seat": 0, "race": "orcs", "state": "declined"}]}', "no token"),
        ('{"forts": ["Fa1"]}', "somebody holds"),
        ('{"board": [{"name": "A", "beside": "B"}]}', "not on the board"),
        ('{"board": [{"name": "A A", "beside": ""}]}', "one word"),
        ('{"board": [{"name": "A", "beside": "", "terrain": "lava"}]}', "no terrain or symbol lava"),
        ('{"board": [{"name": "<b>", "beside": ""}]}', "one word"),
    ],
)
def test_a_position_that_cannot_be_says_why(text: str, problem: str) -> None:
    with pytest.raises(BadOptions) as found:
        Match(GAME, 2, position=text)
    assert problem in str(found.value)


@pytest.mark.rule("SW-9.7")
def test_a_board_that_is_called_like_a_printed_one_stays_what_it_is() -> None:
    board = make_board(RING, name="2")
    assert pickle.loads(pickle.dumps(board)) is board


@pytest.mark.rule("SW-9.7")
def test_boards_have_limits() -> None:
    assert make_board([{"name": f"A{i}", "beside": ""} for i in range(60)]).size == 60
    with pytest.raises(BadBoard):
        make_board([])
    with pytest.raises(BadBoard):
        make_board([{"name": f"A{i}", "beside": ""} for i in range(61)])
