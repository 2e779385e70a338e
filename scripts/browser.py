"""Finds the browser for tests and screenshots."""

from __future__ import annotations

from scripts.debian import program

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
"""The one that cannot show a window takes a third of the others' time."""
MISSING = (
    "no Chromium found: apt-get install chromium-headless-shell (or put chromium, google-chrome or chrome on the PATH)"
)
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
"""Root may start it, also in a small container; without a graphics card to imitate it draws faster."""


def chromium() -> str:
    """Where Chromium is, or nothing."""
    return program(*NAMES, packages=NAMES[:2])
