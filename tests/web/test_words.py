"""Every word of the pages exists in both languages, and none is there for nothing."""

from __future__ import annotations

import json
import re
from string import Formatter

from ludoteka.core.text import LANGS
from ludoteka.server import look
from ludoteka.server.habits import DAY
from ludoteka.server.pages.shell import WEB_LOCALE, words

WEB = WEB_LOCALE.parent
PAGES = WEB.parent / "pages"
KEPT = (
    "js.",
    "site.",
    "home.",
    "list.",
    "table.",
    "room.",
    "end.",
    "new.",
    "people.",
    "import.",
    "me.",
    "learn.",
    "replay.",
)


def catalogue(lang: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((WEB_LOCALE / f"{lang}.json").read_text("utf-8"))
    return found


def test_both_languages_have_the_same_messages_with_the_same_arguments() -> None:
    english, russian = (catalogue(lang) for lang in LANGS)
    assert english.keys() == russian.keys()
    for key, text in english.items():
        arguments = [{name for _, name, _, _ in Formatter().parse(t) if name} for t in (text, russian[key])]
        assert arguments[0] == arguments[1], key


def test_every_message_used_is_there_and_every_one_there_is_used() -> None:
    sources = "\n".join(
        path.read_text("utf-8")
        for folder, pattern in ((WEB / "templates", "*"), (look.STATIC / "js", "*.js"), (PAGES, "*.py"))
        for path in sorted(folder.glob(pattern))
    )
    used = set(re.findall(r"""(?:\bsay|\bt)\(\s*["']([a-z]+\.[a-z_0-9]+)["']""", sources))
    known = words("en").messages
    assert not sorted(id for id in used if id not in known and not id.startswith("game."))
    made = {
        "js.is_legal",
        "js.is_chosen",
        "js.gone_left",
        "js.gone_free",
        "js.end_free",
        "js.gone_timeout",
        "js.end_left",
        "js.end_timeout",
        "js.by_standing",
        "js.by_premove",
    }
    made |= {"js.by_auto", "js.one_more", "js.one_less"}
    made |= {f"js.keep_{name}" for name in ("all", "free", "easy")}
    made |= {f"js.sheet_{height}" for height in ("rest", "half", "full")}
    made |= {f"js.{unit}{way}" for unit in ("chapter", "round", "turn") for way in ("", "_back", "_next")}
    made |= {f"js.axis_{unit}" for unit in ("chapter", "round", "turn")} | {"people.blocked", "people.muted"}
    made |= {f"js.status_{s}" for s in ("waiting", "playing", "finished", "closed")}
    made |= {f"js.room_{moment}" for moment in ("sit", "start", "wait", "full", "closed")}
    made |= {f"js.waiting_{place}" for place in range(1, 7)}
    made |= {f"people.pace_{pace}" for pace in ("turns", "sitting")} | {f"people.hours_{name}" for _, name in DAY}
    there = {id for id in catalogue("en") if id.startswith(KEPT)}
    unused = sorted(id for id in there - used - made if f'"{id}"' not in sources and f"'{id}'" not in sources)
    assert not unused


def test_scripts_carry_no_words_of_their_own() -> None:
    for path in sorted((look.STATIC / "js").glob("*.js")):
        code = re.sub(r"//.*|/\*.*?\*/", "", path.read_text("utf-8"))
        assert not re.search("[а-яё]", code, re.I), path.name
