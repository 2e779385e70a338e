"""What a refusal claims is so: looked at in random positions, for whatever somebody could wish."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from ludoteka.core.action import verb_of
from ludoteka.core.bag import changed
from ludoteka.core.errors import Kind, Reason
from ludoteka.core.game import OVER
from ludoteka.core.why import reasons_against
from ludoteka.games.terra_mystica.actions import DONE, every_action
from ludoteka.games.terra_mystica.refusal import KIND_OF
from ludoteka.games.terra_mystica.state import TerraState
from tests.games.terra_mystica.kit import GAME, do, fresh, give, show, table, why

GOODS = {"w": "workers", "c": "coins", "p": "priests"}
TRIES = 12


def richer(s: TerraState, seat: int, why: Reason, less: str = "") -> TerraState:
    """With all that is missing, but one of `less`."""
    other = s.clone()
    me = other.edit(seat)
    for key, n in why.args.items():
        n = int(n) - (key == less)
        if key in GOODS:
            setattr(me, GOODS[key], getattr(me, GOODS[key]) + n)
        elif key == "n":
            field = {"why.short_pw": "bowl3", "why.short_tokens": "bowl1", "why.short_vp": "vp"}.get(why.id)
            if field:
                setattr(me, field, getattr(me, field) + n)
    if why.id == "why.burn_short":
        me.bowl2 = 1 if less else 2
    return other


def short(s: TerraState, seat: int, wish: Any, why: Reason) -> None:
    after = richer(s, seat, why).why_not(wish)
    assert after is None or after.kind is not Kind.SHORT or not after.args.keys() & why.args.keys(), (wish, why, after)
    for key in [k for k in why.args if k != "have"]:
        still = richer(s, seat, why, less=key).why_not(wish)
        assert still is not None, (wish, why, key)
        assert still.kind is Kind.SHORT, (wish, why, still)


def offered(s: TerraState, seat: int, wish: Any, rng: Random) -> bool:
    """Whether one random continuation of this turn offers it."""
    other, turn = s.clone(), (s.active, s.round)
    for _ in range(30):
        if other.to_move() == OVER or (other.active, other.round) != turn:
            return wish is DONE  # ended by itself
        if other.to_move() == seat and wish in other.legal_actions():
            return True
        legal = other.legal_actions()
        calm = [a for a in legal if a is not DONE and str(a).split()[0] not in ("convert", "burn", "pass")]
        action, acts = rng.choice(calm or legal), other.acts
        other.apply(action)
        if other.acts > acts and str(action) != "act ACTC":
            return wish is DONE  # who is alone in the round has begun the next turn
    return False


def undone(s: TerraState, seat: int, wish: Any, why: Reason) -> TerraState | None:
    """The position without exactly what the refusal names."""
    other = s.clone()
    me = other.edit(seat)
    if why.id == "why.occupied":
        bit = 1 << s.board.index[wish.at]
        for i in range(s.seats):
            side = other.edit(i)
            side.own = tuple(mask & ~bit for mask in side.own)
            side.built &= ~bit
            side.reach = -1
        other.occupied &= ~bit
    elif why.id in ("why.out_of_reach", "why.unreachable", "why.no_land"):
        me.reach = s.board.full
    elif why.id == "why.wrong_terrain":
        bit = 1 << s.board.index[wish.at]
        other.land = tuple(mask & ~bit for mask in s.land)
        other.land = changed(other.land, me.home, other.land[me.home] | bit)
    elif why.id == "why.used":
        other.used = me.used = 0
    elif why.id == "why.no_stronghold":
        me.own = changed(me.own, 3, me.own[0] & -me.own[0] or me.own[1] & -me.own[1])
    else:
        return None
    return other


def test_what_refusals_claim() -> None:
    seen: Counter[Kind] = Counter()
    for seed in range(10):
        rng = Random(seed)
        s = fresh(2 + seed % 3)
        by_verb: dict[str, list[Any]] = {}
        for action in every_action(s.seats, s.options):
            by_verb.setdefault(verb_of(action), []).append(action)
        while s.to_move() != OVER:
            seat = s.to_move()
            if seat >= 0 and s.round and (seat != s.active or rng.random() < 0.12):
                for wish in [rng.choice(by_verb[rng.choice(list(by_verb))]) for _ in range(40)]:
                    found = s.why_not(wish)
                    if found is None or found.id not in KIND_OF:
                        continue
                    seen[found.kind] += 1
                    prove(s, seat, wish, found, rng)
            s.apply(s.sample(rng))
    wanted = set(Kind) - {Kind.UNSAID, Kind.OPTION_OFF, Kind.LATER, Kind.FIRST}
    assert wanted <= set(seen), seen
    assert seen[Kind.SHORT] > 100


def prove(s: TerraState, seat: int, wish: Any, found: Reason, rng: Random) -> None:
    if found.kind is Kind.SHORT:
        short(s, seat, wish, found)
    elif found.kind in (Kind.NEVER, Kind.NOT_THIS_TURN, Kind.NOT_YOUR_TURN):
        if rng.random() < 0.05:
            assert not any(offered(s, seat, wish, rng) for _ in range(3)), (wish, found)
    elif found.kind is Kind.LATER:
        assert any(offered(s, seat, wish, rng) for _ in range(TRIES)), (wish, found)
    else:
        other = undone(s, seat, wish, found)
        if other is not None:
            after = other.why_not(wish)
            assert after is None or after.id != found.id, (wish, found, after)


def test_reasons_are_those_of_the_moment() -> None:
    at = {"witches": "F4", "nomads": "E8"}
    s = table("witches", "nomads", at=at)
    give(s, coins=20, workers=9)
    give(s, 1, bowls=(12, 0, 0), coins=20, workers=9)
    show(s, "E7", "green")
    do(s, "build E7")
    assert why(s, "build D5").kind is Kind.NOT_YOUR_TURN, "nomads answer an offer"
    assert why(s, "leech 0 2").id == "why.no_offer"


def test_a_sandstorm_is_not_refused_for_want_of_shipping() -> None:
    s = table("nomads", "witches", at={"nomads": "E8=SH", "witches": "A3"})
    do(s, "act ACTN")
    assert why(s, "transform G3 yellow").id == "why.sand_beside"


def test_a_bridge_named_the_other_way_round() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    give(s, bowls=(0, 0, 3))
    do(s, "act ACT1")
    found = why(s, "bridge G3 F4")
    assert (found.id, found.kind) == ("why.spot_reversed", Kind.FORM)
    assert GAME.catalogue("en").why(found).startswith("Name the bridge the other way round: F4 G3.")
    assert why(s, "bridge F4 A1").id == "why.no_spot"


def test_russian_refusals_are_russian() -> None:
    s = table("halflings", "nomads", at={"halflings": "E6", "nomads": "A5"})
    words = GAME.catalogue("ru")
    show(s, "E7", "yellow")
    assert words.why(why(s, "build E7")) == "E7 — пустыня; чтобы стать равнинами, нужна 1 Лопата. [TM-6.3]"
    show(s, "E7", "blue")
    assert words.why(why(s, "build E7")) == "E7 — озёра; чтобы стать равнинами, нужно 2 Лопаты. [TM-6.3]"


def test_pointing_at_an_action_without_the_power_for_it() -> None:
    """Nothing legal is said with `act`, so what could be wished of the thing itself is looked at."""
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    give(s, bowls=(5, 7, 0))
    [(wish, found)] = reasons_against(s, "ACT4")
    assert (str(wish), found.id, found.args) == ("act ACT4", "why.short_pw", {"n": 4, "have": 0})
