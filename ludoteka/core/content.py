"""Content of people's own: a text that a match is played with, such as a player-made race, kept under its hash.

An option that takes such a text is declared with `content_option(read)`. Its value is one word:

    own:3f2a…    a text registered here with `add`, as a server does with what people upload
    toml:eJx…    the whole text, packed: in records, and for a process that never saw it

A game asks `text_of` for the text. There is no word for a file: nobody names a path on somebody else's machine.
"""

from __future__ import annotations

import base64
import zlib
from collections import OrderedDict
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from threading import Lock
from typing import Any

from ludoteka.core.errors import LudotekaError

OWN, PACKED = "own:", "toml:"
LARGEST = 200_000
"""Bytes of one text."""
KEPT = 256
_texts: OrderedDict[str, str] = OrderedDict()
_lock = Lock()


class BadContent(LudotekaError):
    """Too long, unknown here, or packed wrongly."""


def is_content(word: str) -> bool:
    return word.startswith((OWN, PACKED))


def word_for(text: str) -> str:
    """The short name of a text, the same everywhere."""
    data = text.encode()
    if len(data) > LARGEST:
        raise BadContent("error.content_large", most=LARGEST // 1000)
    return OWN + sha256(data).hexdigest()[:32]


def add(text: str) -> str:
    """Register a text; the word that stands for it. Those asked for least recently make room."""
    word = word_for(text)
    with _lock:
        _texts[word] = text
        _texts.move_to_end(word)
        while len(_texts) > KEPT:
            _texts.popitem(last=False)
    return word


def has(word: str) -> bool:
    return word.startswith(PACKED) or word in _texts


def text_of(word: str) -> str:
    """The text that a word stands for; raises BadContent."""
    if word.startswith(PACKED):
        return _unpack(word.removeprefix(PACKED))
    with _lock:
        if word not in _texts:
            raise BadContent("error.content_unknown", word=word[:60])
        _texts.move_to_end(word)
        return _texts[word]


def pack(text: str) -> str:
    """A text as one word that holds everything."""
    word_for(text)
    return PACKED + base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def packed(word: str) -> str:
    """A value of an option as it may travel: a short name becomes the text itself."""
    return _pack_known(word) if word.startswith(OWN) else word


@lru_cache(maxsize=64)
def _pack_known(word: str) -> str:
    return pack(text_of(word))


def travelling(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options for a process that knows none of the texts."""
    return {name: packed(value) if isinstance(value, str) else value for name, value in options.items()}


def _unpack(word: str) -> str:
    """No more than a text may have, whatever a stranger sends."""
    reader = zlib.decompressobj()
    try:
        data = reader.decompress(base64.urlsafe_b64decode(word + "=" * (-len(word) % 4)), LARGEST)
        if reader.eof:
            return data.decode()
    except (ValueError, zlib.error):
        pass
    raise BadContent("error.content_packed")
