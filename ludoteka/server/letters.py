"""The mail about a turn: the position as a picture, and the few answers there are as links."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from html import escape

import structlog

from ludoteka.server.answers import Answers, asked, in_words
from ludoteka.server.line import Ask
from ludoteka.server.picture import png
from ludoteka.server.refused import words
from ludoteka.server.table import Table
from ludoteka.server.thinking import NotThought, Thinker
from ludoteka.server.thinking import in_words as travelling
from ludoteka.server.worker import Played, replayed

log = structlog.get_logger()
BUTTON = "display:inline-block;padding:10px 16px;margin:4px 8px 4px 0;border-radius:8px;text-decoration:none;"
FIRST = BUTTON + "background:#1d5b57;color:#ffffff"
OTHER = BUTTON + "border:1px solid #8c7d66;color:#2b261f"


@dataclass(frozen=True)
class Letter:
    text: str
    html: str = ""
    picture: bytes = b""
    """Shown in the HTML as `cid:position`."""


def draw(what: Played, seat: int, lang: str, seconds: float) -> bytes:
    """In a worker: the position as that seat sees it."""
    match = replayed(*what)
    return png(match.game.draw(match.state.view(seat), lang))


class Letters:
    def __init__(self, answers: Answers, thinker: Thinker) -> None:
        self.answers = answers
        self.thinker = thinker

    async def turn(self, table: Table, user_id: str, lang: str, text: str, link: str) -> Letter:
        """Without an address of this house there are no links, and then the words are enough."""
        if not link or table.to_move < 0:
            return Letter(text)
        say, seat = words(lang).say, table.to_move
        code, answers = await self.answers.offer(table, user_id)
        base = link.rpartition("/t/")[0]
        links = [(f"{base}/answer#{code}.{i}", said) for i, said in enumerate(in_words(table, answers, lang))]
        parts = [text]
        if links:
            parts += [asked(table, lang), *(f"- {said}\n  {url}" for url, said in links), say("mail.answers_how")]
        picture = await self._picture(table, seat, lang)
        shown = f'<p><a href="{escape(link)}"><img src="cid:position" alt="" width="600"></a></p>' if picture else ""
        buttons = "".join(f'<a style="{OTHER}" href="{escape(url)}">{escape(said)}</a>' for url, said in links)
        html = (
            f'<div style="font-family:sans-serif;color:#2b261f"><p>{escape(text.partition(link)[0].strip())}</p>{shown}'
            f'<p><a style="{FIRST}" href="{escape(link)}">{escape(say("mail.open"))}</a></p>'
            + (f"<p><b>{escape(asked(table, lang))}</b></p><p>{buttons}</p>" if links else "")
            + (f"<p><small>{escape(say('mail.answers_how'))}</small></p></div>" if links else "</div>")
        )
        return Letter("\n\n".join(part for part in parts if part), html, picture)

    async def _picture(self, table: Table, seat: int, lang: str) -> bytes:
        """Drawn where bots think, after everybody who waits for one; a letter without it is still a letter."""
        job = partial(draw, travelling(table), seat, lang)
        try:
            return await self.thinker.ask(Ask(job, table.id, "", people=False, quick=False)) or b""
        except NotThought as error:
            log.warning("no_picture", table=table.id, error=str(error))
            return b""
