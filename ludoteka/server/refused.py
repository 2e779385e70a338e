"""What the server says no to, with the status it answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from ludoteka.bots.levels import LOCALE as BOTS_LOCALE
from ludoteka.core.errors import IllegalAction, LudotekaError, Reason
from ludoteka.core.game import Game
from ludoteka.core.text import CORE_LOCALE, Catalogue, load_catalogue

LOCALE = Path(__file__).parent / "locale"


def words(lang: str) -> Catalogue:
    return load_catalogue(lang, CORE_LOCALE, BOTS_LOCALE, LOCALE)


class Refused(LudotekaError):
    """A request that cannot be granted: `Refused(404, "error.no_table")`."""

    def __init__(self, status: int, id: str, **args: Any) -> None:
        super().__init__(id, **args)
        self.status = status

    def told(self, lang: str) -> str:
        return words(lang).why(self.reason)


class Conflict(Refused):
    """Somebody was quicker: the table has other moves than the sender thinks."""

    def __init__(self, n: int) -> None:
        super().__init__(409, "error.conflict", n=n)
        self.n = n


class Ruled(Refused):
    """A game says no; its own words say why."""

    def __init__(self, game: Game, why: Reason) -> None:
        super().__init__(422, why.id)
        self.reason = why
        self.game = game


@contextmanager
def ruled_by(game: Game) -> Iterator[None]:
    """What the game refuses inside is told in the game's words."""
    try:
        yield
    except Refused:
        raise
    except LudotekaError as error:
        raise ruled(game, error) from error


def ruled(game: Game, error: LudotekaError) -> Ruled:
    return Ruled(game, error.why if isinstance(error, IllegalAction) else error.reason)


class Problem(msgspec.Struct):
    """Every refusal looks like this."""

    status: int
    id: str
    """A message id; stable, for programs."""
    message: str
    """The same in the reader's language."""
    rule: str = ""
    """The rule of the game it comes from."""


def problem_of(error: LudotekaError, lang: str) -> Problem:
    status = error.status if isinstance(error, Refused) else 422
    catalogue = error.game.catalogue(lang) if isinstance(error, Ruled) else words(lang)
    reason = error.reason
    message = catalogue.say(reason.id, **reason.args) if reason.id in catalogue else reason.id
    return Problem(status, reason.id, message, reason.rule)
