"""Actions in words: the verb's message with the region's terrain, the combination and the numbers of the position."""

from __future__ import annotations

from typing import Any

from ludoteka.core.action import Action, args_of, verb_of
from ludoteka.core.game import State
from ludoteka.core.text import Catalogue
from ludoteka.games.small_world.actions import Attempt, Conquer, Done, Dragon, Expand, Roll, Take
from ludoteka.games.small_world.data import DIE
from ludoteka.games.small_world.phases.frames import Attempting, Conquering
from ludoteka.games.small_world.phases.turn import Rising
from ludoteka.games.small_world.reach import cost
from ludoteka.games.small_world.state import ACTIVE, SLOTS, SmallWorld


def describe_action(state: State, action: Action, words: Catalogue) -> str:
    assert isinstance(state, SmallWorld)
    args: dict[str, Any] = dict(args_of(action))
    key = f"action.{verb_of(action)}"
    if "at" in args:
        args["at"] = place_name(state, str(args["at"]), words)
    if "what" in args:
        args["what"] = name_of(state.world.names, str(args["what"]), words)
    if "seat" in args:
        args["seat"] = words.player(int(args["seat"]))
    if isinstance(action, Take) and state.world.race_index.get(action.what) in state.col_race:
        i = state.col_race.index(state.world.race_index[action.what])
        power = state.world.powers[state.col_power[i]].id
        args["what"] = combo_name(state.world.names, action.what, power, words)
        args["price"], args["coins"] = i, state.col_coins[i]
        key += (".free", ".paid", ".gift", ".full")[bool(i) + 2 * bool(state.col_coins[i])]
    f = state.stack[-1] if state.stack else None
    if isinstance(action, Conquer | Attempt | Dragon) and isinstance(f, Conquering):
        able = state.able[f.slot]
        at = state.world.board.index.get(action.at)
        if able is not None and at is not None:
            need = max(1, cost(state, f.slot, able, at) - max(0, f.roll))
            args["n"] = state.hand[f.slot] if isinstance(action, Attempt) else need
            args |= {"need": need, "faces": len(DIE), "good": sum(state.hand[f.slot] + face >= need for face in DIE)}
            key += ".full"
    if isinstance(action, Expand | Done) and isinstance(f, Rising):
        args["what"] = _people(state, f.slot, words)
        key += ".undead"
    elif isinstance(action, Done) and (own := f"{key}.{state.question().lower()}") in words.messages:
        key = own
    elif isinstance(action, Expand) and (seat := state.to_move()) >= 0 and state.race[seat * SLOTS + ACTIVE] >= 0:
        args["what"] = _people(state, seat * SLOTS + ACTIVE, words)
        key += ".full"
    if isinstance(action, Roll) and isinstance(f, Attempting):
        able = state.able[f.slot]
        if able is not None:
            args |= {"hand": state.hand[f.slot], "need": cost(state, f.slot, able, f.at)}
            args["at"] = place_name(state, state.world.board.names[f.at], words)
            key += ".enough" if args["hand"] + action.n >= args["need"] else ".short"
    return words.say(key, **args)


def _people(s: SmallWorld, slot: int, words: Catalogue) -> str:
    return name_of(s.world.names, s.world.races[s.race[slot]].id, words)


def source(what: str, why: str) -> str:
    """Coins by what they were for; races and powers together."""
    if what != "coins":
        return ""
    return why if why in ("regions", "combination") else "talents"


def place_name(state: SmallWorld, name: str, words: Catalogue) -> str:
    """The region with its terrain: "hill H2"."""
    at = state.world.board.index.get(name)
    if at is not None:
        for terrain, mask in state.world.board.terrain.items():
            if mask >> at & 1:
                return region_name(name, terrain, words)
    return words.name("at", name)


def region_name(name: str, terrain: str, words: Catalogue) -> str:
    """ "hill H2", «холмы Х2»."""
    return f"{words.name('terrain', terrain)} {words.name('at', name)}"


def name_of(names: dict[str, dict[str, str]], what: str, words: Catalogue) -> str:
    """A race or power by its name in this language, player-made ones too."""
    return names[what][words.lang] if what in names else words.name("what", what)


def combo_name(names: dict[str, dict[str, str]], race: str, power: str, words: Catalogue) -> str:
    """ "Merchant Skeletons", «Скаредные скелеты»."""
    people = name_of(names, race, words)
    return f"{name_of(names, power, words)} {people.lower() if words.lang == 'ru' else people}"
