"""Every refusal has its own reason, in both languages, with a rule that exists."""

from __future__ import annotations

import re
from random import Random

import pytest

from ludoteka.core.game import CHANCE
from ludoteka.core.rules import read_rules
from ludoteka.core.text import core_catalogue
from ludoteka.games.tigris_euphrates import GAME
from ludoteka.games.tigris_euphrates.board import NAMES
from ludoteka.games.tigris_euphrates.data import LEADERS, MONUMENTS, TILES

from .kit import after, random_match, refused_by


def wishes(rng: Random) -> list[str]:
    cell = rng.choice([name for name in NAMES if name])
    return [
        f"tile {rng.choice(TILES)} {cell}",
        f"leader {rng.choice(LEADERS)} {cell}",
        f"move {rng.choice(LEADERS)} {cell}",
        f"withdraw {rng.choice(LEADERS)}",
        f"catastrophe {cell}",
        f"swap {rng.choice(TILES)}",
        f"commit {rng.randrange(7)}",
        f"war {rng.choice(LEADERS)}",
        f"building {cell}",
        f"monument {rng.choice(MONUMENTS)} {cell}",
        f"wonder {cell}",
        f"keep {cell}",
        "claim brick",
        "done",
        "pass",
        "decline",
    ]


@pytest.mark.rule("TE-1.1")
def test_what_learners_number_outside_the_board_is_refused_with_a_reason() -> None:
    assert GAME.every_action is not None
    nameless = [wish for wish in GAME.every_action(2, None) if getattr(wish, "at", None) == ""]
    found = [after("K5=r").why_not(wish) for wish in nameless]
    assert {why.id for why in found if why is not None} == {"why.no_cell"}
    assert None not in found


def test_whatever_is_not_legal_has_a_reason() -> None:
    rules = read_rules(GAME.folder)
    rng, ids = Random(6), set()
    for seed in range(10):
        s = random_match(3, seed, 60 + 30 * seed, buildings=True, wonder=True, english=seed % 2 == 0)
        for _ in range(40):
            if not s.stack:
                break
            if s.to_move() != CHANCE:
                legal = {str(a) for a in s.legal_actions()}
                for text in wishes(rng):
                    why = s.why_not(GAME.parse(text))
                    assert (why is None) == (text in legal), text
                    if why is not None:
                        ids.add(why.id)
                        assert not why.rule or why.rule in rules
                        assert {"{", "}"}.isdisjoint(GAME.catalogue("en").why(why) + GAME.catalogue("ru").why(why))
            s.apply(s.sample(rng))
    assert len(ids) > 18


def test_no_reason_without_words_and_no_words_without_a_reason() -> None:
    code = "".join(path.read_text("utf-8") for path in sorted(GAME.folder.rglob("*.py")))
    used = set(re.findall(r'"(why\.\w+)"', code))
    for lang in ("en", "ru"):
        messages = set(GAME.catalogue(lang).messages) - set(core_catalogue(lang).messages)
        assert used == {key for key in messages if key.startswith("why.")}


@pytest.mark.parametrize(
    ("pieces", "text", "says"),
    [
        ("", "leader king H5", ("No temple has an edge in common with H5.", "Рядом с H5 нет храма.")),
        (
            "E5=r D5=1k G5=r H5=2g",
            "leader priest F5",
            (
                "A leader on F5 would join 2 kingdoms. A leader may touch one only.",
                "Лидер на F5 объединил бы 2 царства. Лидер может касаться только одного.",
            ),
        ),
        ("", "tile farm A1", ("A1 is land. Farms go on rivers only.", "A1 — суша. Фермы кладут только на реку.")),
        ("", "catastrophe K1", ("A treasure lies on K1.", "На K1 лежит сокровище.")),
        ("", "tile temple A1", ("You have no temple in hand.", "На руке нет тайла «храм».")),
    ],
)
def test_what_people_read(pieces: str, text: str, says: tuple[str, str]) -> None:
    s = after(pieces, hands={"p1": "b"})
    why = s.why_not(GAME.parse(text))
    assert why is not None
    for lang, said in zip(("en", "ru"), says, strict=True):
        assert GAME.catalogue(lang).why(why) == f"{said} [{why.rule}]"


def test_nonsense_is_refused_with_the_general_reason() -> None:
    s = after()
    assert refused_by(s, "commit 3")[0] == "why.not_now"
    assert refused_by(s, "tile nothing A1")[0] == "why.not_now"
