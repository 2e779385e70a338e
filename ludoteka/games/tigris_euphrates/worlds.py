"""A world made from what a seat sees: for bots elsewhere that know nothing but a view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from ludoteka.core.bag import changed, deal
from ludoteka.core.position import read_stack
from ludoteka.games.tigris_euphrates.board import BIT, BOARDS
from ludoteka.games.tigris_euphrates.data import (
    BUILDINGS,
    LEADERS,
    MONUMENTS,
    POINTS,
    TILE_COUNTS,
    TILES,
    TigrisOptions,
)
from ludoteka.games.tigris_euphrates.position import PACKAGE, link
from ludoteka.games.tigris_euphrates.setup import empty
from ludoteka.games.tigris_euphrates.state import TigrisState


def from_view(view: Mapping[str, Any], seat: int | None, rng: Random) -> TigrisState:
    """Other hands are dealt from the tiles not seen. The view tells no more, so points behind other screens are taken
    to be none, their treasures to be with the first of them, and tiles that left the board to be in the bag."""
    s = empty(view["seats"], TigrisOptions(**view["options"]), BOARDS[view["board"]])
    s.tiles = [_mask(view["tiles"][what]) for what in TILES]
    s.down, s.dead, s.treasures = (_mask(view[name]) for name in ("down", "dead", "treasures"))
    s.leaders = [_bit(leaders[what]) for leaders in view["leaders"] for what in LEADERS]
    s.buildings = tuple(_bit(view["buildings"].get(what, "")) for what in BUILDINGS)
    s.monuments = tuple(_bit(view["monuments"][what]) for what in MONUMENTS)
    s.wonder, s.union = _bit(view["wonder"]), _bit(view["union"])
    s.turn, s.active, s.left, s.hoard = (view[name] for name in ("turn", "active", "left", "hoard"))
    s.curses = tuple(player["catastrophes"] for player in view["players"])
    if view["claimed"]:
        s.claimed = view["claimed"]["seat"] * 4 + POINTS.index(view["claimed"]["what"])
    _screens(s, view["players"], rng)
    link(s)
    s.stack = read_stack(PACKAGE, view["stack"])
    return s


def _screens(s: TigrisState, players: list[Mapping[str, Any]], rng: Random) -> None:
    unseen = [n - s.tiles[c].bit_count() for c, n in enumerate(TILE_COUNTS)]
    hidden = [q for q, player in enumerate(players) if player["hand"] is None]
    for q, player in enumerate(players):
        if q not in hidden:
            for c, what in enumerate(TILES):
                s.hands[q * 4 + c] = player["hand"][what]
                s.points[q * 4 + c] = player["points"][POINTS[c]]
                unseen[c] -= s.hands[q * 4 + c]
            s.taken = changed(s.taken, q, player["taken"])
    for q in hidden:
        s.hands[q * 4 : q * 4 + 4] = deal(unseen, players[q]["hand_size"], rng)
    if hidden:
        s.taken = changed(s.taken, hidden[0], s.hoard - s.treasures.bit_count() - sum(s.taken))
    s.spent = deal(unseen, s.down.bit_count(), rng)
    s.bag = unseen


def _bit(at: str) -> int:
    return -1 if at == "-" else BIT[at] if at else 0


def _mask(cells: Iterable[str]) -> int:
    return sum(BIT[at] for at in cells)
