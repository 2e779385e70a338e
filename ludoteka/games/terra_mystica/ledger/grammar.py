"""Reads both forms of a recorded match: the ledger table and the list of commands.

Both become a `Ledger`: what the header says, and rows of commands by faction, with the state after the row where the
table tells it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ludoteka.core.errors import LudotekaError
from ludoteka.games.terra_mystica.data import CARDS, FINAL_TILES, ROUND_TILES
from ludoteka.games.terra_mystica.factions import BY_NAME
from ludoteka.games.terra_mystica.ledger.shuffle import setup_of
from ludoteka.games.terra_mystica.maps import SITE_ID_2017, SITE_IDS


class LedgerError(LudotekaError):
    """A recorded match that cannot be read or followed; carries the line."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__("error.bad_record", line=line, problem=problem)
        self.line = line
        self.problem = problem


Values = tuple[int, int, int, int, tuple[int, ...], tuple[int, ...]]
"""VP, coins, workers, priests, bowls, cults."""


@dataclass
class Row:
    line: int
    faction: str
    """Empty for the administration of the match."""
    commands: list[str]
    values: Values | None = None
    change: tuple[int, ...] = ()
    """Changes of VP, C, W, P, power, cults as printed."""
    dropped: str = ""


@dataclass
class Ledger:
    options: list[str] = field(default_factory=list)
    map: str = "original"
    start_vp: str = "standard"
    tiles: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    final: str = "none"
    factions: list[str] = field(default_factory=list)
    players: list[str] = field(default_factory=list)
    seed: str = ""
    rows: list[Row] = field(default_factory=list)
    last_line: int = 0
    table: bool = False


OPTIONS = frozenset(
    (
        "errata-cultist-power",
        "mini-expansion-1",
        "shipping-bonus",
        "temple-scoring-tile",
        "fire-and-ice-final-scoring",
        "fire-and-ice-factions",
        "fire-and-ice-factions/ice",
        "fire-and-ice-factions/volcano",
        "fire-and-ice-factions/variable",
        "fire-and-ice-factions/variable_v2",
        "fire-and-ice-factions/variable_v3",
        "fire-and-ice-factions/variable_v4",
        "fire-and-ice-factions/variable_v5",
        "variable-turn-order",
        "maintain-player-order",
        "email-notify",
        "strict-leech",
        "strict-darkling-sh",
        "strict-chaosmagician-sh",
        "manual-fav5",
        "shapeshifter-fix-playtest-v1",
        "loose-adjust-resource",
        "loose-cultist-ordering",
        "loose-dig",
        "loose-engineer-bridge",
        "loose-lose-cult",
        "loose-multi-spade",
        "loose-bridge-adjacency",
        "loose-done",
    )
)
TILE_NAMES = frozenset(t.name for t in ROUND_TILES)
CARD_NAMES = frozenset(c.name for c in CARDS)
ALIASES = {"dragonmasters": "dragonlords"}
IGNORED = re.compile(
    r"(?:Default game options|Randomize setup|Round \d+ income|Round \d+, turn \d+|Start round \d+|Scoring .*"
    r"|Converting resources to VPs|income|start|finish|abort|email .*|admin email .*|player-count \d+|order \S+"
    r"|maintain-player-order|start-preview|start_planning)$",
    re.I,
)


def read(text: str) -> Ledger:
    ledger = Ledger(table="\t" in text)
    reader = _table_row if ledger.table else _command_row
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.rstrip("\r\n")
        if line.strip():
            ledger.last_line = number
            reader(ledger, number, line)
    if not ledger.rows:
        raise LedgerError(ledger.last_line or 1, "there is no recorded match in this file")
    complete(ledger)
    return ledger


def complete(ledger: Ledger) -> None:
    """What the header says only indirectly: a seeded setup, and players who left before they had a faction."""
    missing = len(ledger.players) - len(ledger.factions)
    for i in range(missing if ledger.factions else 0):
        name = f"nofaction{len(ledger.factions) + 1}"
        ledger.factions.append(name)
        ledger.rows.insert(i, Row(ledger.rows[0].line, "", [], dropped=name))
    if ledger.seed and not ledger.tiles:
        version, _, seed = ledger.seed.partition(" ")
        seats = len(ledger.factions)
        found = setup_of(version.lower(), seed, ledger.options, ledger.players, seats)
        ledger.tiles, ledger.removed = found[0], ledger.removed or found[1]
        ledger.final = found[2] if ledger.final == "none" else ledger.final


# the table


def _table_row(ledger: Ledger, number: int, line: str) -> None:
    if "\t" not in line:
        _comment(ledger, number, line.strip())
        return
    cells = line.split("\t")
    if len(cells) != 15:
        raise LedgerError(number, f"a row of the table has 15 fields, this one has {len(cells)}: cut short?")
    faction = _faction(number, cells[0])
    commands = split_commands(faction, cells[14])
    row = Row(number, faction, commands, _values(number, cells), _changes(number, cells))
    if commands == ["setup"]:
        row.commands = [f"setup {faction}"]
        ledger.factions.append(faction)
        row.faction = faction
    elif faction not in ledger.factions:
        raise LedgerError(number, f"{faction} is not in this match")
    ledger.rows.append(row)


def _values(number: int, cells: list[str]) -> Values:
    try:
        vp, c, w, p = (int(cells[i].split()[0]) for i in (2, 4, 6, 8))
        bowls = tuple(int(x) for x in cells[10].split()[0].split("/"))
        cults = tuple(int(x) for x in cells[12].strip().split("/"))
    except (ValueError, IndexError) as error:
        raise LedgerError(number, f"the numbers of this row cannot be read: {' '.join(cells[1:13])}") from error
    if len(bowls) != 3 or len(cults) != 4:
        raise LedgerError(number, "a row has three bowls and four cults")
    return vp, c, w, p, bowls, cults


def _changes(number: int, cells: list[str]) -> tuple[int, ...]:
    try:
        return tuple(int(cells[i] or 0) for i in (1, 3, 5, 7, 9, 11))
    except ValueError as error:
        raise LedgerError(number, "the changes of this row cannot be read") from error


def _comment(ledger: Ledger, number: int, line: str) -> None:
    if m := re.match(r"Round (\d+) scoring: (SCORE\d+)", line, re.I):
        ledger.tiles.append(_tile(number, m[2]))
    elif m := re.match(r"Removing tile (\w+)$", line, re.I):
        ledger.removed.append(_card(number, m[1]))
    elif m := re.match(r"Player \d+: (.*)$", line, re.I):
        ledger.players.append(m[1])
    elif m := re.match(r"Added final scoring tile: (\S+)$", line, re.I):
        ledger.final = _final(number, m[1])
    elif m := re.match(r"(\w+) dropped from the game$", line, re.I):
        ledger.rows.append(Row(number, "", [], dropped=_faction(number, m[1])))
    elif line.lower().startswith(("option ", "map ")):
        _admin(ledger, number, line)
    # everything else in the table is a remark


# the list of commands


def _command_row(ledger: Ledger, number: int, line: str) -> None:
    line = line.split("#", 1)[0].strip()
    if not line:
        return
    prefix, colon, rest = line.partition(":")
    if colon and re.fullmatch(r"\w+", prefix.strip()) and prefix.strip().lower() not in ("player", "option"):
        faction = _faction(number, prefix)
        if faction not in ledger.factions:
            raise LedgerError(number, f"{faction} is not in this match")
        for command in split_commands(faction, rest):
            ledger.rows.append(Row(number, faction, [command]))
    else:
        _admin(ledger, number, re.sub(r"\s+", " ", line))


def _admin(ledger: Ledger, number: int, line: str) -> None:
    if m := re.match(r"option (\S+)$", line, re.I):
        name = m[1].lower()
        if name not in OPTIONS:
            raise LedgerError(number, f"unknown option {name}")
        ledger.options.append(name)
    elif m := re.match(r"map (\S+)$", line, re.I):
        ledger.map, ledger.start_vp = _map(number, m[1])
    elif m := re.match(r"score (\S+)$", line, re.I):
        ledger.tiles = [_tile(number, name) for name in m[1].split(",")]
    elif m := re.match(r"delete (\w+)$", line, re.I):
        ledger.removed.append(_card(number, m[1]))
    elif m := re.match(r"final-scoring (\S+)$", line, re.I):
        ledger.final = _final(number, m[1])
    elif m := re.match(r"setup (\w+)(?: for (\S+?))?(?: email (\S+))?$", line, re.I):
        faction = _faction(number, m[1])
        ledger.factions.append(faction)
        ledger.rows.append(Row(number, faction, [f"setup {faction}"]))
    elif m := re.match(r"player (\S+)", line, re.I):
        ledger.players.append(m[1])
    elif m := re.match(r"drop-faction player(\d+)$", line, re.I):
        name = f"nofaction{m[1]}"
        ledger.factions.append(name)
        ledger.rows.append(Row(number, "", [], dropped=name))
    elif m := re.match(r"drop-faction (\w+)$", line, re.I):
        ledger.rows.append(Row(number, "", [], dropped=_faction(number, m[1])))
    elif m := re.match(r"faction-variant (?:final_)?(variable\w*|ice|volcano)$", line, re.I):
        ledger.options.append(f"fire-and-ice-factions/{m[1].lower()}")
    elif m := re.match(r"randomize (v1|v2) seed (.*)$", line, re.I):
        ledger.seed = f"{m[1]} {m[2]}"
    elif not IGNORED.match(line):
        raise LedgerError(number, f"unknown command: {line}")


# words


def _faction(number: int, word: str) -> str:
    name = word.strip().lower()
    name = ALIASES.get(name, name)
    if name not in BY_NAME:
        raise LedgerError(number, f"unknown faction: {word.strip()}")
    return name


def _tile(number: int, word: str) -> str:
    if word.upper() not in TILE_NAMES:
        raise LedgerError(number, f"unknown scoring tile: {word}")
    return word.upper()


def _card(number: int, word: str) -> str:
    if word.upper() not in CARD_NAMES:
        raise LedgerError(number, f"only bonus cards can be removed, not {word}")
    return word.upper()


def _final(number: int, word: str) -> str:
    if word.lower() not in FINAL_TILES:
        raise LedgerError(number, f"unknown final scoring tile: {word}")
    return word.lower()


def _map(number: int, word: str) -> tuple[str, str]:
    if word.lower() == "original":
        return "original", "standard"
    name = SITE_IDS.get(word.lower())
    if name is None:
        raise LedgerError(number, f"unknown map: {word}")
    return name, "2017" if word.lower() == SITE_ID_2017 else "standard"


def _rewrites(*pairs: tuple[str, str]) -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(old, re.I), new) for old, new in pairs]


OLD_WAYS = _rewrites(
    (r"pass\.\s*\+bon", "pass BON"),
    (r"^\+bon", "pass BON"),
    (r"(build \w+)\. (transform \w+(?: to \w+)?)", r"\2. \1"),
    (r"(pass \w+)\. (convert (?:\d+ *)?\w+ to (?:\d+ *)?\w+)", r"\2. \1"),
    (r"(dig \w)\. (action \w+)", r"\2. \1"),
)
OLD_WAYS_OF_ENGINEERS = _rewrites(
    (r"-2w\.\s*bridge", "action ACTE. bridge"),
    (r"convert 2 *w to 1? *bridge", "action ACTE"),
)


def split_commands(faction: str, text: str) -> list[str]:
    """The commands of one line, with the rewrites that the site makes for old ways of writing."""
    text = " ".join(text.split())
    for old, new in [*OLD_WAYS_OF_ENGINEERS, *OLD_WAYS] if faction == "engineers" else OLD_WAYS:
        text = old.sub(new, text)
    return [c for c in (part.strip() for part in text.split(".")) if c]
