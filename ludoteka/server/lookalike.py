"""Names that look alike are one name: what a name is compared by, so that nobody passes for somebody else.

In the spirit of Unicode's skeletons (UTS 39), with the letters that people of our languages take for each other.
"""

from __future__ import annotations

from functools import cache, lru_cache
from unicodedata import category, lookup, name, normalize

from ludoteka.bots.levels import LOCALE as BOTS_LOCALE
from ludoteka.core.text import LANGS, load_catalogue

CAPITALS = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX", strict=True))
"""Greek capitals look like ours where the small letters do not."""
ALIKE = {
    "a": "аɑα",
    "b": "вьβ",
    "c": "сϲς",
    "d": "ԁɗ",
    "e": "еёєε",
    "f": "ƒϝғ",
    "g": "ɡԍց",
    "h": "һнћ",
    "j": "јϳ",
    "k": "кқκĸ",
    "l": "i1ıіїӏιɩɪ",
    "n": "ηռո",
    "o": "о0οσөօø",
    "p": "рρ",
    "q": "ԛգ",
    "r": "гɾ",
    "s": "ѕꜱ",
    "t": "тτҭ",
    "u": "υսʋ",
    "v": "νѵ",
    "w": "ԝωɯ",
    "x": "хχҳ×",
    "y": "уγүұʏ",
    "z": "ζʐ",
    "м": "mμ",
    "и": "й",
    "3": "з",
    "6": "б",
}
FOREIGN = dict(
    zip("ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᎩᏃ", "abcdefghljklмnoprstuvwxyzabcdeghljklмprstvwyz", strict=True)
)
"""Letters of the Lisu and the Cherokee that are drawn like ours."""
PAIRS = {"rn": "м", "vv": "w"}
"""Letters side by side that look like one."""
KEPT = [
    "ludoteka",
    "лудотека",
    "admin",
    "administrator",
    "админ",
    "администратор",
    "moderator",
    "модератор",
    "bot",
    "бот",
]
_ONE = str.maketrans({letter: like for like, letters in ALIKE.items() for letter in letters} | FOREIGN)


@lru_cache(1024)
def look_of(words: str) -> str:
    """The same for names that look the same: whatever their size, gaps, marks and alphabets."""
    text = "".join(CAPITALS.get(c, c) for c in normalize("NFKC", words))
    text = "".join(map(_bare, text.casefold())).translate(_ONE)
    for pair, like in PAIRS.items():
        text = text.replace(pair, like)
    letters = "".join(c for c in text if category(c)[0] in "LNS")
    return (letters or text)[:120]


def _bare(letter: str) -> str:
    """Without strokes and marks that belong to it (ł, é, қ), and as large as the others (ᴀ)."""
    if letter.isascii() or not letter.isalpha():
        return letter
    called = name(letter, "").partition(" WITH ")[0].replace("LETTER SMALL CAPITAL", "SMALL LETTER")
    try:
        return lookup(called)
    except KeyError:
        return letter


@cache
def kept_looks() -> frozenset[str]:
    """Names of the house and of its bots, which people do not bear."""
    names = set(KEPT)
    for lang in LANGS:
        found = load_catalogue(lang, BOTS_LOCALE).messages
        titles = [text for key, text in found.items() if key.startswith("bot.") and "." not in key[4:]]
        names |= set(titles) | {title.split(",")[0].split("(")[0] for title in titles}
    return frozenset(map(look_of, names))
