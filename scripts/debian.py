"""Programs of Debian that tests and screenshots need: a browser, proxies."""

from __future__ import annotations

import os
import shutil
import subprocess


def program(*names: str, package: str = "") -> str:
    """Where the first of these programs is, or nothing. If we are root, Debian's package is installed where none is."""
    found = next((path for name in names if (path := shutil.which(name))), "")
    if not found and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        subprocess.run(["apt-get", "install", "-y", "-qq", package or names[0]], check=False)
        found = shutil.which(names[0]) or ""
    return found
