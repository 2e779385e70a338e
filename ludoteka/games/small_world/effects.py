"""The vocabulary of abilities: every race and power, official or player-made, is a number and a list of these.

An effect only says what is so; `ability.py` folds the effects of a combination into masks and flags, and `hooks.py`
lets them act at their moment. The `kind` of a TOML file is the class name in snake case, its keys are the fields here.
"""

from __future__ import annotations

from dataclasses import Field, dataclass, field, fields
from typing import Any, Final

from ludoteka.core.shape import Kind, flag, number, one_of, one_or_many, spoken, table

TERRAINS: Final[tuple[str, ...]] = ("farmland", "forest", "hill", "swamp", "mountain", "water")
SYMBOLS: Final[tuple[str, ...]] = ("mine", "magic", "cavern")


def _one_of(*choices: str) -> Any:
    return field(default="", metadata={"choices": choices})


def _number(default: int, low: int, high: int) -> Any:
    return field(default=default, metadata={"low": low, "high": high})


@dataclass(frozen=True)
class Effect:
    """What a race or power can do. `in_decline`: it goes on after decline, which the rules must say expressly."""

    in_decline: bool = field(default=False, kw_only=True)


# --- coins at the end of the turn ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CoinsPerRegion(Effect):
    """For each region held, or only those of a terrain or with a symbol."""

    terrain: str = _one_of(*TERRAINS)
    symbol: str = _one_of(*SYMBOLS)
    amount: int = _number(1, 1, 9)


@dataclass(frozen=True)
class CoinsPerConquest(Effect):
    """For each non-empty region conquered this turn."""

    amount: int = _number(1, 1, 9)


@dataclass(frozen=True)
class CoinsPerFortress(Effect):
    """For each fortress in a region held."""

    amount: int = _number(1, 1, 9)


@dataclass(frozen=True)
class CoinsFlat(Effect):
    """At the end of every turn, or only of the first one of the race."""

    amount: int = _number(1, 1, 20)
    first_turn_only: bool = False


# --- the price of a conquest -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Discount(Effect):
    """Fewer tokens for regions that fit every condition given: terrain, symbol, on a shore, beside a held terrain."""

    amount: int = _number(1, 1, 5)
    terrain: tuple[str, ...] = field(default=(), metadata={"choices": TERRAINS})
    symbol: str = _one_of(*SYMBOLS)
    coastal: bool = False
    beside: str = _one_of(*TERRAINS)


@dataclass(frozen=True)
class DieBeforeConquest(Effect):
    """The die may be rolled before every conquest, and then the region is chosen."""


@dataclass(frozen=True)
class Dragon(Effect):
    """Once per turn one token takes a region whatever defends it; the dragon stays and makes it immune."""


@dataclass(frozen=True)
class Substitute(Effect):
    """Once per turn and opponent a lone active token beside the race is replaced by one from the tray."""


# --- where it may go -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EnterAnywhere(Effect):
    """The first conquest need not be at the border."""


@dataclass(frozen=True)
class Fly(Effect):
    """Any land region may be conquered, adjacent or not."""


@dataclass(frozen=True)
class Linked(Effect):
    """All regions with the symbol count as adjacent to each other."""

    symbol: str = _one_of(*SYMBOLS)


@dataclass(frozen=True)
class Water(Effect):
    """Seas and lakes may be conquered as empty regions."""


# --- tokens ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ExtraTokens(Effect):
    """More tokens, for conquest only: set aside after each redeployment."""

    amount: int = _number(4, 1, 6)


@dataclass(frozen=True)
class NewTokens(Effect):
    """From the tray at redeployment, for every so many non-empty regions conquered this turn."""

    conquests: int = _number(2, 1, 9)
    tokens: int = _number(1, 1, 5)


@dataclass(frozen=True)
class NoLoss(Effect):
    """No token is lost when a region falls (a substitution still costs it)."""


# --- markers ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lairs(Effect):
    """+1 defence in every region held, also in decline."""


@dataclass(frozen=True)
class Encampments(Effect):
    """+1 defence each, spread anew at every redeployment, never lost while active."""

    amount: int = _number(5, 1, 5)


@dataclass(frozen=True)
class Fortresses(Effect):
    """One more each turn, one per region, six on the board: +1 defence, also in decline."""


@dataclass(frozen=True)
class Holes(Effect):
    """The first regions the race ever conquers become immune."""

    amount: int = _number(2, 1, 2)


@dataclass(frozen=True)
class Heroes(Effect):
    """At the end of the turn so many different regions become immune."""

    amount: int = _number(2, 1, 2)


# --- peace and decline -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Peace(Effect):
    """At the end of the turn an opponent whose active race was not attacked is bound to peace."""


@dataclass(frozen=True)
class KeepTokens(Effect):
    """All tokens on the board stay there at decline."""


@dataclass(frozen=True)
class ConquerInDecline(Effect):
    """In decline it goes on conquering, at the start of the turn, before the active race."""


@dataclass(frozen=True)
class DeclineAfterScoring(Effect):
    """The race may decline at the end of a turn, after its coins."""


@dataclass(frozen=True)
class ExemptFromLimit(Effect):
    """In decline it never counts towards the one race in decline and keeps its badge."""


KINDS: dict[str, type[Effect]] = {
    "coins_per_region": CoinsPerRegion,
    "coins_per_conquest": CoinsPerConquest,
    "coins_per_fortress": CoinsPerFortress,
    "coins_flat": CoinsFlat,
    "discount": Discount,
    "die_before_conquest": DieBeforeConquest,
    "dragon": Dragon,
    "substitute": Substitute,
    "enter_anywhere": EnterAnywhere,
    "fly": Fly,
    "linked": Linked,
    "water": Water,
    "extra_tokens": ExtraTokens,
    "new_tokens": NewTokens,
    "no_loss": NoLoss,
    "lairs": Lairs,
    "encampments": Encampments,
    "fortresses": Fortresses,
    "holes": Holes,
    "heroes": Heroes,
    "peace": Peace,
    "keep_tokens": KeepTokens,
    "conquer_in_decline": ConquerInDecline,
    "decline_after_scoring": DeclineAfterScoring,
    "exempt_from_limit": ExemptFromLimit,
}


LASTING = (Lairs, ConquerInDecline, ExemptFromLimit)
"""These act in decline by their nature."""
_EARNING = (CoinsPerRegion, CoinsPerFortress, CoinsFlat, NoLoss)
"""These can go on in decline, for what is held counts,"""
_MARCHING = (Discount, DieBeforeConquest, Substitute, EnterAnywhere, Fly, Linked, Water)
"""and these for peoples that still conquer. Markers, peace and tokens beyond the board leave with the decline."""


def lasts(effect: Effect) -> bool:
    """Whether it goes on in decline."""
    return effect.in_decline or isinstance(effect, LASTING)


def pays_once(effect: Effect) -> bool:
    return isinstance(effect, CoinsFlat) and effect.first_turn_only


def idle_in_decline(effect: Effect, marches: bool) -> str:
    """The problem with saying that an effect goes on in decline, for a people that then `marches` or not; or ""."""
    if not effect.in_decline or (isinstance(effect, LASTING + _EARNING) and not pays_once(effect)):
        return ""
    if isinstance(effect, _MARCHING):
        return "" if marches else "needs_march"
    return "ends_with_decline"


def _kind_of(f: Field[Any]) -> Kind:
    """What a key of an effect may be, as its field declares it."""
    if isinstance(f.default, bool):
        return flag
    if isinstance(f.default, int):
        return number(f.metadata["low"], f.metadata["high"])
    choice = one_of(*f.metadata["choices"])
    return one_or_many(choice) if isinstance(f.default, tuple) else choice


def _shape_of(name: str, cls: type[Effect]) -> Kind:
    kinds = {f.name: _kind_of(f) for f in fields(cls)}
    must = {"symbol": kinds.pop("symbol")} if cls is Linked else {}
    return table(must, kinds, of=name)


SHAPE: Kind = spoken("kind", {name: _shape_of(name, cls) for name, cls in KINDS.items()})
"""Of an effect as people write it: `{kind = "discount", coastal = true}`."""


def effect_of(given: dict[str, Any]) -> Effect:
    """The effect that a table of that shape declares."""
    cls = KINDS[given["kind"]]
    several = {f.name for f in fields(cls) if isinstance(f.default, tuple)}
    values = {key: value for key, value in given.items() if key != "kind"}
    for key in several & values.keys():
        values[key] = tuple(values[key]) if isinstance(values[key], list) else (values[key],)
    return cls(**values)
