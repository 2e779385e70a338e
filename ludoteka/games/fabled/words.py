"""Words for people: what an effect says, what an action means in a position, what the spirits did.

Effects are told from their records, so that cards from an owner's file speak too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ludoteka.core.action import Action, args_of, verb_of
from ludoteka.core.text import Catalogue
from ludoteka.games.fabled import actions as a
from ludoteka.games.fabled import board
from ludoteka.games.fabled.content import Content
from ludoteka.games.fabled.phases import turn
from ludoteka.games.fabled.phases.books import UpgradeFrame
from ludoteka.games.fabled.phases.choices import ChoiceFrame, ResetFrame
from ludoteka.games.fabled.phases.lands import InsertFrame
from ludoteka.games.fabled.phases.steps import AtCellFrame
from ludoteka.games.fabled.phases.visits import PlaceFrame
from ludoteka.games.fabled.state import FabledState
from ludoteka.games.fabled.vocab import TERRAINS, TIERS

Record = Mapping[str, Any]
NO_SURCHARGE = -9
"""More than any surcharge: it says there is none."""


def books(words: Catalogue, tier: str, n: int) -> str:
    return words.say(f"books.{tier}", n=n)


def given(words: Catalogue, tier: str, n: int) -> str:
    """After a verb: Russian has a case for what is taken or paid."""
    return words.say(f"given.{tier}", n=n)


def named(names: Mapping[str, Sequence[str]], id: str, words: Catalogue) -> str:
    """A card by its name, from an owner's file if it brings one."""
    pair = names.get(id)
    return pair[words.lang == "ru"] if pair else words.name("what", id)


def price(words: Catalogue, tier: str, n: int, extra: int) -> str:
    """Of a land, with its surcharge."""
    own = books(words, tier, n)
    return words.say("price.extra", books=own, n=extra) if extra else own


def price_now(view: Record, terrain: str, words: Catalogue) -> str:
    """Of a land that lies open, for the one who looks, or else the one who is asked."""
    payer = view["seat"] if view["seat"] is not None else max(0, view["to_move"])
    return price(words, terrain, 1, view["surcharge"][payer][terrain])


# -- effects


def effects(words: Catalogue, ops: Sequence[Record]) -> str:
    if not ops:
        return words.say("op.nothing")
    return words.say("op.then").join(operation(words, op) for op in ops)


def operation(words: Catalogue, op: Record) -> str:
    if op["op"] == "choose":
        return words.say("op.choose", options=words.say("op.or").join(effects(words, o) for o in op["options"]))
    if op["op"] == "when":
        said = on_condition(words, op, "then")
        return said if "condition" in op else f"{words.say('condition.possible')}: {said}"
    said = words.say(message(words, "op", op), **parts(words, op))
    if op.get("max"):
        said += words.say("op.most", n=op["max"])
    if op.get("cap") == 1 and op["n"] > 1:  # not two with the same sage
        said += words.say("op.one_each")
    return said


def message(words: Catalogue, head: str, r: Record) -> str:
    """That of its word, or one for what is said beside it: `op.transform.up`, `op.upgrade.distinct`."""
    key = f"{head}.{r[head]}"
    own = (f"{key}.{name if value is True else value}" for name, value in plain(r).items())
    return next((special for special in own if special in words), key)


def plain(r: Record) -> dict[str, str | int]:
    return {key: value for key, value in r.items() if isinstance(value, str | int)}


def parts(words: Catalogue, r: Record) -> dict[str, Any]:
    """What messages name of an operation, a lasting change or an ability."""
    found: dict[str, Any] = {"n": r.get("books", 0), "terrain": "any"} | plain(r)
    for key, value in r.items():
        match key:
            case "book":
                found |= {"what": value, "books": given(words, value, found["n"])}
            case "per":
                count = words.name("count", value)
                found["count"] = words.say("count.every", n=r["each"], count=count) if r.get("each", 1) > 1 else count
            case "action":
                found[key] = words.name("what", value)
            case "places":
                found[key] = ", ".join(words.name("what", place) for place in value)
            case "terrains":
                names = (words.name("terrain", terrain) for terrain in value)
                found[key] = words.say("terrain.any") if len(value) == 3 else ", ".join(names)
            case "then" | "effects":
                found[key] = effects(words, value)
    return found


# -- cards


def ability(words: Catalogue, r: Record) -> str:
    """An ability or empowerment of an ally in a sentence."""
    named = parts(words, r)
    head = words.say(f"trigger.{r['trigger']}", **named)
    if r.get("limit"):
        head += words.say("trigger.limit", n=r["limit"])
    if "condition" in r:
        head += ", " + condition(words, r["condition"])
    body = "; ".join(mod(words, m) for m in r["mods"]) if "mods" in r else named["effects"]
    return words.say("ability.sentence", head=head, body=body)


def both_texts(words: Catalogue, first: Record, second: Record) -> tuple[str, str]:
    """What an ally does, and what it does when empowered."""
    return ability(words, first), f"{words.say('draw.empowered_text')}: {ability(words, second)}"


def on_condition(words: Catalogue, r: Record, then: str) -> str:
    """The effects under that key, after what they depend on and before what comes otherwise."""
    text = effects(words, r[then])
    if "condition" in r:
        text = f"{condition(words, r['condition'])}: {text}"
    if "otherwise" in r:
        text += words.say("condition.otherwise", effects=effects(words, r["otherwise"]))
    return text


def condition(words: Catalogue, r: Record) -> str:
    if "fewest" in r:
        return words.say("condition.fewest", what=r["fewest"])
    if "poorest" in r:
        more = words.say("condition.comrades", n=r["comrades"]) if "comrades" in r else ""
        return words.say("condition.poorest") + more
    own = f"condition.{r['count']}"
    return words.say(own if own in words else "condition.count", n=r["min"], count=words.name("count", r["count"]))


def mod(words: Catalogue, m: Record) -> str:
    key, delta = message(words, "mod", m), m.get("delta", 0)
    if m["mod"] == "surcharge" and delta <= NO_SURCHARGE:
        key += ".none"
    more = {"delta": f"{delta:+d}".replace("-", "−"), "n": m.get("limit", 0) or abs(delta)}
    return words.say(key, **parts(words, m) | more)


def event(words: Catalogue, r: Record) -> str:
    parts = [mod(words, m) for m in r.get("mods", [])]
    for name in ("on_reveal", "start_of_turn", "on_announce"):
        for hook in r.get(name, []):
            parts.append(f"{words.say(f'hook.{name}')}: {on_condition(words, hook, 'effects')}")
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}."


# -- the spirits


def told(words: Catalogue, entry: Record) -> str:
    """A sentence of the spirits' log; players have their names, positions in the row are counted from 1, books have
    their number."""
    args = dict(entry["args"])
    if "seat" in args:
        args["seat"] = words.player(args["seat"])
    if args.get("at") in a.GAP_INDEX:
        args["at"] = str(a.GAP_INDEX[args["at"]] + 1)
    for tier, n in (("what", "n"), ("to", "got")):
        if args.get(tier) in TIERS and n in args:
            args[tier] = given(words, args[tier], args[n])
    key = entry["id"]
    if key in FREE_OF and not args[FREE_OF[key][0]]:
        key = FREE_OF[key][1]
    return words.say(key, **args)


FREE_OF = {"tell.pays": ("extra", "tell.pays_plain"), "tell.no_land_books": ("n", "tell.no_land_plain")}
"""Which surcharge a sentence names, and what is said where there is none."""


# -- actions


def describe(s: FabledState, action: Action, words: Catalogue) -> str:
    verb = verb_of(action)
    more = details(s, action, words)
    if more is None:
        return words.say(f"verb.{verb}")
    args = dict(args_of(action)) | more
    if isinstance(args.get("seat"), int):
        args["seat"] = words.player(int(args["seat"]))
    if args.get("what") in s.content.names:
        args["what"] = named(s.content.names, args["what"], words)
    asked = f"action.{verb}.{s.question()}"
    return words.say(asked if asked in words else f"action.{verb}", **args)


def source(what: str, why: str) -> str:
    """Sun books by the way they came."""
    if what != "sun":
        return ""
    return why if why in ("conversion", "upgrade") else "gifts"


def details(s: FabledState, action: Action, words: Catalogue) -> dict[str, Any] | None:
    """What the message of a verb needs beside the action's own fields. None while something else is asked than what it
    answers, and for a book beyond the last tier."""
    f = s.stack[-1]
    seat = s.to_move()
    content = s.content
    match action:
        case a.Add(what) if what in content.land_index:
            terrain = content.land_terrain[content.land_index[what]]
            tier, n = content.price[terrain]
            said = price(words, TIERS[tier], n, board.surcharge(s, seat, terrain))
            return {"terrain": TIERS[terrain], "price": said}
        case a.Insert(at) if isinstance(f, InsertFrame | ResetFrame):
            names = ["", *(content.land_id[land] for land in s.row), ""]
            gap = min(a.GAP_INDEX[at], len(s.row))
            return {"land": content.land_id[f.land], "spot": spot(words, *names[gap : gap + 2])}
        case a.Visit() | a.Pass() if isinstance(f, AtCellFrame):
            return {"land": content.land_id[content.cell_land[s.at[f.sage]]]}
        case a.Pay(what, n):
            return {"books": given(words, what, n)}
        case a.Act(what):
            return {"effects": effects(words, action_record(s, seat, what))}
        case a.Use(what):
            text = "empowered" if board.is_empowered(s, seat, content.ally_index[what]) else "ability"
            return {"effects": effects(words, content.raw.records["ally"][what][text].get("effects", ()))}
        case a.Announce(what):
            return {"terrain": what} | walkers(s, seat, what)
        case a.Halt():
            found = board.mods(s, seat, "may_skip_announce")
            return {"effects": "; ".join(array(words, s, m.effects) for m in found)}
        case a.Territory(what):
            return {"terrain": content.raw.records["ally"][what]["terrain"]}
        case a.Apply() if isinstance(f, PlaceFrame):
            return {"what": content.place_id[f.place], "effects": array(words, s, content.place_effects[f.place])}
        case a.Replace():
            return {"effects": array(words, s, content.replacement)}
        case a.Raise(what):
            return exchanged(words, what, content.up, +1, 1)
        case a.Lower(what):
            return exchanged(words, what, 1, -1, content.down)
        case a.Upgrade(what) if isinstance(f, UpgradeFrame):
            return exchanged(words, what, 1, f.tiers, 1)
        case a.Discard(what):
            return {"gave": given(words, what, 1)}
        case a.Choose(n) if isinstance(f, ChoiceFrame):
            return {"effects": array(words, s, f.arrays[n])}
        case a.Copy(what):
            return {"effects": array(words, s, content.place_effects[content.place_index[what]])}
        case a.Gather() if s.setting.storm:
            return {"books": given(words, "steppe", s.setting.storm["gain_steppe"])}
        case a.Convert() if s.setting.storm:
            return {"n": s.setting.storm["or_transform_up"]}
        case a.Insert() | a.Apply() | a.Upgrade() | a.Choose() | a.Gather() | a.Convert():
            return None
    return {}


def exchanged(words: Catalogue, what: str, n: int, by: int, got: int) -> dict[str, str] | None:
    """Books of a tier for some of the one so many tiers above."""
    tier = TIERS.index(what) + by
    return {"gave": given(words, what, n), "got": given(words, TIERS[tier], got)} if 0 <= tier < len(TIERS) else None


def array(words: Catalogue, s: FabledState, number: int) -> str:
    return _array(words, s.content, number)


@lru_cache(1000)  # a log says the same of the same place again and again
def _array(words: Catalogue, content: Content, number: int) -> str:
    return effects(words, content.records[number])


def action_record(s: FabledState, seat: int, what: str) -> Sequence[Record]:
    """What an action does now, with the conversions that allies and the event add to it."""
    for i, deed in enumerate(s.setting.paid or s.content.actions):
        if deed.id == what:
            first, *rest = s.content.records[deed.effects]
            if first["op"] == "transform" and not (s.setting.paid and i in s.taken):
                first = first | {"n": first["n"] + turn.conversions_in(s, turn.bonuses(s, seat, what))}
            return [first, *rest]
    return ()


def walkers(s: FabledState, seat: int, what: str) -> dict[str, int]:
    """How many sages an announcement moves, one's own and those of everybody else."""
    terrains = [TERRAINS.index(name) for name in what.split("+")]
    on = [sum(board.sages_on_terrain(s, side, terrain) for terrain in terrains) for side in range(s.setting.sides)]
    return {"own": on[seat], "others": sum(on) - on[seat]}


def spot(words: Catalogue, left: str, right: str) -> str:
    """Where a gap of the row is: between these lands, of which there may be one or none."""
    place = "between" if left and right else "right" if left else "left" if right else "only"
    return words.say(f"spot.{place}", left=left, right=right)
