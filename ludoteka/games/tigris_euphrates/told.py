"""What is told about an action: how a conflict ended, what left the board, monuments, the counting at the end."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.game import OVER, State
from ludoteka.core.text import Catalogue
from ludoteka.core.told import Told
from ludoteka.games.tigris_euphrates.actions import Catastrophe, Commit, Monument, Wonder
from ludoteka.games.tigris_euphrates.board import cell_names
from ludoteka.games.tigris_euphrates.data import LEADERS, POINTS, TREASURES_LEFT
from ludoteka.games.tigris_euphrates.phases.conflict import DEFEND, Conflict
from ludoteka.games.tigris_euphrates.state import TigrisState
from ludoteka.games.tigris_euphrates.words import treasures_left


def told(before: State, action: Action, after: State, words: Catalogue) -> list[Told]:
    assert isinstance(before, TigrisState)
    assert isinstance(after, TigrisState)
    f = before.stack[-1] if before.stack else None
    gone = sum(before.tiles) & ~(sum(after.tiles) | after.down)
    removed = words.say("told.removed", cells=" ".join(cell_names(gone))) if gone else ""
    found = []
    if isinstance(f, Conflict) and f.phase is DEFEND and isinstance(action, Commit):
        fight = words.say("panel.war" if f.union else "panel.revolt", fighters=LEADERS[f.colour])
        strength = f.own + action.n
        winner = f.rival if f.other > strength else f.seat
        tie = strength == f.other
        wins = words.tell("told.wins_tie" if tie else "told.wins", winner)
        fought = cell_names(before.leaders[f.seat * 4 + f.colour] | before.leaders[f.rival * 4 + f.colour] | gone)
        more = ", ".join([f"{wins[:1].upper()}{wins[1:]}", *([removed] if removed else [])])
        found.append(
            Told(f"{fight} {f.other}:{strength}", "war", more, tuple(fought), rule="TE-6.7" if f.union else "TE-4.4")
        )
    elif removed and not isinstance(action, Catastrophe):  # it says so itself
        found.append(Told(removed))
    if isinstance(action, Catastrophe) and (struck := _without_temple(before, after, words)):
        found.append(Told(words.say("told.catastrophe", at=action.at), "event", struck, (action.at,), rule="TE-9.3"))
    for seat, (had, has) in enumerate(zip(before.taken, after.taken, strict=True)):
        if has > had:
            left = treasures_left(after.treasures.bit_count(), words)
            took = words.tell("told.treasure", seat, n=has - had)
            cells = tuple(cell_names(before.treasures & ~after.treasures))
            found.append(Told(took, "event", left, cells, symbol="te-treasure", rule="TE-7.1"))
    match action:
        case Monument(what, at):
            found.append(Told(words.say("told.monument", what=what), "town", at=(at,), rule="TE-8.1"))
        case Wonder(at):
            found.append(Told(words.say("told.wonder"), "town", at=(at,), rule="TE-15.1"))
    if after.to_move() == OVER and before.to_move() != OVER:
        few = after.treasures.bit_count() <= TREASURES_LEFT
        key, rule = ("told.ends_treasures", "TE-11.3") if few else ("told.ends_bag", "TE-11.2")
        found += [Told(words.say(key), "event", rule=rule), *_final(after, words)]
    return found


def _without_temple(before: TigrisState, after: TigrisState, words: Catalogue) -> str:
    """The leaders that left the board, by seat."""
    left = [i for i, (was, now) in enumerate(zip(before.leaders, after.leaders, strict=True)) if was and not now]
    by_seat = [
        (seat, [f"−1 {words.name('what', LEADERS[i % 4])}" for i in left if i // 4 == seat])
        for seat in range(after.seats)
    ]
    return "; ".join(f"{words.player(seat)}: {', '.join(lost)}" for seat, lost in by_seat if lost)


def _final(s: TigrisState, words: Catalogue) -> list[Told]:
    """The four colours, the treasures that fill the weakest of them, and what counts."""
    counts = {kind: tuple(s.points[c::4]) for c, kind in enumerate(POINTS)}
    steps = [Told(words.say(f"told.{kind}"), "final", counts=n, rule="TE-12.2") for kind, n in counts.items()]
    weakest = tuple(score[0] for score in s.scores())
    for name, n, rule in (("treasures", tuple(s.taken), "TE-12.1"), ("weakest", weakest, "TE-12.2")):
        steps.append(Told(words.say(f"told.{name}"), "final", words.say(f"told.of_{name}"), counts=n, rule=rule))
    return steps
