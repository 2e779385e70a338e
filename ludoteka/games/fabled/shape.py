"""The shape of a content file: which tables there are, which keys they have, what a value may be.

Every check knows where it is (table, id, key), so that the owner of a hand-written file learns what to mend.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludoteka.core.errors import BadOptions, Reason, reason
from ludoteka.games.fabled import vocab


class BadData(BadOptions):
    """A content file that cannot be used; the reason names table, id and key."""

    folder = Path(__file__).parent

    def __init__(self, why: Reason) -> None:
        super().__init__(why.id, **why.args)


@dataclass(frozen=True, slots=True)
class Where:
    """A spot in a content file."""

    table: str
    id: str = "-"
    key: str = "-"

    def fault(self, problem: str, **args: Any) -> BadData:
        return BadData(reason(f"error.data_{problem}", "", table=self.table, record=self.id, field=self.key, **args))

    def at(self, key: str) -> Where:
        return Where(self.table, self.id, key)


Kind = Callable[[Where, Any], None]


def whole(where: Where, value: Any) -> None:
    if type(value) is not int:
        raise where.fault("kind", wanted="int", value=str(value))


def count(where: Where, value: Any) -> None:
    whole(where, value)
    if not 0 <= value <= 99:
        raise where.fault("value", value=str(value), choices="0…99")


def flag(where: Where, value: Any) -> None:
    if type(value) is not bool:
        raise where.fault("kind", wanted="bool", value=str(value))


def word(where: Where, value: Any) -> None:
    if type(value) is not str or not value or any(c.isspace() for c in value):
        raise where.fault("kind", wanted="word", value=str(value))


def text(where: Where, value: Any) -> None:
    if type(value) is not str:
        raise where.fault("kind", wanted="str", value=str(value))


def one_of(*choices: str) -> Kind:
    def check(where: Where, value: Any) -> None:
        if value not in choices or type(value) is not str:
            raise where.fault("value", value=str(value), choices=", ".join(choices))

    return check


def many(kind: Kind) -> Kind:
    def check(where: Where, value: Any) -> None:
        if type(value) is not list:
            raise where.fault("kind", wanted="list", value=str(value))
        for item in value:
            kind(where, item)

    return check


def table(required: Mapping[str, Kind], optional: Mapping[str, Kind] | None = None) -> Kind:
    def check(where: Where, value: Any) -> None:
        if type(value) is not dict:
            raise where.fault("kind", wanted="table", value=str(value))
        for key in required:
            if key not in value:
                raise where.at(key).fault("missing")
        for key, item in value.items():
            kind = required.get(key) or (optional or {}).get(key)
            if kind is None:
                raise where.at(key).fault("unknown_key")
            kind(where.at(key), item)

    return check


def spoken(head: str, words: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]) -> Kind:
    """A record that begins with a word of the vocabulary and has exactly the keys of that word: those it must have, and
    perhaps those it may have."""

    def check(where: Where, value: Any) -> None:
        if type(value) is not dict:
            raise where.fault("kind", wanted="table", value=str(value))
        name = str(value.get(head))
        if name not in words:
            raise where.fault("value", value=f"{head} {name}", choices=", ".join(words))
        must, may = words[name]
        for key in must:
            if key not in value:
                raise where.fault("missing_in", part=name, inner=key)
        for key, item in value.items():
            if key != head:
                if key not in must and key not in may:
                    raise where.fault("unknown_in", part=name, inner=key)
                PARTS[key](where, item)

    return check


effects = many(spoken("op", vocab.OPS))
mods = many(spoken("mod", {name: (keys, ()) for name, keys in vocab.MODS.items()}))
ability = spoken("trigger", {name: (keys, ("limit", "condition")) for name, keys in vocab.TRIGGERS.items()})


def condition(where: Where, value: Any) -> None:
    if type(value) is dict and "fewest" in value:
        table({"fewest": tier})(where, value)
    elif type(value) is dict and "poorest" in value:
        table({"poorest": flag}, {"comrades": count})(where, value)
    else:
        table({"count": one_of(*vocab.COUNTS), "min": count})(where, value)


tier = one_of(*vocab.TIERS)
terrain = one_of(*vocab.TERRAINS)
books = table({}, dict.fromkeys(vocab.TIERS, count))
by_sides = table({}, dict.fromkeys(("p1", "p2", "p3", "p4", "p5"), count))
PARTS: dict[str, Kind] = {
    **dict.fromkeys(("n", "max", "each", "books", "tiers", "cap", "limit"), count),
    **dict.fromkeys(("then", "otherwise", "effects"), effects),
    **dict.fromkeys(("distinct", "different"), flag),
    "book": tier,
    "from": many(tier),
    "terrain": one_of(*vocab.TERRAINS, "any"),
    "terrains": many(terrain),
    "per": one_of(*vocab.COUNTS),
    "among": one_of(*vocab.AMONG),
    "dir": one_of("any", "up"),
    "options": many(effects),
    "places": many(word),
    "action": word,
    "delta": whole,
    "mods": mods,
    "condition": condition,
}

_SOURCE = one_of("stated", "public", "reconstructed")
_COMMON: dict[str, Kind] = {"source": _SOURCE, "name_source": _SOURCE, "name_en": text, "name_ru": text, "note": text}
_VORTEX = table({"cell": count, "places": many(word)})
_PATH = table({"kind": one_of("normal", "dead_end"), "cells": count, "vortices": many(_VORTEX)})
_HOOK = table({"effects": effects}, {"condition": condition, "otherwise": effects})
_HELP = table({"effects": effects}, {"otherwise": effects})
_LEVEL = table(
    {"epilogue": flag},
    {
        "scenario": count,
        "forest_first": flag,
        "high_tricks": flag,
        "trick_override": table({"steppe_at_least": count, "then": effects, "otherwise": effects}),
        "assistance": table({"steppe": _HELP, "mountain": _HELP, "forest": _HELP}),
        "head_start": table({}, dict.fromkeys(("p1", "p2", "p3", "p4"), whole)),
    },
)
_PAID = table({"id": word, "price": count, "repeat": flag, "effects": effects}, {"once_per_volkhv": flag})

TABLES: dict[str, Kind] = {
    "meta": table({"schema": count}),
    "edition": table({"ask_single": flag, "doubt_tricks": flag, "nothing_last": flag}),
    "oblivion": table({"each_chapter_from": by_sides}),
    "setup": table(
        {
            "start_allies": count,
            "ally_choice": count,
            "volkhvs": by_sides,
            "start_books": books,
            "extra_steppe_by_seat": table({}, dict.fromkeys(("p1", "p2", "p3", "p4", "p5"), many(count))),
        }
    ),
    "land_rules": table(
        {
            "surcharge_per_same_terrain": count,
            "mercy_no_surcharge": flag,
            "price": table(dict.fromkeys(vocab.TERRAINS, table({"book": tier, "n": count}))),
            "volkhvs_placed": table(dict.fromkeys(vocab.TERRAINS, count)),
        }
    ),
    "movement": table({"own_steps": count, "other_steps": count}),
    "transformation": table({"up_rate": count, "down_rate": count}),
    "replacement": table({"effects": effects}),
    "epilogue": table({"transformations_per_own_volkhv_in_row": count, "transformations_max": count, "upwards": flag}),
    "action_phase": table({"standard_actions_per_turn": count}),
    "time_board": table({"divisions": count}),
    "ally_rules": table({"empowered_min_volkhvs": count}),
    "trial": table(
        {
            **dict.fromkeys(("spirit_start", "reserve"), books),
            **dict.fromkeys(("spirit_volkhvs", "joint_tokens", "escalation_solo", "escalation_together"), count),
            **dict.fromkeys(("max_surcharge", "epilogue_exchange", "epilogue_transformations"), count),
            **dict.fromkeys(("priorities", "priorities_alone"), many(word)),
            "trick_chain_guard": count,
            "no_volkhvs": table(
                {"tricks": count, "free_lands": many(terrain), "free_lands_after_escalation": many(terrain)}
            ),
            "action_fail": table({"tricks": count, "if_only_too_few_books": effects}),
            "levels": table(dict.fromkeys(("beginner", "normal", "high"), _LEVEL)),
            "together": table(
                {
                    "easier_spares": flag,
                    "easier_books": books,
                    "tricks_per_spirit_turn": by_sides,
                    "spirits_sun_per_player_not_ahead": count,
                    "book_per_eliminated": table(dict.fromkeys(("beginner", "normal", "high"), tier)),
                }
            ),
        }
    ),
}

# tables of records: the key that names a record, and its shape
RECORDS: dict[str, tuple[str, Kind]] = {
    "standard_action": ("id", table({"id": word, "effects": effects}, _COMMON)),
    "time_board.layout": (
        "players",
        table(
            {
                **dict.fromkeys(("players", "end", "milestone_a", "milestone_b"), count),
                **dict.fromkeys(("allies", "events"), many(count)),
            },
            _COMMON,
        ),
    ),
    "place": ("id", table({"id": word, "effects": effects}, {**_COMMON, "producer": flag, "ally": word})),
    "land": (
        "id",
        table(
            {
                "id": word,
                "terrain": terrain,
                "entries": many(one_of(*vocab.HEIGHTS)),
                "exit": one_of(*vocab.HEIGHTS),
                "paths": many(_PATH),
            },
            _COMMON,
        ),
    ),
    "ally": (
        "id",
        table(
            {"id": word, "terrain": terrain, "ability": ability, "empowered": ability},
            {
                **_COMMON,
                "tokens": count,
                "place_tokens": many(word),
                "owner_gains_on_other_visit": table({"book": tier, "n": count}),
            },
        ),
    ),
    "event_deck": ("id", table({"id": word}, _COMMON)),
    "event": (
        "id",
        table(
            {"id": word, "deck": word},
            {
                **_COMMON,
                "mods": mods,
                "on_reveal": many(_HOOK),
                "start_of_turn": many(_HOOK),
                "on_announce": many(_HOOK),
            },
        ),
    ),
    "trick": (
        "id",
        table({"id": word, "effects": effects, "high": effects}, {**_COMMON, "comradeship": flag, "milder": flag}),
    ),
    "trial.rating": ("difference", table({"difference": count}, _COMMON)),
    "scenario": (
        "id",
        table(
            {"id": count, "trial": flag},
            {
                **_COMMON,
                **dict.fromkeys(("events", "event_cards", "no_pass_no_replace"), many(word)),
                **dict.fromkeys(("remove_allies_of", "trial_skip_allies_of"), terrain),
                "remove_ally": word,
                **dict.fromkeys(("milestone_a", "milestone_b"), effects),
                **dict.fromkeys(("milestone", "milestone_harder"), by_sides),
                "knowledge_tiers": many(tier),
                **dict.fromkeys(("knowledge_majority", "knowledge_majority_tied"), count),
                **dict.fromkeys(("knowledge_majority_of_zero", "knowledge_per_sun"), count),
                **dict.fromkeys(("last_chapter_at_discards", "lands_due_from"), by_sides),
                **dict.fromkeys(("long_wandering_extra", "escalation_needs_missing_at_most", "chapter_cap"), count),
                "combines_with": many(count),
                **dict.fromkeys(("start_of_turn_steppe", "start_of_turn_steppe_after_milestone"), count),
                "paid_actions": many(_PAID),
                "extra_start_books": books,
                "storm": table({"gain_steppe": count, "or_transform_up": count}),
                "winds_claim_books": flag,
            },
        ),
    ),
}
