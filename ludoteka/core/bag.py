"""Bags, decks and dice. A bag is a list of counts by kind; nothing has an order until somebody sees it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


def below(n: int, rng: Random) -> int:
    """A number from 0 to n - 1, each as likely: that of `rng.randrange(n)`, without its way through three functions."""
    if n <= 0:
        raise IndexError("there is nothing to choose from")
    bits = n.bit_length()
    number = rng.getrandbits(bits)
    while number >= n:
        number = rng.getrandbits(bits)
    return number


def pick(outcomes: Sequence[tuple[T, int]], rng: Random) -> T:
    """One of the outcomes, as likely as its integer weight says."""
    total = 0
    for _, weight in outcomes:
        total += weight
    left = below(total, rng)
    for outcome, weight in outcomes:
        left -= weight
        if left < 0:
            return outcome
    raise AssertionError("weights changed while picking")


def draw(bag: list[int], rng: Random) -> int:
    """Take one piece out of the bag at random; its kind."""
    left = below(sum(bag), rng)
    for kind, count in enumerate(bag):
        left -= count
        if left < 0:
            bag[kind] -= 1
            return kind
    raise AssertionError("a bag changed while drawing")


def deal(bag: list[int], n: int, rng: Random) -> list[int]:
    """Take n pieces out of the bag at random; how many of each kind."""
    hand = [0] * len(bag)
    for _ in range(n):
        hand[draw(bag, rng)] += 1
    return hand


def changed(values: tuple[T, ...], i: int, value: T) -> tuple[T, ...]:
    """The same with one place changed. What seldom changes is kept as a tuple: clones share it, which costs nothing."""
    if values[i] is value:  # a small number exists once
        return values
    new = list(values)
    new[i] = value
    return tuple(new)
