"""An action in words, where the fields alone would be too poor."""

from __future__ import annotations

from ludoteka.core.action import Action, args_of, verb_of
from ludoteka.core.game import State
from ludoteka.core.text import Catalogue
from ludoteka.games.terra_mystica.actions import PASS_LAST, Decline, Leech
from ludoteka.games.terra_mystica.data import CULTS, FINAL_TILES
from ludoteka.games.terra_mystica.phases.leech import effective
from ludoteka.games.terra_mystica.state import TerraState

SOURCES = {
    "town": "towns",
    "ship": "tracks",
    "digging": "tracks",
    "leftovers": "leftovers",
    "convert": "leftovers",
    "leech": "leech",
}
"""Of the points that no tile or card gives; what is missing here comes from the faction."""


def describe_action(state: State, action: Action, words: Catalogue) -> str:
    """Seats are called by their faction; a bridge has two ends."""
    args = dict(args_of(action))
    if "seat" in args:
        seat = int(args["seat"])
        args["seat"] = words.player(seat)
        args["who"] = faction_of(state, seat, words)
    if "to" in args:
        args["other"] = args.pop("to")
    key = f"action.{verb_of(action)}"
    if isinstance(action, (Leech, Decline)) and isinstance(state, TerraState) and state.to_move() >= 0:
        got = effective(state.sides[state.to_move()], action.n)
        if isinstance(action, Leech):
            args["got"], args["points"] = got, max(0, got - 1)
            key += ".paid" if got > 1 else ".free"
        elif got:
            args["n"] = got  # both answers speak of what would really come
    if action == PASS_LAST:
        key += ".none"
    return words.say(key, **args)


def source(what: str, why: str) -> str:
    """Points by what they were for."""
    if what != "VP":
        return ""
    if why in CULTS:
        return "cults"
    if why.startswith(("SCORE", "BON", "FAV")):
        return "rounds" if why[0] == "S" else "tiles"
    if why in FINAL_TILES or why == "network":
        return "area"
    return SOURCES.get(why, "faction")


def faction_of(state: State, seat: int, words: Catalogue) -> str:
    folk = getattr(state, "sides")[seat].faction  # noqa: B009  the protocol's State has no sides
    return words.name("faction", folk.name) if folk is not None else words.say("panel.nobody", n=seat + 1)
