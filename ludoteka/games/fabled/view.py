"""What everybody may know, as plain values. Nothing of this game is known to one seat only (FB-1.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ludoteka.games.fabled import board, scoring
from ludoteka.games.fabled.content import Content
from ludoteka.games.fabled.parts import NONE
from ludoteka.games.fabled.phases.allies import DealFrame
from ludoteka.games.fabled.phases.books import TransformFrame
from ludoteka.games.fabled.phases.choices import ChoiceFrame, RelocationFrame, ResetFrame
from ludoteka.games.fabled.phases.lands import InsertFrame, PayingFrame
from ludoteka.games.fabled.phases.steps import AtCellFrame, StepsFrame
from ludoteka.games.fabled.phases.visits import PlaceFrame
from ludoteka.games.fabled.state import OVER, PARTS, FabledState
from ludoteka.games.fabled.vocab import HEIGHTS, TERRAINS, TIERS

KEPT = 16


def view(s: FabledState, seat: int | None) -> dict[str, Any]:
    over = s.part == OVER
    sides = range(s.setting.sides)
    on, content = on_cells(s), s.content
    return {
        "seat": seat,
        "to_move": s.to_move(),
        "seats": s.seats,
        "order": list(s.order),
        "part": PARTS[s.part],
        "round": s.chapter,
        "turn": s.turn if s.turn >= 0 else None,
        "scenario": s.options.scenario,
        "combine": s.options.combine,
        "mode": "solo" if s.seats == 1 else s.options.mode,
        "level": s.options.level if s.spirits >= 0 else None,
        "last": str(s.last) if s.last is not None else None,
        "question": question(s),
        "time": time_board(s),
        "row": [land_in_row(s, i, on) for i in range(len(s.row))],
        "open": {
            t: [card(content, x) if x >= 0 else None for x in s.open[2 * i : 2 * i + 2]] for i, t in enumerate(TERRAINS)
        },
        "decks": {t: s.decks[i].bit_count() for i, t in enumerate(TERRAINS)},
        "discard": [content.land_id[x] for x in s.discard],
        "last_at_discards": s.setting.last_discards,
        "books": [dict(zip(TIERS, s.books[x * 4 : x * 4 + 4], strict=True)) for x in sides],
        "sages": [{"supply": s.supply(x), "row": s.in_row(x)} for x in sides],
        "surcharge": [dict(zip(TERRAINS, board.surcharges(s, x), strict=True)) for x in range(s.seats)],
        "allies": [[ally(s, x, a) for a in s.allies[x]] for x in range(s.seats)],
        "ally_deck": s.ally_deck.bit_count() + len(s.ally_bottom),
        "ally_bottom": [content.allies[a].id for a in s.ally_bottom],
        "event": event(s, s.event) if s.event >= 0 else None,
        "event_deck": s.event_deck.bit_count(),
        "next_back": name(content.deck_id, s.back),
        "past_events": [content.events[e].id for e in s.past_events],
        "announced": [t for i, t in enumerate(TERRAINS) if s.announced >> i & 1],
        "fate": s.fate if s.fate >= 0 else None,
        "joint": list(s.joint[: s.seats]) if s.spirits >= 0 else [],
        "spirits": spirits(s) if s.spirits >= 0 else None,
        "scores": [list(x) for x in s.scores()] if over else None,
        "result": result(s) if over else None,
        "names": names(content),
        "places": places(content),
    }


def name(names: Sequence[str], number: int) -> str | None:
    return names[number] if number >= 0 else None


# what is printed never changes: all views of a content share it


@lru_cache(KEPT)
def names(content: Content) -> dict[str, list[str]]:
    return {key: list(pair) for key, pair in content.names.items()}


@lru_cache(KEPT)
def places(content: Content) -> dict[str, Any]:
    """What a visit to each kind of place does, and whether the box says so."""
    records = content.raw.records["place"]
    return {id: {"effects": r["effects"], "source": r.get("source", "reconstructed")} for id, r in records.items()}


# -- lands


@lru_cache(16 * KEPT)
def card(content: Content, land: int, in_row: bool = False) -> dict[str, Any]:
    """A land card as printed, with nothing on it. In the row its cells can hold something."""
    more: dict[str, Any] = {"tokens": [], "sages": []} if in_row else {}
    return {
        "id": content.land_id[land],
        "terrain": TERRAINS[content.land_terrain[land]],
        "entries": [h for i, h in enumerate(HEIGHTS) if content.entries[land] >> i & 1],
        "exit": HEIGHTS[content.exit[land]],
        "paths": [
            {"kind": "dead_end" if k else "normal", "cells": [cell(content, c) | more for c in path]}
            for k, path in enumerate(content.paths[land])
        ],
    }


def cell(content: Content, c: int) -> dict[str, Any]:
    places = [content.place_id[p] for p in content.cell_places[c]]
    return {"at": content.cell_name[c], "no": content.cell_no[c], "places": places}


def land_in_row(s: FabledState, i: int, on: Mapping[int, Any]) -> dict[str, Any]:
    """A land of the row: the card, what stands on it, and whether one can walk on from it (`joined`, as printed)."""
    land, own = s.row[i], s.content.paths[s.row[i]]
    joined = i + 1 < len(s.row) and board.is_joined(s, land, s.row[i + 1])
    found = card(s.content, land, True) | {"joined": joined}
    if any(c in on for path in own for c in path):
        found["paths"] = [
            path | {"cells": [printed | on.get(c, {}) for printed, c in zip(path["cells"], cells, strict=True)]}
            for path, cells in zip(found["paths"], own, strict=True)
        ]
    return found


def on_cells(s: FabledState) -> dict[int, dict[str, list[Any]]]:
    """By cell the places of allies that lie there, and its sages: side, place where each waits for its visit, whether
    it belongs to the moving set."""
    found: dict[int, dict[str, list[Any]]] = {}
    for token, cell in zip(s.content.tokens, s.token_at, strict=True):
        if cell >= 0:
            found.setdefault(cell, {"tokens": [], "sages": []})["tokens"].append(s.content.place_id[token[0]])
    for sage, cell in enumerate(s.at):
        if cell >= 0:
            waits = name(s.content.place_id, s.wait[sage])
            here = {"side": sage // s.content.stride, "waits": waits, "moving": bool(s.moving >> sage & 1)}
            found.setdefault(cell, {"tokens": [], "sages": []})["sages"].append(here)
    return found


# -- cards


def ally(s: FabledState, seat: int, a: int) -> dict[str, Any]:
    known = s.content.allies[a]
    record = s.content.raw.records["ally"][known.id]
    return {
        "id": known.id,
        "terrain": TERRAINS[known.terrain],
        "source": record.get("source", "reconstructed"),
        "empowered": board.is_empowered(s, seat, a),
        "ability": record["ability"],
        "empowerment": record["empowered"],
        "tokens": s.tokens[a],
        "place_tokens": [
            {"what": s.content.place_id[s.content.tokens[t][0]], "at": name(s.content.cell_name, s.token_at[t])}
            for t in known.place_tokens
        ],
        "uses": s.uses[a],
        "limit": board.text_of(s, seat, a).limit,
    }


def event(s: FabledState, e: int) -> dict[str, Any]:
    record = s.content.raw.records["event"][s.content.events[e].id]
    return {"id": record["id"], "deck": record["deck"], "source": record.get("source", "reconstructed"), "text": record}


# -- time


def time_board(s: FabledState) -> dict[str, Any]:
    setting, layout = s.setting, s.setting.layout
    milestones = {key: chapter for key, (chapter, _) in zip("ab", setting.milestones, strict=False)}
    if setting.milestone:
        milestones["m"] = setting.milestone
    return {
        "divisions": s.content.divisions,
        "at": min(s.chapter, s.content.divisions),
        "end": None if setting.last_discards else layout.end,
        "allies": list(layout.allies),
        "events": list(layout.events) if s.event_deck or s.event >= 0 or s.past_events else [],
        "milestones": milestones,
        "escalation": setting.escalation if s.spirits >= 0 else None,
    }


# -- the spirits


def spirits(s: FabledState) -> dict[str, Any]:
    """Territory, tricks and what they did since their last turn began, step by step with reasons."""
    # views of old matches lack them
    found = {key: {"id": message, "args": {"n": n}} for key, (message, n) in s.setting.starts_told.items()}
    revealed = [s.content.allies[a] for a in s.revealed]
    return found | {
        "side": s.spirits,
        "territory": name(TERRAINS, s.territory),
        "revealed": [{"id": x.id, "terrain": TERRAINS[x.terrain]} for x in revealed],
        "escalated": s.escalated,
        "tricks_held": s.tricks_held(),
        "trick_deck": s.trick_deck(),
        "trick_discard": [t.id for i, t in enumerate(s.content.tricks) if s.trick_discard >> i & 1],
        "trick": s.content.tricks[s.trick_now].id if s.trick_now >= 0 else None,
        "joint_tokens": s.joint[-1],
        "told": [{"id": id, "args": dict(args)} for id, args in s.told],
    }


# -- what is asked, and the end


def question(s: FabledState) -> dict[str, Any] | None:
    """The name of the question on top, and what it is about: a cell, a land in hand, allies on offer, a place."""
    if not s.stack:
        return None
    f, content = s.stack[-1], s.content
    at, land = name(content.cell_name, cell_asked(s)), name(content.land_id, land_asked(s))
    found: dict[str, Any] = {"phase": repr(f[0]), "at": at, "land": land, "place": None, "n": None, "least": 0}
    found |= {"offered": [], "skipped": [], "price": None, "given": []}
    match f:
        case PlaceFrame():
            found["place"] = content.place_id[f.place]
        case ChoiceFrame():
            found["place"] = name(content.place_id, f.source.place)
        case DealFrame():
            found["offered"], found["skipped"] = offer(s, f.offered), offer(s, f.skipped)
        case InsertFrame():
            found["price"] = f.price
        case TransformFrame():
            found["n"], found["least"] = f.n, f.least
        case StepsFrame():
            found["n"], found["least"] = f.n, f.least
            found["given"] = [content.cell_name[s.at[g]] for g in f.used if s.at[g] >= 0]
    return found


def cell_asked(s: FabledState) -> int:
    """The cell that the question on top is about, or -1."""
    match s.stack[-1] if s.stack else None:
        case AtCellFrame(sage=sage) | PlaceFrame(sage=sage):
            return s.at[sage]
        case RelocationFrame():
            return s.at[s.leaving]
    return NONE


def land_asked(s: FabledState) -> int:
    """The land in hand, or -1."""
    match s.stack[-1] if s.stack else None:
        case InsertFrame(land=land) | PayingFrame(land=land) | ResetFrame(land=land):
            return land
    return NONE


def offer(s: FabledState, cards: tuple[int, ...]) -> list[dict[str, Any]]:
    return [dict(s.content.raw.records["ally"][s.content.allies[a].id]) for a in cards]


def result(s: FabledState) -> dict[str, Any]:
    """The outcome: who won, the rating of a solo victory, the sums of comradeship, the points of scenario 2."""
    seats = range(s.seats)
    counted = s.spirits < 0 and s.setting.knowledge
    return {
        "winners": scoring.winners(s),
        "spirits_win": scoring.spirits_win(s),
        "rating": scoring.rating(s),
        "out": [x for x in seats if scoring.is_out(s, x)],
        "comrades": list(scoring.comrades(s)) if s.setting.mode == "comradeship" else None,
        "knowledge": [scoring.knowledge(s, x) for x in seats] if counted else None,
    }
