"""Intentions: sequences of atoms that people think of as one move."""

from __future__ import annotations

from collections import Counter
from itertools import islice, permutations, product
from pathlib import Path
from random import Random
from time import process_time

import pytest

from ludoteka import bots, games
from ludoteka.core import intentions_words as words
from ludoteka.core.action import verb_of
from ludoteka.core.arrange import arrange
from ludoteka.core.errors import IllegalAction, Kind
from ludoteka.core.game import CHANCE, OVER, Game, State
from ludoteka.core.intentions import Intention, Planner, intend, intentions, otherwise
from ludoteka.core.intentions_check import problem, things_on
from ludoteka.core.manner import manner
from ludoteka.core.match import Match
from ludoteka.core.text import LANGS
from ludoteka.core.wish import say_condition, two_turns, wish
from ludoteka.games.fabled.actions import PASS
from scripts import clicks
from tests.games.terra_mystica.kit import give, table

MATCHES = Path(__file__).parents[2] / "matches"
NAMES = ("pebbles", "terra_mystica", "small_world", "tigris_euphrates", "fabled")


def positions(name: str, n: int, seed: int = 0) -> list[tuple[Game, State]]:
    """Positions in which a seat is asked, of random play."""
    game, rng = games.load(name), Random(seed)
    found: list[tuple[Game, State]] = []
    while len(found) < n:
        state = game.new(rng.choice(list(game.seats)))
        while state.to_move() != OVER and len(found) < n:
            if state.to_move() != CHANCE and rng.random() < 0.06:
                found.append((game, state.clone()))
            state.apply(state.sample(rng))
    return found


def recorded(game: str, name: str, n: int) -> tuple[Game, State]:
    match = Match.load((MATCHES / game / f"{name}.txt").read_text("utf-8"), games.load, check=False)
    return match.game, match.at(n)


@pytest.mark.parametrize("name", NAMES)
def test_they_are_legal_cost_what_they_say_and_leave_nothing_out(name: str) -> None:
    rng = Random(1)
    for game, state in positions(name, 10):
        assert problem(game, state, rng) == ""


@pytest.mark.parametrize("name", NAMES)
def test_any_thing_is_answered_fast(name: str) -> None:
    """CPU time, not the clock; a slow machine has room: the mark is 30 ms, the figure about 10."""
    rng, spent = Random(2), []
    for game, state in positions(name, 10, seed=2):
        things = things_on(game, state)
        for kind, thing in rng.sample(things, min(4, len(things))):
            began = process_time()
            intentions(game, state, {kind: thing})
            spent.append(process_time() - began)
    spent.sort()
    assert spent[int(len(spent) * 0.95)] < 0.030


def test_dig_and_build_is_one_wish() -> None:
    game, state = recorded("terra_mystica", "recorded_0", 419)
    plan = intentions(game, state, {"at": "G2"})
    best = plan.found[0]
    assert [str(a) for a in best.actions] == ["dig 1", "transform G2 yellow", "build G2"]
    assert best.price(2) == {"W": -4, "C": -2, "VP": 2}
    assert not plan.cut
    assert words.title(game, best, "en") == "Dig 1 and build on G2"
    assert words.title(game, best, "ru") == "Выкопать 1 Лопату и построить на G2"
    players = ["Boris", "Owl", "Ann", "Sonya", "Dima"]
    assert words.then(game, best, 2, "en", players) == ["Then Sonya may take 3 power for 2 points."]
    assert [line.amounts for line in words.lines(game, best, 2, "en")] == [
        (("W", -3), ("VP", 2)),
        (("W", -1), ("C", -2)),
    ]


def first_of(state: State, at: str) -> list[str]:
    return [str(a) for a in intentions(games.load("terra_mystica"), state, {"at": at}).found[0].actions]


def test_what_is_meant_comes_before_what_is_easily_paid() -> None:
    """A dwelling is upgraded, with conversions if need be, sooner than a bridge is begun at it."""
    s = table("nomads", "witches", at={"nomads": "E8", "witches": "A3"})
    give(s, coins=6, workers=1, bowls=(0, 0, 6))
    assert first_of(s, "E8") == ["convert PW-W", "upgrade E8 TP", "done"]


def test_digging_by_an_action_names_the_land_and_the_action() -> None:
    """Of two lands that one spade can make, each has a title of its own; a card is called by what it does."""
    game, s = games.load("terra_mystica"), table("mermaids", "witches", at={"mermaids": "D5", "witches": "A3"})
    give(s, card="BON1", coins=5, workers=2)
    for lang, titles in (
        ("en", {"Dig and build on C3: spade of the bonus card", "Transform C3 into lakes: spade of the bonus card"}),
        (
            "ru",
            {"Копать и построить на C3: Лопата с Бонусной карты", "Преобразовать C3 (озёра): Лопата с Бонусной карты"},
        ),
    ):
        ways = ("transform C3 blue; build C3", "transform C3 blue", "transform C3 gray")
        plans = [intend(game, s, [game.parse(text) for text in ("act BON1", *way.split("; "))]) for way in ways]
        said = [words.title(game, plan, lang) for plan in plans]
        assert titles <= set(said), said
        assert len(set(said)) == len(said)


def test_of_two_ways_the_cheaper_is_the_first() -> None:
    s = table("nomads", "witches", at={"nomads": "E8=SH", "witches": "A3"})
    give(s, coins=9, workers=9)
    assert first_of(s, "E7") == ["act ACTN", "transform E7 yellow", "build E7", "done"], (
        "the storm is free, spades are not"
    )


def burning() -> tuple[Game, State]:
    """A turn in which 7 coins can be had only by burning."""
    game = games.load("terra_mystica")
    for _, state in positions("terra_mystica", 60, seed=5):
        side = state.sides[state.to_move()] if state.question() == "Turn" else None  # type: ignore[attr-defined]
        if side and side.bowl3 < 4 <= side.bowl3 + side.bowl2 // 2 and not state.used & 8:  # type: ignore[attr-defined]
            return game, state
    raise AssertionError("no such position")


def test_power_is_burned_for_an_action_that_needs_it() -> None:
    game, state = burning()
    best = intentions(game, state, {"what": "ACT4"}).found[0]
    burned = sum(verb_of(a) == "burn" for a in best.actions)
    assert burned == 4 - state.sides[state.to_move()].bowl3  # type: ignore[attr-defined]
    assert sum(step.means for step in best.steps) == burned
    first = words.lines(game, best, state.to_move(), "en")[0]
    assert first.amounts == (("token", -burned),)
    assert burned == 1 or first.label.endswith(f"× {burned}")


def test_much_that_only_provides_is_one_line() -> None:
    """Power to coins, a token burned, power again, workers to coins: the price of one trading house."""
    game, s = games.load("terra_mystica"), table("nomads", "witches", at={"nomads": "E8", "witches": "A3"})
    give(s, coins=0, workers=9, bowls=(0, 2, 3))
    best = intentions(game, s, {"at": "E8"}).found[0]
    assert sum(step.means for step in best.steps) > 3
    told = words.lines(game, best, 0, "en")
    assert told[0].label == "To pay for it"
    assert "Upgrade to a trading house on E8" in [line.label for line in told]
    assert len(told) == 2
    whole: dict[str, int] = {}
    for what, n in (pair for line in told for pair in line.amounts):
        whole[what] = whole.get(what, 0) + n
    assert {what: n for what, n in whole.items() if n} == best.price(0)
    give(s, coins=5, bowls=(0, 0, 1), workers=9)
    few = words.lines(game, intentions(game, s, {"at": "E8"}).found[0], 0, "en")
    assert "To pay for it" not in [line.label for line in few]


def test_the_income_of_a_new_round_stands_on_a_line_of_its_own() -> None:
    """Whoever does the last thing of a round sets it off, and pays no less for what is done."""
    terra, rng, found = games.load("terra_mystica"), Random(2), 0
    for _ in range(3):
        state = terra.new(3)
        while state.to_move() != OVER:
            seat = state.to_move()
            action = state.sample(rng) if seat != CHANCE else rng.choice([a for a, _ in state.chance()])
            if seat >= 0 and verb_of(action) in ("transform", "pass", "decline", "leech"):
                plan = intend(terra, state, [action], follow=False)
                lines = {line.label: dict(line.amounts) for line in words.lines(terra, plan, seat, "en")}
                brought = {
                    what: n for who, what, n, why in plan.steps[0].notes if who == seat and why == "income" and n
                }
                assert lines.get("Income", {}) == brought
                if brought and len(lines) > 1:
                    found += 1
                    own = terra.describe(state, action, "en", offered=True)
                    assert Counter(lines[own]) + Counter(brought) + Counter(lines.get("Cult rewards")) == Counter(
                        {what: n for what, n in plan.price(seat).items() if n > 0}
                    )
            state.apply(action)
    assert found


def test_the_turn_ends_by_itself_when_only_conversions_are_left() -> None:
    game = games.load("terra_mystica")
    ended = 0
    for _, state in positions("terra_mystica", 30, seed=3):
        for intention in intentions(game, state, {"what": "ship"}).found if state.question() == "Turn" else ():
            assert intention.after.to_move() != state.to_move() or intention.after.question() == "Turn"
            ended += verb_of(intention.actions[-1]) == "done"
    assert ended


def test_a_bound_is_kept_and_told() -> None:
    game, state = recorded("terra_mystica", "recorded_0", 419)
    planner = Planner(game, state, copies=1)
    plan = planner.plan({"at": "G2"}, 8)
    assert plan.cut
    assert not plan.found


def test_secrets_are_not_used() -> None:
    """Two worlds that look alike to a seat give it the same plans."""
    for game, state in positions("tigris_euphrates", 4, seed=4):
        seat = state.to_move()
        other = state.resample(seat, Random(9))
        for kind, thing in things_on(game, state)[:6]:
            mine = [i.actions for i in intentions(game, state, {kind: thing}).found]
            assert mine == [i.actions for i in intentions(game, other, {kind: thing}).found]


def test_what_is_planned_otherwise() -> None:
    """A default can be changed: the plan goes on from there."""
    for game, state in positions("fabled", 60, seed=6):
        if state.question() == "Vortex":
            plans = [intend(game, state, [a]) for a in state.legal_actions()]
            assert {p.actions[0] for p in plans} == set(state.legal_actions())
            return
    raise AssertionError("no sage came to a vortex")


def test_answers_of_a_plan_are_changed_in_any_order() -> None:
    """Sages that come to places of their own: who passes by is chosen freely, and no choice undoes another."""

    def at_places(plan: Intention) -> list[int]:
        return [s.before.stack[-1].sage if s.before.question() == "Vortex" else -1 for s in plan.steps]

    for game, state in positions("fabled", 400, seed=6):
        for action in state.legal_actions() if state.question() == "Announcing" else ():
            plan = intend(game, state, [action])
            sages = [sage for sage, step in zip(at_places(plan), plan.steps, strict=True) if PASS in step.instead]
            if len(set(sages)) < 2:
                continue
            for order in permutations(sages[:2]):
                changed = plan
                for sage in order:
                    changed = intend(game, state, otherwise(game, changed, at_places(changed).index(sage), PASS))
                passed = [sage for sage, s in zip(at_places(changed), changed.steps, strict=True) if s.action == PASS]
                assert set(order) <= set(passed)
                for sage, step in zip(at_places(changed), changed.steps, strict=True):
                    assert sage < 0 or step.instead, "it can be changed back"
                assert verb_of(changed.wished[0].action) == "announce"
            return
    raise AssertionError("no two sages at places")


@pytest.mark.parametrize("name", ["small_world", "tigris_euphrates", "fabled"])
def test_who_may_stop_can_leave_an_arrangement_as_it_is(name: str) -> None:
    seen = 0
    for game, state in positions(name, 400, seed=3):
        arranger = manner(game).arrangements.get(state.question())
        shape = arranger.read(state, state.to_move()) if arranger else None
        ends = [a for a in state.legal_actions() if arranger and verb_of(a) == arranger.end]
        if arranger and shape and not shape.optional and ends:
            assert arrange(arranger, state, {}) == ends
            seen += 1
    assert seen


def test_two_defaults_with_one_name_are_told_apart() -> None:
    """Two sages come to two places: each is applied, and each could be left out."""
    for game, state in positions("fabled", 400, seed=6):
        for action in state.legal_actions() if state.question() in ("Announcing", "Entering") else ():
            intention = intend(game, state, [action])
            twice = [s for s in intention.steps if str(s.action) == "apply" and s.instead]
            if len(twice) < 2 or twice[-2] is not intention.steps[-2]:
                continue
            told = words.lines(game, intention, state.to_move(), "en")[-2:]
            assert len({line.label for line in told}) == 2
            assert all(line.instead for line in told)
            return
    raise AssertionError("no two visits")


@pytest.mark.parametrize("name", NAMES)
def test_previews_speak_in_words(name: str) -> None:
    """Never in the notation of machines, in neither language."""
    rng, seen = Random(4), 0
    for game, state in positions(name, 8, seed=4):
        seat, players = state.to_move(), [f"P{i}" for i in range(state.seats)]
        for kind, thing in rng.sample(things := things_on(game, state), min(5, len(things))):
            for intention in intentions(game, state, {kind: thing}, 3).found:
                for lang in LANGS:
                    said = [
                        words.title(game, intention, lang, players),
                        *words.then(game, intention, seat, lang, players),
                    ]
                    for line in words.lines(game, intention, seat, lang, players):
                        said += [line.label, *(label for _, label in line.instead)]
                    raw = [str(a) for a in intention.actions if " " in str(a)] if lang == "ru" else []
                    assert not [(r, text) for r in raw for text in said if r in text or not text or "{" in text]
                    seen += 1
    assert seen
    for lang in LANGS:
        assert all(f"verb.{verb}" in game.catalogue(lang) for verb in game.known_verbs)


# wishes that cannot be had


@pytest.mark.parametrize("name", NAMES)
def test_every_thing_offers_something_or_says_why_not(name: str) -> None:
    """A few of the positions that `python -m scripts.clicks` walks through."""
    walk, told = clicks.positions(games.load(name), 11), Counter[str]()
    assert list(clicks.problems(games.load(name), islice(walk, 12), told, most=8)) == []
    assert told


def test_a_wish_names_all_that_is_in_its_way() -> None:
    game, state = recorded("terra_mystica", "recorded_0", 419)
    found = wish(game, state, {"at": "A1"})
    assert found is not None
    assert str(found.actions[-1]) == "build A1"
    assert [c.why.id for c in found.conditions if c.why] == ["why.wrong_terrain", "why.beyond_jump"]


def test_every_kind_of_refusal_has_a_verdict() -> None:
    for lang in LANGS:
        words = games.load("pebbles").catalogue(lang).messages
        assert [kind for kind in Kind if kind and f"verdict.{kind}" not in words] == []


def test_what_can_only_be_pointed_at_says_what_it_is_for() -> None:
    """A dwelling on the own board: nobody upgrades to one. It is no matter of the moment, either."""
    game, state = recorded("terra_mystica", "recorded_0", 419)
    for thing, why in (("D", "why.use_building"), ("SCORE1", "why.only_shown")):
        found = wish(game, state, {"what": thing})
        assert found is not None
        assert [c.id for c in found.conditions] == [why]


def test_a_picked_piece_is_answered_for() -> None:
    """Not "the cell is free for a farm", but why this leader may not stand there."""
    game, state = next((g, s) for g, s in positions("tigris_euphrates", 10) if s.question() == "Turn")
    found = wish(game, state, {"what": "king", "at": "A1"})
    assert found is not None
    assert found.why.rule.startswith("TE-3")


def test_a_way_in_two_turns() -> None:
    """The Fakirs fly over one hex; I7 lies two away, until they live on G2."""
    game, state = recorded("terra_mystica", "recorded_0", 419)
    assert not intentions(game, state, {"at": "I7"}).found
    way = two_turns(game, state, {"at": "I7"})
    assert way is not None
    assert not way.same_turn
    assert [str(a) for a in way.first.actions] == ["dig 1", "transform G2 yellow", "build G2"]
    assert str(way.second.actions[0]) == "build I7"


def test_a_way_within_a_turn() -> None:
    """A leader where no temple is: the temple first, as there are two actions."""
    found = 0
    for game, state in positions("tigris_euphrates", 30, seed=12):
        if state.question() != "Turn" or state.leaders[state.to_move() * 4 + 3]:  # type: ignore[attr-defined]
            continue
        for _, at in [t for t in things_on(game, state) if t[0] == "at"][::9]:
            way = two_turns(game, state, {"what": "king", "at": at})
            if way is not None:
                assert way.same_turn
                assert str(way.first.actions[0]).startswith("tile temple")
                assert str(way.second.actions[0]) == f"leader king {at}"
                found += 1
    assert found


def test_what_is_met_is_told_too() -> None:
    game, state = recorded("terra_mystica", "recorded_0", 419)
    found = wish(game, state, {"at": "I7"})
    assert found is not None
    assert [c.id for c in found.conditions] == ["why.beyond_jump", "met.terrain", "met.enough_wc"]
    told = [say_condition(game, state, c, "en") for c in found.conditions]
    assert told[2] == "Workers 7, coins 6: enough."


def test_nothing_is_said_to_help_where_the_way_is_barred_all_the_same() -> None:
    """Power would make the priest that the spade costs, but the hex would still be out of reach."""
    game, state = recorded("terra_mystica", "league_s60_g4", 479)
    far = wish(game, state, {"at": "A4"})
    assert far is not None
    assert {c.why.kind for c in far.conditions if c.why} >= {Kind.SHORT, Kind.REACH}
    assert not far.helps
    near = wish(game, state, {"at": "G4"})
    assert near is not None
    assert near.helps, "there it would"


# arrangements


def redeployments(n: int) -> list[State]:
    """Positions in which somebody spreads tokens, of greedy play."""
    game, rng, bot = games.load("small_world"), Random(7), bots.make("greedy")
    found: list[State] = []
    while len(found) < n:
        state = game.new(3)
        while (seat := state.to_move()) != OVER and len(found) < n:
            if seat == CHANCE:
                state.apply(state.sample(rng))
                continue
            if state.question() == "Redeploy" and state.stack[-1][4] and state.stack[-1][3] == 0:
                found.append(state.clone())
            state.apply(bot.choose(state, seat, rng))
    return found


def test_tokens_are_spread_in_any_order() -> None:
    arranger = manner(games.load("small_world")).arrangements["Redeploy"]
    rng = Random(8)
    for state in redeployments(6):
        seat = state.to_move()
        shape = arranger.read(state, seat)
        assert shape is not None
        assert shape.total is not None
        plan = {i.thing: i.least for i in shape.items}
        for _ in range(shape.total - sum(plan.values())):
            plan[rng.choice(shape.items).thing] += 1
        real = state.clone()
        for action in arrange(arranger, state, plan):
            assert action in real.legal_actions()
            real.apply(action)
        tokens = real.tokens  # type: ignore[attr-defined]
        index = real.world.board.index  # type: ignore[attr-defined]
        assert {name: tokens[index[name]] for name in plan} == plan


def test_what_was_taken_up_one_by_one_is_spread_like_the_rest() -> None:
    """A region before the last one that was lifted keeps its tokens: the order of the engine has passed it."""
    game = games.load("small_world")
    for state in redeployments(6):
        for lift in [a for a in state.legal_actions() if verb_of(a) == "lift"][-1:]:
            state.apply(lift)
            assert problem(game, state, Random(1)) == ""


def test_nonsense_is_not_arranged() -> None:
    arranger = manner(games.load("small_world")).arrangements["Redeploy"]
    state = redeployments(1)[0]
    shape = arranger.read(state, state.to_move())
    assert shape is not None
    first = shape.items[0].thing
    for plan in ({"Nowhere": 1}, {first: 0}, {first: 99}, {i.thing: i.least for i in shape.items}):
        if sum(plan.values()) != shape.total:
            with pytest.raises(IllegalAction):
                arrange(arranger, state, plan)


def raised(state: State, left: dict[str, int]) -> bool:
    """Whether so many books of each tier can be raised, one by one."""
    state, seat = state.clone(), state.to_move()
    while any(left.values()):
        fits = [a for a in state.legal_actions() if verb_of(a) == "raise" and left.get(str(a).split()[1])]
        if not fits or state.to_move() != seat or state.question() != "Transform":
            return False
        left[str(fits[0]).split()[1]] -= 1
        state.apply(fits[0])
    return True


def test_books_are_converted_together_as_far_as_they_go() -> None:
    """What is refused could not be done, and the rest can: books that were raised are raised again."""
    arranger, tried = manner(games.load("fabled")).arrangements["Transform"], Counter[bool]()
    for _, state in positions("fabled", 250, seed=3):
        shape = arranger.read(state, state.to_move()) if state.question() == "Transform" else None
        for counts in product(*(range(item.most + 1) for item in shape.items)) if shape is not None else ():
            assert shape is not None
            plan = {item.thing: n for item, n in zip(shape.items, counts, strict=True)}
            if not shape.least <= sum(counts) <= (shape.limit or 0):
                continue
            tried[raised(state, dict(plan))] += 1
            if raised(state, dict(plan)):
                done = arrange(arranger, state, plan)
                assert Counter(str(a).split()[1] for a in done if verb_of(a) == "raise") == +Counter(plan)
            else:
                with pytest.raises(IllegalAction):
                    arrange(arranger, state, plan)
    assert min(tried[True], tried[False]) > 5


def test_tiles_are_swapped_together() -> None:
    game, state = next((g, s) for g, s in positions("tigris_euphrates", 40) if s.question() == "Turn")
    arranger = manner(game).arrangements["Turn"]
    shape = arranger.read(state, state.to_move())
    assert shape is not None
    assert shape.optional
    state.swapped = [1] * len(state.swapped)  # what the last swap put aside is no part of the next
    assert arranger.read(state, state.to_move()) == shape
    plan = {i.thing: 1 for i in reversed(shape.items)}
    done = arrange(arranger, state, plan)
    assert [verb_of(a) for a in done] == ["swap"] * len(plan) + ["done"]
    for action in done:
        assert action in state.legal_actions()
        state.apply(action)
