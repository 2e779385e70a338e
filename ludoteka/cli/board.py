"""A position as text, for the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from ludoteka.core.game import Game, State


def board_text(game: Game, state: State, seat: int | None, lang: str) -> str:
    view = state.view(seat)
    if game.text is not None:
        return game.text(view, lang)
    return "\n".join(_outline(view, 0))


def painted_board(game: Game, state: State, seat: int | None, lang: str) -> Text:
    """The same in the colours of the game, where the terminal has colours."""
    found = Text(board_text(game, state, seat, lang))
    for pattern, style in game.ink.items():
        found.highlight_regex(pattern, style)
    return found


def _outline(value: Mapping[str, Any], depth: int) -> list[str]:
    """Any view as an indented outline, for games without a text board."""
    lines = []
    for key, item in value.items():
        pad = "  " * depth
        if isinstance(item, Mapping) and item:
            lines += [f"{pad}{key}:", *_outline(item, depth + 1)]
        elif isinstance(item, list) and item and isinstance(item[0], Mapping):
            for i, part in enumerate(item):
                lines += [f"{pad}{key} {i}:", *_outline(part, depth + 1)]
        elif item not in ("", None, [], {}):
            lines.append(f"{pad}{key}: {item}")
    return lines
