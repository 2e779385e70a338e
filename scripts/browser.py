"""Finds the browser for tests and screenshots."""

from __future__ import annotations

from scripts.debian import program

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
MISSING = "no Chromium found: apt-get install chromium (or put chromium, google-chrome or chrome on the PATH)"
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
"""Root may start it, also in a small container; without a graphics card to imitate it draws faster."""


def chromium() -> str:
    """Where Chromium is, or nothing."""
    return program(*NAMES)
