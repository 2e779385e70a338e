"""For those who run the server: is it well, and how much is going on."""

from __future__ import annotations

import os
from typing import Literal

import msgspec
from litestar import Response, get
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from sqlalchemy import text

from ludoteka import __version__, is_native
from ludoteka.server.auth import TheHouse
from ludoteka.server.house import House
from ludoteka.server.refused import Refused


class Health(msgspec.Struct):
    status: Literal["ok"]
    version: str
    rules: Literal["native", "pure Python"]
    """Whether they run compiled."""


@get("/health", tags=["operations"])
async def health(house: TheHouse) -> Health:
    """200 while the database answers."""
    await house.store.row(text("SELECT 1 AS one"))
    return Health("ok", __version__, "native" if is_native() else "pure Python")


class _Figures:
    """Read when asked, so that playing costs nothing."""

    def __init__(self, house: House) -> None:
        self.house = house

    def collect(self) -> list[CounterMetricFamily | GaugeMetricFamily]:
        house = self.house
        counters = {
            "moves": (house.play.moves, "Moves stored by this process"),
            "table_loads": (house.cache.loads, "Tables replayed from the database"),
            "bot_fallbacks": (house.driver.thinker.replaced, "Decisions that a simpler bot took"),
            "faults": (house.faults, "Requests that failed by our own fault"),
        }
        gauges = {
            "cached_tables": (len(house.cache.tables), "Tables in memory"),
            "cached_bytes": (house.cache.bytes, "About how much memory they take"),
            "listeners": (sum(map(len, house.hub.listeners.values())), "Open event streams, by what they wait for"),
            "driving": (len(house.driver.driving), "Tables where a bot thinks now"),
            "process": (os.getpid(), "Number of the process that answers"),
        }
        found: list[CounterMetricFamily | GaugeMetricFamily] = []
        for name, (value, words) in counters.items():
            found.append(CounterMetricFamily(f"ludoteka_{name}", words, value=value))
        for name, (value, words) in gauges.items():
            found.append(GaugeMetricFamily(f"ludoteka_{name}", words, value=value))
        return found


@get("/metrics", include_in_schema=False)
async def metrics(house: TheHouse) -> Response[bytes]:
    """For Prometheus; each process tells of itself."""
    if not house.settings.metrics:
        raise Refused(404, "error.no_page")
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Figures(house))
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
