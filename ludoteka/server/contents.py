"""Texts that people bring to play with: a race of their own, the cards of a box.

A text is read first in a process of its own, which is ended if it takes too long; then it is kept under its hash.
Options of tables hold only the hash, so a text that many use is there once.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import re
from collections.abc import Mapping
from multiprocessing.connection import Connection
from time import time
from typing import Any

from sqlalchemy import select

from ludoteka import games
from ludoteka.core import content
from ludoteka.core.errors import LudotekaError, Reason
from ludoteka.core.game import Game
from ludoteka.server.refused import Refused, Ruled
from ludoteka.server.schema import contents
from ludoteka.server.store import Store

SECONDS = 3.0
"""To read one text."""
STARTING = 60.0
"""To start the process and import the game, on a busy machine."""
AT_ONCE = 2
SLOW, ODD = Reason("error.content_slow"), Reason("error.content_odd")
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_GAME_LINE = re.compile(r"^game (\S+) (\S+) (.*)$", re.MULTILINE)


class Contents:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.turn = asyncio.Semaphore(AT_ONCE)

    async def bring(self, user_id: str, game: Game, option: str, text: str) -> str:
        """Keep a text for an option of a game; the word for it. Raises with the line if the game cannot read it."""
        if option not in game.options.contents():
            raise Refused(422, "error.no_content", option=option)
        word = content.word_for(text)
        if await self._known(word) is None:
            async with self.turn:
                why = await asyncio.to_thread(read_elsewhere, game.name, option, text)
            if why in (SLOW, ODD):
                raise Refused(422, why.id)
            if why is not None:
                raise Ruled(game, why)
            row = {"word": word, "text": text, "user_id": user_id, "at": time()}
            await self.store.execute(self.store.insert(contents).values(row).on_conflict_do_nothing())
        return content.add(text)

    async def admit(self, user_id: str, game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
        """Options as strangers give them: what is packed is brought, what is named must be known, a path is neither."""
        found = dict(options)
        for name, value in options.items():
            if not isinstance(value, str) or not value or name not in game.options.contents():
                continue
            if value.startswith(content.PACKED):
                found[name] = await self.bring(user_id, game, name, content.text_of(value))
            elif value.startswith(content.OWN):
                await self.ready(found)
            elif not _NAME.fullmatch(value):
                raise Refused(422, "error.no_path", option=name)
        if content_words(found):
            # what was read elsewhere is read here too: not in the event loop
            await asyncio.to_thread(_warm, game, found)
        return found

    async def admit_record(self, user_id: str, text: str) -> dict[str, Any]:
        """The same for the header of a record, before anything reads it; the options that it brings."""
        line = _GAME_LINE.search(text)
        if line is None or line[1] not in games.names():
            return {}
        game = games.load(line[1])
        given = dict(item.split("=", 1) for item in line[3].split() if "=" in item)
        if line[2] != str(game.version):  # texts of an older version were read differently: they stay in the record
            given = {k: v for k, v in given.items() if not v.startswith(content.PACKED)}
        return content_words(await self.admit(user_id, game, given))

    async def ready(self, options: Mapping[str, Any]) -> None:
        """Texts that these options name are in memory."""
        for word in content_words(options).values():
            if not content.has(word):
                text = await self._known(word)
                if text is None:
                    raise content.BadContent("error.content_unknown", word=word[:60])
                content.add(text)

    async def _known(self, word: str) -> str | None:
        row = await self.store.row(select(contents.c.text).where(contents.c.word == word))
        return str(row["text"]) if row is not None else None


def content_words(options: Mapping[str, Any]) -> dict[str, str]:
    return {k: v for k, v in options.items() if isinstance(v, str) and v.startswith(content.OWN)}


def _warm(game: Game, options: Mapping[str, Any]) -> None:
    for seats in game.seats:
        try:
            game.check_options(seats, options)
        except LudotekaError:
            continue  # whoever makes the table is told
        return


def read_elsewhere(game: str, option: str, text: str) -> Reason | None:
    """Read a text in a process that can be ended: why it is refused, or None."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=_read, args=(theirs, game, option, text), daemon=True)
    process.start()
    theirs.close()
    try:
        if ours.poll(STARTING) and ours.recv() == "ready" and ours.poll(SECONDS):
            found: Reason | None = ours.recv()
            return found
    except EOFError:
        pass
    finally:
        process.kill()
        process.join()
        ours.close()
    return SLOW


def _read(answer: Connection, game: str, option: str, text: str) -> None:
    read = games.load(game).options.contents()[option]
    answer.send("ready")
    why: Reason | None = None
    try:
        read(text)
    except LudotekaError as error:
        why = error.reason
    except (RecursionError, ValueError, TypeError, KeyError, AttributeError, ArithmeticError):
        why = ODD
    answer.send(why)
