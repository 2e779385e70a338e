"""Texts laid over each other: tables are merged key by key; a record takes the place of the one with its id, and
`disabled = true` removes that one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ludoteka.core.shape import Kind, Spot, Text, parts, word


@dataclass
class Layers:
    ids: Mapping[str, str]
    """By table of records the key that names one. A table inside another one is called `outer.inner`."""
    tables: dict[str, Any] = field(default_factory=dict)
    """Those without records."""
    records: dict[str, dict[Any, dict[str, Any]]] = field(default_factory=dict)
    """By table and id."""
    spots: dict[tuple[str, Any], Spot] = field(default_factory=dict, repr=False)
    """By table and id: where the text laid last has the record."""

    def lay(self, text: Text) -> None:
        self.last, self.spots = Spot(text), {}
        for name, key in self.ids.items():
            self._lay_records(name, key, self.records.setdefault(name, {}))
        _merge(self.tables, text.tables)

    def _lay_records(self, name: str, key: str, known: dict[Any, dict[str, Any]]) -> None:
        """The records of a table, which are lifted out of the text."""
        tables, spot = self.last.text.tables, self.last
        outer, _, inner = name.rpartition(".")
        if outer:
            tables, spot = tables.get(outer, {}), spot.at(outer)
            if type(tables) is not dict:
                raise spot.fault("shape.table", value=tables)
        for here, record in parts(spot, tables, inner):
            if key not in record:
                raise here.at(key).fault("shape.missing")
            id = record[key]
            if type(id) is not int:
                word(here.at(key), id)
            if (name, id) in self.spots:
                raise here.at(key).fault("shape.twice", value=id)
            self.spots[name, id] = Spot(here.text, here.place, f"{name}.{id}")
            if record.get("disabled") is not True:
                known[id] = record
            elif known.pop(id, None) is None:
                raise self.spot(name, id).at("disabled").fault("shape.reference", value=id, table=name)
        tables.pop(inner, None)

    def spot(self, table: str, id: Any) -> Spot:
        return self.spots.get((table, id)) or Spot(self.last.text, (), f"{table}.{id}")

    def check(self, tables: Mapping[str, Kind], records: Mapping[str, Kind]) -> None:
        """What does not fit is the fault of the text laid last, for those before it did."""
        self.last.text.known = self.records
        for name, value in self.tables.items():
            if name not in tables:
                raise self.last.at(name).fault("shape.key", known=", ".join((*tables, *records)))
            tables[name](self.last.at(name), value)
        for name, found in self.records.items():
            for id, record in found.items():
                records[name](self.spot(name, id), record)


def _merge(mine: dict[str, Any], theirs: dict[str, Any]) -> None:
    for key, value in theirs.items():
        if type(value) is dict and type(mine.get(key)) is dict:
            _merge(mine[key], value)
        else:
            mine[key] = value
