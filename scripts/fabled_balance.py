"""How fair is Fabled? Bots play every scenario and the Trial; tables with intervals for docs/games/fabled.md.

    python -m scripts.fabled_balance --bot level4 --matches 200 --jobs 8 --out balance.jsonl
    python -m scripts.fabled_balance --out balance.jsonl --only solo
    python -m scripts.fabled_balance --bot mcts:iterations=60 --matches 20 --only Trial

After the table of settings it shows what rows of the Trial would win with another head start (FB-9.70). Then come the
cards: how often each ally, place and event is taken when it is offered (a mark stands at those outside 3 to 60 %), how
the owners of each ally fare, and what each trick brings the spirits.
Every match is a line of the file, so a run that was stopped goes on where it stood, and tables can be shown at any time
(`--matches 0`). Matches of other bots or editions in the same file are left alone.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

from rich.console import Console
from rich.progress import track

from ludoteka import bots
from ludoteka.core.action import Action, verb_of
from ludoteka.core.game import CHANCE
from ludoteka.games.fabled import GAME, board
from ludoteka.games.fabled.actions import Announce, Halt, Keep, Trick, Use, Visit
from ludoteka.games.fabled.loader import EDITION
from ludoteka.games.fabled.scoring import comrades, spirits_win, standing
from ludoteka.games.fabled.state import FabledState
from ludoteka.games.fabled.vocab import SUN

SETTINGS: dict[str, tuple[int, dict[str, Any]]] = {
    **{f"scenario 1, {n} players": (n, {}) for n in (2, 3, 4, 5)},
    "scenario 1, crossroads, 3 players": (3, {"events": "crossroads"}),
    **{f"scenario {k}, 3 players": (3, {"scenario": k}) for k in (0, 2, 3, 4, 5)},
    **{f"scenario 3, {n} players": (n, {"scenario": 3}) for n in (2, 4, 5)},
    "scenario 3 with 2, 3 players": (3, {"scenario": 3, "combine": 2}),
    "scenario 3 with 4, long, 3 players": (3, {"scenario": 3, "combine": 4, "long_wandering": True}),
    "Trial, solo, beginner": (1, {"scenario": 0, "level": "beginner"}),
    "Trial, solo, normal": (1, {}),
    "Trial, solo, high": (1, {"level": "high"}),
    "Trial, solo, scenario 3": (1, {"scenario": 3}),
    **{f"Trial, comradeship, {n} players": (n, {"mode": "comradeship"}) for n in (2, 3, 4)},
    **{f"Trial, comradeship, easier, {n} players": (n, {"mode": "comradeship", "easier": True}) for n in (2, 3, 4)},
    **{
        f"Trial, comradeship, beginner, {n} players": (n, {"mode": "comradeship", "scenario": 0, "level": "beginner"})
        for n in (2, 3, 4)
    },
    **{
        f"Trial, comradeship, beginner, easier, {n} players": (
            n,
            {"mode": "comradeship", "scenario": 0, "level": "beginner", "easier": True},
        )
        for n in (2, 3, 4)
    },
    **{f"Trial, comradeship, high, {n} players": (n, {"mode": "comradeship", "level": "high"}) for n in (2, 3, 4)},
    **{
        f"Trial, comradeship, high, easier, {n} players": (n, {"mode": "comradeship", "level": "high", "easier": True})
        for n in (2, 3, 4)
    },
    "Trial, rivalry, 2 players": (2, {"mode": "rivalry"}),
    "Trial, rivalry, 4 players": (4, {"mode": "rivalry"}),
}
OFTEN = 0.03, 0.6
"""A card that is taken less or more often than this when it is offered is dominated, or dominates."""
ALONE = "visit, not pass by"
"""A place at a vortex without another one: whoever does not visit it gains nothing."""
SHIFTS = range(-4, 5)
"""Head starts for the spirits, besides the one they have, of which the outcome is told."""
SEAT = 0.03
"""A seat may be worth so much more or less than its share, beyond the interval."""
Line = dict[str, Any]


def play(name: str, k: int, bot: str, seed: int, more: dict[str, Any]) -> Line:
    """One match and all that the tables want of it."""
    seats, options = SETTINGS[name]
    s = GAME.new(seats, **options, **more)
    assert isinstance(s, FabledState)
    rng = Random(f"{seed} {name} {k}")
    players = [bots.make(bot) for _ in range(seats)]
    questions: dict[str, int] = defaultdict(int)
    offers: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    tricks: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    while s.stack:
        seat = s.to_move()
        if seat == CHANCE:
            outcome = s.sample(rng)
            before = board.worth(s, s.spirits)
            s.apply(outcome)
            if isinstance(outcome, Trick):
                tally = tricks[outcome.what]
                tally[0] += 1
                tally[1] += board.worth(s, s.spirits) - before
            continue
        legal = s.legal_actions()
        action = players[seat].choose(s.resample(seat, rng), seat, rng)
        questions[s.question()] += 1
        if len(legal) > 1:
            single = sum(isinstance(other, Visit) for other in legal) < 2
            chosen = card_of(s, action, single)
            for card in {card_of(s, other, single) for other in legal} - {""}:
                offers[card][0] += 1
                offers[card][1] += card == chosen
        s.apply(action)
    sides = range(s.setting.sides)
    return {
        "setting": name,
        "k": k,
        "bot": bot,
        "more": more,
        "shares": [s.returns()[seat] for seat in s.order],
        "suns": [s.books[x * 4 + SUN] for x in sides],
        "spirits_win": spirits_win(s),
        "margin": margin(s),
        "chapters": s.chapter,
        "capped": bool(s.setting.last_discards) and len(s.discard) < s.setting.last_discards,
        "forgotten": len(s.discard),
        "allies": [[s.content.allies[a].id for a in s.allies[seat]] for seat in s.order],
        "questions": dict(questions),
        "offers": dict(offers),
        "tricks": dict(tricks),
    }


def margin(s: FabledState) -> float | None:
    """By how many sun books one alone or comrades are ahead of the spirits as they are counted, a tie that is won with
    a half; None where nobody has a head start."""
    if s.setting.mode == "comradeship":
        ours, theirs = comrades(s)
        return ours - theirs
    if s.seats > 1:
        return None
    mine, other = standing(s, 0), standing(s, s.spirits)
    return mine[0] - other[0] + (mine[1:] > other[1:]) / 2


def card_of(s: FabledState, action: Action, single: bool) -> str:
    """The card that an action is about, if it is offered beside other things: an ally on offer or to be used, a place,
    an event that allows something. `single`: no other place is offered."""
    match action:
        case Visit(what) if single:
            return f"{ALONE} {what}"
        case Keep(what) | Visit(what) | Use(what):
            return f"{verb_of(action)} {what}"
        case Halt():
            return f"event {s.content.events[s.event].id}"
        case Announce(what) if "+" in what:
            return f"event {s.content.events[s.event].id}"
    return ""


def share(won: int, n: int) -> str:
    """A share with its 95 % interval after Wilson, which holds near 0 and 1, too."""
    z = 1.96
    middle, width = (won + z * z / 2) / (n + z * z), z * sqrt(won * (n - won) / n + z * z / 4) / (n + z * z)
    return f"{won / n:.2f} [{middle - width:.2f}, {middle + width:.2f}]"


def interval(values: list[float], fair: float | None = None) -> str:
    """The mean and half the width of its 95 % interval; with a mark if it is too far from what is fair."""
    m = mean(values)
    spread = 1.96 * sqrt(sum((v - m) ** 2 for v in values) / max(1, len(values) - 1) / len(values))
    return f"{m:.2f} ± {spread:.2f}{' !' if fair is not None and abs(m - fair) > spread + SEAT else ''}"


def won(name: str, found: list[Line]) -> str:
    """How often each place in the turn order wins; those who win together as one."""
    seats, options = SETTINGS[name]
    if seats == 1 or options.get("mode") == "comradeship":
        return share(sum(not x["spirits_win"] for x in found), len(found))
    taken = mean(sum(x["shares"]) for x in found)  # by players: what is left are the spirits'
    return " / ".join(interval([x["shares"][i] for x in found], taken / seats) for i in range(seats))


def rows(lines: Iterable[Line]) -> Iterator[str]:
    yield "| setting | matches | win share by turn order | sun books | spirits: sun books | chapters | questions |"
    yield "|---|---|---|---|---|---|---|"
    by_setting: dict[str, list[Line]] = defaultdict(list)
    for line in lines:
        by_setting[line["setting"]].append(line)
    for name, (seats, _) in SETTINGS.items():
        found = by_setting.get(name)
        if found:
            suns = f"{mean(mean(x['suns'][:seats]) for x in found):.1f}"
            spirits = f"{mean(x['suns'][seats] for x in found):.1f}" if len(found[0]["suns"]) > seats else "–"
            late = sum(x["capped"] for x in found)
            chapters = f"{mean(x['chapters'] for x in found):.1f}" + (f", {late} capped" if late else "")
            if "scenario 3" in name:
                chapters += f" ({mean(8 <= x['chapters'] <= 10 for x in found):.0%} in 8–10)"
            asked = f"{mean(sum(x['questions'].values()) for x in found) / seats:.0f}"
            yield f"| {name} | {len(found)} | {won(name, found)} | {suns} | {spirits} | {chapters} | {asked} |"


def head_starts(lines: Iterable[Line]) -> Iterator[str]:
    """The share of victories if the spirits had so many sun books more in the count, all else being the same."""
    margins: dict[str, list[float]] = defaultdict(list)
    for line in lines:
        if line.get("margin") is not None:
            margins[line["setting"]].append(line["margin"])
    if margins:
        yield "\n| head start besides | margin | " + " | ".join(f"{n:+d}" for n in SHIFTS) + " |"
        yield "|---|---|" + "---|" * len(SHIFTS)
    for name in [name for name in SETTINGS if name in margins]:
        found = margins[name]
        won = " | ".join(f"{mean(m > n for m in found):.2f}" for n in SHIFTS)
        yield f"| {name} | {interval(found)} | {won} |"


def cards(lines: list[Line]) -> Iterator[str]:
    """Allies by the victories of their owners, in competition; what is taken when it is offered; what tricks bring."""
    owners: dict[str, list[float]] = defaultdict(list)
    taken: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    brought: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for line in lines:
        seats = SETTINGS[line["setting"]][0]
        if len(line["suns"]) == seats:
            for share, allies in zip(line["shares"], line["allies"], strict=True):
                for ally in allies:
                    owners[ally].append(share - 1 / seats)
        for key, (offered, chosen) in line["offers"].items():
            taken[key][0] += offered
            taken[key][1] += chosen
        for trick, (played, worth) in line["tricks"].items():
            brought[trick][0] += played
            brought[trick][1] += worth
    yield "\n| ally | owned | win share above chance |\n|---|---|---|"
    for ally, shares in sorted(owners.items(), key=lambda x: -mean(x[1])):
        yield f"| {ally} | {len(shares)} | {interval(shares)} |"
    yield "\n| taken when offered | offered | share |\n|---|---|---|"
    for key, (offered, chosen) in sorted(taken.items(), key=lambda x: -x[1][1] / x[1][0]):
        often = chosen / offered
        # an ability is there to be used, and so is a place where the other choice is nothing
        fair = key.startswith(("use ", ALONE)) or OFTEN[0] <= often <= OFTEN[1]
        yield f"| {key} | {offered} | {often:.2f}{'' if fair else ' !'} |"
    yield "\n| trick | played | brings, in prairie books |\n|---|---|---|"
    for trick, (played, worth) in sorted(brought.items(), key=lambda x: -x[1][1] / x[1][0]):
        yield f"| {trick} | {played} | {worth / played:.1f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bot", default="level4")
    parser.add_argument("--matches", type=int, default=200, help="matches of each setting")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="settings whose name contains one of these, separated by |")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--out", type=Path, default=Path("fabled_balance.jsonl"), help="matches played so far")
    parser.add_argument("--edition", type=int, default=EDITION)
    given = parser.parse_args()
    console = Console(stderr=True)
    more = {"edition": given.edition}
    names = [name for name in SETTINGS if any(part in name for part in given.only.split("|"))]
    known = [json.loads(x) for x in given.out.read_text("utf-8").splitlines()] if given.out.exists() else []
    lines = [x for x in known if x["bot"] == given.bot and x["more"] == more and x["setting"] in names]
    done = {(x["setting"], x["k"]) for x in lines}
    todo = [(name, k) for k in range(given.matches) for name in names if (name, k) not in done]
    with given.out.open("a", encoding="utf-8") as out, ProcessPoolExecutor(given.jobs) as pool:
        jobs = [pool.submit(play, name, k, given.bot, given.seed, more) for name, k in todo]
        try:
            for job in track(as_completed(jobs), "matches", total=len(jobs), console=console):
                lines.append(job.result())
                out.write(json.dumps(lines[-1]) + "\n")
                out.flush()
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            console.print("stopped: the tables show the matches played so far; the same command goes on")
    print("\n".join([*rows(lines), *head_starts(lines), *cards(lines)]))


if __name__ == "__main__":
    main()
