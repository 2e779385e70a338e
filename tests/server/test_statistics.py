"""Statistics: what games count, what a page shows, and that nothing is counted twice."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import msgspec
import pytest

from ludoteka import games
from ludoteka.core.match import Match
from ludoteka.core.statistics import counted, statistics
from ludoteka.core.text import LANGS
from ludoteka.server.figures import Filter, Seat, league, summed_up
from scripts.league import figures as figures_of
from tests.server.conftest import Running, wait

MATCHES = Path(__file__).parent.parent.parent / "matches"


def load(path: str) -> Match:
    return Match.load((MATCHES / path).read_text("utf-8"), games.load, check=False)


def test_what_games_count() -> None:
    terra = counted(load("terra_mystica/league_s1_g2.txt"))
    assert [seat["faction"] for seat in terra] == [["halflings"], ["darklings"], ["dwarves"], ["mermaids"]]
    assert terra[1]["opening"] == ["dig"]
    small = load("small_world/ten-rounds-for-two.txt")
    first = next(str(a).split()[1] for a in small.actions if str(a).startswith("take "))
    seats = counted(small)
    assert seats[0]["opening"] == [first] == seats[0]["race"][:1]
    assert all(len(seat["race"]) >= 2 and seat["power"] for seat in seats)
    tigris = counted(load("tigris_euphrates/ends-by-treasures.txt"))
    assert tigris[0]["dynasty"] == ["lion"]
    assert all(len(seat["opening"]) == 1 for seat in tigris)
    fabled = counted(load("fabled/five_players_with_six_sages.txt"))
    assert {seat["opening"][0] for seat in fabled} <= {"steppe", "mountain", "forest"}
    assert any(seat.get("ally") for seat in fabled)


@pytest.mark.parametrize("name", games.names())
def test_every_kind_has_a_name_in_both_languages(name: str) -> None:
    game = games.load(name)
    for lang in LANGS:
        words = game.catalogue(lang)
        assert all(f"statistic.{kind}" in words for kind in statistics(game).kinds)


def test_the_league_is_counted_from_its_records() -> None:
    """`python -m scripts.league terra_mystica` writes it anew."""
    records = sorted((MATCHES / "terra_mystica").glob("league_*.txt"))
    assert len(league("terra_mystica")) == len(records) >= 20
    for n in (0, len(records) - 1):
        assert league("terra_mystica")[n] == figures_of(records[n])


def test_summing_up() -> None:
    """Two seats with elves, one of which won: half of them, with a wide interval; filters leave out the rest."""
    game = games.load("small_world")
    match = [Seat(90, 1.0, {"race": ["elves"]}), Seat(70, 0.0, {"race": ["elves", "orcs"]}, bot=True)]
    three = [Seat(60, 1.0, {"race": ["orcs"]}), Seat(50, 0.0, {}), Seat(40, 0.0, {})]
    here = [msgspec.json.encode(m).decode() for m in (match, three)]
    found = summed_up(game, here, Filter(), "en", 0)
    assert (found.matches, found.players) == (2, [2, 3])
    races = {line.value: line for kind in found.kinds if kind.kind == "race" for line in kind.lines}
    elves = races["elves"]
    assert (elves.title, elves.n, elves.share, elves.points, elves.usual) == ("Elves", 2, 0.5, 80.0, 0.5)
    assert 0 < elves.low < 0.5 < elves.high < 1
    assert elves.points_low is not None
    assert elves.points_low < 80 < (elves.points_high or 0)
    assert races["orcs"].usual == pytest.approx((1 / 2 + 1 / 3) / 2)
    seats = next(kind for kind in found.kinds if kind.kind == "seat")
    assert [(line.value, line.n) for line in seats.lines] == [("1", 2), ("2", 2), ("3", 1)]
    assert summed_up(game, here, Filter(players=3), "en", 0).matches == 1
    assert summed_up(game, here, Filter(source="league"), "en", 0).matches == 0
    bots = summed_up(game, here, Filter(who="bots"), "en", 0)
    assert [line.n for kind in bots.kinds if kind.kind == "race" for line in kind.lines] == [1, 1]
    single = next(line for kind in bots.kinds for line in kind.lines)
    assert single.points_low is None


def test_matches_played_here_are_counted_once(server: Running) -> None:
    anna = server.person("Anna")
    for _ in range(2):
        id = anna.table(players=["bot:random", "bot:random"], start=True)["table"]["id"]
        wait(lambda id=id: anna.see(id)["table"]["status"] == "finished")
    path = "/api/statistics/pebbles"
    wait(lambda: anna.ok("GET", path)["matches"] == 2)
    wait(lambda: anna.ok("GET", path)["counting"] == 0)
    found = anna.ok("GET", path)
    (seats,) = found["kinds"]
    assert [line["n"] for line in seats["lines"]] == [2, 2]
    assert sum(line["share"] for line in seats["lines"]) == pytest.approx(1)
    assert anna.ok("GET", f"{path}?who=people")["kinds"][0]["lines"] == []
    rows = list(csv.DictReader(anna.get(f"{path}/csv").text.splitlines()))
    assert [(row["kind"], row["value"], row["n"]) for row in rows] == [("seat", "1", "2"), ("seat", "2", "2")]
    for name, lang in (("terra_mystica", "ru"), ("pebbles", "en")):
        page = anna.get(f"/statistics/{name}?lang={lang}", headers={"accept": "text/html"})
        assert page.status_code == 200
        assert ("Русалки" in page.text) == (name == "terra_mystica")
    for lang, point in (("ru", ","), ("en", ".")):
        page = anna.get(f"/statistics/pebbles?lang={lang}", headers={"accept": "text/html"})
        assert re.search(rf'class="num">\d+[{point}]\d', page.text), "decimals as the language writes them"
    assert anna.get("/api/statistics/chess").status_code == 404
