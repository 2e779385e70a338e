"""The content as the rules read it: lists indexed by small ints, effects as numbered arrays of operations."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from ludoteka.core.layers import Layers
from ludoteka.games.fabled import actions as a
from ludoteka.games.fabled import parts
from ludoteka.games.fabled.parts import ANY, NONE
from ludoteka.games.fabled.vocab import BIT, HEIGHTS, TERRAINS, TIERS


class Content:
    """Everything that cards and boards say. Never changes; states share it."""

    def __init__(self, raw: Layers, edition: int, text: str) -> None:
        self.raw = raw
        self.made_of = edition, text
        self.arrays: list[tuple[parts.Op, ...]] = []
        self.records: list[list[dict[str, Any]]] = []
        """By array: the record it was made of, for words."""
        self.adding: set[int] = set()
        """The arrays that add a land and do nothing else."""
        self._known: dict[str, int] = {}
        self.names: dict[str, tuple[str, str]] = {}
        records = raw.records
        for table in records.values():
            for key, record in table.items():
                if "name_en" in record or "name_ru" in record:
                    en = record.get("name_en") or record["name_ru"]
                    self.names[str(key)] = (en, record.get("name_ru") or en)
        self.place_id = [str(key) for key in records["place"]]
        self.place_index = {key: i for i, key in enumerate(self.place_id)}
        self.ally_index = {key: i for i, key in enumerate(records["ally"])}
        self._numbers(raw.tables)
        self._places(records["place"])
        self._lands(records["land"])
        self._allies(records["ally"])
        self._events(records)
        self._trial(raw)
        self.rests = [self.array([r for r in array if r["op"] != "transform"]) for array in self.records[:]]
        """By array: the same one without its conversions, which join those of a standard action (FB-4.6)."""
        self.acts = Interned(self)

    # -- numbers

    def _numbers(self, tables: dict[str, Any]) -> None:
        setup = tables["setup"]
        self.start_allies: int = setup["start_allies"]
        self.ally_choice: int = setup["ally_choice"]
        self.sages = [0, *(setup["volkhvs"].get(f"p{i}", 7) for i in range(1, 6))]
        self.start_books = books(setup["start_books"])
        self.extra_steppe = setup["extra_steppe_by_seat"]
        rules = tables["land_rules"]
        self.surcharge_each: int = rules["surcharge_per_same_terrain"]
        self.mercy: bool = rules["mercy_no_surcharge"]
        self.price = [(TIERS.index(rules["price"][t]["book"]), int(rules["price"][t]["n"])) for t in TERRAINS]
        self.placed = [int(rules["volkhvs_placed"][t]) for t in TERRAINS]
        self.own_steps: int = tables["movement"]["own_steps"]
        self.other_steps: int = tables["movement"]["other_steps"]
        self.up: int = tables["transformation"]["up_rate"]
        self.down: int = tables["transformation"]["down_rate"]
        self.replacement = self.array(tables["replacement"]["effects"])
        self.epilogue_each: int = tables["epilogue"]["transformations_per_own_volkhv_in_row"]
        self.epilogue_most: int = tables["epilogue"]["transformations_max"]
        self.epilogue_up: bool = tables["epilogue"]["upwards"]
        self.actions_per_turn: int = tables["action_phase"]["standard_actions_per_turn"]
        self.ask_single: bool = tables["edition"]["ask_single"]
        self.doubt_tricks: bool = tables["edition"]["doubt_tricks"]
        self.nothing_last: bool = tables["edition"]["nothing_last"]
        self.empowered_from: int = tables["ally_rules"]["empowered_min_volkhvs"]
        self.divisions: int = tables["time_board"]["divisions"]
        layouts = self.raw.records["time_board.layout"]
        self.layouts = {int(sides): parts.Layout(**self._fields(r)) for sides, r in layouts.items()}
        self.actions = self._deeds(self.raw.records["standard_action"].values())
        self.scenarios = self.raw.records["scenario"]

    def rules_of(self, scenario: int, combined: int) -> dict[str, Any]:
        """Of a scenario, or of two together: the end is that of the first, everything else of both."""
        return self.scenarios[scenario] | (self.scenarios[combined] if combined else {})

    # -- places and lands

    def _places(self, records: dict[str, dict[str, Any]]) -> None:
        self.place_effects = [self.array(r["effects"]) for r in records.values()]
        self.producer = [bool(r.get("producer")) for r in records.values()]
        self.place_ally = [self.ally_index[r["ally"]] if "ally" in r else NONE for r in records.values()]
        self.copies = [any(op.name == "copy_place" for op in self.arrays[k]) for k in self.place_effects]
        trial = self.raw.tables["trial"]
        self.rank = self._ranks(trial["priorities"])
        self.rank_alone = self._ranks(trial["priorities_alone"] or trial["priorities"])
        """Against one player alone (FB-9.31)."""

    def _ranks(self, order: list[str]) -> list[int]:
        return [order.index(key) if key in order else len(order) + i for i, key in enumerate(self.place_id)]

    def _lands(self, records: dict[str, dict[str, Any]]) -> None:
        self.land_id = [str(key) for key in records]
        self.land_index = {key: i for i, key in enumerate(self.land_id)}
        self.land_terrain = [TERRAINS.index(r["terrain"]) for r in records.values()]
        self.entries = [sum(1 << HEIGHTS.index(h) for h in set(r["entries"])) for r in records.values()]
        self.exit = [HEIGHTS.index(r["exit"]) for r in records.values()]
        self.cell_name: list[str] = []
        self.cell_land: list[int] = []
        self.cell_no: list[int] = []
        self.cell_dead: list[bool] = []
        self.cell_next: list[int] = []
        self.cell_places: list[tuple[int, ...]] = []
        self.paths: list[tuple[tuple[int, ...], ...]] = []
        """By land: the cells of the normal path and, if there is one, of the dead end."""
        for land, record in enumerate(records.values()):
            self.paths.append(tuple(self._path(land, path) for path in record["paths"]))
        self.cell_index = {name: i for i, name in enumerate(self.cell_name)}
        self.terrain_cells = [
            frozenset(c for c, land in enumerate(self.cell_land) if terrains >> self.land_terrain[land] & 1)
            for terrains in range(8)
        ]
        """By set of terrains: the cells there."""
        self.land_cells = [frozenset(cell for path in paths for cell in path) for paths in self.paths]
        # a dead end counts after the normal path at equal numbers (FB-9.26)
        self.cell_key = [no * 2 + dead for no, dead in zip(self.cell_no, self.cell_dead, strict=True)]
        self.lone = [[c for path in paths for c in path if len(self.cell_places[c]) == 1] for paths in self.paths]
        """By land: the vortices with one place printed."""
        self.joined = [sum(1 << b for b, e in enumerate(self.entries) if e >> x & 1) for x in self.exit]
        """By land: the lands into which one can walk from it."""
        self.deck_masks = [sum(1 << i for i, t in enumerate(self.land_terrain) if t == k) for k in range(3)]
        kinds = [{p for path in paths for c in path for p in self.cell_places[c]} for paths in self.paths]
        self.land_kinds = [sum(1 << p for p in found) for found in kinds]
        """By land: the kinds of places on its card, as a set."""

    def _path(self, land: int, record: dict[str, Any]) -> tuple[int, ...]:
        first = len(self.cell_name)
        dead = record["kind"] == "dead_end"
        vortices = {v["cell"]: tuple(self.place_index[p] for p in v["places"]) for v in record["vortices"]}
        for no in range(1, record["cells"] + 1):
            self.cell_name.append(f"{self.land_id[land]}.{'d' if dead else ''}{no}")
            self.cell_land.append(land)
            self.cell_no.append(no)
            self.cell_dead.append(dead)
            self.cell_next.append(first + no if no < record["cells"] else NONE)
            self.cell_places.append(vortices.get(no, ()))
        return tuple(range(first, first + record["cells"]))

    # -- allies and events

    def _allies(self, records: dict[str, dict[str, Any]]) -> None:
        self.tokens: list[tuple[int, int]] = []
        """Place tokens: place, ally."""
        self.allies: list[parts.Ally] = []
        for r in records.values():
            first = len(self.tokens)
            self.tokens += [(self.place_index[place], len(self.allies)) for place in r.get("place_tokens", ())]
            mine = tuple(range(first, len(self.tokens)))
            self.allies.append(parts.Ally(**self._fields(r | {"place_tokens": mine})))
        self.sort_allies()

    def sort_allies(self) -> None:
        """What follows from the cards of all allies together."""
        self.ally_mask = [sum(1 << i for i, a in enumerate(self.allies) if a.terrain == t) for t in range(3)]
        self.moments = [ally.ability.bit | ally.empowered.bit for ally in self.allies]
        """By ally: every moment at which either text acts."""
        self.changers: dict[str, set[int]] = {}
        """By lasting change: the allies that may bring it."""
        for i, ally in enumerate(self.allies):
            for name in (*ally.ability.mods, *ally.empowered.mods) if self.moments[i] & BIT["static"] else ():
                self.changers.setdefault(name, set()).add(i)

    def _events(self, records: dict[str, dict[Any, dict[str, Any]]]) -> None:
        self.deck_id = [str(key) for key in records["event_deck"]]
        self.events = [parts.Event(**self._fields(r)) for r in records["event"].values()]
        self.changes = [*(e.mods for e in self.events), {}]
        """By event, and at -1 for none: the lasting changes it brings."""
        self.event_index = {e.id: i for i, e in enumerate(self.events)}

    def _mods(self, records: list[dict[str, Any]]) -> dict[str, tuple[parts.Mod, ...]]:
        found: dict[str, list[parts.Mod]] = {}
        for r in records:
            found.setdefault(r["mod"], []).append(parts.Mod(**self._fields(r)))
        return {name: tuple(mods) for name, mods in found.items()}

    def mask(self, places: list[str]) -> int:
        """Kinds of places as a set."""
        return sum(1 << self.place_index[p] for p in set(places))

    # -- the Trial

    def _trial(self, raw: Layers) -> None:
        self.tricks = [parts.Trick(**self._fields(r)) for r in raw.records["trick"].values()]
        self.trick_index = {t.id: i for i, t in enumerate(self.tricks)}
        trial = raw.tables["trial"]
        self.trial = Trial(trial)
        self.failed_add = self.array(trial["action_fail"]["if_only_too_few_books"])
        """Effects for a land that spirits did not add only for want of books."""
        fallen = trial["together"]["book_per_eliminated"]
        self.levels: dict[str, parts.Level] = {}
        for name, r in trial["levels"].items():
            self.levels[name] = parts.Level(eliminated=TIERS.index(fallen[name]), **self._fields(r))
        self.ratings = list(raw.records["trial.rating"])
        self.stride: int = max(*self.sages, self.trial.spirit_sages)
        """Sage numbers of a side start at side * stride."""
        for scenario in raw.records["scenario"].values():  # so that all arrays have their numbers from the start
            self.paid(scenario)
            for key in ("milestone_a", "milestone_b"):
                self.array(scenario.get(key, []))

    def paid(self, scenario: dict[str, Any]) -> tuple[parts.Deed, ...]:
        return self._deeds(scenario.get("paid_actions", ()))

    def _deeds(self, records: Iterable[dict[str, Any]]) -> tuple[parts.Deed, ...]:
        return tuple([parts.Deed(**self._fields(r)) for r in records])

    # -- effects

    def array(self, records: list[dict[str, Any]]) -> int:
        """The number of an array of operations; equal arrays have one number."""
        key = repr(records)
        if key not in self._known:
            ops = tuple([parts.Op(**self._fields(r)) for r in records])
            self._known[key] = len(self.arrays)
            if [op.name for op in ops] == ["add_land"]:
                self.adding.add(len(self.arrays))
            self.arrays.append(ops)
            self.records.append(records)
        return self._known[key]

    def _fields(self, r: dict[str, Any]) -> dict[str, Any]:
        """The keys of a record as fields of a part: names become numbers, arrays of operations and places too."""
        found = {}
        for key, value in r.items():
            match key:
                case "op" | "mod":
                    found["name"] = value
                case "trigger":
                    found["bit"] = BIT[value]
                case "ability" | "empowered":
                    found[key] = parts.Ability(**self._fields({"effects": [], **value}))
                case "owner_gains_on_other_visit":
                    found["toll"] = TIERS.index(value["book"]), value["n"]
                case "book" | "fewest":
                    found[key] = TIERS.index(value)
                case "from":
                    found["source"] = tuple([TIERS.index(t) for t in value])
                case "terrain":
                    found[key] = ANY if value == "any" else TERRAINS.index(value)
                case "terrains":
                    found[key] = sum([1 << TERRAINS.index(t) for t in set(value)])
                case "dir":
                    found["up"] = value == "up"
                case "then" | "otherwise" | "effects" | "high":
                    found[key] = self.array(value)
                case "options":
                    found[key] = tuple([self.array(option) for option in value])
                case "places":
                    found[key] = self.mask(value)
                case "mods":
                    found[key] = self._mods(value)
                case "condition":
                    found[key] = parts.Condition(**self._fields(value))
                case "on_reveal" | "start_of_turn" | "on_announce":
                    found[key] = tuple([parts.Hook(**self._fields({"otherwise": [], **hook})) for hook in value])
                case "trick_override":
                    found[key] = parts.Override(**self._fields(value))
                case "assistance":
                    found[key] = tuple([parts.Hook(**self._fields(value[t])) for t in TERRAINS])
                case "once_per_volkhv":
                    found["once_per_sage"] = value
                case "min":
                    found["least"] = value
                case "each":
                    found[key] = max(1, value)
                case "source" | "name_source" | "name_en" | "name_ru" | "note" | "players":
                    pass
                case _:
                    found[key] = tuple(value) if isinstance(value, list) else value
        return found


def books(r: dict[str, int]) -> list[int]:
    return [r.get(t, 0) for t in TIERS]


class Trial:
    """The numbers of the Trial."""

    def __init__(self, r: dict[str, Any]) -> None:
        lost, together = r["no_volkhvs"], r["together"]
        self.spirit_start = books(r["spirit_start"])
        self.spirit_sages: int = r["spirit_volkhvs"]
        self.joint_tokens: int = r["joint_tokens"]
        self.escalation_solo: int = r["escalation_solo"]
        self.escalation_together: int = r["escalation_together"]
        self.max_surcharge: int = r["max_surcharge"]
        self.reserve = books(r["reserve"])
        self.exchange: int = r["epilogue_exchange"]
        self.conversions: int = r["epilogue_transformations"]
        self.most_tricks: int = r["trick_chain_guard"]
        """Trick cards in one phase; the rest wait."""
        self.lost_tricks: int = lost["tricks"]
        """For spirits without sages in the row."""
        self.free_lands = [TERRAINS.index(t) for t in lost["free_lands"]]
        self.free_lands_escalated = [TERRAINS.index(t) for t in lost["free_lands_after_escalation"]]
        self.failed_tricks: int = r["action_fail"]["tricks"]
        self.easier_spares: bool = together["easier_spares"]
        """Whether no card helps spirits that have fallen behind in an easier Trial (FB-9.64)."""
        self.easier_books = books(together["easier_books"])
        """What each player has more at the start of an easier Trial (FB-9.64)."""
        self.tricks_each_turn: dict[str, int] = together["tricks_per_spirit_turn"]
        self.sun_per_not_ahead: int = together["spirits_sun_per_player_not_ahead"]


class Interned:
    """The actions that name cards and cells of a content, by their numbers."""

    def __init__(self, content: Content) -> None:
        lands, cells, places = content.land_id, content.cell_name, content.place_id
        allies = [ally.id for ally in content.allies]
        self.open = [a.Open(x) for x in lands]
        self.add = [a.Add(x) for x in lands]
        self.shift = [a.Shift(x) for x in lands]
        self.relocate = [a.Relocate(x) for x in lands]
        self.move = [a.Move(x) for x in cells]
        self.step = [a.Step(x) for x in cells]
        self.recall = [a.Recall(x) for x in cells]
        self.visit = [a.Visit(x) for x in places]
        self.copy = [a.Copy(x) for x in places]
        self.offer = [a.Offer(x) for x in allies]
        self.keep = [a.Keep(x) for x in allies]
        self.use = [a.Use(x) for x in allies]
        self.dismiss = [a.Dismiss(x) for x in allies]
        self.territory = [a.Territory(x) for x in allies]
        self.reveal = [a.Reveal(e.id) for e in content.events]
        self.back = [a.Back(x) for x in content.deck_id]
        self.trick = [a.Trick(t.id) for t in content.tricks]
        self.enter: Callable[[int, int], a.Enter] = cache(lambda cell, place: a.Enter(cells[cell], places[place]))
        self.token: Callable[[int, int], a.Token] = cache(lambda place, cell: a.Token(places[place], cells[cell]))
        self.act: Callable[[str], a.Act] = cache(a.Act)
        self.pay: Callable[[int, int], a.Pay] = cache(lambda tier, n: a.Pay(TIERS[tier], n))
