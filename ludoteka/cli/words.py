"""The words of the commands themselves."""

from __future__ import annotations

import os
from locale import getlocale
from pathlib import Path

from ludoteka.core.text import CORE_LOCALE, LANGS, Catalogue, load_catalogue

LOCALE = Path(__file__).parent / "locale"


def words(lang: str) -> Catalogue:
    return load_catalogue(lang, CORE_LOCALE, LOCALE)


def user_lang() -> str:
    """The language that the machine is set to, if we speak it."""
    told = (os.environ.get(name) for name in ("LUDOTEKA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))
    wish = next(filter(None, told), getlocale()[0] or "")[:2].lower()  # Windows only has the latter: Russian_Russia
    return wish if wish in LANGS else LANGS[0]
