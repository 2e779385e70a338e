"""The second engine's turn: what is asked in which order. See `small_world_rules`."""

from __future__ import annotations

from typing import Any

from tests.oracles.small_world_rules import BADGE, BANNER, CHANCE, EXTRA, FACES, Flow, People, Question, Table


class Play(Table):
    """A match as one generator: `run()` yields questions and is sent the answers."""

    def ask(self, phase: str, seat: int, legal: set[str], p: People | None = None, **more: Any) -> Question:
        asked: dict[str, Any] = {"phase": phase, "seat": None if seat == CHANCE else seat}
        if p:
            asked |= {"people": {"seat": p.seat, "state": p.state, "race": p.race}, "hand": p.hand}
        return seat, legal, asked | more

    def run(self) -> Flow:
        yield from self.refill()
        while self.round <= self.rounds:
            yield from self.play(self.turn)
            self.turn += 1
            if self.turn == self.n:
                self.turn, self.round = 0, self.round + 1
        self.turn, self.round, self.over = self.n - 1, self.rounds, True

    def refill(self) -> Flow:
        while len(self.column) < 6 and (self.unseen or self.returned):
            if self.unseen:
                answer = yield self.ask("turnbanner", CHANCE, {f"banner {race}" for race in self.unseen})
                race = answer.split()[1]
                self.unseen.remove(race)
            else:
                race = self.returned.pop(0)
            if not self.badges:
                self.badges, self.discards = self.discards, set()
            answer = yield self.ask("turnbadge", CHANCE, {f"badge {power}" for power in self.badges}, race=race)
            power = answer.split()[1]
            self.badges.remove(power)
            self.column.append((race, power, 0))

    def play(self, seat: int) -> Flow:
        self.ally[seat] = None
        self.new_turn()
        old = self.active[seat]
        if old is None:
            if not self.o["combo_first"]:
                yield from self.ghouls(seat)
            yield from self.take(seat)
            if self.o["combo_first"]:
                yield from self.ghouls(seat)
        else:
            answer = yield self.ask("choice", seat, {"expand", "decline"}, old)
            self.clear_die()
            if answer == "decline":
                self.decline(seat)
                yield from self.refill()
                self.score(seat)
                return
            yield from self.ghouls(seat)
        p = self.active[seat]
        assert p
        self.ready(p)
        yield from self.conquests(p)
        yield from self.redeploy(p)
        yield from self.markers(p)
        self.score(seat)
        if p.power == "stout":
            answer = yield self.ask("latedecline", seat, {"decline", "done"}, p)
            if answer == "decline":
                self.decline(seat)
                yield from self.refill()
        yield from self.returns(seat)

    def clear_die(self) -> None:
        """A roll is in sight until the next player has chosen."""
        if self.die and self.die["seat"] != self.turn:
            self.die = None

    def take(self, seat: int) -> Flow:
        purse = [self.coins[seat] + (c if self.o["pay_with_combo_coins"] else 0) for _, _, c in self.column]
        legal = {f"take {race}" for i, (race, _, _) in enumerate(self.column) if i <= purse[i]}
        answer = yield self.ask("takecombo", seat, legal)
        self.clear_die()
        i = [f"take {race}" for race, _, _ in self.column].index(answer)
        race, power, coins = self.column.pop(i)
        self.column = [(r, b, c + (k < i)) for k, (r, b, c) in enumerate(self.column)]
        self.coins[seat] += coins - i
        p = self.active[seat] = People(seat, race, power)
        p.hand = BANNER[race] + BADGE[power] + EXTRA.get(race, 0)
        self.tray[race] -= p.hand
        assert self.tray[race] >= 0
        self.fresh = True
        self.holes_left[seat] = 2 if race == "halflings" else 0
        self.camp_hand[seat] = 5 if power == "bivouacking" else 0
        yield from self.refill()

    def ghouls(self, seat: int) -> Flow:
        for p in self.peoples(seat):
            if p.race == "ghouls" and p.state != "active" and (p.on or p.hand):
                answer = yield self.ask("undead", seat, {"expand", "done"}, p)
                if answer == "expand":
                    self.ready(p)
                    yield from self.conquests(p)
                    yield from self.redeploy(p)

    def ready(self, p: People) -> None:
        p.hand += sum(p.on.values()) - len(p.on)
        p.on = dict.fromkeys(p.on, 1)
        if p.state == "active":
            p.hand, self.aside[p.seat] = p.hand + self.aside[p.seat], 0

    # --- conquests ---------------------------------------------------------------------------------------------------

    def conquests(self, p: People) -> Flow:
        old, last, roll, first = set(p.on), -1, None, True
        while True:
            may_leave = roll is None and (first or self.o["abandon"] == "between")
            left = {f"abandon {self.name[i]}" for i in old & set(p.on) if i > last} if may_leave else set()
            targets = self.targets(p)
            costs = {at: max(1, self.cost(p, at) - (roll or 0)) for at in targets}
            legal = left | self.fights(p, costs, roll)
            if not legal and (p.hand == 0 or roll is not None):
                return  # with tokens in hand and nothing to do with them one still says "stop"
            if roll is None or self.o["stop_after_roll"]:
                legal.add("stop")
            prices = {self.name[at]: c for at, c in costs.items()}
            answer = yield self.ask("conquest", p.seat, legal, p, roll=roll, may_abandon=may_leave, costs=prices)
            verb, _, where = answer.partition(" ")
            if verb == "stop":
                return
            if verb == "abandon":
                last = self.id[where]
                self.leave(p, last)
                continue
            first, last = False, -1
            if verb == "throw":
                roll = yield from self.roll("rollfirst", p)
                continue
            if verb == "attempt":
                yield from self.attempt(p, self.id[where])
                return
            roll = None
            self.seize(p, self.id[where], costs[self.id[where]] if verb == "conquer" else 1, verb)
            yield from self.refill()

    def fights(self, p: People, costs: dict[int, int], roll: int | None) -> set[str]:
        found = {f"conquer {self.name[at]}" for at in costs if p.hand >= costs[at]}
        if roll is None or self.o["substitute_after_roll"]:
            found |= {f"bewitch {self.name[at]}" for at in self.witchable(p)}
        if roll is not None or not p.hand:
            return found
        if p.has("dragon_master") and not self.dragon_used:
            found |= {f"dragon {self.name[at]}" for at in costs if at not in self.water}
        if p.has("berserk"):
            return found | ({"throw"} if costs else set())
        return found | {f"attempt {self.name[at]}" for at in costs if 1 <= costs[at] - p.hand <= 3}

    def roll(self, phase: str, p: People, **more: Any) -> Any:
        answer = yield self.ask(phase, CHANCE, {f"roll {n}" for n in FACES}, p, **more)
        self.die = {"n": int(answer.split()[1]), "seat": p.seat}
        return self.die["n"]

    def attempt(self, p: People, at: int) -> Flow:
        need = self.cost(p, at)
        n = yield from self.roll("lastroll", p, at=self.name[at], need=need)
        if p.hand + n >= need:
            self.seize(p, at, p.hand)
        elif self.o["failed_attempt_attacks"]:
            self.strike_at(p, at)
        yield from self.refill()

    # --- after the conquests -----------------------------------------------------------------------------------------

    def redeploy(self, p: People) -> Flow:
        if p.is_("skeletons"):
            new = min(len(self.taken) // 2, self.tray["skeletons"])
            self.tray["skeletons"] -= new
            p.hand += new
        if p.is_("amazons"):
            yield from self.set_aside(p)
        yield from self.place(p, True)

    def set_aside(self, p: People) -> Flow:
        """Four tokens leave; where one cannot stay in every region, regions are given up, in map order."""
        total = p.hand + sum(p.on.values())
        keep, away = max(0, total - 4), min(4, total)
        p.on = dict.fromkeys(p.on, 1)
        p.hand = total - len(p.on)
        left, last = max(0, len(p.on) - keep), -1
        while left:
            later = [i for i in sorted(p.on) if i > last]
            last = later[0]
            if keep:
                choice = later[: len(later) - left + 1]
                p.hand, hand = 0, p.hand  # those in hand are set aside already
                self.aside[p.seat] = away - left
                legal = {f"forgo {self.name[i]}" for i in choice}
                answer = yield self.ask("forgoregions", p.seat, legal, p, left=left)
                p.hand = hand
                last = self.id[answer.split()[1]]
            self.leave(p, last)
            left -= 1
        p.hand -= away
        self.aside[p.seat] = away

    def place(self, p: People, may_lift: bool) -> Flow:
        """In map order: take up all but one of some regions, then put down one or all."""
        regions = sorted(p.on)
        if len(regions) == 1:
            p.on[regions[0]], p.hand = p.on[regions[0]] + p.hand, 0
        lifted, first = -1, -1
        while len(regions) > 1:
            legal = {f"lift {self.name[i]}" for i in regions if may_lift and i > lifted and p.on[i] > 1}
            if not p.hand and not legal:
                return
            legal |= spread("deploy", p.hand, self.names(i for i in regions if i >= first)) if p.hand else {"done"}
            answer = yield self.ask("redeploy", p.seat, legal, p, may_lift=may_lift)
            verb, *rest = answer.split()
            if verb == "done":
                return
            at = self.id[rest[0]]
            if verb == "lift":
                p.hand, p.on[at], lifted = p.hand + p.on[at] - 1, 1, at
            else:
                may_lift, first = False, at
                p.hand, p.on[at] = p.hand - int(rest[1]), p.on[at] + int(rest[1])

    def encamp(self, p: People, may_strike: bool) -> Flow:
        regions, seat = sorted(p.on), p.seat
        if len(regions) == 1:
            self.camps[regions[0]] += self.camp_hand[seat]
            self.camp_hand[seat] = 0
        first = -1
        while len(regions) > 1:
            n = self.camp_hand[seat]
            legal = {"strike"} if may_strike and any(self.camps[i] for i in regions) else set()
            if not n and not legal:
                return
            legal |= spread("camp", n, self.names(i for i in regions if i >= first)) if n else {"done"}
            answer = yield self.ask("encamp", seat, legal, p, camps=n)
            verb, *rest = answer.split()
            may_strike = False
            if verb == "done":
                return
            if verb == "strike":
                self.camp_hand[seat] += sum(self.camps.pop(i, 0) for i in regions)
            else:
                first = self.id[rest[0]]
                self.camp_hand[seat] -= int(rest[1])
                self.camps[first] += int(rest[1])

    def markers(self, p: People) -> Flow:
        seat = p.seat
        if p.power == "bivouacking":
            yield from self.encamp(p, True)
        sites = set(p.on) - self.forts
        if p.power == "fortified" and len(self.forts) < 6 and sites:
            legal = {f"fortify {self.name[i]}" for i in sites} | {"done"}
            answer = yield self.ask("buildfortress", seat, legal, p)
            if answer != "done":
                self.forts.add(self.id[answer.split()[1]])
        if p.power == "heroic":
            self.heroes = set(p.on) if len(p.on) <= 2 else set()
            for left in (2, 1) if len(p.on) > 2 else ():
                later = [i for i in sorted(p.on) if i > max(self.heroes, default=-1)]
                legal = {f"hero {self.name[i]}" for i in later[: len(later) - left + 1]}
                answer = yield self.ask("placeheroes", seat, legal, p, left=left)
                self.heroes.add(self.id[answer.split()[1]])
        others = set(range(self.n)) - {seat} - self.attacked
        if p.power == "diplomat" and others:
            answer = yield self.ask("nameally", seat, {f"befriend {s}" for s in others} | {"done"}, p)
            self.ally[seat] = None if answer == "done" else int(answer.split()[1])

    def returns(self, seat: int) -> Flow:
        for s in [(seat + k) % self.n for k in range(self.n)]:
            active = self.active[s]
            if active:
                active.hand, self.waiting[s] = active.hand + self.waiting[s], 0
            for p in self.peoples(s):
                if p.hand and p.on:
                    yield from self.place(p, False)
            if active and self.camp_hand[s]:
                yield from self.encamp(active, False)


def spread(verb: str, n: int, regions: list[str]) -> set[str]:
    """One or all into each; into the last one all, for the rest would have to follow."""
    return {f"{verb} {name} {n}" for name in regions} | {f"{verb} {name} 1" for name in regions[:-1]}
