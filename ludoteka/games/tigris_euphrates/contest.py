"""A revolt or war in words and numbers: who fights, with what, what is missing, what each end would bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludoteka.core.cards import called
from ludoteka.core.contest import Contest, Side
from ludoteka.core.text import Catalogue
from ludoteka.games.tigris_euphrates.data import COLOURS, POINTS

ROLES = ("attacker", "defender")


def contest(view: Mapping[str, Any], words: Catalogue) -> Contest | None:
    fight = view["conflict"]
    if not fight:
        return None
    asked, viewer = view["to_move"], view["seat"]
    hand = view["players"][asked]["hand"] if viewer == asked else None
    return Contest(
        words.say(f"panel.{fight['kind']}", fighters=fight["what"]),
        f"te-{fight['tile']}",
        (_side(view, 0, words), _side(view, 1, words)),
        _need(view, words),
        tuple(_outcome(view, i, words) for i in ((1, 0) if viewer == fight["defender"] else (0, 1))),
        hand[fight["tile"]] if hand else 0,
        tuple(filter(None, (*(view["leaders"][fight[role]][fight["what"]] for role in ROLES), view["union"]))),
    )


def named(view: Mapping[str, Any], seat: int, words: Catalogue) -> str:
    """By name, where names are known, else by dynasty."""
    return called(view, seat) or words.name("dynasty", view["players"][seat]["dynasty"])


def _side(view: Mapping[str, Any], i: int, words: Catalogue) -> Side:
    fight, seat = view["conflict"], view["conflict"][ROLES[i]]
    board, added = fight[("attack", "defence")[i]], fight["added"] if i == 0 else None
    made = (
        words.say("panel.on_board", n=board) if added is None else words.say("panel.with_added", board=board, n=added)
    )
    symbol = f"te-{fight['what']}-{view['players'][seat]['dynasty']}"
    return Side(seat, symbol, words.say(f"panel.{ROLES[i]}"), board + (added or 0), made, added is None)


def _need(view: Mapping[str, Any], words: Catalogue) -> str:
    """What the side that is asked lacks to win, as far as anybody knows."""
    fight = view["conflict"]
    defending = fight["added"] is not None
    attack = fight["attack"] + (fight["added"] or 0)
    short = attack - fight["defence"] if defending else fight["defence"] + 1 - attack
    asked, rival = (fight[role] for role in (ROLES[::-1] if defending else ROLES))
    args = {"name": named(view, asked, words), "rival": named(view, rival, words), "n": short}
    args["size"] = view["players"][rival]["hand_size"]
    hand = view["players"][asked]["hand"] if view["seat"] == asked else None
    if hand and hand[fight["tile"]] < short:
        return words.say("panel.out_of_reach", n=short, held=hand[fight["tile"]])
    whose = f"_{ROLES[defending]}" if view["seat"] == asked else ""
    return words.say(f"panel.{'needs' if short > 0 else 'ahead'}{whose}", **args)


def _outcome(view: Mapping[str, Any], winner: int, words: Catalogue) -> tuple[str, str]:
    """What it brings if this side wins."""
    fight, seat = view["conflict"], view["seat"]
    lost = len(fight["at_stake"][1 - winner])
    pair = [fight[role] for role in ROLES]
    n, kind = 1 + lost, POINTS[COLOURS.index(fight["colour"])]
    args = {"what": fight["what"], "n": n, "lost": lost, "points": f"{n} {words.say(f'note.{kind}', n=n)}"}
    how = ("won" if pair[winner] == seat else "lost") if seat in pair else "victory"
    args["name"] = named(view, pair[1 - winner] if how == "won" else pair[winner], words)
    said = words.say(f"panel.{how}_tiles" if lost else f"panel.{how}", **args)
    return ("yes" if how == "won" else "no" if how == "lost" else ""), said
