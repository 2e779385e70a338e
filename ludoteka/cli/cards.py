"""A card at the terminal: what a thing is and does."""

from __future__ import annotations

from collections.abc import Iterator

from rich.markup import escape

from ludoteka.core.cards import Card


def card_lines(card: Card) -> Iterator[str]:
    """Name, text and the numbers of the moment; the rules are left to whoever has their texts."""
    yield f"[bold]{escape(card.name)}[/]" + (f" · {escape(card.kind)}" if card.kind else "")
    yield escape(card.text)
    for label, value in card.now:
        yield f"  [dim]{escape(label)}[/] {escape(value)}"
