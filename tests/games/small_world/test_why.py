"""Every refusal has its own reason, with the numbers that matter, in both languages."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from ludoteka.games.small_world import GAME
from ludoteka.games.small_world.custom import pack
from tests.games.small_world.kit import Table, people

ORCS = people(1, "stout orcs", Fa2=2)
GHOULS = people(0, "ghouls", "declined", S2=3)


def choice(*peoples: dict[str, object], **given: object) -> Table:
    return Table(*(peoples or (people(0, "hill ratmen", H1=4), ORCS)), **given)  # type: ignore[arg-type]


def conquest(name: str = "hill ratmen", **given: object) -> Table:
    return Table(people(0, name, H1=4), ORCS, **given).do("expand")  # type: ignore[arg-type]


def redeploying(name: str = "hill ratmen") -> Table:
    return Table(people(0, name, H1=4, M3=1), ORCS).do("expand", "stop")


def settled(name: str) -> Table:
    return redeploying(name).do("deploy H1 3")


OWN = """[race]
id = "x"
tokens = 5
borrows = "trolls"
name.en = "X"
name.ru = "Х"
[[race.effects]]
kind = "decline_after_scoring"
"""


def own(power: str) -> Table:
    """A race that may decline after its coins has placed its tokens: more comes after whatever its power asks."""
    peoples = (people(0, f"{power} x", H1=4, M3=1), ORCS.copy() | {"power": "hill"})
    return Table(*peoples, options={"custom": pack(OWN)}).do("expand", "stop", "deploy H1 3")


SITUATIONS: dict[str, tuple[Callable[[], Table], str]] = {
    "take_first": (lambda: Table(column=[["elves", "hill"]]), "conquer H1"),
    "not_in_column": (lambda: Table(people(1, "hill orcs", H1=1)), "take orcs"),
    "coins_missing": (
        lambda: Table(coins=[1, 5], column=[["elves", "hill"], ["orcs", "swamp"], ["trolls", "stout"]]),
        "take trolls",
    ),
    "choose_first": (choice, "conquer Fa2"),
    "undead_first": (lambda: choice(people(0, "hill ratmen", H1=1), GHOULS, ORCS).do("expand"), "conquer H4"),
    "conquests_go_on": (conquest, "done"),
    "not_any_more": (redeploying, "conquer S1"),
    "race_active": (choice, "take elves"),
    "decline_before": (conquest, "decline"),
    "chance_decides": (conquest, "roll 2"),
    "no_camps": (conquest, "camp H1 1"),
    "no_fortress": (conquest, "fortify H1"),
    "no_heroes": (conquest, "hero H1"),
    "no_peace": (conquest, "befriend 1"),
    "last_takes_all": (redeploying, "deploy M3 1"),
    "name_earlier": (
        lambda: Table(people(0, "heroic ratmen", H1=1, M3=1, S1=1), ORCS).do("expand", "stop"),
        "hero M3",
    ),
    "strike_before": (
        lambda: Table(people(0, "bivouacking ratmen", H1=2, M3=1, S1=1), ORCS).do(
            "expand", "stop", "deploy H1 1", "camp S1 1"
        ),
        "strike",
    ),
    "no_camp_stands": (lambda: settled("bivouacking ratmen"), "strike"),
    "no_player": (lambda: settled("diplomat ratmen"), "befriend 4"),
    "no_region": (conquest, "conquer Zz9"),
    "not_yours": (conquest, "abandon Fa2"),
    "already_yours": (conquest, "conquer H1"),
    "abandon_before": (lambda: Table(people(0, "hill ratmen", H1=6), ORCS).do("expand", "conquer S1"), "abandon H1"),
    "just_taken": (
        lambda: Table(people(0, "hill ratmen", H1=6), ORCS, options={"abandon": "between"}).do("expand", "conquer S1"),
        "abandon S1",
    ),
    "order": (lambda: Table(people(0, "hill ratmen", H1=3, M3=1), ORCS).do("expand", "abandon M3"), "abandon H1"),
    "water": (lambda: Table(people(0, "hill ratmen", Fa1=3), ORCS).do("expand"), "conquer W1"),
    "not_border": (lambda: Table(people(0, "hill ratmen", hand=5), ORCS).do("expand"), "conquer M2"),
    "not_adjacent": (conquest, "conquer M3"),
    "water_not_adjacent": (lambda: conquest("seafaring ratmen"), "conquer W1"),
    "immune": (
        lambda: Table(people(0, "hill ratmen", H1=9), people(1, "heroic orcs", Fa2=1), heroes=["Fa2"]).do("expand"),
        "conquer Fa2",
    ),
    "peace": (
        lambda: Table(people(0, "hill ratmen", H1=9), people(1, "diplomat orcs", Fa2=1), ally={"1": 0}).do("expand"),
        "conquer Fa2",
    ),
    "tokens_missing": (conquest, "conquer Fa2"),
    "hand_empty": (lambda: Table(people(0, "hill ratmen", H1=1), ORCS).do("expand"), "conquer Fa2"),
    "no_die_needed": (conquest, "attempt S1"),
    "too_many_missing": (
        lambda: Table(people(0, "hill ratmen", H1=2), people(1, "stout orcs", Fa2=8)).do("expand"),
        "attempt Fa2",
    ),
    "die_before": (lambda: conquest("berserk ratmen"), "attempt Fa2"),
    "no_early_die": (conquest, "throw"),
    "one_roll": (lambda: conquest("berserk ratmen").do("throw", "roll 1"), "throw"),
    "nothing_in_reach": (
        lambda: Table(
            people(0, "berserk ratmen", H1=5),
            people(1, "heroic orcs", S1=1, Fa2=1),
            people(1, "giants", "declined", Fo2=1),
            heroes=["S1", "Fa2"],
            board=[
                {"name": "H1", "terrain": "hill", "beside": "S1 Fa2", "edge": True},
                {"name": "S1", "beside": ""},
                {"name": "Fa2", "beside": "Fo2"},
                {"name": "Fo2", "beside": ""},
            ],
        ).do("expand"),
        "throw",
    ),
    "must_use_roll": (
        lambda: conquest("berserk ratmen", options={"stop_after_roll": False}).do("throw", "roll 2"),
        "stop",
    ),
    "roll_is_for_conquest": (lambda: conquest("berserk ratmen").do("throw", "roll 2"), "dragon Fa2"),
    "no_dragon": (conquest, "dragon Fa2"),
    "dragon_used": (lambda: conquest("dragon_master ratmen").do("dragon S1"), "dragon Fa2"),
    "no_witchcraft": (conquest, "bewitch Fa2"),
    "witch_needs_region": (
        lambda: Table(people(0, "hill sorcerers", hand=3), people(1, "stout orcs", H1=1)).do("expand"),
        "bewitch H1",
    ),
    "tray_empty": (
        lambda: Table(people(0, "hill sorcerers", H1=18), people(1, "stout orcs", Fa2=1)).do("expand"),
        "bewitch Fa2",
    ),
    "not_an_active_enemy": (lambda: conquest("hill sorcerers"), "bewitch S1"),
    "already_bewitched": (
        lambda: Table(people(0, "hill sorcerers", H1=3), people(1, "stout orcs", Fa2=1, S1=1)).do(
            "expand", "bewitch S1"
        ),
        "bewitch Fa2",
    ),
    "not_alone": (lambda: conquest("hill sorcerers"), "bewitch Fa2"),
    "camp_protects": (
        lambda: Table(people(0, "hill sorcerers", H1=3), people(1, "bivouacking orcs", Fa2=1), camps={"Fa2": 5}).do(
            "expand"
        ),
        "bewitch Fa2",
    ),
    "tokens_in_hand": (redeploying, "done"),
    "redeploy_first": (lambda: redeploying("fortified ratmen"), "fortify H1"),
    "lift_before": (
        lambda: Table(people(0, "hill ratmen", H1=9), ORCS).do(
            "expand", "conquer S1", "conquer Fo2", "stop", "deploy S1 1"
        ),
        "lift Fo2",
    ),
    "one_stays": (redeploying, "lift M3"),
    "hand_too_small": (redeploying, "deploy H1 4"),
    "one_or_all": (redeploying, "deploy H1 2"),
    "forgo_first": (lambda: Table(people(0, "hill amazons", H1=1, M3=1, hand=3), ORCS).do("expand", "stop"), "done"),
    "camps_in_hand": (lambda: settled("bivouacking ratmen"), "done"),
    "camps_first": (lambda: own("bivouacking"), "decline"),
    "no_camp_left": (
        lambda: Table(people(0, "bivouacking ratmen", H1=2, M3=1), ORCS, camps={"H1": 5}).do(
            "expand", "stop", "deploy H1 1"
        ),
        "camp M3 1",
    ),
    "fortress_first": (lambda: own("fortified"), "decline"),
    "fortress_there": (
        lambda: Table(people(0, "fortified ratmen", H1=1, M3=1), ORCS, forts=["H1"]).do("expand", "stop"),
        "fortify H1",
    ),
    "fortresses_out": (
        lambda: Table(
            people(0, "fortified ratmen", H1=4),
            people(1, "orcs", "declined", **dict.fromkeys(["S1", "Fa2", "Fo2", "S2", "H4", "S3"], 1)),
            forts=["S1", "Fa2", "Fo2", "S2", "H4", "S3"],
        ).do("expand"),
        "fortify H1",
    ),
    "heroes_first": (lambda: Table(people(0, "heroic ratmen", H1=1, M3=1, S1=1), ORCS).do("expand", "stop"), "done"),
    "hero_there": (
        lambda: Table(people(0, "heroic ratmen", H1=1, M3=1, S1=1), ORCS).do("expand", "stop", "hero S1"),
        "hero S1",
    ),
    "ally_first": (lambda: own("diplomat"), "decline"),
    "own_ally": (lambda: settled("diplomat ratmen"), "befriend 0"),
    "attacked": (
        lambda: Table(
            people(0, "diplomat ratmen", H1=9),
            ORCS,
            seats=3,
            board=[{"name": "H1", "beside": "Fa2", "edge": True}, {"name": "Fa2", "beside": ""}],
        ).do("expand", "conquer Fa2", "stop", "deploy H1 4"),
        "befriend 1",
    ),
    "withdrawn_first": (
        lambda: Table(people(0, "hill ratmen", Fa2=2, M3=1, S4=1), people(1, "commando orcs", H1=8), turn=1).do(
            "expand", "conquer Fa2", "stop", "deploy H1 4"
        ),
        "conquer H1",
    ),
}


@pytest.mark.parametrize("id", SITUATIONS)
def test_the_reason(id: str) -> None:
    table, text = SITUATIONS[id]
    assert table().why(text) == f"why.{id}"


def test_every_reason_has_a_situation() -> None:
    said = json.loads((GAME.folder / "locale" / "en.json").read_text("utf-8"))
    assert {key for key in said if key.startswith("why.")} == {f"why.{id}" for id in SITUATIONS}


def test_reasons_carry_numbers_and_the_rule() -> None:
    t = conquest()
    t.why("conquer Fa2")
    assert t.last.args == {"at": "Fa2", "need": 4, "have": 3, "n": 1}
    assert t.last.rule == "SW-2.4"
    assert GAME.catalogue("ru").why(t.last) == "Для региона П2 нужно 4 жетона; у вас 3, не хватает 1. [SW-2.4]"
    assert GAME.catalogue("en").why(t.last) == "Fa2 takes 4 tokens; you have 3, 1 is missing. [SW-2.4]"


def test_reasons_cite_rules_that_exist() -> None:
    from ludoteka.core.rules import read_rules

    rules = read_rules(GAME.folder)
    for table, text in SITUATIONS.values():
        t = table()
        t.why(text)
        assert not t.last.rule or t.last.rule in rules
