"""Finds the browser for tests and screenshots, and the Node.js that leads it."""

from __future__ import annotations

import subprocess

from playwright._impl._driver import compute_driver_executable

from scripts.debian import install, program

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
"""The one that cannot show a window takes a third of the others' time."""
MISSING = (
    "no Chromium found: apt-get install chromium-headless-shell (or put chromium, google-chrome or chrome on the PATH)"
)
NO_NODE = "the Node.js of Playwright does not start: apt-get install libatomic1"
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
"""Root may start it, also in a small container; without a graphics card to imitate it draws faster."""


def chromium() -> str:
    """Where Chromium is, or nothing."""
    return program(*NAMES, packages=NAMES[:2])


def node() -> str:
    """Where the Node.js of Playwright is, if it starts here: the barest Debian lacks a library of it."""
    path, _ = compute_driver_executable()
    if not _starts(path):
        install("libatomic1")
    return path if _starts(path) else ""


def _starts(path: str) -> bool:
    return subprocess.run([path, "--version"], capture_output=True, check=False).returncode == 0
