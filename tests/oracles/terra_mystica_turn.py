"""A second engine of Terra Mystica: one turn, as a course of questions, and what the answers do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator

from tests.oracles.terra_mystica_answers import Answers, Scope
from tests.oracles.terra_mystica_rules import Player
from tests.oracles.terra_mystica_tables import (
    CULTS,
    ORDER_SPACES,
    POWER_ACTIONS,
    SHIFTS,
    SHIP_PRICE,
    TOWNS,
    WHEEL,
)

Course = Generator[tuple[int, set[str]], str, None]
Asking = Generator[tuple[int, set[str]], str, str]


class Alone(Exception):
    """All but one have left: the match is over."""


class Turns(Answers):
    offers: list[list[tuple[Player, int]]]

    def ask(self, seat: int, asked: Callable[[], set[str]]) -> Asking:
        """The answer of a player or of chance (-1); none from one who has left, nor where nothing can be asked any
        more. Whenever somebody leaves while a question is open, the answer to it is none, and it is asked anew."""
        while (seat < 0 or not self.players[seat].gone) and (answers := asked()):
            answer = yield seat, answers
            if answer:
                return answer
            if sum(not p.gone for p in self.players) == 1:
                raise Alone
        return ""

    def leave(self, p: Player) -> None:
        p.gone, p.card = True, ""

    def turn(self, p: Player) -> Course:
        self.scope, self.left, self.offers = Scope(), 1, []
        p.stopped.clear()
        p.due["ordination"] = 0
        while True:
            self.lapse(p)
            asked = self.at_once(p)
            if not asked and self.offers and not self.open(p):
                yield from self.neighbours(p)
                continue
            asked = asked or self.answers(p)
            if asked == {"done"}:
                return
            if len(asked) == 1 and min(asked).startswith(("discard", "unlock priest")):
                answer = min(asked)
            else:
                answer = yield from self.ask(p.seat, lambda: self.at_once(p) or self.answers(p))
            if not answer:
                return (yield from self.break_off(p))
            if answer == "done":
                return
            if answer.startswith("pass"):
                self.leave_round(p, answer.split()[1])
                return
            self.do(p, answer)

    def break_off(self, p: Player) -> Course:
        """Who leaves in the own turn decides nothing more; what was built is there, and power is offered for it."""
        p.due, p.steps, self.burned = Counter(), [], False
        while self.offers:
            yield from self.neighbours(p)

    def lapse(self, p: Player) -> None:
        """Rights that nothing can be done with."""
        if not self.favor_choices(p):
            p.due["favors"] = 0
        if not self.free_spots(p):
            p.due["free bridges"] = 0
        if p.due["lifts"]:
            self.settle_lifts(p)
        while p.due["priests"] and len(p.opened) == len(WHEEL):
            self.do_unlock(p, "priest")

    # what an answer does
    def do(self, p: Player, answer: str) -> None:
        verb, *words = answer.split()
        if verb == "burn" and not self.burned:
            self.before = p.bowls[2]
        self.burned = verb == "burn" and self.options.get("sacrifice") == "used"
        getattr(self, f"do_{verb}")(p, *words)

    def new_action(self) -> None:
        assert self.left
        self.left -= 1
        self.scope = Scope()

    def do_burn(self, p: Player) -> None:
        p.bowls[1] -= 2
        p.bowls[2] += 1

    def do_convert(self, p: Player, what: str) -> None:
        before, after = what.split("-")
        if before == "PW":
            p.spend_power({"P": 5, "W": 3, "C": 1}[after])
        elif before == "VP":
            p.vp -= 1
        else:
            p.have[before] -= 2 if after == "VP" else 1
        if after == "VP":
            p.vp += 1
        else:
            p.gain(after, 1)
        p.due["ordination"] -= what == "W-P"

    def do_connect(self, p: Player, river: str) -> None:
        self.links.add(river)
        self.look_for_town(p, next(h for h in self.ground.touching(river) if self.built.get(h, (-1,))[0] == p.seat))

    def do_dig(self, p: Player, n: str) -> None:
        if not self.scope.spades:
            self.new_action()
            self.scope.may_buy = True
        p.pay(self.spade_price(p, int(n)))
        self.scope.bought += int(n)
        self.scope.spades += self.spades(p, int(n))
        if p.faction == "darklings":
            p.vp += 2 * int(n)

    def do_transform(self, p: Player, name: str, terrain: str) -> None:
        s = self.scope
        if s.target == "sand":
            s.target = ""
        elif terrain == "volcano":
            self.new_action()
            s = self.scope
            p.due["lose" if p.faction == "acolytes" else "shed"] = self.volcano_price(p, name)
        else:
            self.pay_jump(p, name)
            cost = self.ends(p, name)[terrain]
            s.spades -= cost
            s.transforms += 1
            s.away += terrain != p.home
            self.score(p, "spade", cost)
        self.land[name] = terrain
        s.sites.discard(name)
        if terrain == p.home:
            s.sites.add(name)

    def do_sacrifice(self, p: Player, cult: str) -> None:
        p.keys += p.cult[cult] == 10
        p.cult[cult] -= p.due.pop("lose")

    def do_shed(self, p: Player, bowl: str) -> None:
        p.bowls[int(bowl) - 1] -= 1
        p.due["shed"] -= 1

    def do_discard(self, p: Player, what: str) -> None:
        if what == "spade":
            self.scope.spades -= 1
        elif what == "bridge":
            p.due["free bridges"] = 0

    def do_build(self, p: Player, name: str) -> None:
        s = self.scope
        if s.target == "ride":
            s.target = ""
        else:
            if name not in s.sites:
                self.new_action()
                s = self.scope
            self.pay_jump(p, name)
            p.pay(dict(zip("WC", p.board.d, strict=True)))
        s.sites.clear()
        self.raise_building(p, name, "D")
        self.offer(p, name)

    def do_upgrade(self, p: Player, name: str, kind: str) -> None:
        if self.scope.target == "house":
            self.scope.target = ""
        else:
            self.new_action()
            p.pay(self.upgrade_price(p, name, kind))
        self.raise_building(p, name, kind)
        self.offer(p, name)
        if kind in ("TE", "SA"):
            p.due["favors"] += 2 if p.faction == "chaosmagicians" else 1
        elif kind == "SH":
            self.stronghold(p)

    def stronghold(self, p: Player) -> None:
        if p.faction == "mermaids":
            self.ship_step(p)
        elif p.faction == "halflings":
            self.scope.spades = self.spades(p, 3)
        elif p.faction == "cultists":
            p.vp += 7
        elif p.faction == "alchemists":
            p.power(12)
        elif p.faction == "darklings":
            p.due["ordination"] = 3
        elif p.faction == "auren":
            p.due["favors"] += 1
        elif p.faction == "dragonlords":
            p.bowls[0] += len(self.players)
        elif p.faction == "riverwalkers":
            p.due["free bridges"] = 2

    def do_advance(self, p: Player, what: str) -> None:
        self.new_action()
        if what == "ship":
            p.pay(SHIP_PRICE)
            self.ship_step(p)
        else:
            p.pay(self.dig_advance(p))
            p.dig += 1
            p.vp += 6

    def do_send(self, p: Player, cult: str, n: str) -> None:
        self.new_action()
        p.have["P"] -= 1
        steps = int(n)
        if steps > 1:
            places = [i for i, space in enumerate(ORDER_SPACES) if space == steps and self.orders[cult][i] < 0]
            self.orders[cult][places[0]] = p.seat
            p.sent += 1
        self.climb(p, cult, steps + (p.faction == "acolytes" and self.count(p, "SH")))

    def do_act(self, p: Player, name: str) -> None:
        self.new_action()
        s = self.scope
        if name in POWER_ACTIONS:
            p.spend_power(self.power_price(p, name))
            self.taken.add(name)
        elif name not in ("ACTE", "ACTH1", "ACTH2"):
            p.used.add(name)
        if name in ("ACT5", "ACT6", "BON1", "ACTG"):
            s.spades = self.spades(p, 2 if name in ("ACT6", "ACTG") else 1)
            s.may_buy = name != "ACTG"
        elif name in ("ACT1", "ACTE"):
            p.have["W"] -= 2 if name == "ACTE" else 0
            p.due["bridges"] += 1
        elif name in ("ACT2", "ACT3", "ACT4"):
            p.gain(*{"ACT2": ("P", 1), "ACT3": ("W", 2), "ACT4": ("C", 7)}[name])
        elif name in ("BON2", "FAV6", "ACTA"):
            p.steps += [""] if name != "ACTA" else ["", "same"]
        elif name == "ACTC":
            self.left = 2
        elif name in ("ACTN", "ACTW", "ACTS"):
            s.target = {"ACTN": "sand", "ACTW": "ride", "ACTS": "house"}[name]
        else:
            price, points, *_ = SHIFTS[self.options.get("variable", "rulebook")]
            if name == "ACTH1":
                p.spend_power(price)
            else:
                p.due["shed"] = price
            p.due["home"] = 1
            p.shifts += 1
            p.vp += points

    def do_settle(self, p: Player, terrain: str) -> None:
        p.due["home"] = 0
        p.home = terrain

    def do_bridge(self, p: Player, a: str, b: str) -> None:
        p.due["bridges" if p.due["bridges"] else "free bridges"] -= 1
        p.bridges += 1
        self.bridges.append((p.seat, a, b))
        for end in (a, b):
            if self.built.get(end, (-1,))[0] == p.seat:
                self.look_for_town(p, end)

    def do_favor(self, p: Player, name: str) -> None:
        p.due["favors"] -= 1
        self.take_favor(p, name)

    def do_town(self, p: Player, name: str) -> None:
        p.due["towns"] -= 1
        self.towns[name] -= 1
        p.towns.append(name)
        _, points, gift = TOWNS[name]
        p.vp += points + 5 * (p.faction == "witches")
        self.score(p, "town")
        p.have["W"] += 3 * (p.faction == "swarmlings")
        p.keys += 2 if name == "TW6" else 1
        for what, n in gift.items():
            if what == "ship":
                self.ship_step(p)
                p.carpet += p.faction == "fakirs"
            elif what != "cults":
                p.gain(what, n)
        self.lift(p, gift.get("cults", 0))

    def lift(self, p: Player, steps: int) -> None:
        """A key is there: markers that wait for it rise, with those that the tile itself would bring to the top."""
        keys, p.keys = p.keys, 0
        for cult in CULTS:
            self.climb(p, cult, steps)
        p.keys = keys
        p.due["lifts"] = 1
        self.settle_lifts(p)

    def settle_lifts(self, p: Player) -> None:
        """Enough keys lift all that wait; with too few the player chooses; without any the wait goes on."""
        waiting = self.waiting(p)
        if not waiting or not p.keys:
            p.due["lifts"] = 0
        elif len(waiting) <= p.keys:
            p.due["lifts"] = 0
            p.stopped.clear()
            for cult in waiting:
                self.climb(p, cult, 1)

    def do_step(self, p: Player, cult: str) -> None:
        if p.due["lifts"] and cult in p.stopped:
            p.stopped.discard(cult)
            self.climb(p, cult, 1)
        else:
            p.steps.pop(0)
            self.climb(p, cult, 1)
            if p.steps[:1] == ["same"]:
                p.steps[0] = cult

    def do_unlock(self, p: Player, what: str) -> None:
        p.due["priests"] -= 1
        if what == "priest":
            p.have["P"] = min(p.have["P"] + 1, p.limit())
        else:
            p.have["C"] -= self.unlock_price(p, what)
            p.opened.add(what)

    # the others
    def clockwise(self, p: Player) -> list[Player]:
        at = self.seating.index(p.seat)
        return [self.players[seat] for seat in (*self.seating[at + 1 :], *self.seating[:at])]

    def offer(self, p: Player, name: str) -> None:
        near = [self.built[h] for h in self.direct(name) if h in self.built]
        powers = [(q, sum(self.power_of(q, kind) for seat, kind in near if seat == q.seat)) for q in self.clockwise(p)]
        self.offers.append([(q, n) for q, n in powers if n and not q.gone])

    def neighbours(self, p: Player) -> Course:
        took = refused = silent = 0
        for q, n in self.offers.pop(0):
            most = min(n, q.capacity(), q.vp + 1)
            if not most:
                continue
            both = {f"leech {p.seat} {n}", f"decline {p.seat} {n}"}
            answer = yield from self.ask(q.seat, lambda both=both: both)  # type: ignore[misc]
            if not answer.startswith("leech"):
                refused += answer != ""
                silent += answer == ""
                continue
            took += 1
            q.power(most)
            q.vp -= most - 1
            if took == 1:
                yield from self.reward(p)
        if refused and not (took or silent or p.gone) and p.faction in ("cultists", "shapeshifters"):
            p.power(1)

    def reward(self, p: Player) -> Course:
        """Not for one who has left: only income and the final scoring go on."""
        if p.gone:
            return
        if p.faction == "cultists":
            answer = yield from self.ask(p.seat, lambda: {f"step {c}" for c in self.tracks(p)})
            if answer:
                self.climb(p, answer.split()[1], 1)
        elif p.faction == "shapeshifters":
            if SHIFTS[self.options.get("variable", "rulebook")][2]:
                answer = yield from self.ask(p.seat, lambda: {"token", "discard token"})
                if answer != "token":
                    return
                p.vp -= 1
            p.bowls[2] += 1

    def leave_round(self, p: Player, card: str) -> None:
        p.vp += self.pass_points(p)
        p.passed = True
        self.passing.append(p.seat)
        p.card = ""
        if card != "none":
            p.card = card
            p.have["C"] += self.cards[card]
            self.cards[card] = 0
