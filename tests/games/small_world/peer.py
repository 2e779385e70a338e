"""Plays the cases of a course server (`peer_cases.json`) on our rules and compares what comes out.

That server departs from the published rules in known ways (see docs/games/small_world.md); where a request can be
carried over all the same, this adapter does so:

- it lets a redeployment empty regions. Here each keeps one token and is expected to pay accordingly; after the coins
  the adapter takes it off the board by hand, so that both boards agree again;
- its victims put withdrawn tokens back at once; here they do so at the end of the attacker's turn;
- its encampments and heroes may stay in the box; here they must stand somewhere, and are put where nobody will look.
"""

from __future__ import annotations

from typing import Any

from ludoteka.core.action import Action
from ludoteka.core.bits import bits
from ludoteka.games.small_world import actions as verbs
from ludoteka.games.small_world.board import make_board
from ludoteka.games.small_world.phases.column import BADGE, BANNER
from ludoteka.games.small_world.phases.conquest import CONQUEST
from ludoteka.games.small_world.phases.markers import ALLY, ENCAMP, FORTRESS, HEROES
from ludoteka.games.small_world.phases.redeploy import FORGO, REDEPLOY
from ludoteka.games.small_world.phases.turn import CHOICE, LATE_DECLINE
from ludoteka.games.small_world.position import lay_out, start_on
from ludoteka.games.small_world.state import SLOTS, SmallWorld

OK, REFUSED, FAILED = "ok", "refused", "failed"


class Refused(Exception):
    """Our rules do not allow it."""


class Difference(AssertionError):
    """Our rules and the server disagree."""


class Peer:
    """One case being played."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.case = case
        self.banners, self.badges = list(case["banners"]), list(case["badges"])
        self.state: SmallWorld = start_on(make_board(case["board"], case["rounds"]), case["seats"])
        self.returns: dict[int, dict[str, int]] = {}
        self.kept: dict[int, int] = {}  # by seat: regions that the server emptied and we could not, this turn
        self.wish: dict[int, dict[str, int]] = {}  # by seat: where the server has its tokens
        self.taken = [0] * case["seats"]
        self.departures: dict[int, str] = {}
        self.now = 0
        self.settled = False  # the seat has redeployed; the server still waits for its `finish`
        self.coins_before = list(self.state.coins)
        self.run_on(self.state)

    # --- playing ----------------------------------------------------------------------------------

    def run(self, skip: dict[int, str]) -> int:
        """Play all steps but those to skip; how many were compared."""
        n = 0
        for i, step in enumerate(self.case["steps"]):
            self.now = i
            if i in skip:
                if skip[i].startswith("stop"):
                    break
                continue
            n += self.step(step)
        return n

    def step(self, step: dict[str, Any]) -> int:
        verb, answer = step["verb"], step["answer"]
        if verb == "state":
            self.compare(step["seen"])
            return 1
        if verb == "finish":
            return self.finish(step)
        if answer == OK or (answer == "badTokensNum" and "rolled" in step):
            result = self.attempt(self.state, step)
            wanted = OK if answer == OK else FAILED
            if result != wanted:
                raise Difference(f"step {self.now} {step}: {result} instead of {wanted}")
            return 1
        copy = self.state.clone()
        before = dict(self.returns), dict(self.kept), list(self.banners), list(self.badges), self.settled
        result = self.attempt(copy, step)
        self.returns, self.kept, self.banners, self.badges, self.settled = before
        if result == OK:
            why = self.departure(step)
            if why is None:
                raise Difference(f"step {self.now} {step}: we allow it")
            self.departures[self.now] = why
            return 0
        return 1

    def departure(self, step: dict[str, Any]) -> str | None:
        """Refusals of the server that the published rules do not know."""
        s = self.state
        waits = any(
            s.hand[seat * SLOTS] > sum(self.returns.get(seat, {}).values()) for seat in range(s.seats) if seat != s.turn
        )
        if waits and step["answer"] == "badStage":
            return "the victim would have to answer first"
        if step["verb"] == "defend" and step["answer"] == "badRegion":
            return "withdrawn tokens would not go beside the lost region"
        listed = {name for name, _ in step.get("tokens", ())}
        marked = {name for name, _ in step.get("camps", ())} | {step.get("fortress", "")} | set(step.get("heroes", ()))
        if step["verb"] == "redeploy" and marked - listed - {""}:
            return "the region with the marker would have been emptied"
        return None

    def attempt(self, s: SmallWorld, step: dict[str, Any]) -> str:
        try:
            return getattr(self, step["verb"])(s, step) or OK
        except Refused:
            return REFUSED

    def do(self, s: SmallWorld, action: Action) -> None:
        if action not in s.legal_actions():
            raise Refused(str(action))
        s.apply(action)
        self.run_on(s)

    def run_on(self, s: SmallWorld) -> None:
        """Chance turns up what the case says; victims put their tokens where the case said."""
        while s.stack:
            f = s.stack[-1]
            if f[0] in (BANNER, BADGE):
                lay_out(s, self.banners, self.badges)
            elif f[0] is REDEPLOY and f[1] != s.turn:
                wish = self.returns.get(f[1], {})
                choice = next((a for a in s.legal_actions() if isinstance(a, verbs.Deploy) and wish.get(a.at)), None)
                choice = choice or s.legal_actions()[0]
                if isinstance(choice, verbs.Deploy) and wish:
                    wish[choice.at] = wish.get(choice.at, 0) - choice.n
                s.apply(choice)
            elif f[0] is ENCAMP and f[1] != s.turn:
                self.put_away_camps(s, f[1])
            else:
                break

    def turn_of(self, s: SmallWorld, seat: int) -> None:
        if s.turn != seat or s.to_move() != seat or (self.settled and s is self.state):
            raise Refused("not the turn")

    def set_out(self, s: SmallWorld, seat: int) -> None:
        self.turn_of(s, seat)
        if s.stack[-1][0] is CHOICE:
            self.do(s, verbs.EXPAND)
        if s.stack[-1][0] is not CONQUEST:
            raise Refused("no conquests now")

    # --- requests ---------------------------------------------------------------------------------

    def take(self, s: SmallWorld, step: dict[str, Any]) -> None:
        self.turn_of(s, step["seat"])
        if not 0 <= step["position"] < len(s.col_race):
            raise Refused("position")
        self.do(s, s.world.take[s.col_race[step["position"]]])

    def conquer(self, s: SmallWorld, step: dict[str, Any]) -> str | None:
        self.set_out(s, step["seat"])
        at = step["at"]
        if verbs.Conquer(at) in s.legal_actions():
            self.do(s, verbs.Conquer(at))
            return None
        self.do(s, verbs.Attempt(at))
        self.do(s, verbs.ROLL[step.get("dice", 0)])
        return None if s.owner[s.world.board.index[at]] == step["seat"] * SLOTS else FAILED

    def dragon(self, s: SmallWorld, step: dict[str, Any]) -> None:
        self.set_out(s, step["seat"])
        self.do(s, verbs.Dragon(step["at"]))

    def bewitch(self, s: SmallWorld, step: dict[str, Any]) -> None:
        self.set_out(s, step["seat"])
        self.do(s, verbs.Bewitch(step["at"]))

    def throw(self, s: SmallWorld, step: dict[str, Any]) -> None:
        self.set_out(s, step["seat"])
        self.do(s, verbs.THROW)
        self.do(s, verbs.ROLL[step.get("dice", 0)])

    def decline(self, s: SmallWorld, step: dict[str, Any]) -> None:
        if s.turn != step["seat"] or s.stack[-1][0] not in (CHOICE, LATE_DECLINE):
            raise Refused("no decline now")
        self.coins_before = list(s.coins)
        self.do(s, verbs.DECLINE)
        self.settled = True

    def defend(self, s: SmallWorld, step: dict[str, Any]) -> None:
        seat = step["seat"]
        wish: dict[str, int] = {}
        for name, n in step["tokens"]:
            at = s.world.board.index[name]
            if not s.held[seat * SLOTS] >> at & 1 or type(n) is not int or n < 1:
                raise Refused("not there")
            wish[name] = wish.get(name, 0) + n
        promised = self.returns.get(seat, {})
        due = s.hand[seat * SLOTS] - sum(promised.values())
        if seat == s.turn or not due or sum(wish.values()) != due:
            raise Refused("other tokens")
        self.returns[seat] = {name: promised.get(name, 0) + wish.get(name, 0) for name in {**promised, **wish}}

    def befriend(self, s: SmallWorld, step: dict[str, Any]) -> None:
        if s.stack[-1][0] is not ALLY or s.turn != step["seat"]:
            raise Refused("no ally now")
        self.do(s, verbs.Befriend(step["friend"]))

    def redeploy(self, s: SmallWorld, step: dict[str, Any]) -> None:
        seat = step["seat"]
        slot = seat * SLOTS
        if s.turn == seat and s.stack[-1][0] is REDEPLOY and not self.settled:
            pass  # the die or an empty hand ended the conquests
        else:
            self.set_out(s, seat)
        self.check_redeployment(s, step)
        self.coins_before = list(s.coins)
        self.taken[seat] = s.taken
        if s.stack[-1][0] is CONQUEST:
            self.do(s, verbs.STOP)
        while s.stack and s.stack[-1][0] is FORGO and s.turn == seat:
            self.do(s, s.legal_actions()[0])
        if s.turn == seat and s.stack[-1][0] is REDEPLOY:
            self.spread_tokens(s, slot, dict(map(tuple, step.get("tokens", ()))))
        listed = self.wish[seat] = dict(map(tuple, step.get("tokens", ())))
        self.kept[seat] = sum(1 << at for at in bits(s.held[slot]) if s.world.board.names[at] not in listed)
        self.markers(s, seat, step)
        self.settled = True

    def check_redeployment(self, s: SmallWorld, step: dict[str, Any]) -> None:
        """What the atoms would refuse one by one: regions of others, no tokens, more than there are."""
        slot = step["seat"] * SLOTS
        held, index, able = s.held[slot], s.world.board.index, s.able[slot]
        assert able is not None
        total = s.hand[slot] + sum(s.tokens[at] for at in bits(held))
        if s.stack[-1][0] is CONQUEST:  # the hooks of the redeployment are still to come
            total += sum(s.taken.bit_count() // k * n for k, n in able.growth) - able.extra
        camps = step.get("camps", ())
        for name, n in [*step.get("tokens", ()), *camps]:
            if name not in index or not held >> index[name] & 1 or type(n) is not int or n < 1:
                raise Refused(f"{n} in {name}")
        heroes = step.get("heroes", ())
        if "fortress" in step and (not able.fortresses or s.forts >> index[step["fortress"]] & 1):
            raise Refused("fortress")
        stay = len(step.get("tokens", ()))
        if heroes and (len(set(heroes)) != len(heroes) or len(heroes) != min(able.heroes, stay)):
            raise Refused("heroes")
        for name in [*heroes, *([step["fortress"]] if "fortress" in step else [])]:
            if not held >> index[name] & 1:
                raise Refused(f"marker in {name}")
        if sum(n for _, n in step.get("tokens", ())) > total or sum(n for _, n in camps) > able.camps:
            raise Refused("more than there are")

    def spread_tokens(self, s: SmallWorld, slot: int, wish: dict[str, int]) -> None:
        names = s.world.board.names
        total = s.hand[slot] + sum(s.tokens[at] for at in bits(s.held[slot]))
        wanted = {at: wish.get(names[at], 1) for at in bits(s.held[slot])}
        last = s.world.board.index[list(wish)[-1]] if wish else bits(s.held[slot])[0]
        wanted[last] += total - sum(wanted.values())
        while min(wanted.values()) < 1:  # tokens that the server took from regions it emptied
            most = max(wanted, key=lambda at: wanted[at])
            wanted[most] -= 1
            wanted[min(wanted, key=lambda at: wanted[at])] += 1
        for at in bits(s.held[slot]):
            if s.tokens[at] > 1:
                self.do(s, verbs.Lift(names[at]))
        for at, n in sorted(wanted.items()):
            while s.stack[-1][0] is REDEPLOY and s.stack[-1][1] == slot // SLOTS and s.tokens[at] < n:
                need = n - s.tokens[at]
                whole = verbs.Deploy(names[at], s.hand[slot])
                self.do(s, whole if need >= s.hand[slot] and whole in s.legal_actions() else verbs.Deploy(names[at], 1))

    def markers(self, s: SmallWorld, seat: int, step: dict[str, Any]) -> None:
        names = s.world.board.names
        if s.stack and s.stack[-1][0] is ENCAMP and s.stack[-1][1] == seat == s.turn:
            if verbs.STRIKE in s.legal_actions():
                self.do(s, verbs.STRIKE)
            for name, n in sorted(step.get("camps", ()), key=lambda c: s.world.board.index[c[0]]):
                for _ in range(n):
                    if s.stack[-1][0] is ENCAMP:
                        one, rest = verbs.Camp(name, 1), verbs.Camp(name, s.camp_hand[seat])
                        self.do(s, one if one in s.legal_actions() else rest)
            self.put_away_camps(s, seat)
        if s.stack and s.stack[-1][0] is FORTRESS and s.turn == seat:
            self.do(s, verbs.Fortify(step["fortress"]) if "fortress" in step else verbs.DONE)
        if s.stack and s.stack[-1][0] is HEROES and s.turn == seat:
            heroes = sorted(step.get("heroes", ()), key=lambda name: s.world.board.index[name])
            quiet = sorted(bits(s.held[seat * SLOTS]), key=lambda at: self.later(names[at]))
            spare = [names[at] for at in quiet if names[at] not in heroes]
            heroes += spare[: s.stack[-1][2] - len(heroes)]
            for name in sorted(heroes, key=lambda name: s.world.board.index[name]):
                self.do(s, verbs.Hero(name))

    def put_away_camps(self, s: SmallWorld, seat: int) -> None:
        """Encampments the server left in the box: to a region nobody asks about later."""
        while s.stack and s.stack[-1][0] is ENCAMP and s.stack[-1][1] == seat:
            places = [a for a in s.legal_actions() if isinstance(a, verbs.Camp) and a.n == s.camp_hand[seat]]
            s.apply(min(places, key=lambda a: self.later(a.at)) if places else verbs.DONE)
        self.run_on(s)

    def later(self, name: str) -> int:
        return sum(step.get("at") == name for step in self.case["steps"][self.now :])

    # --- comparing --------------------------------------------------------------------------------

    def finish(self, step: dict[str, Any]) -> int:
        """The end of a turn: ours ends by itself, so only what it paid is compared."""
        if step["answer"] != OK:
            return 0
        s, seat = self.state, step["seat"]
        while s.turn == seat and s.stack and s.stack[-1][0] in (ALLY, LATE_DECLINE):
            self.do(s, verbs.DONE)
        if not self.settled:
            raise Difference(f"step {self.now}: the turn goes on")
        paid: dict[str, int] = {}
        for origin, n in s.income[seat]:
            paid[origin] = paid.get(origin, 0) + n
        for origin, n in step.get("coins", ()):
            extra = self.extra_coins(s, seat, origin)
            if paid.get(origin, 0) != n + extra:
                raise Difference(f"step {self.now}: {origin} pays {paid.get(origin, 0)}, not {n} + {extra}")
            s.coins[seat] -= extra
        self.empty(s, seat)
        self.returns.clear()
        self.settled = False
        self.coins_before = list(s.coins)
        return 1

    def empty(self, s: SmallWorld, seat: int) -> None:
        """Give up by hand what the server had given up."""
        kept = self.kept.pop(seat, 0)
        slot = seat * SLOTS
        index, wish = s.world.board.index, self.wish.get(seat, {})
        for declined in (slot + 1, slot + 2):
            for at in bits(kept & s.held[declined]):
                s.tray[s.race[declined]] += s.leave(declined, at)
        freed = sum(s.leave(slot, at) for at in bits(kept & s.held[slot]))
        for name, n in wish.items():
            missing = min(freed, max(0, n - s.tokens[index[name]])) if s.owner[index[name]] == slot else 0
            s.put(index[name], s.tokens[index[name]] + missing)
            freed -= missing
        if freed:
            last = index[list(wish)[-1]]
            s.put(last, s.tokens[last] + freed)

    def extra_coins(self, s: SmallWorld, seat: int, origin: str) -> int:
        """What the regions bring that the server emptied and we keep."""
        kept = self.kept.get(seat, 0)
        mine = kept & (s.held[seat * SLOTS] | s.held[seat * SLOTS + 1] | s.held[seat * SLOTS + 2])
        if origin == "regions":
            return mine.bit_count()
        able = s.able[seat * SLOTS]
        if able is None:
            return 0
        held = mine & s.held[seat * SLOTS]
        total = sum((held & mask).bit_count() * n for who, mask, n in able.coins_region if who == origin)
        return total + sum((held & self.taken[seat]).bit_count() * n for who, n in able.coins_conquest if who == origin)

    def compare(self, seen: dict[str, Any]) -> None:
        s = self.state.clone()
        between = self.settled
        if s.stack and s.stack[-1][0] is CHOICE and not between:
            s.apply(verbs.EXPAND)
        for name, wanted in seen.get("regions", {}).items():
            self.compare_region(s, name, wanted)
        for seat, wanted in seen.get("players", {}).items():
            self.compare_player(s, int(seat), wanted, between)
        if "turn" in seen and not between:
            self.same("turn", s.turn, seen["turn"])
        if "round" in seen and not between:
            self.same("round", s.round, seen["round"])
        for i, (race, power, coins) in enumerate(seen.get("column", ())):
            ours = s.world.races[s.col_race[i]].id, s.world.powers[s.col_power[i]].id
            self.same(f"column {i}", ours, (race, power))
            if coins is not None:
                self.same(f"coins on {race}", s.col_coins[i], coins)

    def compare_region(self, s: SmallWorld, name: str, wanted: dict[str, Any]) -> None:
        at = s.world.board.index[name]
        owner = s.owner[at] // SLOTS if s.owner[at] >= 0 else None
        kept = 0
        for mask in self.kept.values():
            kept |= mask
        if kept >> at & 1:
            return
        if "owner" in wanted:
            self.same(f"owner of {name}", owner, wanted["owner"])
        loose = owner is not None and self.kept.get(owner, 0) & s.held[owner * SLOTS]
        waits = any(s.hand[other * SLOTS] for other in range(s.seats) if other != s.turn)
        if "tokens" in wanted and not loose and not waits:
            self.same(f"tokens in {name}", s.tokens[at] + (s.tribes >> at & 1), wanted["tokens"])
        marks = {"dragon": s.dragons, "hole": s.holes, "hero": s.heroes, "fortress": s.forts}
        for key, mask in marks.items():
            if key in wanted:
                self.same(f"{key} in {name}", bool(mask >> at & 1), bool(wanted[key]))
        if "declined" in wanted and owner is not None:
            self.same(f"decline in {name}", s.owner[at] % SLOTS != 0, bool(wanted["declined"]))

    def compare_player(self, s: SmallWorld, seat: int, wanted: dict[str, Any], between: bool) -> None:
        if "coins" in wanted:
            coins = self.coins_before[seat] if between else s.coins[seat]
            self.same(f"coins of {seat}", coins, wanted["coins"])
        if "hand" in wanted and not between and (seat == s.turn or s.hand[seat * SLOTS]):
            waits = seat != s.turn and seat in self.returns
            self.same(f"hand of {seat}", 0 if waits else s.hand[seat * SLOTS], wanted["hand"])
        for key, slot in (("active", seat * SLOTS), ("declined", seat * SLOTS + 1)):
            if key in wanted:
                ours = s.world.races[s.race[slot]].id if s.race[slot] >= 0 else None
                self.same(f"{key} race of {seat}", ours, wanted[key])

    def same(self, what: str, ours: Any, wanted: Any) -> None:
        if ours != wanted:
            raise Difference(f"step {self.now}: {what}: {ours}, not {wanted}")
