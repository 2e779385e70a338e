"""Finds the browser for tests and screenshots."""

from __future__ import annotations

import os
import shutil
import subprocess

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
MISSING = "no Chromium found: apt-get install chromium (or put chromium, google-chrome or chrome on the PATH)"
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
"""Root may start it, also in a small container; without a graphics card to imitate it draws faster."""


def chromium() -> str:
    """Where Chromium is, or nothing. Installs Debian's when it is missing and we are root."""
    found = next((path for name in NAMES if (path := shutil.which(name))), "")
    if not found and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        subprocess.run(["apt-get", "install", "-y", "-qq", "chromium"], check=False)
        found = shutil.which("chromium") or ""
    return found
