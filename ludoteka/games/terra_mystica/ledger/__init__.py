"""Matches recorded on the site terra.snellman.net: read, translated into our actions, and checked row by row."""

from ludoteka.games.terra_mystica.ledger.check import Imported, import_ledger
from ludoteka.games.terra_mystica.ledger.grammar import LedgerError

__all__ = ["Imported", "LedgerError", "import_ledger"]
