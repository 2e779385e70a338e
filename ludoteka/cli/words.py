"""The words of the commands themselves."""

from __future__ import annotations

import os
from pathlib import Path

from ludoteka.core.text import CORE_LOCALE, LANGS, Catalogue, load_catalogue

LOCALE = Path(__file__).parent / "locale"


def words(lang: str) -> Catalogue:
    return load_catalogue(lang, CORE_LOCALE, LOCALE)


def user_lang() -> str:
    """The language that the machine is set to, if we speak it."""
    for name in ("LUDOTEKA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            wish = os.environ[name][:2].lower()
            return wish if wish in LANGS else LANGS[0]
    return LANGS[0]
