"""What every page has: words, theme, who is looking, and data for the script."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from time import time
from typing import Any

import msgspec
from babel.numbers import format_decimal
from litestar import Request, Response
from litestar.response import Template
from markupsafe import Markup

from ludoteka import bots, games
from ludoteka.bots.levels import LEVELS
from ludoteka.bots.levels import LOCALE as BOTS_LOCALE
from ludoteka.core.cards import telling
from ludoteka.core.manner import manner
from ludoteka.core.text import CORE_LOCALE, Catalogue, load_catalogue
from ludoteka.server import look
from ludoteka.server.house import Brief
from ludoteka.server.icons import LOGO
from ludoteka.server.people import User
from ludoteka.server.refused import LOCALE, Problem

WEB_LOCALE = Path(__file__).parent.parent / "web" / "locale"
FOR_SCRIPT = ("js.", "time.", "bot.")
UNITS = (("s", 1, 90), ("m", 60, 5400), ("h", 3600, 129_600), ("d", 86_400, 1e18))
"""Of time: name, seconds, until when it is used."""
Asked = Request[Any, Any, Any]


def words(lang: str) -> Catalogue:
    return load_catalogue(lang, CORE_LOCALE, BOTS_LOCALE, LOCALE, WEB_LOCALE)


@cache
def script_words(lang: str) -> dict[str, str]:
    return {key: text for key, text in words(lang).messages.items() if key.startswith(FOR_SCRIPT)}


@cache
def levels() -> list[str]:
    """The bots people choose from: levels where there are any, else every bot."""
    names = bots.names()
    return [name for name in names if name.startswith("level")] or names


def level_list(lang: str) -> list[dict[str, str]]:
    """The levels with a sentence for the one who chooses."""
    about = {level.bot: level.about(lang) for level in LEVELS}
    return [{"bot": name, "about": about.get(name, "")} for name in levels()]


def usual_bot() -> str:
    """Whom a newcomer plays against: not the weakest."""
    return levels()[min(1, len(levels()) - 1)]


@cache
def play_words(name: str, lang: str) -> dict[str, Any]:
    """What the generic client has to know of a game: names of values, verbs in words, the fields of the notation."""
    game = games.load(name)
    messages = game.catalogue(lang).messages
    kinds = ("what.", "at.", "to.", "n.", "seat.", "log.")
    return {
        "names": {key: text for key, text in messages.items() if key.startswith(kinds)},
        "verbs": {verb: messages.get(f"verb.{verb}", verb.capitalize()) for verb in game.known_verbs},
        "confirms": {key[8:]: text for key, text in messages.items() if key.startswith("confirm.")},
        "fields": {verb: list(cls.__match_args__) for verb, cls in game.known_verbs.items()},
        "scores": numbered(messages, "score."),
        "telling": telling(game.package),
        "plans": manner(game).next_turn is not None,
    }


def numbered(messages: Mapping[str, str], prefix: str) -> list[str]:
    """The messages `<prefix>1`, `<prefix>2`, … in order."""
    found: list[str] = []
    while f"{prefix}{len(found) + 1}" in messages:
        found.append(messages[f"{prefix}{len(found) + 1}"])
    return found


def data_block(value: Any) -> Markup:
    """JSON inside a page: no `<` can end the block early."""
    return Markup(msgspec.json.encode(value).decode().replace("<", "\\u003c"))


def render(request: Asked, name: str, lang: str, viewer: User | None, data: Any = None, **context: Any) -> Template:
    theme, contrast = request.cookies.get("theme", ""), request.cookies.get("contrast", "")
    me = {"id": viewer.id, "name": viewer.name, "account": viewer.account} if viewer else None
    page = {"words": script_words(lang), "me": me, "bots": levels(), **(data or {})}
    catalogue = words(lang)

    def nick(player: str) -> str:
        kind, _, bot = player.partition(":")
        return catalogue.messages.get(f"bot.{bot}", bot) if kind == "bot" else player

    def others(brief: Brief) -> str:
        """Who sits at a table besides the reader."""
        seated = zip(range(len(brief.names)), brief.names, brief.kinds, strict=True)
        names = [nick(name) for i, name, kind in seated if i not in brief.mine and kind != "open"]
        if not names:
            return catalogue.say("list.alone")
        names = [f"{name}\u00a0×{n}" if n > 1 else name for name, n in Counter(names).items()]
        return catalogue.say("list.with", names=", ".join(names)) if brief.mine else ", ".join(names)

    def lasting(seconds: float) -> str:
        """3 min, 2 h, 5 d."""
        unit, size = next(((u, n) for u, n, most in UNITS if seconds < most), UNITS[-1][:2])
        return catalogue.say(f"time.{unit}", n=round(seconds / size))

    def ago(at: float) -> str:
        """How long something is past: 3 min ago, 2 h ago, 5 d ago."""
        return catalogue.say("ago", span=lasting(max(0.0, time() - at)))

    def time_to(at: float) -> str:
        """How long it is until then."""
        return lasting(max(0.0, at - time()))

    shown = {
        "lang": lang,
        "other_lang": "ru" if lang == "en" else "en",
        "theme": theme if theme in ("light", "dark") else "",
        "contrast": "more" if contrast == "more" else "",
        "t": lambda id, **args: catalogue.say(id, **args),
        "nick": nick,
        "decimal": lambda n: format_decimal(n, "0.##", lang),
        "tenths": lambda n: format_decimal(n, "0.0", lang),
        "others": others,
        "ago": ago,
        "time_to": time_to,
        "lasting": lasting,
        "asset": lambda path: f"/a/{look.version()}/{path}",
        "modules": look.modules,
        "sprite": Markup(look.sprite()),
        "logo": Markup(LOGO),
        "me": viewer,
        "page_data": data_block(page),
    }
    return Template(template_name=name, context=shown | context)


def wants_page(request: Asked) -> bool:
    """A person in front of a browser, not a program or a script of ours."""
    return request.method == "GET" and "text/html" in request.headers.get("accept", "")


def problem_page(request: Asked, problem: Problem, lang: str) -> Response[Any]:
    page = render(request, "problem.html", lang, None, {"quiet": True}, status=problem.status, message=problem.message)
    page.status_code = problem.status
    return page
